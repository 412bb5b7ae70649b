// Objects that are added, removed and moved: after any history a world answers like one that is built of the remaining
// ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "bad_numbers.hpp"
#include "error_of.hpp"
#include "every_isa.hpp"
#include "volumes.hpp"
#include "world/world_store.hpp"
#include "worlds.hpp"

namespace lockstep::test {
namespace {

using oracle::Rng;
using Indices = std::vector<std::uint32_t>;
using Mask = std::vector<std::uint64_t>;

Indices add_all(World& world, const Columns& columns) {
  return with_view(columns, [&](const auto& view) { return world.add(view); });
}

/// A world, and its expected objects, by index.
class History {
 public:
  History(Objects kind, unsigned seed) : rng_(seed), kind_(kind), columns_(stream_count(kind)) {}

  World world;

  [[nodiscard]] const Indices& living() const { return living_; }
  [[nodiscard]] std::size_t chance(std::size_t count) { return rng_() % count; }

  void add(std::size_t count) {
    const Columns added = some(count);
    const Indices indices = add_all(world, added);
    ASSERT_EQ(indices.size(), count);
    for (std::size_t k = 0; k < count; ++k) {
      if (!holes_.empty()) {
        EXPECT_EQ(indices[k], holes_.back());
        holes_.pop_back();
      } else {
        EXPECT_EQ(indices[k], count_of(columns_));
        for (std::vector<float>& column : columns_) column.push_back(nan);
      }
      set(indices[k], added, k);
      handles_.push_back(world.handle(indices[k]));
    }
    living_.insert(living_.end(), indices.begin(), indices.end());
    std::sort(living_.begin(), living_.end());
  }
  /// Removes some of the remaining ones, consecutive from a random one on.
  void remove(std::size_t count) {
    count = std::min(count, living_.size());
    const std::size_t first = chance(living_.size() - count + 1);
    Indices gone(living_.begin() + static_cast<std::ptrdiff_t>(first),
                 living_.begin() + static_cast<std::ptrdiff_t>(first + count));
    std::shuffle(gone.begin(), gone.end(), rng_);
    world.remove(gone);
    for (const std::uint32_t i : gone)
      for (std::vector<float>& column : columns_) column[i] = nan;
    holes_.insert(holes_.end(), gone.begin(), gone.end());
    std::erase_if(living_, [&](std::uint32_t i) { return std::isnan(columns_[0][i]); });
  }
  void move(std::size_t count) {
    if (living_.empty()) return;
    Indices moved(count);
    for (std::uint32_t& i : moved) i = living_[chance(living_.size())];
    const Columns numbers = some(count);
    with_view(numbers, [&](const auto& view) { world.move(moved, view); });
    for (std::size_t k = 0; k < count; ++k) set(moved[k], numbers, k);
  }
  void move_all() {
    const Columns numbers = some(count_of(columns_));
    for (const std::uint32_t i : living_)
      if (chance(3) == 0) set(i, numbers, i);
    test::move_all(world, columns_);  // with NaN in free slots
  }

  /// The world against one that is built of the remaining objects.
  void expect_as_new(const NamedVolume& v, const std::string& what) {
    SCOPED_TRACE(what);
    const Columns left = some_of(columns_, living_);
    const World fresh = world_of(left);
    ASSERT_EQ(world.size(), count_of(columns_));
    EXPECT_EQ(world.free_slots(), holes_.size());
    expect_order();
    Mask mask(mask_words(world.size()), 0x1234), expected(mask.size()), of_fresh(mask_words(fresh.size()));
    EXPECT_EQ(cull(v.volume, world, mask), cull(v.volume, fresh, of_fresh));
    for (std::size_t k = 0; k < living_.size(); ++k)
      if (is_set(of_fresh, k)) expected[living_[k] / 64] |= std::uint64_t{1} << living_[k] % 64;
    EXPECT_EQ(mask, expected);
    const std::vector<Vec3> points = {{0, 0, 0}, {0.5F, 0.25F, -4}, {-100, 7, 3}};
    constexpr std::size_t k = 9;
    Indices nearest_now(k * points.size()), nearest_fresh(nearest_now.size());
    nearest(world, points, k, {nearest_now});
    nearest(fresh, points, k, {nearest_fresh});
    EXPECT_EQ(nearest_now, mapped(nearest_fresh));
    const ObjectLists within_now = within(world, points, 2), within_fresh = within(fresh, points, 2);
    EXPECT_EQ(within_now.objects, mapped(within_fresh.objects));
    EXPECT_EQ(within_now.first, within_fresh.first);
    expect_handles();
  }

