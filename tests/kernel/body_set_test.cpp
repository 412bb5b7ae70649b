// Bodies of several parts: the poses of the parts, and the results of passes.
#include <gtest/gtest.h>
#include <set>

#include "body_scene.hpp"
#include "distance_list.hpp"
#include "error_of.hpp"
#include "every_isa.hpp"
#include "failing_allocations.hpp"
#include "overlap_scene.hpp"
#include "threads.hpp"

namespace lockstep::test {
namespace {

/// By a list of all pairs of parts.
std::vector<Pair> brute_force_of(const BodySet& first, const BodySet* second, BodyPairs report,
                                 const OverlapOptions& options) {
  const BodySet& other = second == nullptr ? first : *second;
  const OverlapFilter& of_other = second == nullptr ? options.filter : options.second_filter;
  const ShapeSet* const other_parts = second == nullptr ? nullptr : &second->parts();
  std::vector<Pair> found;
  for (const Pair& pair : brute_force(first.parts(), other_parts, {.touching = options.touching, .isa = options.isa})) {
    std::uint32_t a = first.owner(pair.a).body, b = other.owner(pair.b).body;
    if ((second == nullptr && a == b) || !may_meet(options.filter, a, of_other, b)) continue;
    if (report == BodyPairs::parts) {
      found.push_back(pair);
      continue;
    }
    if (second == nullptr && a > b) std::swap(a, b);
    found.push_back({a, b});
  }
  const auto key = [](const Pair& p) { return std::uint64_t{p.a} << 32 | p.b; };
  std::sort(found.begin(), found.end(), [&](const Pair& p, const Pair& q) { return key(p) < key(q); });
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

Found found_in(OverlapPass& pass, const BodySet& first, const BodySet* second, BodyPairs report,
               const OverlapOptions& options) {
  return found_by(
      [&](const OverlapOutput& out) {
        return second == nullptr ? pass.run(first, out, options, report)
                                 : pass.run(first, *second, out, options, report);
      },
      report == BodyPairs::bodies ? first.size() : first.parts().size());
}

void expect_brute_force(OverlapPass& pass, const BodySet& first, const BodySet* second, const OverlapOptions& options) {
  for (const BodyPairs report : {BodyPairs::bodies, BodyPairs::parts}) {
    const std::size_t objects = report == BodyPairs::bodies ? first.size() : first.parts().size();
    const Found expected = expected_of(brute_force_of(first, second, report, options), objects, second == nullptr);
    const Found found = found_in(pass, first, second, report, options);
    EXPECT_EQ(found.pairs, expected.pairs);
    EXPECT_TRUE(found == expected);
  }
}

/// Each part is the world-space shape that rounding the exact one gives, to the last place.
TEST(BodySets, PartsStandWhereThePoseTakesThem) {
  BodySet bodies;
  const std::uint32_t mesh = add_pyramid(bodies);
  const float half = std::sqrt(0.5F);
  // A quarter turn about z: x goes to y, y to -x.
  const std::vector<BodyPart> parts = {Sphere{{1, 2, 3}, 0.5F}, Box{{1, 0, 0}, {}, {0.1F, 0.2F, 0.3F}},
                                       Capsule{{1, 0, 0}, {2, 0, 0}, 0.25F}, HullInstance{mesh, {{0, 1, 0}, {}}},
                                       Cone{{0, 0, 1}, {0, 2, 1}, 1}};
  const std::uint32_t body = bodies.add(parts, {{10, 20, 30}, {0, 0, half, half}});
  ShapeSet expected;
  const std::uint32_t same_mesh = expected.add_mesh(
      ConvexHull{std::vector<Vec3>{{0, 0, 0}, {0.5F, 0, 0}, {0, 0.5F, 0}, {0.5F, 0.5F, 0}, {0.2F, 0.2F, 0.5F}}});
  expected.add(Sphere{{8, 21, 33}, 0.5F - 1e-4F});
  expected.add(Box{{10, 21, 30}, {}, {0.2F - 1e-4F, 0.1F - 1e-4F, 0.3F - 1e-4F}});
  expected.add(Capsule{{10, 21, 30}, {10, 22, 30}, 0.25F - 1e-4F});
  expected.add(HullInstance{same_mesh, {{9, 20, 30}, {0, 0, half, half}}});
  expected.add(Cone{{10, 20, 31}, {8, 20, 31}, 1 - 1e-4F});
  ASSERT_EQ(bodies.parts().size(), 5U);
  EXPECT_EQ(bodies.part_count(body), 5U);
  for (std::uint32_t i = 0; i < 5; ++i) {
    EXPECT_EQ(bodies.owner(i), (PartName{body, i}));
    EXPECT_EQ(bodies.parts().kind(i), expected.kind(i));
  }
  // Points a little inside and outside of each show its place.
  ShapeSet probes;
  const Vec3 inside[] = {
      {8, 21.4F, 33}, {10.1F, 21.05F, 30.2F}, {10, 22.2F, 30.05F}, {8.9F, 20.1F, 30.05F}, {9.9F, 20, 31.9F}};
  const Vec3 outside[] = {{8, 21.6F, 33}, {10.25F, 21, 30}, {10.3F, 22, 30}, {9.1F, 20.1F, 30.05F}, {7.9F, 20, 31}};
  std::vector<Pair> pairs;
  for (std::uint32_t i = 0; i < 5; ++i) {
    pairs.push_back({probes.add(Point{inside[i]}), i});
    pairs.push_back({probes.add(Point{outside[i]}), i});
  }
  std::vector<Verdict> verdicts(10), of_expected(10);
  intersect(probes, bodies.parts(), pairs, verdicts);
  intersect(probes, expected, pairs, of_expected);
  EXPECT_EQ(verdicts, of_expected);
  for (std::size_t i = 0; i < 10; ++i)
    EXPECT_EQ(verdicts[i], i % 2 == 0 ? Verdict::overlapping : Verdict::separated) << i;

  bodies.move(body, {{110, 20, 30}, {0, 0, half, half}});
  intersect(probes, bodies.parts(), pairs, verdicts);
  EXPECT_EQ(verdicts, std::vector<Verdict>(10, Verdict::separated));
  bodies.move(body, {{10, 20, 30}, {0, 0, half, half}});
  intersect(probes, bodies.parts(), pairs, verdicts);
  EXPECT_EQ(verdicts, of_expected);
  EXPECT_EQ(bodies.pose(body).position, (Vec3{10, 20, 30}));
}

TEST(BodySets, HolesAreFilled) {
  BodySet bodies;
  const std::vector<BodyPart> two = {Sphere{{0, 0, 0}, 1}, Sphere{{1, 0, 0}, 1}};
  for (std::uint32_t i = 0; i < 4; ++i) EXPECT_EQ(bodies.add(two), i);
  bodies.remove(1), bodies.remove(2);
  EXPECT_FALSE(bodies.contains(1));
  EXPECT_EQ(bodies.size(), 4U);
  EXPECT_EQ(bodies.parts().free_slots(), 4U);
  EXPECT_EQ(bodies.add(std::vector<BodyPart>(7, Sphere{{0, 0, 0}, 1})), 2U);
  EXPECT_EQ(bodies.add(two), 1U);
  EXPECT_EQ(bodies.add(two), 4U);
  EXPECT_EQ(bodies.part_count(2), 7U);
  EXPECT_EQ(bodies.parts().free_slots(), 0U);
  std::set<std::pair<std::uint32_t, std::uint32_t>> names;
  for (std::uint32_t i = 0; i < bodies.parts().size(); ++i) names.insert({bodies.owner(i).body, bodies.owner(i).part});
  EXPECT_EQ(names.size(), 2U * 4 + 7);
  BodySet copy = bodies;
  copy.clear();
  EXPECT_EQ(copy.size(), 0U);
  EXPECT_EQ(bodies.size(), 5U);
}

TEST(BodySets, Errors) {
  BodySet bodies;
  const std::vector<BodyPart> good = {Sphere{{0, 0, 0}, 1}, Cylinder{{0, 0, 0}, {1e-3F, 0, 0}, 1}};
  const std::uint32_t body = bodies.add(good);
  const auto adding = [&](const BodyPart& part, const Pose& where = {}) {
    return error_of([&] { bodies.add(std::vector<BodyPart>{Sphere{{0, 0, 0}, 1}, part}, where); });
  };
  const std::string length_rule = ": must be a finite number, not negative and at most 1e18";
  EXPECT_EQ(error_of([&] { bodies.add({}); }), "parts: empty, a body has at least one part");
  EXPECT_EQ(adding(Sphere{{0, 0, 0}, -1}), "parts[1]: sphere.radius = -1" + length_rule);
  EXPECT_EQ(adding(HullInstance{3, {}}), "parts[1]: instance.mesh = 3: is out of range, the set has 0 meshes");
  EXPECT_EQ(adding(Box{{0, 0, 0}, {0, 0, 0, 2}, {1, 1, 1}}),
            "parts[1]: box.rotation: the squared length of the quaternion is 4, and must be 1 within 0.001");
  EXPECT_EQ(adding(Sphere{{max_coordinate, 0, 0}, 1}, {{max_coordinate, 0, 0}, {}}),
            "parts[1], where the body stands: sphere.center.x = 2e+18: must be a finite number of at most 1e18");
  const std::string flat =
      "parts[1], where the body stands: cylinder.p1: is p0, a cylinder without length has no direction";
  EXPECT_EQ(error_of([&] { bodies.move(body, {{1e6F, 1e6F, 1e6F}, {}}); }), flat);
  EXPECT_EQ(error_of([&] {
              bodies.move(body, {{NAN, 0, 0}, {}});
            }),
            "pose.position.x = nan: must be a finite number of at most 1e18");
  EXPECT_EQ(error_of([&] {
              bodies.move(body, {{0, 0, 0}, {0, 0, 0, 0}});
            }),
            "pose.rotation: the squared length of the quaternion is 0, and must be 1 within 0.001");
  EXPECT_EQ(bodies.pose(body).position, Vec3{}) << "errors change nothing";
  EXPECT_EQ(error_of([&] { bodies.move(1, {}); }), "body set: index 1 is out of range, the set has 1 bodies");
  bodies.remove(body);
  EXPECT_EQ(error_of([&] { bodies.move(body, {}, Check::none); }), "body set: body 0 was removed");
  EXPECT_EQ(error_of([&] { bodies.remove(body); }), "body set: body 0 was removed");
  EXPECT_EQ(error_of([&] { (void)bodies.owner(0); }), "shape set: shape 0 was removed");
  EXPECT_EQ(bodies.size(), 1U);
}

struct Parted {
  std::vector<Pair> pairs;
  std::vector<Separation> separations;
  friend bool operator==(const Parted&, const Parted&) = default;
};

Parted parted_in(OverlapPass& pass, const BodySet& first, const BodySet* second, BodyPairs report,
                 const OverlapOptions& options) {
  Parted parted{std::vector<Pair>(40'000), std::vector<Separation>(40'000)};
  const OverlapOutput out{.pairs = parted.pairs, .separations = parted.separations};
  const OverlapResult found =
      second == nullptr ? pass.run(first, out, options, report) : pass.run(first, *second, out, options, report);
  EXPECT_TRUE(found.complete);
  parted.pairs.resize(static_cast<std::size_t>(found.pairs));
  parted.separations.resize(static_cast<std::size_t>(found.pairs));
  return parted;
}

std::vector<std::uint32_t> parts_of(const BodySet& bodies, std::uint32_t body) {
  std::vector<std::uint32_t> parts;
  for (std::uint32_t part = 0; part < bodies.parts().size(); ++part)
    if (bodies.parts().contains(part) && bodies.owner(part).body == body) parts.push_back(part);
  return parts;
}

Separation separation_of(const Measured& measured) {
  const Vec3d& n = measured.normal;
  return {{static_cast<float>(n.x), static_cast<float>(n.y), static_cast<float>(n.z)},
          static_cast<float>(-measured.distance.lower)};
}

/// By a list of all pairs of parts, overlapping or not.
Separation deepest_of_all(const BodySet& first, const BodySet& second, const Pair& bodies) {
  std::vector<Pair> parts;
  for (const std::uint32_t a : parts_of(first, bodies.a))
    for (const std::uint32_t b : parts_of(second, bodies.b)) parts.push_back({a, b});
  const std::vector<Measured> all = measure(first.parts(), second.parts(), parts);
  Separation deepest = separation_of(all[0]);
  for (const Measured& one : all)
    if (separation_of(one).depth > deepest.depth) deepest = separation_of(one);
  return deepest;
}

void expect_deepest(const Parted& parted, const BodySet& first, const BodySet& second) {
  for (std::size_t i = 0; i < parted.pairs.size(); ++i)
    ASSERT_EQ(parted.separations[i], deepest_of_all(first, second, parted.pairs[i]))
        << parted.pairs[i].a << " " << parted.pairs[i].b;
}

class OverlapBodies : public EveryIsa {};
INSTANTIATE_TEST_SUITE_P(, OverlapBodies, isas(), isa_name);

TEST_P(OverlapBodies, MeetAsAListOfAllParts) {
  Rng rng(21);
  OverlapPass pass;
  for (const std::size_t count : {0U, 1U, 2U, 60U})
    for (const int most_parts : {1, 6, 40}) {
      BodySet bodies = random_bodies(rng, count, most_parts, 4), others = random_bodies(rng, 20, most_parts, 4);
      for (const Touching touching : {Touching::overlap, Touching::separate}) {
        const OverlapOptions options{.touching = touching, .isa = GetParam()};
        expect_brute_force(pass, bodies, nullptr, options);
        expect_brute_force(pass, bodies, &others, options);
        remove_some(bodies, rng);
      }
    }
}

TEST_P(OverlapBodies, Filters) {
  Rng rng(22);
  OverlapPass pass;
  const BodySet bodies = random_bodies(rng, 50, 12, 3), others = random_bodies(rng, 30, 12, 3);
  std::vector<std::uint32_t> group(50), mask(50), other_group(30);
  for (auto* const values : {&group, &mask, &other_group})
    for (std::uint32_t& value : *values) value = static_cast<std::uint32_t>(rng() & 3U);
  OverlapOptions options{.filter = {group, mask}, .isa = GetParam()};
  expect_brute_force(pass, bodies, nullptr, options);
  options.second_filter.group = other_group;
  expect_brute_force(pass, bodies, &others, options);
}

/// Bodies move, are added and removed; the pass stays.
TEST_P(OverlapBodies, Frames) {
  Rng rng(23);
  for (const float skin : {0.0F, 0.2F}) {
    OverlapPass pass(skin);
    BodySet bodies = random_bodies(rng, 50, 20, 4);
    for (int frame = 0; frame < 8; ++frame) {
      for (std::uint32_t i = 0; i < bodies.size(); ++i) {
        if (!bodies.contains(i)) continue;
        Pose moved = bodies.pose(i);
        moved.position.x += static_cast<float>(uniform(rng, -0.03, 0.03));
        moved.position.z += static_cast<float>(uniform(rng, -0.03, 0.03));
        bodies.move(i, i % 5 == 0 ? pose(rng, 4) : moved);
      }
      if (frame % 3 == 2) remove_some(bodies, rng);
      const Sphere ball{{0, 0, 0}, 1};
      if (frame % 3 == 1) bodies.add(std::vector<BodyPart>(10, ball), pose(rng, 4));
      expect_brute_force(pass, bodies, nullptr, {.isa = GetParam()});
    }
  }
}

/// A body with an invalid part overlaps every other.
TEST_P(OverlapBodies, NoPartMeetsEverything) {
  Rng rng(24);
  BodySet bodies = random_bodies(rng, 40, 10, 4);
  std::vector<BodyPart> parts(12, Sphere{{0, 0, 0}, 0.1F});
  parts[5] = Sphere{{0, 0, 0}, std::nanf("")};
  const std::uint32_t bad = bodies.add(parts, {}, Check::none);
  OverlapPass pass;
  expect_brute_force(pass, bodies, nullptr, {.isa = GetParam()});
  const Found found = found_in(pass, bodies, nullptr, BodyPairs::bodies, {.isa = GetParam()});
  EXPECT_EQ(found.counts[bad], 40U);
}

TEST_P(OverlapBodies, PartAsTheirDeepestParts) {
  Rng rng(27);
  OverlapPass pass;
  for (const int most_parts : {1, 6, 30})
    for (const float margin : {0.0F, 0.3F}) {
      const double half = most_parts == 1 ? 1.5 : 2.5;
      BodySet bodies = random_bodies(rng, 30, most_parts, half), others = random_bodies(rng, 20, most_parts, half);
      bodies.remove(7), others.remove(2);
      const OverlapOptions options{.margin = margin, .isa = GetParam()};
      const Parted of_one = parted_in(pass, bodies, nullptr, BodyPairs::bodies, options);
      const Parted of_two = parted_in(pass, bodies, &others, BodyPairs::bodies, options);
      EXPECT_GT(of_one.pairs.size() + of_two.pairs.size(), 40U);
      expect_deepest(of_one, bodies, bodies), expect_deepest(of_two, bodies, others);
    }
}

TEST_P(OverlapBodies, PartsHaveTheSeparationsOfShapes) {
  Rng rng(28);
  OverlapPass pass;
  const BodySet bodies = random_bodies(rng, 40, 12, 3);
  const Parted parted = parted_in(pass, bodies, nullptr, BodyPairs::parts, {.margin = 0.1F, .isa = GetParam()});
  const std::vector<Measured> measured = measure(bodies.parts(), bodies.parts(), parted.pairs);
  ASSERT_GT(measured.size(), 100U);
  for (std::size_t i = 0; i < measured.size(); ++i) ASSERT_EQ(parted.separations[i], separation_of(measured[i]));
}

TEST(OverlapBodiesSeparations, WhateverTheOrderAndTheRoom) {
  Rng rng(29);
  OverlapPass pass;
  const BodySet bodies = random_bodies(rng, 60, 12, 3);
  const Parted all = parted_in(pass, bodies, nullptr, BodyPairs::bodies, {});
  const Parted any = parted_in(pass, bodies, nullptr, BodyPairs::bodies, {.order = PairOrder::any});
  ASSERT_GT(all.pairs.size(), 50U);
  ASSERT_EQ(any.pairs.size(), all.pairs.size());
  for (std::size_t i = 0; i < any.pairs.size(); ++i) {
    const auto at = std::find(all.pairs.begin(), all.pairs.end(), any.pairs[i]) - all.pairs.begin();
    EXPECT_EQ(any.separations[i], all.separations[static_cast<std::size_t>(at)]);
  }
  std::vector<Pair> few(20);
  std::vector<Separation> of_few(few.size());
  EXPECT_FALSE(pass.run(bodies, {.pairs = few, .separations = of_few}).complete);
  EXPECT_TRUE(std::equal(of_few.begin(), of_few.end(), all.separations.begin()));
}

/// One part of a body is invalid: the answers for the others count if they overlap.
TEST(OverlapBodiesSeparations, OfNoPartSayNothing) {
  BodySet bodies;
  bodies.add(std::vector<BodyPart>{Sphere{{0, 0, 0}, 1}});
  bodies.add(std::vector<BodyPart>{Sphere{{NAN, 0, 0}, 1}, Sphere{{0, 0, 5}, 1}}, {}, Check::none);
  bodies.add(std::vector<BodyPart>{Sphere{{NAN, 0, 0}, 1}, Sphere{{0, 1.5F, 0}, 1}}, {}, Check::none);
  OverlapPass pass;
  const Parted parted = parted_in(pass, bodies, nullptr, BodyPairs::bodies, {});
  ASSERT_EQ(parted.pairs, (std::vector<Pair>{{0, 1}, {0, 2}, {1, 2}}));
  EXPECT_EQ(parted.separations[0], (Separation{{1, 0, 0}, 0}));
  EXPECT_EQ(parted.separations[1], (Separation{{0, -1, 0}, 0.5F}));
  EXPECT_EQ(parted.separations[2], (Separation{{1, 0, 0}, 0}));
}

TEST(OverlapBodiesOfThreads, FindTheSame) {
  Rng rng(25);
  const BodySet bodies = random_bodies(rng, 400, 12, 10);
  OverlapPass alone;
  for (const BodyPairs report : {BodyPairs::bodies, BodyPairs::parts}) {
    const Found expected = found_in(alone, bodies, nullptr, report, {});
    EXPECT_EQ(expected.pairs, brute_force_of(bodies, nullptr, report, {}));
    const Parted parted = parted_in(alone, bodies, nullptr, report, {});
    EXPECT_EQ(parted.pairs, expected.pairs);
    on_threads([&] {
      OverlapPass pass;
      EXPECT_TRUE(found_in(pass, bodies, nullptr, report, {}) == expected);
      EXPECT_TRUE(parted_in(pass, bodies, nullptr, report, {}) == parted);
    });
  }
}

TEST(OverlapBodiesMemory, SecondRunsAndMovesAllocateNothing) {
  Rng rng(26);
  BodySet bodies = random_bodies(rng, 200, 20, 6);
  OverlapPass pass;
  std::vector<Pair> pairs(20000);
  std::vector<Separation> separations(pairs.size());
  const auto run = [&] {
    for (std::uint32_t i = 0; i < bodies.size(); ++i) bodies.move(i, bodies.pose(i));
    (void)pass.run(bodies, {.pairs = pairs});
    (void)pass.run(bodies, {.pairs = pairs}, {}, BodyPairs::parts);
    (void)pass.run(bodies, {.pairs = pairs, .separations = separations});
    (void)pass.run(bodies, {.pairs = pairs, .separations = separations}, {}, BodyPairs::parts);
  };
  EXPECT_EQ(allocations_of(run), 0U);
}

/// Two large overlapping bodies: the margin reaches the parts as well.
TEST_P(OverlapBodies, Margin) {
  BodySet bodies;
  std::vector<BodyPart> row;
  for (int i = 0; i < 100; ++i) row.push_back(Sphere{{static_cast<float>(i), 0, 0}, 0.25F});
  bodies.add(row), bodies.add(row, {{0, 1, 0}, {}});
  OverlapPass pass;
  const auto parts_within = [&](float margin) {
    return pass.run(bodies, {}, {.margin = margin, .isa = GetParam()}, BodyPairs::parts).pairs;
  };
  EXPECT_EQ(parts_within(0), 0U);
  EXPECT_EQ(parts_within(0.499F), 0U);
  EXPECT_EQ(parts_within(0.501F), 100U);
  EXPECT_EQ(parts_within(0.92F), 298U);
  EXPECT_EQ(pass.run(bodies, {}, {.margin = 0.501F, .isa = GetParam()}).pairs, 1U);
}

TEST(BodyFailingAllocations, LeaveBodiesAsTheyWere) {
  Rng rng(29);
  const std::vector<Vec3> vertices(40, Vec3{1, 2, 3});
  const auto add_body = [](BodySet& bodies) {
    bodies.add(std::vector<BodyPart>{Sphere{{0, 0, 0}, 1}, HullInstance{0, {}}, Cone{{0, 0, 0}, {0, 0, 1}, 1}});
  };
  const BodySet other = random_bodies(rng, 10, 4, 2);
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{1}, std::size_t{7}, std::size_t{32}}) {  // with and without room to spare
    BodySet original = random_bodies(rng, size, 3, 2);
    for (const bool holes : {false, true}) {
      if (holes) remove_some(original, rng);
      fail_everywhere(original, add_body);
      fail_everywhere(original, [&](BodySet& bodies) { bodies.add_mesh(ConvexHull{vertices}); });
      fail_everywhere(original, [&](BodySet& bodies) { bodies = other; });
      fail_everywhere(original, [](BodySet& bodies) { const BodySet copy = bodies; });
    }
  }
}

}  // namespace
}  // namespace lockstep::test
