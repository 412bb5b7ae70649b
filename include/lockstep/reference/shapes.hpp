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
  if (!(squared > (Limits::min)() / Limits::epsilon() && squared <= (Limits::max)())) [[unlikely]] {
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

/// The ball of radius 1 with its axes stretched to `radii` and turned; `axes` as those of a box.
template <class T>
struct Ellipsoid {
  using Scalar = T;
  Vector<T> center;
  std::array<Vector<T>, 3> axes;
  Vector<T> radii;

  /// Stretching the ball stretches directions to it in the same way: v . (S n) = (S v) . n.
  [[gnu::always_inline]] Vector<T> support(const Vector<T>& direction) const noexcept {
    const Vector<T> local = to_local(axes, direction);
    const Vector<T> n = with_length(Vector<T>{local.x * radii.x, local.y * radii.y, local.z * radii.z}, T(1));
    return center + to_world(axes, {n.x * radii.x, n.y * radii.y, n.z * radii.z});
  }
};

/// The farthest point of a disc from its centre. `axis` is at right angles to the disc and not zero.
template <class T>
[[gnu::always_inline]] inline Vector<T> disc_support(const Vector<T>& axis, const T& radius,
                                                     const Vector<T>& direction) noexcept {
  // Whatever rounding leaves of a direction along the axis, the outer product turns it into the plane of the disc.
  const Vector<T> n = with_length(axis, T(1));
  return with_length(cross(cross(n, direction), n), radius);
}

/// The hull of two discs about p0 and p1, which differ, at right angles to the axis between them.
template <class T>
struct Cylinder {
  using Scalar = T;
  Vector<T> p0, p1;
  T radius;

  [[gnu::always_inline]] Vector<T> support(const Vector<T>& direction) const noexcept {
    const Vector<T> axis = p1 - p0;
    const Vector<T> end = dot(axis, direction) >= 0 ? p1 : p0;
    return end + disc_support(axis, radius, direction);
  }
};

/// The hull of a disc about `base`, at right angles to the axis, and of `apex`, which is not `base`.
template <class T>
struct Cone {
  using Scalar = T;
  Vector<T> base, apex;
  T radius;

  [[gnu::always_inline]] Vector<T> support(const Vector<T>& direction) const noexcept {
    const Vector<T> axis = apex - base, rim = disc_support(axis, radius, direction);
    return dot(axis, direction) >= dot(rim, direction) ? apex : base + rim;
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
