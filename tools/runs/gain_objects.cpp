#include "runs/gain_objects.hpp"

#include <algorithm>
#include <cmath>

#include <lockstep/reference/gjk.hpp>

namespace lockstep::tools {

GainBoxes::GainBoxes(const Scene& scene) {
  constexpr std::size_t most = 200'000;
  const std::size_t all = scene.objects.size(), count = std::min(all, most);
  for (std::size_t i = 0; i < count; ++i) {
    const Geometry& geometry = scene.objects[i * all / count].geometry;
    if (std::holds_alternative<Aabb>(geometry)) ++exact_;
    const auto& [low, high] = bounds(geometry);
    columns_.min_x.push_back(low.x), columns_.min_y.push_back(low.y), columns_.min_z.push_back(low.z);
    columns_.max_x.push_back(high.x), columns_.max_y.push_back(high.y), columns_.max_z.push_back(high.z);
  }
}

AabbView GainBoxes::view() const {
  const BoxColumns& c = columns_;
  return {{c.min_x.data()}, {c.min_y.data()}, {c.min_z.data()}, {c.max_x.data()},
          {c.max_y.data()}, {c.max_z.data()}, c.size()};
}

bool GainBoxes::scalar_gjk(std::size_t index, const ViewHull& view) const {
  const BoxColumns& c = columns_;
  return reference::intersect(reference::Aabb<float>{{c.min_x[index], c.min_y[index], c.min_z[index]},
                                                     {c.max_x[index], c.max_y[index], c.max_z[index]}},
                              view);
}

GainLights::GainLights(const GainBoxes& boxes, double reach) {
  const BoxColumns& b = boxes.columns();
  const auto most = static_cast<float>(reach / most_of_scene);
  for (std::size_t i = 0; i < b.size(); ++i) {
    const float x = b.max_x[i] / 2 - b.min_x[i] / 2, y = b.max_y[i] / 2 - b.min_y[i] / 2,
                z = b.max_z[i] / 2 - b.min_z[i] / 2;
    columns_.x.push_back(b.min_x[i] + x), columns_.y.push_back(b.min_y[i] + y), columns_.z.push_back(b.min_z[i] + z);
    columns_.radius.push_back(std::min(std::hypot(x, y, z), most));
  }
}

SphereView GainLights::view() const {
  const LightColumns& c = columns_;
  return {{c.x.data()}, {c.y.data()}, {c.z.data()}, {c.radius.data()}, c.size()};
}

bool GainLights::scalar_gjk(std::size_t index, const ViewHull& view) const {
  const LightColumns& c = columns_;
  return reference::intersect(reference::Sphere<float>{{c.x[index], c.y[index], c.z[index]}, c.radius[index]}, view);
}

}  // namespace lockstep::tools
