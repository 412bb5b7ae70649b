// Sets of volumes: the cells of a camera's view with their shared planes, or any volumes in a spatial tree.
#include "lockstep/volumes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>

#include "base/float_environment.hpp"
#include "base/validate.hpp"
#include "base/vector.hpp"
#include "volumes/grid_frame.hpp"
#include "volumes/matrix_order.hpp"
#include "volumes/volume_maker.hpp"

namespace lockstep {

using detail::VolumeMaker;
using detail::VolumeNode;

namespace {

using Vec = math::Vector<double>;

/// The most children of a node: each of them is tested against every object that the node keeps.
constexpr std::uint32_t max_children = 16;

void check_parts(const ViewGrid& grid) {
  const double parts = static_cast<double>(grid.columns) * static_cast<double>(grid.rows) *
                       (static_cast<double>(grid.depths.size()) + 1);
  if (!(parts >= 1 && parts <= static_cast<double>(VolumeSet::max_volumes)))
    throw InvalidInput("grid: has " + std::to_string(grid.columns) + " columns, " + std::to_string(grid.rows) +
                       " rows and " + std::to_string(grid.depths.size() + 1) +
                       " slices; from 1 to 1048576 parts are possible");
}

// --- any volumes

struct Bounds {
  Vec3 low, high;
};

/// The box of a bounded volume with valid corners, rounded outward.
std::optional<Bounds> bounds_of(const ConvexVolume& volume) {
  const detail::VolumeData& data = volume.data();
  if (data.infinite_far) return std::nullopt;
  const detail::VolumeCorners<double>& corners = data.fine;
  Bounds bounds;
  const auto bound = [&](float anchor, double Vec::*axis, float& low, float& high) {
    double least = HUGE_VAL, most = -HUGE_VAL;
    detail::for_each_corner(corners, 1, [&](const Vec& corner) {
      least = std::min(least, corner.*axis), most = std::max(most, corner.*axis);
    });
    // The error of two sums in double, the corners' own error, and the rounding to float.
    const double slack = corners.slack + 0x1p-50 * (data.size + std::abs(double{anchor}));
    low = std::nextafter(static_cast<float>(anchor + least - slack), -HUGE_VALF);
    high = std::nextafter(static_cast<float>(anchor + most + slack), HUGE_VALF);
  };
  bound(data.anchor.x, &Vec::x, bounds.low.x, bounds.high.x);
  bound(data.anchor.y, &Vec::y, bounds.low.y, bounds.high.y);
  bound(data.anchor.z, &Vec::z, bounds.low.z, bounds.high.z);
  if (!detail::is_valid_vec3(bounds.low) || !detail::is_valid_vec3(bounds.high)) return std::nullopt;
  return bounds;
}

ConvexVolume box_volume(const Bounds& b) {
  const auto at = [&](int x, int y, int z) {
    return Vec3{(x != 0 ? b.high : b.low).x, (y != 0 ? b.high : b.low).y, (z != 0 ? b.high : b.low).z};
  };
  const std::array<Vec3, 8> corners = {at(0, 0, 0), at(1, 0, 0), at(1, 1, 0), at(0, 1, 0),
                                       at(0, 0, 1), at(1, 0, 1), at(1, 1, 1), at(0, 1, 1)};
  return ConvexVolume::from_corners(corners);
}

Bounds united(const Bounds& a, const Bounds& b) {
  return {{std::min(a.low.x, b.low.x), std::min(a.low.y, b.low.y), std::min(a.low.z, b.low.z)},
          {std::max(a.high.x, b.high.x), std::max(a.high.y, b.high.y), std::max(a.high.z, b.high.z)}};
}

struct Item {
  std::uint32_t volume;
  Bounds bounds;
};

Bounds bounds_of(std::span<const Item> items) {
  Bounds all = items[0].bounds;
  for (const Item& item : items) all = united(all, item.bounds);
  return all;
}

class PlaceTree {
 public:
  PlaceTree(std::span<const ConvexVolume> volumes, std::vector<VolumeNode>& nodes) : volumes_(volumes), nodes_(nodes) {}

