// 3D vectors over any scalar type: float, double or an exact rational. All functions are O(1), and allocate and throw
// nothing.
#pragma once

namespace lockstep::reference {

template <class T>
struct Vector {
  using Scalar = T;
  T x, y, z;
};

template <class T>
constexpr Vector<T> operator+(const Vector<T>& a, const Vector<T>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}

template <class T>
constexpr Vector<T> operator-(const Vector<T>& a, const Vector<T>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}

template <class T>
constexpr Vector<T> operator-(const Vector<T>& a) {
  return {-a.x, -a.y, -a.z};
}

template <class T>
constexpr Vector<T> operator*(const Vector<T>& a, const T& s) {
  return {a.x * s, a.y * s, a.z * s};
}

template <class T>
constexpr T dot(const Vector<T>& a, const Vector<T>& b) {
  return (a.x * b.x + a.y * b.y) + a.z * b.z;
}

template <class T>
constexpr Vector<T> cross(const Vector<T>& a, const Vector<T>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

}  // namespace lockstep::reference
