// Overlap passes over mixed shapes find the pairs of a list of all pairs, and the true ones.
#include <gtest/gtest.h>
#include "counting_new.hpp"
#include "every_isa.hpp"
#include "judge.hpp"
#include "overlap_scene.hpp"
#include "pair_line.hpp"
#include "threads.hpp"

namespace lockstep::test {
namespace {

Found found_in(OverlapPass& pass, const ShapeSet& first, const ShapeSet* second, const OverlapOptions& options) {
  return found_by(
      [&](const OverlapOutput& out) {
        return second == nullptr ? pass.run(first, out, options) : pass.run(first, *second, out, options);
      },
      first.size());
}

void expect_brute_force(OverlapPass& pass, const ShapeSet& first, const ShapeSet* second,
                        const OverlapOptions& options) {
  const Found expected = expected_of(brute_force(first, second, options), first.size(), second == nullptr);
  const Found found = found_in(pass, first, second, options);
  EXPECT_EQ(found.pairs, expected.pairs);
  EXPECT_TRUE(found == expected) << expected.pairs.size() << " pairs, in tiles " << found.tiles.size();
}

class OverlapSets : public EveryIsa {};
INSTANTIATE_TEST_SUITE_P(, OverlapSets, isas(), isa_name);

TEST_P(OverlapSets, MeetAsAListOfAllPairs) {
  Rng rng(11);
  OverlapPass pass;
  for (const std::size_t count : {0U, 1U, 2U, 17U, 130U, 700U}) {
    for (const double partners : {0.5, 6.0}) {
      ShapeSet set = set_of(mixed_scene(rng, count, partners));
      ShapeSet other = set_of(mixed_scene(rng, 1 + count / 2, partners));
      for (const Touching touching : {Touching::overlap, Touching::separate}) {
        const OverlapOptions options{.touching = touching, .isa = GetParam()};
        expect_brute_force(pass, set, nullptr, options);
        expect_brute_force(pass, set, &other, options);
        remove_some(set, rng), remove_some(other, rng);
      }
    }
  }
}

TEST_P(OverlapSets, Filters) {
  Rng rng(12);
  OverlapPass pass;
  ShapeSet set = set_of(mixed_scene(rng, 300, 12)), other = set_of(mixed_scene(rng, 200, 12));
  const auto bits = [&](std::size_t count) {
    std::vector<std::uint32_t> values(count);
    for (std::uint32_t& value : values) value = static_cast<std::uint32_t>(rng() & rng() & 7U);
    return values;
  };
  const std::vector<std::uint32_t> group = bits(300), mask = bits(300), other_group = bits(200), other_mask = bits(200);
  for (int round = 0; round < 2; ++round) {
    OverlapOptions options{.isa = GetParam()};
    for (const bool groups : {false, true})
      for (const bool masks : {false, true}) {
        if (groups) options.filter.group = group, options.second_filter.group = other_group;
        if (masks) options.filter.mask = mask, options.second_filter.mask = other_mask;
        expect_brute_force(pass, set, &other, options);
        options.second_filter = {};
        expect_brute_force(pass, set, nullptr, options);
      }
    remove_some(set, rng), remove_some(other, rng);
  }
}

/// On a lattice everything touches its neighbours, which no box may separate.
TEST_P(OverlapSets, LatticesTouch) {
  ShapeSet set;
  const std::uint32_t mesh = set.add_mesh(ConvexHull{std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}});
  for (int i = 0; i < 343; ++i) {
    const Vec3 at{static_cast<float>(i % 7), static_cast<float>(i / 7 % 7), static_cast<float>(i / 49)};
    switch (i % 6) {
      case 0: set.add(Sphere{at, 0.5F}); break;
      case 1: set.add(Box{at, {}, {0.5F, 0.5F, 0.5F}}); break;
      case 2: set.add(Aabb{at, {at.x + 1, at.y + 1, at.z + 1}}); break;
      case 3: set.add(Cylinder{at, {at.x, at.y, at.z + 1}, 0.5F}); break;
      case 4: set.add(HullInstance{mesh, {at, {}}}); break;
      default: set.add(Point{at});
    }
  }
  OverlapPass pass;
  std::size_t found[2];
  for (const Touching touching : {Touching::overlap, Touching::separate}) {
    const OverlapOptions options{.touching = touching, .isa = GetParam()};
    expect_brute_force(pass, set, nullptr, options);
    found[static_cast<int>(touching)] = brute_force<ShapeSet>(set, nullptr, options).size();
  }
  EXPECT_GT(found[0], found[1] + 500);
}

TEST_P(OverlapSets, HardPairsTogether) {
  Rng rng(13);
  OverlapPass pass;
  for (const oracle::Hardness hardness : oracle::all_hardnesses) {
    ShapeSet set;
    for (int i = 0; i < 150; ++i) {
      const auto [a, b] = oracle::hard_pair(rng, any_kind(rng), any_kind(rng), hardness);
      if (is_a_shape(a)) add_to(set, a);
      if (is_a_shape(b)) add_to(set, b);
    }
    expect_brute_force(pass, set, nullptr, {.isa = GetParam()});
  }
}

/// An invalid shape overlaps every other, by `touching`.
TEST_P(OverlapSets, NoShapeMeetsEverything) {
  Rng rng(14);
  std::vector<AnyShape> shapes = mixed_scene(rng, 200, 2);
  ShapeSet set;
  std::size_t bad = 0;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const bool is_bad = i % 50 == 7 && kind_of(shapes[i]) != Kind::corners;
    if (is_bad) {
      const std::vector<float*> numbers = numbers_of(shapes[i]);
      *numbers[rng() % numbers.size()] = std::nanf("");
      ++bad;
    }
    add_to(set, shapes[i], is_bad ? Check::none : Check::inputs);
  }
  set.add(Sphere{{1e36F, 0, 0}, 1}, Check::none);
  set.remove(3);
  ASSERT_GE(bad, 2U);
  OverlapPass pass;
  for (const Touching touching : {Touching::overlap, Touching::separate})
    expect_brute_force(pass, set, nullptr, {.touching = touching, .isa = GetParam()});
  EXPECT_GE(brute_force<ShapeSet>(set, nullptr, {.isa = GetParam()}).size(), bad * 190);
}

