// The scalar reference of continuous collision detection (shape cast, ray cast, time of impact): conservative
// advancement, in space and in the plane. When do two moving shapes meet? A ray is a point that moves.
//
//   using namespace lockstep::reference;
//   auto cast = first_contact(Sphere<double>{{0, 0, 0}, 1}, Aabb<double>{{5, -1, -1}, {6, 1, 1}}, {8, 0, 0});
//   // cast.hit, cast.lower <= 0.5 <= cast.upper, cast.normal = {-1, 0, 0}, cast.on_b = {5, 0, 0}
//   auto ray = cast_ray(Vector<double>{0, 0, 0}, {10, 0, 0}, Sphere<double>{{5, 0, 0}, 1});    // 0.4: at {4, 0, 0}
//
// THE IDEA. Let d be a proven gap along the unit normal n from b to a (distance.hpp), and let s bound the closing speed
// of that gap. They cannot meet before d / s has passed, so it is safe to advance by that and to measure again:
//
//      a         n        b            The gap along n is a lower bound of the distance at every time, whatever
//     .-.  <---------   .----.         the nearest points do meanwhile. So no step goes beyond the first contact,
//    (   )      d       |    |         and the sum of the steps is a lower bound of its time. If s <= 0, the gap
//     '-'  ---->        '----'         along n does not close in the whole step: they do not meet.
//           s
//
// In floating point some roundings of the largest coordinate are subtracted from each gap, to cover the rounding
// errors.
//
// TRANSLATION by m: every point of a has the velocity m, and s = -n.m exactly. The distance of convex shapes is then a
// convex function of the time, and the steps are those of Newton's method from the left: few, except for a graze.
//
// WITH TURNS: a point at r from the center has the velocity m + w x r. As n.(w x r) = (n x w).r, its part along n is at
// most |n x w| times the largest r. That is a bound for all orientations, so it holds for the whole step. It is too
// large for most of them, so each advance covers only a part of the remaining time, and there are more. Turns of many
// radians in one step may not arrive: after `max_advances` the answer is a conservative hit at a fraction that is too
// early. A turn of x radians is only as exact as the number x.
//
// IT ENDS as a hit when the shapes are within `tolerance` (a share of their largest coordinate) or when no number lies
// between two fractions; as a miss when the gap cannot close in the rest of the step; as a hit after `max_advances`.
// Only a miss is proven by then: every other answer is a conservative hit, NaN as well. `upper` proves a hit: at that
// fraction a simplex encloses O. It stays infinite if no such fraction is found: in a graze, and if the difference of
// the two is flat (a ray and a triangle).
//
// Complexity: at most 2 `max_advances` distances for each query, mostly a few.
// Allocates: nothing.
// Throws: nothing.
// Threads: safe; no shared state.
//
// Sources: B. Mirtich, "Impulse-based dynamic simulation of rigid body systems", 1996, for conservative advancement; G.
// van den Bergen, "Ray casting against general convex objects with application to continuous collision detection",
// 2004, for the plane that clips the motion.
#pragma once

#include <array>
#include <cmath>
#include <limits>
#include <type_traits>

#include <lockstep/reference/depth.hpp>
#include <lockstep/reference/distance.hpp>
#include <lockstep/reference/distance2.hpp>
#include <lockstep/reference/quaternion.hpp>
#include <lockstep/reference/rotation2.hpp>

namespace lockstep::reference {

inline constexpr int max_advances = 256;

template <class V>
struct Cast {
  using Scalar = typename V::Scalar;
  bool hit;      ///< not a proven miss: at `lower` they touch up to the tolerance, or the search was given up there
  Scalar lower;  ///< there is no contact before this fraction of the step, 0 to 1; 1 if they miss
  Scalar upper;  ///< contact by this fraction; infinity if that is not proven
  V normal;      ///< of the last gap: unit, from b to a; zero if they overlap from the start
  V on_b;        ///< at `lower`: the point of b nearest to a; meaningless if they miss
};

/// A reference to a shape: compositions (support.hpp) need not copy it.
template <class Shape>
struct Borrowed {
  using Scalar = typename Shape::Scalar;
  const Shape& shape;

