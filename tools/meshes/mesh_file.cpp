#include "meshes/mesh_file.hpp"

#include <string_view>

#include "meshes/obj.hpp"
#include "meshes/ply.hpp"
#include "meshes/stl.hpp"
#include "text/error.hpp"
#include "text/text.hpp"

namespace lockstep::tools {
namespace {

std::string_view characters(std::span<const std::byte> data) {
  return {reinterpret_cast<const char*>(data.data()), data.size()};
}

}  // namespace

std::vector<std::vector<Vec3d>> MeshFile::points_of_parts() const {
  if (triangles.empty()) return {vertices};
  std::vector<std::vector<Vec3d>> points(names.size());
  constexpr std::uint32_t in_none = UINT32_MAX;
  std::vector<std::uint32_t> last_part(vertices.size(), in_none);
  std::vector<std::vector<std::uint32_t>> triangles_of(names.size());
  for (std::uint32_t i = 0; i < triangles.size(); ++i) triangles_of[parts[i]].push_back(i);
  for (std::uint32_t part = 0; part < names.size(); ++part)
    for (const std::uint32_t i : triangles_of[part])
      for (const std::uint32_t vertex : triangles[i]) {
        if (last_part[vertex] == part) continue;
        last_part[vertex] = part;
        points[part].push_back(vertices[vertex]);
      }
  return points;
}

std::vector<Vec3d> MeshFile::points() const {
  if (triangles.empty()) return vertices;
  std::vector<bool> used(vertices.size());
  for (const Triangle& triangle : triangles)
    for (const std::uint32_t vertex : triangle) used[vertex] = true;
  std::vector<Vec3d> points;
  for (std::size_t i = 0; i < vertices.size(); ++i)
    if (used[i]) points.push_back(vertices[i]);
  return points;
}

std::optional<MeshFormat> mesh_format(std::span<const std::byte> data) {
  if (is_ply(data)) return MeshFormat::ply;
  if (is_binary_stl(data) || is_text_stl(data)) return MeshFormat::stl;
  if (is_obj(characters(data))) return MeshFormat::obj;
  return std::nullopt;
}

MeshFile read_mesh(std::span<const std::byte> data) {
  const std::optional<MeshFormat> format = mesh_format(data);
  if (!format) {
    if (const auto problem = text_problem(characters(data))) throw ReadError(*problem);
    throw ReadError(concat("is neither STL, OBJ nor PLY", why_not_stl(data)));
  }
  switch (*format) {
    case MeshFormat::ply: return read_ply(data);
    case MeshFormat::obj: return read_obj(characters(data));
    case MeshFormat::stl: break;
  }
  return is_binary_stl(data) ? read_binary_stl(data) : read_text_stl(data);
}

std::string why_not_stl(std::span<const std::byte> data) {
  const auto length = binary_stl_length(data);
  const std::string_view header = characters(data).substr(0, 84);
  if (!length || header.find('\0') == std::string_view::npos) return {};
  return concat(" (as binary STL it would be ", *length, " bytes long, and has ", data.size(), ")");
}

}  // namespace lockstep::tools
