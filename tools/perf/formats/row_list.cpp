#include "perf/formats/row_list.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <system_error>
#include <utility>

#include "perf/formats/times.hpp"
#include "text/error.hpp"
#include "text/names.hpp"

namespace lockstep::tools::perf {
namespace {

bool is_amount(double value, double most) { return value >= 0 && value <= most; }

std::string shown_amount(double amount, std::string_view unit) { return concat(amount, " ", unit); }

/// No amount of anything is larger: the ratio of two is finite.
constexpr double most_amount = 1e30;

struct Scale {
  std::string_view unit;
  double factor;
};

template <std::size_t count>
std::optional<double> factor_of(const Scale (&scales)[count], std::string_view unit) {
  const auto found =
      std::find_if(std::begin(scales), std::end(scales), [&](const Scale& scale) { return scale.unit == unit; });
  return found == std::end(scales) ? std::nullopt : std::optional(found->factor);
}

}  // namespace

BenchmarkRow& RowList::add(std::string_view name, std::string_view place) {
  if (name.empty()) throw ReadError(concat(place, ": the benchmark has no name"));
  if (name.size() > max_name_bytes)
    throw ReadError(concat(place, ": the name is longer than ", max_name_bytes, " bytes"));
  BenchmarkRow row;
  row.name = printable(name, max_name_bytes);
  row.wall = true;
  row.repetition_index = counts_[row.name]++;
  return rows_.emplace_back(std::move(row));
}

void set_time(BenchmarkRow& row, double ns) {
  if (!is_amount(ns, most_ns)) {
    row.no_time = concat("has a time of ", shown_amount(ns, "ns"), ", which is not a time");
    return;
  }
  row.real_ns = row.cpu_ns = ns;
}

void set_times(BenchmarkRow& row, std::vector<double> ns) {
  const auto odd = std::find_if_not(ns.begin(), ns.end(), [](double one) { return is_amount(one, most_ns); });
  if (odd != ns.end()) return set_time(row, *odd);
  row.each = std::move(ns);
}

void set_amount(BenchmarkRow& row, double amount, std::string_view unit) {
  row.wall = false;
  row.unit = printable(unit, 40);
  if (!is_amount(amount, most_amount)) {
    row.no_time = concat("has ", shown_amount(amount, row.unit), ", which is not an amount");
    return;
  }
  row.real_ns = row.cpu_ns = amount;
}

std::optional<double> ns_per(std::string_view unit) {
  static constexpr Scale scales[] = {{"ps", 1e-3}, {"ns", 1},  {"us", 1e3},  {"\xC2\xB5s", 1e3}, {"\xCE\xBCs", 1e3},
                                     {"ms", 1e6},  {"s", 1e9}, {"sec", 1e9}, {"min", 60e9},      {"h", 3600e9}};
  return factor_of(scales, unit);
}

std::optional<double> bytes_per(std::string_view unit) {
  static constexpr Scale scales[] = {{"B", 1},    {"bytes", 1},    {"kB", 1e3},     {"KB", 1e3},    {"MB", 1e6},
                                     {"GB", 1e9}, {"KiB", 0x1p10}, {"MiB", 0x1p20}, {"GiB", 0x1p30}};
  return factor_of(scales, unit);
}

bool is_rate(std::string_view unit) {
  const std::string word = plain_word(unit);
  constexpr std::string_view ends[] = {"/s", "/sec", "/second", "ps", "hz", "flops"};
  return !ns_per(unit) &&
         std::any_of(std::begin(ends), std::end(ends), [&](std::string_view end) { return word.ends_with(end); });
}

std::optional<double> number_in(std::string_view field, bool thousands) {
  std::string digits(field);
  if (thousands) std::erase(digits, ',');
  if (digits.starts_with('+')) digits.erase(0, 1);
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (digits.empty() || error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

std::vector<std::string_view> words_of(std::string_view line) {
  constexpr std::string_view blanks = " \t";
  std::vector<std::string_view> words;
  while (true) {
    const std::size_t first = line.find_first_not_of(blanks);
    if (first == line.npos) return words;
    line.remove_prefix(first);
    const std::size_t end = std::min(line.find_first_of(blanks), line.size());
    words.push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
}

}  // namespace lockstep::tools::perf
