// Support mappings of convex shapes (for GJK and EPA), and their composition: Minkowski sum and difference, convex
// hull, rounding, scaling, transformation.
//
// The support mapping of a convex shape A takes a direction v to a point of A that lies furthest in that direction,
//
//   s_A(v) = a point p of A with the largest p.v
//
// and GJK (gjk.hpp) needs nothing else of a shape. Every closed and bounded convex shape has one, few are longer than a
// line, and compositions of shapes are compositions of their support mappings:
//
//   Sum                  s(v) = s_A(v) + s_B(v)            A + B = { p + q : p in A, q in B }, the Minkowski sum
//   MinkowskiDifference  s(v) = s_A(v) - s_B(-v)           A - B = { p - q : p in A, q in B }
//   HullOf               s(v) = the further one of s_A(v) and s_B(v)
//   Rounded              s(v) = s_A(v) + r v/|v|           all points within r of A: its sum with a ball
//   Stretched            s(v) = S s_A(S v)                 S scales along the axes
//   Transformed          s(v) = t + R s_A(R^-1 v)          rotated, then moved
//
// The last two are one rule: p.(M q) = (M^T p).q, so a matrix takes points there and its transpose takes directions
// back. The named shapes (shapes.hpp, shapes2.hpp) are composed so, and a caller's can be: a tapered capsule is a
// HullOf<Sphere<float>, Sphere<float>>, a box with round corners is a Rounded<Box<float>>.
//
// Directions need no unit length; for the zero direction any point of the shape is valid. Scalars may be of any type,
// and one without a square root (an exact rational) works for every shape that is not round. Code common to space and
// plane is written once, over the type V of the vectors.
//
// Complexity: O(1) for each support point; HullOfPoints O(points).
// Allocates: nothing.
// Throws: nothing.
// Threads: safe.
//
// Sources: G. van den Bergen, "A fast and robust GJK implementation for collision detection of convex objects", 1999,
// for the support mappings and their calculus; C. Ericson, "Real-Time Collision Detection", 2005, 3.8 and 9.5.
#pragma once

#include <cmath>
#include <concepts>
#include <cstddef>
#include <limits>
#include <span>
#include <type_traits>

#include <lockstep/reference/coordinates.hpp>
#include <lockstep/reference/quaternion.hpp>
#include <lockstep/reference/rotation2.hpp>

namespace lockstep::reference {

/// `support(direction)` is a point of the shape with the largest dot product with `direction`.
template <class Shape, class V>
concept SupportMappingOver = requires(const Shape& shape, const V& direction) {
  { shape.support(direction) }
  noexcept->std::same_as<V>;
};

/// A convex shape of space.
template <class Shape>
concept SupportMapping = SupportMappingOver<Shape, Vector<typename Shape::Scalar>>;

/// A convex shape of the plane.
template <class Shape>
concept SupportMapping2 = SupportMappingOver<Shape, Vector2<typename Shape::Scalar>>;

/// Whether its world is space, and not the plane.
template <class Shape>
concept TakesVectorsOfSpace = requires(const Shape& shape, const Vector<typename Shape::Scalar>& direction) {
  shape.support(direction);
};

/// The vectors of the world that a shape lives in, space or the plane.
template <class Shape>
using VectorOf =
    std::conditional_t<TakesVectorsOfSpace<Shape>, Vector<typename Shape::Scalar>, Vector2<typename Shape::Scalar>>;

// Parts: shapes that are not made of others.

/// A point, in space or in the plane.
template <class V>
struct SinglePoint {
  using Scalar = typename V::Scalar;
  V position;

  constexpr V support(const V&) const noexcept { return position; }
};

/// From p0 to p1.
template <class V>
struct Segment {
  using Scalar = typename V::Scalar;
  V p0, p1;

  constexpr V support(const V& direction) const noexcept {
    // A name for the end, because g++ 12 makes a branch of a returned choice, which is mispredicted every other time.
    const V end = dot(p1 - p0, direction) >= 0 ? p1 : p0;
    return end;
  }
};

/// A box along the axes of the coordinates.
template <class V>
struct AlignedBox {
  using Scalar = typename V::Scalar;
  V min, max;

  constexpr V support(const V& direction) const noexcept { return furthest_corner(min, max, direction); }
};

/// A box along the axes of the coordinates, about the origin.
template <class V>
struct CenteredBox {
  using Scalar = typename V::Scalar;
  V half_extents;

  constexpr V support(const V& direction) const noexcept {
    return furthest_corner(-half_extents, half_extents, direction);
  }
};

/// The convex hull of at least one point, in any order, by scanning all of them.
template <class V>
struct HullOfPoints {
  using Scalar = typename V::Scalar;
  std::span<const V> points;

