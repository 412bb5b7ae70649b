// The work of the broad phase is proportional to the number of objects, for any sizes and adversarial places. It is
// counted, not timed; in lanes of width 1, where no lane is empty.
#include <gtest/gtest.h>

#include <cmath>
#include <ostream>
#include <string>
#include <vector>

#include "broad_phase/broad_phase.hpp"
#include "generate.hpp"
#include "table/tables.hpp"

namespace lockstep::test {
namespace {

using detail::BallProxy;
using detail::Bounds3;
using detail::BroadPhase;
using detail::ProxySet;
using oracle::Rng;
using oracle::uniform;

using BallRows = std::vector<BallProxy>;

BallProxy ball(double x, double y, double z, double radius) {
  return {static_cast<float>(x), static_cast<float>(y), static_cast<float>(z), static_cast<float>(radius)};
}
BallProxy ball_in_cube(Rng& rng, double low, double high, double radius) {
  return ball(uniform(rng, low, high), uniform(rng, low, high), uniform(rng, low, high), radius);
}

/// Sizes from 2^low to 2^high, equally many of each octave, each octave around the smaller ones. There are hardly any
/// overlaps.
BallRows octaves(Rng& rng, std::size_t count, int low, int high, bool flat = false) {
  const double share = static_cast<double>(count) / (high - low);
  const double wide = 3 * (flat ? std::sqrt(share) : std::cbrt(share)) + 3;
  BallRows balls;
  while (balls.size() < count) {
    const double size = std::exp2(uniform(rng, low, high)), x = uniform(rng, -1, 1), y = uniform(rng, -1, 1),
                 z = flat ? 0 : uniform(rng, -1, 1), length = std::hypot(x, y, z);
    if (length > 0.5 && length < 1) balls.push_back(ball(wide * size * x, wide * size * y, wide * size * z, size));
  }
  return balls;
}

BallRows thirty_decades(Rng& rng, std::size_t count) { return octaves(rng, count, -50, 50); }
BallRows thirty_decades_in_the_plane(Rng& rng, std::size_t count) { return octaves(rng, count, -50, 50, true); }
BallRows all_floats(Rng& rng, std::size_t count) { return octaves(rng, count, -140, 116); }
BallRows least_floats(Rng& rng, std::size_t count) { return octaves(rng, count, -147, -125); }

/// Half of them spread over the space of the largest of the others: at the deepest levels, none of those is near.
BallRows octaves_among_dust(Rng& rng, std::size_t count) {
  BallRows balls = octaves(rng, count / 2, -100, 0);
  while (balls.size() < count) balls.push_back(ball_in_cube(rng, -20, 20, std::exp2(uniform(rng, -100, -20))));
  return balls;
}

BallRows points_towards_the_origin(Rng& rng, std::size_t count) {
  BallRows balls = octaves(rng, count, -100, 0);
  for (BallProxy& b : balls) b.radius = 0;
  return balls;
}

BallRows distant(Rng& rng, std::size_t count) {
  BallRows balls;
  while (balls.size() < count) balls.push_back(ball_in_cube(rng, 1e17, 2e17, 1));
  return balls;
}

BallRows diagonal(Rng&, std::size_t count) {
  BallRows balls;
  for (std::size_t i = 0; i < count; ++i) {
    const double t = 2 * static_cast<double>(i);
    balls.push_back(ball(t, t, t, 0.5));
  }
  return balls;
}

/// Where folds of that many cells would map all of them to one cell.
BallRows lattice(std::size_t count, double cells) {
  const auto side = static_cast<std::size_t>(std::ceil(std::cbrt(static_cast<double>(count))));
  const double step = 2 * cells * (1 + 0x1p-20);
  const auto at = [&](std::size_t i) { return step * static_cast<double>(i % side); };
  BallRows balls;
  for (std::size_t i = 0; i < count; ++i) balls.push_back(ball(at(i), at(i / side), at(i / side / side), 0.5));
  return balls;
}
BallRows on_even_folds(Rng&, std::size_t count) { return lattice(count, 1022); }
BallRows on_our_folds(Rng&, std::size_t count) {
  BallRows balls = lattice(count, 1021);
  for (BallProxy& b : balls) b.y *= 1019.0F / 1021, b.z *= 1017.0F / 1021;
  return balls;
}

/// Twelve at each place, which the first fold separates and the second does not.
BallRows on_our_other_folds(Rng&, std::size_t count) {
  const BallRows places = lattice(count / 12 + 1, 895);
  BallRows balls;
  for (std::size_t i = 0; i < count; ++i) {
    BallProxy b = places[i / 12];
    b.y *= 893.0F / 895, b.z *= 891.0F / 895;
    balls.push_back(b);
  }
  return balls;
}

/// Few of medium size in one place, all others alone: apart from those, few objects share a cell of the largest.
BallRows crowded_targets(Rng& rng, std::size_t count) {
  const auto crowd = static_cast<std::size_t>(1.9 * std::pow(static_cast<double>(count), 2.0 / 3));
  BallRows balls = {ball(0, 0, 0, 0.5)};
  while (balls.size() < crowd) balls.push_back(ball_in_cube(rng, 0.1, 0.9, std::exp2(uniform(rng, -17, -14))));
  while (balls.size() < count) balls.push_back(ball_in_cube(rng, 2, 300, 0x1p-20));
  return balls;
}

/// All in one cell of the largest, which no thread sees as a whole.
BallRows one_cell(Rng& rng, std::size_t count) {
  BallRows balls = {ball(0, 0, 0, 0.5)};
  while (balls.size() < 40) balls.push_back(ball_in_cube(rng, 0.5, 0.9, 0x1p-6));
  while (balls.size() < count) balls.push_back(ball_in_cube(rng, 0.5, 0.9, 0x1p-20));
  return balls;
}

struct Layout {
  const char* name;
  BallRows (*make)(Rng&, std::size_t);
  std::size_t count;
  double sorted, compared;  // the most for each object
};

std::ostream& operator<<(std::ostream& out, const Layout& layout) { return out << layout.name; }

/// At most one sort for each octave of sizes, and 16 comparisons. The sizes of the other layouts fit in a few levels.
constexpr Layout layouts[] = {{"thirty_decades", thirty_decades, 5000, 100, 1600},
                              {"thirty_decades_in_the_plane", thirty_decades_in_the_plane, 5000, 100, 1600},
                              {"all_floats", all_floats, 5000, 256, 4096},
                              {"least_floats", least_floats, 5000, 22, 352},
                              {"octaves_among_dust", octaves_among_dust, 5000, 100, 1600},
                              {"points_towards_the_origin", points_towards_the_origin, 5000, 1, 20},
                              {"distant", distant, 5000, 1, 20},
                              {"diagonal", diagonal, 100000, 1, 20},
                              {"on_even_folds", on_even_folds, 5000, 1, 20},
                              {"on_our_folds", on_our_folds, 5000, 2, 20},
                              {"on_our_other_folds", on_our_other_folds, 5000, 3, 20},
                              {"crowded_targets", crowded_targets, 50000, 2, 20},
                              {"one_cell", one_cell, 100000, 3, 20}};

BroadPhase::Options options(float skin = 0) {
  return {detail::kernels_for(detail::broad_phase_tables, Isa::scalar), skin};
}

template <class Row>
ProxySet<Row> proxies(const std::vector<Row>& rows) {
  return {rows.data(), rows.size()};
}

std::vector<Bounds3> boxes_of(const BallRows& balls) {
  std::vector<Bounds3> boxes;
  for (const BallProxy& b : balls)
    boxes.push_back(
        {{b.x - b.radius, b.y - b.radius, b.z - b.radius}, {b.x + b.radius, b.y + b.radius, b.z + b.radius}});
  return boxes;
}

const auto drop_pairs = [](std::span<const Pair>) {};

class BroadPhaseWork : public ::testing::TestWithParam<Layout> {
 protected:
  /// `find(broad, balls)` with that many spheres, and with three times as many.
  template <class Find>
  void expect_little(const Find& find) const {
    Rng rng(71);
    for (const std::size_t count : {GetParam().count, 3 * GetParam().count}) {
      BroadPhase broad;
      find(broad, GetParam().make(rng, count));
      const auto each = [&](std::uint64_t all) { return static_cast<double>(all) / static_cast<double>(count); };
      EXPECT_LE(each(broad.work().sorted), GetParam().sorted) << count;
      EXPECT_LE(each(broad.work().compared), GetParam().compared) << count;
      EXPECT_LE(each(broad.memory_bytes()), 120) << count;
    }
  }
};

TEST_P(BroadPhaseWork, OfBallsGrowsWithTheirNumber) {
  expect_little([](BroadPhase& broad, const BallRows& balls) { broad.find(proxies(balls), options(), drop_pairs); });
}

TEST_P(BroadPhaseWork, OfBoxesGrowsWithTheirNumber) {
  expect_little([](BroadPhase& broad, const BallRows& balls) {
    const std::vector<Bounds3> boxes = boxes_of(balls);
    broad.find(proxies(boxes), options(), drop_pairs);
  });
}

TEST_P(BroadPhaseWork, OfTwoSetsGrowsWithTheirNumber) {
  expect_little([](BroadPhase& broad, const BallRows& balls) {
    BallRows sets[2];
    for (std::size_t i = 0; i < balls.size(); ++i) sets[i % 2].push_back(balls[i]);
    broad.find(proxies(sets[0]), proxies(sets[1]), options(), drop_pairs);
  });
}

INSTANTIATE_TEST_SUITE_P(, BroadPhaseWork, ::testing::ValuesIn(layouts),
                         [](const auto& layout) { return std::string(layout.param.name); });

/// Even if sizes need many levels, a Verlet list saves the search of all.
TEST(BroadPhaseMemory, OfASkinIsThatOfObjectsAndListedPairs) {
  Rng rng(72);
  for (const int low : {-30, -4}) {
    const BallRows balls = octaves(rng, 20000, low, 0);
    BroadPhase broad;
    broad.find(proxies(balls), options(0x1p-36F), drop_pairs);
    EXPECT_GT(broad.work().sorted, 0U);
    const std::size_t bytes = broad.memory_bytes();
    broad.find(proxies(balls), options(0x1p-36F), drop_pairs);
    EXPECT_EQ(broad.work().sorted, 0U);
    EXPECT_EQ(broad.memory_bytes(), bytes);
    EXPECT_LE(broad.memory_bytes(), 20000U * 330 + 16 * broad.work().listed);
  }
}

}  // namespace
}  // namespace lockstep::test
