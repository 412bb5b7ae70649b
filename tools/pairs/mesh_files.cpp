#include "pairs/mesh_files.hpp"

#include <cmath>
#include <filesystem>
#include <span>

#include <lockstep/mesh.hpp>

#include "text/checks.hpp"
#include "text/error.hpp"
#include "text/file.hpp"

namespace lockstep::tools {
namespace {

/// Each line has a copy of its hull, so a small file could demand endless memory.
constexpr std::size_t most_hull_vertices = 1U << 25;

/// Rounds to the nearest float32, as numbers of a pair file.
std::vector<Vec3> rounded(const std::vector<Vec3d>& points) {
  std::vector<Vec3> floats;
  floats.reserve(points.size());
  for (const Vec3d& p : points) {
    const Vec3 v{static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)};
    for (const float coordinate : {v.x, v.y, v.z}) {
      if (!std::isfinite(coordinate)) throw ReadError("a coordinate is too large for a float32");
      if (const Problem problem = coordinate_problem(coordinate)) throw ReadError(*problem);
    }
    floats.push_back(v);
  }
  return floats;
}

}  // namespace

MeshFiles::MeshFiles(const std::string& path)
    : folder_(path == "-" ? std::string() : std::filesystem::path(path).parent_path().string()) {}

MeshFiles::Opened& MeshFiles::open(const std::string& path) {
  const auto found = opened_.find(path);
  if (found != opened_.end()) return found->second;
  const std::string place = (std::filesystem::path(folder_) / path).string();
  return opened_.emplace(path, Opened{read_mesh(read_plain_file(place, max_scene_bytes)), {}, {}}).first->second;
}

const std::vector<Vec3>& MeshFiles::hull_of(const std::string& path) {
  Opened& opened = open(path);
  if (opened.hull.empty()) opened.hull = rounded(opened.file.points());
  if (opened.hull.empty()) throw ReadError("holds no vertices");
  hull_vertices_ += opened.hull.size();
  if (hull_vertices_ > most_hull_vertices)
    throw ReadError(concat("the hulls of all lines up to this one have more than ", most_hull_vertices, " vertices"));
  return opened.hull;
}

std::shared_ptr<const TriangleMesh> MeshFiles::mesh(const std::string& path) {
  Opened& opened = open(path);
  if (opened.file.triangles.empty()) throw ReadError("holds no triangles");
  if (opened.mesh == nullptr) {
    const std::vector<Triangle>& triangles = opened.file.triangles;
    const std::span<const std::uint32_t> indices(triangles.data()->data(), 3 * triangles.size());
    opened.mesh = std::make_shared<const TriangleMesh>(rounded(opened.file.vertices), indices);
  }
  return opened.mesh;
}

}  // namespace lockstep::tools
