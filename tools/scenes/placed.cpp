#include "scenes/placed.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "frames/placement.hpp"
#include "text/error.hpp"

namespace lockstep::tools {
namespace {

constexpr float no_end = std::numeric_limits<float>::infinity();

double longest_side(const Extent& box) {
  return std::max({box.high.x - box.low.x, box.high.y - box.low.y, box.high.z - box.low.z});
}

float below(double x) {
  const auto near = static_cast<float>(x);
  return near > x ? std::nextafter(near, -no_end) : near;
}
float above(double x) { return -below(-x); }

}  // namespace

void OriginFinder::add(const Extent& object) {
  for (const Point3& p : {object.low, object.high}) x_.push_back(p.x), y_.push_back(p.y), z_.push_back(p.z);
  const double side = longest_side(object);
  if (side > 0 && (smallest_ == 0 || side < smallest_)) smallest_ = side;
}

Vec3d OriginFinder::origin() && {
  return {axis_origin(std::move(x_), smallest_), axis_origin(std::move(y_), smallest_),
          axis_origin(std::move(z_), smallest_)};
}

bool Placer::is_coarse(const Extent& box) const {
  const double farthest = std::max({std::abs(box.low.x), std::abs(box.low.y), std::abs(box.low.z), std::abs(box.high.x),
                                    std::abs(box.high.y), std::abs(box.high.z)});
  const auto number = static_cast<float>(farthest);
  return double{std::nextafter(number, no_end)} - number > longest_side(box) / 1000;
}

Geometry Placer::hull(std::span<const Point3> points, const std::string& what) {
  Vertices rounded;
  rounded.reserve(points.size());
  Extent exact;
  for (const Point3& p : points) {
    rounded.push_back(point(p, what));
    exact.add(p - origin());
  }
  if (!is_coarse(exact)) return box_or_hull(std::move(rounded));
  const Aabb around{{below(exact.low.x), below(exact.low.y), below(exact.low.z)},
                    {above(exact.high.x), above(exact.high.y), above(exact.high.z)}};
  Geometry near = box_or_hull(std::move(rounded));
  const Aabb* const straight = std::get_if<Aabb>(&near);
  if (straight == nullptr || straight->min != around.min || straight->max != around.max) ++coarse_;
  return around;
}

Geometry Placer::box(const Extent& box, const std::string& what) {
  std::array<Point3, 8> corners{};
  for (unsigned k = 0; k < 8; ++k)
    corners[k] = {k & 1U ? box.high.x : box.low.x, k & 2U ? box.high.y : box.low.y, k & 4U ? box.high.z : box.low.z};
  return hull(corners, what);
}

void Placer::finish(Scene& scene) const {
  scene.origin = origin();
  if (origin_ != Vec3d{}) scene.notes.push_back(origin_note(Placement{.origin = origin_}, false, ""));
  if (coarse_ > 0)
    scene.notes.push_back(
        concat("objects whose size is below a thousand steps of float32 where they lie, and that are "
               "the boxes around them, rounded outwards: ",
               coarse_));
}

}  // namespace lockstep::tools
