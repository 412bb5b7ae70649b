// A pass with a skin, or one that chooses it, finds in each frame the pairs of a pass without one, for any motion.
#include <gtest/gtest.h>

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <cmath>
#include <limits>

#include <lockstep/overlap.hpp>
#include <lockstep/sets.hpp>

#include "balls.hpp"
#include "every_isa.hpp"

namespace lockstep::test {
namespace {

using oracle::uniform;

float number(Rng& rng, double low, double high) { return static_cast<float>(uniform(rng, low, high)); }

/// Of radius 0.5.
Balls unit_balls(Rng& rng, std::size_t count, double partners, bool flat = false) {
  Balls balls = random_balls(rng, count, partners, flat);
  const float scale = 0.5F / balls.radius[0];
  for (auto* of : {&balls.x, &balls.y, &balls.z, &balls.radius})
    for (float& number : *of) number *= scale;
  return balls;
}

/// Advances a set by a frame, by about `step`.
struct Motion {
  const char* name;
  void (*move)(Rng& rng, Balls& balls, float step, int frame);
};

void jitter(Rng& rng, Balls& balls, float step, int) {
  for (std::size_t i = 0; i < balls.size(); ++i)
    for (auto* of : {&balls.x, &balls.y, &balls.z}) (*of)[i] += number(rng, -step, step);
}
void drift(Rng&, Balls& balls, float step, int) {
  for (std::size_t i = 0; i < balls.size(); ++i) balls.x[i] += i % 2 == 0 ? step : -step;
}
void rest(Rng&, Balls&, float, int) {}
void grow(Rng& rng, Balls& balls, float step, int frame) {
  jitter(rng, balls, step / 4, frame);
  for (std::size_t i = 0; i < balls.size(); ++i)
    balls.radius[i] = std::max(0.0F, balls.radius[i] + number(rng, -step, step));
}
/// One to three objects appear anywhere, some at the place of others.
void teleport(Rng& rng, Balls& balls, float step, int frame) {
  jitter(rng, balls, step / 8, frame);
  for (int k = 0; k <= frame % 3 && balls.size() > 40; ++k) {
    const std::size_t i = rng() % balls.size(), to = rng() % balls.size();
    balls.x[i] = balls.x[to] + number(rng, -1, 1), balls.y[i] = balls.y[to], balls.z[i] = balls.z[to];
  }
}
/// Moves all of them, so that no list lasts.
void jump(Rng& rng, Balls& balls, float step, int frame) { jitter(rng, balls, frame % 4 == 3 ? 50 * step : step, 0); }

constexpr Motion motions[] = {{"jitter", jitter}, {"drift", drift},       {"rest", rest},
                              {"grow", grow},     {"teleport", teleport}, {"jump", jump}};

class OverlapKept : public EveryIsa {};
INSTANTIATE_TEST_SUITE_P(, OverlapKept, isas(), isa_name);

/// Hard sets: clusters up to 1e18, equal balls, points, one giant, sizes over six decades.
TEST_P(OverlapKept, FramesAreThoseOfAPassWithout) {
  Rng rng(81);
  for (const Motion& motion : motions)
    for (Balls& balls : hard_sets(rng, 150)) {
      OverlapPass kept(0.1F), chooses(automatic_skin);
      for (int frame = 0; frame < 8; ++frame, motion.move(rng, balls, 0.01F, frame)) {
        OverlapPass fresh;
        const OverlapOptions options{.touching = frame % 5 == 4 ? Touching::separate : Touching::overlap,
                                     .isa = GetParam()};
        const OverlapAnswer wanted = ask(fresh, balls.view(), {}, options);
        EXPECT_EQ(ask(kept, balls.view(), {}, options), wanted) << motion.name << ", " << balls.name << ", " << frame;
        EXPECT_EQ(ask(chooses, balls.view(), {}, options), wanted)
            << motion.name << ", " << balls.name << ", " << frame;
        if (frame == 5) {
          EXPECT_EQ(wanted.pairs, ask_intersect(balls, nullptr, options).pairs) << balls.name;
        }
      }
    }
}

/// With a margin, which is larger than the error of verdicts by more than the list allows for; filters may differ in
/// each frame.
TEST_P(OverlapKept, MarginsAndFilters) {
  Rng rng(82);
  for (const float margin : {0.25F, 1e6F, 1e-30F})
    for (const Motion& motion : motions) {
      Balls balls = unit_balls(rng, 400, 3);
      std::vector<std::uint32_t> group(balls.size());
      OverlapPass kept(0.3F), chooses(automatic_skin);
      for (int frame = 0; frame < 10; ++frame, motion.move(rng, balls, 0.03F, frame)) {
        for (std::uint32_t& bits : group) bits = static_cast<std::uint32_t>(rng() & 3U);
        OverlapOptions options{.margin = margin, .isa = GetParam()};
        if (frame % 2 == 1) options.filter.group = group;
        OverlapPass fresh;
        const OverlapAnswer wanted = ask(fresh, balls.view(), {}, options);
        EXPECT_EQ(ask(kept, balls.view(), {}, options), wanted) << motion.name << ", " << margin << ", " << frame;
        EXPECT_EQ(ask(chooses, balls.view(), {}, options), wanted) << motion.name << ", " << margin << ", " << frame;
      }
    }
}

/// Moving objects against a static level, and against a moving one; in the plane.
TEST_P(OverlapKept, TwoSets) {
  Rng rng(83);
  for (const Motion& motion : motions)
    for (const bool both : {false, true}) {
      Balls movers = unit_balls(rng, 300, 2, true), level = unit_balls(rng, 900, 2, true);
      OverlapPass kept(0.4F), chooses(automatic_skin);
      for (int frame = 0; frame < 10; ++frame) {
        const CircleView second = level.circles();
        OverlapPass fresh;
        const OverlapOptions options{.isa = GetParam()};
        const OverlapAnswer wanted = ask(fresh, movers.circles(), &second, options);
        EXPECT_EQ(ask(kept, movers.circles(), &second, options), wanted) << motion.name << ", " << frame;
        EXPECT_EQ(ask(chooses, movers.circles(), &second, options), wanted) << motion.name << ", " << frame;
        motion.move(rng, movers, 0.04F, frame);
        if (both) motion.move(rng, level, 0.04F, frame);
      }
    }
}

/// If the number of objects is constant, only the few that jump are listed again; the run reports that no list was
/// built.
TEST_P(OverlapKept, AFewThatJumpMakeNoNewList) {
  Rng rng(84);
  Balls balls = unit_balls(rng, 2000, 4);
  OverlapPass kept(0.4F);
  const OverlapOptions options{.isa = GetParam()};
  EXPECT_TRUE(kept.run(balls.view(), {}, options).sorted);
  for (int frame = 0; frame < 5; ++frame) {
    for (const std::size_t i : {std::size_t{3}, std::size_t{4}, std::size_t{1999}}) {
      const std::size_t to = i == 4 ? 3 : rng() % balls.size();  // 3 and 4 meet
      balls.x[i] = balls.x[to], balls.y[i] = balls.y[to], balls.z[i] = balls.z[to];
    }
    OverlapPass fresh;
    EXPECT_FALSE(kept.run(balls.view(), {}, options).sorted) << frame;
    EXPECT_EQ(ask(kept, balls.view(), {}, options), ask(fresh, balls.view(), {}, options)) << frame;
  }
  for (int i = 0; i < 200; ++i) balls.x[static_cast<std::size_t>(i)] += 10;
  EXPECT_TRUE(kept.run(balls.view(), {}, options).sorted) << "too many for that";
}

/// Boxes of which one side moves after the other, each by more than the skin: no other motion hides it.
TEST_P(OverlapKept, BoxesThatGrow) {
  Rng rng(90);
  std::vector<Aabb> boxes;
  for (int i = 0; i < 300; ++i) {
    const float x = number(rng, 0, 8), y = number(rng, 0, 8), z = number(rng, 0, 8);
    boxes.push_back({{x, y, z}, {x + 0.8F, y + 0.8F, z + 0.8F}});
  }
  OverlapPass kept(0.3F);
  int spared = 0;
  for (int frame = 0; frame < 48; ++frame) {
    ShapeSet set;
    for (const Aabb& box : boxes) set.add(box);
    const auto pairs_of = [&](OverlapPass& pass) {
      std::vector<Pair> pairs(100'000);
      const OverlapResult found = pass.run(set, {.pairs = pairs}, {.isa = GetParam()});
      spared += found.sorted ? 0 : 1;
      pairs.resize(found.pairs);
      return pairs;
    };
    OverlapPass fresh;
    EXPECT_EQ(pairs_of(kept), pairs_of(fresh)) << frame;
    for (Aabb& box : boxes) {
      float* const side[] = {&box.min.x, &box.max.x, &box.min.y, &box.max.y, &box.min.z, &box.max.z};
      *side[frame / 8] += frame / 8 % 2 == 0 ? -0.06F : 0.06F;
    }
  }
  EXPECT_GE(spared, 6);
}

/// Objects that are added or removed, and invalid ones.
TEST_P(OverlapKept, NumbersAndNoBalls) {
  Rng rng(85);
  Balls balls = unit_balls(rng, 500, 4);
  OverlapPass kept(0.4F), chooses(automatic_skin);
  for (int frame = 0; frame < 12; ++frame) {
    if (frame == 4) balls.add(0, 0, 0, 2);
    if (frame == 6)
      for (auto* of : {&balls.x, &balls.y, &balls.z, &balls.radius}) of->resize(400);
    if (frame == 8) balls.y[7] = std::nanf("");
    if (frame == 9) balls.y[7] = 0, balls.radius[8] = -1;
    if (frame == 10) balls.radius[8] = std::numeric_limits<float>::infinity();
    if (frame == 11) balls.radius[8] = 0.5F;
    OverlapPass fresh;
    const OverlapOptions options{.check = Check::none, .isa = GetParam()};
    const OverlapAnswer wanted = ask(fresh, balls.view(), {}, options);
    EXPECT_EQ(ask(kept, balls.view(), {}, options), wanted) << frame;
    EXPECT_EQ(ask(chooses, balls.view(), {}, options), wanted) << frame;
    if (8 <= frame && frame <= 10) {
      EXPECT_THROW((void)kept.run(balls.view(), {}), InvalidInput) << frame;
      EXPECT_GE(wanted.pairs.size(), balls.size() - 1) << frame;
    }
    jitter(rng, balls, 0.02F, frame);
  }
}

/// A list that would be too long is not kept: the runs search, in memory for the objects.
TEST_P(OverlapKept, LongListsAreNotKept) {
  Balls balls{"point", {}, {}, {}, {}};
  for (int i = 0; i < 1200; ++i) balls.add(1, 2, 3, 4);
  OverlapPass kept(0.4F), plain;
  std::vector<std::uint32_t> counts(balls.size());
  for (int frame = 0; frame < 20; ++frame) {
    const OverlapResult found = kept.run(balls.view(), {.counts = counts}, {.isa = GetParam()});
    EXPECT_TRUE(found.sorted);
    EXPECT_EQ(found.pairs, 1200U * 1199 / 2);
  }
  (void)plain.run(balls.view(), {.counts = counts});
  EXPECT_LT(kept.memory_bytes(), plain.memory_bytes() + 1200U * (8 * 64 * 2 + 200) + (std::size_t{1} << 18));
}

/// Far more than one part of anything, on several threads; lists come from them in any order.
TEST(OverlapKeptThreads, FindTheSame) {
  Rng rng(86);
  Balls balls = unit_balls(rng, 60000, 3);
  OverlapPass kept(0.4F), chooses(automatic_skin);
  PairEvents of_kept, of_plain;
  for (int frame = 0; frame < 6; ++frame, jitter(rng, balls, 0.05F, frame)) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, 4);
    tbb::task_arena(frame % 2 == 0 ? 4 : 2).execute([&] {
      OverlapPass fresh;
      const OverlapAnswer wanted = ask(fresh, balls.view()), got = ask(kept, balls.view());
      EXPECT_EQ(got, wanted) << frame;
      EXPECT_EQ(ask(chooses, balls.view()), wanted) << frame;
      const PairChanges by_kept = of_kept.update(got.pairs), by_plain = of_plain.update(wanted.pairs);
      EXPECT_EQ(by_kept.began.size(), by_plain.began.size()) << frame;
      EXPECT_EQ(by_kept.ended.size(), by_plain.ended.size()) << frame;
    });
    if (frame == 3) balls.x[5] = balls.x[6], balls.y[5] = balls.y[6], balls.z[5] = balls.z[6];
  }
}

/// An exception of the caller's code in the middle of a run leaves the pass usable.
TEST(OverlapKeptThrow, LeavesThePassOfUse) {
  Rng rng(87);
  Balls balls = unit_balls(rng, 2000, 4);
  OverlapPass kept(0.4F);
  for (int frame = 0; frame < 8; ++frame, jitter(rng, balls, 0.05F, frame)) {
    const OverlapOutput throws{.tile = [](std::span<const Pair>) { throw std::runtime_error("of the host"); }};
    if (frame % 2 == 0) {
      EXPECT_THROW((void)kept.run(balls.view(), throws), std::runtime_error);
    }
    OverlapPass fresh;
    EXPECT_EQ(ask(kept, balls.view()), ask(fresh, balls.view())) << frame;
  }
}

/// The choice depends on counts: it is the same in each pass, with any number of threads. It pays if little moves, and
/// not if everything jumps.
TEST(OverlapKeptChoice, IsTheSameEachTime) {
  for (const float step : {0.01F, 5.0F}) {
    std::string sorts[2];
    for (int pass_number = 0; pass_number < 2; ++pass_number) {
      Rng rng(88);
      Balls balls = unit_balls(rng, 20000, 3);
      OverlapPass pass(automatic_skin);
      const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, pass_number == 0 ? 1 : 4);
      for (int frame = 0; frame < 40; ++frame, drift(rng, balls, step, frame))
        sorts[pass_number] += pass.run(balls.view(), {}).sorted ? 's' : '-';
    }
    EXPECT_EQ(sorts[0], sorts[1]);
    const auto made = std::count(sorts[0].begin(), sorts[0].end(), 's');
    if (step < 1) {
      EXPECT_LE(made, 12) << sorts[0];
    } else {
      EXPECT_EQ(made, 40) << sorts[0];
    }
  }
}

}  // namespace
}  // namespace lockstep::test
