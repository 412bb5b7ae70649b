// Float shapes, each about a position of its own, that contain the shapes of doubles: a set keeps the position as it is
// (ShapeSet::place), and what floats cannot hold makes the shape a little larger, never smaller.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include <lockstep/shapes.hpp>

namespace lockstep::python {

inline constexpr double least_growth = 0x1p-120;  // covers the rounding of numbers below the normal floats

inline float rounded_up(double x) {
  const float nearest = static_cast<float>(x);
  return nearest < x ? std::nextafter(nearest, std::numeric_limits<float>::infinity()) : nearest;
}

inline Vec3 nearest_floats(const Vec3d& v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

/// Whether b - a is exactly `by`. Source: D. E. Knuth, "The Art of Computer Programming", volume 2, 4.2.2.
inline bool is_difference(double b, double a, double by) {
  const double of_a = by - b;
  return (b - (by - of_a)) + (-a - of_a) == 0;
}

/// The size of a box along an axis, not below max - min. Negative if that is.
inline float size_around(double min, double max) {
  const double size = max - min;
  if (!(size > 0) || is_difference(max, min, size)) return rounded_up(size);
  return rounded_up(std::nextafter(size, std::numeric_limits<double>::infinity()));
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

inline Capsule around(const Way& way, float radius, const Capsule&) {
  return {{}, nearest_floats(way.by), way.error == 0 ? radius : rounded_up(radius + way.error)};
}

/// The axis of the floats is off by an angle of up to 2^-23, and its ends by 2^-24 of the length: all that stays within
/// 2^-22 of length and radius.
inline Cylinder around(const Way& way, float radius, const Cylinder&) {
  if (way.error == 0) return {{}, nearest_floats(way.by), radius};
  const double more = 0x1p-21 * (way.length + radius) + least_growth;
  return {nearest_floats(way.point(-more)), nearest_floats(way.point(way.length + more)), rounded_up(radius + more)};
}

/// The side moves outwards by `more` along its normal, the base down by that. Needles become thicker, or the top would
/// go far up.
inline Cone around(const Way& way, float radius, const Cone&) {
  if (way.error == 0) return {{}, nearest_floats(way.by), radius};
  const double more = 0x1p-21 * (way.length + radius) + least_growth;
  const double thick = std::max(double{radius}, 0x1p-11 * way.length);
  const double side = std::hypot(way.length, thick);
  return {nearest_floats(way.point(-more)), nearest_floats(way.point(way.length + more * side / thick)),
          rounded_up(thick + more * (thick + side) / way.length)};
}

/// A rotation that was rounded to floats turns by up to 2^-23 more or less, so a point moves by that part of its
/// distance from the centre.
inline Vec3 box_around_turned(const Vec3& half) {
  const double more = 0x1p-22 * (double{half.x} + half.y + half.z);
  return {rounded_up(half.x + more), rounded_up(half.y + more), rounded_up(half.z + more)};
}

/// With d = 2^-23 r, the most that a point moves, and radii larger by a, the reach along n is at least that of the
/// ellipsoid plus d: a^2 >= d^2 + d^2 r / (2 a), which a = 2^-15 r fulfils.
inline Vec3 ellipsoid_around_turned(const Vec3& radii) {
  const double more = 0x1p-15 * std::max({radii.x, radii.y, radii.z});
  return {rounded_up(radii.x + more), rounded_up(radii.y + more), rounded_up(radii.z + more)};
}

}  // namespace lockstep::python
