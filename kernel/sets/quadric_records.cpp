#include "sets/quadric_records.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/perpendicular.hpp"
#include "base/quaternion.hpp"
#include "base/rounded_up.hpp"
#include "base/validate.hpp"
#include "sets/shape_store.hpp"

namespace lockstep::detail {

namespace {

using Vector = math::Vector<double>;
using Axes = std::array<Vector, 3>;

Vector widen(const Vec3& v) { return {v.x, v.y, v.z}; }

/// A record of the anchor and the axes, which are rounded here; `half` has the half extents of the bounding box. Beyond
/// 2^120 the extent is NaN, so that lanes can divide by it.
Record round_record(const Vec3& anchor, const Axes& axes, const std::array<float, 3>& behind, const Vector& half) {
  Record r{{{anchor.x, anchor.y, anchor.z, 0}, {}, {}, {}}};
  for (std::size_t i = 0; i < 3; ++i) {
    r.row[i + 1][0] = static_cast<float>(axes[i].x), r.row[i + 1][1] = static_cast<float>(axes[i].y);
    r.row[i + 1][2] = static_cast<float>(axes[i].z), r.row[i + 1][3] = behind[i];
  }
  // A sum, because max may drop a NaN.
  const bool is_in_range = half.x + half.y + half.z < 0x1p120;
  const double extent = std::max({half.x, half.y, half.z});
  r.row[0][3] = is_in_range ? rounded_up(extent) : std::numeric_limits<float>::quiet_NaN();
  return r;
}

/// The hull of a disc about `base` and another about `end`, of `top` times its radius. If the two points are equal, the
/// axis is NaN.
Record two_discs(const Vec3& base, const Vec3& end, float radius, float top) {
  const Vector along = widen(end) - widen(base), n = along * (1 / std::sqrt(dot(along, along)));
  const auto [x, y] = perpendicular_to(n, std::copysign(1.0, n.z));
  const double r = radius;
  const auto half = [&](double a, double b, double rise) {
    return 0.5 * std::abs(rise) + r * std::sqrt(a * a + b * b);
  };
  return valid_if(radius >= 0,
                  round_record(base, {x * r, y * r, along}, {0, top, -1},
                               {half(x.x, y.x, along.x), half(x.y, y.y, along.y), half(x.z, y.z, along.z)}));
}

void check_axis(const Vec3& from, const Vec3& to, const char* rule) {
  if (from == to) throw InvalidInput(rule);
}

}  // namespace

Record make_record(const Ellipsoid& e) {
  const Quat& q = e.rotation;
  Axes axes = math::rotation_axes(math::Quaternion<double>{q.x, q.y, q.z, q.w});
  axes = {axes[0] * double{e.radii.x}, axes[1] * double{e.radii.y}, axes[2] * double{e.radii.z}};
  const auto half = [&](double Vector::*c) {
    return std::sqrt(axes[0].*c * axes[0].*c + axes[1].*c * axes[1].*c + axes[2].*c * axes[2].*c);
  };
  return valid_if(e.radii.x >= 0 && e.radii.y >= 0 && e.radii.z >= 0,
                  round_record(e.center, axes, {e.radii.x, e.radii.y, e.radii.z},
                               {half(&Vector::x), half(&Vector::y), half(&Vector::z)}));
}

Record make_record(const Cylinder& c) { return two_discs(c.p0, c.p1, c.radius, 1); }
Record make_record(const Cone& c) { return two_discs(c.base, c.apex, c.radius, 0); }

Quat rotation_of(const Ellipsoid& e) { return e.rotation; }
Quat rotation_of(const Cylinder& c) { return {c.p1.x, c.p1.y, c.p1.z, c.radius}; }
Quat rotation_of(const Cone& c) { return {c.apex.x, c.apex.y, c.apex.z, c.radius}; }

void check(const Ellipsoid& e) {
  check_vec3(e.center, "ellipsoid.center");
  check_rotation(e.rotation, "ellipsoid.rotation");
  check_length(e.radii.x, "ellipsoid.radii.x");
  check_length(e.radii.y, "ellipsoid.radii.y");
  check_length(e.radii.z, "ellipsoid.radii.z");
}

void check(const Cylinder& c) {
  check_vec3(c.p0, "cylinder.p0");
  check_vec3(c.p1, "cylinder.p1");
  check_axis(c.p0, c.p1, "cylinder.p1: is p0, a cylinder without length has no direction");
  check_length(c.radius, "cylinder.radius");
}

void check(const Cone& c) {
  check_vec3(c.base, "cone.base");
  check_vec3(c.apex, "cone.apex");
  check_axis(c.base, c.apex, "cone.apex: is the base, a cone without height has no direction");
  check_length(c.radius, "cone.radius");
}

}  // namespace lockstep::detail
