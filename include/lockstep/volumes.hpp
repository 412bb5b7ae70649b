// Convex volumes for frustum culling: cameras by lens and pose or by matrix, polytopes by half-spaces or corners, and
// sets of many volumes (shadow cascades, tiled and clustered lighting, cube maps).
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include <lockstep/config.hpp>
#include <lockstep/detail/volume_data.hpp>
#include <lockstep/types.hpp>

namespace lockstep {

// ---- Cameras ----
//
// Camera lens and pose (perspective or orthographic projection) for frustum culling without a matrix: the field of
// view, and where the camera stands. All in double, so that planes lose nothing however far from the origin the camera
// stands.
//
//   const auto lens = lockstep::Lens::perspective(1.0472, 16.0 / 9, 0.1, 1000);
//   const auto pose = lockstep::CameraPose::looking_at({4e6, 12, -2e6}, {4e6, 0, -2e6 + 40});
//   const auto view = lockstep::ConvexVolume::from_camera(lens, pose);
//
// Contract of all functions, unless they say otherwise:
//
// Complexity: O(1).
// Allocates: nothing.
// Throws: `InvalidInput` as each function says.
// Threads: safe; plain values.

/// The lens of a camera: the sides of its picture and the depths between which it sees. Depth is the distance from the
/// plane through the eye, along the view.
///
/// For a perspective the sides are those of the picture at depth 1 (tangents of angles), with the eye at (0, 0); for an
/// orthographic camera they are lengths in units of the world. An off-centre picture has sides of unequal size: stereo,
/// tiles of a large picture, a shifted lens.
struct LOCKSTEP_API Lens {
  double left = -1, right = 1;                  ///< along the camera's `right`; left < right
  double bottom = -1, top = 1;                  ///< along its `up`; bottom < top
  double near_depth = 0, far_depth = infinity;  ///< near < far; a perspective has near >= 0
  bool orthographic = false;

  static constexpr double infinity = std::numeric_limits<double>::infinity();

  /// A perspective from the whole vertical angle, in radians, and the aspect width / height. Throws `InvalidInput`
  /// unless 0 < vertical_angle < pi, aspect is a positive number, and 0 <= near_depth < far_depth.
  [[nodiscard]] static Lens perspective(double vertical_angle, double aspect, double near_depth,
                                        double far_depth = infinity);

  /// An orthographic lens from half the visible width and height. Throws `InvalidInput` unless these are positive
  /// numbers and near_depth < far_depth. (A near depth below 0 lies behind the camera's position.)
  [[nodiscard]] static Lens parallel(double half_width, double half_height, double near_depth,
                                     double far_depth = infinity);

  /// The part of the picture between these sides, as fractions of the whole: -1 is the left or bottom, 1 the right or
  /// top. Parts that share a side share its plane exactly. Throws `InvalidInput` unless -1 <= left < right <= 1, and
  /// the same for bottom and top.
  [[nodiscard]] Lens part(double part_left, double part_right, double part_bottom, double part_top) const;
};

/// The position and the axes of a camera. A point p is `dot(right, p - position)` to the right of it, and so on. The
/// axes are three perpendicular unit vectors of either handedness, as the rows of a view matrix.
struct LOCKSTEP_API CameraPose {
  Vec3d position = {};
  Vec3d right = {1, 0, 0}, up = {0, 1, 0}, forward = {0, 0, -1};

  /// A camera that looks along -z of its own space with y upwards, as in glTF, OpenGL and Blender, turned by q/|q| with
  /// q = (x, y, z, w). Throws `InvalidInput` if a number is not finite, a coordinate is beyond `max_coordinate`, or q
  /// is not of unit length (| |q|^2 - 1 | <= 1e-3).
  [[nodiscard]] static CameraPose turned(const Vec3d& position, double x, double y, double z, double w);

