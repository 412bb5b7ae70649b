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
  if (!(squared > (Limits::min)() / Limits::epsilon() && squared <= (Limits::max)())) [[unlikely]] {
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

/// `turn` is a unit vector, the cosine and the sine of an angle: p turned left by it. (As complex numbers, turn * p.)
template <class T>
constexpr Vector2<T> turned(const Vector2<T>& turn, const Vector2<T>& p) noexcept {
  return turn * p.x + left_of(turn) * p.y;
}

/// The way back: p turned right.
template <class T>
constexpr Vector2<T> turned_back(const Vector2<T>& turn, const Vector2<T>& p) noexcept {
  return {dot(turn, p), cross(turn, p)};
}

/// Oriented box, turned by the angle with cosine turn.x and sine turn.y.
template <class T>
struct Box2 {
  using Scalar = T;
  Vector2<T> center;
  Vector2<T> turn;
  Vector2<T> half_extents;

  [[gnu::always_inline]] constexpr Vector2<T> support(const Vector2<T>& direction) const noexcept {
    const Vector2<T> local = turned_back(turn, direction);
    const Vector2<T> corner{local.x >= 0 ? half_extents.x : -half_extents.x,
                            local.y >= 0 ? half_extents.y : -half_extents.y};
    return center + turned(turn, corner);
  }
};

/// The circle of radius 1 with its axes stretched to `radii`, then turned as a box is.
template <class T>
struct Ellipse2 {
  using Scalar = T;
  Vector2<T> center;
  Vector2<T> turn;
  Vector2<T> radii;

  /// Stretching the circle stretches directions to it in the same way: v . (S n) = (S v) . n.
  [[gnu::always_inline]] Vector2<T> support(const Vector2<T>& direction) const noexcept {
    const Vector2<T> local = turned_back(turn, direction);
    const Vector2<T> n = with_length(Vector2<T>{local.x * radii.x, local.y * radii.y}, T(1));
    return center + turned(turn, {n.x * radii.x, n.y * radii.y});
  }
};

/// All points within `radius` of `center` in directions that differ from `turn` by at most an angle of up to a quarter:
/// spread.x is its cosine, spread.y its sine, and neither is negative.
template <class T>
struct Slice2 {
  using Scalar = T;
  Vector2<T> center;
  Vector2<T> turn;
  Vector2<T> spread;
  T radius;

  /// In its own space the slice lies about the x axis, the same above as below. Directions within its angle meet the
  /// arc; of the others, those that still run along a straight side meet its end, the rest the center.
  [[gnu::always_inline]] Vector2<T> support(const Vector2<T>& direction) const noexcept {
    const Vector2<T> local = turned_back(turn, direction);
    const T sign = local.y >= 0 ? T(1) : T(-1);
    const Vector2<T> upper{local.x, local.y * sign};
    if (upper.x > 0 && cross(upper, spread) >= 0) return center + with_length(direction, radius);
    if (!(dot(upper, spread) > 0)) return center;
    return center + turned(turn, {spread.x * radius, spread.y * (sign * radius)});
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
    return position + turned(turn, shape.support(turned_back(turn, direction)));
  }
};

}  // namespace lockstep::reference
