// Sets of volumes: the parts of a camera's view with the planes between them, any others in a tree by place.
#include "lockstep/volume_set.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <string>

#include "base/float_environment.hpp"
#include "base/validate.hpp"
#include "lockstep/reference/vector.hpp"
#include "volumes/clip_planes.hpp"
#include "volumes/matrix_order.hpp"

namespace lockstep {

using detail::VolumeNode;

namespace {

using Vec = reference::Vector<double>;

/// A node has at most this many children: each costs a look at every object that the node keeps.
constexpr std::uint32_t max_children = 16;

// --- the parts of a camera's view

/// Clip z / w at a depth as ViewGrid means it, on the line where clip x and y are 0.
class DepthScale {
 public:
  DepthScale(std::span<const float, 16> m, DepthRange range) : low_(range == DepthRange::zero_to_one ? 0 : -1) {
    const auto normal = [&](std::size_t row) { return Vec{m[4 * row], m[4 * row + 1], m[4 * row + 2]}; };
    const Vec x = normal(0), y = normal(1), z = normal(2), w = normal(3), axis = cross(x, y);
    const Vec foot = (cross(y, axis) * -double{m[3]} + cross(axis, x) * -double{m[7]}) * (1 / dot(axis, axis));
    z_ = dot(z, foot) + m[11], z_step_ = dot(z, axis);
    w_ = dot(w, foot) + m[15], w_step_ = dot(w, axis);
    z_length_ = std::sqrt(dot(z, z)), w_length_ = std::sqrt(dot(w, w));
  }

  [[nodiscard]] float at(double depth) const {
    if (w_length_ == 0) return static_cast<float>(low_ + depth * z_length_ / w_);
    const double w = depth * w_length_;
    return static_cast<float>((z_ + z_step_ * ((w - w_) / w_step_)) / w);
  }
  /// Not so with reversed Z.
  [[nodiscard]] bool rises() const { return w_length_ == 0 || z_ - z_step_ * (w_ / w_step_) < 0; }

 private:
  double low_, z_, z_step_, w_, w_step_, z_length_, w_length_;
};

/// Where the parts meet along each axis, in normalised device coordinates: slices from the eye, columns, rows.
using Sides = std::array<std::vector<float>, 3>;

std::vector<float> equal_parts(std::uint32_t count) {
  std::vector<float> sides(count + std::size_t{1});
  for (std::size_t i = 0; i < sides.size(); ++i)
    sides[i] = static_cast<float>(-1 + 2 * static_cast<double>(i) / static_cast<double>(count));
  return sides;
}

std::vector<float> slices(std::span<const float, 16> m, DepthRange range, std::span<const float> depths) {
  const DepthScale scale(m, range);
  const float low = range == DepthRange::zero_to_one ? 0 : -1;
  const float sign = depths.empty() || scale.rises() ? 1.0F : -1.0F, end = sign > 0 ? 1 : low;
  std::vector<float> sides = {sign > 0 ? low : 1};
  for (std::size_t i = 0; i < depths.size(); ++i) {
    const float z = scale.at(depths[i]);
    if (!(sign * (z - sides.back()) > 0 && sign * (end - z) > 0))
      detail::throw_invalid("grid.depths[" + std::to_string(i) + "]", depths[i],
                            "must be above the one before, beyond the near side and before the far side");
    sides.push_back(z);
  }
  sides.push_back(end);
  return sides;
}

/// The planes at those sides, positive towards higher parts.
detail::GridPlanes planes_at(const Sides& sides, std::span<const float, 16> m, const Vec3& anchor) {
  constexpr std::array<std::size_t, 3> row = {2, 0, 1};  // of clip z, x and y
  detail::GridPlanes planes;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double sign = sides[axis].front() < sides[axis].back() ? 1 : -1;
    for (const float side : sides[axis]) planes[axis].push_back(detail::grid_plane(m, row[axis], side, sign, anchor));
  }
  return planes;
}

// --- any volumes

struct Bounds {
  Vec3 low, high;
};

/// Of a bounded volume whose corners are legal coordinates; rounded outward.
std::optional<Bounds> bounds_of(const ConvexVolume& volume) {
  const detail::VolumeData& data = volume.data();
  if (data.infinite_far) return std::nullopt;
  const detail::VolumeCorners<double>& corners = data.fine;
  Bounds bounds;
  const auto bound = [&](float anchor, int axis, float& low, float& high) {
    double least = HUGE_VAL, most = -HUGE_VAL;
    for (int i = 0; i < 4; ++i) {
      const double near = corners.near[i][axis], far = near + corners.edge[i][axis];
      least = std::min({least, near, far}), most = std::max({most, near, far});
    }
    // Two sums in double, the corners' own error, and the rounding to float.
    const double slack = corners.slack + 0x1p-50 * (data.size + std::abs(double{anchor}));
    low = std::nextafter(static_cast<float>(anchor + least - slack), -HUGE_VALF);
    high = std::nextafter(static_cast<float>(anchor + most + slack), HUGE_VALF);
  };
  bound(data.anchor.x, 0, bounds.low.x, bounds.high.x);
  bound(data.anchor.y, 1, bounds.low.y, bounds.high.y);
  bound(data.anchor.z, 2, bounds.low.z, bounds.high.z);
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
      nodes_.push_back({volumes[i], 0, 0, i});  // a root, which nothing bounds
  }
  const bool bounded = items.size() > 2;  // of two, asking about both costs little more than asking about a bound
  if (bounded)
    nodes_.push_back({box_volume(bounds_of(items))});
  else
    for (const Item& item : items) nodes_.push_back({volumes[item.volume], 0, 0, item.volume});
  root_count_ = nodes_.size();
  if (bounded) PlaceTree(volumes, nodes_).split(root_count_ - 1, items);
  find_leaves();
}

