// Circles and boxes of the plane as spheres and boxes of space, under the plane's names.
#pragma once

#include <algorithm>

#include "base/scratch.hpp"
#include "views/check_streams.hpp"

namespace lockstep::detail {

inline constexpr float no_height = 0;

/// A circle is a ball at z = 0: the third coordinate adds nothing to any sum.
inline Streams<ViewKind::spheres> streams_in_space(const CircleView& view) {
  return {"circles", {view.x, view.y, {&no_height, 0}, view.radius}, {"x", "y", "z", "radius"}, view.count};
}

/// The half height of a box of the plane in space: the length of its longer side. So two boxes that overlap do so in
/// space, the shortest way out of a box lies in the plane, and rounding errors are no larger than those in the plane.
/// The height of an invalid box is 0, so that no error mentions it.
inline float height_of(const std::array<float, 4>& box) {
  const float longer = std::max(box[2] - box[0], box[3] - box[1]);
  return longer >= 0 ? std::min(longer, max_coordinate) : 0;
}

/// Boxes of the plane with their heights, which are computed in a second pass. Throws `InvalidInput` if streams are
/// missing.
class BoxesOfPlane {
 public:
  explicit BoxesOfPlane(const Aabb2View& view) : streams_(streams_of(view)) {
    check_streams(streams_, {}, "");
    low_.resize(view.count), high_.resize(view.count);
    for_each_range(view.count, 4096, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) high_[i] = height_of(object_at(streams_, i)), low_[i] = -high_[i];
    });
  }

  /// Valid as long as this object.
  [[nodiscard]] Streams<ViewKind::aabbs> streams() const {
    const auto& s = streams_.stream;
    return {streams_.name,
            {s[0], s[1], {low_.data()}, s[2], s[3], {high_.data()}},
            {"min_x", "min_y", "min_z", "max_x", "max_y", "max_z"},
            streams_.count};
  }

 private:
  Streams<ViewKind::aabbs2> streams_;
  ScratchVector<float> low_, high_;
};

}  // namespace lockstep::detail
