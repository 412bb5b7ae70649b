// Pairs with motions, of space or of the plane, all answers of `cast` for them, and comparisons to the bit.
#pragma once

#include <cmath>
#include <string>
#include <type_traits>
#include <vector>

#include "core.hpp"
#include "distance_list.hpp"
#include "lockstep/cast.hpp"
#include "plane.hpp"
#include "plane_support.hpp"

namespace lockstep::test {

/// The answers for one pair, of space or of the plane.
template <class Vector>
struct MetOf {
  Interval fractions;
  Vector point, normal;
};
using Met = MetOf<Vec3d>;
using Met2 = MetOf<Vec2d>;

template <class Vector>
std::vector<MetOf<Vector>> collected(const std::vector<Interval>& fractions, const std::vector<Vector>& points,
                                     const std::vector<Vector>& normals) {
  std::vector<MetOf<Vector>> all(fractions.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = {fractions[i], points[i], normals[i]};
  return all;
}

template <class Vector, class Set, class AnyMotion>
std::vector<MetOf<Vector>> meet_all(const Set& first, const Set& second, const std::vector<Pair>& pairs,
                                    const std::vector<AnyMotion>& motions, const CastOptions& options) {
  std::vector<Interval> fractions(pairs.size());
  std::vector<Vector> points(pairs.size()), normals(pairs.size());
  cast(first, second, pairs, std::span(motions), {fractions, points, normals}, options);
  return collected(fractions, points, normals);
}

inline std::vector<Met> meet(const ShapeSet& first, const ShapeSet& second, const std::vector<Pair>& pairs,
                             const std::vector<Vec3>& motions, const CastOptions& options = {}) {
  return meet_all<Vec3d>(first, second, pairs, motions, options);
}
inline std::vector<Met> meet(const ShapeSet& first, const ShapeSet& second, const std::vector<Pair>& pairs,
                             const std::vector<Motion>& motions, const CastOptions& options = {}) {
  return meet_all<Vec3d>(first, second, pairs, motions, options);
}
inline std::vector<Met2> meet(const ShapeSet2& first, const ShapeSet2& second, const std::vector<Pair>& pairs,
                              const std::vector<Vec2>& motions, const CastOptions& options = {}) {
  return meet_all<Vec2d>(first, second, pairs, motions, options);
}
inline std::vector<Met2> meet(const ShapeSet2& first, const ShapeSet2& second, const std::vector<Pair>& pairs,
                              const std::vector<Motion2>& motions, const CastOptions& options = {}) {
  return meet_all<Vec2d>(first, second, pairs, motions, options);
}

/// What follows the two shapes of a line: for `lockstep pairs --cast` in the plane, a comment in space.
inline std::string motion_text(const Vec3& m) {
  char text[120];
  std::snprintf(text, sizeof text, "  # motion %.9g %.9g %.9g", m.x, m.y, m.z);
  return text;
}
inline std::string motion_text(const Motion& m) {
  const auto& [by, turn, about] = m;
  char text[300];
  std::snprintf(text, sizeof text, "  # by %.9g %.9g %.9g turn %.9g %.9g %.9g about %.9g %.9g %.9g", by.x, by.y, by.z,
                turn.x, turn.y, turn.z, about.x, about.y, about.z);
  return text;
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

inline Vec3 reversed(const Vec3& m) { return {-m.x, -m.y, -m.z}; }
inline Vec2 reversed(const Vec2& m) { return {-m.x, -m.y}; }

template <class List, class AnyMotion>
struct CastsOf : List {
  using Shapes = typename decltype(List::shapes)::value_type;
  std::vector<AnyMotion> motions;

  bool append(Shapes pair, const AnyMotion& motion) {
    if (!List::append(std::move(pair))) return false;
    motions.push_back(motion);
    return true;
  }
  [[nodiscard]] auto answers(const CastOptions& options = {}) const {
    return meet(this->first, this->second, this->pairs, motions, options);
  }
  /// Of shapes b that move in the opposite direction.
  [[nodiscard]] auto reversed_answers() const {
    std::vector<AnyMotion> back;
    for (const AnyMotion& m : motions) back.push_back(reversed(m));
    return meet(this->second, this->first, this->swapped(), back);
  }
  [[nodiscard]] std::string line(std::size_t i) const { return List::line(i) + motion_text(motions[i]); }
};
using CastList = CastsOf<PairList, Vec3>;
using TurningList = CastsOf<PairList, Motion>;
using PlaneCastList = CastsOf<PlanePairList, Vec2>;
using PlaneTurningList = CastsOf<PlanePairList, Motion2>;

/// Lengths of motions, as powers of ten of the size of a pair.
struct Lengths {
  double least = -3, most = 1;

  [[nodiscard]] double random(Rng& rng) const { return std::pow(10, oracle::uniform(rng, least, most)); }
};

/// A motion in any direction, half of them along an axis.
inline Vec3 random_motion(Rng& rng, const ShapePair& pair, const Lengths& lengths = {}) {
  const double size = std::max(oracle::largest_coordinate(pair.first), oracle::largest_coordinate(pair.second));
  const double length = size * lengths.random(rng);
  const auto along = [&] { return static_cast<float>(oracle::uniform(rng, -1, 1) * length); };
  const Vec3 m{along(), along(), along()};
  const int axis = oracle::below(rng, 6);
  return axis == 0 ? Vec3{m.x, 0, 0} : axis == 1 ? Vec3{0, m.y, 0} : axis == 2 ? Vec3{0, 0, m.z} : m;
}
inline Vec2 random_motion(Rng& rng, const ShapePair2& pair, const Lengths& lengths = {}) {
  const double size = std::max(oracle::largest_coordinate(pair.first), oracle::largest_coordinate(pair.second));
  const double length = size * lengths.random(rng);
  const auto along = [&] { return static_cast<float>(oracle::uniform(rng, -1, 1) * length); };
  const Vec2 m{along(), along()};
  const int axis = oracle::below(rng, 4);
  return axis == 0 ? Vec2{m.x, 0} : axis == 1 ? Vec2{0, m.y} : m;
}

/// The shape moved by t times a vector, of float or of double.
template <class Vector>
AnyShape moved_along(const AnyShape& shape, const Vector& v, double t) {
  return oracle::moved(shape, t * v.x, t * v.y, t * v.z);
}
template <class Vector>
AnyShape2 moved_along(const AnyShape2& shape, const Vector& v, double t) {
  return oracle::moved(shape, t * v.x, t * v.y);
}

inline bool can_be_moved(const AnyShape& shape) { return kind_of(shape) != Kind::matrix; }
inline bool can_be_moved(const AnyShape2&) { return true; }

/// The pair with a moved back, and a motion that brings it approximately to its place, and maybe beyond. A matrix stays
/// where it is.
template <class Shape>
auto approaching(Rng& rng, const std::pair<Shape, Shape>& pair, const Lengths& lengths = {}) {
  const auto m = random_motion(rng, pair, lengths);
  if (!can_be_moved(pair.first)) return std::pair{pair, m};
  const double t = oracle::uniform(rng, 0, 1.25);
  return std::pair{std::pair{moved_along(pair.first, m, -t), pair.second}, m};
}

/// A turn about a point near the shape or, in a quarter of the cases, some distance from it.
inline Motion random_turn(Rng& rng, const ShapePair& pair, const Vec3& by, const Lengths& angles = {-2, 1}) {
  const double size = oracle::largest_coordinate(pair.first), angle = angles.random(rng);
  const double off = size * (oracle::below(rng, 4) == 0 ? 3 : 0.5);
  const auto along = [&](double length) { return static_cast<float>(oracle::uniform(rng, -1, 1) * length); };
  const Vec3 at = oracle::anchor_of(pair.first);
  const Vec3 turn{along(angle), along(angle), along(angle)};
  return {by,
          oracle::below(rng, 4) == 0 ? Vec3{0, 0, turn.z} : turn,
          {at.x + along(off), at.y + along(off), at.z + along(off)}};
}
inline Motion2 random_turn(Rng& rng, const ShapePair2& pair, const Vec2& by, const Lengths& angles = {-2, 1}) {
  const double size = oracle::largest_coordinate(pair.first), angle = angles.random(rng);
  const double off = size * (oracle::below(rng, 4) == 0 ? 3 : 0.5);
  const auto along = [&](double length) { return static_cast<float>(oracle::uniform(rng, -1, 1) * length); };
  const auto body = std::visit(oracle::ToPlaneCore<double>({0, 0}, 1), pair.first);
  const reference::Vector2<double> at = body.support({1, 0.5});
  return {by,
          static_cast<float>(oracle::below(rng, 2) == 0 ? angle : -angle),
          {static_cast<float>(at.x) + along(off), static_cast<float>(at.y) + along(off)}};
}

template <class Vector>
bool same_bits(const MetOf<Vector>& a, const MetOf<Vector>& b) {
  return same_bits(a.fractions.lower, b.fractions.lower) && same_bits(a.fractions.upper, b.fractions.upper) &&
         same_bits(a.point, b.point) && same_bits(a.normal, b.normal);
}

inline std::string text(const Met& m) {
  char line[300];
  std::snprintf(line, sizeof line, "[%.17g, %.17g] normal (%.17g %.17g %.17g) point (%.17g %.17g %.17g)",
                m.fractions.lower, m.fractions.upper, m.normal.x, m.normal.y, m.normal.z, m.point.x, m.point.y,
                m.point.z);
  return line;
}
/// z is 0.
inline std::string text(const Met2& m) {
  return text(Met{m.fractions, {m.point.x, m.point.y, 0}, {m.normal.x, m.normal.y, 0}});
}

}  // namespace lockstep::test
