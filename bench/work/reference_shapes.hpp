// The library's shapes in the scalar reference's form, in float (to be timed) or double (to judge answers).
#pragma once

#include <array>
#include <cmath>
#include <span>
#include <vector>

#include <lockstep/reference/gjk.hpp>
#include <lockstep/reference/shapes.hpp>
#include <lockstep/shapes.hpp>

#include "work/scenes.hpp"

namespace lockstep::bench {

template <class T>
reference::Vector<T> vector(const Vec3& p) {
  return {T(p.x), T(p.y), T(p.z)};
}

template <class T>
reference::Quaternion<T> quaternion(const Quat& q) {
  return {T(q.x), T(q.y), T(q.z), T(q.w)};
}

template <class T>
reference::Sphere<T> reference_shape(const Sphere& s) {
  return {vector<T>(s.center), T(s.radius)};
}

template <class T>
reference::Aabb<T> reference_shape(const Aabb& b) {
  return {vector<T>(b.min), vector<T>(b.max)};
}

template <class T>
reference::Box<T> reference_shape(const Box& b) {
  return {vector<T>(b.center), reference::rotation_axes(quaternion<T>(b.rotation)), vector<T>(b.half_extents)};
}

/// Its edges as the axes of a box, unit length within rounding, and not at right angles if the matrix is not.
template <class T>
reference::Box<T> reference_shape(const EngineObjects::Object& object) {
  const auto& m = object.matrix.row_major;
  const auto& [low, high] = object.local;
  const reference::Vector<T> middle = (vector<T>(low) + vector<T>(high)) * T(0.5);
  const reference::Vector<T> half = (vector<T>(high) - vector<T>(low)) * T(0.5);
  std::array<reference::Vector<T>, 3> column;
  std::array<T, 3> length;
  for (std::size_t j = 0; j < 3; ++j) {
    column[j] = {T(m[j]), T(m[4 + j]), T(m[8 + j])};
    length[j] = std::sqrt(dot(column[j], column[j]));
  }
  const reference::Vector<T> center = column[0] * middle.x + column[1] * middle.y + column[2] * middle.z +
                                      reference::Vector<T>{T(m[3]), T(m[7]), T(m[11])};
  for (std::size_t j = 0; j < 3; ++j) column[j] = column[j] * (T(1) / length[j]);
  return {center, column, {half.x * length[0], half.y * length[1], half.z * length[2]}};
}

template <class T>
reference::Capsule<T> reference_shape(const Capsule& c) {
  return {{vector<T>(c.p0), vector<T>(c.p1)}, T(c.radius)};
}

template <class T>
reference::Cylinder<T> reference_shape(const Cylinder& c) {
  return {vector<T>(c.p0), vector<T>(c.p1), T(c.radius)};
}

/// A point cloud does not own its points; this does.
template <class T>
std::vector<reference::Vector<T>> vectors(std::span<const Vec3> points) {
  std::vector<reference::Vector<T>> copies;
  copies.reserve(points.size());
  for (const Vec3& p : points) copies.push_back(vector<T>(p));
  return copies;
}

}  // namespace lockstep::bench
