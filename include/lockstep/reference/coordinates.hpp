// Operations of vectors coordinate by coordinate, once for space and once for the plane. Everything else is written
// once, over the type of the vectors. All are O(1), and allocate and throw nothing.
#pragma once

#include <cmath>

#include <lockstep/reference/vector.hpp>
#include <lockstep/reference/vector2.hpp>

namespace lockstep::reference {

/// Each coordinate of v times that of `factors`.
template <class T>
constexpr Vector<T> stretched(const Vector<T>& v, const Vector<T>& factors) noexcept {
  return {v.x * factors.x, v.y * factors.y, v.z * factors.z};
}

template <class T>
constexpr Vector2<T> stretched(const Vector2<T>& v, const Vector2<T>& factors) noexcept {
  return {v.x * factors.x, v.y * factors.y};
}

/// The corner of the box from `low` to `high` that lies furthest in `direction`. By value, because clang 14 chooses
/// between numbers without a branch, and between references with one.
template <class T>
constexpr Vector<T> furthest_corner(Vector<T> low, Vector<T> high, const Vector<T>& direction) noexcept {
  return {direction.x >= 0 ? high.x : low.x, direction.y >= 0 ? high.y : low.y, direction.z >= 0 ? high.z : low.z};
}

template <class T>
constexpr Vector2<T> furthest_corner(Vector2<T> low, Vector2<T> high, const Vector2<T>& direction) noexcept {
  return {direction.x >= 0 ? high.x : low.x, direction.y >= 0 ? high.y : low.y};
}

template <class T>
T largest_magnitude(const Vector<T>& v) noexcept {
  using std::abs;
  T largest = abs(v.x);
  if (abs(v.y) > largest) largest = abs(v.y);
  if (abs(v.z) > largest) largest = abs(v.z);
  return largest;
}

template <class T>
T largest_magnitude(const Vector2<T>& v) noexcept {
  using std::abs;
  return abs(v.x) > abs(v.y) ? abs(v.x) : abs(v.y);
}

template <class T>
constexpr Vector<T> divided(const Vector<T>& v, const T& s) noexcept {
  return {v.x / s, v.y / s, v.z / s};
}

template <class T>
constexpr Vector2<T> divided(const Vector2<T>& v, const T& s) noexcept {
  return {v.x / s, v.y / s};
}

}  // namespace lockstep::reference
