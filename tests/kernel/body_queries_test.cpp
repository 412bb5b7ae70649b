// Distances, casts and contacts of bodies are those of their parts, by a list of all of them.
#include <gtest/gtest.h>

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <numbers>
#include <numeric>

#include "bad_numbers.hpp"
#include "body_list.hpp"
#include "counting_new.hpp"
#include "error_of.hpp"
#include "every_isa.hpp"
#include "lockstep/overlap.hpp"
#include "threads.hpp"

namespace lockstep::test {
namespace {

/// Random pairs of bodies of two sets; pairs of a body and itself as well, if the sets are one.
std::vector<Pair> any_pairs(Rng& rng, std::size_t first, std::size_t second, std::size_t count) {
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < count; ++i)
    pairs.push_back({static_cast<std::uint32_t>(below(rng, static_cast<int>(first))),
                     static_cast<std::uint32_t>(below(rng, static_cast<int>(second)))});
  return pairs;
}

std::vector<Vec3> any_motions(Rng& rng, std::size_t count, double most) {
  std::vector<Vec3> motions;
  for (std::size_t i = 0; i < count; ++i) motions.push_back(below(rng, 10) == 0 ? Vec3{} : point(rng, most));
  return motions;
}

/// A ring of capsules around the z axis.
std::vector<BodyPart> ring(int count) {
  std::vector<BodyPart> parts;
  const auto corner = [&](int i) {
    const double angle = 2 * std::numbers::pi * i / count;
    return Vec3{static_cast<float>(2 * std::cos(angle)), static_cast<float>(2 * std::sin(angle)), 0};
  };
  for (int i = 0; i < count; ++i) parts.emplace_back(Capsule{corner(i), corner(i + 1), 0.25F});
  return parts;
}

/// Six thin walls.
std::vector<BodyPart> hollow_box(float half) {
  std::vector<BodyPart> parts;
  for (const float side : {-half, half}) {
    parts.emplace_back(Box{{side, 0, 0}, {}, {0.1F, half, half}});
    parts.emplace_back(Box{{0, side, 0}, {}, {half, 0.1F, half}});
    parts.emplace_back(Box{{0, 0, side}, {}, {half, half, 0.1F}});
  }
  return parts;
}

std::vector<BodyPart> table() {
  std::vector<BodyPart> parts = {Box{{0, 0, 1}, {}, {1, 1, 0.1F}}};
  for (const float x : {-0.9F, 0.9F})
    for (const float y : {-0.9F, 0.9F}) parts.emplace_back(Box{{x, y, 0.5F}, {}, {0.1F, 0.1F, 0.5F}});
  return parts;
}

/// Bodies that are hooked into each other, inside each other, far away, on each other, and of one part.
BodySet structured_bodies() {
  BodySet bodies;
  const Quat upright{std::numbers::sqrt2_v<float> / 2, 0, 0, std::numbers::sqrt2_v<float> / 2};
  bodies.add(ring(8));
  bodies.add(ring(11), {{2, 0, 0}, upright});     // hooked into it
  bodies.add(ring(100), {{0, 0, 30}, {}});        // far away, more than a chunk with the next
  bodies.add(ring(200), {{0.1F, 0, 30.7F}, {}});  // along it
  bodies.add(hollow_box(4), {{0, 0, -20}, {}});
  bodies.add(ring(8), {{0.5F, 0.3F, -20}, upright});  // in it
  bodies.add(table(), {{20, 0, 0}, {}});
  bodies.add(table(), {{20, 0, 1.09F}, {}});  // on it
  bodies.add(table(), {{20, 0, 2.3F}, {}});   // above it: all four legs are as near
  const BodyPart floor[] = {Box{{20, 0, -1}, {}, {9, 9, 0.75F}}};
  bodies.add(floor);
  return bodies;
}

std::vector<Pair> all_pairs(const BodySet& bodies) {
  std::vector<Pair> pairs;
  for (std::uint32_t a = 0; a < bodies.size(); ++a)
    for (std::uint32_t b = 0; b < bodies.size(); ++b) pairs.push_back({a, b});
  return pairs;
}

/// Crowds of random bodies, dense and sparse.
struct Crowd {
  Rng rng;
  BodySet first, second;
  std::vector<Pair> pairs;
  std::vector<Vec3> motions;

