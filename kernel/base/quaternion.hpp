// Rotations over any scalar type. A quaternion q means the rotation of q/|q|, so it need not have unit length:
// the matrix is R = M(q) / (q.q), which takes no square root and is exact for rational numbers.
#pragma once

#include <array>

#include "base/vector.hpp"

namespace lockstep::math {

template <class T>
struct Quaternion {
  T x, y, z, w;
};

template <class T>
constexpr T length_squared(const Quaternion<T>& q) noexcept {
  return (q.x * q.x + q.y * q.y) + (q.z * q.z + q.w * q.w);
}

/// The columns of M(q) = (q.q) R, each of length q.q.
template <class T>
constexpr std::array<Vector<T>, 3> scaled_axes(const Quaternion<T>& q) noexcept {
  const T xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z, ww = q.w * q.w;
  const T xy = q.x * q.y, yz = q.y * q.z, zx = q.z * q.x;
  const T wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
  const T two(2);
  return {Vector<T>{((ww + xx) - yy) - zz, two * (xy + wz), two * (zx - wy)},
          Vector<T>{two * (xy - wz), ((ww - xx) + yy) - zz, two * (yz + wx)},
          Vector<T>{two * (zx + wy), two * (yz - wx), ((ww - xx) - yy) + zz}};
}

/// The columns of the rotation: where it takes the x, y and z axis.
template <class T>
constexpr std::array<Vector<T>, 3> rotation_axes(const Quaternion<T>& q) noexcept {
  const T scale = T(1) / length_squared(q);
  std::array<Vector<T>, 3> axes = scaled_axes(q);
  for (Vector<T>& axis : axes) axis = axis * scale;
  return axes;
}

/// axes * p: from the local space of the axes to the world.
template <class T>
constexpr Vector<T> to_world(const std::array<Vector<T>, 3>& axes, const Vector<T>& p) noexcept {
  return (axes[0] * p.x + axes[1] * p.y) + axes[2] * p.z;
}

/// transpose(axes) * p: from the world to the local space of the axes.
template <class T>
constexpr Vector<T> to_local(const std::array<Vector<T>, 3>& axes, const Vector<T>& p) noexcept {
  return {dot(axes[0], p), dot(axes[1], p), dot(axes[2], p)};
}

}  // namespace lockstep::math
