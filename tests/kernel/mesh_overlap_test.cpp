// The triangles of a mesh that shapes overlap, compared with `intersect` of all pairs and with passes over the same
// triangles as hulls: in every scene, with margins, filters and free slots, near contact and for invalid shapes.
#include "lockstep/overlap.hpp"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <array>
#include <cmath>
#include <cstring>

#include "bad_numbers.hpp"
#include "error_of.hpp"
#include "failing_allocations.hpp"
#include "mesh_scenes.hpp"
#include "overlap_expectations.hpp"
#include "world_scenes.hpp"

namespace lockstep::test {
namespace {

TEST(MeshOverlap, ShapesOfAnyKind) {
  for (const MeshScene& scene : mesh_scenes(231, 12)) {
    SCOPED_TRACE(scene.name);
    const ShapeSet hulls = scene.hulls();
    for (ShapeSet& shapes : plain_and_placed(scene, 233, 30)) {
      Rng rng(232);
      remove_some(shapes, rng);
      for (const double margin : {0.0, 0.05 * scene.size})
        for (const OverlapOptions& options : both_touchings(static_cast<float>(margin)))
          expect_pairs(scene.mesh(), shapes, shapes.size(), pairs_of(shapes, hulls, options), options);
    }
  }
}

/// More of them than a part has, and far more than are decided at once.
TEST(MeshOverlap, ViewsOfSpheresAndBoxes) {
  Rng rng(234);
  for (const MeshScene& scene : mesh_scenes(235, 12)) {
    SCOPED_TRACE(scene.name);
    const ShapeSet hulls = scene.hulls();
    for (const Objects kind : objects_of_worlds) {
      Columns batch(stream_count(kind));
      for (std::size_t i = 0; i < 300; ++i) {
        const Vec3 p = random_point(rng, 0.8 * scene.size);
        const auto length = [&] { return static_cast<float>(oracle::uniform(rng, 0, 0.1) * scene.size); };
        batch[0].push_back(p.x), batch[1].push_back(p.y), batch[2].push_back(p.z);
        for (std::size_t s = 3; s < batch.size(); ++s)
          batch[s].push_back(length() + (kind == Objects::aabbs ? batch[s - 3][i] : 0));
      }
      const std::vector<Pair> expected = pairs_of(set_of_columns(batch), hulls, {});
      with_view(batch, [&](const auto& view) { expect_pairs(scene.mesh(), view, view.count, expected, {}); });
    }
  }
}

/// A point of a triangle that is not degenerate, and its unit normal.
struct Place {
  double point[3], normal[3];
};
Place place_on(const MeshScene& scene, std::uint32_t triangle, Rng& rng) {
  const auto corner = [&](std::size_t k) { return scene.vertices[scene.indices[3 * triangle + k]]; };
  const Vec3 a = corner(0), b = corner(1), c = corner(2);
  const double u = oracle::uniform(rng, 0, 0.5), v = oracle::uniform(rng, 0, 0.5);
  const double ab[3] = {double{b.x} - a.x, double{b.y} - a.y, double{b.z} - a.z},
               ac[3] = {double{c.x} - a.x, double{c.y} - a.y, double{c.z} - a.z};
  Place place{{a.x + u * ab[0] + v * ac[0], a.y + u * ab[1] + v * ac[1], a.z + u * ab[2] + v * ac[2]}, {}};
  for (int k = 0; k < 3; ++k) place.normal[k] = ab[(k + 1) % 3] * ac[(k + 2) % 3] - ab[(k + 2) % 3] * ac[(k + 1) % 3];
  const double length = std::hypot(place.normal[0], place.normal[1], place.normal[2]);
  for (double& x : place.normal) x /= length;
  return place;
}

/// Round shapes that are a few last bits, or a share of the margin, away from a triangle's plane.
TEST(MeshOverlap, NearContactWithPlanes) {
  Rng rng(236);
  MeshScene scene = terrain(rng, 10, 0.4);
  for (const float far : {0.0F, 30.0F, 1e5F}) {
    SCOPED_TRACE(far);
    for (Vec3& v : scene.vertices) v = {v.x + far, v.y - far, v.z + far};
    ShapeSet shapes;
    for (std::uint32_t t = 0; t < scene.triangles(); ++t) {
      const Place at = place_on(scene, t, rng);
      if (std::isnan(at.normal[0])) continue;  // far away corners coincide
      const auto radius = static_cast<float>(oracle::uniform(rng, 0.01, 0.2));
      const double gap = std::ldexp(oracle::uniform(rng, -1, 1), -oracle::below(rng, 26)) * radius;
      const auto along = [&](double by) {
        const auto k = [&](int i) { return static_cast<float>(at.point[i] + by * at.normal[i]); };
        return Vec3{k(0), k(1), k(2)};
      };
      shapes.add(Sphere{along(radius + gap), radius});
      shapes.add(Capsule{along(-3 * radius - gap), along(-radius - gap), radius});
      const Vec3 corner = along(gap);
      shapes.add(Aabb{{corner.x - (at.normal[0] < 0 ? radius : 0), corner.y - (at.normal[1] < 0 ? radius : 0),
                       corner.z - (at.normal[2] < 0 ? radius : 0)},
                      {corner.x + (at.normal[0] < 0 ? 0 : radius), corner.y + (at.normal[1] < 0 ? 0 : radius),
                       corner.z + (at.normal[2] < 0 ? 0 : radius)}});
    }
    for (const OverlapOptions& options : both_touchings(0))
      expect_pairs(scene.mesh(), shapes, shapes.size(), pairs_of(shapes, scene.hulls(), options), options);
    expect_pairs(scene.mesh(), shapes, shapes.size(), pairs_of(shapes, scene.hulls(), {.margin = 0.01F}),
                 {.margin = 0.01F});
  }
}

/// A direction of length 1 across another, which may be 0.
std::array<double, 3> direction_across(Rng& rng, const double (&n)[3]) {
  const double square = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
  std::array<double, 3> d{};
  for (double& x : d) x = oracle::uniform(rng, -1, 1);
  const double part = square == 0 ? 0 : (d[0] * n[0] + d[1] * n[1] + d[2] * n[2]) / square;
  for (std::size_t k = 0; k < 3; ++k) d[k] -= part * n[k];
  const double length = std::hypot(d[0], d[1], d[2]);
  for (double& x : d) x /= length;
  return d;
}

/// A point of a triangle's edge, or its corner, and a unit vector away from there along which no point of the triangle
/// is farther out.
Place place_on_border(const MeshScene& scene, std::uint32_t triangle, Rng& rng) {
  const auto turn = static_cast<std::uint32_t>(oracle::below(rng, 3));
  const auto corner = [&](std::uint32_t k) { return scene.vertices[scene.indices[3 * triangle + (k + turn) % 3]]; };
  const Vec3 a = corner(0), b = corner(1), c = corner(2);
  const double u = oracle::below(rng, 3) == 0 ? 0 : oracle::uniform(rng, 0, 1);
  const double ab[3] = {double{b.x} - a.x, double{b.y} - a.y, double{b.z} - a.z};
  Place place{{a.x + u * ab[0], a.y + u * ab[1], a.z + u * ab[2]}, {}};
  const std::array<double, 3> d = direction_across(rng, ab);
  const double to_c = d[0] * (double{c.x} - a.x) + d[1] * (double{c.y} - a.y) + d[2] * (double{c.z} - a.z);
  for (std::size_t k = 0; k < 3; ++k) place.normal[k] = to_c > 0 ? -d[k] : d[k];
  return place;
}

/// Spheres and capsules beside edges and corners, by a few last bits, or by a share of the margin.
TEST(MeshOverlap, NearContactWithEdgesAndCorners) {
  Rng rng(245);
  const MeshScene scene = soup(rng, 150, 1);
  ShapeSet shapes;
  for (std::uint32_t i = 0; i < 600; ++i) {
    const Place at = place_on_border(scene, i % scene.triangles(), rng);
    const std::array<double, 3> along = direction_across(rng, at.normal);
    const auto radius = static_cast<float>(oracle::uniform(rng, 0.001, 0.1));
    const double gap = std::ldexp(oracle::uniform(rng, -1, 1), -oracle::below(rng, 26)) * radius;
    const auto place = [&](double by) {
      const auto coordinate = [&](std::size_t k) {
        return static_cast<float>(at.point[k] + (radius + gap) * at.normal[k] + by * along[k]);
      };
      return Vec3{coordinate(0), coordinate(1), coordinate(2)};
    };
    shapes.add(Sphere{place(0), radius});
    shapes.add(Capsule{place(oracle::uniform(rng, -0.2, 0)), place(oracle::uniform(rng, 0, 0.2)), radius});
  }
  for (const float margin : {0.0F, 0.01F})
    for (const OverlapOptions& options : both_touchings(margin))
      expect_pairs(scene.mesh(), shapes, shapes.size(), pairs_of(shapes, scene.hulls(), options), options);
}

/// Triangles beyond the range of `Check::inputs` overlap everything as far as the tree knows, and are in a list once.
TEST(MeshOverlap, TrianglesThatNobodyChecked) {
  Rng rng(246);
  const MeshScene scene = soup(rng, 100, 1e25);
  const TriangleMesh mesh(scene.vertices, scene.indices, Check::none);
  ShapeSet shapes, hulls;
  for (std::size_t i = 0; i < scene.indices.size(); i += 3) {
    const auto corner = [&](std::size_t k) { return scene.vertices[scene.indices[i + k]]; };
    const Vec3 corners[] = {corner(0), corner(1), corner(2)};
    hulls.add(ConvexHull{corners}, Check::none);
    shapes.add(Capsule{random_point(rng, 1e25), corner(2), 1e24F}, Check::none);
  }
  for (const OverlapOptions& options : both_touchings(0))
    expect_pairs(mesh, shapes, shapes.size(), brute_force(shapes, &hulls, options), options);
}

/// Spheres whose squares overflow.
TEST(MeshOverlap, ShapesThatNobodyChecked) {
  Rng rng(248);
  const MeshScene scene = soup(rng, 50, 1e18);
  const ShapeSet hulls = scene.hulls();
  for (const double size : {1e21, 1e31}) {
    ShapeSet shapes;
    for (int i = 0; i < 200; ++i)
      shapes.add(Sphere{random_point(rng, size), static_cast<float>(oracle::uniform(rng, 0, 2) * size)}, Check::none);
    for (const OverlapOptions& options : both_touchings(0))
      expect_pairs(scene.mesh(), shapes, shapes.size(), brute_force(shapes, &hulls, options), options);
  }
}

TEST(MeshOverlap, Filters) {
  Rng rng(237);
  const MeshScene scene = mesh_scenes(238, 12)[0];
  const ShapeSet hulls = scene.hulls(), shapes = shapes_beside(scene, 239, 10);
  const auto bits = [&](std::size_t count) {
    std::vector<std::uint32_t> some;
    for (std::size_t i = 0; i < count; ++i) some.push_back(static_cast<std::uint32_t>(1 + rng() % 7));
    return some;
  };
  const auto group = bits(shapes.size()), mask = bits(shapes.size()), second_group = bits(scene.triangles()),
             second_mask = bits(scene.triangles());
  for (const OverlapOptions& options :
       {OverlapOptions{.filter = {group, mask}}, OverlapOptions{.second_filter = {second_group, {}}},
        OverlapOptions{.filter = {group, mask}, .second_filter = {second_group, second_mask}}})
    expect_pairs(scene.mesh(), shapes, shapes.size(), pairs_of(shapes, hulls, options), options);
}

/// Several parts and a random order of the shapes, with one thread as well.
TEST(MeshOverlap, ManyShapes) {
  Rng rng(240);
  const MeshScene scene = terrain(rng, 12, 0.3);
  Columns batch(stream_count(Objects::spheres));
  for (int i = 0; i < 5000; ++i) {
    const Vec3 p = random_point(rng, 1);
    batch[0].push_back(p.x), batch[1].push_back(p.y), batch[2].push_back(p.z), batch[3].push_back(0.02F);
  }
  const std::vector<Pair> expected = pairs_of(set_of_columns(batch), scene.hulls(), {});
  with_view(batch, [&](const auto& view) {
    expect_pairs(scene.mesh(), view, 5000, expected, {});
    const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
    expect_pairs(scene.mesh(), view, 5000, expected, {});
  });
}

TEST(MeshOverlap, WhatIsNoShapeOrNoTriangle) {
  Rng rng(241);
  MeshScene scene = terrain(rng, 8, 0.3);
  scene.vertices[40].y = nan;
  const TriangleMesh mesh(scene.vertices, scene.indices, Check::none);
  ShapeSet shapes;
  shapes.add(Sphere{{0, inf, 0}, 1}, Check::none);
  shapes.add(Sphere{{50, 50, 50}, 1});
  std::vector<std::uint32_t> bad;
  for (std::uint32_t t = 0; t < mesh.size(); ++t)
    if (std::find(&scene.indices[3 * t], &scene.indices[3 * t] + 3, 40U) != &scene.indices[3 * t] + 3) bad.push_back(t);
  for (const Isa isa : supported_isas()) {
    const ObjectLists lists = overlapping(mesh, shapes, {.isa = isa});
    EXPECT_EQ(lists[0].size(), mesh.size());
    EXPECT_EQ(std::vector<std::uint32_t>(lists[1].begin(), lists[1].end()), bad);
    EXPECT_TRUE(overlapping(mesh, shapes, {.touching = Touching::separate, .isa = isa}).objects.empty());
  }
  EXPECT_EQ(overlapping(TriangleMesh(), shapes).first, (std::vector<std::size_t>{0, 0, 0}));
  EXPECT_EQ(overlapping(mesh, ShapeSet()).first, std::vector<std::size_t>{0});
}

TEST(MeshOverlap, QuestionsThatAreNone) {
  const TriangleMesh mesh = mesh_scenes(242, 4)[0].mesh();
  const Columns one = {{0}, {nan}, {0}, {1}};
  ShapeSet shapes;
  shapes.add(Sphere{{0, 0, 0}, 1});
  const std::vector<std::uint32_t> bits(2);
  std::vector<std::uint64_t> any(2, 7);
  with_view(one, [&](const auto& view) {
    EXPECT_EQ(error_of([&] { (void)overlapping(mesh, view); }), std::string("spheres.y[0] = nan") + not_coordinate);
  });
  EXPECT_EQ(error_of([&] { (void)overlapping(mesh, shapes, {.margin = -1}); }), "options.margin = -1" + not_length);
  EXPECT_EQ(error_of([&] { (void)overlapping(mesh, shapes, {.second_filter = {.mask = bits}}); }),
            "options.second_filter.mask: has 2 elements, needs one for each of the " + std::to_string(mesh.size()) +
                " objects, or none");
  EXPECT_NE(error_of([&] { any_overlapping(mesh, shapes, any); }).find("any: has 2"), std::string::npos);
  EXPECT_EQ(any, std::vector<std::uint64_t>(2, 7));
}

TEST(MeshOverlap, BitsTakeNoMemory) {
  const MeshScene scene = mesh_scenes(243, 12)[0];
  const TriangleMesh mesh = scene.mesh();
  const ShapeSet shapes = shapes_beside(scene, 244, 3);
  std::vector<std::uint64_t> any(mask_words(shapes.size()));
  EXPECT_EQ(allocations_of([&] { any_overlapping(mesh, shapes, any); }), 0U);
}

}  // namespace
}  // namespace lockstep::test
