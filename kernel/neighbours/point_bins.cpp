#include "neighbours/point_bins.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/parallel.hpp"
#include "base/validate.hpp"

namespace lockstep::detail {

namespace {

/// A point of the call, moved into the cell.
struct MovedPoint {
  Position exact;
  std::array<double, 3> fraction;
  std::array<std::int32_t, 3> cell;
};

constexpr double most_cells = 0x1p30;

[[noreturn]] void throw_too_far() {
  throw InvalidInput("neighbours: points and cutoff take more images than 2^31, more than a shift can name");
}

MovedPoint moved_into(const CellFrame& frame, const Vec3d& point) {
  MovedPoint moved_point{exact_position(point), {}, {}};
  // Fractions of far points have large errors, so the moved point may need one more step. One that rounds to either
  // side of a face may stay on it.
  for (int step = 0;; ++step) {
    const Position& at = moved_point.exact;
    bool is_inside = true;
    std::array<std::int32_t, 3> cell = moved_point.cell;
    for (std::size_t k = 0; k < 3; ++k) {
      const double fraction = frame.fraction(k, {at.x.high, at.y.high, at.z.high});
      moved_point.fraction[k] = fraction;
      if (!frame.periodic[k] || (fraction >= 0 && fraction < 1)) continue;
      const double cells = std::floor(fraction) + cell[k];
      if (!(std::abs(cells) <= most_cells)) throw_too_far();
      cell[k] = static_cast<std::int32_t>(cells);
      is_inside = false;
    }
    if (is_inside || step == 4) return moved_point;
    moved_point.cell = cell;
    moved_point.exact = exact_position(point);
    for (std::size_t k = 0; k < 3; ++k)
      moved_point.exact = moved(moved_point.exact, -std::int64_t{cell[k]}, frame.edge[k]);
  }
}

/// Returns the number of types, 0 for a search without types.
std::size_t check_types(std::size_t points, double cutoff, const NeighbourOptions& options) {
  const std::span<const std::uint32_t> types = options.types;
  const std::span<const double> cutoffs = options.cutoffs;
  if (types.empty() && cutoffs.empty()) return 0;
  const auto count = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(cutoffs.size()))));
  if (count == 0 || count * count != cutoffs.size())
    throw InvalidInput("cutoffs: has " + std::to_string(cutoffs.size()) +
                       " elements, needs one for each two types: 1, 4, 9 and so on");
  if (types.size() != points)
    throw InvalidInput("types: has " + std::to_string(types.size()) + " elements, needs one for each of the " +
                       std::to_string(points) + " points");
  for (std::size_t i = 0; i < points; ++i)
    if (types[i] >= count)
      throw InvalidInput("types[" + std::to_string(i) + "] = " + std::to_string(types[i]) + ": must be below " +
                         std::to_string(count) + ", the number of types that have cutoffs");
  for (std::size_t k = 0; k < cutoffs.size(); ++k) {
    const std::string name = "cutoffs[" + std::to_string(k) + "]";
    if (!(cutoffs[k] <= cutoff)) throw_invalid(name, cutoffs[k], "must be a number of at most the search's cutoff");
    if (cutoffs[k] != cutoffs[k % count * count + k / count])
      throw_invalid(name, cutoffs[k], "must be the cutoff of the same two types in the other order");
  }
  return count;
}

/// The points that each point excludes, by counting.
void set_exclusions(PointBins& bins, std::size_t points, std::span<const Pair> pairs) {
  if (pairs.empty()) return;
  std::vector<std::size_t>& first = bins.excluded_first;
  first.resize(points + 2);
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    for (const std::uint32_t index : {pairs[p].a, pairs[p].b})
      if (index >= points)
        throw InvalidInput("exclusions[" + std::to_string(p) + "] = " + std::to_string(index) + ": there are " +
                           std::to_string(points) + " points");
    ++first[pairs[p].a + std::size_t{2}], ++first[pairs[p].b + std::size_t{2}];
  }
  for (std::size_t i = 2; i < first.size(); ++i) first[i] += first[i - 1];
  bins.excluded.resize(first.back());
  for (const Pair& pair : pairs) {
    bins.excluded[first[pair.a + std::size_t{1}]++] = pair.b;
    bins.excluded[first[pair.b + std::size_t{1}]++] = pair.a;
  }
  first.pop_back();
}