/// Frame after frame, with one stateful pass and with a new one.
TEST_P(OverlapSets, Frames) {
  Rng rng(15);
  const auto ball = [&](const Vec3& at) { return Sphere{at, 0.5F}; };
  for (const float skin : {0.0F, 0.3F}) {
    OverlapPass pass(skin);
    ShapeSet set = set_of(mixed_scene(rng, 300, 4));
    std::vector<Vec3> places(300);
    for (int frame = 0; frame < 12; ++frame) {
      for (std::uint32_t i = 0; i < 300; ++i) {
        if (i % 3 != 0 || !set.contains(i)) continue;
        if (frame == 0)
          places[i] = {static_cast<float>(uniform(rng, -6, 6)), static_cast<float>(uniform(rng, -6, 6)), 0};
        places[i].x += static_cast<float>(uniform(rng, -0.05, 0.05));
        set.set(i, ball(places[i]));
      }
      if (frame % 4 == 3) remove_some(set, rng);
      if (frame % 5 == 4) set.add(ball({0, 0, 0}));
      expect_brute_force(pass, set, nullptr, {.isa = GetParam()});
    }
  }
}

TEST(OverlapSetsOfThreads, FindTheSame) {
  Rng rng(16);
  const ShapeSet set = set_of(mixed_scene(rng, 3000, 6)), other = set_of(mixed_scene(rng, 1000, 6));
  OverlapPass alone;
  const Found expected = found_in(alone, set, nullptr, {}), expected_of_two = found_in(alone, set, &other, {});
  EXPECT_EQ(expected.pairs, brute_force<ShapeSet>(set, nullptr));
  on_threads([&] {
    OverlapPass pass;
    for (int i = 0; i < 3; ++i) {
      EXPECT_TRUE(found_in(pass, set, nullptr, {}) == expected);
      EXPECT_TRUE(found_in(pass, set, &other, {}) == expected_of_two);
    }
  });
}

/// Frames after the first work in the memory of the pass.
TEST(OverlapSetsMemory, SecondRunsAllocateNothing) {
  Rng rng(20);
  ShapeSet set = set_of(mixed_scene(rng, 3000, 4));
  for (std::uint32_t i = 0; i < 3000; i += 5) set.remove(i);
  const ShapeSet other = set_of(mixed_scene(rng, 1000, 4));
  OverlapPass pass;
  std::vector<Pair> pairs(20000);
  std::vector<std::uint32_t> counts(set.size()), mask(set.size(), 3);
  const auto run = [&] {
    const OverlapOutput out{.pairs = pairs, .counts = counts};
    (void)pass.run(set, out, {.filter = {.mask = mask}});
    (void)pass.run(set, other, out);
    (void)pass.run(set, out, {.margin = 0.1F});
  };
  run();
  const std::size_t bytes = pass.memory_bytes(), before = allocations_of_all_threads();
  run();
  EXPECT_EQ(allocations_of_all_threads(), before);
  EXPECT_EQ(pass.memory_bytes(), bytes);
  EXPECT_LT(bytes, 3000U * 1000);
}

