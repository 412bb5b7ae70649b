// Vectors of the plane, over any scalar type.
#pragma once

namespace lockstep::math {

template <class T>
struct Vector2 {
  using Scalar = T;
  T x, y;
};

template <class T>
constexpr Vector2<T> operator+(const Vector2<T>& a, const Vector2<T>& b) {
  return {a.x + b.x, a.y + b.y};
}

template <class T>
constexpr Vector2<T> operator-(const Vector2<T>& a, const Vector2<T>& b) {
  return {a.x - b.x, a.y - b.y};
}

template <class T>
constexpr Vector2<T> operator-(const Vector2<T>& a) {
  return {-a.x, -a.y};
}

template <class T>
constexpr Vector2<T> operator*(const Vector2<T>& a, const T& s) {
  return {a.x * s, a.y * s};
}

template <class T>
constexpr T dot(const Vector2<T>& a, const Vector2<T>& b) {
  return a.x * b.x + a.y * b.y;
}

/// The third coordinate of the cross product: positive if b lies counter-clockwise (to the left) of a.
template <class T>
constexpr T cross(const Vector2<T>& a, const Vector2<T>& b) {
  return a.x * b.y - a.y * b.x;
}

/// a turned counter-clockwise by a right angle.
template <class T>
constexpr Vector2<T> left_of(const Vector2<T>& a) {
  return {-a.y, a.x};
}

}  // namespace lockstep::math
