// One invalid number in one lane: it changes the answer of no other query, and its own is never a false proof.
#include <gtest/gtest.h>

#include <cmath>

#include "every_isa.hpp"
#include "objects.hpp"
#include "oracle.hpp"
#include "pair_line.hpp"
#include "pair_list.hpp"
#include "poison.hpp"
#include "volumes.hpp"

namespace lockstep::test {
namespace {

using oracle::Truth;

class PoisonedLane : public EveryIsa {
 protected:
  /// Replaces the first shape of pair `at` by an invalid one and runs the list again.
  void poison_pair(PairList& list, const std::vector<Verdict> (&before)[2], std::size_t at, const AnyShape& shape,
                   const Poison& poison) {
    const Pair good = list.pairs[at];
    list.pairs[at].a = add_to(list.first, shape, Check::none);
    for (const Method method : {Method::automatic, Method::gjk}) {
      const std::vector<Verdict>& expected = before[static_cast<std::size_t>(method)];
      const std::vector<Verdict> after = list.answers({.method = method, .check = Check::inputs, .isa = GetParam()});
      for (std::size_t i = 0; i < after.size(); ++i) {
        if (i == at) continue;
        ASSERT_EQ(after[i], expected[i]) << "pair " << i << " beside a " << poison.name << " in pair " << at << "\n"
                                         << list.line(i);
      }
      judge(after[at], shape, list.shapes[at].second, poison);
    }
    list.pairs[at] = good;
  }

  static void judge(Verdict verdict, const AnyShape& a, const AnyShape& b, const Poison& poison) {
    const auto line = [&] { return oracle::to_pair_line(poison.name, a, b); };
    if (!poison.is_number) {
      EXPECT_EQ(verdict, Verdict::touching) << line();
    } else if (verdict != Verdict::touching && is_a_shape(a)) {
      const bool apart = oracle::decide(a, b) == Truth::separated;
      EXPECT_EQ(verdict == Verdict::separated, apart) << verdict << "\n" << line();
    }
  }
};

TEST_P(PoisonedLane, OfPairs) {
  Rng rng(60);
  for (const Kind a : shape_kinds) {
    for (const Kind b : oracle::all_kinds) {
      PairList list;
      while (list.pairs.size() < 37) list.append(oracle::random_pair(rng, a, b));
      const std::vector<Verdict> before[2] = {
          list.answers({.method = Method::automatic, .check = Check::inputs, .isa = GetParam()}),
          list.answers({.method = Method::gjk, .check = Check::inputs, .isa = GetParam()})};
      for (const Poison& poison : poisons()) {
        const std::size_t at = rng() % list.pairs.size();
        AnyShape shape = list.shapes[at].first;
        const std::size_t count = numbers_of(shape).size();
        for (std::size_t n = 0; n<count; n += count> 12 ? 5 : 1) {
          AnyShape bad = shape;
          *numbers_of(bad)[n] = poison.value;
          poison_pair(list, before, at, bad, poison);
        }
      }
    }
  }
}

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
