// The convex shapes of the plane for the scalar reference (circle, capsule, polygon, oriented box, ellipse, slice),
// composed as those of space (shapes.hpp). A support point costs O(1), O(points) for a polygon; nothing here allocates
// or throws.
#pragma once

#include <lockstep/reference/support.hpp>

namespace lockstep::reference {

template <class T>
using Point2 = SinglePoint<Vector2<T>>;

/// All points within `radius` of `center`.
template <class T>
using Circle2 = Ball<Vector2<T>>;

/// All points within `radius` of the segment from p0 to p1.
template <class T>
using Capsule2 = Rounded<Segment<Vector2<T>>>;

/// The convex hull of at least one of the `points`, in any order, by scanning all of them.
template <class T>
using Polygon2 = HullOfPoints<Vector2<T>>;

/// A shape given in its local space: turned left by the angle with cosine rotation.x and sine rotation.y, then moved.
template <class Shape>
using Transformed2 = Transformed<Shape, Vector2<typename Shape::Scalar>>;

/// Oriented box, turned by the angle with cosine turn.x and sine turn.y.
template <class T>
struct Box2 {
  using Scalar = T;
  Vector2<T> center;
  Vector2<T> turn;
  Vector2<T> half_extents;

  constexpr Transformed2<CenteredBox<Vector2<T>>> parts() const noexcept { return {{half_extents}, center, turn}; }
  constexpr Vector2<T> support(const Vector2<T>& direction) const noexcept { return parts().support(direction); }
};

/// The circle of radius 1 with its axes stretched to `radii`, then turned as a box is.
template <class T>
struct Ellipse2 {
  using Scalar = T;
  Vector2<T> center;
  Vector2<T> turn;
  Vector2<T> radii;

  constexpr Transformed2<Stretched<UnitBall<Vector2<T>>>> parts() const noexcept { return {{{}, radii}, center, turn}; }
  Vector2<T> support(const Vector2<T>& direction) const noexcept { return parts().support(direction); }
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

  /// In its own space the slice lies symmetrically about the x axis. Directions within its angle meet the arc; those of
  /// the others that still run along a straight side meet its end, the rest the center.
  Vector2<T> support(const Vector2<T>& direction) const noexcept {
    const Vector2<T> local = turned_back(turn, direction);
    const T sign = local.y >= 0 ? T(1) : T(-1);
    const Vector2<T> upper{local.x, local.y * sign};
    if (upper.x > 0 && cross(upper, spread) >= 0) return center + with_length(direction, radius);
    if (!(dot(upper, spread) > 0)) return center;
    return center + turned(turn, {spread.x * radius, spread.y * (sign * radius)});
  }
};

}  // namespace lockstep::reference
