// Culling of views at double positions: the bits of the same shapes in a set, whose test is positions_test.cpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "error_of.hpp"
#include "every_isa.hpp"
#include "generate.hpp"
#include "lockstep/lockstep.hpp"

namespace lockstep::test {
namespace {

using oracle::below;
using oracle::Rng;
using oracle::uniform;

constexpr double far_away[] = {0, 131072.7, 0x1p20, -1e7 / 3, 4294967296.3, 1e12};

struct Vector {
  double x, y, z;
};
struct Thing {
  std::int32_t name;  // so that no number is where a packed array would have it
  Vec3 own, half;
  Quat turn;
  float radius;
  Vector position;
};

/// Things before a camera at `eye` that looks along -z with slopes of 1: anywhere, and many on its sides or edges, with
/// sizes down to nothing.
struct Things {
  Vec3d eye;
  std::vector<Thing> all;

  Things(std::uint64_t seed, double at, std::size_t count) : eye{at, -at, at / 8} {
    Rng rng(seed);
    const auto along = [&](double reach) { return uniform(rng, -reach, reach); };
    const auto length = [&] { return below(rng, 8) == 0 ? 0 : static_cast<float>(std::exp2(along(12) - 9)); };
    for (std::size_t i = 0; i < count; ++i) {
      const double depth = std::exp(along(3)), near = below(rng, 3) == 0 ? 0 : std::ldexp(along(1), -below(rng, 40));
      const double side = below(rng, 2) == 0 ? depth : -depth, other = below(rng, 3) == 0 ? depth : along(1.2) * depth;
      const bool anywhere = below(rng, 3) == 0;
      Thing thing{7, {}, {length(), length(), length()}, {0, 0, 0, 1}, length(), {}};
      if (below(rng, 2) == 0) thing.turn = {0.5F, -0.5F, 0.5F, 0.5F};
      if (below(rng, 2) == 0)
        for (float* x : {&thing.own.x, &thing.own.y, &thing.own.z})  // the large ones cancel with the position
          *x = static_cast<float>(along(below(rng, 4) == 0 ? 0x1p24 : 2));
      const Vec3d local = anywhere ? Vec3d{along(30), along(30), along(30)} : Vec3d{side + near, other, -depth};
      // The surface, not the centre, on the plane where the numbers allow it.
      thing.position = {eye.x + (local.x - (side > 0 ? -1 : 1) * double{thing.half.x}) - thing.own.x,
                        eye.y + local.y - thing.own.y, eye.z + local.z - thing.own.z};
      all.push_back(thing);
    }
  }
  [[nodiscard]] PositionStreams positions() const { return PositionStreams::of(all, &Thing::position); }
  [[nodiscard]] PlacedView<SphereView> spheres() const {
    return {SphereView::of(all, &Thing::own, &Thing::radius), positions()};
  }
  [[nodiscard]] PlacedView<AabbView> aabbs() const {
    return {AabbView::centered(all, &Thing::own, &Thing::half), positions()};
  }
  [[nodiscard]] PlacedView<BoxView> boxes() const {
    return {BoxView::of(all, &Thing::own, &Thing::turn, &Thing::half), positions()};
  }
  /// The same as a set; boxes by centre as the view rounds them.
  template <class Make>
  [[nodiscard]] ShapeSet set(const Make& make) const {
    ShapeSet set;
    for (const Thing& thing : all)
      set.place(set.add(make(thing)), {thing.position.x, thing.position.y, thing.position.z});
    return set;
  }
  [[nodiscard]] ShapeSet set_of_spheres() const {
    return set([](const Thing& t) { return Sphere{t.own, t.radius}; });
  }
  [[nodiscard]] ShapeSet set_of_boxes() const {
    return set([](const Thing& t) { return Box{t.own, t.turn, t.half}; });
  }
  [[nodiscard]] ShapeSet set_of_aabbs() const {
    const auto down = [](double x) {
      const auto f = static_cast<float>(x);
      return f > x ? std::nextafter(f, -std::numeric_limits<float>::infinity()) : f;
    };
    return set([&](const Thing& t) {
      const auto low = [&](float c, float h) { return down(double{c} - h); };
      const auto high = [&](float c, float h) { return -down(-(double{c} + h)); };
      return Aabb{{low(t.own.x, t.half.x), low(t.own.y, t.half.y), low(t.own.z, t.half.z)},
                  {high(t.own.x, t.half.x), high(t.own.y, t.half.y), high(t.own.z, t.half.z)}};
    });
  }
  [[nodiscard]] ConvexVolume camera(double far_depth) const {
    return ConvexVolume::from_camera({.near_depth = 0.25, .far_depth = far_depth}, {.position = eye});
  }
};

class CullPlaced : public EveryIsa {};

template <class View>
void expect_as_the_set(const ConvexVolume& camera, const View& view, const ShapeSet& set, Isa isa) {
  const std::size_t size = view.shapes.count;
  for (const CullMethod method : {CullMethod::exact, CullMethod::planes})
    for (const Touching touching : {Touching::overlap, Touching::separate}) {
      const CullOptions options{method, touching, Check::inputs, isa};
      std::vector<std::uint64_t> expected(mask_words(size)), found(expected);
      const std::size_t count = cull(camera, set, expected, options);
      ASSERT_EQ(cull(camera, view, found, options), count);
      for (std::size_t i = 0; i < size; ++i)
        ASSERT_EQ(found[i / 64] >> i % 64 & 1, expected[i / 64] >> i % 64 & 1) << "object " << i;
      std::vector<std::uint32_t> list(size), other(size);
      ASSERT_EQ(cull(camera, view, list, options), count);
      ASSERT_EQ(cull(camera, set, other, options), count);
      ASSERT_EQ(list, other);
      ASSERT_EQ(cull_count(camera, view, options), count);
      ASSERT_GT(count, size / 20);
      ASSERT_LT(count, size);
    }
}

TEST_P(CullPlaced, HasTheBitsOfTheSet) {
  for (const double at : far_away)
    for (const double far_depth : {40.0, std::numeric_limits<double>::infinity()}) {
      SCOPED_TRACE("at " + std::to_string(at) + ", as far as " + std::to_string(far_depth));
      const Things things(1, at, 3001);
      const ConvexVolume camera = things.camera(far_depth);
      expect_as_the_set(camera, things.spheres(), things.set_of_spheres(), GetParam());
      expect_as_the_set(camera, things.aabbs(), things.set_of_aabbs(), GetParam());
      expect_as_the_set(camera, things.boxes(), things.set_of_boxes(), GetParam());
      if (testing::Test::HasFatalFailure()) return;
    }
}

/// The objects' own numbers are those of the eye, and the view is so small that their sum with the position, in double,
/// loses more than float lanes allow.
TEST_P(CullPlaced, WhereNumbersCancel) {
  Things things(5, 0x1p20, 0);
  Rng rng(6);
  const Vec3 own{0x1p20F, -0x1p20F, 0x1p17F};
  for (int i = 0; i < 2000; ++i) {
    const double depth = uniform(rng, 0x1p-24, 0x1p-21), side = below(rng, 2) == 0 ? depth : -depth;
    const auto radius = static_cast<float>(uniform(rng, 0, 0x1p-25));
    const double out = std::sqrt(2.0) * double{radius} * (1 + std::ldexp(uniform(rng, -1, 1), -below(rng, 30)));
    things.all.push_back({7, own, {}, {0, 0, 0, 1}, radius, {side + (side > 0 ? out : -out), 0, -depth}});
  }
  const ConvexVolume camera =
      ConvexVolume::from_camera({.near_depth = 0x1p-25, .far_depth = 0x1p-20}, {.position = things.eye});
  expect_as_the_set(camera, things.spheres(), things.set_of_spheres(), GetParam());
}

TEST_P(CullPlaced, ForManyVolumes) {
  const Things things(2, 5820072.456, 900);
  const std::vector<double> depths = {1, 4, 10};
  const VolumeSet cells = VolumeSet::grid({.near_depth = 0.25, .far_depth = 60}, {.position = things.eye},
                                          {.columns = 3, .rows = 2, .depths = std::span<const double>(depths)});
  const auto masks_of = [&](const auto& objects) {
    std::vector<std::uint64_t> masks(cells.size() * mask_words(things.all.size()));
    cull(cells, objects, {.by_volume = masks}, {.isa = GetParam()});
    return masks;
  };
  EXPECT_EQ(masks_of(things.spheres()), masks_of(things.set_of_spheres()));
  EXPECT_EQ(masks_of(things.aabbs()), masks_of(things.set_of_aabbs()));
  EXPECT_EQ(masks_of(things.boxes()), masks_of(things.set_of_boxes()));
}

INSTANTIATE_TEST_SUITE_P(, CullPlaced, isas(), isa_name);

/// Packed arrays of doubles, and shapes about 0.
TEST(PlacedViews, OfArrays) {
  const Things things(3, 1e7 / 3, 500);
  std::vector<double> x, y, z;
  std::vector<float> radius;
  std::vector<Vector> positions;
  ShapeSet set;
  for (const Thing& thing : things.all) {
    x.push_back(thing.position.x), y.push_back(thing.position.y), z.push_back(thing.position.z);
    radius.push_back(thing.radius), positions.push_back(thing.position);
    set.place(set.add(Sphere{{0, 0, 0}, thing.radius}), {x.back(), y.back(), z.back()});
  }
  const ConvexVolume camera = things.camera(40);
  std::vector<std::uint32_t> expected(500), found(500);
  expected.resize(cull(camera, set, expected));
  SphereView own{.x = {&radius[0], 0}, .y = {}, .z = {}, .radius = {radius.data()}, .count = 500};
  const float zero = 0;
  own.x = own.y = own.z = {&zero, 0};
  found.resize(cull(camera, PlacedView{own, PositionStreams{{x.data()}, {y.data()}, {z.data()}}}, found));
  EXPECT_EQ(found, expected);
  found.resize(500);
  const PlacedView balls{SphereView::of(things.all, at_zero, &Thing::radius), PositionStreams::of(positions)};
  found.resize(cull(camera, balls, found));
  EXPECT_EQ(found, expected);
  EXPECT_EQ(cull_count(camera, PlacedView<SphereView>{}), 0U);
}

TEST(PlacedViews, AreChecked) {
  Things things(4, 0, 600);
  const ConvexVolume camera = things.camera(40);
  std::vector<std::uint64_t> visible(mask_words(600), 5);
  const auto refused = [&](const auto& view) { return error_of([&] { (void)cull(camera, view, visible); }); };
  EXPECT_EQ(refused(PlacedView<SphereView>{things.spheres().shapes, {}}),
            "positions.x: is null, the view has 600 objects");
  PlacedView<SphereView> view = things.spheres();
  view.positions.y = {reinterpret_cast<const double*>(visible.data()), 0};
  EXPECT_EQ(refused(view), "visible: shares memory with positions.y");
  EXPECT_EQ(visible[0], 5U);
  things.all[555].position.z = -2e18, things.all[570].position.x = std::nan("");
  EXPECT_EQ(refused(things.spheres()), "positions[555].z = -2e+18: must be a finite number of at most 1e18");
  EXPECT_EQ(error_of([&] { (void)cull(VolumeSet(std::span(&camera, 1)), things.boxes(), {.by_volume = visible}); }),
            "positions[555].z = -2e+18: must be a finite number of at most 1e18");
  const PlacedView about_zero{SphereView::of(things.all, at_zero, &Thing::radius), things.positions()};
  EXPECT_EQ(refused(about_zero), "positions[555].z = -2e+18: must be a finite number of at most 1e18");
  things.all[555].position.z = 0, things.all[570].position.x = 0;
  things.all[540].own.y = 2e18F, things.all[540].position.y = -1.5e18;  // whose sum is in order
  EXPECT_EQ(refused(things.spheres()), "spheres.y[540] = 2e+18: must be a finite number of at most 1e18");
  things.all[540].own.y = -9e17F, things.all[540].position.y = 1.5e18;
  EXPECT_EQ(refused(things.spheres()), "positions[540].y = 1.5e+18: must be a finite number of at most 1e18");
  things.all[540].own.y = 0, things.all[540].position.y = 1e18;  // whose float is the largest coordinate
  EXPECT_EQ(refused(about_zero), "positions[540].y = 1e+18: must be a finite number of at most 1e18");
  things.all[540].position.y = 9.999999e17;
  EXPECT_EQ(refused(about_zero), "");
  things.all[540].own.y = 9e17F, things.all[540].position.y = 9e17;  // a sum beyond the check in lanes
  EXPECT_EQ(refused(things.spheres()), "");
  things.all[530].radius = -1;
  EXPECT_EQ(refused(things.spheres()),
            "spheres.radius[530] = -1: must be a finite number, not negative and at most 1e18");
  EXPECT_NO_THROW((void)cull_count(camera, things.spheres(), {.check = Check::none}));
}

}  // namespace
}  // namespace lockstep::test
