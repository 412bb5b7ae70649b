// The order of a world's objects: it decides no answer, but how fast answers come.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "base/radix_sort.hpp"
#include "every_isa.hpp"
#include "table/median_split.hpp"
#include "world/curve_order.hpp"
#include "worlds.hpp"

namespace lockstep::test {
namespace {

using oracle::Rng;
using oracle::uniform;

std::vector<std::uint32_t> order_of(const World& world) { return {world.order().begin(), world.order().end()}; }

/// Boxes of one size anywhere in a cube.
Columns boxes_in_cube(Rng& rng, std::size_t count, double side, float size) {
  Columns boxes(6);
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t axis = 0; axis < 3; ++axis) {
      boxes[axis].push_back(static_cast<float>(uniform(rng, 0, side)));
      boxes[axis + 3].push_back(boxes[axis].back() + size);
    }
  return boxes;
}

/// The mean step of a path through all low corners in order.
double mean_step(std::span<const std::uint32_t> order, const Columns& boxes) {
  double way = 0;
  for (std::size_t p = 1; p < order.size(); ++p) {
    const std::uint32_t a = order[p - 1], b = order[p];
    way += std::hypot(boxes[0][a] - boxes[0][b], boxes[1][a] - boxes[1][b], boxes[2][a] - boxes[2][b]);
  }
  return way / static_cast<double>(order.size());
}

std::vector<std::uint32_t> along_curve(const Columns& boxes) {
  std::vector<Vec3> corners;
  for (std::size_t i = 0; i < count_of(boxes); ++i) corners.push_back({boxes[0][i], boxes[1][i], boxes[2][i]});
  std::vector<std::uint32_t> order(corners.size());
  detail::sort_along_curve(corners, order);
  return order;
}

TEST(WorldOrder, NeighboursFollowEachOther) {
  Rng rng(871);
  for (const std::size_t count : {3000U, 20000U}) {  // by comparing, by digits
    const Columns boxes = boxes_in_cube(rng, count, 100, 0.01F);
    const double gap = 100 / std::cbrt(static_cast<double>(count));
    EXPECT_LT(mean_step(along_curve(boxes), boxes), 1.5 * gap) << count;
    EXPECT_LT(mean_step(world_of(boxes).order(), boxes), 2.5 * gap) << count;  // sixteen lie in any order
  }
}

struct Placed {
  std::array<float, 3> at;
  std::uint32_t index;
};

/// The k-d order, by definition: half before a cut across the longest axis, the others behind it, and objects at the
/// cut on either side.
void halve(std::span<Placed> objects, std::size_t first) {
  if (objects.size() <= detail::undivided) return;
  std::array<float, 3> low = objects[0].at, high = low;
  for (const Placed& o : objects)
    for (std::size_t k = 0; k < 3; ++k) low[k] = std::min(low[k], o.at[k]), high[k] = std::max(high[k], o.at[k]);
  std::size_t axis = 0;
  for (std::size_t k = 1; k < 3; ++k)
    if (high[k] - low[k] > high[axis] - low[axis]) axis = k;
  const std::size_t half = detail::split_position(first, first + objects.size()) - first;
  std::vector<float> numbers;
  for (const Placed& o : objects) numbers.push_back(o.at[axis]);
  std::ranges::sort(numbers);
  const float cut = numbers[half - 1];
  auto left = static_cast<std::size_t>(std::ranges::upper_bound(numbers, cut) - numbers.begin()) == half
                  ? objects.size()
                  : half - static_cast<std::size_t>(std::ranges::lower_bound(numbers, cut) - numbers.begin());
  std::stable_partition(objects.begin(), objects.end(), [&](const Placed& o) {
    return o.at[axis] < cut || (o.at[axis] == cut && left > 0 && left-- > 0);
  });
  halve(objects.first(half), first), halve(objects.subspan(half), first + half);
}

std::vector<std::uint32_t> kd_order_of(const Columns& points) {
  std::vector<Placed> objects;
  for (std::uint32_t i = 0; i < count_of(points); ++i)
    objects.push_back({{points[0][i], points[1][i], points[2][i]}, i});
  halve(objects, 0);
  std::vector<std::uint32_t> order;
  for (const Placed& o : objects) order.push_back(o.index);
  return order;
}

/// Spheres of radius 0, so that none is larger than others.
template <class Coordinate>
Columns points_of(std::size_t count, const Coordinate& coordinate) {
  Columns points(4, std::vector<float>(count, 0));
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t k = 0; k < 3; ++k) points[k][i] = static_cast<float>(coordinate(i, k));
  return points;
}

