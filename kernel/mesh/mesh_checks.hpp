// Checks of the input of calls about a mesh.
#pragma once

#include <algorithm>
#include <span>
#include <string>

#include "lockstep/mesh.hpp"

namespace lockstep::detail {

inline std::string out_of(std::size_t count, const char* whose, const char* what) {
  return std::string(": out of range, ") + whose + std::to_string(count) + what;
}

/// Pairs of a shape and a triangle.
inline void check_mesh_pairs(const ShapeSet& shapes, const TriangleMesh& mesh, std::span<const Pair> pairs) {
  const auto is_bad = [&](const Pair& p) { return !shapes.contains(p.a) || p.b >= mesh.size(); };
  const auto bad = std::find_if(pairs.begin(), pairs.end(), is_bad);
  if (bad == pairs.end()) return;
  const std::string what = "pairs[" + std::to_string(bad - pairs.begin()) + "]";
  if (shapes.contains(bad->a))
    throw InvalidInput(what + ".b = " + std::to_string(bad->b) + out_of(mesh.size(), "the mesh has ", " triangles"));
  throw InvalidInput(
      what + ".a = " + std::to_string(bad->a) +
      (bad->a < shapes.size() ? ": was removed from the set" : out_of(shapes.size(), "the set has ", " shapes")));
}

/// Pairs of a ray and a triangle.
inline void check_ray_pairs(std::size_t rays, const TriangleMesh& mesh, std::span<const Pair> pairs) {
  const auto is_bad = [&](const Pair& p) { return p.a >= rays || p.b >= mesh.size(); };
  const auto bad = std::find_if(pairs.begin(), pairs.end(), is_bad);
  if (bad == pairs.end()) return;
  const std::string what = "pairs[" + std::to_string(bad - pairs.begin()) + "]";
  if (bad->a >= rays) throw InvalidInput(what + ".a = " + std::to_string(bad->a) + out_of(rays, "there are ", " rays"));
  throw InvalidInput(what + ".b = " + std::to_string(bad->b) + out_of(mesh.size(), "the mesh has ", " triangles"));
}

/// Shapes that are queried against a whole mesh.
inline void check_shape_list(const ShapeSet& shapes, std::span<const std::uint32_t> list) {
  const auto bad = std::find_if_not(list.begin(), list.end(), [&](std::uint32_t i) { return shapes.contains(i); });
  if (bad == list.end()) return;
  throw InvalidInput(
      "list[" + std::to_string(bad - list.begin()) + "] = " + std::to_string(*bad) +
      (*bad < shapes.size() ? ": was removed from the set" : out_of(shapes.size(), "the set has ", " shapes")));
}

}  // namespace lockstep::detail
