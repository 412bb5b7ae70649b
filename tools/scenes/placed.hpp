// Converts the coordinates of a file, in double, to those of a scene, in float32.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "scenes/scene.hpp"

namespace lockstep::tools {

/// Gets all objects of a file, and chooses an origin for their coordinates.
class OriginFinder {
 public:
  void add(const Extent& object);
  /// 0 along axes on which float32 is fine enough. O(objects).
  [[nodiscard]] Vec3d origin() &&;

 private:
  std::vector<double> x_, y_, z_;
  double smallest_ = 0;  ///< the longest side of the smallest object that has one
};

/// Makes geometry about an origin: the coordinates are subtracted in double and rounded once. If float32 is coarse for
/// an object, more than a thousandth of its size, the object becomes its axis-aligned bounding box, rounded outwards,
/// so that no visible object is lost.
class Placer {
 public:
  explicit Placer(const Vec3d& origin) : origin_(origin) {}

  /// The hull of points, which may be an axis-aligned box. Throws `ReadError` that names `what`.
  [[nodiscard]] Geometry hull(std::span<const Point3> points, const std::string& what);
  [[nodiscard]] Geometry box(const Extent& box, const std::string& what);
  /// The centre of an oriented box, which stays such a box.
  [[nodiscard]] Vec3 point(const Point3& p, const std::string& what) const { return to_float(p - origin(), what); }

  /// Sets the origin of the scene, with notes about it and about outward rounding.
  void finish(Scene& scene) const;

 private:
  [[nodiscard]] Point3 origin() const { return {origin_.x, origin_.y, origin_.z}; }
  [[nodiscard]] bool is_coarse(const Extent& box) const;

  Vec3d origin_;
  std::size_t coarse_ = 0;
};

}  // namespace lockstep::tools
