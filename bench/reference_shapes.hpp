// The library's shapes as the scalar reference takes them, in float (to be timed) or double (to judge answers).
#pragma once

#include <span>
#include <vector>

#include <lockstep/reference/gjk.hpp>
#include <lockstep/reference/shapes.hpp>
#include <lockstep/shapes.hpp>

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

template <class T>
reference::Capsule<T> reference_shape(const Capsule& c) {
  return {vector<T>(c.p0), vector<T>(c.p1), T(c.radius)};
}

/// A point cloud does not own its points: this does.
template <class T>
std::vector<reference::Vector<T>> vectors(std::span<const Vec3> points) {
  std::vector<reference::Vector<T>> copies;
  copies.reserve(points.size());
  for (const Vec3& p : points) copies.push_back(vector<T>(p));
  return copies;
}

}  // namespace lockstep::bench
