// Points of W queries, to be looked at one by one.
#pragma once

#include "lanes/registers/vec.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// A point of space, one double for each coordinate.
using Point3 = reference::Vector<double>;

/// The numbers of W points, one lane after the other.
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

}  // namespace lockstep::LOCKSTEP_ISA