  Crowd(std::uint64_t seed, double half, int most_parts = 12, std::size_t count = 60)
      : rng(seed),
        first(random_bodies(rng, 20, most_parts, half)),
        second(random_bodies(rng, 30, most_parts, half)),
        pairs(any_pairs(rng, 20, 30, count)),
        motions(any_motions(rng, count, 2 * half)) {}
};

class BodyQueries : public EveryIsa {
 protected:
  DistanceOptions distance_options() { return {.isa = GetParam()}; }
  CastOptions cast_options() { return {.isa = GetParam()}; }
  ContactOptions contact_options(float margin = 0) { return {.margin = margin, .isa = GetParam()}; }
};
INSTANTIATE_TEST_SUITE_P(, BodyQueries, isas(), isa_name);

TEST_P(BodyQueries, DistancesOfRandomBodies) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Crowd crowd(seed, seed == 1 ? 2 : seed == 2 ? 6 : 50);
    expect_least_distances(crowd.first, crowd.second, crowd.pairs, distance_options());
    expect_least_distances(crowd.first, crowd.first, all_pairs(crowd.first), distance_options());
  }
}

TEST_P(BodyQueries, DistancesOfStructuredBodies) {
  const BodySet bodies = structured_bodies();
  expect_least_distances(bodies, bodies, all_pairs(bodies), distance_options());
}

TEST_P(BodyQueries, CastsOfRandomBodies) {
  for (const std::uint64_t seed : {4U, 5U, 6U}) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Crowd crowd(seed, seed == 4 ? 2 : seed == 5 ? 6 : 50);
    expect_first_contacts(crowd.first, crowd.second, crowd.pairs, crowd.motions, cast_options());
  }
}

TEST_P(BodyQueries, CastsOfStructuredBodies) {
  const BodySet bodies = structured_bodies();
  Rng rng(7);
  std::vector<Pair> pairs = any_pairs(rng, bodies.size(), bodies.size(), 60);
  std::vector<Vec3> motions = any_motions(rng, pairs.size(), 30);
  for (const Pair& down : {Pair{8, 7}, Pair{7, 6}, Pair{6, 9}}) pairs.push_back(down), motions.push_back({0, 0, -1});
  expect_first_contacts(bodies, bodies, pairs, motions, cast_options());
}

TEST_P(BodyQueries, ContactsOfRandomBodies) {
  for (const std::uint64_t seed : {8U, 9U}) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Crowd crowd(seed, seed == 8 ? 1 : 5);
    expect_all_manifolds(crowd.first, crowd.second, crowd.pairs, contact_options());
    expect_all_manifolds(crowd.first, crowd.second, crowd.pairs, contact_options(0.75F));
  }
}

TEST_P(BodyQueries, ContactsOfStructuredBodies) {
  const BodySet bodies = structured_bodies();
  expect_all_manifolds(bodies, bodies, {{7, 6}, {8, 7}, {6, 9}, {0, 1}, {3, 2}, {5, 4}}, contact_options(0.125F));
  const std::vector<BodyManifold> on_each_other = touch_bodies(bodies, bodies, {{7, 6}}, contact_options());
  EXPECT_EQ(on_each_other.size(), 4U);  // the legs on the top
}

TEST_P(BodyQueries, OfShapesAndBodies) {
  Rng rng(10);
  const Crowd crowd(11, 4);
  const std::vector<Pair> pairs = any_pairs(rng, crowd.first.parts().size(), crowd.second.size(), 60);
  const ShapeSet& shapes = crowd.first.parts();
  expect_least_distances(shapes, crowd.second, pairs, distance_options());
  expect_first_contacts(shapes, crowd.second, pairs, any_motions(rng, pairs.size(), 8), cast_options());
  expect_all_manifolds(shapes, crowd.second, pairs, contact_options(0.25F));
}

