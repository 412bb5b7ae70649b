// Many convex volumes to cull against in one pass: the tiles or clusters of a camera, shadow cascades, the faces of a
// cube map, all cameras of a scene.
//
//   auto tiles = lockstep::VolumeSet::grid(matrix, order, range, {.columns = 16, .rows = 9});
//   const auto slices = lockstep::split_depths(0.1F, 1000, 24);
//   auto clusters = lockstep::VolumeSet::grid(matrix, order, range, {.columns = 16, .rows = 9, .depths = slices});
//   auto the_same = lockstep::VolumeSet::grid(lens, pose, {.columns = 16, .rows = 9, .depths = slices});
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

/// How a camera's view is cut up.
struct ViewGrid {
  std::uint32_t columns = 1, rows = 1;  ///< of equal width and height on the screen
  /// Where the slices meet, rising, strictly between the near and the far side (all of these, where they are tilted);
  /// empty: one slice. A vector, span or array of float or double. Distances from the plane through the eye, or of an
  /// orthographic matrix from the side where clip z is lowest; in units of the world. Of a `Lens`, its depths. The
  /// planes between slices lie there to the last place of a double.
  DepthList depths = {};
};

/// Up to `max_volumes` convex volumes and a tree over them. Immutable; thread-safe to share.
class LOCKSTEP_API VolumeSet {
 public:
  static constexpr std::size_t max_volumes = std::size_t{1} << 20;

  /// Any volumes. O(n log n). Throws `InvalidInput` if there are more than `max_volumes`.
  explicit VolumeSet(std::span<const ConvexVolume> volumes);

  /// The parts of what a camera sees (ConvexVolume::from_view_projection), which together are all of it: tiles if there
  /// are columns and rows, clusters ("froxels") with depths as well, cascades with depths alone. The part in column x
  /// from the left, row y from the bottom and slice z from the eye is volume (z * rows + y) * columns + x. O(parts).
  /// Throws `InvalidInput` for a bad matrix, for depths that are not as they should be, and for 0 or more than
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
  /// No matrix: throws.
  [[nodiscard]] static VolumeSet grid(std::nullptr_t, MatrixOrder order, DepthRange range, const ViewGrid& grid) {
    return VolumeSet::grid(static_cast<const float*>(nullptr), order, range, grid);
  }
  /// The same of ConvexVolume::from_camera. Columns, rows and slices that meet share their planes, exactly.
  [[nodiscard]] static VolumeSet grid(const Lens& lens, const CameraPose& pose, const ViewGrid& grid);

  /// What the six square cameras of a cube map see, in the order +x, -x, +y, -y, +z, -z. Faces share their planes, so
  /// that together they hold all that lies between the cubes of half sides near_depth and far_depth. Throws
  /// `InvalidInput` unless 0 < near_depth < far_depth, where far_depth may be infinite, and the eye is made of numbers
  /// up to `max_coordinate`.
  [[nodiscard]] static VolumeSet cube(const Vec3d& eye, double near_depth, double far_depth);
  template <std::same_as<Vec3> Point>
  [[nodiscard]] static VolumeSet cube(const Point& eye, double near_depth, double far_depth) {
    return cube(Vec3d{eye.x, eye.y, eye.z}, near_depth, far_depth);
  }

  [[nodiscard]] std::size_t size() const noexcept { return leaves_.size(); }
  /// The volume that the answers are about, the same as if it stood alone.
  [[nodiscard]] const ConvexVolume& operator[](std::size_t i) const noexcept { return nodes_[leaves_[i]].bound; }

  /// For `cull`: the nodes below no other, and the children of a node. (Those of a grid are its parts, side by side.)
  [[nodiscard]] std::span<const detail::VolumeNode> roots() const noexcept { return {nodes_.data(), root_count_}; }
  [[nodiscard]] std::span<const detail::VolumeNode> children(const detail::VolumeNode& node) const noexcept {
    return {nodes_.data() + node.first_child, node.child_count};
  }
  [[nodiscard]] std::size_t nodes() const noexcept { return nodes_.size(); }
  [[nodiscard]] std::size_t position(const detail::VolumeNode& node) const noexcept {
    return static_cast<std::size_t>(&node - nodes_.data());
  }
  /// What has that position: those that lie together in space do so in memory.
  [[nodiscard]] const detail::VolumeNode& node(std::size_t position) const noexcept { return nodes_[position]; }
  /// Of a grid, otherwise empty.
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
/// than the one before by the same factor, as clusters want; 0: all have the same depth; between: a mixture, as
/// cascades want. Throws `InvalidInput` unless 0 < near_depth < far_depth, slices > 0 and blend is from 0 to 1, or if
/// two depths are the same float.
[[nodiscard]] LOCKSTEP_API std::vector<float> split_depths(float near_depth, float far_depth, std::size_t slices,
                                                           float blend = 1);

/// The same in double, if near_depth or far_depth is one: rounded to no float on the way.
[[nodiscard]] LOCKSTEP_API std::vector<double> split_depths_in_double(double near_depth, double far_depth,
                                                                      std::size_t slices, double blend = 1);
template <class Near, class Far>
  requires(std::same_as<Near, double> || std::same_as<Far, double>)
[[nodiscard]] std::vector<double> split_depths(Near near_depth, Far far_depth, std::size_t slices, double blend = 1) {
  return split_depths_in_double(near_depth, far_depth, slices, blend);
}

}  // namespace lockstep