  constexpr V support(const V& direction) const noexcept {
    std::size_t best = 0;
    Scalar furthest = dot(points[0], direction);
    for (std::size_t i = 1; i < points.size(); ++i) {
      const Scalar distance = dot(points[i], direction);
      if (distance > furthest) {
        furthest = distance;
        best = i;
      }
    }
    return points[best];
  }
};

/// with_length for directions whose square loses digits or overflows: scales the largest coordinate to one first.
/// Rarely called.
template <class V>
V extreme_with_length(const V& direction, const typename V::Scalar& length) noexcept {
  using std::sqrt;
  using T = typename V::Scalar;
  const T largest = largest_magnitude(direction);
  if (!(largest > 0)) return V{};
  const V unit = divided(direction, largest);
  return unit * (length / sqrt(dot(unit, unit)));
}

/// `direction` with length `length`; the zero vector stays zero.
template <class V>
V with_length(const V& direction, const typename V::Scalar& length) noexcept {
  using std::sqrt;
  using T = typename V::Scalar;
  using Limits = std::numeric_limits<T>;
  const T squared = dot(direction, direction);
  if (!(squared > (Limits::min)() / Limits::epsilon() && squared <= (Limits::max)())) [[unlikely]] {
    return extreme_with_length(direction, length);
  }
  return direction * (length / sqrt(squared));
}

/// All points within `radius` of `center`.
template <class V>
struct Ball {
  using Scalar = typename V::Scalar;
  V center;
  Scalar radius;

  V support(const V& direction) const noexcept { return center + with_length(direction, radius); }
};

/// All points within 1 of the origin.
template <class V>
struct UnitBall {
  using Scalar = typename V::Scalar;

  V support(const V& direction) const noexcept { return with_length(direction, Scalar(1)); }
};

// Shapes made of shapes.

/// The sums p + q of a point p of `a` and a point q of `b`: `a` swept over `b`.
template <class A, class B>
struct Sum {
  using Scalar = typename A::Scalar;
  A a;
  B b;

  constexpr VectorOf<A> support(const VectorOf<A>& direction) const noexcept {
    return a.support(direction) + b.support(direction);
  }
};

/// The differences p - q of a point p of `a` and a point q of `b`: the sum of `a` and of `b` mirrored at the origin.
/// It refers to both shapes.
template <class A, class B>
  requires SupportMappingOver<A, VectorOf<A>> && SupportMappingOver<B, VectorOf<A>>
struct MinkowskiDifference {
  using Scalar = typename A::Scalar;
  const A& a;
  const B& b;

  constexpr VectorOf<A> support(const VectorOf<A>& direction) const noexcept {
    return a.support(direction) - b.support(-direction);
  }
};

/// The convex hull of two shapes: all segments from one to the other.
template <class A, class B>
struct HullOf {
  using Scalar = typename A::Scalar;
  A a;
  B b;

  constexpr VectorOf<A> support(const VectorOf<A>& direction) const noexcept {
    const VectorOf<A> p = a.support(direction), q = b.support(direction);
    return dot(p - q, direction) >= 0 ? p : q;
  }
};

/// All points within `radius` of a shape: its sum with a ball about the origin.
template <class Shape>
struct Rounded {
  using Scalar = typename Shape::Scalar;
  Shape shape;
  Scalar radius;

  VectorOf<Shape> support(const VectorOf<Shape>& direction) const noexcept {
    return shape.support(direction) + with_length(direction, radius);
  }
};

/// A shape whose coordinates are multiplied by `factors`.
template <class Shape>
struct Stretched {
  using Scalar = typename Shape::Scalar;
  Shape shape;
  VectorOf<Shape> factors;

  constexpr VectorOf<Shape> support(const VectorOf<Shape>& direction) const noexcept {
    return stretched(shape.support(stretched(direction, factors)), factors);
  }
};

/// The representation of a rotation: a quaternion in space, the cosine and the sine of an angle in the plane.
template <class Shape>
using RotationOf =
    std::conditional_t<TakesVectorsOfSpace<Shape>, Quaternion<typename Shape::Scalar>, Vector2<typename Shape::Scalar>>;

/// A shape given in its local space: the local point p lies at `position` + rotation * p of the world. The rotation may
/// be of any type that has `direction_to_local` and `point_to_world`; the columns of a matrix, for example.
template <class Shape, class Rotation = RotationOf<Shape>>
struct Transformed {
  using Scalar = typename Shape::Scalar;
  Shape shape;
  VectorOf<Shape> position;
  Rotation rotation;

  constexpr VectorOf<Shape> support(const VectorOf<Shape>& direction) const noexcept {
    return position + point_to_world(rotation, shape.support(direction_to_local(rotation, direction)));
  }
};

}  // namespace lockstep::reference
