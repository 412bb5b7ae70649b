// Queries allocate nothing, and a set whose allocation fails stays as it was.
//
// The tests count operator new, in all threads. TBB takes its own memory for tasks from pools per thread, by malloc,
// never by operator new; a list or a scene of one tile does not use TBB at all.
#include <gtest/gtest.h>

#include "failing_allocations.hpp"
#include "objects.hpp"
#include "poison.hpp"
#include "spaces.hpp"
#include "volumes.hpp"

namespace lockstep::test {
namespace {

TEST(Allocations, IntersectMakesNone) {
  auto list = pairs_of_all_kinds<Space>(91, 20);
  std::vector<Verdict> verdicts(list.pairs.size());
  for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{256}, list.pairs.size()})
    for (const Isa isa : supported_isas())
      for (const Method method : {Method::automatic, Method::gjk})
        EXPECT_EQ(allocations_of([&] {
                    intersect(list.first, list.second, {list.pairs.data(), count}, {verdicts.data(), count},
                              {.method = method, .check = Check::inputs, .isa = isa});
                  }),
                  0U)
            << count << " pairs, " << name(isa);
}

TEST(Allocations, GroupsOfPairsMakeNone) {
  Rng rng(94);
  PairList list;
  append_mixture(list, rng, Kind::box, Kind::capsule, 2000);
  const std::vector<std::size_t> ends = {3, 700, 700, 2000};
  std::vector<std::uint64_t> any(1);
  std::vector<std::size_t> counts(ends.size());
  EXPECT_EQ(allocations_of([&] {
              any_overlap(list.first, list.second, list.pairs, ends, any);
              count_overlaps(list.first, list.second, list.pairs, ends, counts);
            }),
            0U);
}

/// With pairs that go to the double lanes, and structures that have to be copied.
TEST(Allocations, IntersectOfViewsMakesNone) {
  Rng rng(95);
  std::vector<Box> boxes(5000);
  for (Box& box : boxes) box = std::get<Box>(oracle::random_pair(rng, Kind::box, Kind::box).first);
  const BoxView view = BoxView::of(boxes, &Box::center, &Box::rotation, &Box::half_extents);
  std::vector<Verdict> verdicts(boxes.size());
  for (const Isa isa : supported_isas())
    for (const Method method : {Method::automatic, Method::gjk})
      EXPECT_EQ(allocations_of([&] {
                  intersect(view, view, verdicts, {.method = method, .isa = isa});
                  intersect(boxes[0], view, verdicts, {.method = method, .isa = isa});
                }),
                0U)
          << name(isa);
}

TEST(Allocations, CullMakesNone) {
  Rng rng(92);
  constexpr std::size_t most = 9000;
  for (const NamedVolume& v : {volumes()[0], volumes()[9], volumes()[16]}) {
    for (const Objects kind : all_objects) {
      const Columns columns = objects_near(v.volume, kind, most, rng);
      const Streams streams = packed(columns);
      std::vector<std::uint64_t> mask(mask_words(most));
      for (const std::size_t count : {std::size_t{0}, std::size_t{100}, most})
        for (const CullMethod method : {CullMethod::exact, CullMethod::planes}) {
          const CullOptions options{method, Touching::overlap, Check::inputs, {}};
          EXPECT_EQ(allocations_of([&] {
                      cull_streams(v.volume, streams, count, {mask.data(), mask_words(count)}, options);
                      cull_streams(v.volume, streams, count, {}, options);
                    }),
                    0U)
              << v.name << ", " << count << ' ' << name(kind);
        }
    }
  }
  ShapeSet shapes;
  for (int i = 0; i < 3000; ++i)
    add_to(shapes, oracle::random_pair(rng, oracle::all_kinds[rng() % oracle::all_kinds.size()], Kind::point).first);
  std::vector<std::uint64_t> mask(mask_words(shapes.size()));
  std::vector<std::uint32_t> indices(shapes.size());
  const ConvexVolume volume = volumes()[0].volume;
  EXPECT_EQ(allocations_of([&] {
              cull(volume, shapes, mask);
              list_indices(mask, indices);
            }),
            0U);
}

TEST(Allocations, CopiesOfVolumesMakeNone) {
  const std::vector<NamedVolume> all = volumes();
  EXPECT_EQ(allocations_of([&] {
              for (const NamedVolume& v : all) {
                const ConvexVolume copy = v.volume;
                (void)copy.corners(2);
              }
            }),
            0U);
}

