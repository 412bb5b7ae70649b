// The objects culled to measure the gain: boxes and lights of a scene, as each method takes them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <lockstep/reference/shapes.hpp>
#include <lockstep/views.hpp>
#include <lockstep/world.hpp>

#include "runs/plain_loop.hpp"
#include "scenes/scene.hpp"

namespace lockstep::tools {

/// The corners of a view, for the scalar reference.
using ViewHull = reference::PointCloud<float>;

/// The bounding boxes of objects; in a very large scene, of objects at even distances.
class GainBoxes {
 public:
  explicit GainBoxes(const Scene& scene);

  [[nodiscard]] std::size_t count() const { return columns_.size(); }
  [[nodiscard]] const BoxColumns& columns() const { return columns_; }
  [[nodiscard]] AabbView view() const;
  /// The number of objects that are axis-aligned boxes themselves.
  [[nodiscard]] std::size_t exact() const { return exact_; }
  [[nodiscard]] bool scalar_gjk(std::size_t index, const ViewHull& view) const;

 private:
  BoxColumns columns_;
  std::size_t exact_ = 0;
};

/// A light in the middle of each of these boxes, as large as the box but no larger than a part of the scene.
class GainLights {
 public:
  static constexpr int most_of_scene = 20;  ///< its radius is at most `reach` divided by this

  GainLights(const GainBoxes& boxes, double reach);

  [[nodiscard]] std::size_t count() const { return columns_.size(); }
  [[nodiscard]] const LightColumns& columns() const { return columns_; }
  [[nodiscard]] SphereView view() const;
  [[nodiscard]] bool scalar_gjk(std::size_t index, const ViewHull& view) const;

 private:
  LightColumns columns_;
};

}  // namespace lockstep::tools