/// The first hits of all parts, one by one by `cast_rays`. The bounding box of a part may prove more of a miss.
TEST_P(BodyQueries, OfRays) {
  Rng rng(12);
  const Crowd crowd(13, 2);
  const BodySet& bodies = crowd.second;
  std::vector<Ray> rays;
  for (int i = 0; i < 40; ++i) rays.push_back({point(rng, 3), point(rng, 6)});
  const std::vector<Pair> pairs = any_pairs(rng, 40, bodies.size(), 900);
  std::vector<Interval> fractions(pairs.size());
  std::vector<Vec3d> places(pairs.size()), normals(pairs.size());
  std::vector<Pair> parts(pairs.size());
  cast_rays(rays, bodies, pairs, {fractions, places, normals, parts}, cast_options());
  int hits = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    std::vector<Pair> all;
    for (std::uint32_t k = 0; k < bodies.parts().size(); ++k)
      if (bodies.parts().contains(k) && bodies.owner(k).body == pairs[i].b) all.push_back({pairs[i].a, k});
    std::vector<Interval> of_parts(all.size());
    std::vector<Vec3d> place_of(all.size()), normal_of(all.size());
    cast_rays(rays, bodies.parts(), all, {of_parts, place_of, normal_of}, cast_options());
    Interval least{HUGE_VAL, HUGE_VAL};
    for (const Interval& one : of_parts) least = {std::min(least.lower, one.lower), std::min(least.upper, one.upper)};
    EXPECT_EQ(fractions[i].upper, least.upper) << i;
    EXPECT_GE(fractions[i].lower, least.lower) << i;
    if (result_of(fractions[i]) != CastResult::hits) continue;
    ++hits;
    EXPECT_EQ(fractions[i].lower, least.lower) << i;
    const auto named =
        std::find_if(all.begin(), all.end(), [&](const Pair& p) { return bodies.owner(p.b).part == parts[i].b; });
    ASSERT_NE(named, all.end()) << i;
    const auto at = static_cast<std::size_t>(named - all.begin());
    EXPECT_EQ(of_parts[at].lower, least.lower) << i;
    EXPECT_TRUE(same_bits(Met{fractions[i], places[i], normals[i]}, Met{fractions[i], place_of[at], normal_of[at]}))
        << i;
  }
  EXPECT_GT(hits, 10);
}

/// Frame by frame, some removed and added again.
TEST_P(BodyQueries, OfBodiesThatMove) {
  Crowd crowd(14, 4);
  for (int frame = 0; frame < 3; ++frame) {
    for (std::uint32_t i = 0; i < crowd.first.size(); ++i) crowd.first.move(i, pose(crowd.rng, 4));
    crowd.first.remove(3);
    const BodyPart part[] = {Sphere{{0, 0, 0}, 1}, Sphere{{2, 0, 0}, 1}};
    EXPECT_EQ(crowd.first.add(part, pose(crowd.rng, 4)), 3U);
    expect_least_distances(crowd.first, crowd.second, crowd.pairs, distance_options());
    expect_first_contacts(crowd.first, crowd.second, crowd.pairs, crowd.motions, cast_options());
    expect_all_manifolds(crowd.first, crowd.second, crowd.pairs, contact_options());
  }
}

Vec3 reversed(const Vec3& v) { return {-v.x, -v.y, -v.z}; }

/// (b, a) has the answer of (a, b).
void expect_mirrored(const BodySet& first, const BodySet& second, const std::vector<Pair>& pairs,
                     const std::vector<Vec3>& motions) {
  std::vector<Pair> swapped;
  std::vector<Vec3> back;
  for (const Pair& pair : pairs) swapped.push_back({pair.b, pair.a});
  for (const Vec3& motion : motions) back.push_back(reversed(motion));
  const auto there = measure_bodies(first, second, pairs), again = measure_bodies(second, first, swapped);
  const auto met = meet_bodies(first, second, pairs, motions), met_back = meet_bodies(second, first, swapped, back);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    EXPECT_TRUE(same_bits(again[i].measured, mirrored(there[i].measured))) << name_of(pairs[i]);
    EXPECT_EQ(again[i].parts, (Pair{there[i].parts.b, there[i].parts.a})) << name_of(pairs[i]);
    EXPECT_EQ(met_back[i].met.fractions, met[i].met.fractions) << name_of(pairs[i]);
    EXPECT_TRUE(same_bits(met_back[i].met.normal, -met[i].met.normal)) << name_of(pairs[i]);
    EXPECT_EQ(met_back[i].parts, (Pair{met[i].parts.b, met[i].parts.a})) << name_of(pairs[i]);
  }
}

TEST(BodyMirrors, OfRandomBodies) {
  const Crowd crowd(15, 4);
  expect_mirrored(crowd.first, crowd.second, crowd.pairs, crowd.motions);
}

