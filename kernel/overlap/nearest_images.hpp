// The nearest shapes of a point in a kept world that repeats: images of the point, from the nearest to the world's box
// on.
#pragma once

#include <cmath>
#include <limits>

#include "overlap/nearest_shapes.hpp"

namespace lockstep::detail {

/// The search of one thread.
class NearestImages : private NearestShapes {
 public:
  NearestImages(const World::Store& store, std::size_t k, const NearOptions& options)
      : NearestShapes(store, k, options),
        frame_(frame_of(*options.cell)),
        world_(store, frame_),
        along_open_(world_.region),
        is_empty_(store.count == 0 || k == 0) {
    const std::array<bool, 3> repeats = periodic_axes(frame_);
    for (std::size_t i = 0; i < 3; ++i) {
      if (frame_.periodic[i]) width_ = std::min(width_, rounded_up(frame_.width[i]));
      if (!frame_.periodic[i]) along_open_.fraction[i] = {-Region::infinity, Region::infinity};
      if (!repeats[i]) along_open_.axis[i] = {-Region::infinity, Region::infinity};
    }
    width_ = std::max(width_, std::numeric_limits<float>::min());
  }

  /// The nearest shapes of point i of the call, relative to `origin`, and images of these, nearest first.
  std::span<const NearShape> operator()(const Vec3& point, const Vec3d& origin, std::size_t i) {
    clear();
    moves_.clear();
    const Vec3d given = {origin.x + point.x, origin.y + point.y, origin.z + point.z};
    const Cells home = cells_into(frame_, given, "points", i);
    const Vec3d at = moved_by(given, home, frame_);
    const double rounding = 0x1p-44 * (std::abs(at.x) + std::abs(at.y) + std::abs(at.z)), gap = open_gap(given);
    // Images that are farther from the world's box than the k-th shape from the point are of no use: those that are
    // farther than `within` along an axis that repeats, and `gap` along the others.
    for (float within = 0; !is_empty_; within = farther(within, gap)) {
      std::swap(moves_, before_);
      const float half = rounded_up(within + rounding);
      list_moves({{-half, -half, -half}, {half, half, half}}, at, along_open_, frame_, moves_);
      const auto is_less = [](const Cells& a, const Cells& b) { return b > a; };
      for (const Cells& by : moves_)
        if (!std::binary_search(before_.begin(), before_.end(), by, is_less)) search_image(point, origin, home, by, i);
      const bool nothing_repeats = width_ == infinity;
      if (nothing_repeats || within == infinity || !(kth() > std::hypot(within, gap) * (1 - 0x1p-44))) break;
    }
    return sorted();
  }

 private:
  static constexpr float infinity = std::numeric_limits<float>::infinity();

  /// The distance of a point from the world's box along the axes on which nothing repeats.
  [[nodiscard]] double open_gap(const Vec3d& at) const {
    const std::array<bool, 3> repeats = periodic_axes(frame_);
    const double p[3] = {at.x, at.y, at.z};
    double square = 0;
    for (std::size_t axis = 0; axis < 3 && !world_.region.has_unbounded; ++axis) {
      const auto& [low, high] = world_.region.axis[axis];
      const double gap = repeats[axis] ? 0 : std::max({low - p[axis], p[axis] - high, 0.0});
      square += gap * gap;
    }
    return std::sqrt(square) * (1 - 0x1p-50);
  }
  /// The next distance of images to search: half a width more, or as far as the k-th shape.
  [[nodiscard]] float farther(float within, double gap) const {
    if (std::isinf(kth())) return std::max(2 * within, 0.5F * width_);
    const double square = kth() * kth() * (1 + 0x1p-42) - gap * gap;
    return std::max(rounded_up(std::sqrt(std::max(square, 0.0))), std::nextafter(within, infinity));
  }
  void search_image(const Vec3& point, const Vec3d& origin, const Cells& home, const Cells& by, std::size_t i) {
    Cells moved = home;
    for (std::size_t k = 0; k < 3; ++k) moved[k] += by[k];
    if (!position_.put(0, origin, moved, frame_)) throw_too_long("points", i);
    search(point, position_.high[0], position_.low[0], moved,
           [&](std::uint32_t object) { return by == Cells{} || !world_.is_unbounded(object); });
  }

  const CellFrame frame_;
  const WorldRegion world_;
  Region along_open_;  // the world's, without bounds along what does not repeat
  const bool is_empty_;
  float width_ = infinity;  // the least of the cell's, along the directions that repeat
  std::vector<Cells> moves_, before_;
  ImagePositions position_{std::vector<Vec3d>(1), std::vector<LowPosition>(1)};
};

}  // namespace lockstep::detail