/// The call of a moving body in every frame.
TEST(Allocations, ReplacingAShapeMakesNone) {
  ShapeSet set;
  set.add(Point{{0, 0, 0}});
  EXPECT_EQ(allocations_of([&] {
              set.set(0, Point{{1, 0, 0}});
              set.set(0, Sphere{{1, 0, 0}, 1});
              set.set(0, Aabb{{1, 0, 0}, {2, 1, 1}});
              set.set(0, Box{{1, 0, 0}, {0, 0, 0, 1}, {2, 1, 1}});
              set.set(0, Capsule{{1, 0, 0}, {2, 1, 1}, 1});
              set.set(0, Ellipsoid{{1, 0, 0}, {0, 0, 0, 1}, {2, 1, 1}});
              set.set(0, Cylinder{{1, 0, 0}, {2, 1, 1}, 1});
              set.set(0, Cone{{1, 0, 0}, {2, 1, 1}, 1});
            }),
            0U);
}

TEST(FailingAllocations, LeaveASetAsItWas) {
  Rng rng(93);
  const std::vector<Vec3> vertices(40, Vec3{1, 2, 3});
  const ConvexVolume pyramid = volumes()[12].volume;
  ShapeSet other;
  for (int i = 0; i < 10; ++i) other.add(ConvexHull{vertices});
  for (const int size : {0, 1, 7, 64}) {  // with and without room to spare
    ShapeSet original;
    for (int i = 0; i < size; ++i)
      add_to(original, oracle::random_pair(rng, shape_kinds[rng() % shape_kinds.size()], Kind::point).first);
    fail_everywhere(original, [](ShapeSet& set) { set.add(Sphere{{0, 0, 0}, 1}); });
    fail_everywhere(original, [](ShapeSet& set) { set.add(Box{{0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}}); });
    fail_everywhere(original, [&](ShapeSet& set) { set.add(ConvexHull{vertices}); });
    fail_everywhere(original, [&](ShapeSet& set) { set.add(pyramid); });
    fail_everywhere(original, [&](ShapeSet& set) { set.add(RoundedHull{vertices, 1}); });
    original.add_mesh(ConvexHull{vertices});
    fail_everywhere(original, [](ShapeSet& set) { set.add(HullInstance{}); });
    fail_everywhere(original, [&](ShapeSet& set) { set.add_mesh(ConvexHull{vertices}); });
    if (size > 0) fail_everywhere(original, [](ShapeSet& set) { set.set(0, HullInstance{}); });
    fail_everywhere(original, [](ShapeSet& set) { set.reserve(1000, 1000); });
    fail_everywhere(original, [&](ShapeSet& set) { set = other; });
    fail_everywhere(original, [](ShapeSet& set) { const ShapeSet copy = set; });
    if (size > 0) fail_everywhere(original, [](ShapeSet& set) { set.set(0, Point{{0, 0, 0}}); });
  }
}

/// The text of an error needs memory too. Lets the n-th allocation of an invalid call fail, for every n.
template <class Call>
void fail_while_refusing(const Call& call) {
  bool named = false;
  for (std::size_t n = 0; !named; ++n) {
    ASSERT_LT(n, 100U);
    try {
      const FailingNew failing(n);
      call();
      FAIL() << "bad input was taken";
    } catch (const std::bad_alloc&) {
    } catch (const InvalidInput&) {
      named = true;
    }
  }
}

TEST(FailingAllocations, OfErrorsAreBadAlloc) {
  ShapeSet set;
  set.add(Point{{0, 0, 0}});
  const ConvexVolume volume = volumes()[0].volume;
  const float bad = -1;
  const Stream repeated{&bad, 0};
  std::vector<Verdict> verdicts(1, static_cast<Verdict>(77));
  std::vector<std::uint64_t> mask(1, 77);
  fail_while_refusing([&] { set.add(Sphere{{0, 0, 0}, -1}); });
  fail_while_refusing([&] { set.add(ConvexHull{}); });
  fail_while_refusing([&] { intersect(set, set, std::vector<Pair>{{0, 1}}, verdicts); });
  fail_while_refusing([&] { cull(volume, SphereView{repeated, repeated, repeated, repeated, 1}, mask); });
  fail_while_refusing([&] { cull(volume, set, std::span<std::uint64_t>{}); });
  fail_while_refusing(
      [] { (void)ConvexVolume::from_view_projection(std::array<float, 16>{}, DepthRange::zero_to_one); });
  fail_while_refusing([] { (void)isa_from_name("avx1024"); });
  EXPECT_EQ(set.size(), 1U);
  EXPECT_EQ(verdicts[0], static_cast<Verdict>(77));
  EXPECT_EQ(mask[0], 77U);
}

}  // namespace
}  // namespace lockstep::test
