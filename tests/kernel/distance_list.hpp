// All answers of `distance` for a pair list, and comparisons to the bit.
#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "lockstep/distance.hpp"
#include "pair_list.hpp"

namespace lockstep::test {

/// With the second, float lanes answer if there is a closed form of space.
inline constexpr double tolerances[] = {0, 1e-3};

/// The answers for one pair, of space or of the plane.
template <class Points, class Vector>
struct MeasuredOf {
  Interval distance;
  Points points;
  Vector normal;
};
using Measured = MeasuredOf<WitnessPoints, Vec3d>;
using Measured2 = MeasuredOf<WitnessPoints2, Vec2d>;

template <class Output, class Points, class Vector, class Set>
std::vector<MeasuredOf<Points, Vector>> measure_all(const Set& first, const Set& second, const std::vector<Pair>& pairs,
                                                    const DistanceOptions& options) {
  std::vector<Interval> distances(pairs.size());
  std::vector<Points> points(pairs.size());
  std::vector<Vector> normals(pairs.size());
  distance(first, second, pairs, Output{distances, points, normals}, options);
  std::vector<MeasuredOf<Points, Vector>> all(pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) all[i] = {distances[i], points[i], normals[i]};
  return all;
}

inline std::vector<Measured> measure(const ShapeSet& first, const ShapeSet& second, const std::vector<Pair>& pairs,
                                     const DistanceOptions& options = {}) {
  return measure_all<DistanceOutput, WitnessPoints, Vec3d>(first, second, pairs, options);
}
inline std::vector<Measured2> measure(const ShapeSet2& first, const ShapeSet2& second, const std::vector<Pair>& pairs,
                                      const DistanceOptions& options = {}) {
  return measure_all<DistanceOutput2, WitnessPoints2, Vec2d>(first, second, pairs, options);
}

/// Of a list of pairs of space or of the plane.
template <class List>
auto measure(const List& list, const DistanceOptions& options = {}) {
  return measure(list.first, list.second, list.pairs, options);
}

inline bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) || (std::isnan(a) && std::isnan(b));
}
inline bool same_bits(const Vec3d& a, const Vec3d& b) {
  return same_bits(a.x, b.x) && same_bits(a.y, b.y) && same_bits(a.z, b.z);
}
inline bool same_bits(const Vec2d& a, const Vec2d& b) { return same_bits(a.x, b.x) && same_bits(a.y, b.y); }
template <class Points, class Vector>
bool same_bits(const MeasuredOf<Points, Vector>& a, const MeasuredOf<Points, Vector>& b) {
  return same_bits(a.distance.lower, b.distance.lower) && same_bits(a.distance.upper, b.distance.upper) &&
         same_bits(a.points.a, b.points.a) && same_bits(a.points.b, b.points.b) && same_bits(a.normal, b.normal);
}

inline Vec3d operator-(const Vec3d& v) { return {-v.x, -v.y, -v.z}; }
inline Vec3d operator-(const Vec3d& a, const Vec3d& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Vec3d operator*(const Vec3d& a, double s) { return {a.x * s, a.y * s, a.z * s}; }
inline double length(const Vec3d& v) { return std::hypot(v.x, v.y, v.z); }
inline Vec2d operator-(const Vec2d& v) { return {-v.x, -v.y}; }
inline Vec2d operator-(const Vec2d& a, const Vec2d& b) { return {a.x - b.x, a.y - b.y}; }
inline Vec2d operator*(const Vec2d& a, double s) { return {a.x * s, a.y * s}; }
inline double length(const Vec2d& v) { return std::hypot(v.x, v.y); }

/// The expected answer for (b, a) from that for (a, b).
template <class Points, class Vector>
MeasuredOf<Points, Vector> mirrored(const MeasuredOf<Points, Vector>& m) {
  return {m.distance, {m.points.b, m.points.a}, -m.normal};
}

inline std::string text(const Measured& m) {
  char line[400];
  std::snprintf(line, sizeof line,
                "[%.17g, %.17g] normal (%.17g %.17g %.17g) a (%.17g %.17g %.17g) b (%.17g %.17g %.17g)",
                m.distance.lower, m.distance.upper, m.normal.x, m.normal.y, m.normal.z, m.points.a.x, m.points.a.y,
                m.points.a.z, m.points.b.x, m.points.b.y, m.points.b.z);
  return line;
}

/// z is 0.
inline std::string text(const Measured2& m) {
  const auto in_space = [](const Vec2d& v) { return Vec3d{v.x, v.y, 0}; };
  return text(Measured{m.distance, {in_space(m.points.a), in_space(m.points.b)}, in_space(m.normal)});
}

// In contact_list.hpp.
bool same_bits(const Manifold& m, const Manifold& n);
bool same_bits(const Manifold2& m, const Manifold2& n);
std::string text(const Manifold& m);
std::string text(const Manifold2& m);

/// The same answers of `distance`, `contacts` or `cast`, each to the bit; `list` describes a pair in a line.
template <class Answers, class List>
void expect_same(const Answers& found, const Answers& expected, const List& list, const std::string& what) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    ASSERT_TRUE(same_bits(found[i], expected[i])) << what << ":\n"
                                                  << text(found[i]) << "\nexpected\n"
                                                  << text(expected[i]) << "\n"
                                                  << list.line(i);
}

}  // namespace lockstep::test
