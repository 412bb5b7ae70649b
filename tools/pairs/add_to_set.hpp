// Adds shapes of a pair file to the library's sets. Throw `InvalidInput` if the library refuses one.
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include <lockstep/sets.hpp>

#include "pairs/pairs.hpp"

namespace lockstep::tools {

struct Add {
  ShapeSet& set;
  std::uint32_t operator()(const std::vector<Vec3>& vertices) const { return set.add(ConvexHull{vertices}); }
  std::uint32_t operator()(const PlacedHull& hull) const {
    if (hull.pose.position == Vec3{} && hull.pose.rotation == Quat{})
      return set.add(RoundedHull{hull.vertices, hull.radius});
    return set.add(HullInstance{set.add_mesh(ConvexHull{hull.vertices}), hull.pose, hull.radius});
  }
  std::uint32_t operator()(const CornersVolume& corners) const { return set.add(corners.volume); }
  std::uint32_t operator()(const MatrixVolume& matrix) const { return set.add(matrix.volume); }
  std::uint32_t operator()(const DoubleMatrixVolume& matrix) const { return set.add(matrix.volume); }
  std::uint32_t operator()(const PlanesVolume& planes) const { return set.add(planes.volume); }
  std::uint32_t operator()(const MeshShape&) const {
    throw InvalidInput("a mesh is not convex: it can be the second shape of a pair, and a shape of a ray file");
  }
  std::uint32_t operator()(const auto& other) const { return set.add(other); }
};

struct AddInPlane {
  ShapeSet2& set;
  std::uint32_t operator()(const PlacedPolygon& polygon) const { return set.add(polygon.view()); }
  std::uint32_t operator()(const auto& other) const { return set.add(other); }
};

inline std::uint32_t add_to(ShapeSet& set, const PairShape& shape) { return std::visit(Add{set}, shape); }
inline std::uint32_t add_to(ShapeSet2& set, const PlaneShape& shape) { return std::visit(AddInPlane{set}, shape); }

}  // namespace lockstep::tools