  /// A right-handed camera that looks from one point to another, with `up` (of any length) upwards in its picture.
  /// Throws `InvalidInput` for the same numbers, if the two points are equal, or if `up` is 0 or along the view.
  [[nodiscard]] static CameraPose looking_at(const Vec3d& from, const Vec3d& to, const Vec3d& up = {0, 1, 0});
};

// ---- Volumes ----
//
// Convex volumes for frustum culling: view frusta of cameras, shadow cascades, light clusters, portals and mirrors
// (oblique near planes), polytopes by half-spaces or corners.
//
//   auto camera = lockstep::ConvexVolume::from_view_projection(glm::value_ptr(projection * view),
//                                                              lockstep::MatrixOrder::column_major,
//                                                              lockstep::DepthRange::minus_one_to_one);
//
// Contract of all functions, unless they say otherwise:
//
// Complexity: O(1).
// Allocates: volumes with more than 8 corners, and scratch memory while a volume is made from half-spaces or has no
// frustum form; nothing else.
// Throws: `InvalidInput` as each function says; where memory is allocated also `std::bad_alloc`.
// Threads: safe; a volume is immutable, and may be shared by threads.

/// Clip-space depth of the visible volume: 0 <= z <= w (Direct3D, Vulkan, Metal) or -w <= z <= w (OpenGL). Reversed Z
/// needs no third value: near and far merely change places.
enum class DepthRange : std::uint8_t { zero_to_one, minus_one_to_one };

/// A part of a camera's view, in normalised device coordinates (clip x / w, y / w, z / w): a tile of the screen, a
/// slice of the depth, or both. Depth is cut to the camera's range, so the default is the whole view.
struct ClipWindow {
  float left = -1, right = 1, bottom = -1, top = 1;
  float low_z = -1, high_z = 1;
};

namespace detail {
class VolumeMaker;
}

/// The points p with normal . p + offset >= 0. The normal may have any length but 0, which scales the offset as well.
struct HalfSpace {
  Vec3d normal;
  double offset = 0;
};

/// A convex volume: the view of a camera, bounded or not, the hull of 8 corners, or the intersection of up to
/// `max_planes` half-spaces. Immutable; copying is cheap (under 1 KiB) and never allocates.
class LOCKSTEP_API ConvexVolume {
 public:
  static constexpr std::size_t max_planes = detail::VolumeData::max_planes;

  /// The view frustum of a matrix: the set of points p whose clip coordinates M [p; 1] lie in the canonical view
  /// volume, |x| <= w, |y| <= w and the depth range. `matrix` points to the 16 numbers of M. Everything that these
  /// inequalities can enclose is understood: any handedness, reversed Z, a far side at infinity or beyond it (an
  /// infinite projection with an epsilon), and oblique sides, such as the tilted near planes of mirrors, water and
  /// portals. If the depth row is the last row or its negative, as rounding to float makes of cameras far from the
  /// origin, that end of the range has no plane. The result is exactly the part in the window: windows that share a
  /// side share its points and nothing else.
  ///
  /// Use the overload with doubles, or `from_camera`, for a camera that is more than some thousand near distances from
  /// the origin: a product of matrices in floats has lost the precision by then.
  ///
  /// Throws: `InvalidInput` if a number is not finite, if the matrix is singular (except for such a depth row), if the
  /// volume is empty or too small to decide, if a corner lies beyond 1e18, or if a side of the window is not below its
  /// opposite or lies outside -1 .. 1. Also if the matrix looks transposed: its last column, not its last row, is that
  /// of a camera (`forward . p + offset` with a unit vector `forward`, or 0 0 0 1), and the rows of the transpose are
  /// perpendicular as a camera's are. (docs/bad-input.md has the argument. A legal matrix that looks so can be
  /// multiplied by 2: it means the same.)
  [[nodiscard]] static ConvexVolume from_view_projection(const float* matrix, MatrixOrder order, DepthRange range,
                                                         const ClipWindow& window = {});
  [[nodiscard]] static ConvexVolume from_view_projection(std::span<const float, 16> matrix, MatrixOrder order,
                                                         DepthRange range, const ClipWindow& window = {}) {
    return from_view_projection(matrix.data(), order, range, window);
  }
  [[nodiscard]] static ConvexVolume from_view_projection(const double* matrix, MatrixOrder order, DepthRange range,
                                                         const ClipWindow& window = {});
  [[nodiscard]] static ConvexVolume from_view_projection(std::span<const double, 16> matrix, MatrixOrder order,
                                                         DepthRange range, const ClipWindow& window = {}) {
    return from_view_projection(matrix.data(), order, range, window);
  }

  /// No matrix: throws `InvalidInput`.
  [[nodiscard]] static ConvexVolume from_view_projection(std::nullptr_t, MatrixOrder order, DepthRange range,
                                                         const ClipWindow& window = {}) {
    return from_view_projection(static_cast<const float*>(nullptr), order, range, window);
  }

  /// The same for m00 m01 .. m33, row by row.
  [[nodiscard]] static ConvexVolume from_view_projection(std::span<const float, 16> row_major, DepthRange range,
                                                         const ClipWindow& window = {}) {
    return from_view_projection(row_major.data(), MatrixOrder::row_major, range, window);
  }
  [[nodiscard]] static ConvexVolume from_view_projection(std::span<const double, 16> row_major, DepthRange range,
                                                         const ClipWindow& window = {}) {
    return from_view_projection(row_major.data(), MatrixOrder::row_major, range, window);
  }

