#include "runs/culled_objects.hpp"

#include <optional>
#include <utility>
#include <vector>

#include "runs/scene_shapes.hpp"

namespace lockstep::tools {
namespace {

/// All objects of the scene, if they are of one kind.
template <class Shape>
std::optional<std::vector<Shape>> all_of(const Scene& scene) {
  std::vector<Shape> shapes;
  shapes.reserve(scene.objects.size());
  for (const Object& object : scene.objects) {
    const Shape* const shape = std::get_if<Shape>(&object.geometry);
    if (shape == nullptr) return std::nullopt;
    shapes.push_back(*shape);
  }
  return shapes;
}

/// Spheres and axis-aligned boxes need only their numbers, not a set of shapes.
World make_world(const Scene& scene, ShapeSet shapes) {
  if (const auto spheres = all_of<Sphere>(scene))
    return World(SphereView::of(*spheres, &Sphere::center, &Sphere::radius));
  if (const auto boxes = all_of<Aabb>(scene)) return World(AabbView::of(*boxes, &Aabb::min, &Aabb::max));
  return World(std::move(shapes));
}

}  // namespace

CulledObjects::CulledObjects(const Scene& scene, bool kept) : objects_(shapes_of(scene)) {
  if (kept) objects_ = make_world(scene, std::get<ShapeSet>(std::move(objects_)));
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
