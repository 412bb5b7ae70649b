// Shapes for the scalar reference: small structs with a support mapping, over any scalar type.
//
// support(direction) is a point of the shape with the largest dot product with `direction`; for the zero direction that
// is any point. Directions need no unit length. A type without a square root (an exact rational) works for every shape
// that is not round.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>

#include <lockstep/reference/quaternion.hpp>
#include <lockstep/reference/vector.hpp>

namespace lockstep::reference {

/// with_length where the square of the direction loses digits or overflows: its largest coordinate is made one first.
template <class T>
[[gnu::noinline, gnu::cold]] Vector<T> extreme_with_length(const Vector<T>& direction, const T& length) noexcept {
  using std::abs, std::sqrt;
  T largest = abs(direction.x);
  if (abs(direction.y) > largest) largest = abs(direction.y);
  if (abs(direction.z) > largest) largest = abs(direction.z);
  if (!(largest > 0)) return {T(0), T(0), T(0)};
  const Vector<T> unit{direction.x / largest, direction.y / largest, direction.z / largest};
  return unit * (length / sqrt(dot(unit, unit)));
}

/// `direction` with length `length`; the zero vector stays zero.
template <class T>
[[gnu::always_inline]] inline Vector<T> with_length(const Vector<T>& direction, const T& length) noexcept {
  using std::sqrt;
  using Limits = std::numeric_limits<T>;
  const T squared = dot(direction, direction);
  if (!(squared > Limits::min() / Limits::epsilon() && squared <= Limits::max())) [[unlikely]] {
    return extreme_with_length(direction, length);
  }
  return direction * (length / sqrt(squared));
}

template <class T>
struct Point {
  using Scalar = T;
  Vector<T> position;

  [[gnu::always_inline]] constexpr Vector<T> support(const Vector<T>&) const noexcept { return position; }
};

/// All points within `radius` of `center`.
template <class T>
struct Sphere {
  using Scalar = T;
  Vector<T> center;
  T radius;

  [[gnu::always_inline]] Vector<T> support(const Vector<T>& direction) const noexcept {
    return center + with_length(direction, radius);
  }
};

/// Axis-aligned box.
template <class T>
struct Aabb {
  using Scalar = T;
  Vector<T> min, max;

  [[gnu::always_inline]] constexpr Vector<T> support(const Vector<T>& direction) const noexcept {
    return {direction.x >= 0 ? max.x : min.x, direction.y >= 0 ? max.y : min.y, direction.z >= 0 ? max.z : min.z};
  }
};

/// Oriented box; `axes` are the columns of its rotation (`rotation_axes(q)` makes them).
template <class T>
struct Box {
  using Scalar = T;
  Vector<T> center;
  std::array<Vector<T>, 3> axes;
  Vector<T> half_extents;

  [[gnu::always_inline]] constexpr Vector<T> support(const Vector<T>& direction) const noexcept {
    const Vector<T> local = to_local(axes, direction);
    const Vector<T> corner{local.x >= 0 ? half_extents.x : -half_extents.x,
                           local.y >= 0 ? half_extents.y : -half_extents.y,
                           local.z >= 0 ? half_extents.z : -half_extents.z};
    return center + to_world(axes, corner);
  }
};

/// All points within `radius` of the segment from p0 to p1.
template <class T>
struct Capsule {
  using Scalar = T;
  Vector<T> p0, p1;
  T radius;

  [[gnu::always_inline]] Vector<T> support(const Vector<T>& direction) const noexcept {
    const Vector<T> end = dot(p1 - p0, direction) >= 0 ? p1 : p0;
    return end + with_length(direction, radius);
  }
};

/// The convex hull of at least one point, by scanning all of them; the 8 corners of a frustum, for example.
template <class T>
struct PointCloud {
  using Scalar = T;
  std::span<const Vector<T>> points;

  [[gnu::always_inline]] constexpr Vector<T> support(const Vector<T>& direction) const noexcept {
    std::size_t best = 0;
    T furthest = dot(points[0], direction);
    for (std::size_t i = 1; i < points.size(); ++i) {
      const T distance = dot(points[i], direction);
      if (distance > furthest) {
        furthest = distance;
        best = i;
      }
    }
    return points[best];
  }
};

/// All points within `radius` of a shape.
template <class Shape>
struct Rounded {
  using Scalar = typename Shape::Scalar;
  Shape shape;
  Scalar radius;

  [[gnu::always_inline]] Vector<Scalar> support(const Vector<Scalar>& direction) const noexcept {
    return shape.support(direction) + with_length(direction, radius);
  }
};

/// A shape given in its local space: the local point p lies at `position` + rotation * p of the world.
template <class Shape>
struct Transformed {
  using Scalar = typename Shape::Scalar;
  Shape shape;
  Vector<Scalar> position;
  Quaternion<Scalar> rotation;

  /// The direction goes to local space and the point comes back; a direction may be scaled, a point may not.
  [[gnu::always_inline]] constexpr Vector<Scalar> support(const Vector<Scalar>& direction) const noexcept {
    const std::array<Vector<Scalar>, 3> axes = scaled_axes(rotation);
    const Vector<Scalar> local = shape.support(to_local(axes, direction));
    return position + to_world(axes, local) * (Scalar(1) / length_squared(rotation));
  }
};

}  // namespace lockstep::reference
