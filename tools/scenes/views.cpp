#include "scenes/views.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "text/error.hpp"
#include "text/exit_code.hpp"

namespace lockstep::tools {
namespace {

[[noreturn]] void refuse(const std::string& text) {
  throw UsageError(
      concat("--views: '", text,
             "' is not one of cameras, tiles:WxH, clusters:WxHxD, cascades:N and cube, with numbers from 1 on"));
}

/// An error about a matrix of --camera. The library got it row by row; its advice becomes another --order.
std::string in_options(std::string text, MatrixOrder given) {
  const std::pair<std::string_view, std::string_view> words[] = {
      {"if its numbers lie column after column, say MatrixOrder::column_major",
       given == MatrixOrder::row_major ? "if its numbers lie column after column, give --order column"
                                       : "if its numbers lie row after row, leave --order column out"},
      {"the MatrixOrder that it is in", "the --order and the --depth that it has"}};
  for (const auto& [library, program] : words)
    if (const std::size_t at = text.find(library); at != std::string::npos) text.replace(at, library.size(), program);
  return text;
}

/// "16x9" -> {16, 9}; empty for another text.
std::vector<std::uint32_t> numbers(std::string_view text) {
  std::vector<std::uint32_t> found;
  const char *at = text.data(), *const end = at + text.size();
  while (at != end) {
    std::uint32_t number = 0;
    const auto [after, error] = std::from_chars(at, end, number);
    if (error != std::errc() || number == 0 || (after != end && *after != 'x') || after + 1 == end) return {};
    found.push_back(number);
    at = after == end ? end : after + 1;
  }
  return found;
}

/// A camera's near and far sides by depth: their distances from the plane through its eye (for an orthographic camera,
/// from its position, or from the side of a matrix's lowest depth).
struct DepthOf {
  bool orthographic;
  double near, far;  ///< far may be infinite
  Vec3d eye;
};

Point3 point(const Vec3& v) { return {v.x, v.y, v.z}; }

DepthOf depth_of(const PosedLens& camera) {
  return {camera.lens.orthographic, camera.lens.near_depth, camera.lens.far_depth, camera.pose.position};
}

/// The point where three planes meet: row . p + row[3] = 0.
Vec3d common_point(const double* a, const double* b, const double* c) {
  const Point3 n{a[0], a[1], a[2]}, m{b[0], b[1], b[2]}, k{c[0], c[1], c[2]};
  const Point3 sum = cross(m, k) * -a[3] + cross(k, n) * -b[3] + cross(n, m) * -c[3];
  const double volume = dot(n, cross(m, k));
  return {sum.x / volume, sum.y / volume, sum.z / volume};
}

/// The depths at which clip z is at the ends of its range: z = across . p + slope w + offset. `across` is 0 except for
/// tilted sides, which are ignored here.
DepthOf depth_of(const ViewProjection& camera) {
  const double* const m = camera.rows.data();
  const Point3 forward{m[12], m[13], m[14]}, z{m[8], m[9], m[10]};
  const double low = camera.range == DepthRange::zero_to_one ? 0 : -1, length = std::sqrt(dot(forward, forward));
  if (length == 0) return {true, 0, (1 - low) * m[15] / std::sqrt(dot(z, z)), {}};
  const double slope = dot(z, forward) / (length * length), offset = m[11] - slope * m[15];
  const auto depth_at = [&](double end) {
    // A rounded matrix puts infinity at a finite depth: any depth beyond all floats is infinity.
    const double depth = offset / (end - slope) / length;
    return depth > 0 && depth <= double{max_coordinate} ? depth : std::numeric_limits<double>::infinity();
  };
  const double a = depth_at(low), b = depth_at(1);
  return {false, std::min(a, b), std::max(a, b), common_point(m, m + 4, m + 12)};
}

std::vector<double> depths(const Views& views, const DepthOf& depth, double reach) {
  if (!depth.orthographic) {
    const double far = std::isinf(depth.far) ? std::max(reach, 2 * depth.near) : depth.far;
    return split_depths(depth.near, far, views.slices, views.blend);
  }
  std::vector<double> even(views.slices - 1);
  for (std::size_t i = 0; i < even.size(); ++i)
    even[i] = depth.near + (depth.far - depth.near) * static_cast<double>(i + 1) / views.slices;
  return even;
}

ConvexVolume volume_of(const PosedLens& camera) { return ConvexVolume::from_camera(camera.lens, camera.pose); }
ConvexVolume volume_of(const ViewProjection& camera) {
  return ConvexVolume::from_view_projection(camera.rows, camera.range);
}
VolumeSet grid_of(const PosedLens& camera, const ViewGrid& grid) {
  return VolumeSet::grid(camera.lens, camera.pose, grid);
}
VolumeSet grid_of(const ViewProjection& camera, const ViewGrid& grid) {
  return VolumeSet::grid(camera.rows, camera.range, grid);
}

template <class View>
VolumeSet cut_up(const Views& views, const std::string& name, const View& camera, double reach) {
  const ConvexVolume volume = volume_of(camera);
  if (views.kind == ViewKind::cameras) return VolumeSet(std::span(&volume, 1));
  const DepthOf depth = depth_of(camera);
  if (views.kind == ViewKind::cube) {
    if (depth.orthographic) throw UsageError(concat("--views: camera ", name, " is orthographic and has no cube"));
    return VolumeSet::cube(depth.eye, depth.near, depth.far);
  }
  const std::vector<double> cuts = views.slices > 1 ? depths(views, depth, reach) : std::vector<double>{};
  return grid_of(camera, {.columns = views.columns, .rows = views.rows, .depths = cuts});
}

}  // namespace

Views parse_views(const std::string& text) {
  const std::size_t colon = text.find(':');
  const std::string kind = text.substr(0, colon);
  const std::vector<std::uint32_t> n =
      colon == std::string::npos ? std::vector<std::uint32_t>{} : numbers(std::string_view(text).substr(colon + 1));
  Views views{.text = text};
  if (text == "cameras") return views;
  views.kind = text == "cube" ? ViewKind::cube : ViewKind::grid;
  if (kind == "tiles" && n.size() == 2) {
    views.columns = n[0], views.rows = n[1];
  } else if (kind == "clusters" && n.size() == 3) {
    views.columns = n[0], views.rows = n[1], views.slices = n[2];
  } else if (kind == "cascades" && n.size() == 1) {
    views.slices = n[0], views.blend = 0.5;
  } else if (text != "cube") {
    refuse(text);
  }
  if (static_cast<double>(views.columns) * views.rows * views.slices > static_cast<double>(VolumeSet::max_volumes))
    throw UsageError(concat("--views: '", text, "' makes more than ", VolumeSet::max_volumes, " views of each camera"));
  return views;
}

double reach_of(const Scene& scene) {
  const Aabb all = bounds(scene);
  const Point3 diagonal = point(all.max) - point(all.min);
  return scene.objects.empty() ? 1 : std::sqrt(dot(diagonal, diagonal));
}

std::array<Vec3, 8> corners_within(const ConvexVolume& volume, double reach) {
  std::array<Vec3, 8> corners = volume.corners();
  if (!volume.infinite_far()) return corners;
  double longest = 0;
  for (std::size_t k = 0; k < 4; ++k) {
    const Point3 edge = point(corners[k + 4]) - point(corners[k]);
    longest = std::max(longest, std::sqrt(dot(edge, edge)));
  }
  for (std::size_t k = 0; k < 4; ++k) {
    const Point3 edge = point(corners[k + 4]) - point(corners[k]),
                 far = point(corners[k]) + edge * (2 * reach / longest);
    corners[k + 4] = {static_cast<float>(far.x), static_cast<float>(far.y), static_cast<float>(far.z)};
  }
  return corners;
}

VolumeSet make_views(const Views& views, const Camera& camera, double reach) {
  // Files are checked when they are read.
  if (const auto* const posed = std::get_if<PosedLens>(&camera.view);
      posed != nullptr && !(posed->lens.far_depth > posed->lens.near_depth))
    throw UsageError(concat("--far: ", posed->lens.far_depth, " is not beyond the near plane of camera ", camera.name,
                            ", at ", posed->lens.near_depth));
  try {
    return std::visit([&](const auto& view) { return cut_up(views, camera.name, view, reach); }, camera.view);
  } catch (const InvalidInput& error) {
    const auto* const matrix = std::get_if<ViewProjection>(&camera.view);
    throw ReadError(concat("camera ", camera.name, ": ",
                           matrix == nullptr ? std::string(error.what()) : in_options(error.what(), matrix->given)));
  }
}

}  // namespace lockstep::tools