std::vector<MovedPoint> moved_points(std::span<const Vec3d> points, const CellFrame& frame) {
  std::vector<MovedPoint> moved_list(points.size());
  for_each_range(points.size(), std::size_t{1} << 12, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) moved_list[i] = moved_into(frame, points[i]);
  });
  return moved_list;
}

/// The extremes of the moved points.
struct Extent {
  double size = 0;  ///< largest coordinate
  std::array<double, 3> low, high;
  std::array<std::int32_t, 3> first_cell, last_cell;
};

Extent extent_of(const std::vector<MovedPoint>& points) {
  Extent extent{0, points[0].fraction, points[0].fraction, points[0].cell, points[0].cell};
  for (const MovedPoint& p : points) {
    const Position& at = p.exact;
    extent.size = std::max({extent.size, std::abs(at.x.high), std::abs(at.y.high), std::abs(at.z.high)});
    for (std::size_t k = 0; k < 3; ++k) {
      extent.low[k] = std::min(extent.low[k], p.fraction[k]), extent.high[k] = std::max(extent.high[k], p.fraction[k]);
      extent.first_cell[k] = std::min(extent.first_cell[k], p.cell[k]);
      extent.last_cell[k] = std::max(extent.last_cell[k], p.cell[k]);
    }
  }
  return extent;
}

/// Bins half as wide as the cutoff, but no more than points.
std::array<std::int64_t, 3> bin_counts(const CellFrame& frame, const Extent& extent, double cutoff,
                                       std::size_t points) {
  std::array<double, 3> count;
  for (std::size_t k = 0; k < 3; ++k) {
    const double length = frame.width[k] * (frame.periodic[k] ? 1 : extent.high[k] - extent.low[k]);
    count[k] = length > 0x1p19 * cutoff ? 0x1p20 : std::max(1.0, length / (cutoff / 2));
  }
  while (count[0] * count[1] * count[2] > std::max(8.0, static_cast<double>(points))) {
    double& most = *std::max_element(count.begin(), count.end());
    most = std::max(1.0, most / 2);
  }
  return {static_cast<std::int64_t>(count[0]), static_cast<std::int64_t>(count[1]),
          static_cast<std::int64_t>(count[2])};
}

void set_axes(PointBins& bins, const Extent& extent) {
  const double cutoff = bins.widest.cutoff;
  const auto counts = bin_counts(bins.frame, extent, cutoff, bins.size());
  for (std::size_t k = 0; k < 3; ++k) {
    BinAxis& axis = bins.axis[k];
    const bool is_periodic = bins.frame.periodic[k];
    const double length = is_periodic ? 1 : extent.high[k] - extent.low[k];
    const bool is_flat = length < 0x1p-500;
    axis.count = is_flat ? 1 : counts[k];
    axis.low = is_periodic ? 0 : extent.low[k];
    axis.scale = is_flat ? 1 : static_cast<double>(axis.count) / length;
    // docs/numerics.md, "Neighbour lists"
    const double largest = std::max(std::abs(extent.low[k]), std::abs(extent.high[k]));
    const double outside = is_periodic ? std::max({0.0, -extent.low[k], extent.high[k] - 1}) : 0;
    axis.reach = cutoff / bins.frame.width[k];
    axis.reach += bins.frame.error[k] * (extent.size + cutoff) + 0x1p-46 * (1 + largest + axis.reach) + outside;
    const double cells = static_cast<double>(extent.last_cell[k]) - extent.first_cell[k] + axis.reach;
    if (is_periodic && !(cells <= 2 * most_cells - 4)) throw_too_far();
  }
}

/// `error` bounds that of a distance.
Band band_of(double cutoff, double error) {
  if (cutoff < 0) return {cutoff, -1, -1};
  const double far = cutoff + error, near = cutoff - error;
  return {cutoff, near > 0 ? near * near * (1 - 0x1p-50) - 0x1p-1000 : -1, far * far * (1 + 0x1p-50) + 0x1p-1000};
}

void set_bands(PointBins& bins, const Extent& extent, std::span<const double> cutoffs) {
  const double c = bins.widest.cutoff, error = 2 * (0x1p-51 * (extent.size + c) + 0x1p-64 * bins.frame.size);
  bins.widest = band_of(c, error);
  for (const double cutoff : cutoffs) bins.bands.push_back(band_of(cutoff, error));
  bins.distance_error = 0x1p-62 * bins.frame.size + 0x1p-96 * extent.size + 0x1p-1000;
}

