// The order that a world keeps its objects in: it decides no answer, but how fast answers come.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/bucket_sort.hpp"
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

/// The way through all low corners, one after the other, for each of them.
double mean_step(const World& world, const Columns& boxes) {
  double way = 0;
  for (std::size_t p = 1; p < world.size(); ++p) {
    const std::uint32_t a = world.order()[p - 1], b = world.order()[p];
    way += std::hypot(boxes[0][a] - boxes[0][b], boxes[1][a] - boxes[1][b], boxes[2][a] - boxes[2][b]);
  }
  return way / static_cast<double>(world.size());
}

TEST(WorldOrder, NeighboursFollowEachOther) {
  Rng rng(871);
  for (const std::size_t count : {3000U, 20000U}) {  // by comparing, by digits
    const Columns boxes = boxes_in_cube(rng, count, 100, 0.01F);
    const double gap = 100 / std::cbrt(static_cast<double>(count));
    EXPECT_LT(mean_step(world_of(boxes), boxes), 1.5 * gap) << count;
  }
}

/// Numbers in the high half, as many as have buckets: spread, many times the same, and all but a few in one bucket.
TEST(WorldOrder, BucketsAreSortedAsByComparing) {
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
      const std::uint64_t* const found = detail::bucket_sort(elements.data(), other.data(), count, bits, key, memory);
      EXPECT_TRUE(std::equal(sorted.begin(), sorted.end(), found)) << bits << " bits, keys below " << largest;
    }
}

/// Two clusters that one cell of the grid over the world holds each, few enough for comparing and many.
TEST(WorldOrder, ClustersHaveGridsOfTheirOwn) {
  Rng rng(872);
  for (const std::size_t count : {4000U, 30000U}) {
    Columns boxes = boxes_in_cube(rng, count, 0.25, 0x1p-20F);
    for (std::size_t i = 0; i < count; i += 2)
      for (std::vector<float>& numbers : boxes) numbers[i] += 1000;
    const double gap = 0.25 / std::cbrt(static_cast<double>(count) / 2);
    const double between = std::sqrt(3) * 1000 / static_cast<double>(count);
    EXPECT_LT(mean_step(world_of(boxes), boxes), 1.5 * gap + between) << count;
  }
}

/// Where a block of 64 has a cube of 10, larger boxes would be most of the box around it, and those of 100 of boxes
/// around those of 20.
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
  }
}

/// Objects of a structure each, and what else lies apart: the same world, when it is made and when it moves.
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