  constexpr VectorOf<Shape> support(const VectorOf<Shape>& direction) const noexcept {
    return shape.support(direction);
  }
};

/// A shape moved by an offset: its sum with a point.
template <class Shape>
using Moved = Sum<Borrowed<Shape>, SinglePoint<VectorOf<Shape>>>;

/// A fraction at which a simplex encloses O, infinity if none is found. Tries `step` after t, then four times as far.
template <class Path, class T>
T proven_contact(const Path& path, const T& t, T step) noexcept {
  for (int i = 0; i < max_advances && step > 0; ++i, step = step * T(4)) {
    const T fraction = t + step < T(1) ? t + step : T(1);
    if (path.distance_at(fraction).upper == 0) return fraction;
    if (!(fraction < T(1))) break;
  }
  return std::numeric_limits<T>::infinity();
}

/// A path gives the distance of the shapes at a fraction of the step, and a bound on the closing speed of a gap along a
/// normal.
template <class V, class Path>
Cast<V> advance_along(const Path& path, const typename V::Scalar& size, const typename V::Scalar& tolerance) noexcept {
  using T = typename V::Scalar;
  constexpr T epsilon = std::numeric_limits<T>::epsilon();
  const T within = tolerance * size, slack = T(8) * epsilon * size;
  Cast<V> cast{true, T(0), std::numeric_limits<T>::infinity(), {}, {}};
  T closing(0);
  for (int i = 0; i < max_advances; ++i) {
    const Distance<V> gap = path.distance_at(cast.lower);
    if (!gap.overlapping) cast.normal = gap.normal;
    cast.on_b = gap.on_b;
    if (gap.upper == 0) cast.upper = cast.lower;
    if (gap.overlapping || !(gap.upper > within)) break;
    closing = path.closing_speed(gap.normal);
    const T next = cast.lower + (gap.lower - slack) / closing;
    if (closing <= 0 || next > T(1)) return {false, T(1), cast.upper, gap.normal, gap.on_b};
    if (!(next > cast.lower)) break;  // rounding, or NaN
    cast.lower = next;
  }
  if (cast.upper > T(1) && closing > 0) {
    cast.upper = proven_contact(path, cast.lower, T(4) * within / closing + T(4) * epsilon * cast.lower);
  }
  return cast;
}

/// a moves, b rests.
template <class A, class B>
struct TranslationPath {
  using V = VectorOf<A>;
  using T = typename A::Scalar;
  const A& a;
  const B& b;
  V motion;

