// Pairs with motions, all answers of `cast` for them, and comparisons to the bit.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "core.hpp"
#include "distance_list.hpp"
#include "lockstep/cast.hpp"

namespace lockstep::test {

/// The answers for one pair, of space or of the plane.
template <class Vector>
struct MetOf {
  Interval fractions;
  Vector point, normal;
};
using Met = MetOf<Vec3d>;

template <class Vector>
std::vector<MetOf<Vector>> collected(const std::vector<Interval>& fractions, const std::vector<Vector>& points,
                                     const std::vector<Vector>& normals) {
  std::vector<MetOf<Vector>> all(fractions.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = {fractions[i], points[i], normals[i]};
  return all;
}

inline std::vector<Met> meet(const ShapeSet& first, const ShapeSet& second, const std::vector<Pair>& pairs,
                             const std::vector<Vec3>& motions, const CastOptions& options = {}) {
  std::vector<Interval> fractions(pairs.size());
  std::vector<Vec3d> points(pairs.size()), normals(pairs.size());
  cast(first, second, pairs, motions, {fractions, points, normals}, options);
  return collected(fractions, points, normals);
}

struct CastList : PairList {
  std::vector<Vec3> motions;

  bool append(ShapePair pair, const Vec3& motion) {
    if (!PairList::append(std::move(pair))) return false;
    motions.push_back(motion);
    return true;
  }
  [[nodiscard]] std::vector<Met> answers(const CastOptions& options = {}) const {
    return meet(first, second, pairs, motions, options);
  }
  [[nodiscard]] std::string line(std::size_t i) const {
    char text[120];
    std::snprintf(text, sizeof text, "  # motion %.9g %.9g %.9g", motions[i].x, motions[i].y, motions[i].z);
    return PairList::line(i) + text;
  }
};

/// Lengths of motions, as powers of ten of the size of a pair.
struct Lengths {
  double least = -3, most = 1;
};

/// A motion in any direction.
inline Vec3 random_motion(Rng& rng, const ShapePair& pair, const Lengths& lengths = {}) {
  const double size = std::max(oracle::largest_coordinate(pair.first), oracle::largest_coordinate(pair.second));
  const double length = size * std::pow(10, oracle::uniform(rng, lengths.least, lengths.most));
  const auto along = [&] { return static_cast<float>(oracle::uniform(rng, -1, 1) * length); };
  const Vec3 m{along(), along(), along()};
  const int axis = oracle::below(rng, 6);  // half of them along an axis
  return axis == 0 ? Vec3{m.x, 0, 0} : axis == 1 ? Vec3{0, m.y, 0} : axis == 2 ? Vec3{0, 0, m.z} : m;
}

/// The pair with a moved back, and a motion that brings it approximately to its place, and maybe beyond.
inline std::pair<ShapePair, Vec3> approaching(Rng& rng, const ShapePair& pair, const Lengths& lengths = {}) {
  const Vec3 m = random_motion(rng, pair, lengths);
  const double t = oracle::uniform(rng, 0, 1.25);
  return {{oracle::moved(pair.first, -t * m.x, -t * m.y, -t * m.z), pair.second}, m};
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
inline std::string text(const MetOf<Vec2d>& m) {
  return text(Met{m.fractions, {m.point.x, m.point.y, 0}, {m.normal.x, m.normal.y, 0}});
}

}  // namespace lockstep::test
