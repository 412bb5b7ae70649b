// If memory runs out, or an executor breaks its contract, while a world is changed, the world is as it was or without
// objects.
#include <gtest/gtest.h>

#include <functional>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "counting_new.hpp"
#include "error_of.hpp"
#include "generate.hpp"
#include "lockstep/lockstep.hpp"

namespace lockstep::test {
namespace {

using oracle::Rng;
using Indices = std::vector<std::uint32_t>;

std::vector<Sphere> some_balls(unsigned seed, std::size_t count) {
  Rng rng(seed);
  const auto number = [&rng](double to) { return static_cast<float>(oracle::uniform(rng, 0, to)); };
  std::vector<Sphere> balls(count);
  for (Sphere& ball : balls) ball = {{number(20), number(20), number(20)}, number(1)};
  return balls;
}

SphereView view_of(std::span<const Sphere> balls) { return SphereView::of(balls, &Sphere::center, &Sphere::radius); }

ShapeSet shapes_of(std::span<const Sphere> balls) {
  ShapeSet set;
  for (const Sphere& ball : balls) set.add(ball);
  return set;
}

std::uint32_t add_dumbbell(BodySet& bodies, const Vec3& at) {
  const BodyPart parts[] = {Sphere{{0, 0, 0}, 0.5F}, Sphere{{1, 0, 0}, 0.5F}};
  return bodies.add(parts, {at, {}});
}

BodySet bodies_of(std::span<const Sphere> balls) {
  BodySet bodies;
  for (const Sphere& ball : balls) add_dumbbell(bodies, ball.center);
  return bodies;
}

/// All query results, and the number of objects.
Indices said_by(const World& world) {
  const std::vector<Vec3> points = {{1, 2, 3}, {10, 10, 10}, {19, 3, 8}, {5, 15, 1}};
  Indices said = within(world, points, 4).objects, nearest_of(3 * points.size());
  nearest(world, points, 3, {nearest_of});
  said.insert(said.end(), nearest_of.begin(), nearest_of.end());
  std::vector<std::uint64_t> mask(mask_words(world.size()));
  cull(VolumeSet::cube({5, 5, 5}, 0.5F, 9)[0], world, mask);
  for (std::uint32_t i = 0; i < world.size(); ++i)
    if ((mask[i / 64] >> i % 64 & 1) != 0) said.push_back(i);
  said.push_back(static_cast<std::uint32_t>(world.size() - world.free_slots()));
  return said;
}

Indices every_other(std::uint32_t count) {
  Indices odd;
  for (std::uint32_t i = 1; i < count; i += 2) odd.push_back(i);
  return odd;
}

void fill_shapes(World& world) {
  world.change_shapes([](ShapeSet& set) {
    for (const Sphere& ball : some_balls(3, 1000)) set.add(ball);
  });
}

void fill_bodies(World& world) {
  world.change_bodies([](BodySet& set) {
    for (const Sphere& ball : some_balls(3, 1000)) add_dumbbell(set, ball.center);
  });
}

/// A change, and the call that restores the objects if they were lost.
struct Change {
  const char* name;
  std::function<World()> make;
  std::function<void(World&, const WorldOptions&)> change;
  std::function<void(World&)> fill;
};

/// For worlds of this number of objects: spheres, some of them removed, shapes and bodies; changes of few and of many
/// of them.
std::vector<Change> all_changes(std::size_t count) {
  static const std::vector<Sphere> balls = some_balls(1, 20000), later = some_balls(2, 20000);
  static const Indices odd = every_other(20000);
  const auto now = std::span(balls).first(count), then = std::span(later).first(count);
  const auto some = std::span(odd).first(count / 4);
  const auto of_balls = [now] {
    World world(view_of(now));
    world.remove(Indices{0, 2, 4, 600, 998});
    return world;
  };
  const auto of_shapes = [now] { return World(shapes_of(now)); };
  const auto of_bodies = [now] { return World(bodies_of(now)); };
  const auto set_all = [then](ShapeSet& set) {
    for (std::uint32_t i = 0; i < set.size(); ++i) set.set(i, then[i]);
  };
  const auto set_some = [then](ShapeSet& set) {
    for (const std::uint32_t i : {3U, 4U, 5U}) set.set(i, then[i]), set.remove(i + 9), set.add(then[i]);
  };
  const auto move_some = [then](BodySet& set) {
    for (const std::uint32_t i : {3U, 4U, 5U}) set.move(i, {then[i].center, {}});
    set.remove(7), add_dumbbell(set, {1, 2, 3}), add_dumbbell(set, {3, 2, 1});
  };
  const auto fill = [](World& world) { world.add(view_of(balls)); };
  using Options = const WorldOptions&;
  return {
      {"move all", of_balls, [then](World& w, Options o) { w.move(view_of(then), o); }, fill},
      {"move some", of_balls, [=](World& w, Options o) { w.move(some, view_of(then.first(some.size())), o); }, fill},
      {"add few", of_balls, [then](World& w, Options o) { w.add(view_of(then.first(9)), o); }, fill},
      {"add many", of_balls, [then](World& w, Options o) { w.add(view_of(then), o); }, fill},
      {"remove", of_balls, [some](World& w, Options o) { w.remove(some, o); }, fill},
      {"sort", of_balls, [](World& w, Options o) { w.sort(o); }, fill},
      {"move to another set", of_shapes, [then](World& w, Options o) { w.move(shapes_of(then), o); }, fill_shapes},
      {"change some shapes", of_shapes, [=](World& w, Options o) { w.change_shapes(set_some, o); }, fill_shapes},
      {"change all shapes", of_shapes, [=](World& w, Options o) { w.change_shapes(set_all, o); }, fill_shapes},
      {"sort shapes", of_shapes, [](World& w, Options o) { w.sort(o); }, fill_shapes},
      {"change bodies", of_bodies, [=](World& w, Options o) { w.change_bodies(move_some, o); }, fill_bodies},
      {"remove bodies", of_bodies, [some](World& w, Options o) { w.remove(some, o); }, fill_bodies},
  };
}

/// A change failed: the world returns nothing, or the answers from before, or, if a set was changed by then, that set's
/// answers.
void expect_usable(World& world, const World& original, const Change& change) {
  const ObjectHandle handle = original.handle(1);
  const Indices said = said_by(world);
  if (world.size() == world.free_slots()) {
    EXPECT_FALSE(world.contains(handle));
    change.fill(world);
    EXPECT_FALSE(world.contains(handle));
    EXPECT_GE(world.size() - world.free_slots(), 1000U);
  } else if (said != said_by(original)) {
    const bool of_bodies = std::string_view(change.name).ends_with("bodies");
    EXPECT_EQ(said, said_by(of_bodies ? World(world.bodies()) : World(world.shapes())));
  }
  const Indices before = said_by(world);
  world.sort();
  EXPECT_EQ(said_by(world), before);
}

/// One part after the other, in this thread, whose memory runs out.
Executor serial() {
  return {[](void*, std::size_t count, void (*body)(void*, std::size_t), void* job) {
            for (std::size_t i = 0; i < count; ++i) body(job, i);
          },
          nullptr, 1};
}

TEST(WorldChanges, WhereMemoryRunsOut) {
  if (!replaces_new()) GTEST_SKIP() << "allocations are not counted here";
  for (const Change& change : all_changes(1000)) {
    const World original = change.make();
    bool failed = true;
    for (std::size_t n = 0; failed; ++n) {
      SCOPED_TRACE(testing::Message() << change.name << ", allocation " << n);
      ASSERT_LT(n, 1000U);
      World world = original;
      failed = false;
      try {
        const FailingNew failing(n);
        change.change(world, {.executor = serial()});
      } catch (const std::bad_alloc&) {
        failed = true;
      }
      if (failed) expect_usable(world, original, change);
    }
  }
}

/// A loop that leaves out half of its parts in one of its calls.
struct BrokenLoop {
  std::size_t calls = 0, broken_call = 0;