  Distance<V> distance_at(const T& t) const noexcept { return distance(Moved<A>{{a}, {motion * t}}, b); }
  T closing_speed(const V& normal) const noexcept { return -dot(normal, motion); }
};

/// Shape a moves by `motion` in the step, without turning, and b rests: the fraction of the step at which they meet.
/// `tolerance` is a share of the largest coordinate of the shapes at the start and of their difference.
template <class A, InWorldOf<A> B>
Cast<VectorOf<A>> first_contact(const A& a, const B& b, const VectorOf<A>& motion,
                                const typename A::Scalar& tolerance = default_tolerance<typename A::Scalar>) noexcept {
  const typename A::Scalar size = size_of(MinkowskiDifference<A, B>{a, b});
  return advance_along<VectorOf<A>>(TranslationPath<A, B>{a, b, motion}, size, tolerance);
}

/// A ray cast: a point moves from `origin` to origin + motion. The normal is that of the shape's surface at the hit. A
/// ray that starts inside hits at 0, without a normal; one without motion hits there or misses.
template <class V, SupportMappingOver<V> Shape>
Cast<V> cast_ray(const V& origin, const std::type_identity_t<V>& motion, const Shape& shape) noexcept {
  return first_contact(SinglePoint<V>{origin}, shape, motion);
}

/// The type of a turn: in space a vector along the axis, whose length is the angle, in the plane the angle.
template <class V>
using TurnOf = std::conditional_t<std::is_same_v<V, Vector<typename V::Scalar>>, V, typename V::Scalar>;

/// The motion of a shape in the step: it turns about `center` at a constant rate, by `turn` radians in all, and
/// `center` moves by `by`.
template <class V>
struct Motion {
  V by, center;
  TurnOf<V> turn;
};

/// The columns of the rotation by t times the turn.
template <class T>
std::array<Vector<T>, 3> rotation_at(const Vector<T>& turn, const T& t) noexcept {
  using std::cos, std::sin, std::sqrt;
  const T half_angle = sqrt(dot(turn, turn)) * t / T(2);
  const Vector<T> axis = with_length(turn, sin(half_angle));
  return rotation_axes(Quaternion<T>{axis.x, axis.y, axis.z, cos(half_angle)});
}

template <class T>
Vector2<T> rotation_at(const T& turn, const T& t) noexcept {
  using std::cos, std::sin;
  return {cos(turn * t), sin(turn * t)};
}

template <class Shape>
auto placed_at(const Shape& shape, const Motion<VectorOf<Shape>>& motion, const typename Shape::Scalar& t) noexcept {
  using T = typename Shape::Scalar;
  const auto rotation = rotation_at(motion.turn, T(t));
  const VectorOf<Shape> position = motion.center + motion.by * t - point_to_world(rotation, motion.center);
  return Transformed<Borrowed<Shape>, std::remove_const_t<decltype(rotation)>>{{shape}, position, rotation};
}

/// A bound on the distance of the shape's points from the center: half the diagonal of the box around the shape that is
/// centred there.
template <class Shape>
typename Shape::Scalar radius_about(const Shape& shape, const VectorOf<Shape>& center) noexcept {
  using std::sqrt;
  using V = VectorOf<Shape>;
  using T = typename Shape::Scalar;
  const auto axes = axis_directions(V{});
  T squared(0);
  for (std::size_t i = 0; i < axes.size(); i += 2) {
    const T up = dot(shape.support(axes[i]) - center, axes[i]);
    const T down = dot(shape.support(axes[i + 1]) - center, axes[i + 1]);
    const T largest = up > down ? up : down;
    squared = squared + largest * largest;
  }
  return sqrt(squared);
}

/// The largest speed along the normal that the turn gives to a point at distance 1 from the center.
template <class T>
T turning_speed(const Vector<T>& turn, const Vector<T>& normal) noexcept {
  using std::sqrt;
  const Vector<T> across = cross(normal, turn);
  return sqrt(dot(across, across));
}

template <class T>
T turning_speed(const T& turn, const Vector2<T>&) noexcept {
  return turn < 0 ? -turn : turn;
}

/// Both turn, and the whole relative translation is that of a: a common motion would lead far away, where coordinates
/// have fewer digits.
template <class A, class B>
struct TurningPath {
  using V = VectorOf<A>;
  using T = typename A::Scalar;
  const A& a;
  const B& b;
  Motion<V> of_a, of_b;
  T radius_a, radius_b;

  Distance<V> distance_at(const T& t) const noexcept { return distance(placed_at(a, of_a, t), placed_at(b, of_b, t)); }
  T closing_speed(const V& normal) const noexcept {
    return -dot(normal, of_a.by) + radius_a * turning_speed(of_a.turn, normal) +
           radius_b * turning_speed(of_b.turn, normal);
  }
};

/// Both shapes move and turn in the step: the fraction of it at which they meet. Tolerance and costs are as above, with
/// the distances of the farthest points from their centers added to the largest coordinate.
template <class A, InWorldOf<A> B>
Cast<VectorOf<A>> first_contact(const A& a, const Motion<VectorOf<A>>& of_a, const B& b,
                                const Motion<VectorOf<A>>& of_b,
                                const typename A::Scalar& tolerance = default_tolerance<typename A::Scalar>) noexcept {
  using V = VectorOf<A>;
  const Motion<V> seen_from_b{of_a.by - of_b.by, of_a.center, of_a.turn}, only_turn{V{}, of_b.center, of_b.turn};
  const TurningPath<A, B> path{
      a, b, seen_from_b, only_turn, radius_about(a, of_a.center), radius_about(b, of_b.center)};
  const typename A::Scalar size = size_of(MinkowskiDifference<A, B>{a, b}) + path.radius_a + path.radius_b;
  Cast<V> cast = advance_along<V>(path, size, tolerance);
  cast.on_b = cast.on_b + of_b.by * cast.lower;
  return cast;
}

}  // namespace lockstep::reference