  void split(std::size_t node, std::span<Item> items) {
    const std::size_t first = nodes_.size();
    nodes_[node].first_child = static_cast<std::uint32_t>(first);
    if (items.size() <= max_children) {
      nodes_[node].child_count = static_cast<std::uint32_t>(items.size());
      for (const Item& item : items) nodes_.push_back({volumes_[item.volume], 0, 0, item.volume});
      return;
    }
    sort_along_the_longest_side(items);
    const std::span<Item> halves[] = {items.first(items.size() / 2), items.subspan(items.size() / 2)};
    nodes_[node].child_count = 2;
    for (const std::span<Item> half : halves) nodes_.push_back({box_volume(bounds_of(half))});
    for (std::size_t i = 0; i < 2; ++i) split(first + i, halves[i]);
  }

 private:
  static void sort_along_the_longest_side(std::span<Item> items) {
    const Bounds all = bounds_of(items);
    const float size[] = {all.high.x - all.low.x, all.high.y - all.low.y, all.high.z - all.low.z};
    const auto axis = std::max_element(size, size + 3) - size;
    const auto middle = [axis](const Item& item) {
      const Bounds& b = item.bounds;
      return axis == 0 ? b.low.x + b.high.x : axis == 1 ? b.low.y + b.high.y : b.low.z + b.high.z;
    };
    std::stable_sort(items.begin(), items.end(), [&](const Item& a, const Item& b) { return middle(a) < middle(b); });
  }

