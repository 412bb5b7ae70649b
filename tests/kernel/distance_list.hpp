// All that `distance` says of a pair list, and comparisons to the bit.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "lockstep/distance.hpp"
#include "pair_list.hpp"

namespace lockstep::test {

/// What is said of one pair.
struct Measured {
  Interval distance;
  WitnessPoints points;
  Vec3d normal;
};

inline std::vector<Measured> measure(const ShapeSet& first, const ShapeSet& second, const std::vector<Pair>& pairs,
                                     const DistanceOptions& options = {}) {
  std::vector<Interval> distances(pairs.size());
  std::vector<WitnessPoints> points(pairs.size());
  std::vector<Vec3d> normals(pairs.size());
  distance(first, second, pairs, {distances, points, normals}, options);
  std::vector<Measured> all(pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) all[i] = {distances[i], points[i], normals[i]};
  return all;
}

inline std::vector<Measured> measure(const PairList& list, const DistanceOptions& options = {}) {
  return measure(list.first, list.second, list.pairs, options);
}

inline bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) || (std::isnan(a) && std::isnan(b));
}
inline bool same_bits(const Vec3d& a, const Vec3d& b) {
  return same_bits(a.x, b.x) && same_bits(a.y, b.y) && same_bits(a.z, b.z);
}
inline bool same_bits(const Measured& a, const Measured& b) {
  return same_bits(a.distance.lower, b.distance.lower) && same_bits(a.distance.upper, b.distance.upper) &&
         same_bits(a.points.a, b.points.a) && same_bits(a.points.b, b.points.b) && same_bits(a.normal, b.normal);
}

/// What (b, a) is to be told where (a, b) is told this.
inline Measured mirrored(const Measured& m) {
  return {m.distance, {m.points.b, m.points.a}, {-m.normal.x, -m.normal.y, -m.normal.z}};
}

inline Vec3d operator-(const Vec3d& a, const Vec3d& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Vec3d operator*(const Vec3d& a, double s) { return {a.x * s, a.y * s, a.z * s}; }
inline double length(const Vec3d& v) { return std::hypot(v.x, v.y, v.z); }

inline std::string text(const Measured& m) {
  char line[400];
  std::snprintf(line, sizeof line,
                "[%.17g, %.17g] normal (%.17g %.17g %.17g) a (%.17g %.17g %.17g) b (%.17g %.17g %.17g)",
                m.distance.lower, m.distance.upper, m.normal.x, m.normal.y, m.normal.z, m.points.a.x, m.points.a.y,
                m.points.a.z, m.points.b.x, m.points.b.y, m.points.b.z);
  return line;
}

}  // namespace lockstep::test