/// Random points, few distinct ones, all equal, on a line, in clusters and as far away as possible.
std::vector<Columns> all_points(Rng& rng, std::size_t count) {
  const auto any = [&] { return uniform(rng, -1, 1); };
  constexpr double most = 0x1.bcp59;
  return {points_of(count, [&](auto, auto) { return any(); }),
          points_of(count, [&](auto, auto k) { return k == 2 ? 0.0 : std::floor(4 * any()); }),
          points_of(count, [](auto, auto) { return 7.0; }),
          points_of(count, [](auto i, auto k) { return k == 1 ? static_cast<double>(i * 7919 % 100003) : 1.0; }),
          points_of(count, [](auto i, auto) { return static_cast<double>(i); }),
          points_of(count, [&](auto i, auto) { return (i % 3 == 0 ? 0x1p59 : 0) + std::pow(10, 15 * any()); }),
          points_of(count, [&](auto i, auto k) { return i % 5 == k ? (i % 2 == 0 ? most : -most) : any(); })};
}

class WorldOrderOfLanes : public EveryIsa {};

TEST_P(WorldOrderOfLanes, IsKdOrder) {
  Rng rng(875);
  for (const std::size_t count : {1U, 16U, 17U, 33U, 64U, 127U, 255U, 300U, 4097U, 20000U}) {
    const std::vector<Columns> all = all_points(rng, count);
    for (std::size_t k = 0; k < all.size(); ++k)
      EXPECT_EQ(order_of(world_of(all[k], {.isa = GetParam()})), kd_order_of(all[k])) << count << ", points " << k;
  }
}

/// More than one kernel sorts: several threads split them.
TEST_P(WorldOrderOfLanes, IsKdOrderOfMany) {
  Rng rng(876);
  const std::vector<Columns> all = all_points(rng, 2 * detail::SplitKernels::few + 12345);
  for (const std::size_t k : {0U, 1U, 5U})
    EXPECT_EQ(order_of(world_of(all[k], {.isa = GetParam()})), kd_order_of(all[k])) << "points " << k;
}
INSTANTIATE_TEST_SUITE_P(, WorldOrderOfLanes, isas(), isa_name);

/// No cut is inside a box around 16, 256, 4096 or so objects, all smaller than the range that is cut.
TEST(WorldOrder, SplitsEndWhereBoxesDo) {
  Rng rng(877);
  for (int i = 0; i < 20000; ++i) {
    const std::size_t begin = rng() % 100000, count = 17 + rng() % (std::size_t{1} << (rng() % 24 + 1));
    const std::size_t half = detail::split_position(begin, begin + count);
    ASSERT_TRUE(half > begin && half < begin + count) << begin << ", " << count;
    std::size_t unit = 16;
    while (16 * unit < count) unit *= 16;
    ASSERT_EQ(half % unit, 0U) << begin << ", " << count;
    ASSERT_LE(std::max(half, begin + count / 2) - std::min(half, begin + count / 2), unit / 2);
  }
}

/// With more objects than one kernel sorts, a world that sorts incrementally cuts where a sample says.
TEST(WorldOrder, IsNearlyKdOrderAfterMoves) {
  Rng rng(878);
  constexpr std::size_t count = 2 * detail::SplitKernels::few;
  const Columns boxes = boxes_in_cube(rng, count, 100, 0.01F);
  World world = world_of(boxes_in_cube(rng, count, 100, 0.01F));
  const double anew = mean_step(world_of(boxes).order(), boxes);
  int moves = 0;
  do move_all(world, boxes);
  while (++moves < 200 && mean_step(world.order(), boxes) > 1.02 * anew);
  EXPECT_GT(moves, 5);
  EXPECT_LT(moves, 80);  // two rounds, because those of the first round were on their way
}

/// Slices of an incremental sort share the objects at a cut: it ends, and no object occurs twice.
TEST(WorldOrder, IsOneOfAllObjectsAfterMovesToFewPlaces) {
  Rng rng(879);
  constexpr std::size_t count = 2 * detail::SplitKernels::few + 77;
  const Columns points = points_of(count, [&](auto, auto) { return std::floor(uniform(rng, 0, 3)); });
  World world = world_of(all_points(rng, count)[0]);
  const std::vector<std::uint32_t> first = order_of(world);
  for (int moves = 0; moves < 80 && order_of(world) == first; ++moves) move_all(world, points);
  std::vector<std::uint32_t> order = order_of(world);
  EXPECT_NE(order, first);
  ASSERT_GE(order.size(), count);
  std::ranges::sort(order);
  for (std::uint32_t i = 0; i < count; ++i) ASSERT_EQ(order[i], i);
}

