// The pairs of an overlap pass are those that the exact oracle and `intersect` find among all pairs.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "balls.hpp"
#include "core.hpp"
#include "every_isa.hpp"
#include "judge.hpp"

namespace lockstep::test {
namespace {

class Overlap : public EveryIsa {};

void expect_same_pairs(const OverlapAnswer& got, const OverlapAnswer& wanted, const std::string& what) {
  EXPECT_EQ(got.pairs, wanted.pairs) << what;
  EXPECT_EQ(got.tiles, wanted.pairs) << what;
  EXPECT_EQ(got.counts, wanted.counts) << what;
  EXPECT_EQ(got.any, wanted.any) << what;
  EXPECT_EQ(got.result.pairs, wanted.result.pairs) << what;
  EXPECT_TRUE(got.result.complete) << what;
}

TEST_P(Overlap, OfOneSetIsIntersectOnAllPairs) {
  Rng rng(1);
  for (const std::size_t count : {1U, 2U, 17U, 300U})
    for (const Balls& balls : hard_sets(rng, count))
      for (const Touching touching : {Touching::overlap, Touching::separate}) {
        const OverlapOptions options{.touching = touching, .isa = GetParam()};
        OverlapPass pass;
        expect_same_pairs(ask(pass, balls.view(), {}, options), ask_intersect(balls, nullptr, options),
                          balls.name + ' ' + std::to_string(count));
      }
}

TEST_P(Overlap, OfTwoSetsIsIntersectOnAllPairs) {
  Rng rng(2);
  for (const std::size_t count : {40U, 140U}) {  // for small sets, lanes first test against all of the other set
    const std::vector<Balls> all = hard_sets(rng, count), others = hard_sets(rng, 150);
    for (std::size_t i = 0; i < all.size(); ++i)
      for (const std::size_t k : {i, (i + 1) % all.size(), (7 * i + 3) % all.size()}) {
        const SphereView first = all[i].view(), second = others[k].view();
        const OverlapOptions options{.isa = GetParam()};
        OverlapPass pass;
        const std::string names = all[i].name + " and " + others[k].name;
        expect_same_pairs(ask(pass, first, &second, options), ask_intersect(all[i], &others[k], options), names);
        expect_same_pairs(ask(pass, second, &first, options), ask_intersect(others[k], &all[i], options), names);
      }
  }
}

TEST_P(Overlap, OfCirclesIsThatOfBallsInThePlane) {
  Rng rng(3);
  for (Balls& balls : hard_sets(rng, 200)) {
    std::fill(balls.z.begin(), balls.z.end(), 0.0F);
    const Balls first{balls.name,
                      {balls.x.begin(), balls.x.begin() + 50},
                      {balls.y.begin(), balls.y.begin() + 50},
                      {balls.z.begin(), balls.z.begin() + 50},
                      {balls.radius.begin(), balls.radius.begin() + 50}};
    OverlapPass pass, flat_pass;
    EXPECT_EQ(ask(flat_pass, balls.circles(), {}, {.isa = GetParam()}),
              ask(pass, balls.view(), {}, {.isa = GetParam()}))
        << balls.name;
    const CircleView circles = balls.circles();
    const SphereView spheres = balls.view();
    EXPECT_EQ(ask(flat_pass, first.circles(), &circles), ask(pass, first.view(), &spheres)) << balls.name;
  }
}

/// Pairs farther from contact than 16 units in the last place are judged by exact arithmetic.
TEST_P(Overlap, MarginIsExactAsFarAsTouchingGoes) {
  Rng rng(4);
  for (const double margin : {0.0, 0.013, 0.6}) {
    for (const Balls& balls : hard_sets(rng, 60)) {
      double largest = margin;
      for (std::size_t i = 0; i < balls.size(); ++i)
        for (const float x : {balls.x[i], balls.y[i], balls.z[i], balls.radius[i]})
          largest = std::max(largest, std::fabs(double{x}));
      const double scaled = margin == 0 ? 0 : double{static_cast<float>(margin * largest)};
      const double slack = contact_tolerance(largest);
      for (const Touching touching : {Touching::overlap, Touching::separate}) {
        OverlapPass pass;
        const OverlapAnswer got = ask(pass, balls.view(), {},
                                      {.margin = static_cast<float>(scaled), .touching = touching, .isa = GetParam()});
        std::vector<Pair> least, most;
        for (std::uint32_t i = 0; i < balls.size(); ++i)
          for (std::uint32_t j = i + 1; j < balls.size(); ++j) {
            const oracle::AnyShape a = balls.ball(i), b = balls.ball(j);
            const oracle::Truth exact = oracle::decide_grown(a, b, scaled);
            const bool keeps = touching == Touching::overlap;
            const bool is_near = oracle::decide_grown(a, b, scaled + slack) != oracle::Truth::separated;
            const bool is_deep = scaled > slack ? oracle::decide_grown(a, b, scaled - slack) != oracle::Truth::separated
                                                : oracle::deeper_than(a, b, slack - scaled);
            if (keeps ? exact != oracle::Truth::separated : is_deep) least.push_back({i, j});
            if (keeps ? is_near : exact != oracle::Truth::separated) most.push_back({i, j});
          }
        const auto order = [](const Pair& a, const Pair& b) { return a.a != b.a ? a.a < b.a : a.b < b.b; };
        EXPECT_TRUE(std::includes(got.pairs.begin(), got.pairs.end(), least.begin(), least.end(), order)) << balls.name;
        EXPECT_TRUE(std::includes(most.begin(), most.end(), got.pairs.begin(), got.pairs.end(), order)) << balls.name;
      }
    }
  }
}

/// Points at distances of a few units in the last place around the margin are decided like spheres of half the margin.
TEST_P(Overlap, MarginIsExactNearContact) {
  Rng rng(6);
  for (const float margin : {1.0F, 1.25F, 0x1p-20F, 0x1p-29F, 0x1p-40F, 0x1p30F}) {
    Balls points, balls;
    for (int i = 0; i < 600; ++i) {
      const auto any = [&] { return oracle::uniform(rng, -1, 1); };
      const double x = any(), y = any(), z = any(), length = std::sqrt(x * x + y * y + z * z);
      const double k = i == 0 ? 0 : margin * (1 + oracle::below(rng, 81) * 0x1p-24 - 0x1.4p-19) / length;
      points.add(k * x, k * y, k * z, 0), balls.add(k * x, k * y, k * z, margin / 2);
    }
    for (const Touching touching : {Touching::overlap, Touching::separate}) {
      OverlapPass pass;
      const OverlapOptions options{.touching = touching, .isa = GetParam()};
      OverlapOptions with_margin = options;
      with_margin.margin = margin;
      EXPECT_EQ(ask(pass, points.view(), {}, with_margin).pairs, ask_intersect(balls, nullptr, options).pairs)
          << margin;
      EXPECT_EQ(ask(pass, balls.view(), {}, options).pairs, ask_intersect(balls, nullptr, options).pairs) << margin;
    }
  }
}

/// Directions are unit vectors from b to a; moved by depth along them, a and b are in contact.
TEST_P(Overlap, SeparationsLeadToContact) {
  Rng rng(5);
  for (const Balls& balls : hard_sets(rng, 150)) {
    OverlapPass pass;
    const OverlapAnswer got = ask(pass, balls.view(), {}, {.margin = 0.01F, .isa = GetParam()});
    ASSERT_EQ(got.separations.size(), got.pairs.size());
    for (std::size_t i = 0; i < got.pairs.size(); ++i) {
      const Sphere a = balls.ball(got.pairs[i].a), b = balls.ball(got.pairs[i].b);
      const auto& [n, depth] = got.separations[i];
      const std::array<double, 3> offset = {double{a.center.x} - b.center.x, double{a.center.y} - b.center.y,
                                            double{a.center.z} - b.center.z};
      const double distance = std::hypot(offset[0], offset[1], offset[2]);
      const double reach = double{a.radius} + b.radius;
      EXPECT_NEAR(depth, reach - distance, 0x1p-23 * (reach + distance) + 0x1p-149) << balls.name;
      EXPECT_NEAR(std::hypot(double{n.x}, double{n.y}, double{n.z}), 1, 1e-6) << balls.name;
      if (distance == 0)
        EXPECT_EQ(n, (Vec3{1, 0, 0})) << balls.name;
      else
        EXPECT_NEAR((n.x * offset[0] + n.y * offset[1] + n.z * offset[2]) / distance, 1, 1e-6) << balls.name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, Overlap, isas(), isa_name);

}  // namespace
}  // namespace lockstep::test
