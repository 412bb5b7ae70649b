// Pairs of the plane whose first shape moves, and maybe turns, all answers of `cast` for them, and a judge of those
// that turn: shapes that are turned in double, and the scalar reference's distance of them.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "cast_list.hpp"
#include "lockstep/reference/signed_distance.hpp"
#include "plane.hpp"
#include "plane_pair_list.hpp"
#include "plane_support.hpp"

namespace lockstep::test {

using Met2 = MetOf<Vec2d>;

template <class AnyMotion>
std::vector<Met2> meet(const ShapeSet2& first, const ShapeSet2& second, const std::vector<Pair>& pairs,
                       const std::vector<AnyMotion>& motions, const CastOptions& options = {}) {
  std::vector<Interval> fractions(pairs.size());
  std::vector<Vec2d> points(pairs.size()), normals(pairs.size());
  cast(first, second, pairs, std::span<const AnyMotion>(motions), {fractions, points, normals}, options);
  return collected(fractions, points, normals);
}

inline std::string motion_text(const Vec2& m) {
  char text[80];
  std::snprintf(text, sizeof text, " | motion %.9g %.9g", m.x, m.y);
  return text;
}
inline std::string motion_text(const Motion2& m) {
  char text[120];
  std::snprintf(text, sizeof text, " | turn %.9g about %.9g %.9g", m.turn, m.about.x, m.about.y);
  return motion_text(m.by) + text;
}

template <class AnyMotion>
struct PlaneCastsOf : PlanePairList {
  std::vector<AnyMotion> motions;

  void append(ShapePair2 pair, const AnyMotion& motion) {
    PlanePairList::append(std::move(pair));
    motions.push_back(motion);
  }
  [[nodiscard]] std::vector<Met2> answers(const CastOptions& options = {}) const {
    return meet(first, second, pairs, motions, options);
  }
  /// For `lockstep pairs --cast`.
  [[nodiscard]] std::string line(std::size_t i) const { return PlanePairList::line(i) + motion_text(motions[i]); }
};
using PlaneCastList = PlaneCastsOf<Vec2>;
using PlaneTurningList = PlaneCastsOf<Motion2>;

/// A motion in any direction; half of them along an axis.
inline Vec2 random_motion(Rng& rng, const ShapePair2& pair, const Lengths& lengths = {}) {
  const double size = std::max(oracle::largest_coordinate(pair.first), oracle::largest_coordinate(pair.second));
  const double length = size * std::pow(10, oracle::uniform(rng, lengths.least, lengths.most));
  const auto along = [&] { return static_cast<float>(oracle::uniform(rng, -1, 1) * length); };
  const Vec2 m{along(), along()};
  const int axis = oracle::below(rng, 4);
  return axis == 0 ? Vec2{m.x, 0} : axis == 1 ? Vec2{0, m.y} : m;
}

/// As in space.
inline std::pair<ShapePair2, Vec2> approaching(Rng& rng, const ShapePair2& pair, const Lengths& lengths = {}) {
  const Vec2 m = random_motion(rng, pair, lengths);
  const double t = oracle::uniform(rng, 0, 1.25);
  return {{oracle::moved(pair.first, -t * m.x, -t * m.y), pair.second}, m};
}

/// A turn about a point near the shape or, in a quarter of the cases, some distance from it.
inline Motion2 random_turn(Rng& rng, const ShapePair2& pair, const Vec2& by, const Lengths& angles = {-2, 1}) {
  const double size = oracle::largest_coordinate(pair.first);
  const double angle = std::pow(10, oracle::uniform(rng, angles.least, angles.most));
  const double off = size * (oracle::below(rng, 4) == 0 ? 3 : 0.5);
  const auto along = [&](double length) { return static_cast<float>(oracle::uniform(rng, -1, 1) * length); };
  const auto body = std::visit(oracle::ToPlaneCore<double>({0, 0}, 1), pair.first);
  const reference::Vector2<double> at = body.support({1, 0.5});
  return {by,
          static_cast<float>(oracle::below(rng, 2) == 0 ? angle : -angle),
          {static_cast<float>(at.x) + along(off), static_cast<float>(at.y) + along(off)}};
}

/// A shape in double, at a fraction of its motion.
struct Standing2 {
  using Scalar = double;
  const oracle::PlaneCore<double>& core;
  reference::Vector2<double> turn{1, 0}, place{0, 0};

  [[nodiscard]] reference::Vector2<double> support(const reference::Vector2<double>& v) const noexcept {
    return reference::turned(turn, core.support(reference::turned_back(turn, v))) + place;
  }
};

/// The distance of a pair at fractions of the motion, within `margin`.
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