std::int64_t bin_of(const BinAxis& axis, double fraction) {
  const double bin = std::floor(axis.scale * (fraction - axis.low));
  return static_cast<std::int64_t>(std::clamp(bin, 0.0, static_cast<double>(axis.count - 1)));
}

/// Counting sort: points of one bin stay in order.
void sort_into(PointBins& bins, std::span<const Vec3d> points, const std::vector<MovedPoint>& moved_list,
               std::span<const std::uint32_t> types) {
  const std::size_t count = points.size();
  const auto bin_count = static_cast<std::size_t>(bins.axis[0].count * bins.axis[1].count * bins.axis[2].count);
  std::vector<std::uint32_t> bin(count), next(bin_count + 1);
  for (std::size_t i = 0; i < count; ++i) {
    const auto& f = moved_list[i].fraction;
    const std::int64_t row = bin_of(bins.axis[2], f[2]) * bins.axis[1].count + bin_of(bins.axis[1], f[1]);
    bin[i] = static_cast<std::uint32_t>(row * bins.axis[0].count + bin_of(bins.axis[0], f[0]));
    ++next[bin[i] + 1];
  }
  for (std::size_t k = 1; k <= bin_count; ++k) next[k] += next[k - 1];
  bins.first = next;
  for (std::size_t i = 0; i < count; ++i) bins.index[next[bin[i]]++] = static_cast<std::uint32_t>(i);
  for (std::size_t k = 0; k < count; ++k) {
    const MovedPoint& p = moved_list[bins.index[k]];
    bins.x[k] = p.exact.x.high, bins.y[k] = p.exact.y.high, bins.z[k] = p.exact.z.high;
    bins.exact[k] = p.exact, bins.fraction[k] = p.fraction, bins.cell[k] = p.cell;
    bins.point[k] = points[bins.index[k]];
    if (!types.empty()) bins.type[k] = types[bins.index[k]];
  }
}

}  // namespace

BinAxis::Range PointBins::bins_near(std::size_t position, std::size_t k) const {
  const BinAxis& along = axis[k];
  const double at = fraction[position][k] - along.low;
  double begin = std::floor(along.scale * (at - along.reach)), end = std::floor(along.scale * (at + along.reach));
  if (!frame.periodic[k]) {
    const auto last = static_cast<double>(along.count - 1);
    begin = std::clamp(begin, 0.0, last), end = std::clamp(end, 0.0, last);
  }
  return {static_cast<std::int64_t>(begin), static_cast<std::int64_t>(end)};
}

void check_points(std::span<const Vec3d> points) {
  const auto is_valid = [](double x) { return std::abs(x) <= max_coordinate; };
  for (std::size_t i = 0; i < points.size(); ++i)
    if (!is_valid(points[i].x) || !is_valid(points[i].y) || !is_valid(points[i].z))
      check_vec3(points[i], "points[" + std::to_string(i) + "]");
}

PointBins sorted_points(std::span<const Vec3d> points, const Cell& cell, double cutoff,
                        const NeighbourOptions& options) {
  if (!(cutoff >= 0 && cutoff <= max_coordinate)) throw_invalid("cutoff", cutoff, length_rule);
  if (points.size() > UINT32_MAX) throw InvalidInput("points: has more than 2^32 - 1 elements");
  PointBins bins;
  bins.frame = frame_of(cell);
  bins.widest.cutoff = cutoff;
  check_points(points);
  const std::size_t count = points.size();
  bins.types = check_types(count, cutoff, options);
  set_exclusions(bins, count, options.exclusions);
  const std::vector<MovedPoint> moved_list = moved_points(points, bins.frame);
  bins.x.resize(count), bins.y.resize(count), bins.z.resize(count), bins.exact.resize(count);
  bins.fraction.resize(count), bins.cell.resize(count), bins.point.resize(count), bins.index.resize(count);
  bins.type.resize(options.types.size());
  if (count == 0) return bins;
  const Extent extent = extent_of(moved_list);
  set_axes(bins, extent);
  set_bands(bins, extent, options.cutoffs);
  sort_into(bins, points, moved_list, options.types);
  return bins;
}

}  // namespace lockstep::detail
