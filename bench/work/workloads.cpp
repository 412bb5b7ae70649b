#include "work/workloads.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "work/lattice.hpp"
#include "work/random_shapes.hpp"

namespace lockstep::bench {
namespace {

// The branch predictor learns a small list by heart, so every list has at least this many distinct pairs.
constexpr std::uint32_t pair_count = 100'000;
constexpr std::uint64_t seed = 20'240'229;

/// Pairs of neighbours in memory: 0 with 1, 2 with 3, ...
std::vector<Pair> neighbours() {
  std::vector<Pair> pairs(pair_count);
  for (std::uint32_t i = 0; i < pair_count; ++i) pairs[i] = {2 * i, 2 * i + 1};
  return pairs;
}

/// Two shapes at a time whose centres lie up to `reach` apart, with uniform distances: deep hits, clear misses and all
/// between, as from a broad phase. `reach` makes half of the pairs hit.
template <class Shape>
PairWorkload facing_pairs(Shape (*shape_at)(Random&, const Vec3&), float reach) {
  Random random(seed);
  std::vector<Shape> shapes;
  for (std::uint32_t i = 0; i < pair_count; ++i) {
    const Vec3 center = place(random);
    shapes.push_back(shape_at(random, center));
    const Vec3 direction = random.direction();
    shapes.push_back(shape_at(random, moved(center, direction, random.uniform(0, reach))));
  }
  return {std::move(shapes), neighbours()};
}

/// The same for hulls, each used once: their vertices come from memory.
PairWorkload facing_hulls(std::size_t vertices_each, float reach) {
  Random random(seed);
  Hulls hulls{vertices_each, {}};
  for (std::uint32_t i = 0; i < pair_count; ++i) {
    const Vec3 center = place(random);
    add_hull(hulls, random, center);
    const Vec3 direction = random.direction();
    add_hull(hulls, random, moved(center, direction, random.uniform(0, reach)));
  }
  return {std::move(hulls), neighbours()};
}

/// Clusters of 11 hulls, all 55 pairs of each cluster, as from a broad phase: a hull is used ten times while its
/// vertices are in the cache.
PairWorkload clustered_hulls(std::size_t vertices_each, float spread) {
  constexpr std::uint32_t clusters = 2000, members = 11;
  Random random(seed);
  Hulls hulls{vertices_each, {}};
  std::vector<Pair> pairs;
  for (std::uint32_t first = 0; first < clusters * members; first += members) {
    const Vec3 center = place(random);
    for (std::uint32_t i = first; i < first + members; ++i) {
      const Vec3 direction = random.direction();
      add_hull(hulls, random, moved(center, direction, random.uniform(0, spread)));
      for (std::uint32_t j = first; j < i; ++j) pairs.push_back({j, i});
    }
  }
  return {std::move(hulls), std::move(pairs)};
}

/// Two instances of one mesh at a time, turned at random, up to `reach` apart.
PairWorkload facing_instances(std::size_t vertices, float reach) {
  Random random(seed);
  Hulls mesh{vertices, {}};
  add_hull(mesh, random, {0, 0, 0});
  Hulls hulls{vertices, {}, std::move(mesh.vertices), {}};
  const auto add_instance = [&](const Vec3& position) {
    const Pose& pose = hulls.poses.emplace_back(Pose{position, random.rotation()});
    const auto axes = reference::rotation_axes(quaternion<float>(pose.rotation));
    for (const Vec3& v : hulls.mesh) {
      const auto p = reference::to_world(axes, {v.x, v.y, v.z});
      hulls.vertices.push_back({position.x + p.x, position.y + p.y, position.z + p.z});
    }
  };
  for (std::uint32_t i = 0; i < pair_count; ++i) {
    const Vec3 center = place(random);
    add_instance(center);
    const Vec3 direction = random.direction();
    add_instance(moved(center, direction, random.uniform(0, reach)));
  }
  return {std::move(hulls), neighbours()};
}

/// The distance at which `b`, moving from a's centre along `direction`, leaves `a`.
float contact_distance(const Box& a, Box b, const Vec3& direction) {
  float inside = 0, outside = 8;
  for (int i = 0; i < 24; ++i) {
    const float middle = 0.5F * (inside + outside);
    b.center = moved(a.center, direction, middle);
    const bool hit = reference::intersect(reference_shape<double>(a), reference_shape<double>(b));
    (hit ? inside : outside) = middle;
  }
  return inside;
}

/// Boxes within 3 % of contact, where GJK needs most steps.
PairWorkload near_boxes() {
  Random random(seed);
  std::vector<Box> boxes;
  for (std::uint32_t i = 0; i < pair_count; ++i) {
    const Box a = box_at(random, place(random));
    Box b = box_at(random, {});
    const Vec3 direction = random.direction();
    const float contact = contact_distance(a, b, direction);
    b.center = moved(a.center, direction, contact * random.uniform(0.97F, 1.03F));
    boxes.insert(boxes.end(), {a, b});
  }
  return {std::move(boxes), neighbours()};
}

/// Any box with any other: every pair costs two cache misses. The boxes share a cube whose side makes half of the pairs
/// hit.
PairWorkload random_boxes(std::uint32_t pairs_wanted) {
  constexpr std::uint32_t boxes_in_cube = 100'000;
  constexpr float half_side = 1.19F;
  Random random(seed);
  std::vector<Box> boxes;
  for (std::uint32_t i = 0; i < boxes_in_cube; ++i) {
    boxes.push_back(
        box_at(random, random.in_box({-half_side, -half_side, -half_side}, {half_side, half_side, half_side})));
  }
  std::vector<Pair> pairs(pairs_wanted);
  for (Pair& pair : pairs) {
    pair.a = random.index(boxes_in_cube);
    do pair.b = random.index(boxes_in_cube);
    while (pair.a == pair.b);
  }
  return {std::move(boxes), std::move(pairs)};
}

/// The same as `obb_obb_random`, a few pairs at a time.
template <std::size_t batch>
PairWorkload small_batches() {
  PairWorkload workload = random_boxes(pair_count);
  workload.batch = batch;
  return workload;
}

constexpr PairWorkloadSpec spec(const char* name, PairKind kind, PairWorkload (*make)()) {
  return {name, kind, 0, false, make};
}

/// Clusters of hulls whose spread makes half of the pairs hit.
template <std::size_t vertices, int spread_in_hundredths>
constexpr PairWorkloadSpec hulls(const char* name) {
  return {name, PairKind::hull, vertices, false,
          [] { return clustered_hulls(vertices, spread_in_hundredths / 100.0F); }};
}

template <std::size_t batch>
constexpr PairWorkloadSpec small(const char* name) {
  return {name, PairKind::box, 0, false, small_batches<batch>, batch};
}

/// Pairs of neighbours, as arrays.
constexpr PairWorkloadSpec streams(const char* name, PairKind kind, PairWorkload (*make)()) {
  return {name, kind, 0, false, make, 0, true};
}

constexpr std::array specs{
    spec("obb_obb", PairKind::box, [] { return facing_pairs(box_at, 3.15F); }),
    spec("obb_obb_near", PairKind::box, near_boxes),
    spec("obb_obb_random", PairKind::box, [] { return random_boxes(pair_count); }),
    PairWorkloadSpec{"obb_obb_1m", PairKind::box, 0, true, [] { return random_boxes(1'000'000); }},
    spec("sphere_sphere", PairKind::sphere, [] { return facing_pairs(sphere_at, 2.4F); }),
    spec("capsule_capsule", PairKind::capsule, [] { return facing_pairs(capsule_at, 1.95F); }),
    streams("obb_obb_streams", PairKind::box, [] { return facing_pairs(box_at, 3.15F); }),
    streams("sphere_sphere_streams", PairKind::sphere, [] { return facing_pairs(sphere_at, 2.4F); }),
    streams("aabb_aabb_streams", PairKind::aabb, [] { return facing_pairs(aabb_at, 2.77F); }),
    streams("capsule_capsule_streams", PairKind::capsule, [] { return facing_pairs(capsule_at, 1.95F); }),
    hulls<8, 131>("hull8"),
    hulls<32, 176>("hull32"),
    PairWorkloadSpec{"hull32_instances", PairKind::hull, 32, false, [] { return facing_instances(32, 2.2F); }},
    PairWorkloadSpec{"hull32_all_different", PairKind::hull, 32, false, [] { return facing_hulls(32, 2.5F); }},
    hulls<128, 188>("hull128"),
    hulls<256, 190>("hull256"),
    PairWorkloadSpec{"mixed", PairKind::mixed, 8, false, random_mixed},
    spec("lattice_boxes", PairKind::box, lattice_boxes),
    PairWorkloadSpec{"lattice_hull8", PairKind::hull, 8, false, lattice_hulls},
    PairWorkloadSpec{"lattice_mixed", PairKind::mixed, 8, false, lattice_mixed},
};

constexpr std::array small_specs{small<1>("obb_obb_1"), small<8>("obb_obb_8"), small<64>("obb_obb_64"),
                                 small<1000>("obb_obb_1000")};

}  // namespace

std::span<const PairWorkloadSpec> pair_workloads() { return specs; }
std::span<const PairWorkloadSpec> small_workloads() { return small_specs; }

}  // namespace lockstep::bench
