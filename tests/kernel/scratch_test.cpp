// With a Scratch, calls in every frame allocate nothing from the second frame on, and their answers are the same.
//
// The parts run one after the other in this thread: otherwise the number of blocks that are in use at the same time
// differs from frame to frame.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <new>
#include <span>
#include <vector>

#include "body_worlds.hpp"
#include "counting_new.hpp"
#include "error_of.hpp"
#include "lockstep/lockstep.hpp"
#include "mesh_scenes.hpp"
#include "shape_worlds.hpp"

namespace lockstep::test {
namespace {

constexpr int frames = 5;
constexpr std::size_t balls_of_a_frame = 20000;

Executor one_by_one(Scratch* scratch) {
  return {[](void*, std::size_t count, void (*body)(void*, std::size_t), void* job) {
            for (std::size_t i = 0; i < count; ++i) body(job, i);
          },
          nullptr, 1, scratch};
}
template <class Options>
Options on(const Executor& executor) {
  Options options;
  options.executor = executor;
  return options;
}

template <class T>
bool same(const T& a, const T& b) {
  return a == b;
}
bool same(const ObjectLists& a, const ObjectLists& b) { return a.first == b.first && a.objects == b.objects; }
bool same(const HitLists& a, const HitLists& b) {
  return a.first == b.first && a.shapes == b.shapes && a.fractions == b.fractions;
}

/// Runs call(frame, executor), which returns a reference to its answer, in each frame of two copies of `call`: without
/// a Scratch, and with one. `results`: the allocations of the answer itself.
template <class Call>
void expect_no_allocations(const char* name, const Call& call, std::size_t results = 0) {
  SCOPED_TRACE(name);
  Scratch scratch;
  Call plain = call, with_scratch = call;
  std::size_t without = 0;
  for (int frame = 0; frame < frames; ++frame) {
    SCOPED_TRACE(testing::Message() << "frame " << frame);
    std::size_t before = allocations_of_all_threads();
    const auto& expected = plain(frame, one_by_one(nullptr));
    without += allocations_of_all_threads() - before;
    before = allocations_of_all_threads();
    const auto& answer = with_scratch(frame, one_by_one(&scratch));
    const std::size_t allocations = allocations_of_all_threads() - before;
    EXPECT_TRUE(same(answer, expected));
    if (frame != 0) {
      EXPECT_LE(allocations, results);
    }
  }
  if (replaces_new()) {
    EXPECT_GT(without, frames * results) << "there is nothing to save";
  }
}

// ---- The scene: objects and cameras that move a little in every frame ----

double of_frame(int frame) { return 0.01 * frame; }

std::vector<Sphere> balls_at(int frame, std::size_t count = balls_of_a_frame) {
  Rng rng(311);
  std::vector<Sphere> balls(count);
  const auto place = [&] {
    const double at = oracle::uniform(rng, -30, 30), speed = oracle::uniform(rng, -1, 1);
    return static_cast<float>(at + speed * 40 * of_frame(frame));
  };
  for (Sphere& ball : balls) {
    const float x = place(), y = place(), z = place();
    ball = {{x, y, z}, static_cast<float>(oracle::uniform(rng, 0.1, 0.5))};
  }
  return balls;
}
std::vector<Aabb> boxes_at(int frame) {
  std::vector<Aabb> boxes;
  for (const auto& [c, r] : balls_at(frame)) boxes.push_back({{c.x - r, c.y, c.z - r}, {c.x, c.y + r, c.z + r}});
  return boxes;
}
SphereView view_of_balls(const std::vector<Sphere>& balls) {
  return SphereView::of(balls, &Sphere::center, &Sphere::radius);
}
AabbView view_of_boxes(const std::vector<Aabb>& boxes) { return AabbView::of(boxes, &Aabb::min, &Aabb::max); }

CameraPose pose_at(int frame) {
  const double angle = of_frame(frame);
  return CameraPose::looking_at({1, 2, 3}, {1 + std::sin(angle), 2, 3 + std::cos(angle)});
}
const Lens lens = Lens::perspective(1, 1.5, 0.1, 60);

/// Clusters, the views of a cube map, and many volumes below bounds.
std::vector<VolumeSet> volumes_at(int frame) {
  std::vector<ConvexVolume> many;
  for (int x = -5; x < 5; ++x)
    for (int z = -5; z < 5; ++z)
      many.push_back(
          VolumeSet::cube({5.0 * x + of_frame(frame), 0, 5.0 * z}, 0.1, 9)[static_cast<std::size_t>(z + 5) % 6]);
  std::vector<VolumeSet> sets;
  sets.push_back(VolumeSet::grid(lens, pose_at(frame), {.columns = 8, .rows = 6, .depths = split_depths(0.1F, 60, 8)}));
  sets.push_back(VolumeSet::cube({1 + of_frame(frame), 2, 3}, 0.1, 40));
  sets.emplace_back(many);
  return sets;
}

struct MovingScene {
  std::array<std::vector<Sphere>, frames> balls;
  std::array<std::vector<Aabb>, frames> boxes;
  std::array<std::vector<VolumeSet>, frames> volumes;
  std::array<std::vector<Vec3>, frames> points, motions;
  std::array<std::vector<Ray>, frames> rays;
  std::vector<std::uint32_t> some;
  ShapeSet shapes = shapes_in_a_cube(312, 3000);
  BodySet bodies = bodies_in_a_cube(313, 2000, 4);