TEST(BodyMirrors, OfStructuredBodies) {
  const BodySet bodies = structured_bodies();
  std::vector<Pair> pairs;
  for (const Pair& pair : all_pairs(bodies))
    if (pair.a != pair.b) pairs.push_back(pair);
  Rng rng(16);
  expect_mirrored(bodies, bodies, pairs, any_motions(rng, pairs.size(), 30));
}

/// Part 0 of a is as far from part 1 of b as part 1 of a from part 0 of b.
TEST(BodyMirrors, WhereTwoPairsOfPartsAreAsNear) {
  BodySet bodies;
  const BodyPart low_first[] = {Sphere{{0, 0, 0}, 1}, Sphere{{0, 8, 0}, 1}};
  const BodyPart high_first[] = {Sphere{{3, 8, 0}, 1}, Sphere{{3, 0, 0}, 1}};
  const BodyPart three[] = {Sphere{{5, 8, 0}, 1}, Sphere{{6, 20, 0}, 1}, Sphere{{4, 0, 0}, 1}};
  bodies.add(low_first), bodies.add(high_first), bodies.add(three);
  const std::vector<Pair> pairs = {{0, 1}, {0, 2}, {1, 2}};
  expect_mirrored(bodies, bodies, pairs, {{2, 0, 0}, {2, 0, 0}, {2, 0, 0}});
  const Pair named = measure_bodies(bodies, bodies, pairs)[0].parts;
  EXPECT_TRUE(named == (Pair{0, 1}) || named == (Pair{1, 0}));
}

TEST(BodyMirrors, OfContacts) {
  const Crowd crowd(17, 2);
  std::vector<Pair> swapped;
  for (const Pair& pair : crowd.pairs) swapped.push_back({pair.b, pair.a});
  std::vector<BodyManifold> there = touch_bodies(crowd.first, crowd.second, crowd.pairs);
  const std::vector<BodyManifold> again = touch_bodies(crowd.second, crowd.first, swapped);
  const auto key = [](const BodyManifold& m) { return std::array{m.pair, m.part_b, m.part_a}; };
  std::sort(there.begin(), there.end(), [&](const auto& m, const auto& n) { return key(m) < key(n); });
  ASSERT_EQ(again.size(), there.size());
  for (std::size_t i = 0; i < again.size(); ++i) {
    EXPECT_EQ((std::array{again[i].pair, again[i].part_a, again[i].part_b}), key(there[i]));
    EXPECT_TRUE(same_bits(again[i].manifold, mirrored(there[i].manifold))) << i;
  }
}

void expect_same(const std::vector<MeasuredBodies>& got, const std::vector<MeasuredBodies>& expected) {
  ASSERT_EQ(got.size(), expected.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    EXPECT_TRUE(same_bits(got[i].measured, expected[i].measured)) << i;
    EXPECT_EQ(got[i].parts, expected[i].parts) << i;
  }
}
void expect_same(const std::vector<MetBodies>& got, const std::vector<MetBodies>& expected) {
  ASSERT_EQ(got.size(), expected.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    EXPECT_TRUE(same_bits(got[i].met, expected[i].met)) << i;
    EXPECT_EQ(got[i].parts, expected[i].parts) << i;
  }
}

/// One by one, in any order, and on any number of threads; with a tolerance as well, which leaves intervals wide.
TEST(BodyLists, AreTheSameHoweverTheyAreAsked) {
  const Crowd crowd(18, 5, 20, 1200);
  for (const double tolerance : {0.0, 0.25}) {
    const DistanceOptions options{.tolerance = tolerance};
    const CastOptions cast_options{.tolerance = tolerance};
    std::vector<MeasuredBodies> measured;
    std::vector<MetBodies> met;
    std::vector<BodyManifold> manifolds;
    tbb::task_arena(1).execute([&] {
      for (std::size_t i = 0; i < crowd.pairs.size(); ++i) {
        measured.push_back(measure_bodies(crowd.first, crowd.second, {crowd.pairs[i]}, options)[0]);
        met.push_back(meet_bodies(crowd.first, crowd.second, {crowd.pairs[i]}, {crowd.motions[i]}, cast_options)[0]);
        for (BodyManifold m : touch_bodies(crowd.first, crowd.second, {crowd.pairs[i]}))
          m.pair = static_cast<std::uint32_t>(i), manifolds.push_back(m);
      }
    });
    on_threads([&] {
      expect_same(measure_bodies(crowd.first, crowd.second, crowd.pairs, options), measured);
      expect_same(meet_bodies(crowd.first, crowd.second, crowd.pairs, crowd.motions, cast_options), met);
      const auto got = touch_bodies(crowd.first, crowd.second, crowd.pairs);
      ASSERT_EQ(got.size(), manifolds.size());
      for (std::size_t i = 0; i < got.size(); ++i) EXPECT_TRUE(same_bits(got[i], manifolds[i])) << i;
    });
  }
}

