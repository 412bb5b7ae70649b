#include "neighbours/cell_frame.hpp"

#include <algorithm>

#include "base/validate.hpp"

namespace lockstep::detail {

namespace {

Vec3d scaled_by(const Vec3d& v, double factor) { return {v.x * factor, v.y * factor, v.z * factor}; }
Vec3d cross(const Vec3d& a, const Vec3d& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// Unit axes for directions that are not periodic, perpendicular to all others.
void complete(std::array<Vec3d, 3>& axis, const std::array<bool, 3>& has_axis) {
  const auto count = std::count(has_axis.begin(), has_axis.end(), true);
  if (count == 0) axis = {Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}};
  if (count == 0 || count == 3) return;
  const auto to_unit = [](const Vec3d& v) {
    const double length = length_of(v);
    return length == 0 ? Vec3d{} : scaled_by(v, 1 / length);
  };
  const bool* const odd = std::find(has_axis.begin(), has_axis.end(), count == 1);
  const auto k = static_cast<std::size_t>(odd - has_axis.begin());
  Vec3d &first = axis[(k + 1) % 3], &second = axis[(k + 2) % 3];
  if (count == 2) {
    axis[k] = to_unit(cross(first, second));
    return;
  }
  const Vec3d v = axis[k];
  const double x = std::abs(v.x), y = std::abs(v.y), z = std::abs(v.z);
  const Vec3d least = x <= y && x <= z ? Vec3d{1, 0, 0} : y <= z ? Vec3d{0, 1, 0} : Vec3d{0, 0, 1};
  first = to_unit(cross(v, least));
  second = to_unit(cross(v, first));
}

}  // namespace

CellFrame frame_of(const Cell& cell) {
  check_vec3(cell.a, "cell.a"), check_vec3(cell.b, "cell.b"), check_vec3(cell.c, "cell.c");
  CellFrame frame{{cell.a, cell.b, cell.c}, {}, {}, {}, cell.periodic};
  std::array<Vec3d, 3> axis;
  std::array<double, 3> length = {1, 1, 1};
  bool is_valid = true;
  for (std::size_t k = 0; k < 3; ++k) {
    if (!cell.periodic[k]) continue;
    frame.size = std::max(frame.size, largest_of(frame.edge[k]));
    length[k] = length_of(frame.edge[k]);
    is_valid &= length[k] >= 0x1p-300;
    axis[k] = {frame.edge[k].x / length[k], frame.edge[k].y / length[k], frame.edge[k].z / length[k]};
  }
  if (is_valid) complete(axis, cell.periodic);
  const double volume = dot(axis[0], cross(axis[1], axis[2]));
  if (!is_valid || !(std::abs(volume) >= 0x1p-20))
    throw InvalidInput(
        "cell: the vectors of its periodic directions are linearly dependent, or nearly: their volume must be at least "
        "a millionth of the product of their lengths");
  for (std::size_t k = 0; k < 3; ++k) {
    frame.row[k] = scaled_by(cross(axis[(k + 1) % 3], axis[(k + 2) % 3]), 1 / (volume * length[k]));
    frame.width[k] = 1 / std::sqrt(dot(frame.row[k], frame.row[k]));
    // docs/numerics.md, "Neighbour lists"
    frame.error[k] = 0x1p-43 / (volume * volume * length[k]);
  }
  return frame;
}

}  // namespace lockstep::detail
