#include "runs/loop_views.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lockstep::tools {
namespace {

using ViewCorners = std::array<Point3, 8>;

ViewCorners corners_of(const ConvexVolume& volume, double reach) {
  const std::array<Vec3, 8> corners = corners_within(volume, reach);
  ViewCorners points;
  for (std::size_t k = 0; k < 8; ++k) points[k] = {corners[k].x, corners[k].y, corners[k].z};
  return points;
}

Point3 unit(const Point3& v) { return v * (1 / std::sqrt(std::max(dot(v, v), 1e-300))); }

LoopPlane plane_at(const Point3& normal, const Point3& point) {
  return {static_cast<float>(normal.x), static_cast<float>(normal.y), static_cast<float>(normal.z),
          static_cast<float>(-dot(normal, point))};
}

/// The plane through three points, `inside` on its positive side.
LoopPlane plane_through(const Point3& a, const Point3& b, const Point3& c, const Point3& inside) {
  Point3 normal = unit(cross(b - a, c - a));
  if (dot(normal, inside - a) < 0) normal = -normal;
  return plane_at(normal, a);
}

Point3 middle_of(const ViewCorners& p) {
  Point3 middle{0, 0, 0};
  for (const Point3& point : p) middle = middle + point * 0.125;
  return middle;
}

/// ViewCorners of a view: the near side's from the bottom left, then the far side's.
enum Corner : std::size_t {
  left_bottom,
  right_bottom,
  right_top,
  left_top,
  far_left_bottom,
  far_right_bottom,
  far_right_top,
  far_left_top
};

class GridMaker {
 public:
  GridMaker(const VolumeSet& volumes, const Views& views, double reach)
      : volumes_(volumes), views_(views), reach_(reach), origin_(corner(0, 0, 0, left_bottom)) {
    right_ = unit(corner(views.columns - 1, 0, 0, right_bottom) - origin_);
    const Point3 up = corner(0, views.rows - 1, 0, left_top) - origin_;
    up_ = unit(up - right_ * dot(up, right_));
    ahead_ = cross(right_, up_);
    if (dot(ahead_, corner(0, 0, views.slices - 1, far_left_bottom) - origin_) < 0) ahead_ = -ahead_;
  }

  [[nodiscard]] LightGrid make() const {
    LightGrid grid;
    grid.axes = {plane_at(right_, origin_), plane_at(up_, origin_), plane_at(ahead_, origin_)};
    for (std::uint32_t z = 0; z < views_.slices; ++z) grid.depths.push_back(depth_of(corner(0, 0, z, left_bottom)));
    grid.depths.push_back(depth_of(corner(0, 0, views_.slices - 1, far_left_bottom)));
    for (std::uint32_t x = 0; x <= views_.columns; ++x) grid.column_sides.push_back(column_side(x));
    for (std::uint32_t y = 0; y <= views_.rows; ++y) grid.row_sides.push_back(row_side(y));
    for (std::size_t i = 0; i < volumes_.size(); ++i) add_box(grid, corners_of(volumes_[i], reach_));
    return grid;
  }

 private:
  [[nodiscard]] Point3 corner(std::uint32_t x, std::uint32_t y, std::uint32_t z, std::size_t k) const {
    const std::size_t rows = views_.rows, columns = views_.columns;
    return corners_of(volumes_[(z * rows + y) * columns + x], reach_)[k];
  }
  [[nodiscard]] float depth_of(const Point3& p) const { return static_cast<float>(dot(ahead_, p - origin_)); }

  /// The left side of column x; past the last column, its right side.
  [[nodiscard]] LoopPlane column_side(std::uint32_t x) const {
    const bool end = x == views_.columns;
    const std::uint32_t column = end ? x - 1 : x, top = views_.rows - 1, last = views_.slices - 1;
    const Point3 near_low = corner(column, 0, 0, end ? right_bottom : left_bottom),
                 far_low = corner(column, 0, last, end ? far_right_bottom : far_left_bottom),
                 far_high = corner(column, top, last, end ? far_right_top : far_left_top);
    return plane_through(near_low, far_low, far_high, far_low + right_ * reach_);
  }
  /// The lower side of row y; past the last row, its upper side.
  [[nodiscard]] LoopPlane row_side(std::uint32_t y) const {
    const bool end = y == views_.rows;
    const std::uint32_t row = end ? y - 1 : y, right = views_.columns - 1, last = views_.slices - 1;
    const Point3 near_left = corner(0, row, 0, end ? left_top : left_bottom),
                 far_left = corner(0, row, last, end ? far_left_top : far_left_bottom),
                 far_right = corner(right, row, last, end ? far_right_top : far_right_bottom);
    return plane_through(near_left, far_left, far_right, far_left + up_ * reach_);
  }
  void add_box(LightGrid& grid, const ViewCorners& corners) const {
    const std::array<Point3, 3> axes = {right_, up_, ahead_};
    for (std::size_t k = 0; k < 3; ++k) {
      float low = std::numeric_limits<float>::infinity(), high = -low;
      for (const Point3& p : corners) {
        const auto at = static_cast<float>(dot(axes[k], p - origin_));
        low = std::min(low, at), high = std::max(high, at);
      }
      grid.low[k].push_back(low), grid.high[k].push_back(high);
    }
  }

  const VolumeSet& volumes_;
  const Views& views_;
  double reach_;
  Point3 origin_, right_{}, up_{}, ahead_{};
};

}  // namespace

std::array<LoopPlane, 6> planes_of(const ConvexVolume& volume, double reach) {
  const ViewCorners p = corners_of(volume, reach);
  const Point3 middle = middle_of(p);
  std::array<LoopPlane, 6> planes;
  for (std::size_t k = 0; k < 4; ++k) planes[k] = plane_through(p[k], p[4 + k], p[4 + (k + 1) % 4], middle);
  // The near side is small and the far one is parallel to it, so the far side's directions are more precise.
  planes[4] = plane_through(p[0], p[0] + (p[5] - p[4]), p[0] + (p[6] - p[4]), middle);
  planes[5] = volume.infinite_far() ? planes[4] : plane_through(p[4], p[5], p[6], middle);
  return planes;
}

LightGrid light_grid(const VolumeSet& volumes, const Views& views, double reach) {
  return GridMaker(volumes, views, reach).make();
}

}  // namespace lockstep::tools
