#include "runs/culled_objects.hpp"

#include <array>
#include <vector>

#include "runs/scene_shapes.hpp"
#include "text/error.hpp"
#include "text/exit_code.hpp"

namespace lockstep::tools {
namespace {

constexpr std::array<const char*, std::variant_size_v<Geometry>> kinds = {"a sphere", "a box along the axes",
                                                                          "a turned box", "a hull"};

/// All objects of the scene, which are of one kind.
template <class Shape>
std::vector<Shape> all_of(const Scene& scene) {
  std::vector<Shape> shapes;
  shapes.reserve(scene.objects.size());
  for (const Object& object : scene.objects) {
    const Shape* const shape = std::get_if<Shape>(&object.geometry);
    if (shape == nullptr)
      throw UsageError(concat("--kept: a kept world holds spheres, or boxes along the axes, all of one kind; ",
                              object.name, " is ", kinds[object.geometry.index()]));
    shapes.push_back(*shape);
  }
  return shapes;
}

World make_world(const Scene& scene) {
  if (scene.objects.empty()) return {};
  if (std::holds_alternative<Sphere>(scene.objects[0].geometry)) {
    const std::vector<Sphere> spheres = all_of<Sphere>(scene);
    return World(SphereView::of(spheres, &Sphere::center, &Sphere::radius));
  }
  const std::vector<Aabb> boxes = all_of<Aabb>(scene);
  return World(AabbView::of(boxes, &Aabb::min, &Aabb::max));
}

}  // namespace

CulledObjects::CulledObjects(const Scene& scene, bool kept) : objects_(shapes_of(scene)) {
  if (kept) objects_ = make_world(scene);
}

std::size_t CulledObjects::size() const {
  return std::visit([](const auto& objects) { return objects.size(); }, objects_);
}

std::size_t CulledObjects::cull(const ConvexVolume& volume, std::span<std::uint64_t> visible,
                                const CullOptions& how) const {
  return std::visit([&](const auto& objects) { return lockstep::cull(volume, objects, visible, how); }, objects_);
}

std::size_t CulledObjects::cull(const VolumeSet& volumes, const VisibleSets& visible, const CullOptions& how) const {
  return std::visit([&](const auto& objects) { return lockstep::cull(volumes, objects, visible, how); }, objects_);
}

}  // namespace lockstep::tools