  static void parallel_for(void* context, std::size_t count, void (*body)(void*, std::size_t), void* job) {
    auto& self = *static_cast<BrokenLoop*>(context);
    const std::size_t run = self.calls++ == self.broken_call ? count / 2 : count;
    for (std::size_t i = 0; i < run; ++i) body(job, i);
  }
};

TEST(WorldChanges, WhereAnExecutorBreaksItsWord) {
  std::size_t failures = 0;
  for (const Change& change : all_changes(20000)) {
    const World original = change.make();
    bool failed = true;
    for (BrokenLoop loop; failed; ++loop.broken_call) {
      SCOPED_TRACE(testing::Message() << change.name << ", call " << loop.broken_call);
      World world = original;
      loop.calls = 0;
      failed = !error_of([&] { change.change(world, {.executor = {&BrokenLoop::parallel_for, &loop, 4}}); }).empty();
      failures += failed ? 1U : 0U;
      if (failed) expect_usable(world, original, change);
    }
  }
  EXPECT_GT(failures, 10U);
}

/// Nor do they for sets, which the caller changes before the world follows.
TEST(WorldChanges, ThatAreRefusedChangeNothing) {
  for (const Change& change : all_changes(1000)) {
    SCOPED_TRACE(change.name);
    World world = change.make();
    const Indices before = said_by(world);
    const ObjectHandle handle = world.handle(1);
    const std::string error = error_of([&] { change.change(world, {.isa = static_cast<Isa>(77)}); });
    EXPECT_EQ(error.substr(0, 25), "instruction set 'unknown'");
    EXPECT_EQ(said_by(world), before);
    EXPECT_TRUE(world.contains(handle));
  }
}

TEST(WorldChanges, OfASetNeedAFunction) {
  World shapes(shapes_of(some_balls(1, 10))), bodies(bodies_of(some_balls(1, 10)));
  EXPECT_EQ(error_of([&] { shapes.change_shapes(nullptr); }), "change: is empty, must be a function");
  EXPECT_EQ(error_of([&] { bodies.change_bodies(nullptr); }), "change: is empty, must be a function");
}

}  // namespace
}  // namespace lockstep::test
