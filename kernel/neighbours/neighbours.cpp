// The search for neighbours: a pass that counts the pairs of each point, and one that writes them.
#include "lockstep/neighbours.hpp"

#include <string>

#include "base/call.hpp"
#include "base/parallel.hpp"
#include "base/validate.hpp"
#include "neighbours/nearest_images.hpp"

namespace lockstep {

struct detail::NeighbourMemory {
  bool half;
  std::uint32_t nearest;
  Executor executor;
  PointBins bins;
  std::vector<std::uint64_t> first;
};

namespace {

using detail::Band;
using detail::Image;
using detail::largest_run;
using detail::NeighbourMemory;
using detail::PointBins;
using detail::Run;

constexpr std::size_t points_of_part = 64;

/// Whether a half list has the pair of a point and one that is not itself.
bool is_of_half(const PointBins& bins, const Run& run, std::size_t k) {
  if (k != run.position) return bins.index[run.position] < bins.index[k];
  return run.image > Image{};
}

/// The positions of a run's points that are neighbours.
struct Neighbours {
  std::array<std::uint32_t, largest_run> position;
  std::size_t count = 0;
};

void find(const PointBins& bins, const Run& run, bool half, Neighbours& found) {
  std::array<double, largest_run> squared;
  squared_distances(bins, run, squared);
  std::size_t near = 0, surely = 0;
  for (std::size_t k = 0; k < run.end - run.begin; ++k) {
    found.position[near] = static_cast<std::uint32_t>(run.begin + k);
    near += static_cast<std::size_t>(squared[k] <= bins.widest.outer);
    surely += static_cast<std::size_t>(squared[k] <= bins.widest.inner);
  }
  found.count = near;
  const bool has_self = run.image == Image{} && run.begin <= run.position && run.position < run.end;
  if (!half && !has_self && near == surely && bins.takes_all()) return;
  found.count = 0;
  for (std::size_t n = 0; n < near; ++n) {
    const std::size_t k = found.position[n];
    if ((half && !is_of_half(bins, run, k)) || (has_self && k == run.position)) continue;
    const Band& band = bins.band_of(run.position, k);
    const double square = squared[k - run.begin];
    if (square > band.outer || bins.is_excluded(run.position, k)) continue;
    if (square > band.inner && !is_within(bins, run, k, band.cutoff)) continue;
    found.position[found.count++] = static_cast<std::uint32_t>(k);
  }
}

/// The number of a run's points within the widest band, with the point itself.
std::uint64_t count_both_ways(const PointBins& bins, const Run& run) {
  std::array<double, largest_run> squared;
  squared_distances(bins, run, squared);
  const auto [cutoff, inner, outer] = bins.widest;
  std::int64_t surely = 0, perhaps = 0;
  for (std::size_t k = 0; k < run.end - run.begin; ++k) {
    surely += static_cast<std::int64_t>(squared[k] <= inner);
    perhaps += static_cast<std::int64_t>(squared[k] <= outer);
  }
  if (surely != perhaps)
    for (std::size_t k = run.begin; k < run.end; ++k) {
      const double s = squared[k - run.begin];
      surely += static_cast<std::int64_t>(s > inner && s <= outer && is_within(bins, run, k, cutoff));
    }
  return static_cast<std::uint64_t>(surely);
}

std::uint64_t count_within(const NeighbourMemory& memory, std::size_t position) {
  std::uint64_t count = 0;
  if (memory.half || !memory.bins.takes_all()) {
    Neighbours found;
    for_each_run(memory.bins, position, [&](const Run& run) {
      find(memory.bins, run, memory.half, found);
      count += found.count;
    });
    return count;
  }
  for_each_run(memory.bins, position, [&](const Run& run) { count += count_both_ways(memory.bins, run); });
  return count - 1;
}

std::uint64_t count_of(const NeighbourMemory& memory, std::size_t position) {
  const std::uint64_t count = count_within(memory, position);
  return memory.nearest == 0 ? count : std::min<std::uint64_t>(count, memory.nearest);
}

/// Writes the found neighbours of a run from element `at` on.
template <class Index, class Shift>
void store(const PointBins& bins, const Run& run, const Neighbours& found, std::size_t at,
           const NeighbourSpans<Index, Shift>& out) {
  if (!out.i.empty()) std::fill_n(&out.i[at], found.count, static_cast<Index>(bins.index[run.position]));
  if (!out.j.empty())
    for (std::size_t n = 0; n < found.count; ++n) out.j[at + n] = static_cast<Index>(bins.index[found.position[n]]);
  if (!out.shifts.empty())
    for (std::size_t n = 0; n < found.count; ++n) {
      const Image shift = shift_of(bins, run, found.position[n]);
      out.shifts[at + n] = {static_cast<Shift>(shift[0]), static_cast<Shift>(shift[1]), static_cast<Shift>(shift[2])};
    }
  if (out.vectors.empty() && out.distances.empty()) return;
  for (std::size_t n = 0; n < found.count; ++n) {
    const Vec3d d = vector_of(bins, run, found.position[n]);
    if (!out.vectors.empty()) out.vectors[at + n] = d;
    if (!out.distances.empty()) out.distances[at + n] = detail::length_of(d);
  }
}

template <class Output>
void write_pairs(const NeighbourMemory& memory, const Output& out) {
  const detail::Call call(memory.executor);
  const PointBins& bins = memory.bins;
  const auto check = [&](std::size_t size, const char* name) {
    if (size != 0 && size != memory.first.back())
      throw InvalidInput(std::string(name) + ": has " + std::to_string(size) + " elements, needs one for each of the " +
                         std::to_string(memory.first.back()) + " pairs");
  };
  check(out.i.size(), "i"), check(out.j.size(), "j"), check(out.shifts.size(), "shifts");
  check(out.vectors.size(), "vectors"), check(out.distances.size(), "distances");
  detail::for_each_range(bins.size(), points_of_part, [&](std::size_t begin, std::size_t end) {
    Neighbours found;
    detail::NearestImages nearest(bins, memory.nearest);
    for (std::size_t position = begin; position < end; ++position) {
      auto at = static_cast<std::size_t>(memory.first[bins.index[position]]);
      nearest.clear();
      for_each_run(bins, position, [&](const Run& run) {
        find(bins, run, memory.half, found);
        if (memory.nearest > 0) {
          for (std::size_t n = 0; n < found.count; ++n) nearest.add(run, found.position[n]);
        } else {
          store(bins, run, found, at, out);
          at += found.count;
        }
      });
      if (memory.nearest == 0) continue;
      found.count = 1;
      for (const detail::NearImage& image : nearest.sorted()) {
        found.position[0] = static_cast<std::uint32_t>(image.run.begin);
        store(bins, image.run, found, at++, out);
      }
    }
  });
}

}  // namespace

NeighbourSearch::NeighbourSearch(std::span<const Vec3d> points, const Cell& cell, double cutoff,
                                 const NeighbourOptions& options)
    : memory_(new NeighbourMemory{options.half, options.nearest, options.executor, {}, {}}) {
  if (options.half && options.nearest > 0)
    throw InvalidInput("nearest: a half list has no nearest neighbours of each point, ask for both ways");
  const detail::Call call(options.executor);
  memory_->bins = detail::sorted_points(points, cell, cutoff, options);
  std::vector<std::uint64_t>& first = memory_->first;
  first.resize(points.size() + 1);
  detail::for_each_range(points.size(), points_of_part, [&](std::size_t begin, std::size_t end) {
    for (std::size_t position = begin; position < end; ++position)
      first[memory_->bins.index[position] + 1] = count_of(*memory_, position);
  });
  for (std::size_t i = 0; i < points.size(); ++i) first[i + 1] += first[i];
}

NeighbourSearch::~NeighbourSearch() = default;
NeighbourSearch::NeighbourSearch(NeighbourSearch&&) noexcept = default;
NeighbourSearch& NeighbourSearch::operator=(NeighbourSearch&&) noexcept = default;

std::span<const std::uint64_t> NeighbourSearch::first() const noexcept { return memory_->first; }

bool NeighbourSearch::is_stale(std::span<const Vec3d> points, double skin) const {
  const detail::Call call(memory_->executor);  // denormal moves count, whatever the caller flushes
  const PointBins& bins = memory_->bins;
  if (memory_->nearest > 0) throw InvalidInput("is_stale: the nearest neighbours change with any motion");
  if (points.size() != bins.size())
    throw InvalidInput("points: has " + std::to_string(points.size()) + " elements, the search has " +
                       std::to_string(bins.size()) + " points");
  if (!(skin >= 0 && skin <= max_coordinate)) detail::throw_invalid("skin", skin, detail::length_rule);
  detail::check_points(points);
  double most = 0, second = 0;
  for (std::size_t k = 0; k < bins.size(); ++k) {
    const Vec3d &to = points[bins.index[k]], &from = bins.point[k];
    const double way = detail::length_of({to.x - from.x, to.y - from.y, to.z - from.z});
    second = std::max(second, std::min(most, way)), most = std::max(most, way);
  }
  // Differences, lengths and their sum are off by less than 2^-49 of themselves.
  return (most + second) * (1 + 0x1p-49) > skin;
}

NeighbourList neighbours(std::span<const Vec3d> points, const Cell& cell, double cutoff,
                         const NeighbourOptions& options, std::string_view quantities) {
  if (quantities.find_first_not_of("ijSDd") != std::string_view::npos)
    throw InvalidInput("quantities: only the letters i, j, S, D and d have a meaning");
  const NeighbourSearch search(points, cell, cutoff, options);
  const auto size_of = [&](char letter) {
    return quantities.find(letter) == std::string_view::npos ? 0 : static_cast<std::size_t>(search.pairs());
  };
  NeighbourList list;
  list.first.assign(search.first().begin(), search.first().end());
  list.i.resize(size_of('i')), list.j.resize(size_of('j')), list.shifts.resize(size_of('S'));
  list.vectors.resize(size_of('D')), list.distances.resize(size_of('d'));
  search.write(NeighbourOutput{list.i, list.j, list.shifts, list.vectors, list.distances});
  return list;
}

void NeighbourSearch::write(const NeighbourOutput& out) const { write_pairs(*memory_, out); }
void NeighbourSearch::write(const WideNeighbourOutput& out) const { write_pairs(*memory_, out); }

}  // namespace lockstep
