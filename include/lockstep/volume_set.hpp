// Many convex volumes for frustum culling in one pass: tiles of the screen (tiled lighting), clusters (froxels,
// clustered lighting), shadow cascades, cube maps, all cameras of a scene; in a tree (BVH) or a grid.
//
//   auto tiles = lockstep::VolumeSet::grid(matrix, order, range, {.columns = 16, .rows = 9});
//   const auto slices = lockstep::split_depths(0.1F, 1000, 24);
//   auto clusters = lockstep::VolumeSet::grid(matrix, order, range, {.columns = 16, .rows = 9, .depths = slices});
//   auto the_same = lockstep::VolumeSet::grid(lens, pose, {.columns = 16, .rows = 9, .depths = slices});
//
// Contract of all functions, unless they say otherwise:
//
// Complexity: O(volumes) to make; O(1) to read.
// Allocates: under 1 KiB for each volume, and the tree.
// Throws: `InvalidInput` as each function says; `std::bad_alloc`. Reading throws nothing.
// Threads: runs in the caller's thread. A set is immutable, and may be shared by threads.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <lockstep/camera.hpp>
#include <lockstep/detail/volume_tree.hpp>
#include <lockstep/export.hpp>
#include <lockstep/frustum.hpp>
#include <lockstep/invalid_input.hpp>
#include <lockstep/types.hpp>

namespace lockstep {

namespace detail {
struct PlanesOfGrid;
struct ViewPlanes;
}  // namespace detail

/// A view of depths in float or double. The caller owns them.
class DepthList {
 public:
  constexpr DepthList() = default;
  template <class Range>
    requires(std::convertible_to<const Range&, std::span<const float>> ||
             std::convertible_to<const Range&, std::span<const double>>)
  constexpr DepthList(const Range& depths) {
    if constexpr (std::convertible_to<const Range&, std::span<const float>>)
      floats_ = depths;
    else
      doubles_ = depths;
  }

  [[nodiscard]] constexpr std::size_t size() const noexcept { return floats_.size() + doubles_.size(); }
  [[nodiscard]] constexpr bool empty() const noexcept { return size() == 0; }
  [[nodiscard]] constexpr double operator[](std::size_t i) const noexcept {
    return floats_.empty() ? doubles_[i] : double{floats_[i]};
  }

 private:
  std::span<const float> floats_;
  std::span<const double> doubles_;
};

/// The cuts of a camera's view.
struct ViewGrid {
  std::uint32_t columns = 1, rows = 1;  ///< of equal width and height on the screen
  /// The depths at which slices meet, rising, strictly between the near and the far side (all of these, if they are
  /// tilted); empty: one slice. A vector, span or array of float or double. They are distances from the plane through
  /// the eye, or, for an orthographic matrix, from the side where clip z is lowest; in units of the world. With a
  /// `Lens` they are its depths. The planes between slices lie there to the last place of a double.
  DepthList depths = {};
};

/// Up to `max_volumes` convex volumes and a tree over them. Immutable.
class LOCKSTEP_API VolumeSet {
 public:
  static constexpr std::size_t max_volumes = std::size_t{1} << 20;

  /// Any volumes. O(n log n). Throws `InvalidInput` if there are more than `max_volumes`.
  explicit VolumeSet(std::span<const ConvexVolume> volumes);

  /// The parts of a camera's view (ConvexVolume::from_view_projection), which together are all of it: tiles if there
  /// are columns and rows, clusters ("froxels") with depths as well, cascades with depths alone. The part in column x
  /// from the left, row y from the bottom and slice z from the eye is volume (z * rows + y) * columns + x. O(parts).
  ///
  /// Throws: `InvalidInput` for an invalid matrix, for depths that break the rules of ViewGrid, and for 0 or more than
  /// `max_volumes` parts.
  [[nodiscard]] static VolumeSet grid(const float* matrix, MatrixOrder order, DepthRange range, const ViewGrid& grid);
  [[nodiscard]] static VolumeSet grid(std::span<const float, 16> matrix, MatrixOrder order, DepthRange range,
                                      const ViewGrid& grid) {
    return VolumeSet::grid(matrix.data(), order, range, grid);
  }
  [[nodiscard]] static VolumeSet grid(std::span<const float, 16> row_major, DepthRange range, const ViewGrid& grid) {
    return VolumeSet::grid(row_major.data(), MatrixOrder::row_major, range, grid);
  }
  [[nodiscard]] static VolumeSet grid(const double* matrix, MatrixOrder order, DepthRange range, const ViewGrid& grid);
  [[nodiscard]] static VolumeSet grid(std::span<const double, 16> matrix, MatrixOrder order, DepthRange range,
                                      const ViewGrid& grid) {
    return VolumeSet::grid(matrix.data(), order, range, grid);
  }
  [[nodiscard]] static VolumeSet grid(std::span<const double, 16> row_major, DepthRange range, const ViewGrid& grid) {
    return VolumeSet::grid(row_major.data(), MatrixOrder::row_major, range, grid);
  }
  /// No matrix: throws `InvalidInput`.
  [[nodiscard]] static VolumeSet grid(std::nullptr_t, MatrixOrder order, DepthRange range, const ViewGrid& grid) {
    return VolumeSet::grid(static_cast<const float*>(nullptr), order, range, grid);
  }
  /// The same with ConvexVolume::from_camera. Neighbouring columns, rows and slices share their planes exactly.
  [[nodiscard]] static VolumeSet grid(const Lens& lens, const CameraPose& pose, const ViewGrid& grid);

