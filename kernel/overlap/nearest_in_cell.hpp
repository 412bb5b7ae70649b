// The nearest shapes of a point in a kept world that repeats: images of the point, from the nearest to the world's box
// on.
#pragma once

#include <cmath>
#include <limits>

#include "overlap/nearest_shapes.hpp"

namespace lockstep::detail {

/// The search of one thread.
class NearestInCell : private NearestShapes {
 public:
  NearestInCell(const World::Store& store, std::size_t k, const NearOptions& options, const CellFrame& frame,
                const WorldRegion& world)
      : NearestShapes(store, k, options),
        frame_(frame),
        world_(world),
        along_open_(world_.region),
        repeats_(periodic_axes(frame_)),
        is_empty_(store.count == 0 || k == 0) {
    for (std::size_t i = 0; i < 3; ++i) {
      if (frame_.periodic[i]) width_ = std::min(width_, rounded_up(frame_.width[i]));
      if (!frame_.periodic[i]) along_open_.fraction[i] = {-Region::infinity, Region::infinity};
      if (!repeats_[i]) along_open_.axis[i] = {-Region::infinity, Region::infinity};
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
    const double rounding = rounding_of(point, given, home, at), gap = open_gap(given);
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

  /// What the distance of a moved point from a box may be off by: by the point's own numbers, and by its move.
  [[nodiscard]] double rounding_of(const Vec3& point, const Vec3d& given, const Cells& home, const Vec3d& at) const {
    double moved = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (!repeats_[axis]) continue;
      for (const Vec3d& v : {given, at}) moved += std::abs(along(v, axis));
      for (std::size_t k = 0; k < 3; ++k) moved += std::abs(home[k] * along(frame_.edge[k], axis));
    }
    return 0x1p-45 * (double{std::abs(point.x)} + std::abs(point.y) + std::abs(point.z)) + 0x1p-48 * moved;
  }
  /// The distance of a point from the world's box along the axes on which nothing repeats.
  [[nodiscard]] double open_gap(const Vec3d& at) const {
    double square = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const auto& [low, high] = world_.region.axis[axis];
      const double p = along(at, axis), gap = repeats_[axis] ? 0 : std::max({low - p, p - high, 0.0});
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

  const CellFrame& frame_;
  const WorldRegion& world_;
  Region along_open_;  // the world's, without bounds along what does not repeat
  const std::array<bool, 3> repeats_;
  const bool is_empty_;
  float width_ = infinity;  // the least of the cell's, along the directions that repeat
  std::vector<Cells> moves_, before_;
  ImagePositions position_{std::vector<Vec3d>(1), std::vector<LowPosition>(1)};
};

}  // namespace lockstep::detail
