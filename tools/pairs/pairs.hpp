// Pair files: one query per line, `id | SHAPE | SHAPE`, with an optional `| motion X Y Z` and an optional `| turn TX TY
// TZ` behind it, in the plane `| motion X Y` and `| turn T` (docs/pair-format.md).
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include <lockstep/cast.hpp>
#include <lockstep/shapes.hpp>
#include <lockstep/volumes.hpp>

#include "pairs/pair_shapes2.hpp"
#include "text/text.hpp"

namespace lockstep::tools {

/// A volume, and its numbers in the file.
struct CornersVolume {
  std::array<Vec3, 8> corners;
  ConvexVolume volume = ConvexVolume::from_corners(corners);
};
struct MatrixVolume {
  std::array<float, 16> row_major;
  DepthRange range;
  ConvexVolume volume = ConvexVolume::from_view_projection(row_major, range);
};

/// The same of doubles, and of half-spaces.
struct DoubleMatrixVolume {
  std::array<double, 16> row_major;
  DepthRange range;
  ConvexVolume volume = ConvexVolume::from_view_projection(row_major, range);
};
struct PlanesVolume {
  std::vector<HalfSpace> planes;
  ConvexVolume volume = ConvexVolume::from_planes(planes);
};

/// A hull that is moved by a pose and swept by a sphere.
struct PlacedHull {
  std::vector<Vec3> vertices;
  Pose pose;
  float radius = 0;
};

/// The triangles of a file. Only the second shape of a pair may be one.
struct MeshShape {
  std::shared_ptr<const TriangleMesh> mesh;
};

using PairShape = std::variant<Point, Sphere, Aabb, Box, Capsule, std::vector<Vec3>, PlacedHull, CornersVolume,
                               MatrixVolume, Ellipsoid, Cylinder, Cone, DoubleMatrixVolume, PlanesVolume, MeshShape>;

/// The volume of a shape that may be unbounded.
[[nodiscard]] inline const ConvexVolume* endless_volume(const PairShape& shape) {
  const auto found = [&]<class Volume>(const Volume* of) { return of != nullptr ? &of->volume : nullptr; };
  const ConvexVolume* volume = found(std::get_if<MatrixVolume>(&shape));
  if (volume == nullptr) volume = found(std::get_if<DoubleMatrixVolume>(&shape));
  if (volume == nullptr) volume = found(std::get_if<PlanesVolume>(&shape));
  return volume != nullptr && volume->infinite_far() ? volume : nullptr;
}

template <class Shape>
using MotionOf = std::conditional_t<std::is_same_v<Shape, PlaneShape>, Motion2, Motion>;

template <class Shape>
struct QueryOf {
  std::size_t line = 0;
  std::string_view id;
  std::size_t first_field = 0, second_field = 0;  ///< of the names of the shapes
  Shape first, second;
  std::optional<MotionOf<Shape>> motion = {};  ///< of the first shape, if the line has one
};
using PairQuery = QueryOf<PairShape>;    ///< in space
using PlaneQuery = QueryOf<PlaneShape>;  ///< in the plane

/// A problem and its place. `field` counts the words of the line from 1; each bar is a word.
struct PairProblem {
  std::size_t line = 0, field = 0;
  std::string text;
};

/// Called for each line. All three are needed; without `meshes` no file is opened.
struct PairHandlers {
  std::function<void(const PairQuery&)> in_space;
  std::function<void(const PlaneQuery&)> in_plane;
  std::function<void(const PairProblem&)> problem;
  NamedMeshes* meshes = nullptr;
};

/// Calls one of the functions for every line that is not blank, in order. Ids refer to `text`.
void read_pairs(std::string_view text, const PairHandlers& handlers);

}  // namespace lockstep::tools
