// Float shapes, each about a position of its own, that contain the shapes of doubles: a set keeps the position as it is
// (ShapeSet::place), and what floats cannot hold makes the shape a little larger, never smaller.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <lockstep/shapes.hpp>

#include "arrays/floats.hpp"

namespace lockstep::python {

inline constexpr double least_growth = 0x1p-120;  // covers the rounding of numbers below the normal floats

/// A size and more of it. What is no size stays as it is.
inline float grown(float size, double more) {
  if (!(size >= 0)) return size;
  return rounded_up(std::nextafter(size + more, std::numeric_limits<double>::infinity()));
}

/// What rounding takes from b + a. Source: D. E. Knuth, "The Art of Computer Programming", volume 2, 4.2.2.
inline double rest_of_sum(double b, double a, double sum) {
  const double of_a = sum - b;
  return (b - (sum - of_a)) + (a - of_a);
}

/// Not below a + b.
inline float sum_around(double a, double b) {
  const double sum = a + b;
  return rounded_up(rest_of_sum(b, a, sum) > 0 ? std::nextafter(sum, std::numeric_limits<double>::infinity()) : sum);
}

inline Vec3 nearest_floats(const Vec3d& v) { return {nearest_float(v.x), nearest_float(v.y), nearest_float(v.z)}; }

/// Whether b - a is exactly `by`.
inline bool is_difference(double b, double a, double by) { return rest_of_sum(b, -a, by) == 0; }

/// The size of a box along an axis, not below max - min. Below 0 if that is.
inline float size_around(double min, double max) {
  return max < min ? size_rounded_up(max - min) : sum_around(max, -min);
}

/// The least floats around b - a: two, or one twice if that is the difference.
inline std::array<float, 2> floats_around(double b, double a) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const double by = b - a, rest = rest_of_sum(b, -a, by);
  const float nearest = nearest_float(by);
  const bool is_above = nearest > by || (nearest == by && rest < 0),
             is_below = nearest < by || (nearest == by && rest > 0);
  return {is_above ? std::nextafter(nearest, -infinity) : nearest,
          is_below ? std::nextafter(nearest, infinity) : nearest};
}

/// An aligned box by its centre and half extents, which contains it. Invalid if one of these is.
inline Aabb box_around(const Vec3& c, const Vec3& half) {
  const auto low = [](float center, float h) { return h >= 0 ? -sum_around(-double{center}, h) : center - h; };
  const auto high = [](float center, float h) { return h >= 0 ? sum_around(center, h) : center + h; };
  return {{low(c.x, half.x), low(c.y, half.y), low(c.z, half.z)},
          {high(c.x, half.x), high(c.y, half.y), high(c.z, half.z)}};
}

/// From one point to another.
struct Way {
  Vec3d by;
  double length, error;  // how far the floats nearest to `by` may be from the way; 0 if they are the way

  Way(const Vec3d& from, const Vec3d& to) : by{to.x - from.x, to.y - from.y, to.z - from.z} {
    length = std::hypot(by.x, by.y, by.z);
    const Vec3 floats = nearest_floats(by);
    error = std::hypot(by.x - floats.x, by.y - floats.y, by.z - floats.z);
    const bool is_exact =
        is_difference(to.x, from.x, by.x) && is_difference(to.y, from.y, by.y) && is_difference(to.z, from.z, by.z);
    if (error != 0 || !is_exact) error = error * (1 + 0x1p-50) + length * 0x1p-51 + least_growth;
  }
  /// A point of the line that is `along` behind its start.
  [[nodiscard]] Vec3d point(double along) const {
    const double part = along / length;
    return {by.x * part, by.y * part, by.z * part};
  }
};

inline bool is_size(float x) { return x >= 0 && x <= max_coordinate; }

inline Capsule around(const Way& way, float radius, const Capsule&) {
  return {{}, nearest_floats(way.by), way.error == 0 ? radius : grown(radius, way.error)};
}

/// The axis of the floats is off by an angle of up to 2^-23, and its ends by 2^-24 of the length: all that stays within
/// 2^-22 of length and radius.
inline Cylinder around(const Way& way, float radius, const Cylinder&) {
  if (way.error == 0 || !is_size(radius)) return {{}, nearest_floats(way.by), radius};
  const double more = 0x1p-21 * (way.length + radius) + least_growth;
  return {nearest_floats(way.point(-more)), nearest_floats(way.point(way.length + more)), grown(radius, more)};
}

/// The side moves outwards by `more` along its normal, the base down by that. Needles become thicker and flat cones
/// higher, or the top would go far up, and the base far out.
inline Cone around(const Way& way, float radius, const Cone&) {
  if (way.error == 0 || !is_size(radius)) return {{}, nearest_floats(way.by), radius};
  const double more = 0x1p-21 * (way.length + radius) + least_growth;
  const double thick = std::max(double{radius}, 0x1p-11 * way.length), tall = std::max(way.length, 0x1p-11 * thick);
  const double side = std::hypot(tall, thick);
  return {nearest_floats(way.point(-more)), nearest_floats(way.point(tall + more * side / thick)),
          rounded_up(thick + more * (thick + side) / tall)};
}

/// A rotation that was rounded to floats turns by up to 2^-23 more or less, so a point moves by that part of its
/// distance from the centre.
inline Vec3 box_around_turned(const Vec3& half) {
  const double more = 0x1p-22 * (double{half.x} + half.y + half.z);
  return {grown(half.x, more), grown(half.y, more), grown(half.z, more)};
}

/// With d = 2^-23 r, the most that a point moves, and radii larger by a, the reach along n is at least that of the
/// ellipsoid plus d: a^2 >= d^2 + d^2 r / (2 a), which a = 2^-15 r fulfils.
inline Vec3 ellipsoid_around_turned(const Vec3& radii) {
  const double more = 0x1p-15 * std::max({radii.x, radii.y, radii.z});
  return {grown(radii.x, more), grown(radii.y, more), grown(radii.z, more)};
}

}  // namespace lockstep::python
