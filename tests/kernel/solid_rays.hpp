// Spheres and boxes of all sizes, and rays through and past them.
#pragma once

#include <cmath>
#include <type_traits>
#include <vector>

#include "generate.hpp"
#include "lockstep/cast.hpp"
#include "lockstep/sets.hpp"
#include "lockstep/views.hpp"

namespace lockstep::test {

using oracle::Rng;

/// Spheres or boxes, as a view, and as a set.
template <class Shape>
struct Solids {
  std::vector<Shape> shapes;

  [[nodiscard]] auto view() const {
    if constexpr (std::is_same_v<Shape, Sphere>)
      return SphereView::of(shapes, &Sphere::center, &Sphere::radius);
    else
      return AabbView::of(shapes, &Aabb::min, &Aabb::max);
  }
  [[nodiscard]] ShapeSet set() const {
    ShapeSet set;
    for (const Shape& shape : shapes) set.add(shape);
    return set;
  }
};

/// Sizes, places and rays over this many powers of ten, around 1.
struct Scales {
  Rng rng;
  double decades;

  double at(double reach) { return oracle::uniform(rng, -reach, reach); }
  double scale() { return std::pow(10, at(decades)); }
  Vec3 vec(double reach) {
    const auto number = [&] { return static_cast<float>(at(reach)); };
    const float x = number(), y = number();
    return {x, y, number()};
  }
  void append(std::vector<Sphere>& to) {
    to.push_back({vec(20 * scale()), static_cast<float>(std::abs(at(2)) * scale())});
  }
  void append(std::vector<Aabb>& to) {
    const Vec3 a = vec(20 * scale()), side = vec(2 * scale());
    to.push_back({a, {a.x + std::abs(side.x), a.y + std::abs(side.y), a.z + std::abs(side.z)}});
  }
  template <class Shape>
  Solids<Shape> solids(std::size_t count) {
    Solids<Shape> made;
    while (made.shapes.size() < count) append(made.shapes);
    return made;
  }
  std::vector<Ray> rays(std::size_t count) {
    std::vector<Ray> made;
    while (made.size() < count) {
      Ray ray{vec(30 * scale()), vec(60 * scale())};
      const int sort = oracle::below(rng, 8);
      if (sort == 0) ray.motion.x = 0;
      if (sort <= 1) ray.motion.z = 0;
      if (sort == 2) ray.motion = {};
      if (sort == 3) ray.motion.y = std::copysign(1e-35F, ray.motion.y);
      if (sort == 4) ray.origin = {};
      made.push_back(ray);
    }
    return made;
  }
};

/// A ray past a point, which it hits within rounding.
inline Ray ray_past(Scales& scales, const Vec3& p) {
  const Vec3 offset = scales.vec(10);
  Ray ray{{p.x - offset.x, p.y - offset.y, p.z - offset.z}, {2 * offset.x, 2 * offset.y, 2 * offset.z}};
  if (oracle::below(scales.rng, 4) == 0) ray.origin.y = p.y, ray.motion.y = 0;
  return ray;
}

/// Past edges and corners of boxes, and along spheres.
inline std::vector<Ray> grazing_rays(Scales& scales, const Solids<Aabb>& boxes) {
  std::vector<Ray> rays;
  for (const Aabb& box : boxes.shapes)
    for (int corner = 0; corner < 8; ++corner) {
      const auto pick = [&](int axis, float low, float high) { return (corner >> axis & 1) != 0 ? high : low; };
      Vec3 p{pick(0, box.min.x, box.max.x), pick(1, box.min.y, box.max.y), pick(2, box.min.z, box.max.z)};
      if (corner % 2 == 0) p.x = 0.5F * (box.min.x + box.max.x);
      rays.push_back(ray_past(scales, p));
    }
  return rays;
}
inline std::vector<Ray> grazing_rays(Scales& scales, const Solids<Sphere>& balls) {
  std::vector<Ray> rays;
  for (const auto& [c, r] : balls.shapes)
    for (int k = 0; k < 8; ++k) {
      const Ray past = ray_past(scales, c);
      const Vec3& m = past.motion;
      const double across = std::hypot(m.x, m.y);  // (m.y, -m.x, 0) / across is perpendicular to the motion
      if (!(across > 0)) continue;
      const auto x = static_cast<float>(r * m.y / across), y = static_cast<float>(-r * m.x / across);
      rays.push_back({{past.origin.x + x, past.origin.y + y, past.origin.z}, m});
    }
  return rays;
}

}  // namespace lockstep::test
