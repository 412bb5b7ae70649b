// Points of W queries, accessible one by one.
#pragma once

#include <type_traits>

#include "lanes/registers/vec2.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// A point of space, in double.
using Point3 = math::Vector<double>;

/// The coordinates of W points, lane by lane.
struct LanePoints {
  Number x[Real::width], y[Real::width], z[Real::width];

  LanePoints() = default;
  explicit LanePoints(const Vec& v) { v.x.store(x), v.y.store(y), v.z.store(z); }
  [[nodiscard]] Point3 at(int lane) const { return {x[lane], y[lane], z[lane]}; }
  void set(int lane, const Point3& p) {
    x[lane] = static_cast<Number>(p.x), y[lane] = static_cast<Number>(p.y), z[lane] = static_cast<Number>(p.z);
  }
  [[nodiscard]] Vec load() const { return {Real::load(x), Real::load(y), Real::load(z)}; }
};

/// A point of the plane.
using Point2 = math::Vector2<double>;

/// The same in the plane.
struct LanePoints2 {
  Number x[Real::width], y[Real::width];

  LanePoints2() = default;
  explicit LanePoints2(const Vec2& v) { v.x.store(x), v.y.store(y); }
  [[nodiscard]] Point2 at(int lane) const { return {x[lane], y[lane]}; }
  void set(int lane, const Point2& p) { x[lane] = static_cast<Number>(p.x), y[lane] = static_cast<Number>(p.y); }
  [[nodiscard]] Vec2 load() const { return {Real::load(x), Real::load(y)}; }
};

template <class V>
using LanePointsOf = std::conditional_t<std::is_same_v<V, Vec>, LanePoints, LanePoints2>;

/// Converts from the numbers of a query and to an answer; in the plane z is 0.
template <class V>
auto point_of(const double (&p)[3]) {
  if constexpr (std::is_same_v<V, Vec>)
    return Point3{p[0], p[1], p[2]};
  else
    return Point2{p[0], p[1]};
}
inline void put(double (&out)[3], const Point3& p) { out[0] = p.x, out[1] = p.y, out[2] = p.z; }
inline void put(double (&out)[3], const Point2& p) { out[0] = p.x, out[1] = p.y, out[2] = 0; }

}  // namespace lockstep::LOCKSTEP_ISA