/// Keys in the high half: spread, with many duplicates, and with few digits in use.
TEST(WorldOrder, DigitsAreSortedAsByComparing) {
  Rng rng(873);
  constexpr std::size_t count = 4 * detail::sort_part + 777;
  const auto key = [](std::uint64_t element) { return element >> 32; };
  for (const int bits : {30, 32})
    for (const std::uint64_t largest : {std::uint64_t{1} << bits, std::uint64_t{99}, std::uint64_t{1} << 18}) {
      std::vector<std::uint64_t> elements, other(count);
      for (std::uint64_t i = 0; i < count; ++i)
        elements.push_back((i < 9 ? (std::uint64_t{1} << bits) - 1 - i : rng() % largest) << 32 | i);
      std::vector<std::uint64_t> sorted = elements;
      std::stable_sort(sorted.begin(), sorted.end(), [&](auto a, auto b) { return key(a) < key(b); });
      detail::Buffer<std::size_t> memory;
      const std::uint64_t* const found = detail::radix_sort(elements.data(), other.data(), count, bits, key, memory);
      EXPECT_TRUE(std::equal(sorted.begin(), sorted.end(), found)) << bits << " bits, keys below " << largest;
    }
}

/// Two clusters, each within one cell of the grid over all, few enough for comparison sorting and many.
TEST(WorldOrder, ClustersLieApart) {
  Rng rng(872);
  for (const std::size_t count : {4000U, 30000U}) {
    Columns boxes = boxes_in_cube(rng, count, 0.25, 0x1p-20F);
    for (std::size_t i = 0; i < count; i += 2)
      for (std::vector<float>& numbers : boxes) numbers[i] += 1000;
    const double gap = 0.25 / std::cbrt(static_cast<double>(count) / 2);
    const double between = std::sqrt(3) * 1000 / static_cast<double>(count);
    EXPECT_LT(mean_step(along_curve(boxes), boxes), 1.5 * gap + between) << count;
    std::size_t of_both = 0;
    const std::vector<std::uint32_t> order = order_of(world_of(boxes));
    for (std::size_t p = 16; p < count; p += 16) of_both += order[p - 16] % 2 != order[p] % 2 ? 1U : 0U;
    EXPECT_LT(of_both, 4U) << count;
  }
}

/// If a block of 64 has a cube of 10, larger boxes would dominate its bounding box, and those of 100 the boxes around
/// those of 20.
TEST(WorldOrder, LargeObjectsComeLast) {
  Rng rng(873);
  constexpr float sizes[] = {1, 20, 50, 100};
  const auto class_of = [](std::uint32_t i) { return i % 10 < 3 ? i % 10 + 1 : 0; };
  for (const std::size_t count : {64U * 64U, 64U * 1000U}) {
    const double side = 10 * std::cbrt(static_cast<double>(count) / 64);
    Columns boxes = boxes_in_cube(rng, count, side, 1);
    for (std::uint32_t i = 0; i < count; ++i) {
      const float more = 0.5F * (sizes[class_of(i)] - 1);
      boxes[i % 3][i] -= more, boxes[3 + i % 3][i] += more;
    }
    World world = world_of(boxes);
    EXPECT_TRUE(std::ranges::is_sorted(world.order(), {}, class_of));
    const std::vector<std::uint32_t> order = order_of(world);
    world.sort();
    EXPECT_EQ(order_of(world), order);
    World moved = world_of(boxes_in_cube(rng, count, side, 1));
    for (int moves = 0; moves < 80; ++moves) move_all(moved, boxes);
    EXPECT_TRUE(std::ranges::is_sorted(moved.order(), {}, class_of));
  }
}

/// Objects in a structure each, and in separate arrays: the same world, when it is built and when it moves.
TEST(WorldOrder, HoweverObjectsLie) {
  Rng rng(874);
  for (const std::size_t count : {1U, 70U, 5000U}) {
    Columns boxes = boxes_in_cube(rng, count, 50, 1);
    std::vector<float> structures(7 * count);
    const auto at = [&](std::size_t s) { return Stream{structures.data() + s, 7 * sizeof(float)}; };
    const AabbView view{at(0), at(1), at(2), at(3), at(4), at(5), count};
    const auto copy = [&] {
      for (std::size_t i = 0; i < count; ++i)
        for (std::size_t s = 0; s < boxes.size(); ++s) structures[7 * i + s] = boxes[s][i];
    };
    copy();
    World apart(view), packed = world_of(boxes);
    EXPECT_EQ(order_of(apart), order_of(packed));
    for (const bool is_moved : {false, true}) {
      if (is_moved) {
        boxes = boxes_in_cube(rng, count, 50, 1);
        copy();
        apart.move(view), move_all(packed, boxes);
      }
      const std::vector<Vec3> points = {{0, 0, 0}, {25, 25, 25}, {50, 0, 25}};
      const ObjectLists expected = within(packed, points, 8), lists = within(apart, points, 8);
      EXPECT_EQ(lists.objects, expected.objects);
      std::size_t near = 0;
      for (std::size_t i = 0; i < count; ++i) {
        double squares = 0;
        for (std::size_t axis = 0; axis < 3; ++axis)
          squares += std::pow(std::max({boxes[axis][i] - 25.0, 25.0 - boxes[axis + 3][i], 0.0}), 2);
        near += squares <= 64 ? 1U : 0U;
      }
      EXPECT_EQ(lists[1].size(), near);
    }
  }
}

}  // namespace
}  // namespace lockstep::test
