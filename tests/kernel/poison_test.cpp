// One invalid number in one lane: it changes the answer of no other query, and its own is never a false proof.
#include <gtest/gtest.h>

#include "every_isa.hpp"
#include "objects.hpp"
#include "poisoned_pairs.hpp"
#include "volumes.hpp"

namespace lockstep::test {
namespace {

class PoisonedLane : public EveryIsa {};

TEST_P(PoisonedLane, OfPairs) { poison_pairs<Space>(GetParam()); }

/// A quaternion of zeros is not a rotation.
TEST_P(PoisonedLane, ZeroQuaternionTouchesEverything) {
  ShapeSet set;
  set.add(Box{{0, 0, 0}, {0, 0, 0, 0}, {1, 1, 1}}, Check::none);
  set.add(Sphere{{100, 0, 0}, 1});
  set.add(Box{{100, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}});
  set.add(Ellipsoid{{0, 0, 0}, {0, 0, 0, 0}, {1, 1, 1}}, Check::none);
  const std::vector<Pair> pairs = {{0, 1}, {0, 2}, {0, 0}, {3, 1}, {3, 2}, {3, 3}, {1, 2}};
  for (const Method method : {Method::automatic, Method::gjk}) {
    std::vector<Verdict> verdicts(pairs.size());
    intersect(set, set, pairs, verdicts, {.method = method, .check = Check::inputs, .isa = GetParam()});
    std::vector<Verdict> expected(6, Verdict::touching);
    expected.push_back(Verdict::overlapping);
    EXPECT_EQ(verdicts, expected);
  }
}

/// Shapes with a negative length are invalid, and so is a disc without a normal; near or far, deep inside or separated.
TEST_P(PoisonedLane, NegativeLengthsTouchEverything) {
  ShapeSet bad, good;
  bad.add(Sphere{{0, 0, 0}, -1}, Check::none);
  bad.add(Capsule{{0, 0, 0}, {0, 0, 1}, -0.5F}, Check::none);
  bad.add(Aabb{{1, 1, 1}, {2, 0, 2}}, Check::none);
  for (const Vec3& half : {Vec3{-1, 1, 1}, Vec3{1, -1, 1}, Vec3{1, 1, -1}})
    bad.add(Box{{0, 0, 0}, {0, 0, 0, 1}, half}, Check::none), bad.add(Ellipsoid{{0, 0, 0}, {}, half}, Check::none);
  bad.add(Cylinder{{0, 0, 0}, {0, 0, 1}, -1}, Check::none);
  bad.add(Cylinder{{0, 0, 0}, {0, 0, 0}, 1}, Check::none);
  bad.add(Cone{{0, 0, 0}, {0, 0, 1}, -1}, Check::none);
  bad.add(Cone{{1, 1, 1}, {1, 1, 1}, 0}, Check::none);
  const std::array<Vec3, 4> corners = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  bad.add(RoundedHull{corners, -0.5F}, Check::none);
  bad.add(HullInstance{bad.add_mesh(ConvexHull{corners}), {{0, 0, 0}, {}}, -0.5F}, Check::none);
  for (const float x : {0.0F, 3.0F, 100.0F}) {
    good.add(Sphere{{x, 0, 0}, 1});
    good.add(Aabb{{x, 0, 0}, {x + 1, 1, 1}});
    good.add(Box{{x, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}});
    good.add(Capsule{{x, 0, 0}, {x, 5, 0}, 1});
    good.add(Ellipsoid{{x, 0, 0}, {}, {1, 2, 3}});
    good.add(Cylinder{{x, 0, 0}, {x, 5, 0}, 1});
    good.add(Cone{{x, 0, 0}, {x, 5, 0}, 1});
    good.add(ConvexHull{std::array<Vec3, 2>{{{x, 0, 0}, {x, 1, 0}}}});
  }
  std::vector<Pair> pairs;
  for (std::uint32_t a = 0; a < bad.size(); ++a)
    for (std::uint32_t b = 0; b < good.size(); ++b) pairs.push_back({a, b});
  for (const Method method : {Method::automatic, Method::gjk}) {
    std::vector<Verdict> verdicts(pairs.size());
    intersect(bad, good, pairs, verdicts, {.method = method, .check = Check::inputs, .isa = GetParam()});
    EXPECT_EQ(verdicts, std::vector<Verdict>(pairs.size(), Verdict::touching));
  }
}

/// An object with invalid numbers is never culled, and the others stay as they were.
TEST_P(PoisonedLane, OfStreams) {
  Rng rng(61);
  constexpr std::size_t count = 150;
  for (const NamedVolume& v : volumes()) {
    for (const Objects kind : all_objects) {
      Columns columns = objects_near(v.volume, kind, count, rng);
      for (const CullMethod method : {CullMethod::exact, CullMethod::planes}) {
        const CullOptions options{method, Touching::overlap, Check::none, GetParam()};
        const auto before = mask_of(v.volume, packed(columns), count, options);
        for (std::size_t s = 0; s < columns.size(); ++s) {
          for (const Poison& poison : poisons()) {
            const std::size_t at = rng() % count;
            const float good = std::exchange(columns[s][at], poison.value);
            auto after = mask_of(v.volume, packed(columns), count, options);
            if (!poison.is_number) {
              EXPECT_TRUE(is_set(after, at)) << v.name << ", " << name(kind) << " stream " << s << " = " << poison.name;
            }
            after[at / 64] ^= (after[at / 64] ^ before[at / 64]) & (std::uint64_t{1} << at % 64);
            ASSERT_EQ(after, before) << v.name << ", " << name(kind) << " stream " << s << " = " << poison.name;
            columns[s][at] = good;
          }
        }
      }
    }
  }
}

TEST_P(PoisonedLane, OfShapeSets) {
  Rng rng(62);
  const ConvexVolume volume = volumes()[0].volume;
  for (const Kind kind : shape_kinds) {
    const AnyShape good = oracle::moved(oracle::random_pair(rng, kind, Kind::point).first, 500, 500, 500);
    AnyShape shape = good;
    const std::size_t numbers = numbers_of(shape).size();
    for (const Poison& poison : poisons()) {
      if (poison.is_number) continue;
      ShapeSet set;
      for (int i = 0; i < 20; ++i) add_to(set, good);
      for (std::size_t n = 0; n < numbers; ++n) {
        AnyShape bad = good;
        *numbers_of(bad)[n] = poison.value;
        add_to(set, bad, Check::none);
      }
      std::vector<std::uint64_t> mask(mask_words(set.size()));
      cull(volume, set, mask, {.isa = GetParam()});
      for (std::size_t i = 0; i < set.size(); ++i)
        EXPECT_EQ(is_set(mask, i), i >= 20) << name(kind) << " number " << i - 20 << " = " << poison.name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, PoisonedLane, isas(), isa_name);

}  // namespace
}  // namespace lockstep::test
