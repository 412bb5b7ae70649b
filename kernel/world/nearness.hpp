// Distances from a point to objects of a world, in double with an error bound. Comparisons are exact where the bound is
// too wide (docs/numerics.md).
#pragma once

#include <algorithm>
#include <cmath>
#include <iterator>

#include "base/exact_number.hpp"
#include "table/view_kind.hpp"
#include "world/world_store.hpp"

namespace lockstep::detail {

/// Exceeds the rounding error of a distance in double, relative to the distance and the radius.
inline constexpr double distance_bound = 0x1p-49;

/// A ball, or a box.
template <ViewKind K>
struct Solid {
  float number[stream_count(K)];

  Solid(const World::Store& store, std::size_t at) {
    for (std::size_t s = 0; s < stream_count(K); ++s) number[s] = store.number(s, at);
  }
  [[nodiscard]] float radius() const {
    if constexpr (K == ViewKind::spheres)
      return number[3];
    else
      return 0;
  }
};

/// The squared distance from the point to the ball's centre, or to the box, computed with `Number`.
template <class Number, ViewKind K>
Number square_to_core(const Vec3& point, const Solid<K>& solid) {
  const float p[3] = {point.x, point.y, point.z};
  Number sum{};
  for (int axis = 0; axis < 3; ++axis) {
    const float low = solid.number[axis], high = solid.number[K == ViewKind::aabbs ? axis + 3 : axis];
    if (p[axis] >= low && p[axis] <= high) continue;
    const Number offset = Number(p[axis]) - Number(p[axis] < low ? low : high);
    sum = sum + offset * offset;
  }
  return sum;
}

/// A distance, or 0 if it is proven to be 0; its error is at most `error`.
struct RoundedDistance {
  double value, error;
};

template <ViewKind K>
RoundedDistance rounded_distance(const Vec3& point, const Solid<K>& solid) {
  const double core = std::sqrt(square_to_core<double>(point, solid)), radius = solid.radius();
  const double error = (core + radius) * distance_bound;
  if (core + error <= radius) return {0, 0};
  return {core > radius ? core - radius : 0, error};
}

template <ViewKind K>
bool is_inside(const ExactNumber& square, const Solid<K>& solid) {
  const ExactNumber radius(solid.radius());
  return (square - radius * radius).sign() <= 0;
}

/// The sign of a - b for the exact distances a and b of the point to two solids. With squared distances A, B to the
/// cores and radii r, s, this is the sign of root A - root B - (r - s). Squaring twice gives a comparison of integers.
template <ViewKind K>
int compare_exactly(const Vec3& point, const Solid<K>& a, const Solid<K>& b) {
  if (std::equal(std::begin(a.number), std::end(a.number), std::begin(b.number))) return 0;
  const auto square_a = square_to_core<ExactNumber>(point, a), square_b = square_to_core<ExactNumber>(point, b);
  const bool in_a = is_inside(square_a, a), in_b = is_inside(square_b, b);
  if (in_a || in_b) return int{in_b} - int{in_a};
  const ExactNumber longer = ExactNumber(a.radius()) - ExactNumber(b.radius());
  if (longer.sign() < 0) return -compare_exactly(point, b, a);
  // compares root A with root B + t, t >= 0: A - B - t^2 with 2 t root B, which is not negative
  const ExactNumber rest = square_a - square_b - longer * longer;
  if (rest.sign() < 0) return -1;
  const ExactNumber twice = longer + longer;
  return (rest * rest - twice * twice * square_b).sign();
}

/// Whether the exact distance is at most `reach`.
template <ViewKind K>
bool is_within(const Vec3& point, const Solid<K>& solid, float reach) {
  const double square = square_to_core<double>(point, solid), limit = double{solid.radius()} + reach;
  const double limit_square = limit * limit, error = (square + limit_square) * distance_bound;
  if (square + error < limit_square) return true;
  if (square > limit_square + error) return false;
  const ExactNumber exact_limit = ExactNumber(solid.radius()) + ExactNumber(reach);
  return (square_to_core<ExactNumber>(point, solid) - exact_limit * exact_limit).sign() <= 0;
}

}  // namespace lockstep::detail
