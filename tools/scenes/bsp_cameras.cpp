#include "scenes/bsp_cameras.hpp"

#include <cmath>
#include <map>
#include <numbers>
#include <string>
#include <utility>

#include "scenes/camera.hpp"
#include "text/error.hpp"
#include "text/names.hpp"

namespace lockstep::tools {
namespace {

constexpr double eye_height = 26;  // of a standing player above the origin of its entity
constexpr double near_plane = 4;   // of the game's renderer

struct Angles {
  double pitch = 0, yaw = 0;  // degrees; pitch is positive downwards
};

/// Roll is left out: no spawn point has one.
Angles angles_of(const Entity& entity) {
  if (const auto all = entity.vector("angles")) return {all->x, all->y};
  return {0, entity.number("angle").value_or(0)};
}

/// The position of each "targetname".
std::map<std::string_view, Point3> target_origins(std::span<const Entity> entities) {
  std::map<std::string_view, Point3> origins;
  for (const Entity& entity : entities) {
    const auto origin = entity.vector("origin");
    if (origin) origins.emplace(entity.value("targetname"), *origin);
  }
  origins.erase("");
  return origins;
}

/// The direction of view and the picture's upward direction: both from angles, so that looking straight down works.
void add_angled_camera(Scene& scene, std::string name, const Point3& eye, const Angles& angles, const Lens& lens) {
  const double radians = std::numbers::pi / 180;
  const double pitch = std::remainder(angles.pitch, 360) * radians, yaw = std::remainder(angles.yaw, 360) * radians;
  const Point3 forward{std::cos(pitch) * std::cos(yaw), std::cos(pitch) * std::sin(yaw), -std::sin(pitch)};
  const Point3 up{std::sin(pitch) * std::cos(yaw), std::sin(pitch) * std::sin(yaw), std::cos(pitch)};
  add_camera(scene, make_camera(std::move(name), eye, forward, up, lens, near_plane));
}

Angles angles_towards(const Point3& d) {
  const double degrees = 180 / std::numbers::pi;
  return {-std::atan2(d.z, std::hypot(d.x, d.y)) * degrees, std::atan2(d.y, d.x) * degrees};
}

}  // namespace

void add_spawn_cameras(Scene& scene, std::span<const Entity> entities, const Lens& lens) {
  const std::map<std::string_view, Point3> targets = target_origins(entities);
  std::map<std::string_view, int> seen;
  for (const Entity& entity : entities) {
    const std::string_view type = entity.value("classname");
    if (!type.starts_with("info_player_")) continue;
    const auto origin = entity.vector("origin");
    if (!origin) continue;
    std::string name = printable(concat(type.substr(5), " ", ++seen[type]));
    const bool intermission = type == "info_player_intermission";
    const auto target = intermission ? targets.find(entity.value("target")) : targets.end();
    const Angles angles = target == targets.end() ? angles_of(entity) : angles_towards(target->second - *origin);
    const Point3 eye = intermission ? *origin : *origin + Point3{0, 0, eye_height};
    add_angled_camera(scene, std::move(name), eye, angles, lens);
  }
}

}  // namespace lockstep::tools
