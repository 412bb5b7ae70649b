// The objects of an overlap scene one by one: their bounds, the test of two round ones, and bodies in the scalar
// reference's form, in float (to be timed) or double (to judge answers).
#pragma once

#include <array>
#include <cmath>
#include <span>
#include <variant>
#include <vector>

#include "work/overlap_scenes.hpp"
#include "work/reference_shapes.hpp"

namespace lockstep::bench {

/// The body with its pose.
struct PlacedBody {
  const BodyShapes* what;
  const BodyShape* shape;
  Pose pose;
};

inline PlacedBody object(const BodyColumns& bodies, std::size_t i) {
  return {bodies.what.get(), &bodies.what->shapes[i], bodies.poses[i]};
}
inline Sphere object(const SphereColumns& spheres, std::size_t i) { return spheres[i]; }
inline Circle2 object(const CircleColumns& circles, std::size_t i) { return circles[i]; }

template <class Columns>
using ObjectOf = decltype(object(std::declval<const Columns&>(), 0));

// The plain test, as every programmer writes it.

template <class T = float>
bool meet(const Sphere& a, const Sphere& b) {
  const T x = T(a.center.x) - T(b.center.x), y = T(a.center.y) - T(b.center.y), z = T(a.center.z) - T(b.center.z);
  const T reach = T(a.radius) + T(b.radius);
  return x * x + y * y + z * z <= reach * reach;
}

template <class T = float>
bool meet(const Circle2& a, const Circle2& b) {
  const T x = T(a.center.x) - T(b.center.x), y = T(a.center.y) - T(b.center.y);
  const T reach = T(a.radius) + T(b.radius);
  return x * x + y * y <= reach * reach;
}

// Bounding boxes; circles are at z = 0.

inline Aabb bounds(const Sphere& s) {
  const auto& [x, y, z] = s.center;
  const float r = s.radius;
  return {{x - r, y - r, z - r}, {x + r, y + r, z + r}};
}

inline Aabb bounds(const Circle2& c) {
  const auto& [x, y] = c.center;
  const float r = c.radius;
  return {{x - r, y - r, 0}, {x + r, y + r, 0}};
}

/// The bounding box of an oriented box with this centre: each axis reaches as far as the magnitudes of its coordinates
/// (Arvo, Transforming Axis-Aligned Bounding Boxes, Graphics Gems, 1990).
inline Aabb bounds(const reference::Vector<float>& center, const std::array<reference::Vector<float>, 3>& axes,
                   const Vec3& half) {
  using std::abs;
  const auto reach = [&](float x, float y, float z) { return abs(x) * half.x + abs(y) * half.y + abs(z) * half.z; };
  const float x = reach(axes[0].x, axes[1].x, axes[2].x), y = reach(axes[0].y, axes[1].y, axes[2].y),
              z = reach(axes[0].z, axes[1].z, axes[2].z);
  return {{center.x - x, center.y - y, center.z - z}, {center.x + x, center.y + y, center.z + z}};
}

/// For an instance it is the box about the mesh's box, as in engines.
inline Aabb bounds(const PlacedBody& body) {
  const auto axes = reference::rotation_axes(quaternion<float>(body.pose.rotation));
  const reference::Vector<float> position = vector<float>(body.pose.position);
  if (const auto* sphere = std::get_if<Sphere>(body.shape)) return bounds(Sphere{body.pose.position, sphere->radius});
  if (const auto* box = std::get_if<Box>(body.shape)) return bounds(position, axes, box->half_extents);
  if (const auto* capsule = std::get_if<Capsule>(body.shape)) {
    const float r = capsule->radius;
    const Aabb segment = bounds(position, axes, {0, 0, capsule->p1.z});
    return {{segment.min.x - r, segment.min.y - r, segment.min.z - r},
            {segment.max.x + r, segment.max.y + r, segment.max.z + r}};
  }
  const auto& [low, high] = body.what->mesh_bounds[std::get<HullInstance>(*body.shape).mesh];
  const reference::Vector<float> middle{(low.x + high.x) / 2, (low.y + high.y) / 2, (low.z + high.z) / 2};
  return bounds(position + reference::to_world(axes, middle), axes,
                {(high.x - low.x) / 2, (high.y - low.y) / 2, (high.z - low.z) / 2});
}

// Bodies for the scalar reference.

/// Points that instances share, and the instance's pose.
template <class T>
using PlacedCloud = reference::Transformed<reference::PointCloud<T>, std::array<reference::Vector<T>, 3>>;

template <class T>
using ReferenceBody = std::variant<reference::Sphere<T>, reference::Box<T>, reference::Capsule<T>, PlacedCloud<T>>;

template <class T>
class ReferenceMeshes {
 public:
  explicit ReferenceMeshes(const BodyShapes& what) {
    for (const std::vector<Vec3>& mesh : what.meshes) meshes_.push_back(vectors<T>(mesh));
  }

  [[nodiscard]] ReferenceBody<T> placed(const PlacedBody& body) const {
    const reference::Vector<T> position = vector<T>(body.pose.position);
    if (const auto* sphere = std::get_if<Sphere>(body.shape)) return reference::Sphere<T>{position, T(sphere->radius)};
    const auto axes = reference::rotation_axes(quaternion<T>(body.pose.rotation));
    if (const auto* box = std::get_if<Box>(body.shape))
      return reference::Box<T>{position, axes, vector<T>(box->half_extents)};
    if (const auto* capsule = std::get_if<Capsule>(body.shape)) {
      const reference::Vector<T> half = axes[2] * T(capsule->p1.z);
      return reference::Capsule<T>{{position - half, position + half}, T(capsule->radius)};
    }
    return PlacedCloud<T>{{meshes_[std::get<HullInstance>(*body.shape).mesh]}, position, axes};
  }

 private:
  std::vector<std::vector<reference::Vector<T>>> meshes_;
};

template <class T>
bool meet(const ReferenceBody<T>& a, const ReferenceBody<T>& b) {
  return std::visit([](const auto& p, const auto& q) { return reference::intersect(p, q); }, a, b);
}

}  // namespace lockstep::bench