  MovingScene() {
    for (int frame = 0; frame < frames; ++frame) {
      const auto f = static_cast<std::size_t>(frame);
      balls[f] = balls_at(frame), boxes[f] = boxes_at(frame), volumes[f] = volumes_at(frame);
      for (std::size_t i = 0; i < 5000; ++i) {
        const Vec3& at = balls[f][i].center;
        points[f].push_back({at.x, at.y, at.z + 1}), motions[f].push_back({at.y / 8, at.z / 8, at.x / 8});
        rays[f].push_back({points[f].back(), motions[f].back()});
      }
    }
    for (std::uint32_t i = 0; i < balls_of_a_frame; i += 7) some.push_back(i);
  }
};

const MovingScene& scene() {
  static const MovingScene all;
  return all;
}

std::vector<World> worlds_of_the_scene() {
  std::vector<World> worlds;
  worlds.emplace_back(view_of_balls(scene().balls[0])), worlds.emplace_back(view_of_boxes(scene().boxes[0]));
  worlds.emplace_back(scene().shapes), worlds.emplace_back(scene().bodies);
  return worlds;
}

template <class T>
const T& at(const std::array<T, frames>& of_frames, int frame) {
  return of_frames[static_cast<std::size_t>(frame)];
}

// ---- Culling ----

template <class Objects>
void cull_against_one(const Objects& objects, std::size_t count) {
  using Mask = std::vector<std::uint64_t>;
  for (const CullMethod method : {CullMethod::exact, CullMethod::planes}) {
    const auto options = [method](const Executor& executor) {
      return CullOptions{.method = method, .executor = executor};
    };
    expect_no_allocations(
        "a list", [&, list = std::vector<std::uint32_t>(count) ](int f, const Executor& e) mutable -> auto& {
          const std::size_t seen = cull(ConvexVolume::from_camera(lens, pose_at(f)), objects, list, options(e));
          std::fill(list.begin() + static_cast<std::ptrdiff_t>(seen), list.end(), 0U);
          return list;
        });
    if constexpr (std::is_same_v<Objects, World>) {
      expect_no_allocations(
          "a mask", [&, mask = Mask(mask_words(count)) ](int f, const Executor& e) mutable -> auto& {
            cull(ConvexVolume::from_camera(lens, pose_at(f)), objects, mask, options(e));
            return mask;
          });
    }
  }
}

/// All outputs, or lists alone, which come from other memory.
struct ManyVisible {
  std::vector<std::uint64_t> by_volume, by_object;
  std::vector<std::size_t> counts, first;
  std::vector<std::uint32_t> indices;

