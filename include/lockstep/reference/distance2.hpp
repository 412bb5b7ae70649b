// The scalar reference of 2D GJK distance: the distance of two convex shapes of the plane. distance.hpp has the search,
// which is the same in the plane and in space; this header has the simplex of the plane.
//
//   using namespace lockstep::reference;
//   auto gap = distance(Circle2<double>{{0, 0}, 1}, Capsule2<double>{{{3, -1}, {3, 1}}, 0.5});
//   // gap.lower <= 1.5 <= gap.upper, gap.on_a = {1, 0}, gap.on_b = {2.5, 0}, gap.normal = {-1, 0}
//
// A triangle is the largest simplex: it encloses the origin O if O lies within all of its sides. A segment has a
// normal, so the direction from it to O is known however near O is.
//
// Complexity, Allocates, Throws, Threads: as in distance.hpp.
#pragma once

#include <array>
#include <cstddef>

#include <lockstep/reference/distance.hpp>
#include <lockstep/reference/vector2.hpp>

namespace lockstep::reference {

template <class T>
inline constexpr std::size_t dimension<Vector2<T>> = 2;

/// Along the normal of the line.
template <class T>
constexpr Vector2<T> foot_on_line(const Vector2<T>& a, const Vector2<T>& b, const Vector2<T>&) noexcept {
  const Vector2<T> n = left_of(b - a);
  return n * (dot(a, n) / dot(n, n));
}

/// The weights are signed areas, as shares of the whole (nearest.hpp). With `Sides::all` the inside is not considered.
template <class T>
constexpr Nearest<Vector2<T>> nearest_of_triangle(const Points<Vector2<T>>& p, Sides sides) noexcept {
  const Vector2<T>&a = p[0], &b = p[1], &c = p[2];
  const T sign = cross(b - a, c - a) < 0 ? T(-1) : T(1);
  const T obc = cross(b, c - b) * sign, oca = cross(c, a - c) * sign, oab = cross(a, b - a) * sign;
  if (!(obc > 0 && oca > 0 && oab > 0) || sides == Sides::all) {
    return nearest_of_sides(p, {0, 1, 2}, {obc, oca, oab}, sides);
  }
  return weighted(p, 3, {0, 1, 2}, {obc, oca, oab});
}

/// The nearest point of the simplex of the first `count` corners, 1 to 3.
template <class T>
constexpr Nearest<Vector2<T>> nearest_of(const Points<Vector2<T>>& p, std::size_t count, Sides sides) noexcept {
  if (count == 1) return nearest_of_point(p, 0);
  if (count == 2) return nearest_of_segment(p, 0, 1);
  return nearest_of_triangle(p, sides);
}

}  // namespace lockstep::reference
