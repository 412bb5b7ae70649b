// Rotations of the plane over any scalar type: unit vectors, the cosine and the sine of an angle. As complex numbers
// they turn a point by a product. All functions are O(1), and allocate and throw nothing.
#pragma once

#include <lockstep/reference/vector2.hpp>

namespace lockstep::reference {

/// p turned left by the angle of `turn`: turn * p as complex numbers.
template <class T>
constexpr Vector2<T> turned(const Vector2<T>& turn, const Vector2<T>& p) noexcept {
  return turn * p.x + left_of(turn) * p.y;
}

/// The inverse: p turned right.
template <class T>
constexpr Vector2<T> turned_back(const Vector2<T>& turn, const Vector2<T>& p) noexcept {
  return {dot(turn, p), cross(turn, p)};
}

// The interface of a rotation for support mappings, as in quaternion.hpp.

template <class T>
constexpr Vector2<T> direction_to_local(const Vector2<T>& turn, const Vector2<T>& direction) noexcept {
  return turned_back(turn, direction);
}

template <class T>
constexpr Vector2<T> point_to_world(const Vector2<T>& turn, const Vector2<T>& p) noexcept {
  return turned(turn, p);
}

}  // namespace lockstep::reference
