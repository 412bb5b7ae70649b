// Shapes of the plane for the scalar reference; shapes.hpp has those of space and the rules of `support`.
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <span>

#include <lockstep/reference/vector2.hpp>

namespace lockstep::reference {

/// with_length where the square of the direction loses digits or overflows: its largest coordinate is made one first.
template <class T>
[[gnu::noinline, gnu::cold]] Vector2<T> extreme_with_length(const Vector2<T>& direction, const T& length) noexcept {
  using std::abs, std::sqrt;
  const T largest = abs(direction.x) > abs(direction.y) ? abs(direction.x) : abs(direction.y);
  if (!(largest > 0)) return {T(0), T(0)};
  const Vector2<T> unit{direction.x / largest, direction.y / largest};
  return unit * (length / sqrt(dot(unit, unit)));
}

/// `direction` with length `length`; the zero vector stays zero.
template <class T>
[[gnu::always_inline]] inline Vector2<T> with_length(const Vector2<T>& direction, const T& length) noexcept {
  using std::sqrt;
  using Limits = std::numeric_limits<T>;
  const T squared = dot(direction, direction);
  if (!(squared > Limits::min() / Limits::epsilon() && squared <= Limits::max())) [[unlikely]] {
    return extreme_with_length(direction, length);
  }
  return direction * (length / sqrt(squared));
}

template <class T>
struct Point2 {
  using Scalar = T;
  Vector2<T> position;

  [[gnu::always_inline]] constexpr Vector2<T> support(const Vector2<T>&) const noexcept { return position; }
};

/// All points within `radius` of `center`.
template <class T>
struct Circle2 {
  using Scalar = T;
  Vector2<T> center;
  T radius;

  [[gnu::always_inline]] Vector2<T> support(const Vector2<T>& direction) const noexcept {
    return center + with_length(direction, radius);
  }
};

/// All points within `radius` of the segment from p0 to p1.
template <class T>
struct Capsule2 {
  using Scalar = T;
  Vector2<T> p0, p1;
  T radius;

  [[gnu::always_inline]] Vector2<T> support(const Vector2<T>& direction) const noexcept {
    const Vector2<T> end = dot(p1 - p0, direction) >= 0 ? p1 : p0;
    return end + with_length(direction, radius);
  }
};

/// The convex hull of at least one point, in any order, by scanning all of them.
template <class T>
struct Polygon2 {
  using Scalar = T;
  std::span<const Vector2<T>> points;

  [[gnu::always_inline]] constexpr Vector2<T> support(const Vector2<T>& direction) const noexcept {
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

/// A shape given in its local space: turned left by the angle with cosine turn.x and sine turn.y, then moved.
template <class Shape>
struct Transformed2 {
  using Scalar = typename Shape::Scalar;
  Shape shape;
  Vector2<Scalar> position;
  Vector2<Scalar> turn;

  [[gnu::always_inline]] constexpr Vector2<Scalar> support(const Vector2<Scalar>& direction) const noexcept {
    const Vector2<Scalar> local = shape.support({dot(turn, direction), cross(turn, direction)});
    return position + (turn * local.x + left_of(turn) * local.y);
  }
};

}  // namespace lockstep::reference
