// Pairs whose first shape turns, and an independent judge: shapes that are turned in double, and the scalar reference's
// distance of them.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "cast_list.hpp"
#include "lockstep/reference/signed_distance.hpp"
#include "support.hpp"

namespace lockstep::test {

using Vector = reference::Vector<double>;

inline Vector vector_of(const Vec3& v) { return {v.x, v.y, v.z}; }

struct TurningList : PairList {
  std::vector<Motion> motions;

  bool append(ShapePair pair, const Motion& motion) {
    if (!PairList::append(std::move(pair))) return false;
    motions.push_back(motion);
    return true;
  }
  [[nodiscard]] std::vector<Met> answers(const CastOptions& options = {}) const {
    std::vector<Interval> fractions(pairs.size());
    std::vector<Vec3d> points(pairs.size()), normals(pairs.size());
    cast(first, second, pairs, std::span<const Motion>(motions), {fractions, points, normals}, options);
    return collected(fractions, points, normals);
  }
  [[nodiscard]] std::string line(std::size_t i) const {
    const auto& [by, turn, about] = motions[i];
    char text[300];
    std::snprintf(text, sizeof text, "  # by %.9g %.9g %.9g turn %.9g %.9g %.9g about %.9g %.9g %.9g", by.x, by.y, by.z,
                  turn.x, turn.y, turn.z, about.x, about.y, about.z);
    return PairList::line(i) + text;
  }
};

/// A turn about a point near the shape or, in a quarter of the cases, some distance from it.
inline Motion random_turn(Rng& rng, const ShapePair& pair, const Vec3& by, const Lengths& angles = {-2, 1}) {
  const double size = oracle::largest_coordinate(pair.first);
  const double angle = std::pow(10, oracle::uniform(rng, angles.least, angles.most));
  const double off = size * (oracle::below(rng, 4) == 0 ? 3 : 0.5);
  const auto along = [&](double length) { return static_cast<float>(oracle::uniform(rng, -1, 1) * length); };
  const Vec3 at = oracle::anchor_of(pair.first);
  const Vec3 turn{along(angle), along(angle), along(angle)};
  return {by,
          oracle::below(rng, 4) == 0 ? Vec3{0, 0, turn.z} : turn,
          {at.x + along(off), at.y + along(off), at.z + along(off)}};
}

/// A shape in double, at a fraction of its motion.
struct Standing {
  using Scalar = double;
  const oracle::ToSupport<double>::Any& shape;
  std::array<Vector, 3> axes;
  Vector place;

  [[nodiscard]] Vector support(const Vector& v) const noexcept {
    return reference::to_world(axes, oracle::support<double>(shape, reference::to_local(axes, v))) + place;
  }
};

/// By Rodrigues' formula, with sine and cosine of the mathematics library.
inline std::array<Vector, 3> rodrigues(const Vector& turn, double t) {
  const double rate = std::sqrt(dot(turn, turn)), c = std::cos(rate * t), s = std::sin(rate * t);
  const Vector k = rate > 0 ? turn * (1 / rate) : turn;
  const auto turned = [&](const Vector& v) { return v * c + cross(k, v) * s + k * (dot(k, v) * (1 - c)); };
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
    const Vector about = vector_of(motion_.about) - vector_of(origin_);
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

}  // namespace lockstep::test
