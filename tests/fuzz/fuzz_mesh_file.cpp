// Bytes for the readers of STL, OBJ and PLY, as triangles and as scenes.
#include <cmath>

#include "meshes/mesh_file.hpp"
#include "scene_check.hpp"
#include "scenes/mesh_scene.hpp"

namespace lockstep::test {
namespace {

/// Indices are in range, vertices are finite, names can be shown.
void check_mesh(const tools::MeshFile& mesh) {
  if (mesh.names.empty() || mesh.parts.size() != mesh.triangles.size()) broken("a mesh without parts");
  for (const std::string& name : mesh.names) expect_printable(name);
  for (const Vec3d& v : mesh.vertices)
    if (!std::isfinite(v.x) || !std::isfinite(v.y) || !std::isfinite(v.z))
      broken("a vertex that is not made of numbers");
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    if (mesh.parts[i] >= mesh.names.size()) broken("a triangle of no part");
    for (const std::uint32_t vertex : mesh.triangles[i])
      if (vertex >= mesh.vertices.size()) broken("a corner at no vertex");
  }
}

}  // namespace
}  // namespace lockstep::test

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lockstep;
  const auto file = std::as_bytes(std::span(data, size));
  try {
    test::check_mesh(tools::read_mesh(file));
  } catch (const tools::ReadError& error) {
    if (*error.what() == '\0') test::broken("an error that says nothing");
    test::expect_printable(error.what());
  }
  test::expect_scene_or_error([&] { return tools::read_mesh_scene(file, tools::Lens{}); });
  return 0;
}
