// The broad phase finds exactly the pairs of boxes that share a point, for any arrangement.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <vector>

#include "broad_phase/broad_phase.hpp"
#include "every_isa.hpp"
#include "generate.hpp"
#include "table/tables.hpp"

namespace lockstep::test {
namespace {

using detail::Bounds3;
using detail::ProxySet;
using oracle::below;
using oracle::Rng;
using oracle::uniform;

using Boxes = std::vector<Bounds3>;
using Bits = std::vector<std::uint32_t>;

/// Boxes, and the filter of pairs; no bits: all pairs.
struct Scene {
  Boxes boxes;
  Bits group = {}, mask = {};

  [[nodiscard]] ProxySet<Bounds3> proxies() const {
    return {boxes.data(), boxes.size(), group.empty() ? nullptr : group.data(), mask.empty() ? nullptr : mask.data()};
  }
};

bool is_box(const Bounds3& box) {
  bool is = true;
  for (int k = 0; k < 3; ++k)
    is &= std::isfinite(box.low[k]) && std::isfinite(box.high[k]) && box.low[k] <= box.high[k];
  return is;
}

bool are_near(const Bounds3& a, const Bounds3& b) {
  bool apart = false;
  for (int k = 0; k < 3; ++k) apart |= a.high[k] < b.low[k] || b.high[k] < a.low[k];
  return !apart || !is_box(a) || !is_box(b);
}

bool may_meet(const Bits& group, std::size_t a, const Bits& mask, std::size_t b) {
  const auto at = [](const Bits& bits, std::size_t i) { return bits.empty() ? 0xffffffffU : bits[i]; };
  return (at(group, a) & at(mask, b)) != 0;
}

std::vector<Pair> brute_force(const Scene& first, const Scene* second) {
  const Scene& other = second == nullptr ? first : *second;
  std::vector<Pair> pairs;
  for (std::uint32_t a = 0; a < first.boxes.size(); ++a)
    for (std::uint32_t b = second == nullptr ? a + 1 : 0; b < other.boxes.size(); ++b)
      if (are_near(first.boxes[a], other.boxes[b]) && may_meet(first.group, a, other.mask, b) &&
          may_meet(other.group, b, first.mask, a))
        pairs.push_back({a, b});
  return pairs;
}

std::vector<Pair> found_by(detail::BroadPhase& broad, const Scene& first, const Scene* second, Isa isa, float skin) {
  std::mutex mutex;
  std::vector<Pair> pairs;
  const auto take = [&](std::span<const Pair> some) {
    EXPECT_LE(some.size(), detail::largest_batch);
    const std::lock_guard lock(mutex);
    pairs.insert(pairs.end(), some.begin(), some.end());
  };
  const detail::BroadPhase::Options options{detail::kernels_for(detail::broad_phase_tables, isa), skin};
  if (second == nullptr)
    broad.find(first.proxies(), options, take);
  else
    broad.find(first.proxies(), second->proxies(), options, take);
  std::sort(pairs.begin(), pairs.end(),
            [](const Pair& p, const Pair& q) { return p.a != q.a ? p.a < q.a : p.b < q.b; });
  return pairs;
}

Bounds3 box_at(const Vec3& center, const Vec3& half) {
  return {{center.x - half.x, center.y - half.y, center.z - half.z},
          {center.x + half.x, center.y + half.y, center.z + half.z}};
}

float number(Rng& rng, double low, double high) { return static_cast<float>(uniform(rng, low, high)); }
Vec3 point(Rng& rng, double half) {
  return {number(rng, -half, half), number(rng, -half, half), number(rng, -half, half)};
}
/// From 10^low to 10^high.
float size(Rng& rng, double low, double high) { return static_cast<float>(std::pow(10, uniform(rng, low, high))); }

Boxes of_one_size(Rng& rng, std::size_t count) {
  Boxes boxes;
  for (std::size_t i = 0; i < count; ++i)
    boxes.push_back(box_at(point(rng, std::cbrt(static_cast<double>(count))), {0.5F, 0.5F, 0.5F}));
  return boxes;
}

Boxes from_tiny_to_giant(Rng& rng, std::size_t count) {
  Boxes boxes;
  for (std::size_t i = 0; i < count; ++i)
    boxes.push_back(box_at(point(rng, 1000), {size(rng, -3, 3), size(rng, -3, 3), size(rng, -3, 3)}));
  return boxes;
}

Boxes at_one_point(Rng& rng, std::size_t count) {
  Boxes boxes;
  for (std::size_t i = 0; i < count; ++i) boxes.push_back(box_at({7, -3, 0}, {size(rng, -2, 2), 0, 0}));
  return boxes;
}

Boxes in_a_line(Rng& rng, std::size_t count) {
  const int axis = below(rng, 3);
  Boxes boxes;
  for (std::size_t i = 0; i < count; ++i) {
    Bounds3 box = box_at({1, 1, 1}, {0.25F, 0.25F, 0.25F});
    box.low[axis] = 1e6F + 0.5F * static_cast<float>(i), box.high[axis] = box.low[axis] + 0.5F;  // just touching
    boxes.push_back(box);
  }
  return boxes;
}

Boxes one_giant(Rng& rng, std::size_t count) {
  Boxes boxes = of_one_size(rng, count);
  if (!boxes.empty()) boxes[rng() % count] = box_at({0, 0, 0}, {1e6F, 1e6F, 1e6F});
  return boxes;
}

Boxes far_away(Rng& rng, std::size_t count) {
  Boxes boxes = of_one_size(rng, count);
  for (std::size_t i = 0; i < count; i += 5) boxes[i] = box_at(point(rng, 1e17), {size(rng, 10, 16), 1e16F, 1});
  return boxes;
}

Boxes towards_the_origin(Rng& rng, std::size_t count) {
  Boxes boxes;
  for (std::size_t i = 0; i < count; ++i) {
    const float s = size(rng, -40, 15);
    const auto half = [&] { return s * number(rng, 0.1, 1); };
    boxes.push_back(box_at(point(rng, 9 * double{s}), {half(), half(), half()}));
  }
  return boxes;
}

/// Some at the same place, all no larger than a point.
Boxes points_everywhere(Rng& rng, std::size_t count) {
  Boxes boxes;
  for (std::size_t i = 0; i < count; ++i)
    boxes.push_back(boxes.empty() || below(rng, 3) != 0 ? box_at(point(rng, size(rng, -44, 38)), {0, 0, 0})
                                                        : boxes[rng() % boxes.size()]);
  return boxes;
}

/// Crowded where the folds of an axis meet.
Boxes on_the_folds(Rng& rng, std::size_t count) {
  Boxes boxes;
  for (std::size_t i = 0; i < count; ++i) {
    const auto at = [&](int width) { return static_cast<float>(2 * width * below(rng, 9) + uniform(rng, -1, 1)); };
    const Vec3 center{at(1021), at(1019), at(1017)};
    boxes.push_back(box_at(center, {0.5F, 0.5F, 0.5F}));
  }
  return boxes;
}

Boxes with_bad_ones(Rng& rng, std::size_t count) {
  constexpr float bad[] = {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(),
                           -std::numeric_limits<float>::infinity()};
  Boxes boxes = from_tiny_to_giant(rng, count);
  for (std::size_t i = 3; i < count; i += 60) {
    const std::size_t axis = rng() % 3;
    if (i % 2 == 0)
      std::swap(boxes[i].low[axis], boxes[i].high[axis]);
    else
      (below(rng, 2) == 0 ? boxes[i].low : boxes[i].high)[axis] = bad[rng() % 3];
  }
  return boxes;
}

Bits random_bits(Rng& rng, std::size_t count) {
  Bits bits(count);
  for (std::uint32_t& value : bits) value = static_cast<std::uint32_t>(rng() & 3U);
  return bits;
}

using Make = Boxes (*)(Rng&, std::size_t);
struct Layout {
  const char* name;
  Make make;
};
constexpr Layout layouts[] = {{"of one size", of_one_size},
                              {"tiny to giant", from_tiny_to_giant},
                              {"at one point", at_one_point},
                              {"in a line", in_a_line},
                              {"one giant", one_giant},
                              {"far away", far_away},
                              {"with bad ones", with_bad_ones},
                              {"towards the origin", towards_the_origin},
                              {"points everywhere", points_everywhere},
                              {"on the folds", on_the_folds}};

class BroadPhaseBoxes : public EveryIsa {};
INSTANTIATE_TEST_SUITE_P(, BroadPhaseBoxes, isas(), isa_name);

TEST_P(BroadPhaseBoxes, OfOneSet) {
  Rng rng(61);
  detail::BroadPhase broad;
  for (const Layout& layout : layouts)
    for (const std::size_t count : {0U, 1U, 2U, 17U, 300U, 1500U}) {
      Scene scene{layout.make(rng, count)};
      EXPECT_EQ(found_by(broad, scene, nullptr, GetParam(), 0), brute_force(scene, nullptr)) << layout.name;
      scene.group = random_bits(rng, count), scene.mask = random_bits(rng, count);
      EXPECT_EQ(found_by(broad, scene, nullptr, GetParam(), 0), brute_force(scene, nullptr)) << layout.name;
    }
}

TEST_P(BroadPhaseBoxes, OfTwoSets) {
  Rng rng(62);
  detail::BroadPhase broad;
  for (const Layout& layout : layouts)
    for (const Layout& other : layouts)
      for (const std::size_t count : {0U, 1U, 20U, 700U}) {
        Scene first{layout.make(rng, count)}, second{other.make(rng, 300)};
        if (below(rng, 2) == 0) first.group = random_bits(rng, count), second.mask = random_bits(rng, 300);
        EXPECT_EQ(found_by(broad, first, &second, GetParam(), 0), brute_force(first, &second))
            << layout.name << ", " << other.name;
        EXPECT_EQ(found_by(broad, second, &first, GetParam(), 0), brute_force(second, &first))
            << other.name << ", " << layout.name;
      }
}

/// Just few enough that nothing is sorted, and just too many; more than one part of the others.
TEST_P(BroadPhaseBoxes, FewAgainstMany) {
  Rng rng(64);
  detail::BroadPhase broad;
  for (const Layout& layout : layouts)
    for (const std::size_t count : {3U, 128U, 129U}) {
      Scene few{layout.make(rng, count)}, many{layout.make(rng, 17'000)};
      if (count == 3) many.boxes.resize(40'000, many.boxes[7]);
      EXPECT_EQ(found_by(broad, few, &many, GetParam(), 0), brute_force(few, &many)) << layout.name;
      few.boxes.resize(3);
      EXPECT_EQ(found_by(broad, many, &few, GetParam(), 0), brute_force(many, &few)) << layout.name;
    }
}

/// Boxes that move a little while their order is kept, then far; then fewer.
TEST_P(BroadPhaseBoxes, OverFrames) {
  Rng rng(63);
  for (const Layout& layout : layouts) {
    detail::BroadPhase broad;
    Scene scene{layout.make(rng, 600)};
    for (int frame = 0; frame < 12; ++frame) {
      EXPECT_EQ(found_by(broad, scene, nullptr, GetParam(), 0.5F), brute_force(scene, nullptr))
          << layout.name << ", frame " << frame;
      if (frame == 9) scene.boxes.resize(400);
      const float step = frame % 4 == 3 ? 2 : 0.05F;
      for (Bounds3& box : scene.boxes)
        for (int k = 0; k < 3; ++k) {
          const float by = number(rng, -step, step);
          box.low[k] += by, box.high[k] += by;
        }
    }
  }
}

}  // namespace
}  // namespace lockstep::test
