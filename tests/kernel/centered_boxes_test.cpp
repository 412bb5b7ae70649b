// Boxes by centre and half extents: every call answers as for the same boxes by corners that are rounded outwards.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "error_of.hpp"
#include "every_isa.hpp"
#include "objects.hpp"
#include "views/centered_boxes.hpp"
#include "volumes.hpp"

namespace lockstep::test {
namespace {

constexpr float unbounded = std::numeric_limits<float>::infinity();
constexpr float smallest = std::numeric_limits<float>::denorm_min();

/// The least float that is not below the sum, which double holds.
float least_above(double sum) {
  const auto nearest = static_cast<float>(sum);
  return double{nearest} < sum ? std::nextafter(nearest, unbounded) : nearest;
}

TEST(CenteredBoxes, AreRoundedOutwardsToTheNextFloat) {
  oracle::Rng rng(701);
  std::size_t exact = 0;
  for (int i = 0; i < 200'000; ++i) {
    const auto number = [&] {
      const double x = std::ldexp(oracle::uniform(rng, 1, 2), oracle::below(rng, 28));
      return static_cast<float>(i % 3 == 0 ? std::round(x * 8) / 8 : x);
    };
    const float c = oracle::below(rng, 2) == 0 ? number() : -number(), h = number();
    float low = c, high = h;
    detail::to_ends(low, high);
    ASSERT_EQ(high, least_above(double{c} + h)) << c << ' ' << h;
    ASSERT_EQ(low, -least_above(double{-c} + h)) << c << ' ' << h;
    exact += double{low} == double{c} - h && double{high} == double{c} + h ? 1 : 0;
  }
  EXPECT_GT(exact, 1000U);
  EXPECT_LT(exact, 150'000U);
}

TEST(CenteredBoxes, OfExtremeNumbers) {
  const auto ends = [](float c, float h) {
    detail::to_ends(c, h);
    return std::array{c, h};
  };
  using Ends = std::array<float, 2>;
  EXPECT_EQ(ends(1, smallest), (Ends{std::nextafter(1.0F, 0.0F), std::nextafter(1.0F, 2.0F)}));
  EXPECT_EQ(ends(-1, smallest), (Ends{std::nextafter(-1.0F, -2.0F), std::nextafter(-1.0F, 0.0F)}));
  EXPECT_EQ(ends(smallest, 1), (Ends{-1, std::nextafter(1.0F, 2.0F)}));
  EXPECT_EQ(ends(0, smallest), (Ends{-smallest, smallest}));
  EXPECT_EQ(ends(smallest, smallest), (Ends{0, 2 * smallest}));
  EXPECT_EQ(ends(-0.0F, 0), (Ends{0, 0}));
  EXPECT_EQ(ends(1e18F, 1), (Ends{std::nextafter(1e18F, 0.0F), std::nextafter(1e18F, unbounded)}));
  EXPECT_TRUE(std::isnan(ends(1, -smallest)[0]));
  EXPECT_TRUE(std::isnan(ends(1, std::numeric_limits<float>::quiet_NaN())[0]));
}

/// An object of an engine.
struct Entity {
  int number = 0;
  Vec3 center, half_extents;
};

/// The same boxes in all forms.
struct Boxes {
  std::vector<Vec3> centers, half_extents;
  std::vector<Entity> entities;
  std::vector<Aabb> rounded;

  Boxes(std::uint64_t seed, std::size_t count) : centers(count), half_extents(count), entities(count), rounded(count) {
    oracle::Rng rng(seed);
    const auto vector = [&](double low, double high) {
      const auto number = [&] { return static_cast<float>(oracle::uniform(rng, low, high)); };
      const float x = number(), y = number();
      return Vec3{x, y, number()};
    };
    for (std::size_t i = 0; i < count; ++i) {
      const Vec3 c = centers[i] = vector(-10, 10), h = half_extents[i] = vector(0, 0.7);
      entities[i] = {static_cast<int>(i), c, h};
      rounded[i] = {{low(c.x, h.x), low(c.y, h.y), low(c.z, h.z)},
                    {least_above(double{c.x} + h.x), least_above(double{c.y} + h.y), least_above(double{c.z} + h.z)}};
    }
  }
  static float low(float c, float h) { return -least_above(double{-c} + h); }

  [[nodiscard]] AabbView by_corners() const { return AabbView::of(rounded, &Aabb::min, &Aabb::max); }
  [[nodiscard]] AabbView of_arrays() const { return AabbView::centered(centers, half_extents); }
  [[nodiscard]] AabbView of_members() const {
    return AabbView::centered(entities, &Entity::center, &Entity::half_extents);
  }
};

/// Six arrays of numbers, which other views are read from in place.
struct Packed {
  std::array<std::vector<float>, 6> number;

  explicit Packed(const Boxes& boxes) {
    for (std::size_t i = 0; i < boxes.centers.size(); ++i) {
      const Vec3 &c = boxes.centers[i], &h = boxes.half_extents[i];
      const float all[] = {c.x, c.y, c.z, h.x, h.y, h.z};
      for (std::size_t s = 0; s < 6; ++s) number[s].push_back(all[s]);
    }
  }
  [[nodiscard]] AabbView view() const {
    const auto at = [&](std::size_t s) { return Stream{number[s].data()}; };
    return {at(0), at(1), at(2), at(3), at(4), at(5), number[0].size(), AabbForm::centered};
  }
};

/// What all kinds of calls say of a view. `other` are boxes to compare with.
struct Said {
  std::vector<std::uint64_t> visible, rows;
  std::vector<Verdict> verdicts, of_one;
  std::vector<Interval> distances, fractions;
  std::vector<std::uint32_t> lists;
  friend bool operator==(const Said&, const Said&) = default;
};

void add_lists(Said& said, const ObjectLists& lists) {
  said.lists.insert(said.lists.end(), lists.objects.begin(), lists.objects.end());
}

void ask_world(Said& said, const World& world, const AabbView& view, Isa isa) {
  std::vector<std::uint64_t> mask(mask_words(world.size()));
  cull(VolumeSet::cube({1, 2, 3}, 0.25F, 6)[1], world, mask, {.isa = isa});
  said.visible.insert(said.visible.end(), mask.begin(), mask.end());
  add_lists(said, within(world, view, 0.1F, {.isa = isa}));
  add_lists(said, overlapping(world, view, {.isa = isa}));
}

Said said_of(const AabbView& view, const AabbView& other, Isa isa) {
  Said said;
  const std::size_t count = view.count;
  const VolumeSet cube = VolumeSet::cube({1, 2, 3}, 0.25F, 6);
  said.visible.resize(mask_words(count));
  said.rows.resize(cube.size() * said.visible.size());
  cull(cube[0], view, said.visible, {.isa = isa});
  cull(cube, view, {.by_volume = said.rows}, {.isa = isa});
  said.verdicts.resize(count), said.of_one.resize(count), said.distances.resize(count), said.fractions.resize(count);
  intersect(view, other, said.verdicts, {.isa = isa});
  intersect(Aabb{{-5, -5, -5}, {5, 5, 5}}, view, said.of_one, {.isa = isa});
  distance(other, view, {said.distances}, {.isa = isa});

  World world(view, {.isa = isa});
  ask_world(said, world, view, isa);
  world.move(other, {.isa = isa});
  world.move(view, {.isa = isa});
  ask_world(said, world, other, isa);
  std::vector<std::uint32_t> some(count);
  for (std::uint32_t i = 0; i < count; ++i) some[i] = static_cast<std::uint32_t>(count - 1 - i);
  world.move(some, view, {.isa = isa});
  world.add(view, {.isa = isa});
  ask_world(said, world, other, isa);
  const std::vector<Vec3> motions(count, Vec3{3, 1, 2});
  first_contacts(view, motions, World(other), {.fractions = said.fractions}, {.isa = isa});
  return said;
}

class CenteredBoxesOfAllCalls : public EveryIsa {};

TEST_P(CenteredBoxesOfAllCalls, AreTheirCorners) {
  for (const std::size_t count : {std::size_t{3}, std::size_t{64}, std::size_t{1500}}) {
    const Boxes boxes(702, count), others(703, count);
    const Packed packed(boxes);
    const Said expected = said_of(boxes.by_corners(), others.by_corners(), GetParam());
    EXPECT_FALSE(expected.lists.empty() && count > 64);
    for (const AabbView& view : {boxes.of_arrays(), boxes.of_members(), packed.view()})
      for (const AabbView& other : {others.by_corners(), others.of_members()})
        EXPECT_TRUE(said_of(view, other, GetParam()) == expected) << count;
  }
}

/// All have the same half extents.
TEST_P(CenteredBoxesOfAllCalls, MayShareHalfExtents) {
  constexpr std::size_t count = 700;
  Boxes boxes(704, count);
  const Vec3 h{0.3F, 0.1F, 0.7F};
  for (std::size_t i = 0; i < count; ++i) boxes.half_extents[i] = h;
  AabbView shared = boxes.of_arrays();
  for (Stream* const half : {&shared.max_x, &shared.max_y, &shared.max_z}) half->stride = 0;
  EXPECT_TRUE(said_of(shared, shared, GetParam()) == said_of(boxes.of_arrays(), boxes.of_arrays(), GetParam()));
}

/// Without checks an invalid box is `touching` with everything.
TEST_P(CenteredBoxesOfAllCalls, OfBadNumbersTouch) {
  Boxes boxes(705, 200);
  boxes.half_extents[70].y = -smallest;
  boxes.centers[131].z = std::numeric_limits<float>::quiet_NaN();
  std::vector<Verdict> verdicts(200);
  intersect(Aabb{{100, 100, 100}, {101, 101, 101}}, boxes.of_arrays(), verdicts,
            {.check = Check::none, .isa = GetParam()});
  for (std::size_t i = 0; i < 200; ++i)
    EXPECT_EQ(verdicts[i], i == 70 || i == 131 ? Verdict::touching : Verdict::separated) << i;
}

INSTANTIATE_TEST_SUITE_P(, CenteredBoxesOfAllCalls, isas(), isa_name);

/// Half extents that would make an interval again once their ends are rounded are refused as well.
TEST(CenteredBoxesErrors, NameTheNumber) {
  const auto error = [](const auto& change, std::size_t count) {
    Boxes boxes(706, count);
    change(boxes);
    std::vector<std::uint64_t> mask(mask_words(count));
    const std::vector<std::string> all = {
        error_of([&] {
          cull(VolumeSet::cube({1, 2, 3}, 0.25F, 6)[0], boxes.of_arrays(), mask);
        }),
        error_of([&] { World world(boxes.of_arrays()); }), error_of([&] { World(AabbView{}).add(boxes.of_arrays()); }),
        error_of([&] { (void)overlapping(World(Boxes(1, 5).by_corners()), boxes.of_arrays()); })};
    for (const std::string& message : all) EXPECT_EQ(message, all[0]);
    return all[0];
  };
  for (const std::size_t count : {std::size_t{10}, std::size_t{5000}}) {
    EXPECT_EQ(error([](Boxes& b) { b.half_extents[3].y = -smallest; }, count),
              "aabbs.half_y[3] = -1e-45: must be a finite number, not negative and at most 1e18");
    EXPECT_EQ(error([](Boxes& b) { b.centers[9].z = unbounded; }, count),
              "aabbs.center_z[9] = inf: must be a finite number of at most 1e18");
    EXPECT_EQ(error([](Boxes& b) { b.centers[2].x = 1e18F, b.half_extents[2].x = 1e6F; }, count),
              "aabbs.half_x[2] = 1e+06: reaches from its centre beyond 1e18, the largest coordinate");
    EXPECT_EQ(error([](Boxes&) {}, count), "");
  }
  const std::vector<Vec3> three(3), two(2);
  EXPECT_EQ(error_of([&] { (void)AabbView::centered(three, two); }),
            "half_extents: has 2 elements, needs one for each of the 3 centers");
}

}  // namespace
}  // namespace lockstep::test
