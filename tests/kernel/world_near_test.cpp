// Nearest neighbours of a point, compared with exact arithmetic over all objects: with ties, in clusters, on lines, at
// every scale.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "every_isa.hpp"
#include "exact.hpp"
#include "volumes.hpp"
#include "world_scenes.hpp"

namespace lockstep::test {
namespace {

using oracle::Integer;
using oracle::Rng;

constexpr unsigned root_bits = 800;  // different roots of such numbers differ before these bits

Integer whole(float x) { return oracle::scaled(x, -149); }

/// The square of the distance to the sphere's centre or to the box, in units of 2^-298.
Integer square_to_core(const Vec3& p, const Columns& c, std::size_t i) {
  const float point[] = {p.x, p.y, p.z};
  Integer sum = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const Integer low = whole(c[k][i]) - whole(point[k]),
                  high = whole(point[k]) - whole(c[c.size() == 6 ? k + 3 : k][i]);
    const Integer offset = std::max(std::max(low, high), Integer(0));
    sum += offset * offset;
  }
  return sum;
}

Integer radius(const Columns& c, std::size_t i) { return c.size() == 4 ? whole(c[3][i]) : Integer(0); }

/// In units of 2^-149 - root_bits, rounded down: equal if and only if the distances are.
Integer distance_to(const Vec3& p, const Columns& c, std::size_t i) {
  const Integer root = sqrt(Integer(square_to_core(p, c, i) << 2 * root_bits));
  return std::max(Integer(root - (radius(c, i) << root_bits)), Integer(0));
}

std::vector<std::uint32_t> exactly_nearest(const Vec3& p, const Columns& c, std::size_t k) {
  std::vector<std::pair<Integer, std::uint32_t>> all;
  for (std::size_t i = 0; i < count_of(c); ++i) all.emplace_back(distance_to(p, c, i), static_cast<std::uint32_t>(i));
  std::sort(all.begin(), all.end());
  std::vector<std::uint32_t> indices(k, no_object);
  for (std::size_t j = 0; j < std::min(k, all.size()); ++j) indices[j] = all[j].second;
  return indices;
}

std::vector<std::uint32_t> exactly_within(const Vec3& p, const Columns& c, float reach) {
  std::vector<std::uint32_t> indices;
  for (std::size_t i = 0; i < count_of(c); ++i) {
    const Integer limit = radius(c, i) + whole(reach);
    if (square_to_core(p, c, i) <= limit * limit) indices.push_back(static_cast<std::uint32_t>(i));
  }
  return indices;
}

/// Anywhere among the objects, and exactly at their places.
std::vector<Vec3> points_of(const Distribution& d, const Columns& columns, std::size_t count, Rng& rng) {
  std::vector<Vec3> points;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t at = rng() % std::max<std::size_t>(count_of(columns), 1);
    if (i % 4 == 0 && count_of(columns) != 0)
      points.push_back({columns[0][at], columns[1][at], columns[2][at]});
    else
      points.push_back({d.place(rng, 0), d.place(rng, 1), d.place(rng, 2)});
  }
  return points;
}

/// The answer for the k nearest of a point, of which `truth` has as many or more.
void expect_nearest(const World& world, const Columns& columns, const Vec3& point, std::size_t k,
                    std::vector<std::uint32_t> truth, Isa isa) {
  std::vector<std::uint32_t> objects(k, 77);
  std::vector<Interval> distances(k);
  nearest(world, std::span(&point, 1), k, {objects, distances}, {.isa = isa});
  truth.resize(k);
  EXPECT_EQ(objects, truth) << k << " of " << world.size() << ' ' << name(isa);
  for (std::size_t j = 0; j < k; j += 7) {
    if (objects[j] == no_object) {
      EXPECT_EQ(distances[j].lower, std::numeric_limits<double>::infinity());
      continue;
    }
    // in units of 2^-1080; the exact one is rounded down
    const Integer exact = distance_to(point, columns, objects[j]) << 131;
    EXPECT_LE(oracle::scaled(distances[j].lower, -1080), exact + (Integer(1) << 131));
    EXPECT_GE(oracle::scaled(distances[j].upper, -1080), exact);
  }
}

TEST(WorldNear, NearestInExactOrder) {
  Rng rng(197);
  for (const Distribution& d : distributions)
    for (const Objects kind : objects_of_worlds)
      for (const std::size_t count : {0U, 1U, 5U, 65U, 300U}) {
        const Columns columns = objects_of(d, kind, count, rng);
        const World world = world_of(columns);
        for (const Vec3& point : points_of(d, columns, 4, rng)) {
          const std::vector<std::uint32_t> truth = exactly_nearest(point, columns, 40);
          for (const Isa isa : supported_isas())
            for (const std::size_t k : {0U, 1U, 8U, 40U}) {
              SCOPED_TRACE(d.name + (", " + std::string(name(kind))));
              expect_nearest(world, columns, point, k, truth, isa);
            }
        }
      }
}

