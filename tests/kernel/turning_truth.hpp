// An independent judge of pairs whose first shape turns, in space or in the plane: shapes that are turned in double,
// and the scalar reference's distance of them.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "cast_list.hpp"
#include "lockstep/reference/signed_distance.hpp"
#include "support.hpp"

namespace lockstep::test {

using DoubleVector = reference::Vector<double>;

inline DoubleVector vector_of(const Vec3& v) { return {v.x, v.y, v.z}; }

/// A shape in double, at a fraction of its motion.
struct Standing {
  using Scalar = double;
  const oracle::ToSupport<double>::Any& shape;
  std::array<DoubleVector, 3> axes;
  DoubleVector place;

  [[nodiscard]] DoubleVector support(const DoubleVector& v) const noexcept {
    return reference::to_world(axes, oracle::support<double>(shape, reference::to_local(axes, v))) + place;
  }
};

/// By Rodrigues' formula, with sine and cosine of the mathematics library.
inline std::array<DoubleVector, 3> rodrigues(const DoubleVector& turn, double t) {
  const double rate = std::sqrt(dot(turn, turn)), c = std::cos(rate * t), s = std::sin(rate * t);
  const DoubleVector k = rate > 0 ? turn * (1 / rate) : turn;
  const auto turned = [&](const DoubleVector& v) { return v * c + cross(k, v) * s + k * (dot(k, v) * (1 - c)); };
  return {turned({1, 0, 0}), turned({0, 1, 0}), turned({0, 0, 1})};
}

/// The distance of a pair at fractions of the motion, within `margin`.
class TurningTruth {
 public:
  TurningTruth(const ShapePair& pair, const Motion& motion)
      : motion_(motion),
        origin_(oracle::anchor_of(pair.second)),
        a_(std::visit(oracle::ToSupport<double>(origin_, 1), pair.first)),
        b_(std::visit(oracle::ToSupport<double>(origin_, 1), pair.second)) {
    const auto most = [](const Vec3& v) { return double{std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)})}; };
    margin_ = 1e-9 * (oracle::largest_coordinate(pair.first) + oracle::largest_coordinate(pair.second) +
                      most(motion.by) + most(motion.about));
  }
  [[nodiscard]] double margin() const { return margin_; }
  [[nodiscard]] Interval distance_at(double t) const {
    const auto axes = rodrigues(vector_of(motion_.turn), t);
    const DoubleVector about = vector_of(motion_.about) - vector_of(origin_);
    const Standing a{a_, axes, about + vector_of(motion_.by) * t - reference::to_world(axes, about)},
        b{b_, rodrigues({0, 0, 0}, 0), {0, 0, 0}};
    const auto found = reference::signed_distance(a, b, 1e-6);
    return {found.lower, found.upper};
  }

 private:
  Motion motion_;
  Vec3 origin_;
  oracle::ToSupport<double>::Any a_, b_;
  double margin_ = 0;
};

/// A shape of the plane in double, at a fraction of its motion.
struct Standing2 {
  using Scalar = double;
  const oracle::PlaneCore<double>& core;
  reference::Vector2<double> turn{1, 0}, place{0, 0};

  [[nodiscard]] reference::Vector2<double> support(const reference::Vector2<double>& v) const noexcept {
    return reference::turned(turn, core.support(reference::turned_back(turn, v))) + place;
  }
};

/// The distance of a pair of the plane at fractions of the motion, within `margin`.
class PlaneTurningTruth {
 public:
  PlaneTurningTruth(const ShapePair2& pair, const Motion2& motion) : motion_(motion) {
    const Vec2 anchor = motion.about;
    a_ = std::visit(oracle::ToPlaneCore<double>(anchor, 1), pair.first);
    b_ = std::visit(oracle::ToPlaneCore<double>(anchor, 1), pair.second);
    const auto most = [](const Vec2& v) { return double{std::max(std::abs(v.x), std::abs(v.y))}; };
    margin_ = 1e-9 * (oracle::largest_coordinate(pair.first) + oracle::largest_coordinate(pair.second) +
                      most(motion.by) + most(motion.about));
  }
  [[nodiscard]] double margin() const { return margin_; }
  [[nodiscard]] Interval distance_at(double t) const {
    const double angle = double{motion_.turn} * t;
    const Standing2 a{a_, {std::cos(angle), std::sin(angle)}, {motion_.by.x * t, motion_.by.y * t}}, b{b_};
    const auto found = reference::signed_distance(a, b, 1e-9);
    const double radii = a_.radius + b_.radius;
    return {found.lower - radii, found.upper - radii};
  }

 private:
  Motion2 motion_;
  oracle::PlaneCore<double> a_, b_;
  double margin_ = 0;
};

}  // namespace lockstep::test