  std::span<const ConvexVolume> volumes_;
  std::vector<VolumeNode>& nodes_;
};

}  // namespace

VolumeSet::VolumeSet(std::span<const ConvexVolume> volumes) {
  const detail::FloatEnvironment standard;
  if (volumes.size() > max_volumes)
    throw InvalidInput("volumes: there are " + std::to_string(volumes.size()) + ", at most 1048576 are possible");
  std::vector<Item> items;
  for (std::uint32_t i = 0; i < volumes.size(); ++i) {
    if (const std::optional<Bounds> bounds = bounds_of(volumes[i]))
      items.push_back({i, *bounds});
    else
      nodes_.push_back({volumes[i], 0, 0, i});  // a root, without a bound
  }
  const bool bounded = items.size() > 2;  // testing two volumes costs little more than testing a bound
  if (bounded)
    nodes_.push_back({box_volume(bounds_of(items))});
  else
    for (const Item& item : items) nodes_.push_back({volumes[item.volume], 0, 0, item.volume});
  root_count_ = nodes_.size();
  if (bounded) PlaceTree(volumes, nodes_).split(root_count_ - 1, items);
  find_leaves();
}

VolumeSet VolumeSet::of_grid(const detail::ViewPlanes& view, const detail::PlanesOfGrid& planes, bool of_matrix) {
  const auto parts = [&](std::size_t axis) { return planes.of[axis].size() - 1; };
  VolumeSet set;
  set.nodes_.reserve(parts(0) * parts(1) * parts(2) + 1);
  set.nodes_.push_back(
      {VolumeMaker::of_view(view, of_matrix), 1, static_cast<std::uint32_t>(parts(0) * parts(1) * parts(2))});
  detail::CornerErrors errors;
  for (std::size_t z = 0; z < parts(0); ++z)
    for (std::size_t y = 0; y < parts(2); ++y)
      for (std::size_t x = 0; x < parts(1); ++x) {
        set.nodes_.push_back({VolumeMaker::of_view(planes.cell(view, z, x, y), of_matrix), 0, 0,
                              static_cast<std::uint32_t>(set.nodes_.size() - 1)});
        const detail::VolumeData& cell = set.nodes_.back().bound.data();
        // GJK proves little about the reach of other infinite cells.
        const double corner = cell.is_frustum || !cell.infinite_far ? cell.fine.slack : HUGE_VAL;
        errors = {std::max(errors.corner, corner), std::max(errors.edge, double{cell.fine.edge_slack})};
      }
  const Vec shift = detail::widen(set.nodes_[0].bound.data().anchor) - view.origin;
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (const detail::Plane& plane : planes.of[axis])
      set.grid_planes_[axis].push_back(detail::grid_plane(plane, shift, view.units));
  set.grid_frame_ = detail::grid_frame(view, planes, shift, errors);
  set.root_count_ = 1;
  set.find_leaves();
  return set;
}

namespace {

constexpr detail::ViewWindow whole(DepthRange range) {
  return {-1, 1, -1, 1, range == DepthRange::zero_to_one ? 0.0 : -1.0, 1};
}

}  // namespace

template <class Number>
VolumeSet VolumeSet::of_matrix(const Number* matrix, MatrixOrder order, DepthRange range, const ViewGrid& grid,
                               double units) {
  const detail::FloatEnvironment standard;
  check_parts(grid);
  const detail::MatrixRows rows = detail::rows_of(matrix, order);
  const detail::ViewPlanes view = detail::view_planes(rows, units, whole(range));
  (void)VolumeMaker::of_view(view, true);  // reports an invalid view before its depths
  return of_grid(view, detail::grid_planes(rows, range, view, grid), true);
}

VolumeSet VolumeSet::grid(const float* matrix, MatrixOrder order, DepthRange range, const ViewGrid& grid) {
  return of_matrix(matrix, order, range, grid, detail::units_of_floats);
}
VolumeSet VolumeSet::grid(const double* matrix, MatrixOrder order, DepthRange range, const ViewGrid& grid) {
  return of_matrix(matrix, order, range, grid, detail::units_of_doubles);
}
VolumeSet VolumeSet::grid(const Lens& lens, const CameraPose& pose, const ViewGrid& grid) {
  const detail::FloatEnvironment standard;
  check_parts(grid);
  detail::check_lens(lens), detail::check_pose(pose);
  const detail::ViewPlanes view = detail::view_planes(lens, pose);
  return of_grid(view, detail::grid_planes(lens, pose, view, grid), false);
}

VolumeSet VolumeSet::cube(const Vec3d& eye, double near, double far) {
  const detail::FloatEnvironment standard;
  detail::check_vec3(eye, "eye");
  if (!(far > 0 && (far <= max_coordinate || std::isinf(far))))
    detail::throw_invalid("far", far, "must be above 0, and at most 1e18 or infinite");
  if (!(near > 0 && near < far)) detail::throw_invalid("near", near, "must be above 0 and below far");
  const Lens lens{-1, 1, -1, 1, near, far, false};
  constexpr Vec3d axis[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  std::vector<ConvexVolume> faces;
  for (std::size_t i = 0; i < 3; ++i)
    for (const double sign : {1.0, -1.0}) {
      const Vec3d forward{sign * axis[i].x, sign * axis[i].y, sign * axis[i].z};
      faces.push_back(ConvexVolume::from_camera(lens, {eye, axis[(i + 1) % 3], axis[(i + 2) % 3], forward}));
    }
  return VolumeSet(faces);
}

void VolumeSet::find_leaves() {
  leaves_.resize(static_cast<std::size_t>(
      std::count_if(nodes_.begin(), nodes_.end(), [](const VolumeNode& node) { return node.child_count == 0; })));
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    if (nodes_[i].child_count == 0) leaves_[nodes_[i].volume] = static_cast<std::uint32_t>(i);
}

namespace {

template <class Number>
std::vector<Number> depths_between(Number near, Number far, std::size_t slices, double blend) {
  const detail::FloatEnvironment standard;
  if (!(near > 0 && near < far)) detail::throw_invalid("near", near, "must be above 0 and below far");
  if (!(far <= max_coordinate)) detail::throw_invalid("far", far, detail::length_rule);
  if (!(blend >= 0 && blend <= 1)) detail::throw_invalid("blend", blend, "must be from 0 to 1");
  if (slices == 0 || slices > VolumeSet::max_volumes)
    throw InvalidInput("slices: must be from 1 to 1048576, not " + std::to_string(slices));
  std::vector<Number> depths(slices - 1);
  for (std::size_t i = 0; i < depths.size(); ++i) {
    const double part = static_cast<double>(i + 1) / static_cast<double>(slices);
    const double even = near + (double{far} - near) * part, by_factor = near * std::pow(double{far} / near, part);
    depths[i] = static_cast<Number>(even + (by_factor - even) * blend);
    if (!(depths[i] > (i == 0 ? near : depths[i - 1]) && depths[i] < far))
      throw InvalidInput("slices: " + std::to_string(slices) + " are too thin for " +
                         (sizeof(Number) == sizeof(float) ? "float" : "double") + " depths");
  }
  return depths;
}

}  // namespace

std::vector<float> split_depths(float near, float far, std::size_t slices, float blend) {
  return depths_between(near, far, slices, blend);
}
std::vector<double> split_depths_in_double(double near, double far, std::size_t slices, double blend) {
  return depths_between(near, far, slices, blend);
}

}  // namespace lockstep
