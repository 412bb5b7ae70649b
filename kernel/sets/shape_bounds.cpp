#include "sets/shape_bounds.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace lockstep::detail {

namespace {

/// The half extent along one coordinate of a shape that is round in the first `axes` of its axes.
double round_half(const Record& r, int axes, int k) {
  double squares = 0;
  for (int i = 1; i <= axes; ++i) squares += double{r.row[i][k]} * r.row[i][k];
  return std::sqrt(squares);
}

/// The centre and half extent along a coordinate of an ellipsoid, or of the hull of a base and a top: along a
/// coordinate, each end of that hull is an end of one of the two.
double quadric_range(const Record& r, int k, double& half) {
  const double foot = r.row[0][k];
  if (!(r.row[3][3] < 0)) {
    half = round_half(r, 3, k);
    return foot;
  }
  const double base = round_half(r, 2, k), rise = r.row[3][k], top = base * double{r.row[2][3]};
  const double low = std::min(-base, rise - top), high = std::max(base, rise + top);
  half = 0.5 * (high - low);
  return foot + 0.5 * (high + low);
}

WideBounds wide_bounds(const Record& r, RecordKind kind) {
  WideBounds b{};
  for (int k = 0; k < 3; ++k) {
    const double anchor = r.row[0][k], second = r.row[1][k];
    switch (kind) {
      case RecordKind::aabb: b.center[k] = 0.5 * (anchor + second), b.half[k] = 0.5 * (second - anchor); break;
      case RecordKind::capsule:
        b.center[k] = 0.5 * (anchor + second), b.half[k] = 0.5 * std::abs(second - anchor) + double{r.row[0][3]};
        break;
      case RecordKind::box:
        b.center[k] = anchor;
        for (int i = 1; i < 4; ++i) b.half[k] += std::abs(double{r.row[i][k]}) * double{r.row[i][3]};
        break;
      case RecordKind::quadric: b.center[k] = quadric_range(r, k, b.half[k]); break;
      case RecordKind::hull: b.center[k] = anchor + second, b.half[k] = r.row[2][k]; break;
      default: b.center[k] = anchor, b.half[k] = r.row[0][3];
    }
  }
  if (kind == RecordKind::hull) b.slack = r.row[0][3];
  // Box axes are rounded, which matters for the narrow coordinates of a needle; an unbounded extent is NaN.
  if (kind == RecordKind::box) b.slack = 0x1p-22 * double{r.row[0][3]};
  if (kind == RecordKind::quadric) b.slack = 0x1p-22 * double{r.row[0][3]};
  return b;
}

/// A float that is at most x: subtracts more than the rounding error before rounding to nearest.
float round_down(double x) { return static_cast<float>(x - (std::abs(x) * 0x1p-23 + 0x1p-149)); }
float round_up(double x) { return -round_down(-x); }

/// As a share of the largest extent. Boxes that are 2^-16 of their extents apart are proven separated: the bounds stage
/// requires 80 2^-24 of the pair's size, which is at most twice the extents plus the gap.
constexpr double box_growth = 0x1p-16;

}  // namespace

Bounds3 rounded_bounds(const WideBounds& b, float margin) noexcept {
  constexpr double largest = 0x1p97;
  const double reach = 0.5 * double{margin};
  const double extent = std::max({b.half[0], b.half[1], b.half[2]}) + reach;
  const double more = reach + box_growth * extent + 4 * b.slack;
  Bounds3 out;
  bool valid = true;
  for (int k = 0; k < 3; ++k) {
    const double half = b.half[k] + more;
    out.low[k] = round_down(b.center[k] - half), out.high[k] = round_up(b.center[k] + half);
    valid &= out.low[k] > -largest && out.high[k] < largest && out.low[k] <= out.high[k];
  }
  if (!valid) {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    std::fill_n(out.low, 3, -infinity), std::fill_n(out.high, 3, infinity);
  }
  return out;
}

void move(WideBounds& bounds, const Vec3d& by) noexcept {
  const double offset[3] = {by.x, by.y, by.z};
  for (int k = 0; k < 3; ++k) {
    if (offset[k] == 0) continue;
    bounds.slack += 0x1p-50 * (std::abs(offset[k]) + std::abs(bounds.center[k]));
    bounds.center[k] += offset[k];
  }
}

Bounds3 bounds_of(const Record& record, RecordKind kind, float margin, const Vec3d& by) noexcept {
  WideBounds bounds = wide_bounds(record, kind);
  if (by != Vec3d{}) move(bounds, by);
  return rounded_bounds(bounds, margin);
}

double gap_to_bounds(const Record& record, RecordKind kind, const Vec3& point, const Vec3d& by) noexcept {
  WideBounds b = wide_bounds(record, kind);
  move(b, by);
  const double more = 0.5 * box_growth * std::max({b.half[0], b.half[1], b.half[2]}) + 4 * b.slack;
  const double p[3] = {point.x, point.y, point.z};
  double square = 0;
  for (int k = 0; k < 3; ++k) {
    const double error = 0x1p-50 * (std::abs(p[k]) + std::abs(b.center[k]) + b.half[k]);
    const double gap = std::abs(p[k] - b.center[k]) - (b.half[k] + more + error);
    if (gap > 0) square += gap * gap;  // not for NaN
  }
  return std::sqrt(square) * (1 - 0x1p-49);
}

Vec3d median_position(std::span<const Vec3d> positions, const std::function<bool(std::size_t)>& is_free) {
  constexpr std::size_t most = 63;
  std::array<double, most> along[3];
  std::size_t count = 0;
  const std::size_t size = positions.size(), step = size / most + 1;
  for (std::size_t begin = 0; begin < size; begin += step)
    for (std::size_t i = begin; i < std::min(begin + step, size); ++i) {
      const auto& [x, y, z] = positions[i];
      if (is_free(i) || !std::isfinite(x + y + z)) continue;  // not finite: placed unchecked
      along[0][count] = x, along[1][count] = y, along[2][count++] = z;
      break;
    }
  if (count == 0) return {};
  for (auto& axis : along) std::nth_element(axis.begin(), axis.begin() + count / 2, axis.begin() + count);
  return {along[0][count / 2], along[1][count / 2], along[2][count / 2]};
}

}  // namespace lockstep::detail
