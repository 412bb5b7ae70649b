// Distances where rounding leaves little to prove: hulls that are nearly flat or a line, with points of theirs, and
// frusta whose far side is up to a million times as large as their near side, with small boxes.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "distance_list.hpp"
#include "every_isa.hpp"
#include "oracle.hpp"
#include "pair_list.hpp"

namespace lockstep::test {
namespace {

using Generator = std::mt19937_64;

double between(Generator& random, double least, double most) {
  return std::uniform_real_distribution<double>(least, most)(random);
}
Vec3 vector_in(Generator& random, double most) {
  const auto number = [&] { return static_cast<float>(between(random, -most, most)); };
  return {number(), number(), number()};
}

/// Points near a line or a plane, off it by a tiny amount; the second is the origin.
std::vector<Vec3> nearly_flat(Generator& random) {
  const Vec3 along[3] = {vector_in(random, 1), vector_in(random, 1), vector_in(random, 1)};
  const double breadth = random() % 2 == 0 ? 1 : std::pow(10, between(random, -9, -1));
  const double size[3] = {5, 5 * breadth, 5 * std::pow(10, between(random, -9, -1))};
  std::vector<Vec3> points(3 + random() % 9);
  for (Vec3& p : points) {
    double sum[3] = {};
    for (int k = 0; k < 3; ++k) {
      const double part = &p == &points[1] ? 0 : between(random, -size[k], size[k]);
      sum[0] += part * along[k].x, sum[1] += part * along[k].y, sum[2] += part * along[k].z;
    }
    p = {static_cast<float>(sum[0]), static_cast<float>(sum[1]), static_cast<float>(sum[2])};
  }
  return points;
}

/// A turned frustum and a small box in it.
ShapePair frustum_and_box(Generator& random) {
  const double near = std::pow(10, between(random, -2, 1)), far = near * std::pow(10, between(random, 3, 6));
  const double turn = between(random, 0, 6), tilt = between(random, -1.5, 1.5), slope = between(random, 0.2, 1.2);
  const auto at = [&](double x, double y, double depth) {
    const double u = x * std::cos(turn) + depth * std::sin(turn), w = depth * std::cos(turn) - x * std::sin(turn);
    return Vec3{static_cast<float>(u), static_cast<float>(y * std::cos(tilt) - w * std::sin(tilt)),
                static_cast<float>(y * std::sin(tilt) + w * std::cos(tilt))};
  };
  std::vector<Vec3> corners;
  for (const double depth : {near, far})
    for (const double x : {-slope, slope})
      for (const double y : {-slope, slope}) corners.push_back(at(x * depth, y * depth, depth));
  const double depth = near * std::pow(far / near, between(random, 0.05, 0.9));
  const Vec3 center = at(between(random, -0.7, 0.7) * slope * depth, between(random, -0.7, 0.7) * slope * depth, depth);
  const auto half = static_cast<float>(depth * std::pow(10, between(random, -6, -1)));
  return {
      Aabb{{center.x - half, center.y - half, center.z - half}, {center.x + half, center.y + half, center.z + half}},
      oracle::HullShape{corners}};
}

std::vector<Interval> measured(const PairList& list, Isa isa) {
  std::vector<Interval> distances(list.pairs.size());
  distance(list.first, list.second, list.pairs, {distances, {}, {}}, DistanceOptions{.isa = isa});
  return distances;
}

class FlatDistance : public EveryIsa {};

TEST_P(FlatDistance, HasTwoEnds) {
  Generator random(31);
  PairList list;
  for (int i = 0; i < 4000; ++i) {
    const std::vector<Vec3> points = nearly_flat(random);
    const oracle::AnyShape hull = oracle::HullShape{points};
    if (i % 2 == 0)
      list.append({Point{points[1]}, hull});
    else
      list.append({oracle::HullShape{nearly_flat(random)}, hull});
  }
  const std::vector<Interval> distances = measured(list, GetParam());
  for (std::size_t i = 0; i < distances.size(); ++i) {
    SCOPED_TRACE(list.line(i));
    ASSERT_LE(distances[i].lower, distances[i].upper);
    ASSERT_TRUE(std::isfinite(distances[i].lower));
    ASSERT_TRUE(std::isfinite(distances[i].upper));
    if (i % 10 > 1) continue;  // exact ones are slow
    const std::optional<double> truth = oracle::signed_distance(list.shapes[i].first, list.shapes[i].second);
    if (!truth) continue;
    const double room = 1e-14 * std::abs(*truth) + 1e-300;
    ASSERT_LE(distances[i].lower, *truth + room);
    ASSERT_GE(distances[i].upper, *truth - room);
  }
}

/// If there is hardly any depth, less than half is proven.
TEST_P(FlatDistance, OfFrustaAndSmallBoxes) {
  Generator random(32);
  PairList list;
  for (int i = 0; i < 3000; ++i) list.append(frustum_and_box(random));
  const std::vector<Interval> distances = measured(list, GetParam());
  int deep = 0, hardly_known = 0;
  for (std::size_t i = 0; i < distances.size(); ++i) {
    SCOPED_TRACE(list.line(i));
    ASSERT_LE(distances[i].lower, distances[i].upper);
    deep += distances[i].lower < 0,
        hardly_known += distances[i].lower < 0 && distances[i].upper > distances[i].lower / 2;
    if (i % 20 != 0) continue;
    const std::optional<double> truth = oracle::signed_distance(list.shapes[i].first, list.shapes[i].second);
    ASSERT_TRUE(truth);
    const double room = 1e-14 * std::abs(*truth);
    ASSERT_LE(distances[i].lower, *truth + room);
    ASSERT_GE(distances[i].upper, *truth - room);
  }
  EXPECT_GT(deep, 2500);
  EXPECT_LE(hardly_known, 1);
}

INSTANTIATE_TEST_SUITE_P(, FlatDistance, isas(), isa_name);

}  // namespace
}  // namespace lockstep::test