TEST(BodyDistances, FartherThanMattersNot) {
  const Crowd crowd(19, 6);
  const auto all = measure_bodies(crowd.first, crowd.second, crowd.pairs);
  for (const float most : {0.0F, 1.0F, 4.0F}) {
    const auto near = measure_bodies(crowd.first, crowd.second, crowd.pairs, {.no_farther_than = most});
    std::size_t far = 0;
    for (std::size_t i = 0; i < near.size(); ++i) {
      if (all[i].measured.distance.upper <= most) {
        EXPECT_TRUE(same_bits(near[i].measured, all[i].measured)) << i;
        EXPECT_EQ(near[i].parts, all[i].parts);
      } else if (all[i].measured.distance.lower > most + 1e-4) {
        EXPECT_EQ(near[i].parts, (Pair{no_part, no_part}));
        EXPECT_EQ(near[i].measured.distance.upper, static_cast<double>(inf));
        EXPECT_TRUE(most == 0 ? near[i].measured.distance.lower > 0 : near[i].measured.distance.lower == most);
        EXPECT_TRUE(std::isnan(near[i].measured.normal.x));
        ++far;
      }
    }
    EXPECT_GT(far, 5U);
  }
}

TEST(BodyDistances, OutputsThatAreNotWanted) {
  const Crowd crowd(20, 6);
  const auto all = measure_bodies(crowd.first, crowd.second, crowd.pairs);
  std::vector<Interval> distances(crowd.pairs.size());
  distance(crowd.first, crowd.second, crowd.pairs, {.distances = distances});
  for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(distances[i], all[i].measured.distance);
}

TEST(BodyDistances, SayWhatPassesFind) {
  Rng rng(23);
  const BodySet bodies = random_bodies(rng, 60, 12, 5);
  OverlapPass pass;
  std::vector<Pair> found(2000);
  const OverlapResult result = pass.run(bodies, {.pairs = found});
  ASSERT_TRUE(result.complete);
  found.resize(result.pairs);
  std::vector<Pair> pairs;
  for (const Pair& pair : all_pairs(bodies))
    if (pair.a < pair.b) pairs.push_back(pair);
  const auto measured = measure_bodies(bodies, bodies, pairs);
  const auto met = meet_bodies(bodies, bodies, pairs, std::vector<Vec3>(pairs.size()));
  std::vector<Pair> near;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Verdict verdict = verdict_of(measured[i].measured.distance);
    if (overlaps(verdict)) near.push_back(pairs[i]);
    if (verdict == Verdict::separated) {
      EXPECT_EQ(result_of(met[i].met.fractions), CastResult::misses) << name_of(pairs[i]);
    }
    if (verdict == Verdict::overlapping) {
      EXPECT_EQ(met[i].met.fractions, (Interval{0, 0})) << name_of(pairs[i]);
    }
  }
  EXPECT_GT(near.size(), 40U);
  EXPECT_LT(near.size(), pairs.size() - 50);
  EXPECT_EQ(near, found);
}

/// If memory runs out, nothing has been written.
TEST(BodyContacts, WithoutMemory) {
  if (!replaces_new()) GTEST_SKIP() << "operator new cannot be made to fail here";
  const Crowd crowd(24, 1);
  std::vector<BodyManifold> some(20);
  const auto ask = [&] { (void)contacts(crowd.first, crowd.second, crowd.pairs, some); };
  tbb::task_arena(1).execute([&] {
    int failures = 0;
    for (std::size_t n = 0; n < 100; ++n) {
      std::fill(some.begin(), some.end(), BodyManifold{});
      const FailingNew failing(n);
      try {
        ask();
        break;
      } catch (const std::bad_alloc&) {
        ++failures;
        EXPECT_EQ(some[0], BodyManifold{});
      }
    }
    EXPECT_GT(failures, 1);
  });
}