VolumeSet VolumeSet::grid(const float* matrix, MatrixOrder order, DepthRange range, const ViewGrid& grid) {
  const detail::FloatEnvironment standard;
  const double parts = static_cast<double>(grid.columns) * static_cast<double>(grid.rows) *
                       (static_cast<double>(grid.depths.size()) + 1);
  if (!(parts >= 1 && parts <= static_cast<double>(max_volumes)))
    throw InvalidInput("grid: has " + std::to_string(grid.columns) + " columns, " + std::to_string(grid.rows) +
                       " rows and " + std::to_string(grid.depths.size() + 1) +
                       " slices; from 1 to 1048576 parts are possible");
  const std::array<float, 16> row_major = detail::rows_of(matrix, order);
  VolumeSet set;
  set.nodes_.reserve(static_cast<std::size_t>(parts) + 1);
  set.nodes_.push_back({ConvexVolume::from_view_projection(row_major, range), 1, static_cast<std::uint32_t>(parts)});
  const Sides sides = {slices(row_major, range, grid.depths), equal_parts(grid.columns), equal_parts(grid.rows)};
  const auto& [z, x, y] = sides;
  for (std::size_t k = 0; k + 1 < z.size(); ++k)
    for (std::size_t j = 0; j + 1 < y.size(); ++j)
      for (std::size_t i = 0; i + 1 < x.size(); ++i) {
        const ClipWindow window{.left = x[i],
                                .right = x[i + 1],
                                .bottom = y[j],
                                .top = y[j + 1],
                                .low_z = std::min(z[k], z[k + 1]),
                                .high_z = std::max(z[k], z[k + 1])};
        set.nodes_.push_back({ConvexVolume::from_view_projection(row_major, range, window), 0, 0,
                              static_cast<std::uint32_t>(set.nodes_.size() - 1)});
      }
  set.grid_planes_ = planes_at(sides, row_major, set.nodes_[0].bound.data().anchor);
  set.root_count_ = 1;
  set.find_leaves();
  return set;
}

VolumeSet VolumeSet::cube(const Vec3& eye, float near, float far) {
  const detail::FloatEnvironment standard;
  detail::check_vec3(eye, "eye");
  detail::check_length(far, "far");
  if (!(near > 0 && near < far)) detail::throw_invalid("near", near, "must be above 0 and below far");
  const float at[] = {eye.x, eye.y, eye.z};
  const auto depth = static_cast<float>((double{far} + near) / (double{far} - near)),
             offset = static_cast<float>(-2 * double{far} * near / (double{far} - near));
  std::vector<ConvexVolume> faces;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    for (const float sign : {1.0F, -1.0F}) {
      std::array<float, 16> m{};
      const auto put = [&](std::size_t row, std::size_t along, float scale) {
        m[4 * row + along] = scale, m[4 * row + 3] = -scale * at[along];
      };
      put(0, (axis + 1) % 3, 1), put(1, (axis + 2) % 3, 1), put(2, axis, sign * depth), put(3, axis, sign);
      m[11] += offset;
      faces.push_back(ConvexVolume::from_view_projection(m, DepthRange::minus_one_to_one));
    }
  }
  return VolumeSet(faces);
}

void VolumeSet::find_leaves() {
  leaves_.resize(static_cast<std::size_t>(
      std::count_if(nodes_.begin(), nodes_.end(), [](const VolumeNode& node) { return node.child_count == 0; })));
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    if (nodes_[i].child_count == 0) leaves_[nodes_[i].volume] = static_cast<std::uint32_t>(i);
}

std::vector<float> split_depths(float near, float far, std::size_t slices, float blend) {
  const detail::FloatEnvironment standard;
  if (!(near > 0 && near < far)) detail::throw_invalid("near", near, "must be above 0 and below far");
  detail::check_length(far, "far");
  if (!(blend >= 0 && blend <= 1)) detail::throw_invalid("blend", blend, "must be from 0 to 1");
  if (slices == 0 || slices > VolumeSet::max_volumes)
    throw InvalidInput("slices: must be from 1 to 1048576, not " + std::to_string(slices));
  std::vector<float> depths(slices - 1);
  for (std::size_t i = 0; i < depths.size(); ++i) {
    const double part = static_cast<double>(i + 1) / static_cast<double>(slices);
    const double even = near + (double{far} - near) * part, by_factor = near * std::pow(double{far} / near, part);
    depths[i] = static_cast<float>(even + (by_factor - even) * double{blend});
    if (!(depths[i] > (i == 0 ? near : depths[i - 1]) && depths[i] < far))
      throw InvalidInput("slices: " + std::to_string(slices) + " are too thin for float depths");
  }
  return depths;
}

}  // namespace lockstep
