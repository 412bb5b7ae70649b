#include "perf/benchmark_figures.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "perf/statistics.hpp"
#include "text/error.hpp"

namespace lockstep::tools::perf {
namespace {

constexpr double most_repetitions = 1e9;

using Family = std::optional<std::array<double, 2>>;

/// The rows of one benchmark.
struct RowsOfBenchmark {
  Family family;
  std::vector<const BenchmarkRow*> rows;
};

/// Distinguishes benchmarks of one name. Every benchmark has each repetition and each aggregate once, so a second
/// occurrence belongs to the second benchmark.
class Order {
 public:
  explicit Order(const std::vector<BenchmarkRow>& rows) {
    for (const BenchmarkRow& row : rows) {
      if (!row.aggregate.empty()) repeated_.insert(row.name);
      if (!row.family) without_family_.insert(row.name);
    }
  }

  /// Known only if all rows of the name say it.
  [[nodiscard]] Family family(const BenchmarkRow& row) const {
    return without_family_.contains(row.name) ? std::nullopt : row.family;
  }

  /// The index, from 0, of the next row's benchmark among those of its name and family.
  std::size_t place(const BenchmarkRow& row) {
    Seen& seen = seen_[{row.name, family(row)}];
    if (!row.aggregate.empty()) {
      const std::size_t place = seen.aggregates[row.aggregate]++;
      seen.ended = std::max(seen.ended, place + 1);
      return place;
    }
    if (row.repetition_index) return seen.repetitions[*row.repetition_index]++;
    const std::size_t count = seen.rows++;
    if (row.repetitions && *row.repetitions >= 1 && *row.repetitions <= most_repetitions)
      return count / static_cast<std::size_t>(*row.repetitions);
    // Before version 1.5 a repeated benchmark is followed by its aggregates; there is no other sign.
    return repeated_.contains(row.name) ? seen.ended : count;
  }

 private:
  struct Seen {
    std::map<std::string_view, std::size_t> aggregates;
    std::map<double, std::size_t> repetitions;
    std::size_t rows = 0, ended = 0;
  };
  std::set<std::string_view> repeated_, without_family_;
  std::map<std::pair<std::string_view, Family>, Seen> seen_;
};

/// In the order of their first rows.
std::vector<RowsOfBenchmark> groups_of(const std::vector<BenchmarkRow>& rows) {
  Order order(rows);
  std::map<std::tuple<std::string_view, Family, std::size_t>, std::size_t> places;
  std::vector<RowsOfBenchmark> groups;
  for (const BenchmarkRow& row : rows) {
    const auto [place, is_new] = places.try_emplace({row.name, order.family(row), order.place(row)}, groups.size());
    if (is_new) groups.push_back({order.family(row), {}});
    groups[place->second].rows.push_back(&row);
  }
  return groups;
}

/// The names of groups: if several have one name, the second, in the order of their families, is "NAME#2".
std::vector<std::string> names_of(const std::vector<RowsOfBenchmark>& groups) {
  std::map<std::string_view, std::vector<std::size_t>> same;
  for (std::size_t i = 0; i < groups.size(); ++i) same[groups[i].rows[0]->name].push_back(i);
  std::vector<std::string> names(groups.size());
  std::set<std::string> added;
  for (auto& [name, places] : same) {
    std::stable_sort(places.begin(), places.end(),
                     [&](std::size_t a, std::size_t b) { return groups[a].family < groups[b].family; });
    names[places[0]] = name;
    std::size_t number = 1;
    for (std::size_t i = 1; i < places.size(); ++i) {
      std::string& other = names[places[i]];
      do other = concat(name, "#", ++number);
      while (same.contains(other) || !added.insert(other).second);
    }
  }
  return names;
}

/// How well a row represents the time of its benchmark.
int rank_of(const BenchmarkRow& row) {
  if (row.aggregate.empty()) return 3;
  return row.aggregate == "median" ? 2 : row.aggregate == "mean" ? 1 : 0;
}

BenchmarkFigure figure_of(const std::vector<const BenchmarkRow*>& rows) {
  int best = 0;
  for (const BenchmarkRow* row : rows) best = std::max(best, rank_of(*row));
  BenchmarkFigure figure;
  std::vector<double>&real = figure.real_each, &cpu = figure.cpu_each;
  for (const BenchmarkRow* row : rows) {
    if (rank_of(*row) != best) continue;
    if (real.empty()) {
      figure.threads = row->threads;
      figure.wall = row->wall;
      figure.unit = row->unit;
      figure.label = row->label;
      figure.counters = row->counters;
    }
    if (figure.error.empty()) figure.error = row->error;
    if (figure.no_time.empty()) figure.no_time = row->no_time;
    if (figure.no_time.empty() && figure.unit != row->unit)
      figure.no_time = concat("is measured in ", in_unit(figure.unit), " and in ", in_unit(row->unit));
    if (row->each.empty()) {
      real.push_back(row->real_ns);
      cpu.push_back(row->cpu_ns);
    }
    for (std::vector<double>* const times : {&real, &cpu})
      times->insert(times->end(), row->each.begin(), row->each.end());
  }
  if (best == 0) figure.error = "the program wrote neither repetitions nor their median or mean";
  if (best == 3) figure.repetitions = real.size();
  if (!figure.error.empty() || !figure.no_time.empty()) return figure;
  figure.real_ns = median(real);
  figure.cpu_ns = median(cpu);
  figure.fastest_real_ns = *std::min_element(real.begin(), real.end());
  figure.fastest_cpu_ns = *std::min_element(cpu.begin(), cpu.end());
  return figure;
}

}  // namespace

std::vector<BenchmarkFigure> figures_of(const BenchmarkOutput& output) {
  const std::vector<RowsOfBenchmark> groups = groups_of(output.rows);
  const std::vector<std::string> names = names_of(groups);
  std::vector<BenchmarkFigure> figures;
  figures.reserve(groups.size());
  for (std::size_t i = 0; i < groups.size(); ++i) {
    figures.push_back(figure_of(groups[i].rows));
    figures.back().name = names[i];
  }
  return figures;
}

std::string in_unit(const std::string& unit) { return unit.empty() ? "units of time" : unit; }

std::string_view without_order(std::string_view name) {
  const std::size_t mark = name.rfind('#');
  const bool is_order =
      mark != name.npos && mark + 1 < name.size() && name.find_first_not_of("0123456789", mark + 1) == name.npos;
  return is_order ? name.substr(0, mark) : name;
}

bool goes_by_wall_time(const BenchmarkFigure& figure) {
  const std::string_view name = without_order(figure.name);
  const auto says = [&](std::string_view part) {
    const std::size_t at = name.find(part);
    return at != name.npos && (at + part.size() == name.size() || name[at + part.size()] == '/');
  };
  if (!figure.unit.empty()) return false;
  return figure.wall || figure.threads > 1 || says("/real_time") || says("/manual_time");
}

}  // namespace lockstep::tools::perf
