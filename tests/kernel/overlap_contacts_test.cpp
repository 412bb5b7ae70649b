// Contacts of the pairs of a pass: to the bit those of a list of the same pairs, for any motion and any order.
#include <gtest/gtest.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include "bad_numbers.hpp"
#include "balls.hpp"
#include "contact_list.hpp"
#include "counting_new.hpp"
#include "error_of.hpp"
#include "every_isa.hpp"
#include "overlap_scene.hpp"
#include "pair_list.hpp"

namespace lockstep::test {
namespace {

struct Touched {
  std::vector<Pair> pairs;
  std::vector<Manifold> contacts;
};

/// run(output) for `room` pairs; returns the written part.
template <class Run>
Touched touched_by(const Run& run, std::size_t room = 20'000) {
  Touched touched{std::vector<Pair>(room), std::vector<Manifold>(room)};
  const OverlapResult found = run(OverlapOutput{.pairs = touched.pairs, .contacts = touched.contacts});
  const std::size_t written = std::min(room, static_cast<std::size_t>(found.pairs));
  for (std::size_t i = written; i < room; ++i) EXPECT_TRUE(touched.contacts[i] == Manifold{}) << "behind the pairs";
  touched.pairs.resize(written), touched.contacts.resize(written);
  return touched;
}

void expect_same(const std::vector<Manifold>& got, const std::vector<Manifold>& wanted,
                 const std::vector<Pair>& pairs) {
  ASSERT_EQ(got.size(), wanted.size());
  for (std::size_t i = 0; i < got.size(); ++i)
    ASSERT_TRUE(same_bits(got[i], wanted[i])) << "pair " << pairs[i].a << " " << pairs[i].b << "\n"
                                              << text(got[i]) << "\nnot\n"
                                              << text(wanted[i]);
}

template <class Call>
void in_arena(int threads, const Call& call) {
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
  tbb::task_arena(threads).execute(call);
}

class PassContactsOnEveryIsa : public EveryIsa {};
INSTANTIATE_TEST_SUITE_P(, PassContactsOnEveryIsa, isas(), isa_name);

TEST_P(PassContactsOnEveryIsa, AreWhatAListSays) {
  Rng rng(35);
  ShapeSet set = set_of(mixed_scene(rng, 500, 20));
  const ShapeSet others = set_of(mixed_scene(rng, 400, 20));
  set.remove(17), set.remove(300);
  for (const float margin : {0.0F, 0.25F})
    for (const PairOrder order : {PairOrder::sorted, PairOrder::any})
      for (const int threads : {1, 4}) {
        const OverlapOptions options{.margin = margin, .isa = GetParam(), .order = order};
        in_arena(threads, [&] {
          OverlapPass pass;
          const Touched one = touched_by([&](const OverlapOutput& out) { return pass.run(set, out, options); });
          const Touched two = touched_by([&](const OverlapOutput& out) { return pass.run(set, others, out, options); });
          ASSERT_GT(one.pairs.size(), 300U);
          ASSERT_GT(two.pairs.size(), 300U);
          expect_same(one.contacts, touch(set, set, one.pairs, {.margin = margin}), one.pairs);
          expect_same(two.contacts, touch(set, others, two.pairs, {.margin = margin}), two.pairs);
        });
      }
}

/// As shapes of a set.
ShapeSet spheres_of(const Balls& balls) {
  ShapeSet set;
  for (std::size_t i = 0; i < balls.size(); ++i) set.add(balls.ball(i), Check::none);
  return set;
}

TEST_P(PassContactsOnEveryIsa, OfBallsAreThoseOfSpheres) {
  Rng rng(36);
  const Balls balls = random_balls(rng, 3000, 4), others = random_balls(rng, 500, 4);
  const ShapeSet set = spheres_of(balls), other_set = spheres_of(others);
  for (const float margin : {0.0F, 0.5F}) {
    const OverlapOptions options{.margin = margin, .isa = GetParam()};
    OverlapPass pass;
    const Touched one = touched_by([&](const OverlapOutput& out) { return pass.run(balls.view(), out, options); });
    const Touched two =
        touched_by([&](const OverlapOutput& out) { return pass.run(balls.view(), others.view(), out, options); });
    ASSERT_GT(one.pairs.size(), 1000U);
    ASSERT_GT(two.pairs.size(), 100U);
    expect_same(one.contacts, touch(set, set, one.pairs, {.margin = margin}), one.pairs);
    expect_same(two.contacts, touch(set, other_set, two.pairs, {.margin = margin}), two.pairs);
    for (const Manifold& m : one.contacts) ASSERT_LE(m.count, 1U);
  }
}

std::vector<Manifold> all_in_space(const std::vector<Manifold2>& flat) {
  std::vector<Manifold> all;
  for (const Manifold2& m : flat) all.push_back(in_space(m));
  return all;
}

/// Of all kinds.
ShapeSet2 flat_scene(Rng& rng, std::size_t count) {
  ShapeSet2 set;
  for (std::size_t i = 0; i < count; ++i) {
    const Kind2 kind = oracle::all_kinds2[i % oracle::all_kinds2.size()];
    const AnyShape2 shape = oracle::random_pair(rng, kind, Kind2::circle).first;
    add_to(set, oracle::moved(shape, uniform(rng, -9, 9), uniform(rng, -9, 9)));
  }
  return set;
}

TEST_P(PassContactsOnEveryIsa, OfThePlaneAreWhatAListSays) {
  Rng rng(43);
  ShapeSet2 set = flat_scene(rng, 300);
  const ShapeSet2 others = flat_scene(rng, 200);
  set.remove(17), set.remove(200);
  for (const float margin : {0.0F, 0.25F})
    for (const int threads : {1, 4}) {
      const OverlapOptions options{.margin = margin, .isa = GetParam()};
      in_arena(threads, [&] {
        OverlapPass pass;
        const Touched one = touched_by([&](const OverlapOutput& out) { return pass.run(set, out, options); });
        const Touched two = touched_by([&](const OverlapOutput& out) { return pass.run(set, others, out, options); });
        ASSERT_GT(one.pairs.size(), 300U);
        ASSERT_GT(two.pairs.size(), 300U);
        expect_same(one.contacts, all_in_space(touch(set, set, one.pairs, {.margin = margin})), one.pairs);
        expect_same(two.contacts, all_in_space(touch(set, others, two.pairs, {.margin = margin})), two.pairs);
        const auto points = [&](std::uint32_t n) {
          return std::count_if(one.contacts.begin(), one.contacts.end(),
                               [n](const Manifold& m) { return m.count == n; });
        };
        ASSERT_GT(points(1), 100);
        ASSERT_GT(points(2), 10);
      });
    }
}

/// As circles of a set.
ShapeSet2 circles_of(const Balls& balls) {
  ShapeSet2 set;
  for (std::size_t i = 0; i < balls.size(); ++i) {
    const Sphere ball = balls.ball(i);
    set.add(Circle2{{ball.center.x, ball.center.y}, ball.radius}, Check::none);
  }
  return set;
}

TEST_P(PassContactsOnEveryIsa, OfCirclesAreThoseOfASet) {
  Rng rng(44);
  const Balls balls = random_balls(rng, 500, 4), others = random_balls(rng, 200, 4);
  const ShapeSet2 set = circles_of(balls), other_set = circles_of(others);
  for (const float margin : {0.0F, 0.5F}) {
    const OverlapOptions options{.margin = margin, .isa = GetParam()};
    OverlapPass pass;
    const Touched one = touched_by([&](const OverlapOutput& out) { return pass.run(balls.circles(), out, options); });
    const Touched two =
        touched_by([&](const OverlapOutput& out) { return pass.run(balls.circles(), others.circles(), out, options); });
    ASSERT_GT(one.pairs.size(), 500U);
    ASSERT_GT(two.pairs.size(), 100U);
    expect_same(one.contacts, all_in_space(touch(set, set, one.pairs, {.margin = margin})), one.pairs);
    expect_same(two.contacts, all_in_space(touch(set, other_set, two.pairs, {.margin = margin})), two.pairs);
  }
}

/// Crates and spheres, which may overlap each other.
BodySet bodies_of_crates(Rng& rng, std::size_t count, double half) {
  BodySet bodies;
  const auto at = [&](double most) {
    const auto coordinate = [&] { return static_cast<float>(uniform(rng, -most, most)); };
    return Vec3{coordinate(), coordinate(), coordinate()};
  };
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<BodyPart> parts;
    for (std::size_t k = 0; k <= i % 12; ++k) {
      if (k % 2 == 0)
        parts.emplace_back(Box{at(1), {}, {0.5F, 0.25F, 0.5F}});
      else
        parts.emplace_back(Sphere{at(1), 0.5F});
    }
    bodies.add(parts, {at(half), {0, 0, 0.6F, 0.8F}});
  }
  return bodies;
}

TEST_P(PassContactsOnEveryIsa, OfPartsOfBodies) {
  Rng rng(37);
  const BodySet bodies = bodies_of_crates(rng, 80, 4), others = bodies_of_crates(rng, 40, 4);
  const OverlapOptions options{.margin = 0.1F, .isa = GetParam()};
  OverlapPass pass;
  const Touched one =
      touched_by([&](const OverlapOutput& out) { return pass.run(bodies, out, options, BodyPairs::parts); });
  const Touched two =
      touched_by([&](const OverlapOutput& out) { return pass.run(bodies, others, out, options, BodyPairs::parts); });
  ASSERT_GT(one.pairs.size(), 200U);
  ASSERT_GT(two.pairs.size(), 100U);
  expect_same(one.contacts, touch(bodies.parts(), bodies.parts(), one.pairs, {.margin = 0.1F}), one.pairs);
  expect_same(two.contacts, touch(bodies.parts(), others.parts(), two.pairs, {.margin = 0.1F}), two.pairs);
}

/// Among all parts of two bodies the deepest pair, if separations are floats.
Pair deepest_parts(const BodySet& first, const BodySet& second, const Pair& bodies) {
  std::vector<Pair> parts;
  for (std::uint32_t a = 0; a < first.parts().size(); ++a)
    for (std::uint32_t b = 0; b < second.parts().size(); ++b)
      if (first.owner(a).body == bodies.a && second.owner(b).body == bodies.b) parts.push_back({a, b});
  const std::vector<Measured> all = measure(first.parts(), second.parts(), parts);
  std::size_t deepest = 0;
  const auto depth = [&](std::size_t i) { return static_cast<float>(-all[i].distance.lower); };
  for (std::size_t i = 1; i < all.size(); ++i)
    if (depth(i) > depth(deepest)) deepest = i;
  return parts[deepest];
}

TEST_P(PassContactsOnEveryIsa, OfBodiesAreThoseOfTheDeepestParts) {
  Rng rng(38);
  const BodySet bodies = bodies_of_crates(rng, 40, 3), others = bodies_of_crates(rng, 20, 3);
  const OverlapOptions options{.margin = 0.1F, .isa = GetParam()};
  OverlapPass pass;
  for (const BodySet* second : {&bodies, &others}) {
    std::vector<Separation> separations(20'000);
    const Touched touched = touched_by([&](OverlapOutput out) {
      out.separations = separations;
      return second == &bodies ? pass.run(bodies, out, options) : pass.run(bodies, others, out, options);
    });
    ASSERT_GT(touched.pairs.size(), 50U);
    std::vector<Pair> deepest;
    for (const Pair& pair : touched.pairs) deepest.push_back(deepest_parts(bodies, *second, pair));
    expect_same(touched.contacts, touch(bodies.parts(), second->parts(), deepest, {.margin = 0.1F}), touched.pairs);
    for (std::size_t i = 0; i < touched.pairs.size(); ++i)
      ASSERT_EQ(separations[i].depth, static_cast<float>(-touched.contacts[i].distance.lower));
    const Touched alone = touched_by([&](const OverlapOutput& out) {
      return second == &bodies ? pass.run(bodies, out, options) : pass.run(bodies, others, out, options);
    });
    expect_same(alone.contacts, touched.contacts, touched.pairs);
  }
}

TEST(PassContacts, FillTheRoomThereIs) {
  Rng rng(39);
  const ShapeSet set = set_of(mixed_scene(rng, 400, 20));
  OverlapPass pass;
  const auto run = [&](const OverlapOutput& out) { return pass.run(set, out); };
  const Touched all = touched_by(run);
  ASSERT_GT(all.pairs.size(), 300U);
  const Touched half = touched_by(run, all.pairs.size() / 2);
  EXPECT_EQ(half.pairs.size(), all.pairs.size() / 2);
  const auto count = static_cast<std::ptrdiff_t>(half.pairs.size());
  expect_same(half.contacts, {all.contacts.begin(), all.contacts.begin() + count}, half.pairs);
}

/// With the largest numbers, all pairs are within the margin.
TEST(PassContacts, OfTheLargestMargin) {
  Rng rng(40);
  const ShapeSet set = set_of(mixed_scene(rng, 20, 1));
  OverlapPass pass;
  const Touched all =
      touched_by([&](const OverlapOutput& out) { return pass.run(set, out, {.margin = max_coordinate}); });
  EXPECT_EQ(all.pairs.size(), 190U);
  expect_same(all.contacts, touch(set, set, all.pairs, {.margin = max_coordinate}), all.pairs);
}

TEST(PassContacts, BesideABadNumber) {
  Balls balls{"", {0, 1, nan}, {0, 0, 0}, {0, 0, 0}, {1, 1, 1}};
  OverlapPass pass;
  const Touched touched =
      touched_by([&](const OverlapOutput& out) { return pass.run(balls.view(), out, {.check = Check::none}); });
  ASSERT_EQ(touched.pairs, (std::vector<Pair>{{0, 1}, {0, 2}, {1, 2}}));
  EXPECT_NEAR(touched.contacts[0].points[0].separation, -1, 1e-12);
  for (const std::size_t i : {1U, 2U}) {
    EXPECT_EQ(touched.contacts[i].count, 1U);
    EXPECT_TRUE(std::isnan(touched.contacts[i].points[0].separation));
  }
}

TEST(PassContacts, Refusals) {
  Rng rng(41);
  const Balls balls = random_balls(rng, 100, 2);
  OverlapPass pass;
  std::vector<Pair> pairs(10, Pair{7, 7});
  std::vector<Manifold> contacts(10);
  const OverlapOutput out{.pairs = pairs, .contacts = contacts};
  EXPECT_EQ(error_of([&] {
              (void)pass.run(balls.view(), {.pairs = pairs, .contacts = {contacts.data(), 9}});
            }),
            "contacts: has 9 elements, needs 10, one for each of pairs");
  const auto as_pairs = std::span(reinterpret_cast<Pair*>(contacts.data()), 10);
  EXPECT_EQ(error_of([&] { (void)pass.run(balls.view(), {.pairs = as_pairs, .contacts = contacts}); }),
            "pairs: shares memory with contacts");
  EXPECT_EQ(error_of([&] { (void)pass.run(balls.circles(), {.pairs = as_pairs, .contacts = contacts}); }),
            "pairs: shares memory with contacts");
  EXPECT_EQ(pairs, std::vector<Pair>(10, Pair{7, 7})) << "nothing is written";
}

TEST(PassContacts, SecondRunsAllocateNothing) {
  Rng rng(42);
  const BodySet bodies = bodies_of_crates(rng, 60, 4);
  const Balls balls = random_balls(rng, 500, 4);
  OverlapPass pass, of_balls;
  std::vector<Pair> pairs(20'000);
  std::vector<Manifold> contacts(pairs.size());
  const OverlapOutput out{.pairs = pairs, .contacts = contacts};
  const auto run = [&] {
    (void)pass.run(bodies, out);
    (void)pass.run(bodies, out, {}, BodyPairs::parts);
    (void)of_balls.run(balls.view(), out);
  };
  in_arena(1, [&] {
    run();
    const std::size_t before = allocations_of_all_threads();
    run();
    EXPECT_EQ(allocations_of_all_threads(), before);
  });
}

}  // namespace
}  // namespace lockstep::test
