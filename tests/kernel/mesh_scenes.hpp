// Meshes and shapes beside them, and the same triangles as hulls of a set.
#pragma once

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "lockstep/mesh.hpp"
#include "pair_list.hpp"

namespace lockstep::test {

/// A mesh and its source data.
struct MeshScene {
  std::string name;
  std::vector<Vec3> vertices;
  std::vector<std::uint32_t> indices;
  double size = 1;  // of the world

  void add(const std::array<Vec3, 3>& corners) {
    for (const Vec3& v : corners) {
      indices.push_back(static_cast<std::uint32_t>(vertices.size()));
      vertices.push_back(v);
    }
  }
  [[nodiscard]] TriangleMesh mesh() const { return {vertices, indices}; }
  [[nodiscard]] std::uint32_t triangles() const { return static_cast<std::uint32_t>(indices.size() / 3); }
  /// Each triangle as a hull.
  [[nodiscard]] ShapeSet hulls() const {
    ShapeSet set;
    for (std::size_t i = 0; i < indices.size(); i += 3) {
      const Vec3 corners[] = {vertices[indices[i]], vertices[indices[i + 1]], vertices[indices[i + 2]]};
      set.add(ConvexHull{corners});
    }
    return set;
  }
};

inline Vec3 random_point(Rng& rng, double size) {
  const auto coordinate = [&] { return static_cast<float>(oracle::uniform(rng, -size, size)); };
  return {coordinate(), coordinate(), coordinate()};
}

/// Squares of two triangles each, which share their vertices: hills, or a plain if all are in one plane.
inline MeshScene terrain(Rng& rng, int squares, double height) {
  MeshScene scene{height > 0 ? "hills" : "plain", {}, {}, 1};
  const auto side = static_cast<std::uint32_t>(squares + 1);
  for (std::uint32_t i = 0; i < side * side; ++i) {
    const auto place = [&](std::uint32_t k) { return static_cast<float>(k) / static_cast<float>(squares) * 2 - 1; };
    scene.vertices.push_back({place(i % side), place(i / side), static_cast<float>(oracle::uniform(rng, 0, height))});
  }
  for (std::uint32_t y = 0; y + 1 < side; ++y)
    for (std::uint32_t x = 0; x + 1 < side; ++x) {
      const std::uint32_t at = y * side + x;
      for (const std::uint32_t i : {at, at + 1, at + side, at + 1, at + side + 1, at + side})
        scene.indices.push_back(i);
    }
  return scene;
}

/// Triangles of any size anywhere; with needles, edges, points, and some of them twice.
inline MeshScene soup(Rng& rng, int triangles, double size) {
  MeshScene scene{"soup of size " + std::to_string(size), {}, {}, size};
  for (int i = 0; i < triangles; ++i) {
    const Vec3 p = random_point(rng, 0.9 * size);
    const double edge = 0.1 * size * std::pow(10.0, oracle::uniform(rng, -3, 0));
    const auto beside = [&](double length) {
      const Vec3 d = random_point(rng, length);
      return Vec3{p.x + d.x, p.y + d.y, p.z + d.z};
    };
    const Vec3 q = beside(edge), middle{0.5F * (p.x + q.x), 0.5F * (p.y + q.y), 0.5F * (p.z + q.z)};
    switch (oracle::below(rng, 8)) {
      case 0: scene.add({p, p, p}); break;
      case 1: scene.add({p, q, p}); break;
      case 2: scene.add({p, q, middle}); break;
      case 3: scene.add({p, q, beside(1e-5 * edge)}); break;
      case 4: scene.add({p, {q.x, p.y, p.z}, {p.x, q.y, p.z}}); break;
      default: scene.add({p, q, beside(edge)});
    }
    if (i % 16 == 15) scene.indices.insert(scene.indices.end(), scene.indices.end() - 3, scene.indices.end());
  }
  return scene;
}

/// The scenes of the suites.
inline std::vector<MeshScene> mesh_scenes(std::uint64_t seed, int size) {
  Rng rng(seed);
  std::vector<MeshScene> scenes{terrain(rng, size, 0.2), terrain(rng, size, 0), soup(rng, 2 * size * size, 1),
                                soup(rng, size * size, 1e18), soup(rng, size * size, 1e-30)};
  scenes.push_back({"one triangle", {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {0, 1, 2}, 1});
  scenes.push_back({"no triangle", {{0, 0, 0}}, {}, 1});
  return scenes;
}

/// One shape of each kind at a place.
inline void add_shapes(ShapeSet& set, Rng& rng, const Vec3& at, double size) {
  const auto length = [&](double least) { return static_cast<float>(oracle::uniform(rng, least, 1) * size); };
  const auto beside = [&] {
    const Vec3 d = random_point(rng, size);
    return Vec3{at.x + d.x, at.y + d.y, at.z + d.z};
  };
  const Quat turn{0.5F, -0.5F, 0.5F, 0.5F};
  const Vec3 r{length(0.1), length(0.1), length(0.1)};
  set.add(Point{at});
  set.add(Sphere{at, length(0)});
  set.add(Aabb{{at.x - r.x, at.y - r.y, at.z - r.z}, {at.x + r.x, at.y + r.y, at.z + r.z}});
  set.add(Box{at, {0.48F, 0.6F, 0, 0.64F}, r});
  set.add(Capsule{at, beside(), length(0)});
  const Vec3 corners[] = {at, beside(), beside(), beside(), beside()};
  set.add(ConvexHull{corners});
  set.add(RoundedHull{{std::span(corners).first(4)}, length(0.1)});
  set.add(Ellipsoid{at, turn, r});
  const Vec3 top = beside();
  if (top == at) return;
  set.add(Cylinder{at, top, length(0.1)});
  set.add(Cone{at, top, length(0.1)});
}

/// Shapes in the world of a scene, of many sizes.
inline ShapeSet shapes_beside(const MeshScene& scene, std::uint64_t seed, int places) {
  Rng rng(seed);
  ShapeSet set;
  for (int i = 0; i < places; ++i)
    add_shapes(set, rng, random_point(rng, 0.7 * scene.size),
               scene.size * 0.2 * std::pow(10.0, oracle::uniform(rng, -2.5, 0)));
  return set;
}

/// The same, and the same at double positions: moved a little, by numbers that floats do not hold, or not at all.
inline std::array<ShapeSet, 2> plain_and_placed(const MeshScene& scene, std::uint64_t seed, int places) {
  std::array<ShapeSet, 2> sets{shapes_beside(scene, seed, places), shapes_beside(scene, seed, places)};
  Rng rng(seed);
  for (std::uint32_t i = 0; i < sets[1].size(); ++i) {
    const double by = 0.2 * scene.size * std::pow(10.0, oracle::uniform(rng, -6, 0));
    const auto along = [&] {
      const double x = oracle::uniform(rng, -by, by);
      return std::abs(x) < 0x1p-97 ? static_cast<float>(x) : x;  // a multiple of 2^-149
    };
    if (oracle::below(rng, 4) != 0) sets[1].place(i, {along(), along(), along()});
  }
  return sets;
}

inline std::vector<std::uint32_t> all_of(const ShapeSet& shapes) {
  std::vector<std::uint32_t> list(shapes.size());
  for (std::uint32_t i = 0; i < list.size(); ++i) list[i] = i;
  return list;
}

inline std::vector<Vec3> motions_in(const MeshScene& scene, std::uint64_t seed, std::size_t count) {
  Rng rng(seed);
  std::vector<Vec3> motions(count);
  for (Vec3& m : motions) {
    m = random_point(rng, 0.7 * scene.size * std::pow(10.0, oracle::uniform(rng, -1.5, 0.5)));
    if (oracle::below(rng, 4) == 0) m = {0, 0, m.z};
  }
  return motions;
}

inline std::vector<Ray> rays_in(const MeshScene& scene, std::uint64_t seed, std::size_t count) {
  Rng rng(seed);
  const std::vector<Vec3> motions = motions_in(scene, seed + 1, count);
  std::vector<Ray> rays(count);
  for (std::size_t i = 0; i < count; ++i) rays[i] = {random_point(rng, 0.7 * scene.size), motions[i]};
  // Some through the plain, along it, and from the vertices.
  for (std::size_t i = 1; i < count; i += 3) rays[i].motion = {0.1F * motions[i].x, 0, -1.8F * rays[i].origin.z};
  for (std::size_t i = 0; i < count; i += 9) rays[i].origin.z = 0, rays[i].motion.z = 0;
  for (std::size_t i = 4; i < count && !scene.vertices.empty(); i += 9)
    rays[i].origin = scene.vertices[i % scene.vertices.size()];
  return rays;
}

}  // namespace lockstep::test