 private:
  Columns some(std::size_t count) {
    static const auto all = volumes();
    const Columns columns = objects_near(all[chance(all.size())].volume, kind_, std::max<std::size_t>(count, 1), rng_);
    return count == 0 ? Columns(columns.size()) : columns;
  }
  void set(std::uint32_t index, const Columns& from, std::size_t k) {
    for (std::size_t s = 0; s < columns_.size(); ++s) columns_[s][index] = from[s][k];
  }
  [[nodiscard]] Indices mapped(Indices of_fresh) const {
    for (std::uint32_t& i : of_fresh)
      if (i != no_object) i = living_[i];
    return of_fresh;
  }
  void expect_order() {
    Indices order(world.order().begin(), world.order().end());
    std::erase(order, no_object);
    std::sort(order.begin(), order.end());
    EXPECT_EQ(order, living_);
  }
  void expect_handles() {
    std::size_t found = 0;
    for (const ObjectHandle& handle : handles_) {
      if (!world.contains(handle)) continue;
      ++found;
      EXPECT_EQ(world.handle(world.find(handle)), handle);
    }
    EXPECT_EQ(found, living_.size());
    std::erase_if(handles_, [&](const ObjectHandle& handle) { return chance(2) == 0 && !world.contains(handle); });
  }

  Rng rng_;
  Objects kind_;
  Columns columns_;  // NaN in free slots
  Indices living_, holes_;
  std::vector<ObjectHandle> handles_;
};

void step(History& history, std::size_t scale) {
  switch (history.chance(12)) {
    case 0: return history.add(1 + history.chance(scale));
    case 1: return history.remove(1 + history.chance(scale));
    case 2: return history.move_all();
    case 3: return history.chance(4) == 0 ? history.world.sort() : history.move(scale);
    case 4:
    case 5:
    case 6: return history.add(1 + history.chance(4));
    case 7:
    case 8: return history.remove(1 + history.chance(4));
    case 9: return history.chance(16) == 0 ? history.remove(history.living().size()) : history.add(20);
    default: return history.move(1 + history.chance(20));
  }
}

/// LOCKSTEP_LONG_TESTS asks for a million steps.
TEST(WorldHistory, AnswersAsNew) {
  const std::size_t steps = std::getenv("LOCKSTEP_LONG_TESTS") != nullptr ? 1000000 : 4000;
  const auto all = volumes();
  for (const Objects kind : objects_of_worlds) {
    const unsigned seed = 210;
    SCOPED_TRACE("seed " + std::to_string(seed) + ", " + std::string(name(kind)));
    History history(kind, seed);
    for (std::size_t i = 0; i < steps && !testing::Test::HasFailure(); ++i) {
      step(history, i / 100 % 8 < 6 ? 200 : 2000);
      if (i % 8 == 0) history.expect_as_new(all[i / 8 % all.size()], "step " + std::to_string(i));
    }
  }
}

/// The objects of each block, in which they may be in any order.
std::vector<Indices> blocks_of(const World& world) {
  std::vector<Indices> blocks;
  const auto order = world.order();
  for (std::size_t first = 0; first < order.size(); first += 64) {
    const auto block = order.subspan(first, std::min<std::size_t>(64, order.size() - first));
    blocks.emplace_back(block.begin(), block.end());
    std::erase(blocks.back(), no_object);
    std::sort(blocks.back().begin(), blocks.back().end());
  }
  return blocks;
}

Columns everywhere(std::size_t count, unsigned seed) {
  Rng rng(seed);
  Columns columns(4, std::vector<float>(count, 0.25F));
  for (std::size_t s = 0; s < 3; ++s)
    for (float& x : columns[s]) x = static_cast<float>(oracle::uniform(rng, -10, 10));
  return columns;
}

void expect_answers(const World& world, const Columns& columns) {
  const ConvexVolume volume = volumes()[0].volume;
  Mask mask(mask_words(world.size()));
  cull(volume, world, mask);
  EXPECT_EQ(mask, mask_of(volume, packed(columns), world.size(), {}));
}

/// Calls move(step) until the world has the order of a rebuilt one, and returns the number of calls.
template <class Move>
int steps_until_sorted(World& world, const Columns& columns, const Move& move) {
  const auto expected = blocks_of(world_of(columns));
  int step = 0;
  for (; step < 1000 && blocks_of(world) != expected; ++step) {
    move(step);
    expect_answers(world, columns);
  }
  return step;
}

/// Objects that are all somewhere else are in order again after some moves, but not after the first.
TEST(WorldHistory, IsSortedAFewAtATime) {
  constexpr std::size_t count = 30000;
  const Columns columns = everywhere(count, 212);
  World all = world_of(everywhere(count, 213)), some = all, both = all;
  const auto move_some = [&](World& world, int step) {
    Indices indices(1000);
    for (std::size_t k = 0; k < indices.size(); ++k)
      indices[k] = static_cast<std::uint32_t>((static_cast<std::size_t>(step) * indices.size() + k) % count);
    with_view(some_of(columns, indices), [&](const auto& view) { world.move(indices, view); });
  };
  const int moves = steps_until_sorted(all, columns, [&](int) { move_all(all, columns); });
  EXPECT_GT(moves, 3);
  EXPECT_LT(moves, 30);
  move_all(some, columns);
  EXPECT_LT(steps_until_sorted(some, columns, [&](int step) { move_some(some, step); }), 300);
  move_all(both, columns);
  EXPECT_LT(steps_until_sorted(both, columns,
                               [&](int step) {
                                 if (step == 35)
                                   move_all(both, columns);
                                 else
                                   move_some(both, step);
                               }),
            300);
}

/// If most objects are removed, the others move together, and empty blocks disappear.
TEST(WorldHistory, ClosesUp) {
  constexpr std::size_t count = 20000;
  Columns columns = everywhere(count, 214);
  World world = world_of(columns);
  Indices gone;
  for (std::uint32_t i = 0; i < count; ++i)
    if (i % 8 != 0) gone.push_back(i);
  world.remove(gone);
  EXPECT_EQ(world.order().size(), count);
  for (int i = 0; i < 100 && world.order().size() > 2560; ++i) move_all(world, columns);
  EXPECT_EQ(world.order().size(), 2560U);  // 2500 objects
  EXPECT_EQ(within(world, std::vector<Vec3>{{0, 0, 0}}, 1e6F).objects.size(), 2500U);
}

/// The boxes enclose the remaining objects.
TEST(WorldHistory, LeavesNoRoomForWhatIsGone) {
  Columns columns = everywhere(1000, 215);
  columns[0][500] = 1e6F;
  World world = world_of(columns);
  world.remove(Indices{500});
  for (const detail::BoxLevel& level : world.store().levels)
    for (std::size_t i = 0; i < level.count; ++i) EXPECT_LT(level.box(i).high[0], 11.0F);
}

Columns some_objects(Objects kind, std::size_t count) {
  Rng rng(211);
  return objects_near(volumes()[0].volume, kind, count, rng);
}

class WorldWithHoles : public testing::Test {
 protected:
  World world = world_of(some_objects(Objects::spheres, 100));
  const ObjectHandle gone = world.handle(3);
  WorldWithHoles() { world.remove(Indices{50, 3}); }