TEST(BodyContacts, FillABufferThatIsTooShort) {
  const Crowd crowd(21, 1);
  const std::vector<BodyManifold> all = touch_bodies(crowd.first, crowd.second, crowd.pairs);
  ASSERT_GT(all.size(), 20U);
  std::vector<BodyManifold> some(20);
  const BodyContactResult result = contacts(crowd.first, crowd.second, crowd.pairs, some);
  EXPECT_EQ(result.manifolds, all.size());
  EXPECT_FALSE(result.complete);
  for (std::size_t i = 0; i < some.size(); ++i) EXPECT_TRUE(same_bits(some[i], all[i]));
  const BodyContactResult counted = contacts(crowd.first, crowd.second, crowd.pairs, {});
  EXPECT_EQ(counted.manifolds, all.size());
}

/// Removed bodies, and invalid parts.
TEST_P(BodyQueries, OfWhatIsNotThereOrNoShape) {
  BodySet bodies;
  const BodyPart two[] = {Sphere{{0, 0, 0}, 1}, Sphere{{4, 0, 0}, 1}};
  const BodyPart bad[] = {Sphere{{0, 9, 0}, 1}, Sphere{{nan, 0, 0}, 1}};
  bodies.add(two), bodies.add(two), bodies.add(bad, {}, Check::none);
  bodies.remove(1);
  const std::vector<Pair> pairs = {{0, 1}, {1, 0}, {0, 2}, {2, 0}, {0, 0}};
  DistanceOptions options = distance_options();
  options.check = Check::none;
  const auto measured = measure_bodies(bodies, bodies, pairs, options);
  for (const std::size_t i : {0U, 1U}) {
    EXPECT_EQ(measured[i].measured.distance, (Interval{double{inf}, double{inf}}));
    EXPECT_EQ(measured[i].parts, (Pair{no_part, no_part}));
  }
  for (const std::size_t i : {2U, 3U}) {
    EXPECT_EQ(measured[i].measured.distance.lower, double{-inf});
    EXPECT_NEAR(measured[i].measured.distance.upper, 7, 1e-9);  // the good part is no farther
  }
  EXPECT_EQ(measured[4].parts, (Pair{0, 0}));

  CastOptions unchecked = cast_options();
  unchecked.check = Check::none;
  const std::vector<Vec3> motions = {{1, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 1, 0}, {nan, 0, 0}};
  const auto met = meet_bodies(bodies, bodies, pairs, motions, unchecked);
  for (const std::size_t i : {0U, 1U}) EXPECT_EQ(met[i].met.fractions, (Interval{double{inf}, double{inf}}));
  for (const std::size_t i : {2U, 3U, 4U}) EXPECT_EQ(met[i].met.fractions, (Interval{0, double{inf}}));

  ContactOptions touching = contact_options();
  touching.check = Check::none;
  const auto manifolds = touch_bodies(bodies, bodies, {{0, 1}, {1, 0}, {0, 2}}, touching);
  ASSERT_EQ(manifolds.size(), 2U);
  for (const BodyManifold& m : manifolds) {
    EXPECT_EQ(m.pair, 2U);
    EXPECT_EQ(m.part_b, 1U);
    EXPECT_EQ(m.manifold.count, 1U);
  }
}

struct TwoBodies {
  BodySet bodies;
  std::vector<Pair> pairs = {{0, 1}, {1, 0}};
  std::vector<Vec3> motions = {{1, 0, 0}, {-1, 0, 0}};
  std::vector<Ray> rays = {{{0, 0, 0}, {1, 0, 0}}};
  std::vector<Interval> intervals;
  std::vector<BodyManifold> manifolds;

  TwoBodies() : intervals(2), manifolds(4) {
    const BodyPart part[] = {Sphere{{0, 0, 0}, 1}};
    bodies.add(part), bodies.add(part, {{4, 0, 0}, {}});
  }
  std::string distance_error(const BodyDistanceOutput& out, const DistanceOptions& options = {}) {
    return error_of([&] { distance(bodies, bodies, pairs, out, options); });
  }
  std::string cast_error(const BodyCastOutput& out, const CastOptions& options = {}) {
    return error_of([&] { cast(bodies, bodies, pairs, motions, out, options); });
  }
  std::string ray_error() {
    return error_of([&] { cast_rays(rays, bodies, std::vector<Pair>{{0, 0}, {1, 0}}, {intervals}); });
  }
  std::string contact_error(const ContactOptions& options = {}) {
    return error_of([&] { (void)contacts(bodies, bodies, pairs, manifolds, options); });
  }
};

