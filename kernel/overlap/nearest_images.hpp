// The nearest shapes of a point in a kept world that repeats: images of the point, from the nearest to the world's box
// on.
#pragma once

#include <cmath>

#include "overlap/nearest_shapes.hpp"

namespace lockstep::detail {

/// The search of one thread.
class NearestImages : private NearestShapes {
 public:
  NearestImages(const World::Store& store, std::size_t k, const NearOptions& options)
      : NearestShapes(store, k, options),
        frame_(frame_of(*options.cell)),
        region_(region_of(store, frame_)),
        is_empty_(store.count == 0 || k == 0) {
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (frame_.periodic[axis]) width_ = std::min(width_, rounded_up(frame_.width[axis]));
  }

  /// The nearest shapes of point i of the call, relative to `origin`, and images of these, nearest first.
  std::span<const NearShape> operator()(const Vec3& point, const Vec3d& origin, std::size_t i) {
    clear();
    moves_.clear();
    if (width_ == infinity && !is_empty_) search(point, origin, {}, {});  // nothing repeats
    // Images that are farther from the world's box than the k-th shape from the point are of no use.
    const Vec3d at = {origin.x + point.x, origin.y + point.y, origin.z + point.z};
    const double rounding = 0x1p-44 * (std::abs(at.x) + std::abs(at.y) + std::abs(at.z));
    for (float within = 0; !is_empty_ && width_ != infinity; within = farther(within)) {
      std::swap(moves_, before_);
      const float half = rounded_up(within + rounding);
      list_moves({{-half, -half, -half}, {half, half, half}}, at, region_, frame_, moves_);
      const auto is_less = [](const Cells& a, const Cells& b) { return b > a; };
      for (const Cells& by : moves_)
        if (!std::binary_search(before_.begin(), before_.end(), by, is_less)) search_image(point, origin, by, i);
      if (reach() <= within) break;
    }
    return sorted();
  }

 private:
  static constexpr float infinity = std::numeric_limits<float>::infinity();

  /// The next distance of images to search: half a width more, or as far as the k-th shape.
  [[nodiscard]] float farther(float within) const {
    return reach() < infinity ? reach() : std::max(2 * within, 0.5F * width_);
  }
  void search_image(const Vec3& point, const Vec3d& origin, const Cells& by, std::size_t i) {
    if (!position_.put(0, origin, by, frame_)) throw_too_long("points", i);
    search(point, position_.high[0], position_.low[0], by);
  }

  const CellFrame frame_;
  const Region region_;
  const bool is_empty_;
  float width_ = infinity;  // the least of the cell's, along the directions that repeat
  std::vector<Cells> moves_, before_;
  ImagePositions position_{std::vector<Vec3d>(1), std::vector<LowPosition>(1)};
};

}  // namespace lockstep::detail
