// Sorts positions along a space-filling curve: neighbours in the order are neighbours in space.
//
// The curve is the Hilbert curve through the cells of a grid (C. Hamilton, A. Rau-Chaplin, "Compact Hilbert indices",
// Information Processing Letters 105, 2007). Cells with many positions are sorted again by a grid of their own, so
// distant clusters of any size are sorted as well as uniformly distributed positions.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "lockstep/types.hpp"

namespace lockstep::detail {

/// The bounding box of positions.
struct CurveBox {
  static constexpr float infinity = std::numeric_limits<float>::infinity();
  Vec3 low{infinity, infinity, infinity}, high{-infinity, -infinity, -infinity};

  void add(const Vec3& low_end, const Vec3& high_end) {
    low = {std::min(low.x, low_end.x), std::min(low.y, low_end.y), std::min(low.z, low_end.z)};
    high = {std::max(high.x, high_end.x), std::max(high.y, high_end.y), std::max(high.z, high_end.z)};
  }
  [[nodiscard]] double extent() const {
    return std::max({double{high.x} - low.x, double{high.y} - low.y, double{high.z} - low.z});
  }
};

/// Cells with more positions are sorted again; fewer positions fill one or two blocks in any case.
inline constexpr std::size_t enough_for_a_grid = 128;

/// Fills `order` with the indices of the positions. The result is the same for every number of threads.
void sort_along_curve(std::span<const Vec3> positions, std::span<std::uint32_t> order);

}  // namespace lockstep::detail