  /// The views of the six square cameras of a cube map, in the order +x, -x, +y, -y, +z, -z. Faces share their planes,
  /// so that together they hold all points between the cubes of half sides near_depth and far_depth. Throws
  /// `InvalidInput` unless 0 < near_depth < far_depth, where far_depth may be infinite, and the eye has coordinates up
  /// to `max_coordinate`.
  [[nodiscard]] static VolumeSet cube(const Vec3d& eye, double near_depth, double far_depth);
  template <std::same_as<Vec3> Point>
  [[nodiscard]] static VolumeSet cube(const Point& eye, double near_depth, double far_depth) {
    return cube(Vec3d{eye.x, eye.y, eye.z}, near_depth, far_depth);
  }

  [[nodiscard]] std::size_t size() const noexcept { return leaves_.size(); }
  /// Volume i, the same as if it stood alone.
  [[nodiscard]] const ConvexVolume& operator[](std::size_t i) const noexcept { return nodes_[leaves_[i]].bound; }

  /// For `cull`: the root nodes, and the children of a node. (Those of a grid are its parts, side by side.)
  [[nodiscard]] std::span<const detail::VolumeNode> roots() const noexcept { return {nodes_.data(), root_count_}; }
  [[nodiscard]] std::span<const detail::VolumeNode> children(const detail::VolumeNode& node) const noexcept {
    return {nodes_.data() + node.first_child, node.child_count};
  }
  [[nodiscard]] std::size_t nodes() const noexcept { return nodes_.size(); }
  [[nodiscard]] std::size_t position(const detail::VolumeNode& node) const noexcept {
    return static_cast<std::size_t>(&node - nodes_.data());
  }
  /// The node at a position. Nodes that are near in space are near in memory.
  [[nodiscard]] const detail::VolumeNode& node(std::size_t position) const noexcept { return nodes_[position]; }
  /// The planes of a grid; empty for other sets.
  [[nodiscard]] const detail::GridPlanes& grid_planes() const noexcept { return grid_planes_; }

 private:
  VolumeSet() = default;
  template <class Number>
  static VolumeSet of_matrix(const Number* matrix, MatrixOrder order, DepthRange range, const ViewGrid& grid,
                             double units);
  static VolumeSet of_grid(const detail::ViewPlanes& view, const detail::PlanesOfGrid& planes, bool of_matrix);
  void find_leaves();

  std::vector<detail::VolumeNode> nodes_;
  std::vector<std::uint32_t> leaves_;  ///< node of each volume
  std::size_t root_count_ = 0;
  detail::GridPlanes grid_planes_;
};

/// The depths at which `slices` slices from near_depth to far_depth meet, for ViewGrid. `blend` 1: each slice is deeper
/// than the one before by the same factor (logarithmic, for clusters); 0: all have the same depth (uniform); between: a
/// mixture, for cascades. Throws `InvalidInput` unless 0 < near_depth < far_depth, slices > 0 and blend is from 0 to 1,
/// or if two depths are the same float. O(slices).
[[nodiscard]] LOCKSTEP_API std::vector<float> split_depths(float near_depth, float far_depth, std::size_t slices,
                                                           float blend = 1);

/// The same in double, if near_depth or far_depth is one, without rounding to float in between.
[[nodiscard]] LOCKSTEP_API std::vector<double> split_depths_in_double(double near_depth, double far_depth,
                                                                      std::size_t slices, double blend = 1);
template <class Near, class Far>
  requires(std::same_as<Near, double> || std::same_as<Far, double>)
[[nodiscard]] std::vector<double> split_depths(Near near_depth, Far far_depth, std::size_t slices, double blend = 1) {
  return split_depths_in_double(near_depth, far_depth, slices, blend);
}

}  // namespace lockstep