  void expect_as_before() {
    EXPECT_EQ(world.size(), 100U);
    EXPECT_EQ(world.free_slots(), 2U);
    EXPECT_FALSE(world.contains(3) || world.contains(50));
    Columns left = some_objects(Objects::spheres, 100);
    for (std::vector<float>& column : left) column.erase(column.begin() + 50), column.erase(column.begin() + 3);
    const World fresh = world_of(left);
    Mask mask(2), of_fresh(2);
    EXPECT_EQ(cull(volumes()[0].volume, world, mask), cull(volumes()[0].volume, fresh, of_fresh));
    for (std::uint32_t i = 0, k = 0; i < 100; ++i)
      EXPECT_EQ(is_set(mask, i), world.contains(i) && is_set(of_fresh, k++));
  }
};

TEST_F(WorldWithHoles, RefuseIndicesOfHoles) {
  const auto remove = [&](const Indices& indices) { return error_of([&] { world.remove(indices); }); };
  EXPECT_EQ(remove({7, 3}), "indices[1] = 3: was removed");
  EXPECT_EQ(remove({7, 100}), "indices[1] = 100: out of range, the world has 100 objects");
  EXPECT_EQ(remove({7, 8, 7}), "indices: object 7 comes twice");
  EXPECT_EQ(remove({}), "");
  const Columns one = some_objects(Objects::spheres, 1);
  EXPECT_EQ(error_of([&] { with_view(one, [&](const auto& view) { world.move(Indices{50}, view); }); }),
            "indices[0] = 50: was removed");
  expect_as_before();
}

TEST_F(WorldWithHoles, RefuseNumbersThatAreNone) {
  Columns two = some_objects(Objects::spheres, 2);
  two[0][1] = inf;
  EXPECT_EQ(error_of([&] { add_all(world, two); }), "spheres.x[1] = inf" + not_coordinate);
  EXPECT_EQ(error_of([&] { with_view(two, [&](const auto& view) {
                             world.move(Indices{1, 2}, view);
                           }); }),
            "spheres.x[1] = inf" + not_coordinate);
  EXPECT_EQ(error_of([&] { add_all(world, some_objects(Objects::aabbs, 2)); }), "aabbs: the world is one of spheres");
  Columns all = some_objects(Objects::spheres, 100);
  all[1][3] = nan, all[3][50] = -1;  // of free slots
  const Columns good = all;
  all[3][70] = -1;
  EXPECT_EQ(error_of([&] { move_all(world, all); }), "spheres.radius[70] = -1" + not_length);
  all = good;
  all[2][99] = inf;
  EXPECT_EQ(error_of([&] { move_all(world, all); }), "spheres.z[99] = inf" + not_coordinate);
  expect_as_before();
  move_all(world, good);
  expect_as_before();
}

TEST_F(WorldWithHoles, RefuseHandlesOfWhatWasRemoved) {
  const auto find = [&](const ObjectHandle& handle) { return error_of([&] { (void)world.find(handle); }); };
  EXPECT_EQ(find(gone), "handle of object 3, generation 0: the object was removed");
  EXPECT_EQ(error_of([&] { (void)world.handle(3); }), "index = 3: was removed");
  EXPECT_EQ(error_of([&] { (void)world.handle(100); }), "index = 100: out of range, the world has 100 objects");
  EXPECT_EQ(add_all(world, some_objects(Objects::spheres, 1)), Indices{3});
  EXPECT_EQ(find(gone), "handle of object 3, generation 0: the object was removed");
  EXPECT_FALSE(world.contains(gone));
  EXPECT_EQ(world.handle(3), (ObjectHandle{3, 1}));
  EXPECT_EQ(world.find({3, 1}), 3U);
  EXPECT_EQ(find({3, 2}), "handle of object 3, generation 2: the world has had no such object");
  EXPECT_EQ(find({100, 0}), "handle of object 100, generation 0: the world has had no such object");
  EXPECT_FALSE(world.contains(ObjectHandle{}));
}

TEST(World, ThatWasEmptyTakesObjectsOfEitherKind) {
  for (const Objects kind : objects_of_worlds) {
    World world;
    EXPECT_TRUE(add_all(world, Columns(stream_count(kind))).empty());
    EXPECT_EQ(add_all(world, some_objects(kind, 3)), (Indices{0, 1, 2}));
    world.remove(Indices{0, 1, 2});
    EXPECT_EQ(cull_count(volumes()[0].volume, world), 0U);
    EXPECT_EQ(within(world, std::vector<Vec3>{{0, 0, 0}}, 1e6F).objects.size(), 0U);
    world.sort();
    EXPECT_EQ(world.free_slots(), 3U);
    EXPECT_EQ(add_all(world, some_objects(kind, 5)), (Indices{2, 1, 0, 3, 4}));
    EXPECT_EQ(world.free_slots(), 0U);
  }
}

/// Its memory is for the streams of either kind.
TEST(World, OfNothingThatWasSortedTakesObjectsOfEitherKind) {
  for (const Objects kind : objects_of_worlds)
    for (const Objects before : objects_of_worlds) {
      World world = world_of(Columns(stream_count(before)));
      world.sort();
      const Columns objects = some_objects(kind, 200);
      EXPECT_EQ(add_all(world, objects).size(), 200U);
      const std::vector<Vec3> origin = {{0, 0, 0}};
      EXPECT_EQ(within(world, origin, 3).objects, within(world_of(objects), origin, 3).objects);
    }
}

TEST(World, CopiesHaveHistoriesOfTheirOwn) {
  World world = world_of(some_objects(Objects::aabbs, 1000));
  world.remove(Indices{1, 2, 3});
  World copy = world;
  EXPECT_EQ(add_all(copy, some_objects(Objects::aabbs, 1)), Indices{3});
  EXPECT_EQ(add_all(world, some_objects(Objects::aabbs, 2)), (Indices{3, 2}));
  EXPECT_TRUE(world.contains(ObjectHandle{2, 1}));
  EXPECT_FALSE(copy.contains(2));
}

}  // namespace
}  // namespace lockstep::test