/// Small sets, pair by pair, by exact arithmetic.
TEST(OverlapSetsExactly, NothingIsLost) {
  Rng rng(17);
  int meeting = 0;
  for (int round = 0; round < 30; ++round) {
    const std::vector<AnyShape> shapes = mixed_scene(rng, 20, 10);
    const ShapeSet set = set_of(shapes);
    OverlapPass pass;
    std::vector<Pair> all = found_in(pass, set, nullptr, {}).pairs;
    std::vector<Pair> sure = found_in(pass, set, nullptr, {.touching = Touching::separate}).pairs;
    for (std::uint32_t a = 0; a < shapes.size(); ++a)
      for (std::uint32_t b = a + 1; b < shapes.size(); ++b) {
        const oracle::Truth truth = oracle::decide(shapes[a], shapes[b]);
        const bool found = std::find(all.begin(), all.end(), Pair{a, b}) != all.end();
        const bool is_sure = std::find(sure.begin(), sure.end(), Pair{a, b}) != sure.end();
        if (truth != oracle::Truth::separated) {
          EXPECT_TRUE(found);
          ++meeting;
        }
        if (truth == oracle::Truth::separated) {
          EXPECT_FALSE(is_sure);
        }
        if (found != is_sure) {
          EXPECT_FALSE(is_far_from_contact({shapes[a], shapes[b]}));
        }
      }
  }
  EXPECT_GT(meeting, 100);
}

class OverlapMargin : public EveryIsa {};
INSTANTIATE_TEST_SUITE_P(, OverlapMargin, isas(), isa_name);

struct Answer {
  bool found, sure;
};

Answer ask(const ShapePair& pair, float margin, Isa isa, bool swapped) {
  ShapeSet first, second;
  add_to(first, swapped ? pair.second : pair.first), add_to(second, swapped ? pair.first : pair.second);
  OverlapOptions options{.margin = margin, .isa = isa};
  OverlapPass pass;
  const bool found = pass.run(first, second, {}, options).pairs == 1;
  options.touching = Touching::separate;
  return {found, pass.run(first, second, {}, options).pairs == 1};
}

/// All kinds, with the gap a little above and below the margin and far from it.
TEST_P(OverlapMargin, IsTheExactDistance) {
  Rng rng(18);
  int within = 0, beyond = 0, undecided = 0;
  for (const Kind a : oracle::all_kinds)
    for (const Kind b : oracle::all_kinds) {
      if (a > b || a == Kind::matrix || b == Kind::matrix) continue;
      for (int i = 0; i < 8; ++i) {
        const double margin_wanted = std::pow(10, uniform(rng, -3, 0.5)), off = std::pow(10, uniform(rng, -7, -1));
        const auto margin = static_cast<float>(margin_wanted);
        const double gap = i == 0 ? 0.5 * double{margin} : double{margin} * (1 + (i % 2 == 0 ? off : -off));
        const ShapePair pair = oracle::near_contact_pair(rng, a, b, gap);
        if (!is_a_shape(pair.first) || !is_a_shape(pair.second)) continue;
        const oracle::Truth truth = oracle::decide_grown(pair.first, pair.second, margin);
        const Answer answer = ask(pair, margin, GetParam(), false), swapped = ask(pair, margin, GetParam(), true);
        const std::string line = oracle::to_pair_line("pair", pair.first, pair.second);
        EXPECT_EQ(answer.found, swapped.found) << line;
        EXPECT_EQ(answer.sure, swapped.sure) << line;
        if (truth == oracle::Truth::separated) {
          EXPECT_FALSE(answer.sure) << margin << ' ' << line;
          ++beyond;
        } else {
          EXPECT_TRUE(answer.found) << margin << ' ' << line;
          ++within;
        }
        if (answer.found == answer.sure) continue;
        ++undecided;
        const double largest =
            std::max(largest_coordinate(pair.first), largest_coordinate(pair.second)) + double{margin};
        const double tolerance = contact_tolerance(largest);
        EXPECT_NE(oracle::decide_grown(pair.first, pair.second, margin + tolerance), oracle::Truth::separated) << line;
        if (double{margin} > tolerance && !is_smooth(a) && !is_smooth(b)) {
          EXPECT_NE(oracle::decide_grown(pair.first, pair.second, margin - tolerance), oracle::Truth::overlapping)
              << line;
        }
      }
    }
  EXPECT_GT(within, 200);
  EXPECT_GT(beyond, 150);
  EXPECT_LT(undecided, 40);
}

/// More pairs with a larger margin, all of those without it, and the same on every instruction set.
TEST_P(OverlapMargin, GrowsWithIt) {
  Rng rng(19);
  const std::vector<AnyShape> shapes = mixed_scene(rng, 150, 3);
  const ShapeSet set = set_of(shapes);
  OverlapPass pass;
  std::vector<Pair> before = found_in(pass, set, nullptr, {.isa = GetParam()}).pairs;
  for (const float margin : {1e-30F, 1e-3F, 0.1F, 1.0F, 100.0F}) {
    const std::vector<Pair> pairs = found_in(pass, set, nullptr, {.margin = margin, .isa = GetParam()}).pairs;
    EXPECT_EQ(pairs, found_in(pass, set, nullptr, {.margin = margin, .isa = Isa::scalar}).pairs);
    for (const Pair& pair : before) EXPECT_NE(std::find(pairs.begin(), pairs.end(), pair), pairs.end());
    before = pairs;
  }
  EXPECT_EQ(before.size(), 150U * 149 / 2);
}

}  // namespace
}  // namespace lockstep::test
