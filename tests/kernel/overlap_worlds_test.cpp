// Passes over Worlds give the answers of passes over the same objects.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <lockstep/overlap.hpp>
#include <lockstep/sets.hpp>
#include <lockstep/world.hpp>

#include "balls.hpp"
#include "every_isa.hpp"

namespace lockstep::test {
namespace {

using oracle::uniform;

struct WorldAnswer {
  std::vector<Pair> pairs;
  std::vector<Separation> separations;
  std::vector<std::uint32_t> counts;
  friend bool operator==(const WorldAnswer&, const WorldAnswer&) = default;
};

/// run(out) of a set or a world with this number of indices.
template <class Run>
WorldAnswer answer_of(std::size_t count, const Run& run) {
  WorldAnswer answer;
  answer.pairs.resize(50'000), answer.separations.resize(50'000), answer.counts.resize(count);
  const OverlapResult found =
      run(OverlapOutput{.pairs = answer.pairs, .separations = answer.separations, .counts = answer.counts});
  EXPECT_TRUE(found.complete);
  answer.pairs.resize(found.pairs), answer.separations.resize(found.pairs);
  return answer;
}

void jitter_all(Rng& rng, Balls& balls) {
  for (auto* of : {&balls.x, &balls.y, &balls.z})
    for (float& number : *of) number += static_cast<float>(uniform(rng, -0.001, 0.001));
}

/// The number of objects that overlap themselves if a world is both the first and the second.
std::size_t with_themselves(const World& world, const std::vector<std::uint32_t>& mask) {
  std::size_t count = 0;
  for (std::uint32_t i = 0; i < world.size(); ++i) count += world.contains(i) && mask[i] != 0 ? 1U : 0U;
  return count;
}

class OverlapWorlds : public EveryIsa {};
INSTANTIATE_TEST_SUITE_P(, OverlapWorlds, isas(), isa_name);

TEST_P(OverlapWorlds, OfSpheresAreThoseOfAView) {
  Rng rng(91);
  Balls balls = random_balls(rng, 700, 5), others = random_balls(rng, 300, 5);
  std::vector<std::uint32_t> mask(balls.size());
  for (std::uint32_t& bits : mask) bits = static_cast<std::uint32_t>(rng() & 3U);
  World world(balls.view()), other(others.view());
  OverlapPass kept(0.01F), chooses(automatic_skin);
  for (int frame = 0; frame < 6; ++frame) {
    const OverlapOptions options{.margin = 0.01F, .filter = {.mask = mask}, .isa = GetParam()};
    const WorldAnswer wanted =
        answer_of(balls.size(), [&](const auto& out) { return overlap(balls.view(), out, options); });
    for (OverlapPass* pass : {&kept, &chooses}) {
      EXPECT_EQ(answer_of(balls.size(), [&](const auto& out) { return pass->run(world, out, options); }), wanted);
    }
    EXPECT_EQ(
        answer_of(balls.size(), [&](const auto& out) { return OverlapPass().run(world, other, out, options); }),
        answer_of(balls.size(), [&](const auto& out) { return overlap(balls.view(), others.view(), out, options); }));
    jitter_all(rng, balls);
    world.move(balls.view());
  }
}

/// Objects are added and removed: the answers are those of a pass over all without the pairs of the removed ones.
TEST_P(OverlapWorlds, HolesMeetNothing) {
  Rng rng(92);
  Balls balls = random_balls(rng, 600, 6);
  World world(balls.view());
  std::vector<std::uint32_t> gone;
  for (std::uint32_t i = 0; i < 600; i += 3) gone.push_back(i);
  world.remove(gone);
  std::vector<std::uint32_t> mask(600);
  for (std::uint32_t& bits : mask) bits = static_cast<std::uint32_t>(rng() & 3U);
  const OverlapOptions options{.filter = {.mask = mask}, .isa = GetParam()};
  const OverlapOptions of_two{.filter = {.mask = mask}, .second_filter = {.mask = mask}, .isa = GetParam()};
  OverlapPass kept(0.01F);
  for (int frame = 0; frame < 5; ++frame) {
    WorldAnswer wanted;
    const WorldAnswer all = answer_of(600, [&](const auto& out) { return overlap(balls.view(), out, options); });
    wanted.counts.assign(600, 0);
    for (std::size_t i = 0; i < all.pairs.size(); ++i) {
      const Pair& pair = all.pairs[i];
      if (!world.contains(pair.a) || !world.contains(pair.b)) continue;
      wanted.pairs.push_back(pair), wanted.separations.push_back(all.separations[i]);
      ++wanted.counts[pair.a], ++wanted.counts[pair.b];
    }
    EXPECT_EQ(answer_of(600, [&](const auto& out) { return kept.run(world, out, options); }), wanted) << frame;
    EXPECT_EQ(
        answer_of(600, [&](const auto& out) { return OverlapPass().run(world, world, out, of_two); }).pairs.size(),
        2 * wanted.pairs.size() + with_themselves(world, mask))
        << frame;
    jitter_all(rng, balls);
    world.move(balls.view());
    if (frame == 2) {
      Balls back;  // the last free slot
      const std::uint32_t last = gone.back();
      back.add(balls.x[last], balls.y[last], balls.z[last], balls.radius[last]);
      EXPECT_EQ(world.add(back.view()), std::vector<std::uint32_t>{last});
    }
  }
}

/// Pairs and counts only; no separations are requested.
template <class Run>
WorldAnswer pairs_of(std::size_t count, const Run& run) {
  WorldAnswer answer;
  answer.pairs.resize(50'000), answer.counts.resize(count);
  const OverlapResult found = run(OverlapOutput{.pairs = answer.pairs, .counts = answer.counts});
  EXPECT_TRUE(found.complete);
  answer.pairs.resize(found.pairs);
  return answer;
}

/// On a lattice, with many touching pairs: a set decides by the closed form, the world by comparing its boxes.
TEST_P(OverlapWorlds, BoxesAloneAreThoseOfASet) {
  Rng rng(94);
  const auto whole = [&](double to) { return static_cast<float>(std::floor(uniform(rng, 0, to))); };
  std::vector<Aabb> boxes;
  std::vector<std::uint32_t> mask;
  for (int i = 0; i < 500; ++i) {
    const Vec3 p{whole(14), whole(14), whole(14)};
    boxes.push_back({p, {p.x + whole(4), p.y + whole(4), p.z + whole(4)}});
    mask.push_back(static_cast<std::uint32_t>(rng() & 3U));
  }
  OverlapPass kept(0.5F), chooses(automatic_skin), plain;
  ShapeSet set;
  for (const Aabb& box : boxes) set.add(box);
  World world(AabbView::of(boxes, &Aabb::min, &Aabb::max));
  std::size_t touching = 0;
  for (int frame = 0; frame < 8; ++frame) {
    for (const Touching counts : {Touching::overlap, Touching::separate}) {
      const OverlapOptions options{.touching = counts, .filter = {.mask = mask}, .isa = GetParam()},
          of_two{.touching = counts, .filter = {.mask = mask}, .second_filter = {.group = mask}, .isa = GetParam()};
      const WorldAnswer wanted = pairs_of(500, [&](const auto& out) { return overlap(set, out, options); });
      for (OverlapPass* pass : {&kept, &chooses, &plain})
        EXPECT_EQ(pairs_of(500, [&](const auto& out) { return pass->run(world, out, options); }), wanted) << frame;
      EXPECT_EQ(pairs_of(500, [&](const auto& out) { return OverlapPass().run(world, world, out, of_two); }),
                pairs_of(500, [&](const auto& out) { return overlap(set, set, out, of_two); }));
      touching += counts == Touching::overlap ? wanted.pairs.size() : 0;
      touching -= counts == Touching::separate ? wanted.pairs.size() : 0;
    }
    if (frame == 3) {
      const std::vector<std::uint32_t> gone{0, 7, 8, 499};
      world.remove(gone);
      for (const std::uint32_t i : gone) set.remove(i);
    }
    for (std::uint32_t i = 0; i < 500; ++i) {
      boxes[i].min.x -= static_cast<float>(i % 2) / 8, boxes[i].max.y += static_cast<float>(i % 3) / 8;
      if (set.contains(i)) set.set(i, boxes[i]);
    }
    world.move(AabbView::of(boxes, &Aabb::min, &Aabb::max));
  }
  EXPECT_GT(touching, 1000U);
}

TEST_P(OverlapWorlds, OfBoxesAndShapesAreThoseOfASet) {
  Rng rng(93);
  std::vector<Aabb> boxes;
  ShapeSet set;
  for (int i = 0; i < 400; ++i) {
    const auto at = [&] { return static_cast<float>(uniform(rng, 0, 8)); };
    const Vec3 p{at(), at(), at()};
    boxes.push_back({p, {p.x + 0.9F, p.y + 0.9F, p.z + 0.9F}});
    set.add(boxes.back());
  }
  World world(AabbView::of(boxes, &Aabb::min, &Aabb::max)), shapes(set);
  const std::vector<std::uint32_t> gone{7, 8, 399};
  OverlapPass pass;
  for (const bool has_holes : {false, true}) {
    if (has_holes) {
      world.remove(gone);
      for (const std::uint32_t i : gone) set.remove(i);
      shapes.move(set);
    }
    for (const float margin : {0.0F, 0.2F}) {
      const OverlapOptions options{.margin = margin, .isa = GetParam()};
      const WorldAnswer wanted = answer_of(400, [&](const auto& out) { return overlap(set, out, options); });
      EXPECT_EQ(answer_of(400, [&](const auto& out) { return pass.run(world, out, options); }), wanted);
      EXPECT_EQ(answer_of(400, [&](const auto& out) { return pass.run(shapes, out, options); }), wanted);
      EXPECT_EQ(answer_of(400, [&](const auto& out) { return pass.run(world, world, out, options); }),
                answer_of(400, [&](const auto& out) { return overlap(set, set, out, options); }));
    }
  }
}

TEST(OverlapWorldsErrors, NameWhatIsWrong) {
  Rng rng(94);
  const Balls balls = random_balls(rng, 20, 2);
  const World world(balls.view());
  ShapeSet set;
  set.add(Sphere{{0, 0, 0}, 1});
  const World shapes(set);
  OverlapPass pass;
  std::vector<std::uint32_t> counts(3);
  EXPECT_THROW((void)pass.run(world, {.counts = counts}), InvalidInput);
  try {
    (void)pass.run(world, shapes, {});
    FAIL();
  } catch (const InvalidInput& error) {
    EXPECT_EQ(std::string(error.what()), "worlds: the first is one of spheres, the second one of shapes");
  }
  EXPECT_EQ(pass.run(World(), {}).pairs, 0U);
}

}  // namespace
}  // namespace lockstep::test