TEST(BodyRefusals, OfDistances) {
  TwoBodies two;
  std::vector<Pair> parts(3);
  EXPECT_EQ(two.distance_error({std::span(two.intervals).first(1)}),
            "out.distances: has 1 elements, needs one for each of the 2 pairs");
  EXPECT_EQ(two.distance_error({.distances = two.intervals, .parts = parts}),
            "out.parts: has 3 elements, needs one for each of the 2 pairs");
  EXPECT_EQ(two.distance_error({.distances = two.intervals, .parts = two.pairs}),
            "out.parts: shares memory with pairs");
  EXPECT_EQ(two.distance_error({two.intervals}, {.tolerance = -1}), "options.tolerance = -1: must not be negative");
  EXPECT_EQ(two.distance_error({two.intervals}, {.no_farther_than = nan}),
            "options.no_farther_than = nan: must not be negative");
  two.pairs[1].a = 7;
  EXPECT_EQ(two.distance_error({two.intervals}), "pairs[1].a = 7: out of range, the first set has 2 bodies");
  two.bodies.remove(1);
  EXPECT_EQ(two.distance_error({two.intervals}), "pairs[0].b = 1: was removed from the second set");
  EXPECT_EQ(two.intervals[0], Interval{});
  ShapeSet shapes;
  EXPECT_EQ(error_of([&] { distance(shapes, two.bodies, two.pairs, BodyDistanceOutput{two.intervals}); }),
            "pairs[0].a = 0: out of range, the first set has 0 shapes");
}

TEST(BodyRefusals, OfCasts) {
  TwoBodies two;
  std::vector<Vec3d> vectors(3);
  EXPECT_EQ(two.cast_error({two.intervals, vectors}), "out.points: has 3 elements, needs one for each of the 2 pairs");
  EXPECT_EQ(two.cast_error({.fractions = two.intervals, .parts = two.pairs}), "out.parts: shares memory with pairs");
  EXPECT_EQ(two.cast_error({two.intervals}, {.tolerance = -1}), "options.tolerance = -1: must not be negative");
  two.motions[1].y = nan;
  EXPECT_EQ(two.cast_error({two.intervals}), "motions[1].y = nan: must be a finite number");
  two.motions.pop_back();
  EXPECT_EQ(two.cast_error({two.intervals}), "motions: has 1 elements, needs one for each of the 2 pairs");
  EXPECT_EQ(two.ray_error(), "pairs[1].a = 1: out of range, the list has 1 rays");
  two.rays.push_back({{0, 0, 0}, {0, 0, inf}});
  EXPECT_EQ(two.ray_error(), "rays[1].motion.z = inf: must be a finite number");
  two.bodies.remove(0);
  EXPECT_EQ(two.ray_error(), "pairs[0].b = 0: was removed from the set");
  EXPECT_EQ(two.intervals[0], Interval{});
}

TEST(BodyRefusals, OfContacts) {
  TwoBodies two;
  EXPECT_EQ(two.contact_error({.margin = -1}), "options.margin = -1: must not be negative");
  EXPECT_EQ(error_of([&] {
              const std::span<const Pair> over(reinterpret_cast<const Pair*>(two.manifolds.data()), 2);
              (void)contacts(two.bodies, two.bodies, over, two.manifolds, {.check = Check::none});
            }),
            "out: shares memory with pairs");
  two.pairs[0].b = 2;
  EXPECT_EQ(two.contact_error(), "pairs[0].b = 2: out of range, the second set has 2 bodies");
}

TEST(BodyMemory, DistancesAndCastsAllocateNothing) {
  const Crowd crowd(22, 6, 40);
  std::vector<Interval> intervals(crowd.pairs.size());
  std::vector<Pair> parts(crowd.pairs.size());
  const auto run = [&] {
    distance(crowd.first, crowd.second, crowd.pairs, {.distances = intervals, .parts = parts});
    cast(crowd.first, crowd.second, crowd.pairs, crowd.motions, {.fractions = intervals, .parts = parts});
  };
  tbb::task_arena(1).execute([&] {
    const std::size_t before = allocations();
    run();
    EXPECT_EQ(allocations() - before, 0U);
  });
}

}  // namespace
}  // namespace lockstep::test