  ManyVisible(std::size_t volumes, std::size_t objects, bool lists_alone)
      : by_volume(lists_alone ? 0 : volumes * mask_words(objects)),
        by_object(lists_alone ? 0 : objects * mask_words(volumes)),
        counts(volumes),
        first(volumes + 1),
        indices(40 * objects) {}
  [[nodiscard]] VisibleSets spans() { return {by_volume, by_object, counts, first, indices}; }
  friend bool operator==(const ManyVisible&, const ManyVisible&) = default;
};

template <class Objects>
void cull_against_many(const Objects& objects, std::size_t count) {
  for (std::size_t set = 0; set < 3; ++set)
    for (const bool lists_alone : {false, true})
      for (const CullMethod method : {CullMethod::exact, CullMethod::planes}) {
        SCOPED_TRACE(testing::Message() << "volumes " << set << ", lists alone " << lists_alone);
        ManyVisible out(scene().volumes[0][set].size(), count, lists_alone);
        expect_no_allocations(
            "many volumes", [&, out ](int f, const Executor& e) mutable -> auto& {
              cull(at(scene().volumes, f)[set], objects, out.spans(), {.method = method, .executor = e});
              return out;
            });
      }
}

TEST(Scratch, CullingOfWorlds) {
  for (const World& world : worlds_of_the_scene()) {
    cull_against_one(world, world.size());
    cull_against_many(world, world.size());
  }
}

TEST(Scratch, CullingOfBodiesInOrder) {
  const World world(scene().bodies);
  expect_no_allocations(
      "in order", [&, mask = std::vector<std::uint64_t>(
                          mask_words(world.order().size())) ](int f, const Executor& e) mutable -> auto& {
        cull_in_order(ConvexVolume::from_camera(lens, pose_at(f)), world, mask, on<CullOptions>(e));
        return mask;
      });
  expect_no_allocations(
      "a count", [&, count = std::size_t{0} ](int f, const Executor& e) mutable -> auto& {
        count = cull_count(ConvexVolume::from_camera(lens, pose_at(f)), world, on<CullOptions>(e));
        return count;
      });
}

TEST(Scratch, CullingOfViewsAndSets) {
  const SphereView balls = view_of_balls(scene().balls[0]);
  const AabbView boxes = view_of_boxes(scene().boxes[0]);
  cull_against_one(balls, balls.count), cull_against_many(balls, balls.count);
  cull_against_one(boxes, boxes.count), cull_against_many(boxes, boxes.count);
  cull_against_one(scene().shapes, scene().shapes.size());
  cull_against_many(scene().shapes, scene().shapes.size());
}

/// How much the parts take from it differs from frame to frame, so that nothing is counted.
TEST(Scratch, ServesThePartsThatTbbRuns) {
  const World world(view_of_balls(scene().balls[0]));
  const VolumeSet& volumes = scene().volumes[0][2];
  Scratch scratch;
  const ManyVisible nothing(volumes.size(), world.size(), false);
  ManyVisible expected = nothing, out = nothing;
  cull(volumes, world, expected.spans());
  cull(volumes, world, out.spans(), on<CullOptions>(Executor{.scratch = &scratch}));
  EXPECT_TRUE(out == expected);
  EXPECT_GT(scratch.memory_bytes(), 0U);
}

// ---- Queries ----

struct NearAnswer {
  std::vector<std::uint32_t> objects;
  std::vector<Interval> distances;
  friend bool operator==(const NearAnswer&, const NearAnswer&) = default;
};
struct HitAnswer {
  std::vector<std::uint32_t> shapes;
  std::vector<Interval> fractions;
  friend bool operator==(const HitAnswer&, const HitAnswer&) = default;
};
constexpr std::size_t of_lists = 2, of_hit_lists = 3;  // allocations

template <class Vec>
std::span<const Vec> first_of(const std::vector<Vec>& all, std::size_t count) {
  return std::span(all).first(count);
}

TEST(Scratch, NearObjects) {
  constexpr std::size_t k = 8;
  for (const World& world : worlds_of_the_scene()) {
    SCOPED_TRACE(testing::Message() << world.size() << " objects");
    const std::size_t points = world.size() == balls_of_a_frame ? 5000 : 300;
    NearAnswer out{std::vector<std::uint32_t>(k * points), std::vector<Interval>(k * points)};
    expect_no_allocations(
        "nearest", [&, out ](int f, const Executor& e) mutable -> auto& {
          nearest(world, first_of(at(scene().points, f), points), k, {out.objects, out.distances}, on<NearOptions>(e));
          return out;
        });
    for (const std::size_t some : {std::size_t{1}, points})
      expect_no_allocations(
          "within", [&, some, lists = ObjectLists() ](int f, const Executor& e) mutable -> auto& {
            lists = within(world, first_of(at(scene().points, f), some), 3, on<NearOptions>(e));
            return lists;
          },
          of_lists);
  }
}

TEST(Scratch, OverlapsOfAWorld) {
  for (const World& world : worlds_of_the_scene()) {
    expect_no_allocations(
        "lists", [&, lists = ObjectLists() ](int f, const Executor& e) mutable -> auto& {
          lists = overlapping(world, view_of_balls(at(scene().balls, f)), on<OverlapOptions>(e));
          return lists;
        },
        of_lists);
    expect_no_allocations(
        "lists of a set", [&, lists = ObjectLists() ](int, const Executor& e) mutable -> auto& {
          lists = overlapping(world, scene().shapes, on<OverlapOptions>(e));
          return lists;
        },
        of_lists);
  }
}

TEST(Scratch, Rays) {
  for (const World& world : worlds_of_the_scene()) {
    constexpr std::size_t count = 1000;
    const auto rays = [&](int f) { return first_of(at(scene().rays, f), count); };
    HitAnswer out{std::vector<std::uint32_t>(count), std::vector<Interval>(count)};
    expect_no_allocations(
        "first hits", [&, out ](int f, const Executor& e) mutable -> auto& {
          first_hits(rays(f), world, {out.shapes, out.fractions}, on<RayOptions>(e));
          return out;
        });
    expect_no_allocations(
        "any hits",
        [&, hits = std::vector<std::uint64_t>(mask_words(count)) ](int f, const Executor& e) mutable -> auto& {
          any_hits(rays(f), world, hits, on<RayOptions>(e));
          return hits;
        });
    expect_no_allocations(
        "all hits", [&, lists = HitLists() ](int f, const Executor& e) mutable -> auto& {
          lists = all_hits(rays(f), world, on<RayOptions>(e));
          return lists;
        },
        of_hit_lists);
  }
}

TEST(Scratch, MovingShapes) {
  for (const World& world : worlds_of_the_scene()) {
    constexpr std::size_t count = 300;
    const auto motions = [&](int f) { return first_of(at(scene().motions, f), count); };
    const auto balls = [&](int f) {
      SphereView view = view_of_balls(at(scene().balls, f));
      view.count = count;
      return view;
    };
    HitAnswer out{std::vector<std::uint32_t>(count), std::vector<Interval>(count)};
    expect_no_allocations(
        "first contacts", [&, out ](int f, const Executor& e) mutable -> auto& {
          first_contacts(balls(f), motions(f), world, {out.shapes, out.fractions}, on<RayOptions>(e));
          return out;
        });
    expect_no_allocations(
        "any contacts",
        [&, hits = std::vector<std::uint64_t>(mask_words(count)) ](int f, const Executor& e) mutable -> auto& {
          any_contacts(balls(f), motions(f), world, hits, on<RayOptions>(e));
          return hits;
        });
    expect_no_allocations(
        "all contacts", [&, lists = HitLists() ](int f, const Executor& e) mutable -> auto& {
          lists = all_contacts(balls(f), motions(f), world, on<RayOptions>(e));
          return lists;
        },
        of_hit_lists);
  }
}

// ---- The plane ----

std::vector<Vec2> flat(const std::vector<Vec3>& all, std::size_t count) {
  std::vector<Vec2> vectors;
  for (const Vec3& v : first_of(all, count)) vectors.push_back({v.x, v.y});
  return vectors;
}
CircleView circles_of(const std::vector<Sphere>& balls) {
  const SphereView view = view_of_balls(balls);
  return {view.x, view.y, view.radius, view.count};
}
Aabb2View boxes2_of(const std::vector<Aabb>& boxes) {
  const AabbView view = view_of_boxes(boxes);
  return {view.min_x, view.min_y, view.max_x, view.max_y, view.count};
}

template <class View>
void query_the_plane(const World2& world, const View& shapes) {
  constexpr std::size_t k = 4, count = 500;
  const std::vector<Vec2> points = flat(scene().points[0], count), motions = flat(scene().motions[0], count);
  std::vector<Ray2> rays;
  for (std::size_t i = 0; i < count; ++i) rays.push_back({points[i], motions[i]});
  NearAnswer near{std::vector<std::uint32_t>(k * count), std::vector<Interval>(k * count)};
  expect_no_allocations(
      "nearest", [&, near ](int, const Executor& e) mutable -> auto& {
        nearest(world, std::span(points), k, {near.objects, near.distances}, on<NearOptions>(e));
        return near;
      });
  expect_no_allocations(
      "within", [&, lists = ObjectLists() ](int, const Executor& e) mutable -> auto& {
        lists = within(world, std::span(points), 1, on<NearOptions>(e));
        return lists;
      },
      of_lists);
  expect_no_allocations(
      "overlapping", [&, lists = ObjectLists() ](int, const Executor& e) mutable -> auto& {
        lists = overlapping(world, shapes, on<OverlapOptions>(e));
        return lists;
      },
      of_lists);
  HitAnswer hits{std::vector<std::uint32_t>(count), std::vector<Interval>(count)};
  expect_no_allocations(
      "first hits", [&, hits ](int, const Executor& e) mutable -> auto& {
        first_hits(std::span<const Ray2>(rays), world, {hits.shapes, hits.fractions}, on<RayOptions>(e));
        return hits;
      });
  HitAnswer met{std::vector<std::uint32_t>(shapes.count), std::vector<Interval>(shapes.count)};
  expect_no_allocations(
      "first contacts", [&, met ](int, const Executor& e) mutable -> auto& {
        first_contacts(shapes, first_of(motions, shapes.count), world, {met.shapes, met.fractions}, on<RayOptions>(e));
        return met;
      });
}

TEST(Scratch, QueriesOfThePlane) {
  CircleView circles = circles_of(scene().balls[0]);
  Aabb2View boxes = boxes2_of(scene().boxes[0]);
  const World2 of_circles(circles), of_boxes(boxes);
  circles.count = boxes.count = 100;
  query_the_plane(of_circles, circles), query_the_plane(of_circles, boxes);
  query_the_plane(of_boxes, circles), query_the_plane(of_boxes, boxes);
}

// ---- Changes ----

/// The answer of a world that changes: its order and all that is near some points.
struct WorldAnswer {
  std::vector<std::uint32_t> order;
  ObjectLists near;
};
WorldAnswer answer_of(const World& world, int f) {
  return {{world.order().begin(), world.order().end()}, within(world, first_of(at(scene().points, f), 50), 3)};
}
WorldAnswer answer_of(const World2& world, int f) { return answer_of(world.in_space(), f); }

/// Frames of changes, and rays in between, so that the nodes of rays are refitted. `change` takes frames that have no
/// end, as the objects come back: a sort begins after some of them.
template <class AnyWorld, class Change>
void expect_changes_without_allocations(const char* name, const AnyWorld& world, const Change& change) {
  SCOPED_TRACE(name);
  Scratch scratch;
  AnyWorld plain = world, with_scratch = world;
  HitAnswer hits{std::vector<std::uint32_t>(64), std::vector<Interval>(64)};
  for (int frame = 0; frame < 6 * frames; ++frame) {
    SCOPED_TRACE(testing::Message() << "frame " << frame);
    change(plain, frame % frames, on<WorldOptions>(one_by_one(nullptr)));
    const std::size_t before = allocations_of_all_threads();
    change(with_scratch, frame % frames, on<WorldOptions>(one_by_one(&scratch)));
    if constexpr (std::is_same_v<AnyWorld, World>)
      first_hits(first_of(scene().rays[0], 64), with_scratch, {hits.shapes, hits.fractions},
                 on<RayOptions>(one_by_one(&scratch)));
    const std::size_t allocations = allocations_of_all_threads() - before;
    if (frame != 0) {
      EXPECT_EQ(allocations, 0U);
    }
    if constexpr (std::is_same_v<AnyWorld, World>)
      first_hits(first_of(scene().rays[0], 64), plain, {hits.shapes, hits.fractions});
    const WorldAnswer answer = answer_of(with_scratch, frame % frames), expected = answer_of(plain, frame % frames);
    EXPECT_TRUE(answer.order == expected.order && same(answer.near, expected.near));
  }
}

TEST(Scratch, MovingAllObjects) {
  expect_changes_without_allocations("spheres", World(view_of_balls(scene().balls[0])),
                                     [](World& world, int f, const WorldOptions& options) {
                                       world.move(view_of_balls(at(scene().balls, f)), options);
                                     });
  expect_changes_without_allocations("boxes", World(view_of_boxes(scene().boxes[0])),
                                     [](World& world, int f, const WorldOptions& options) {
                                       world.move(view_of_boxes(at(scene().boxes, f)), options);
                                     });
  expect_changes_without_allocations(
      "circles", World2(circles_of(scene().balls[0])),
      [](World2& world, int f, const WorldOptions& options) { world.move(circles_of(at(scene().balls, f)), options); });
  expect_changes_without_allocations(
      "boxes of the plane", World2(boxes2_of(scene().boxes[0])),
      [](World2& world, int f, const WorldOptions& options) { world.move(boxes2_of(at(scene().boxes, f)), options); });
}

TEST(Scratch, MovingSomeObjects) {
  std::array<std::vector<Sphere>, frames> some;
  for (std::size_t f = 0; f < some.size(); ++f)
    for (const std::uint32_t i : scene().some)
      some[f].push_back(scene().balls[f][(i * std::size_t{31}) % balls_of_a_frame]);
  expect_changes_without_allocations("spheres", World(view_of_balls(scene().balls[0])),
                                     [&](World& world, int f, const WorldOptions& options) {
                                       world.move(scene().some, view_of_balls(at(some, f)), options);
                                     });
}

TEST(Scratch, ChangingSets) {
  expect_changes_without_allocations("shapes", World(scene().shapes),
                                     [](World& world, int f, const WorldOptions& options) {
                                       world.change_shapes(
                                           [f](ShapeSet& set) {
                                             for (std::uint32_t i = 0; i < 300; ++i)
                                               set.set(3 + 9 * i, at(scene().balls, f)[i]);
                                           },
                                           options);
                                     });
  expect_changes_without_allocations("bodies", World(scene().bodies),
                                     [](World& world, int f, const WorldOptions& options) {
                                       world.change_bodies(
                                           [f](BodySet& set) {
                                             for (std::uint32_t i = 0; i < set.size(); ++i)
                                               if (set.contains(i)) set.move(i, {at(scene().points, f)[i], {}});
                                           },
                                           options);
                                     });
}

// ---- Others ----

TEST(Scratch, ContactsOfBodies) {
  std::vector<Pair> pairs;
  for (std::uint32_t i = 0; i + 1 < scene().bodies.size(); ++i)
    for (std::uint32_t j = i + 1; j < std::min(i + 9, static_cast<std::uint32_t>(scene().bodies.size())); ++j)
      if (scene().bodies.contains(i) && scene().bodies.contains(j)) pairs.push_back({i, j});
  expect_no_allocations(
      "bodies", [&, out = std::vector<BodyManifold>(pairs.size()) ](int, const Executor& e) mutable -> auto& {
        const BodyContactResult found =
            contacts(scene().bodies, scene().bodies, pairs, out, {.margin = 5, .executor = e});
        EXPECT_GT(found.manifolds, 0U);
        return out;
      });
}

TEST(Scratch, QueriesOfAMesh) {
  Rng rng(314);
  const MeshScene terrain_scene = terrain(rng, 40, 1);
  const TriangleMesh mesh(terrain_scene.vertices, terrain_scene.indices);
  const ShapeSet shapes = shapes_beside(terrain_scene, 315, 50);
  const std::vector<std::uint32_t> list = all_of(shapes);
  const std::vector<Ray> rays = rays_in(terrain_scene, 316, 500);
  expect_no_allocations(
      "contacts", [&, pairs = std::vector<Pair>(10000),
                   out = std::vector<Manifold>(10000) ](int, const Executor& e) mutable -> auto& {
        EXPECT_GT(contacts(shapes, mesh, list, {pairs, out}, on<ContactOptions>(e)).pairs, 0U);
        return out;
      });
  expect_no_allocations(
      "overlapping", [&, lists = ObjectLists() ](int, const Executor& e) mutable -> auto& {
        lists = overlapping(mesh, shapes, on<OverlapOptions>(e));
        return lists;
      },
      of_lists);
  expect_no_allocations(
      "all hits", [&, lists = HitLists() ](int, const Executor& e) mutable -> auto& {
        lists = all_hits(std::span<const Ray>(rays), mesh, on<RayOptions>(e));
        return lists;
      },
      of_hit_lists);
}

/// A pass keeps its own memory; with a Scratch as well.
TEST(Scratch, OverlapPasses) {
  const std::vector<World> worlds = worlds_of_the_scene();
  for (const World& world : worlds) {
    OverlapPass pass;
    Scratch scratch;
    std::vector<Pair> pairs(400000), expected(pairs.size());
    const std::uint64_t found = overlap(world, {.pairs = expected}).pairs;
    for (int frame = 0; frame < frames; ++frame) {
      const std::size_t before = allocations_of_all_threads();
      EXPECT_EQ(pass.run(world, {.pairs = pairs}, on<OverlapOptions>(one_by_one(&scratch))).pairs, found);
      if (frame != 0) {
        EXPECT_EQ(allocations_of_all_threads(), before);
      }
      EXPECT_TRUE(pairs == expected);
    }
  }
}

// ---- The object ----

TEST(Scratch, IsUsableAfterAnError) {
  const World world(view_of_balls(scene().balls[0]));
  const ConvexVolume camera = ConvexVolume::from_camera(lens, pose_at(0));
  std::vector<std::uint32_t> list(world.size()), expected(world.size());
  expected.resize(cull(camera, world, expected));
  std::vector<float> radii(balls_of_a_frame, 1);
  radii.back() = -1;  // the last tile throws
  const float origin = 0;
  const SphereView bad{{&origin, 0}, {&origin, 0}, {&origin, 0}, {radii.data()}, radii.size()};
  Scratch scratch;
  const auto options = on<CullOptions>(one_by_one(&scratch));
  std::size_t held = 0;
  for (int i = 0; i < 3; ++i) {
    EXPECT_NE(error_of([&] { cull(camera, bad, list, options); }), "");
    EXPECT_EQ(cull(camera, world, list, options), expected.size());
    EXPECT_TRUE(std::equal(expected.begin(), expected.end(), list.begin()));
    if (i != 0) {
      EXPECT_EQ(scratch.memory_bytes(), held) << "a block was lost";
    }
    held = scratch.memory_bytes();
  }
}

TEST(Scratch, IsUsableAfterMemoryHasRunOut) {
  if (!replaces_new()) GTEST_SKIP() << "allocations are not counted here";
  const World world(scene().bodies);
  const VolumeSet& volumes = scene().volumes[0][0];
  ManyVisible expected(volumes.size(), world.size(), true), out = expected;
  cull(volumes, world, expected.spans());
  Scratch scratch;
  bool failed = true;
  for (std::size_t n = 0; failed; ++n) {
    ASSERT_LT(n, 1000U);
    failed = false;
    try {
      const FailingNew failing(n > 3 ? 0 : n);  // what was allocated before is kept, so each call gets farther
      cull(volumes, world, out.spans(), on<CullOptions>(one_by_one(&scratch)));
    } catch (const std::bad_alloc&) {
      failed = true;
    }
    if (n > 3) break;
  }
  cull(volumes, world, out.spans(), on<CullOptions>(one_by_one(&scratch)));
  EXPECT_TRUE(out == expected);
}

TEST(Scratch, MovesAndFrees) {
  const World world(view_of_balls(scene().balls[0]));
  const ConvexVolume camera = ConvexVolume::from_camera(lens, pose_at(0));
  std::vector<std::uint64_t> mask(mask_words(world.size()));
  Scratch first;
  EXPECT_EQ(first.memory_bytes(), 0U);
  const std::size_t seen = cull(camera, world, mask, on<CullOptions>(one_by_one(&first)));
  const std::size_t held = first.memory_bytes();
  EXPECT_GT(held, 0U);
  Scratch second = std::move(first);
  EXPECT_EQ(second.memory_bytes(), held);
  EXPECT_EQ(cull(camera, world, mask, on<CullOptions>(one_by_one(&first))), seen);  // NOLINT: as without one
  EXPECT_EQ(first.memory_bytes(), 0U);                                              // NOLINT
  first = std::move(second);
  EXPECT_EQ(first.memory_bytes(), held);
  first = Scratch();
  EXPECT_EQ(first.memory_bytes(), 0U);
}

}  // namespace
}  // namespace lockstep::test
