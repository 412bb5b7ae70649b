// Rays as movers of a search through a kept world.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>

#include "base/ball_on_line.hpp"
#include "rays/boxes_of_world.hpp"

namespace lockstep::detail {

/// Writes a ray as that of a box without extent, in place: copying an object just written would stall (no store
/// forwarding).
inline void copy_ray(const Ray& ray, RayOfBox& to) {
  static_assert(sizeof(Ray) == offsetof(RayOfBox, reach));
  std::memcpy(&to, &ray, sizeof ray);
  std::fill_n(to.reach, 3, 0), to.none = 0;
}

/// The result of the lanes for a hull, by the same operations (lanes/rays/missed_hulls.hpp); false for other kinds,
/// which have no ball.
inline bool misses_ball(const Ray& ray, const Record& record, float ball) {
  using Point = math::Vector<double>;
  const auto& [o, m] = ray;
  const float(&vertex)[4] = record.row[0], (&center)[4] = record.row[1];
  const Point from = Point{o.x, o.y, o.z} - Point{vertex[0], vertex[1], vertex[2]};
  const Point origin = from - Point{center[0], center[1], center[2]};
  const double norm = (std::abs(origin.x) + std::abs(origin.y)) + std::abs(origin.z);
  return line_misses_ball(origin, Point{m.x, m.y, m.z}, norm, double{ball});
}

/// Movers of CandidatesOfWorld.
class MovingRays {
 public:
  using Job = RaySearchJob;

  MovingRays(const RaySearchJob& job, std::size_t begin, std::size_t) : job_(job), begin_(begin) {}

  [[nodiscard]] const Vec3d& origin(std::size_t) const { return job_.contacts.origin; }
  bool start_ray(std::size_t i, RayOfBox& to) const {
    copy_ray(job_.rays[begin_ + i], to);
    return true;
  }
  [[nodiscard]] bool is_seen(std::size_t i, std::uint32_t object) const {
    return detail::is_seen(job_.filter, begin_ + i, object);
  }
  [[nodiscard]] BoxPassage passage(std::size_t i, const Bounds3& box) const {
    return passage_of(job_.rays[begin_ + i], box);
  }
  /// Prefetches the shape's record; passes_by() then decides, as lanes would, whether the ray misses the ball around
  /// it.
  void fetch(std::uint32_t shape) const { __builtin_prefetch(&job_.contacts.shapes.records[shape]); }
  [[nodiscard]] bool passes_by(std::size_t i, std::uint32_t shape) const {
    const ShapesView& shapes = job_.contacts.shapes;
    if (job_.contacts.has_positions()) return false;
    return misses_ball(job_.rays[begin_ + i], shapes.records[shape], shapes.balls[shape]);
  }
  void find_contacts(std::span<const Pair> pairs, const ContactPlaces& out) const {
    find_ray_contacts(job_.contacts, job_.rays, pairs, out);
  }
  void find_contacts(const ShapesView& objects, std::span<const Pair> pairs, const ContactPlaces& out) const {
    find_ray_contacts(job_.contacts.with_shapes(objects), job_.rays, pairs, out);
  }

 private:
  const RaySearchJob& job_;
  std::size_t begin_;
};

}  // namespace lockstep::detail
