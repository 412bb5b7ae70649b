// The answers of an overlap pass are the same for every instruction set, number of threads, layout of memory and
// history of the pass, and for outputs of any length; on large sets they are those of a plain sweep along x.
#include <gtest/gtest.h>

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "balls.hpp"
#include "every_isa.hpp"
#include "layout.hpp"

namespace lockstep::test {
namespace {

template <class Call>
auto with_threads(int threads, const Call& call) {
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
  return tbb::task_arena(threads).execute(call);
}

/// Sort and sweep along x: independent of grids. In double, which is exact as far as these sets need it.
std::vector<Pair> swept(const Balls& balls) {
  std::vector<std::uint32_t> order(balls.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [&](auto a, auto b) { return balls.x[a] < balls.x[b]; });
  const float widest = *std::max_element(balls.radius.begin(), balls.radius.end());
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < order.size(); ++i)
    for (std::size_t k = i + 1; k < order.size(); ++k) {
      const std::uint32_t a = std::min(order[i], order[k]), b = std::max(order[i], order[k]);
      const double dx = double{balls.x[a]} - balls.x[b], dy = double{balls.y[a]} - balls.y[b],
                   dz = double{balls.z[a]} - balls.z[b], reach = double{balls.radius[a]} + balls.radius[b];
      if (std::fabs(dx) > double{balls.radius[order[i]]} + widest) break;
      if (dx * dx + dy * dy + dz * dz <= reach * reach) pairs.push_back({a, b});
    }
  std::sort(pairs.begin(), pairs.end(),
            [](const Pair& a, const Pair& b) { return a.a != b.a ? a.a < b.a : a.b < b.b; });
  return pairs;
}

class OverlapParity : public EveryIsa {};

TEST_P(OverlapParity, LargeSetsAreThoseOfASweep) {
  Rng rng(11);
  std::vector<Balls> sets = {random_balls(rng, 30000, 3), random_balls(rng, 30000, 6, true),
                             random_balls(rng, 30000, 0.01)};
  Balls mixed = random_balls(rng, 30000, 0.5);
  for (float& r : mixed.radius) r *= static_cast<float>(std::pow(10.0, oracle::uniform(rng, -2, 0.7)));
  sets.push_back(mixed);
  for (const Balls& balls : sets) {
    const std::vector<Pair> wanted = swept(balls);
    for (const int threads : {1, 2, 4}) {
      OverlapPass pass;
      const auto got = with_threads(threads, [&] { return ask(pass, balls.view(), {}, {.isa = GetParam()}); });
      EXPECT_EQ(got.pairs, wanted) << balls.name << ", " << threads << " threads";
      EXPECT_EQ(got.tiles, wanted) << balls.name << ", " << threads << " threads";
    }
  }
}

TEST_P(OverlapParity, AnyThreadsAndAnyHistory) {
  Rng rng(12);
  OverlapPass used;
  for (const Balls& balls : hard_sets(rng, 700)) {
    const SphereView second = balls.view();
    OverlapPass fresh;
    const OverlapOptions scalar{.isa = Isa::scalar}, options{.isa = GetParam()};
    const OverlapAnswer wanted = with_threads(1, [&] { return ask(fresh, balls.view(), {}, scalar); });
    const OverlapAnswer of_two = with_threads(1, [&] { return ask(fresh, balls.view(), &second, scalar); });
    for (const int threads : {1, 2, 4}) {
      EXPECT_EQ(with_threads(threads, [&] { return ask(used, balls.view(), {}, options); }), wanted) << balls.name;
      EXPECT_EQ(with_threads(threads, [&] { return ask(used, balls.view(), &second, options); }), of_two) << balls.name;
    }
  }
}

TEST_P(OverlapParity, AnyLayout) {
  Rng rng(13);
  const Balls balls = random_balls(rng, 3000, 4);
  const Columns columns = {balls.x, balls.y, balls.z, balls.radius};
  OverlapPass pass;
  const OverlapAnswer wanted = ask(pass, balls.view());
  for (const Layout& layout : {separate(columns, 1), separate(columns, 4), structures(columns, 16, 0),
                               structures(columns, 23, 3), reversed(columns)}) {
    const Streams& s = layout.streams;
    EXPECT_EQ(ask(pass, SphereView{s[0], s[1], s[2], s[3], balls.size()}, {}, {.isa = GetParam()}), wanted)
        << layout.name;
  }
}

TEST_P(OverlapParity, FiltersLeavePairsOut) {
  Rng rng(14);
  const Balls balls = random_balls(rng, 400, 20), other = random_balls(rng, 300, 20);
  const SphereView second = other.view();
  const auto bits = [&](std::size_t count) {
    std::vector<std::uint32_t> some(count);
    for (std::uint32_t& b : some) b = static_cast<std::uint32_t>(rng() & rng() & 0xffU) << 20;
    return some;
  };
  const auto group = bits(400), mask = bits(400), second_group = bits(300), second_mask = bits(300);
  OverlapPass pass;
  for (int which = 0; which < 16; ++which) {
    OverlapOptions options{.isa = GetParam()};
    if (which & 1) options.filter.group = group;
    if (which & 2) options.filter.mask = mask;
    if (which < 4) {
      EXPECT_EQ(ask(pass, balls.view(), {}, options).pairs, ask_intersect(balls, nullptr, options).pairs) << which;
    }
    if (which & 4) options.second_filter.group = second_group;
    if (which & 8) options.second_filter.mask = second_mask;
    EXPECT_EQ(ask(pass, balls.view(), &second, options).pairs, ask_intersect(balls, &other, options).pairs) << which;
  }
}

/// The first pairs in order, and the right count.
TEST_P(OverlapParity, ShortBuffers) {
  Rng rng(15);
  std::vector<Balls> sets = {random_balls(rng, 20000, 3)};
  sets.push_back({"point", {}, {}, {}, {}});
  for (int i = 0; i < 900; ++i) sets[1].add(1, 2, 3, 4);
  for (const Balls& balls : sets) {
    OverlapPass pass;
    const OverlapAnswer all = ask(pass, balls.view());
    for (const std::size_t room : {std::size_t{1}, std::size_t{100}, all.pairs.size() / 3, all.pairs.size() - 1,
                                   all.pairs.size(), all.pairs.size() + 1, 2 * all.pairs.size()}) {
      const OverlapAnswer got = with_threads(2, [&] { return ask(pass, balls.view(), {}, {.isa = GetParam()}, room); });
      const std::size_t written = std::min(room, all.pairs.size());
      EXPECT_EQ(got.result.pairs, all.pairs.size());
      EXPECT_EQ(got.result.complete, room >= all.pairs.size()) << room;
      EXPECT_TRUE(
          std::equal(got.pairs.begin(), got.pairs.begin() + static_cast<std::ptrdiff_t>(written), all.pairs.begin()))
          << room;
      EXPECT_TRUE(std::equal(got.separations.begin(), got.separations.begin() + static_cast<std::ptrdiff_t>(written),
                             all.separations.begin()))
          << room;
      for (std::size_t i = written; i < room; ++i) ASSERT_EQ(got.pairs[i], Pair{}) << room;
      EXPECT_EQ(got.counts, all.counts);
    }
  }
}

using ToPart = std::pair<Pair, Separation>;
bool by_objects(const ToPart& p, const ToPart& q) {
  return p.first.a != q.first.a ? p.first.a < q.first.a : p.first.b < q.first.b;
}

/// The first `written` pairs, each with its separation, in order.
std::vector<ToPart> in_order(const OverlapAnswer& answer, std::size_t written) {
  std::vector<ToPart> all;
  for (std::size_t i = 0; i < written; ++i) all.emplace_back(answer.pairs[i], answer.separations[i]);
  std::sort(all.begin(), all.end(), by_objects);
  return all;
}

/// The same pairs, once each, or as many of them as fit.
TEST_P(OverlapParity, OrderMayBeAny) {
  Rng rng(19);
  const Balls balls = random_balls(rng, 20000, 3), other = random_balls(rng, 2000, 3);
  const SphereView view = other.view();
  OverlapPass pass;
  for (const SphereView* const second : {static_cast<const SphereView*>(nullptr), &view}) {
    const OverlapAnswer sorted = ask(pass, balls.view(), second);
    const std::size_t count = sorted.pairs.size();
    const std::vector<ToPart> wanted = in_order(sorted, count);
    ASSERT_GT(count, 1000U);
    for (const std::size_t room : {std::size_t{1}, count / 3, count - 1, count, 2 * count})
      for (const int threads : {1, 2, 4}) {
        const OverlapOptions options{.isa = GetParam(), .order = PairOrder::any};
        const OverlapAnswer got = with_threads(threads, [&] { return ask(pass, balls.view(), second, options, room); });
        const std::size_t written = std::min(room, count);
        const std::vector<ToPart> found = in_order(got, written);
        EXPECT_EQ(got.result.pairs, count);
        EXPECT_EQ(got.result.complete, room >= count) << room;
        EXPECT_EQ(got.counts, sorted.counts);
        EXPECT_TRUE(std::includes(wanted.begin(), wanted.end(), found.begin(), found.end(), by_objects)) << room;
        for (const ToPart& part : found)
          ASSERT_EQ(std::lower_bound(wanted.begin(), wanted.end(), part, by_objects)->second, part.second) << room;
        for (std::size_t i = written; i < room; ++i) ASSERT_EQ(got.pairs[i], Pair{}) << room;
      }
  }
}

/// In pairs, in a world of so many cells that its axes are folded: some pairs lie on both sides of a fold.
TEST_P(OverlapParity, PairsMeetAcrossTheFoldsOfAWideWorld) {
  Rng rng(18);
  Balls balls;
  std::vector<Pair> couples;
  for (std::uint32_t i = 0; i < 20'000; ++i) {
    const double at[3] = {oracle::uniform(rng, 0, 1e6), oracle::uniform(rng, 0, 1e6), oracle::uniform(rng, 0, 1e6)};
    balls.add(at[0], at[1], at[2], 1);
    const std::size_t axis = i % 3;
    balls.add(at[0] + (axis == 0 ? 1.5 : 0), at[1] + (axis == 1 ? 1.5 : 0), at[2] + (axis == 2 ? 1.5 : 0), 1);
    couples.push_back({2 * i, 2 * i + 1});
  }
  OverlapPass pass;
  const OverlapOptions options{.isa = GetParam()};
  const std::vector<Pair> met = ask(pass, balls.view(), {}, options).pairs;
  EXPECT_TRUE(std::includes(met.begin(), met.end(), couples.begin(), couples.end(),
                            [](const Pair& p, const Pair& q) { return std::pair(p.a, p.b) < std::pair(q.a, q.b); }));
  EXPECT_LT(met.size(), couples.size() + 10);
}

TEST_P(OverlapParity, SomeOutputsOnly) {
  Rng rng(16);
  const Balls balls = random_balls(rng, 3000, 4);
  OverlapPass pass;
  const OverlapAnswer all = ask(pass, balls.view());
  std::vector<std::uint32_t> counts(balls.size(), 9);
  std::vector<std::uint64_t> any(mask_words(balls.size()), 9);
  std::vector<Pair> pairs(all.pairs.size());
  const OverlapOptions options{.isa = GetParam()};
  EXPECT_EQ(pass.run(balls.view(), {}, options).pairs, all.pairs.size());
  EXPECT_TRUE(pass.run(balls.view(), {.counts = counts}, options).complete);
  EXPECT_EQ(counts, all.counts);
  EXPECT_TRUE(pass.run(balls.view(), {.any = any}, options).complete);
  EXPECT_EQ(any, all.any);
  EXPECT_TRUE(overlap(balls.view(), {.pairs = pairs}, options).complete);
  EXPECT_EQ(pairs, all.pairs);
}

/// Frames of a slow motion, with a jump now and then: a kept order changes no answer.
TEST_P(OverlapParity, SkinChangesNoAnswer) {
  Rng rng(17);
  for (const bool flat : {false, true}) {
    Balls balls = random_balls(rng, 1500, 3, flat), wall = random_balls(rng, 300, 0.5, flat);
    for (float& r : balls.radius) r *= static_cast<float>(oracle::uniform(rng, 0.2, 1.2));
    const float size = balls.radius[0];
    const SphereView second = wall.view();
    OverlapPass kept(size), kept_of_two(size), fresh;
    std::vector<float> speed(3 * balls.size());
    for (int frame = 0; frame < 50; ++frame) {
      // All move straight for a while, then jump; at last, only a few move.
      if (frame % 17 == 0)
        for (float& v : speed) v = size * static_cast<float>(oracle::uniform(rng, -0.2, 0.2));
      const float leap = frame % 17 == 16 ? 20 : 1;
      for (std::size_t i = 0; i<speed.size() / 3; i += frame> 40 ? 500 : 1) {
        balls.x[i] += leap * speed[3 * i], balls.y[i] += leap * speed[3 * i + 1];
        if (!flat) balls.z[i] += leap * speed[3 * i + 2];
      }
      if (frame == 30) balls.radius[7] *= 2;
      if (frame == 40) balls.add(0.5, 0.5, 0, size);
      OverlapOptions options{.isa = GetParam()};
      if (frame >= 45) options.margin = size / 2;
      EXPECT_EQ(ask(kept, balls.view(), {}, options), ask(fresh, balls.view(), {}, options)) << frame;
      EXPECT_EQ(ask(kept_of_two, balls.view(), &second, options), ask(fresh, balls.view(), &second, options)) << frame;
    }
  }
}

TEST_P(OverlapParity, WhatACallbackThrowsReachesTheCaller) {
  Rng rng(18);
  const Balls balls = random_balls(rng, 20000, 3);
  OverlapPass pass;
  const OverlapAnswer wanted = ask(pass, balls.view());
  const auto throwing = [](std::span<const Pair>) { throw std::runtime_error("enough"); };
  for (const int threads : {1, 2, 4})
    with_threads(threads, [&] {
      EXPECT_THROW((void)pass.run(balls.view(), {.tile = throwing}, {.isa = GetParam()}), std::runtime_error);
      EXPECT_EQ(ask(pass, balls.view()), wanted);
      return 0;
    });
}

INSTANTIATE_TEST_SUITE_P(, OverlapParity, isas(), isa_name);

}  // namespace
}  // namespace lockstep::test
