// Pairs of a shape, or a ray, and a triangle of a mesh have the answers of a hull with the same three vertices, to the
// bit, on every instruction set.
#include <gtest/gtest.h>

#include "cast_list.hpp"
#include "contact_list.hpp"
#include "every_isa.hpp"
#include "mesh_scenes.hpp"

namespace lockstep::test {
namespace {

/// Some of all pairs, unsorted: more than a tile of them, and no multiple of one.
std::vector<Pair> some_pairs(std::size_t objects, const MeshScene& scene, std::uint64_t seed, std::size_t count) {
  Rng rng(seed);
  std::vector<Pair> pairs(scene.triangles() == 0 ? 0 : count);
  for (Pair& pair : pairs)
    pair = {static_cast<std::uint32_t>(oracle::below(rng, static_cast<int>(objects))),
            static_cast<std::uint32_t>(oracle::below(rng, static_cast<int>(scene.triangles())))};
  return pairs;
}

class MeshPairLists : public EveryIsa {
 protected:
  static constexpr std::size_t pairs_of_a_scene = 600;
  template <class Ask>
  void for_each_scene(const Ask& ask) {
    for (const MeshScene& scene : mesh_scenes(81, 6)) {
      SCOPED_TRACE(scene.name);
      for (const ShapeSet& shapes : plain_and_placed(scene, 82, 12)) ask(scene, scene.mesh(), scene.hulls(), shapes);
    }
  }
};

TEST_P(MeshPairLists, Verdicts) {
  for_each_scene([](const MeshScene& scene, const TriangleMesh& mesh, const ShapeSet& hulls, const ShapeSet& shapes) {
    const std::vector<Pair> pairs = some_pairs(shapes.size(), scene, 83, pairs_of_a_scene);
    for (const Method method : {Method::automatic, Method::gjk}) {
      std::vector<Verdict> verdicts(pairs.size()), expected(pairs.size());
      intersect(shapes, mesh, pairs, verdicts, {.method = method, .isa = GetParam()});
      intersect(shapes, hulls, pairs, expected, {.method = method, .isa = Isa::scalar});
      EXPECT_EQ(verdicts, expected);
    }
  });
}

TEST_P(MeshPairLists, Distances) {
  for_each_scene([](const MeshScene& scene, const TriangleMesh& mesh, const ShapeSet& hulls, const ShapeSet& shapes) {
    const std::vector<Pair> pairs = some_pairs(shapes.size(), scene, 84, pairs_of_a_scene);
    for (const float most : {std::numeric_limits<float>::infinity(), static_cast<float>(0.2 * scene.size)}) {
      const auto expected = measure(shapes, hulls, pairs, {.no_farther_than = most, .isa = Isa::scalar});
      std::vector<Interval> distances(pairs.size());
      std::vector<WitnessPoints> points(pairs.size());
      std::vector<Vec3d> normals(pairs.size());
      distance(shapes, mesh, pairs, {distances, points, normals}, {.no_farther_than = most, .isa = GetParam()});
      std::vector<Measured> measured(pairs.size());
      for (std::size_t i = 0; i < pairs.size(); ++i) measured[i] = {distances[i], points[i], normals[i]};
      for (std::size_t i = 0; i < pairs.size(); ++i)
        ASSERT_TRUE(same_bits(measured[i], expected[i])) << pairs[i].a << ", " << pairs[i].b << ":\n"
                                                         << text(measured[i]) << "\nexpected\n"
                                                         << text(expected[i]);
    }
  });
}

/// For shapes with equal numbers, which have no order.
TEST_P(MeshPairLists, TrianglesAndThemselves) {
  for (const MeshScene& scene : mesh_scenes(90, 6)) {
    SCOPED_TRACE(scene.name);
    const ShapeSet hulls = scene.hulls();
    std::vector<Pair> pairs;
    for (std::uint32_t t = 0; t < scene.triangles(); ++t) pairs.push_back({t, t});
    std::vector<Interval> distances(pairs.size());
    std::vector<WitnessPoints> points(pairs.size());
    std::vector<Vec3d> normals(pairs.size());
    distance(hulls, scene.mesh(), pairs, {distances, points, normals}, {.isa = GetParam()});
    const auto expected = measure(hulls, hulls, pairs, {.isa = Isa::scalar});
    for (std::size_t t = 0; t < pairs.size(); ++t)
      ASSERT_TRUE(same_bits(Measured{distances[t], points[t], normals[t]}, expected[t])) << t;
  }
}

TEST_P(MeshPairLists, Contacts) {
  for_each_scene([](const MeshScene& scene, const TriangleMesh& mesh, const ShapeSet& hulls, const ShapeSet& shapes) {
    const std::vector<Pair> pairs = some_pairs(shapes.size(), scene, 85, pairs_of_a_scene);
    const auto margin = static_cast<float>(0.1 * scene.size);
    std::vector<Manifold> found(pairs.size());
    contacts(shapes, mesh, pairs, found, {.margin = margin, .isa = GetParam()});
    const std::vector<Manifold> expected = touch(shapes, hulls, pairs, {.margin = margin, .isa = Isa::scalar});
    for (std::size_t i = 0; i < pairs.size(); ++i)
      ASSERT_TRUE(same_bits(found[i], expected[i])) << pairs[i].a << ", " << pairs[i].b << ":\n"
                                                    << text(found[i]) << "\nexpected\n"
                                                    << text(expected[i]);
  });
}

TEST_P(MeshPairLists, Casts) {
  for_each_scene([](const MeshScene& scene, const TriangleMesh& mesh, const ShapeSet& hulls, const ShapeSet& shapes) {
    const std::vector<Pair> pairs = some_pairs(shapes.size(), scene, 86, pairs_of_a_scene);
    const std::vector<Vec3> motions = motions_in(scene, 87, pairs.size());
    std::vector<Interval> fractions(pairs.size());
    std::vector<Vec3d> points(pairs.size()), normals(pairs.size());
    cast(shapes, mesh, pairs, motions, {fractions, points, normals}, {.isa = GetParam()});
    const std::vector<Met> met = collected(fractions, points, normals);
    const std::vector<Met> expected = meet(shapes, hulls, pairs, motions, {.isa = Isa::scalar});
    for (std::size_t i = 0; i < pairs.size(); ++i)
      ASSERT_TRUE(same_bits(met[i], expected[i])) << pairs[i].a << ", " << pairs[i].b << ":\n"
                                                  << text(met[i]) << "\nexpected\n"
                                                  << text(expected[i]);
  });
}

TEST_P(MeshPairLists, Rays) {
  for_each_scene([](const MeshScene& scene, const TriangleMesh& mesh, const ShapeSet& hulls, const ShapeSet&) {
    const std::vector<Ray> rays = rays_in(scene, 88, 40);
    const std::vector<Pair> pairs = some_pairs(rays.size(), scene, 89, pairs_of_a_scene);
    std::vector<Interval> fractions(pairs.size()), expected(pairs.size());
    std::vector<Vec3d> points(pairs.size()), normals(pairs.size()), expected_points(pairs.size()),
        expected_normals(pairs.size());
    cast_rays(rays, mesh, pairs, {fractions, points, normals}, {.isa = GetParam()});
    cast_rays(rays, hulls, pairs, {expected, expected_points, expected_normals}, {.isa = Isa::scalar});
    const std::vector<Met> met = collected(fractions, points, normals);
    const std::vector<Met> all = collected(expected, expected_points, expected_normals);
    for (std::size_t i = 0; i < pairs.size(); ++i)
      ASSERT_TRUE(same_bits(met[i], all[i])) << pairs[i].a << ", " << pairs[i].b << ":\n"
                                             << text(met[i]) << "\nexpected\n"
                                             << text(all[i]);
  });
}

INSTANTIATE_TEST_SUITE_P(, MeshPairLists, isas(), isa_name);

}  // namespace
}  // namespace lockstep::test
