// The scalar reference of 2D GJK (overlap test in the plane): gjk.hpp with one dimension less.
//
//   using namespace lockstep::reference;
//   bool hit = intersect(Circle2<float>{{0, 0}, 1}, Capsule2<float>{{{2, 0}, {1, 1}}, 0.25F});
//
// The state is (v, b, c): always two retained points. They are stored so that O lies to the left of the line from b to
// c, and v points there. The new point `a` then lies to the left as well, and the triangle b, c, a runs
// counter-clockwise:
//
//               A
//        .            .       Regions that may hold O                   Regions that cannot
//          .   a    .           inside  O is enclosed: yes                A      O is no further than `a` along v
//      AB    ./ \ .   CA        CA      to the right of c -> a            BC     O is to the left of b -> c
//           ./   \.             AB      to the right of a -> b            B, C   O was nearest to the inside of BC
//      . . b ----> c . .
//      B   .  BC   .   C      An edge that is kept is turned round, so that O lies to its left again.
//
// In space the sides of a triangle need a normal that lies in its plane; here one cross product gives the side. Contact
// counts as yes, and so do NaN and reaching the iteration cap.
//
// Complexity, Allocates, Throws, Threads: as in gjk.hpp.
#pragma once

#include <type_traits>

#include <lockstep/reference/gjk.hpp>
#include <lockstep/reference/vector2.hpp>

namespace lockstep::reference {

template <SupportMapping2 A, SupportMapping2 B>
using MinkowskiDifference2 = MinkowskiDifference<A, B>;

/// Whether a convex set of the plane contains the origin. Reaching the iteration cap means yes.
template <SupportMapping2 Shape, class Watcher = Unobserved>
  requires Observer<Watcher, VectorOf<Shape>>
constexpr bool contains_origin(const Shape& shape, int iterations = max_iterations,
                               Watcher&& watcher = Watcher()) noexcept(never_throws<Watcher, VectorOf<Shape>>) {
  using T = typename Shape::Scalar;
  Steps<Shape, std::remove_reference_t<Watcher>> steps(shape, watcher);

  Vector2<T> v{T(1), T(0)};
  Vector2<T> c = steps.support(v);
  if (dot(c, v) < 0) return steps.separated();
  steps.kept(Region::a, {c});
  v = -c;
  Vector2<T> b = steps.support(v);
  if (dot(b, v) < 0) return steps.separated();
  if (cross(c - b, -b) < 0) {  // O is to the right of b -> c: swap
    const Vector2<T> first = c;
    c = b;
    b = first;
  }
  steps.kept(Region::ab, {b, c});

  for (int i = 0; i < iterations; ++i) {
    v = left_of(c - b);
    const Vector2<T> a = steps.support(v);
    if (dot(a, v) < 0) return steps.separated();  // the line through O with normal v separates
    if (cross(b - a, -a) < 0) {
      c = a;
      steps.kept(Region::ab, {b, c});
    } else if (cross(a - c, -c) < 0) {
      b = a;
      steps.kept(Region::ac, {b, c});
    } else {
      return steps.enclosed();
    }
  }
  return steps.gave_up();
}

/// Whether two convex shapes of the plane have a point in common. Contact is yes. The observer sees each step.
template <SupportMapping2 A, SupportMapping2 B, class Watcher = Unobserved>
  requires Observer<Watcher, VectorOf<A>>
constexpr bool intersect(const A& a, const B& b,
                         Watcher&& watcher = Watcher()) noexcept(never_throws<Watcher, VectorOf<A>>) {
  return contains_origin(MinkowskiDifference<A, B>{a, b}, max_iterations, watcher);
}

}  // namespace lockstep::reference
