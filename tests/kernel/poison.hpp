// Invalid numbers, in a shape that is otherwise valid.
#pragma once

#include <array>
#include <limits>
#include <string>
#include <vector>

#include "shape.hpp"

namespace lockstep::test {

struct Poison {
  const char* name;
  float value;
  bool is_number;  ///< finite: the shape is valid, if its sign or order allows it
};

inline const std::vector<Poison>& poisons() {
  using Limits = std::numeric_limits<float>;
  static const std::vector<Poison> all = {{"nan", Limits::quiet_NaN(), false},  {"inf", Limits::infinity(), false},
                                          {"-inf", -Limits::infinity(), false}, {"1e30", 1e30F, true},
                                          {"max", Limits::max(), true},         {"-1e30", -1e30F, true},
                                          {"denormal", 1e-42F, true},           {"-1", -1.0F, true}};
  return all;
}

/// The kinds that take any numbers: volumes are solved, and refused, when they are made.
inline constexpr std::array<oracle::Kind, 10> shape_kinds = {
    oracle::Kind::point, oracle::Kind::sphere,    oracle::Kind::aabb,     oracle::Kind::box,  oracle::Kind::capsule,
    oracle::Kind::hull,  oracle::Kind::ellipsoid, oracle::Kind::cylinder, oracle::Kind::cone, oracle::Kind::placed};

/// Every float of a shape.
inline std::vector<float*> numbers_of(oracle::AnyShape& shape) {
  const auto vec = [](std::vector<float*>& out, Vec3& v) {
    for (float* const number : {&v.x, &v.y, &v.z}) out.push_back(number);
  };
  std::vector<float*> out;
  if (auto* point = std::get_if<Point>(&shape)) vec(out, point->position);
  if (auto* sphere = std::get_if<Sphere>(&shape)) vec(out, sphere->center), out.push_back(&sphere->radius);
  if (auto* aabb = std::get_if<Aabb>(&shape)) vec(out, aabb->min), vec(out, aabb->max);
  if (auto* box = std::get_if<Box>(&shape)) {
    vec(out, box->center), vec(out, box->half_extents);
    Quat& q = box->rotation;
    for (float* const number : {&q.x, &q.y, &q.z, &q.w}) out.push_back(number);
  }
  if (auto* capsule = std::get_if<Capsule>(&shape)) {
    vec(out, capsule->p0), vec(out, capsule->p1), out.push_back(&capsule->radius);
  }
  if (auto* ellipsoid = std::get_if<Ellipsoid>(&shape)) {
    vec(out, ellipsoid->center), vec(out, ellipsoid->radii);
    Quat& q = ellipsoid->rotation;
    for (float* const number : {&q.x, &q.y, &q.z, &q.w}) out.push_back(number);
  }
  if (auto* cylinder = std::get_if<Cylinder>(&shape)) {
    vec(out, cylinder->p0), vec(out, cylinder->p1), out.push_back(&cylinder->radius);
  }
  if (auto* cone = std::get_if<Cone>(&shape)) vec(out, cone->base), vec(out, cone->apex), out.push_back(&cone->radius);
  if (auto* hull = std::get_if<oracle::HullShape>(&shape))
    for (Vec3& v : hull->vertices) vec(out, v);
  if (auto* hull = std::get_if<oracle::PlacedHull>(&shape)) {
    for (Vec3& v : hull->vertices) vec(out, v);
    vec(out, hull->pose.position), out.push_back(&hull->radius);
    Quat& q = hull->pose.rotation;
    for (float* const number : {&q.x, &q.y, &q.z, &q.w}) out.push_back(number);
  }
  if (auto* volume = std::get_if<oracle::Corners8>(&shape))
    for (Vec3& v : volume->corners) vec(out, v);
  if (auto* volume = std::get_if<oracle::MatrixVolume>(&shape))
    for (float& entry : volume->row_major) out.push_back(&entry);
  if (auto* box = std::get_if<oracle::TransformedBox>(&shape)) {
    for (float& entry : box->row_major) out.push_back(&entry);
    vec(out, box->min), vec(out, box->max);
  }
  return out;
}

/// Lengths are not negative, a box is not inside out, an axis is not zero.
inline bool is_a_shape(const oracle::AnyShape& shape) {
  if (const auto* sphere = std::get_if<Sphere>(&shape)) return sphere->radius >= 0;
  if (const auto* capsule = std::get_if<Capsule>(&shape)) return capsule->radius >= 0;
  if (const auto* hull = std::get_if<oracle::PlacedHull>(&shape)) return hull->radius >= 0;
  if (const auto* box = std::get_if<Box>(&shape))
    return box->half_extents.x >= 0 && box->half_extents.y >= 0 && box->half_extents.z >= 0;
  if (const auto* ellipsoid = std::get_if<Ellipsoid>(&shape))
    return ellipsoid->radii.x >= 0 && ellipsoid->radii.y >= 0 && ellipsoid->radii.z >= 0;
  if (const auto* cylinder = std::get_if<Cylinder>(&shape))
    return cylinder->radius >= 0 && cylinder->p0 != cylinder->p1;
  if (const auto* cone = std::get_if<Cone>(&shape)) return cone->radius >= 0 && cone->base != cone->apex;
  const auto in_order = [](const Vec3& min, const Vec3& max) {
    return min.x <= max.x && min.y <= max.y && min.z <= max.z;
  };
  if (const auto* aabb = std::get_if<Aabb>(&shape)) return in_order(aabb->min, aabb->max);
  if (const auto* box = std::get_if<oracle::TransformedBox>(&shape)) return in_order(box->min, box->max);
  return true;
}

}  // namespace lockstep::test
