// Shapes seen from above, in drawing units.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "scenes/scene.hpp"

namespace lockstep::tools {

/// Drawing units: the longer side of the picture.
inline constexpr double plan_size = 1000;

struct Point2 {
  double x = 0, y = 0;
};
using Outline = std::vector<Point2>;

/// World to drawing: the ground plane, north up.
class GroundView {
 public:
  explicit GroundView(const Scene& scene);

  [[nodiscard]] Point2 place(const Vec3& p) const {
    const Point2 q = flat(p);
    return {(q.x - left_) * scale_ + margin, (q.y - top_) * scale_ + margin};
  }
  [[nodiscard]] double length(double world) const { return world * scale_; }
  [[nodiscard]] Point2 size() const { return size_; }

 private:
  static constexpr double margin = 10;

  // x grows to the right on the page and y downwards; in glTF, z grows towards the reader.
  [[nodiscard]] Point2 flat(const Vec3& p) const { return {p.x, y_up_ ? double{p.z} : -double{p.y}}; }

  bool y_up_;
  double left_ = 0, top_ = 0, scale_ = 1;
  Point2 size_;
};

/// The outline of a shape on the ground, and that of the hull of points.
[[nodiscard]] Outline outline_of(const Geometry& geometry, const GroundView& view);
[[nodiscard]] Outline outline_of_hull(std::span<const Vec3> points, const GroundView& view);

[[nodiscard]] double area(const Outline& outline);

/// For the attribute `d` of an SVG path.
[[nodiscard]] std::string path_data(const Outline& outline);

}  // namespace lockstep::tools
