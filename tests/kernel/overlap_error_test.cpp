// Bad input to overlap passes: the errors, their words, and the effect of unchecked numbers. And the memory of a pass.
#include <gtest/gtest.h>

#include <cmath>

#include "bad_numbers.hpp"
#include "balls.hpp"
#include "counting_new.hpp"
#include "error_of.hpp"
#include "every_isa.hpp"
#include "lockstep/cull.hpp"

namespace lockstep::test {
namespace {

struct OverlapErrors : testing::Test {
  Rng rng{21};
  Balls balls = random_balls(rng, 100, 2);
  OverlapPass pass;
  std::vector<Pair> pairs = std::vector<Pair>(10, Pair{7, 7});
  std::vector<std::uint32_t> counts = std::vector<std::uint32_t>(100, 7);

  std::string error(const OverlapOptions& options = {}) {
    return error_of([&] { (void)pass.run(balls.view(), {.pairs = pairs, .counts = counts}, options); });
  }
  ~OverlapErrors() override {
    EXPECT_EQ(pairs, std::vector<Pair>(10, Pair{7, 7})) << "nothing is written";
    EXPECT_EQ(counts, std::vector<std::uint32_t>(100, 7)) << "nothing is written";
  }
};

TEST_F(OverlapErrors, NameTheNumber) {
  balls.y[42] = nan;
  EXPECT_EQ(error(), "spheres.y[42] = nan: must be a finite number of at most 1e18");
  balls.y[42] = 0, balls.radius[3] = -1;
  EXPECT_EQ(error(), "spheres.radius[3] = -1: must be a finite number, not negative and at most 1e18");
  EXPECT_EQ(error_of([&] { (void)pass.run(balls.circles(), {}); }),
            "circles.radius[3] = -1: must be a finite number, not negative and at most 1e18");
  const Balls good = random_balls(rng, 5, 1);
  EXPECT_EQ(error_of([&] { (void)pass.run(good.view(), balls.view(), {}); }).substr(0, 17), "spheres.radius[3]");
}

TEST_F(OverlapErrors, NameTheOption) {
  for (const float margin : {-1.0F, nan, inf, 2e18F})
    EXPECT_EQ(error({.margin = margin, .check = Check::none}).substr(0, 17), "options.margin = ");
  EXPECT_THROW(OverlapPass{-1.0F}, InvalidInput);
  EXPECT_THROW(OverlapPass{nan}, InvalidInput);
  std::vector<std::uint32_t> some(99);
  EXPECT_EQ(error({.filter = {.group = some}}),
            "options.filter.group: has 99 elements, needs one for each of the 100 objects, or none");
  EXPECT_EQ(error({.filter = {.mask = some}}),
            "options.filter.mask: has 99 elements, needs one for each of the 100 objects, or none");
  some.resize(100);
  EXPECT_EQ(error({.second_filter = {.mask = some}}), "options.second_filter: there is only one set");
  EXPECT_EQ(error({.filter = {.mask = counts}}), "counts: shares memory with options.filter.mask");
}

TEST_F(OverlapErrors, NameTheOutput) {
  std::vector<Separation> separations(9);
  std::vector<std::uint32_t> few(99);
  std::vector<std::uint64_t> any(1);
  const auto error_with = [&](const OverlapOutput& out) {
    return error_of([&] { (void)pass.run(balls.view(), out); });
  };
  EXPECT_EQ(error_with({.pairs = pairs, .separations = separations}),
            "separations: has 9 elements, needs 10, one for each of pairs");
  EXPECT_EQ(error_with({.counts = few}), "counts: has 99 elements, needs 100, one for each object");
  EXPECT_EQ(error_with({.any = any}), "any: has 1 elements, needs 2, mask_words(objects)");
  std::vector<std::uint32_t> numbers(100);
  SphereView view = balls.view();
  view.z = {reinterpret_cast<const float*>(numbers.data())};
  EXPECT_EQ(error_of([&] { (void)pass.run(view, {.counts = numbers}); }), "counts: shares memory with spheres.z");
  const auto as_pairs = std::span(reinterpret_cast<Pair*>(numbers.data()), 10);
  EXPECT_EQ(error_with({.pairs = as_pairs, .counts = numbers}), "pairs: shares memory with counts");
  view.z = {nullptr};
  EXPECT_EQ(error_of([&] { (void)pass.run(view, {}); }), "spheres.z: is null, the view has 100 objects");
  EXPECT_EQ(error_of([&] { (void)pass.run(SphereView{}, {.counts = few}); }),
            "counts: has 99 elements, needs 0, one for each object");
}

TEST_F(OverlapErrors, MoreObjectsThanPairsCanName) {
  const float zero = 0;
  const Stream repeated{&zero, 0};
  const SphereView view{repeated, repeated, repeated, repeated, std::size_t{1} << 32};
  EXPECT_EQ(error_of([&] { (void)pass.run(view, {}, {.check = Check::none}); }),
            "objects: 4294967296, pairs can name 2^32 - 1");
}

class OverlapUnchecked : public EveryIsa {};

/// An invalid sphere overlaps every other, and changes no other answer.
TEST_P(OverlapUnchecked, NoBallsMeetEverything) {
  Rng rng(22);
  for (const std::size_t bad_count : {1U, 2U, 5U}) {
    Balls balls = random_balls(rng, 6000, 2), other = random_balls(rng, 200, 2);
    for (Balls* set : {&balls, &other})
      for (std::size_t k = 0; k < bad_count; ++k) {
        const float bad[] = {nan, inf, -inf, -1, nan};
        auto& column = k == 3 ? set->radius : k % 2 == 0 ? set->x : set->z;
        column[k * 37] = bad[k];
      }
    const auto is_bad = [&](const Balls& set, std::uint32_t i) {
      return !(std::fabs(set.x[i]) < inf && std::fabs(set.z[i]) < inf && set.radius[i] >= 0);
    };
    const SphereView second = other.view();
    for (const Touching touching : {Touching::overlap, Touching::separate}) {
      const OverlapOptions options{.touching = touching, .check = Check::none, .isa = GetParam()};
      OverlapPass pass(0.01F);
      for (int frame = 0; frame < 2; ++frame) {
        const OverlapAnswer of_two = ask(pass, other.view(), &second, options);
        EXPECT_EQ(of_two.pairs, ask_intersect(other, &other, options).pairs);
        const OverlapAnswer got = ask(pass, balls.view(), {}, options);
        std::size_t with_bad = 0;
        for (std::size_t i = 0; i < got.pairs.size(); ++i) {
          const bool bad = is_bad(balls, got.pairs[i].a) || is_bad(balls, got.pairs[i].b);
          with_bad += bad ? 1 : 0;
          if (!bad) continue;
          EXPECT_TRUE(std::isfinite(got.separations[i].depth));
          EXPECT_EQ(got.separations[i].direction, (Vec3{1, 0, 0}));
        }
        const std::size_t expected = bad_count * balls.size() - bad_count * (bad_count + 1) / 2;
        EXPECT_EQ(with_bad, touching == Touching::overlap ? expected : 0);
        EXPECT_EQ(got.tiles, got.pairs);
      }
    }
  }
}

TEST_P(OverlapUnchecked, FloatsOfAnySize) {
  Rng rng(23);
  Balls balls;
  for (int i = 0; i < 150; ++i) {
    const auto any = [&] { return oracle::uniform(rng, -1, 1) * (i % 3 == 0 ? 3.4e38 : 1e19); };
    balls.add(any(), any(), any(), std::fabs(any()));
  }
  for (const Touching touching : {Touching::overlap, Touching::separate}) {
    const OverlapOptions options{.touching = touching, .check = Check::none, .isa = GetParam()};
    OverlapPass pass;
    EXPECT_EQ(ask(pass, balls.view(), {}, options).pairs, ask_intersect(balls, nullptr, options).pairs);
  }
}

INSTANTIATE_TEST_SUITE_P(, OverlapUnchecked, isas(), isa_name);

TEST(OverlapMemory, ASecondPassTakesNoMore) {
  Rng rng(24);
  for (const float skin : {0.0F, 0.01F})
    for (const bool flat : {false, true})
      for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{1000}, std::size_t{40000}}) {
        const Balls balls = random_balls(rng, count == 0 ? 1 : count, 3, flat);
        SphereView view = balls.view();
        view.count = count;
        std::vector<Pair> pairs(4 * count);
        std::vector<std::uint32_t> counts(count);
        OverlapPass pass(skin);
        const auto run = [&] { return pass.run(view, {.pairs = pairs, .counts = counts}); };
        (void)run();
        const std::size_t bytes = pass.memory_bytes(), before = allocations_of_all_threads();
        (void)run();
        EXPECT_EQ(allocations_of_all_threads(), before) << count;
        EXPECT_EQ(pass.memory_bytes(), bytes) << count;
        // With a skin rows, bounds and places as well, and a list of about three pairs for each, with room to grow.
        EXPECT_LT(bytes, skin == 0 ? 100000 + count * 200 : 300000 + count * 450) << count;
      }
}