TEST(WorldNear, WithinExactly) {
  Rng rng(198);
  for (const Distribution& d : distributions)
    for (const Objects kind : objects_of_worlds)
      for (const std::size_t count : {0U, 1U, 64U, 65U, 1000U}) {
        const Columns columns = objects_of(d, kind, count, rng);
        const World world = world_of(columns);
        const std::vector<Vec3> points = points_of(d, columns, 300, rng);
        for (const float reach : {0.0F, 1.0F, 2.5F, 0x1p-148F, 1e18F, std::min(std::fabs(d.place(rng, 0)), 1e18F)}) {
          const ObjectLists lists = within(world, points, reach);
          ASSERT_EQ(lists.size(), points.size());
          for (const Isa isa : supported_isas()) {
            const ObjectLists others = within(world, points, reach, {.isa = isa});
            EXPECT_TRUE(others.first == lists.first && others.objects == lists.objects) << d.name << ' ' << name(isa);
          }
          for (std::size_t i = 0; i < points.size(); i += 37) {
            const std::vector<std::uint32_t> found(lists[i].begin(), lists[i].end());
            EXPECT_EQ(found, exactly_within(points[i], columns, reach))
                << d.name << ", " << name(kind) << ", " << count << " objects, reach " << reach << ", point " << i;
          }
        }
      }
}

/// Distances that differ by less than double resolves, and some that are equal though computed from different numbers.
class WorldNearOfIsa : public EveryIsa {};

TEST_P(WorldNearOfIsa, InExactOrder) {
  const Columns spheres = {{3, 0, 5, 0, 4, 0x1p30F, 0x1p30F},  // 5 - 2 and 4 - 1 from the origin
                           {4, 4, 0, 3, 3, 1, 0},
                           {0, 0, 0, 0, 0, 0, 0},
                           {2, 1, 2, 0, 2, 0, 0}};
  const World world = world_of(spheres);
  std::vector<std::uint32_t> objects(7);
  nearest(world, std::vector<Vec3>{{0, 0, 0}}, 7, {objects}, {.isa = GetParam()});
  EXPECT_EQ(objects, (std::vector<std::uint32_t>{0, 1, 2, 3, 4, 6, 5}));
  EXPECT_EQ(objects, exactly_nearest({0, 0, 0}, spheres, 7));
}

TEST_P(WorldNearOfIsa, ManyPointsOfManyObjects) {
  Rng rng(199);
  for (const Objects kind : objects_of_worlds) {
    const Columns columns = objects_of(distributions[0], kind, 10000, rng);
    const World world = world_of(columns);
    const std::vector<Vec3> points = points_of(distributions[0], columns, 2000, rng);
    std::vector<std::uint32_t> objects(100 * points.size());
    nearest(world, points, 100, {objects}, {.isa = GetParam()});
    for (const std::size_t i : {0U, 1999U})
      EXPECT_TRUE(std::equal(objects.begin() + static_cast<std::ptrdiff_t>(100 * i),
                             objects.begin() + static_cast<std::ptrdiff_t>(100 * i + 100),
                             exactly_nearest(points[i], columns, 100).begin()));
  }
}

/// Later points start where earlier ones found something, which may be too near or too far: among clusters and far from
/// all, with missing objects as well.
TEST_P(WorldNearOfIsa, PointsTogetherAsAlone) {
  Rng rng(251);
  for (const Distribution& d : distributions)
    for (const Objects kind : objects_of_worlds)
      for (const std::size_t count : {20U, 300U}) {
        const Columns columns = objects_of(d, kind, count, rng);
        World world = world_of(columns);
        std::vector<std::uint32_t> some;
        for (std::uint32_t i = 0; i < count; ++i)
          if (oracle::below(rng, 4) == 0) some.push_back(i);
        world.remove(some);
        std::vector<Vec3> points = points_of(d, columns, 40, rng);
        points[20].x = std::clamp(4 * points[20].x, -1e18F, 1e18F);
        for (const std::size_t k : {8U, 40U}) {
          std::vector<std::uint32_t> objects(k * points.size()), alone(k);
          nearest(world, points, k, {objects}, {.isa = GetParam()});
          std::vector<Interval> distances(objects.size()), distance(k);
          std::vector<std::uint32_t> measured(objects.size());
          nearest(world, points, k, {measured, distances}, {.isa = GetParam()});
          EXPECT_EQ(measured, objects);
          for (std::size_t i = 0; i < points.size(); ++i) {
            nearest(world, std::span(points).subspan(i, 1), k, {alone, distance}, {.isa = GetParam()});
            ASSERT_TRUE(std::equal(alone.begin(), alone.end(), &objects[k * i])) << d.name << ", point " << i;
            ASSERT_TRUE(std::equal(distance.begin(), distance.end(), &distances[k * i])) << d.name << ", point " << i;
          }
        }
      }
}

INSTANTIATE_TEST_SUITE_P(, WorldNearOfIsa, isas(), isa_name);

}  // namespace
}  // namespace lockstep::test
