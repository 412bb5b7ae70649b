// The shapes of workloads in FCL's form, in double.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/capsule.h>
#include <fcl/geometry/shape/convex.h>
#include <fcl/geometry/shape/sphere.h>

#include <lockstep/shapes.hpp>

namespace lockstep::bench {

template <class Shape>
struct FclShape {
  Shape shape;
  fcl::Transform3d pose;
};

inline fcl::Vector3d vector3(const Vec3& p) { return {double{p.x}, double{p.y}, double{p.z}}; }

inline fcl::Transform3d pose_of(const fcl::Vector3d& position, const fcl::Quaterniond& rotation) {
  fcl::Transform3d pose = fcl::Transform3d::Identity();
  pose.linear() = rotation.normalized().toRotationMatrix();
  pose.translation() = position;
  return pose;
}

inline fcl::Quaterniond quaterniond(const Quat& q) { return {double{q.w}, double{q.x}, double{q.y}, double{q.z}}; }

inline FclShape<fcl::Boxd> posed(const Box& box) {
  return {fcl::Boxd(2 * vector3(box.half_extents)), pose_of(vector3(box.center), quaterniond(box.rotation))};
}

inline FclShape<fcl::Boxd> posed(const Aabb& box) {
  const fcl::Vector3d low = vector3(box.min), high = vector3(box.max);
  return {fcl::Boxd(high - low), pose_of((low + high) / 2, fcl::Quaterniond::Identity())};
}

inline FclShape<fcl::Sphered> posed(const Sphere& sphere) {
  return {fcl::Sphered(double{sphere.radius}), pose_of(vector3(sphere.center), fcl::Quaterniond::Identity())};
}

inline FclShape<fcl::Capsuled> posed(const Capsule& capsule) {
  const fcl::Vector3d p0 = vector3(capsule.p0), p1 = vector3(capsule.p1);
  const fcl::Quaterniond rotation = fcl::Quaterniond::FromTwoVectors(fcl::Vector3d::UnitZ(), p1 - p0);
  return {fcl::Capsuled(double{capsule.radius}, (p1 - p0).norm()), pose_of(0.5 * (p0 + p1), rotation)};
}

inline FclShape<fcl::Convexd> posed(const ConvexHull& hull) {
  auto points = std::make_shared<std::vector<fcl::Vector3d>>();
  for (const Vec3& p : hull.vertices) points->push_back(vector3(p));
  return {fcl::Convexd(points, 0, std::make_shared<std::vector<int>>()), fcl::Transform3d::Identity()};
}

/// The model, with any volumes, of three indices for each triangle.
template <class Volume>
void make_model(const std::vector<Vec3>& vertices, const std::vector<std::uint32_t>& indices,
                fcl::BVHModel<Volume>& model) {
  std::vector<fcl::Vector3d> points;
  for (const Vec3& v : vertices) points.push_back(vector3(v));
  std::vector<fcl::Triangle> triangles;
  for (std::size_t i = 0; i < indices.size(); i += 3)
    triangles.emplace_back(indices[i], indices[i + 1], indices[i + 2]);
  model.beginModel();
  model.addSubModel(points, triangles);
  model.endModel();
}

}  // namespace lockstep::bench