/// All pairs of a large set: they are counted, but take no memory.
TEST(OverlapMemory, GrowsWithObjectsNotWithPairs) {
  Balls balls;
  for (int i = 0; i < 4000; ++i) balls.add(1, 2, 3, 0.25 * (1 + i % 5));
  OverlapPass pass;
  std::vector<Pair> pairs(10);
  std::vector<std::uint32_t> counts(balls.size());
  const OverlapResult result = pass.run(balls.view(), {.pairs = pairs, .counts = counts});
  EXPECT_EQ(result.pairs, 4000U * 3999 / 2);
  EXPECT_FALSE(result.complete);
  EXPECT_EQ(counts, std::vector<std::uint32_t>(4000, 3999));
  for (std::uint32_t i = 0; i < 10; ++i) EXPECT_EQ(pairs[i], (Pair{0, i + 1}));
  EXPECT_LT(pass.memory_bytes(), 3000000U + 4000 * 300);
}

TEST(OverlapMemory, RunsOutCleanly) {
  Rng rng(25);
  const Balls balls = random_balls(rng, 500, 3);
  OverlapPass warm;
  const OverlapAnswer wanted = ask(warm, balls.view());
  std::vector<Pair> pairs(wanted.pairs.size());
  for (std::size_t n = 0;; ++n) {
    ASSERT_LT(n, 1000U);
    OverlapPass pass;
    bool failed = false;
    try {
      const FailingNew failing(n);
      (void)pass.run(balls.view(), {.pairs = pairs});
    } catch (const std::bad_alloc&) {
      failed = true;
    }
    EXPECT_EQ(ask(pass, balls.view()), wanted) << "after allocation " << n;
    if (!failed) break;
  }
}

}  // namespace
}  // namespace lockstep::test