  /// The view frustum of a camera. Its planes are made in double, relative to the camera, directly from the lens and
  /// the pose, without a matrix: a camera at 1e7 m sees as exactly as one at the origin. (A plane is off by no more
  /// than 2^-47 of the distance from the camera, beside the rounding of the objects' own float coordinates.)
  ///
  /// Throws: `InvalidInput` if a number is not one that `Lens` and `CameraPose` allow; axes must be of unit length and
  /// perpendicular to within 1e-3.
  [[nodiscard]] static ConvexVolume from_camera(const Lens& lens, const CameraPose& pose);

  /// The intersection of half-spaces, from 1 to `max_planes` of them, in any order; bounded or not. Redundant
  /// half-spaces change nothing.
  ///
  /// Complexity: O(planes^4), in exact arithmetic for what double leaves open.
  /// Throws: `InvalidInput` for 0 or more than `max_planes` half-spaces, if a number is not finite, if an offset or a
  /// corner is beyond 1e18 lengths of its normal, if a normal is 0, or if the intersection is empty or too small for
  /// double to decide.
  [[nodiscard]] static ConvexVolume from_planes(std::span<const HalfSpace> planes);

  /// The convex hull of 8 points: near side in ring order, then far side in the same order. Flat and duplicate corners
  /// are legal. Throws `InvalidInput` if a coordinate is not finite or beyond `max_coordinate`.
  [[nodiscard]] static ConvexVolume from_corners(std::span<const Vec3, 8> corners);

  /// The corners, near ring then far ring, rounded to float. An infinite far side is cut at a depth of `far_cut` times
  /// the size of the near side: good for drawing, not for deciding. If the volume is not a frustum (`is_frustum`),
  /// these are the corners of the smallest aligned box around `vertices`. Allocates nothing.
  [[nodiscard]] std::array<Vec3, 8> corners(float far_cut = 1e4F) const noexcept;

  /// All corners, whatever their number, in an arbitrary order; edges without an end are cut as above. Those of a
  /// frustum are `corners`. O(corners^2). Allocates the result.
  [[nodiscard]] std::vector<Vec3> vertices(float far_cut = 1e4F) const;

  /// Whether the corners are 4 of a near side and 4 of a far one, which may be at infinity.
  [[nodiscard]] bool is_frustum() const noexcept { return data_.is_frustum; }
  /// Whether the volume is unbounded in some direction. So is one whose sides meet 2^40 times as far from a near corner
  /// as any of them is: rounding decides whether they do.
  [[nodiscard]] bool infinite_far() const noexcept { return data_.infinite_far; }

  /// For the kernels.
  [[nodiscard]] const detail::VolumeData& data() const noexcept { return data_; }

 private:
  friend class detail::VolumeMaker;
  ConvexVolume() = default;
  detail::VolumeData data_;
  std::shared_ptr<const void> more_;  ///< the corners of data_.corners() if there are more than 8
};

}  // namespace lockstep

namespace lockstep::detail {

/// A node of the tree (BVH) of a set of volumes: an object that does not touch the bound touches none of the volumes
/// below.
struct VolumeNode {
  ConvexVolume bound;             ///< in a leaf: the volume itself
  std::uint32_t first_child = 0;  ///< children lie side by side
  std::uint32_t child_count = 0;  ///< 0: a leaf
  std::uint32_t volume = 0;       ///< in a leaf: its index
};

/// The planes between the slices, the columns and the rows of a grid, those at both ends included.
using GridPlanes = std::array<std::vector<GridPlane>, 3>;

/// The same planes in the frame of the camera, relative to the view's anchor. Exact planes are off by no more than a
/// tilt times |p|_1, for points p, plus a shift.
struct GridFrame {
  static constexpr std::size_t padding = 16;  ///< copies of the last number: kernels read whole registers
  Vec3 right, up, forward;                    ///< perpendicular unit vectors
  /// Of the planes between columns: right . p = slope * (forward . p) + offset; of those between rows: up . p.
  std::array<std::vector<float>, 2> slope, offset;
  float tilt = 0, shift = 0;  ///< sums of the largest of columns and of rows
  float steepest = 0;         ///< the largest |slope|
  std::vector<float> depth;   ///< between slices: forward . p = depth; empty if the planes fit no frame
  std::vector<float> depth_tilt, depth_shift;
};

}  // namespace lockstep::detail

// ---- Many volumes ----
//
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
  [[nodiscard]] const detail::GridFrame& grid_frame() const noexcept { return grid_frame_; }

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
  detail::GridFrame grid_frame_;
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
