#include "scenes/views.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>
#include <vector>

#include "text/error.hpp"
#include "text/exit_code.hpp"

namespace lockstep::tools {
namespace {

constexpr DepthRange range = DepthRange::minus_one_to_one;

[[noreturn]] void refuse(const std::string& text) {
  throw UsageError(
      concat("--views: '", text,
             "' is none of cameras, tiles:WxH, clusters:WxHxD, cascades:N and cube, with numbers from 1 on"));
}

/// "16x9" -> {16, 9}; empty if that is not what it is.
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

/// A camera's sides by depth: distances from the plane through its eye (of an orthographic one, from its near side).
struct DepthOf {
  bool orthographic;
  double near, far;
  Point3 eye;
};

Point3 point(const Vec3& v) { return {v.x, v.y, v.z}; }

DepthOf depth_of(const Camera& camera, const ConvexVolume& volume, double reach) {
  const std::array<Vec3, 8> corners = volume.corners();
  const auto& m = camera.view_projection;
  const Point3 forward{m[12], m[13], m[14]}, near = point(corners[0]), edge = point(corners[4]) - near;
  const double length = std::sqrt(dot(forward, forward));
  if (length == 0) return {true, 0, std::sqrt(dot(edge, edge)), {}};
  const auto depth = [&](const Point3& p) { return (dot(forward, p) + m[15]) / length; };
  const double from = depth(near), to = depth(point(corners[4]));
  const Point3 eye = near - edge * (from / (to - from));
  return {false, from, volume.infinite_far() ? std::max(reach, 2 * from) : to, eye};
}

std::vector<float> depths(const Views& views, const DepthOf& depth) {
  if (!depth.orthographic)
    return split_depths(static_cast<float>(depth.near), static_cast<float>(depth.far), views.slices, views.blend);
  std::vector<float> even(views.slices - 1);
  for (std::size_t i = 0; i < even.size(); ++i)
    even[i] = static_cast<float>(depth.far * static_cast<double>(i + 1) / views.slices);
  return even;
}

VolumeSet cut_up(const Views& views, const Camera& camera, double reach) {
  const ConvexVolume volume = ConvexVolume::from_view_projection(camera.view_projection, range);
  if (views.kind == ViewKind::cameras) return VolumeSet(std::span(&volume, 1));
  const DepthOf depth = depth_of(camera, volume, reach);
  if (views.kind == ViewKind::cube) {
    if (depth.orthographic)
      throw UsageError(concat("--views: camera ", camera.name, " is orthographic and has no cube"));
    const Vec3 eye = to_float(depth.eye, "the camera's eye");
    return VolumeSet::cube(eye, static_cast<float>(depth.near), static_cast<float>(depth.far));
  }
  const std::vector<float> cuts = views.slices > 1 ? depths(views, depth) : std::vector<float>{};
  return VolumeSet::grid(camera.view_projection, range, {.columns = views.columns, .rows = views.rows, .depths = cuts});
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
    views.slices = n[0], views.blend = 0.5F;
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
  try {
    return cut_up(views, camera, reach);
  } catch (const InvalidInput& error) {
    throw ReadError(concat("camera ", camera.name, ": ", error.what()));
  }
}

}  // namespace lockstep::tools
