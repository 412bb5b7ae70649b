// From the coordinates of a file, in double, to those of a scene, in float32.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "scenes/scene.hpp"

namespace lockstep::tools {

/// Hears of all objects of a file, and says where their coordinates had better start.
class OriginFinder {
 public:
  void add(const Extent& object);
  /// 0 along axes where float32 is fine enough. O(objects).
  [[nodiscard]] Vec3d origin() &&;

 private:
  std::vector<double> x_, y_, z_;
  double smallest_ = 0;  ///< the longest side of the smallest object that has one
};

/// Makes geometry about an origin: coordinates less it, rounded once. Where float32 is coarse for an object, more than a
/// thousandth of its size, the object becomes the box along the axes around it, rounded outwards: nothing that is seen
/// is lost then.
class Placer {
 public:
  explicit Placer(const Vec3d& origin) : origin_(origin) {}

  /// A box, straight or turned, by its corners. Throws `ReadError` that names `what`.
  [[nodiscard]] Geometry box(std::span<const Point3, 8> corners, const std::string& what);
  [[nodiscard]] Geometry box(const Extent& box, const std::string& what);
  /// Of a turned box, which stays as it is.
  [[nodiscard]] Vec3 point(const Point3& p, const std::string& what) const { return to_float(p - origin(), what); }

  /// Tells the scene its origin, and notes that and what was rounded outwards.
  void finish(Scene& scene) const;

 private:
  [[nodiscard]] Point3 origin() const { return {origin_.x, origin_.y, origin_.z}; }
  [[nodiscard]] bool is_coarse(const Extent& box) const;

  Vec3d origin_;
  std::size_t coarse_ = 0;
};

}  // namespace lockstep::tools
