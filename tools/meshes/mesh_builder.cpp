#include "meshes/mesh_builder.hpp"

#include <utility>

#include "meshes/polygon.hpp"
#include "text/error.hpp"
#include "text/names.hpp"

namespace lockstep::tools {

void MeshBuilder::find_part() {
  const auto [found, is_new] = part_numbers_.try_emplace(part_name_, static_cast<std::uint32_t>(mesh_.names.size()));
  if (is_new) mesh_.names.push_back(printable(part_name_));
  part_ = found->second, is_part_known_ = true;
}

void MeshBuilder::add_face(std::span<const std::uint32_t> corners, std::size_t place) {
  for (const std::uint32_t corner : corners)
    if (corner >= highest_) highest_ = corner, highest_place_ = place;
  has_faces_ |= !corners.empty();
  if (corners.size() < 3) return void(++thin_);
  if (!is_part_known_) find_part();
  if (corners.size() > 3) fans_.push_back({mesh_.triangles.size(), static_cast<std::uint32_t>(corners.size())});
  for (std::size_t i = 2; i < corners.size(); ++i) {
    mesh_.triangles.push_back({corners[0], corners[i - 1], corners[i]});
    mesh_.parts.push_back(part_);
  }
}

MeshFile MeshBuilder::finish() && {
  const std::size_t count = mesh_.vertices.size();
  if (has_faces_ && highest_ >= count)
    throw ReadError(concat(place_, " ", highest_place_, ": vertex ", std::uint64_t{highest_} + first_vertex_,
                           " is not in the file, which has ", count, ", counted from ", first_vertex_));
  mend_fans();
  if (thin_ > 0) add_note(concat("faces left out because they have fewer than three corners: ", thin_));
  if (mesh_.names.empty()) mesh_.names.emplace_back();  // no triangles
  return std::move(mesh_);
}

/// A fan covers a convex polygon. Others are cut in another way, into as many triangles.
void MeshBuilder::mend_fans() {
  constexpr std::size_t most_work = std::size_t{1} << 28;
  std::size_t work = 0, uncut = 0;
  std::vector<Vec3d> corners;
  for (const Fan& fan : fans_) {
    const std::span<Triangle> triangles = std::span(mesh_.triangles).subspan(fan.first_triangle, fan.corners - 2);
    std::vector<std::uint32_t> indices = {triangles[0][0], triangles[0][1]};
    for (const Triangle& triangle : triangles) indices.push_back(triangle[2]);
    corners.clear();
    for (const std::uint32_t index : indices) corners.push_back(mesh_.vertices[index]);
    if (is_fan(corners)) continue;
    const std::vector<Triangle> ears = cut_ears(corners, work, most_work);
    if (ears.empty()) ++uncut;
    for (std::size_t i = 0; i < ears.size(); ++i)
      triangles[i] = {indices[ears[i][0]], indices[ears[i][1]], indices[ears[i][2]]};
  }
  if (uncut > 0)
    add_note(concat("polygons that are cut from their first corner, because they cross themselves: ", uncut));
}

}  // namespace lockstep::tools
