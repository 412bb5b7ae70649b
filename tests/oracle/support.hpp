// Every shape as a support mapping in any precision, by the scalar templates of the reference.
#pragma once

#include <boost/multiprecision/cpp_bin_float.hpp>

#include <array>
#include <type_traits>
#include <variant>
#include <vector>

#include <lockstep/reference/shapes.hpp>

#include "core.hpp"

namespace lockstep::oracle {

/// A hundred digits: rounding errors are some 1e-98 of the size of a pair.
using Real = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<100>, boost::multiprecision::et_off>;

/// The corners of a polytope.
template <class T>
struct Corners {
  using Scalar = T;
  std::vector<Vector<T>> points;

  [[nodiscard]] Vector<T> support(const Vector<T>& v) const { return reference::PointCloud<T>{points}.support(v); }
};

/// Shapes relative to `anchor`, all lengths times `unit` (a power of two).
template <class T>
class ToSupport {
 public:
  using Any =
      std::variant<reference::Sphere<T>, reference::Aabb<T>, reference::Box<T>, reference::Capsule<T>, Corners<T>,
                   reference::Rounded<Corners<T>>, reference::Ellipsoid<T>, reference::Cylinder<T>, reference::Cone<T>>;

  ToSupport(const Vec3& anchor, double unit) : anchor_(anchor), unit_(unit) {}

  Any operator()(const Point& s) const { return reference::Sphere<T>{at(s.position), T(0)}; }
  Any operator()(const Sphere& s) const { return reference::Sphere<T>{at(s.center), length(s.radius)}; }
  Any operator()(const Aabb& s) const { return reference::Aabb<T>{at(s.min), at(s.max)}; }
  Any operator()(const Box& s) const {
    return reference::Box<T>{at(s.center), axes_of(s.rotation), lengths(s.half_extents)};
  }
  Any operator()(const Capsule& s) const { return reference::Capsule<T>{{at(s.p0), at(s.p1)}, length(s.radius)}; }
  Any operator()(const Ellipsoid& s) const {
    return reference::Ellipsoid<T>{at(s.center), axes_of(s.rotation), lengths(s.radii)};
  }
  Any operator()(const Cylinder& s) const { return reference::Cylinder<T>{at(s.p0), at(s.p1), length(s.radius)}; }
  Any operator()(const Cone& s) const { return reference::Cone<T>{at(s.base), at(s.apex), length(s.radius)}; }
  Any operator()(const HullShape& s) const { return corners(s.vertices); }
  Any operator()(const Corners8& s) const { return corners(s.corners); }
  Any operator()(const MatrixVolume& s) const { return rational_corners(s); }
  Any operator()(const TransformedBox& s) const { return rational_corners(s); }
  Any operator()(const PlacedHull& s) const {
    return reference::Rounded<Corners<T>>{rational_corners(s), length(s.radius)};
  }

 private:
  /// Rounded once.
  [[nodiscard]] Corners<T> rational_corners(const AnyShape& shape) const {
    const ExactCore core = exact_core(shape);
    const Real scale = ldexp(Real(1), core.exponent) / Real(core.denominator);
    Corners<T> corners;
    for (const Vector<Integer>& p : core.points) {
      const auto coordinate = [&](const Integer& x, float from) {
        return static_cast<T>(Real((Real(x) * scale - Real(from)) * unit_));
      };
      corners.points.push_back({coordinate(p.x, anchor_.x), coordinate(p.y, anchor_.y), coordinate(p.z, anchor_.z)});
    }
    return corners;
  }
  [[nodiscard]] T length(float x) const { return T(x) * T(unit_); }
  [[nodiscard]] Vector<T> lengths(const Vec3& v) const { return {length(v.x), length(v.y), length(v.z)}; }
  [[nodiscard]] Vector<T> at(const Vec3& p) const {
    return {(T(p.x) - T(anchor_.x)) * T(unit_), (T(p.y) - T(anchor_.y)) * T(unit_), (T(p.z) - T(anchor_.z)) * T(unit_)};
  }
  [[nodiscard]] static std::array<Vector<T>, 3> axes_of(const Quat& q) {
    return reference::rotation_axes(reference::Quaternion<T>{T(q.x), T(q.y), T(q.z), T(q.w)});
  }
  template <class Points>
  [[nodiscard]] Any corners(const Points& points) const {
    Corners<T> corners;
    for (const Vec3& p : points) corners.points.push_back(at(p));
    return corners;
  }

  Vec3 anchor_;
  double unit_;
};

template <class T>
Vector<T> support(const typename ToSupport<T>::Any& shape, const Vector<T>& v) {
  return std::visit([&](const auto& s) { return s.support(v); }, shape);
}

}  // namespace lockstep::oracle
