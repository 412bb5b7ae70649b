// Invalid numbers, in a shape that is otherwise valid.
#pragma once

#include <array>
#include <limits>
#include <string>
#include <variant>
#include <vector>

#include "plane_shape.hpp"
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

/// Every float of a shape, of space or of the plane: lengths and coordinates first, then rotations or angles.
struct NumbersOf {
  std::vector<float*> lengths = {}, turns = {};

  template <class Any>
  explicit NumbersOf(Any& shape) {
    std::visit([this](auto& s) { this->take_all(s); }, shape);
  }

 private:
  void take(float& x) { lengths.push_back(&x); }
  void take(Vec2& v) { take(v.x), take(v.y); }
  void take(Vec3& v) { take(v.x), take(v.y), take(v.z); }
  void turn(float& angle) { turns.push_back(&angle); }
  void turn(Quat& q) { turn(q.x), turn(q.y), turn(q.z), turn(q.w); }

  template <class Shape>
  void take_all(Shape& s) {
    if constexpr (requires { s.vertices; }) {
      for (auto& v : s.vertices) take(v);
    }
    if constexpr (requires { s.corners; }) {
      for (auto& v : s.corners) take(v);
    }
    if constexpr (requires { s.row_major; }) {
      for (float& entry : s.row_major) take(entry);
    }
    if constexpr (requires { s.position; }) take(s.position);
    if constexpr (requires { s.center; }) take(s.center);
    if constexpr (requires { s.p0; }) take(s.p0), take(s.p1);
    if constexpr (requires { s.base; }) take(s.base), take(s.apex);
    if constexpr (requires { s.min; }) take(s.min), take(s.max);
    if constexpr (requires { s.pose; }) take(s.pose.position), turn(s.pose.rotation);
    if constexpr (requires { s.half_extents; }) take(s.half_extents);
    if constexpr (requires { s.radii; }) take(s.radii);
    if constexpr (requires { s.radius; }) take(s.radius);
    if constexpr (requires { s.rotation; }) turn(s.rotation);
    if constexpr (requires { s.angle; }) turn(s.angle);
    if constexpr (requires { s.half_angle; }) turn(s.half_angle);
  }
};

template <class Any>
std::vector<float*> numbers_of(Any& shape) {
  NumbersOf numbers(shape);
  numbers.lengths.insert(numbers.lengths.end(), numbers.turns.begin(), numbers.turns.end());
  return numbers.lengths;
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
