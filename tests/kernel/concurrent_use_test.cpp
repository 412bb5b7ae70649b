// Several threads use one const set, one volume, one set of volumes at once, each with its own passes, and all get the
// answers of a single thread. For ThreadSanitizer: reading changes nothing, not even behind the interface, except for
// boxes that a world builds for its first ray query.
#include <gtest/gtest.h>

#include <functional>
#include <latch>
#include <span>
#include <thread>
#include <tuple>

#include "lockstep/cast.hpp"
#include "lockstep/rays.hpp"
#include "lockstep/world.hpp"
#include "objects.hpp"
#include "overlap_scene.hpp"
#include "pair_list.hpp"
#include "volumes.hpp"

namespace lockstep::test {
namespace {

constexpr int thread_count = 4, rounds = 2;

/// answer() gives `expected` on every one of several threads that begin together.
template <class Answer, class Expected>
void expect_together(const Answer& answer, const Expected& expected) {
  std::latch start(thread_count);
  std::vector<int> agreed(thread_count);
  std::vector<std::thread> threads;
  for (int& count : agreed)
    threads.emplace_back([&start, &answer, &expected, &count] {
      start.arrive_and_wait();
      for (int i = 0; i < rounds; ++i) count += answer() == expected ? 1 : 0;
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(agreed, std::vector<int>(thread_count, rounds));
}

/// Each shape with others further on in its set: several tiles.
std::vector<Pair> pairs_of(std::size_t shapes) {
  std::vector<Pair> pairs;
  const auto count = static_cast<std::uint32_t>(shapes);
  for (std::uint32_t a = 0; a < count; ++a)
    for (std::uint32_t step = 1; step < 8; ++step) pairs.push_back({a, (a + step * step) % count});
  return pairs;
}

template <class Set>
std::vector<Verdict> verdicts_of(const Set& set, const std::vector<Pair>& pairs) {
  std::vector<Verdict> verdicts(pairs.size());
  intersect(set, set, pairs, verdicts);
  return verdicts;
}

/// The queries of one set: a list of pairs, and a pass that belongs to each thread.
template <class Set>
void ask_together(const Set& set) {
  const auto pass_over = [&set] {
    OverlapPass pass;
    return found_by([&](const OverlapOutput& out) { return pass.run(set, out); }, set.size());
  };
  expect_together(pass_over, pass_over());
  if constexpr (!std::is_same_v<Set, BodySet>) {
    const std::vector<Pair> pairs = pairs_of(set.size());
    expect_together([&] { return verdicts_of(set, pairs); }, verdicts_of(set, pairs));
  }
}

ShapeSet2 scene_of_the_plane(Rng& rng, std::size_t count) {
  ShapeSet2 set;
  for (std::size_t i = 0; i < count; ++i) {
    const Kind2 kind = oracle::all_kinds2[rng() % oracle::all_kinds2.size()];
    const AnyShape2 shape = oracle::random_pair(rng, kind, Kind2::circle).first;
    add_to(set, oracle::moved(shape, uniform(rng, -12, 12), uniform(rng, -12, 12)));
  }
  return set;
}

BodySet hammers(Rng& rng, std::size_t count) {
  BodySet bodies;
  const std::uint32_t head = bodies.add_mesh(ConvexHull{std::vector<Vec3>{{0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {0, 0, 2}}});
  const BodyPart parts[] = {Capsule{{0, 0, 0}, {0, 0, 1}, 0.2F}, HullInstance{head, {}, 0.1F}, Sphere{{0, 0, 0}, 0.3F}};
  const auto at = [&rng] { return static_cast<float>(uniform(rng, -6, 6)); };
  for (std::size_t i = 0; i < count; ++i) bodies.add(parts, {{at(), at(), at()}, {}});
  return bodies;
}

TEST(ConcurrentUse, OfOneShapeSet) {
  Rng rng(60);
  ask_together(set_of(mixed_scene(rng, 1500, 4)));
}

TEST(ConcurrentUse, OfOneShapeSetOfThePlane) {
  Rng rng(61);
  ask_together(scene_of_the_plane(rng, 1500));
}

TEST(ConcurrentUse, OfOneBodySet) {
  Rng rng(62);
  const BodySet bodies = hammers(rng, 600);
  ask_together(bodies);
  const std::vector<Pair> pairs = pairs_of(bodies.size());
  const auto distances = [&] {
    std::vector<Interval> of_pairs(pairs.size());
    distance(bodies, bodies, pairs, BodyDistanceOutput{of_pairs});
    return of_pairs;
  };
  expect_together(distances, distances());
  ask_together(bodies.parts());
}

/// With a history: free slots, new objects, and blocks that wait to be sorted.
World2 plane_with_a_history(Rng& rng, std::uint32_t count) {
  const auto at = [&rng] { return static_cast<float>(uniform(rng, -20, 20)); };
  std::vector<Circle2> circles;
  for (std::uint32_t i = 0; i < count; ++i) circles.push_back({{at(), at()}, 0.25F});
  World2 world(CircleView::of(circles, &Circle2::center, &Circle2::radius));
  std::vector<std::uint32_t> gone;
  for (std::uint32_t i = 0; i < count; i += 3) gone.push_back(i);
  world.remove(gone);
  for (Circle2& circle : circles) circle.center = {at(), at()};
  const std::span<const Circle2> some(circles.data(), count / 5);
  world.add(CircleView::of(some, &Circle2::center, &Circle2::radius));
  return world;
}

TEST(ConcurrentUse, OfOneWorldOfThePlane) {
  Rng rng(64);
  const World2 world = plane_with_a_history(rng, 5000);
  std::vector<Vec2> places, motions;
  std::vector<Ray2> rays;
  std::vector<Circle2> askers;
  for (int i = 0; i < 300; ++i) {
    const auto at = [&rng] { return static_cast<float>(uniform(rng, -20, 20)); };
    places.push_back({at(), at()}), motions.push_back({at(), at()});
    rays.push_back({places.back(), motions.back()}), askers.push_back({places.back(), 0.5F});
  }
  const auto view = CircleView::of(askers, &Circle2::center, &Circle2::radius);
  const auto answer = [&] {
    std::vector<std::uint32_t> nearest_of(4 * places.size()), hit(rays.size()), met(askers.size());
    nearest(world, places, 4, {nearest_of});
    first_hits(rays, world, {.shapes = hit});
    first_contacts(view, motions, world, {.shapes = met});
    OverlapPass pass;
    return std::tuple(nearest_of, hit, met, within(world, places, 1).objects, overlapping(world, view).objects,
                      all_hits(rays, world).shapes, all_contacts(view, motions, world).shapes,
                      pass.run(world, {}).pairs);
  };
  expect_together(answer, answer());
}

/// The first of them build the boxes that rays traverse.
TEST(ConcurrentUse, ByRaysOfAWorldThatHasJustChanged) {
  Rng rng(65);
  const auto at = [&rng] { return static_cast<float>(uniform(rng, -20, 20)); };
  const auto places = [&](std::size_t count) {
    std::vector<Sphere> spheres(count);
    for (Sphere& sphere : spheres) sphere = {{at(), at(), at()}, 0.25F};
    return spheres;
  };
  const auto view_of = [](std::span<const Sphere> spheres) {
    return SphereView::of(spheres, &Sphere::center, &Sphere::radius);
  };
  std::vector<Ray> rays(200);
  for (Ray& ray : rays) ray = {{at(), at(), at()}, {at(), at(), at()}};
  std::vector<Sphere> spheres = places(20'000);
  World world(view_of(spheres));
  for (int change = 0; change < 5; ++change) {
    const auto answer_of = [&](const World& asked) {
      std::vector<std::uint32_t> hit(rays.size());
      first_hits(rays, asked, {.shapes = hit});
      return std::tuple(hit, all_hits(rays, asked).shapes);
    };
    const World other = world;  // builds its own
    expect_together([&] { return answer_of(world); }, answer_of(other));
    if (change == 0) world.remove(std::vector<std::uint32_t>{3, 500, 19'999});
    if (change == 1) world.add(view_of(places(4'000)));
    if (change == 2) world.move(std::vector<std::uint32_t>{7, 8, 12'345}, view_of(places(3)));
    if (change == 3) world = World(view_of(places(3'000)));
  }
}

/// The same objects in every form: views, a set, and passes over spheres.
class ConcurrentCulling : public testing::Test {
 protected:
  static constexpr std::size_t count = 4200;  // two tiles

  /// For each kind of objects cull(objects, options) and cull of a set, by both methods.
  template <class Volumes, class CullViews, class CullSet>
  void cull_together(const Volumes& volumes, const CullViews& cull_view, const CullSet& cull_set) const {
    for (const CullMethod method : {CullMethod::exact, CullMethod::planes}) {
      const CullOptions options{.method = method};
      for (const Columns& columns : columns_) {
        const Streams streams = packed(columns);
        const auto ask = [&] { return cull_view(volumes, streams, options); };
        expect_together(ask, ask());
      }
      const auto ask = [&] { return cull_set(volumes, shapes_, options); };
      expect_together(ask, ask());
    }
  }

  const ConvexVolume volume_ = volumes()[0].volume;
  std::vector<Columns> columns_;
  ShapeSet shapes_;

  ConcurrentCulling() {
    Rng rng(63);
    for (const Objects kind : all_objects) columns_.push_back(objects_near(volume_, kind, count, rng));
    shapes_ = mixed_shapes(volume_, count, rng);
  }
};

TEST_F(ConcurrentCulling, AgainstOneVolume) {
  cull_together(
      volume_,
      [](const ConvexVolume& volume, const Streams& streams, const CullOptions& options) {
        return mask_of(volume, streams, count, options);
      },
      [](const ConvexVolume& volume, const ShapeSet& shapes, const CullOptions& options) {
        std::vector<std::uint64_t> mask(mask_words(shapes.size()));
        cull(volume, shapes, mask, options);
        return mask;
      });
}

/// A grid, which has planes of its own, and a tree over volumes.
TEST_F(ConcurrentCulling, AgainstOneVolumeSet) {
  std::vector<ConvexVolume> cameras;
  for (const NamedVolume& volume : volumes()) cameras.push_back(volume.volume);
  const auto camera = std::get<oracle::MatrixVolume>(volumes()[0].truth);
  const std::vector<float> depths = split_depths(0.1F, 100, 4);
  for (const VolumeSet& set : {VolumeSet(cameras), VolumeSet::grid(camera.row_major, camera.range,
                                                                   {.columns = 4, .rows = 3, .depths = depths})}) {
    const auto masks = [&set] { return std::vector<std::uint64_t>(set.size() * mask_words(count)); };
    cull_together(
        set,
        [&](const VolumeSet& volumes, const Streams& streams, const CullOptions& options) {
          std::vector<std::uint64_t> by_volume = masks();
          cull_streams(volumes, streams, count, {.by_volume = by_volume}, options);
          return by_volume;
        },
        [&](const VolumeSet& volumes, const ShapeSet& shapes, const CullOptions& options) {
          std::vector<std::uint64_t> by_volume = masks();
          cull(volumes, shapes, {.by_volume = by_volume}, options);
          return by_volume;
        });
  }
}

/// Passes with state from earlier runs, each of its own thread, over the same spheres and circles.
TEST_F(ConcurrentCulling, PassesOverOneView) {
  const Columns& balls = columns_[0];
  const SphereView spheres{{balls[0].data()}, {balls[1].data()}, {balls[2].data()}, {balls[3].data()}, 1500};
  const CircleView circles{{balls[0].data()}, {balls[1].data()}, {balls[3].data()}, 500};
  const auto ask = [&] {
    OverlapPass pass(0.1F);
    std::vector<std::uint64_t> pairs;
    for (int frame = 0; frame < 2; ++frame) {
      pairs.push_back(pass.run(spheres, {}).pairs);
      pairs.push_back(pass.run(circles, {}).pairs);
    }
    return pairs;
  };
  const std::vector<std::uint64_t> expected = ask();
  EXPECT_GT(expected[0], 0U);
  expect_together(ask, expected);
}

}  // namespace
}  // namespace lockstep::test
