#include "scenes/mesh_scene.hpp"

#include <string>
#include <utility>
#include <vector>

#include "meshes/mesh_file.hpp"
#include "scenes/placed.hpp"
#include "text/error.hpp"

namespace lockstep::tools {
namespace {

std::vector<std::vector<Point3>> points_in_scene(const MeshFile& mesh) {
  std::vector<std::vector<Point3>> parts;
  for (const std::vector<Vec3d>& points : mesh.points_of_parts()) {
    parts.emplace_back();
    for (const Vec3d& p : points) parts.back().push_back({p.x, p.y, p.z});
  }
  return parts;
}

std::string part_name(const MeshFile& mesh, std::size_t part) {
  return mesh.names[part].empty() ? concat("part ", part) : mesh.names[part];
}

}  // namespace

Scene read_mesh_scene(std::span<const std::byte> data, const Lens& lens) {
  MeshFile mesh = read_mesh(data);
  if (mesh.vertices.empty()) throw ReadError("holds no vertices");
  Scene scene;
  scene.up = mesh.format == MeshFormat::obj ? Up::y : Up::z;
  scene.notes = std::move(mesh.notes);
  if (mesh.triangles.empty())
    scene.notes.push_back(
        concat("the file has no faces: its object is the hull of its ", mesh.vertices.size(), " points"));
  const std::vector<std::vector<Point3>> parts = points_in_scene(mesh);
  OriginFinder finder;
  for (const std::vector<Point3>& points : parts) {
    Extent extent;
    for (const Point3& p : points) extent.add(p);
    finder.add(extent);
  }
  Placer placer(std::move(finder).origin());
  for (std::size_t part = 0; part < parts.size(); ++part) {
    const std::string name = part_name(mesh, part);
    add_object(scene, {name, placer.hull(parts[part], name)});
  }
  placer.finish(scene);
  add_default_cameras(scene, lens);
  return scene;
}

}  // namespace lockstep::tools
