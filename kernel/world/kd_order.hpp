// Sorts objects in k-d order by recursive median splits (lanes/world/kd_sort.hpp): neighbours in the order are
// neighbours in space.
//
// Objects larger than a block's share of space come last, in k-d order among themselves: each would enlarge the box of
// its block, and the node above, to its own size.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "base/buffer.hpp"
#include "lockstep/types.hpp"
#include "table/bounds3.hpp"
#include "table/median_split.hpp"

namespace lockstep::detail {

/// Size classes of objects larger than a block's share of space.
inline constexpr unsigned share_classes = 4;

/// 0, or a higher class for objects larger than a block's share of space, 2.5 times, or 6.25 times that share.
inline unsigned class_of(float size, double share) {
  return (size > share ? 1U : 0U) + (size > 2.5 * share ? 1U : 0U) + (size > 6.25 * share ? 1U : 0U);
}

/// The side of a cube that is the share of one of `blocks` blocks in the space of a box. Along axes where the box is
/// shorter than this side, the share spans the whole box.
inline double side_of_share(const Bounds3& box, double blocks) {
  constexpr int halvings = 40;
  double low = 0, high = box.extent();
  for (int i = 0; i < halvings; ++i) {
    const double side = 0.5 * (low + high);
    const auto along = [&](int k) { return std::max(1.0, (double{box.high[k]} - double{box.low[k]}) / side); };
    (along(0) * along(1) * along(2) > blocks ? low : high) = side;
  }
  return high;
}

/// Clamps infinities to the largest floats, and replaces NaN by 0.
inline Vec3 finite_place(const Vec3& place) {
  const auto finite = [](float x) {
    constexpr float most = std::numeric_limits<float>::max();
    return x > most ? most : x < -most ? -most : x == x ? x : 0;
  };
  return {finite(place.x), finite(place.y), finite(place.z)};
}
inline void put_place(const PlacedObjects& objects, std::size_t at, const Vec3& place, std::uint32_t index) {
  const auto [x, y, z] = finite_place(place);
  objects.at[0][at] = x, objects.at[1][at] = y, objects.at[2][at] = z, objects.index[at] = index;
}
inline void copy_place(const PlacedObjects& from, std::size_t i, const PlacedObjects& to, std::size_t at) {
  for (int k = 0; k < 3; ++k) to.at[k][at] = from.at[k][i];
  to.index[at] = from.index[i];
}

/// The positions and sizes of objects.
class Places {
 public:
  /// Room for `order.size()` objects. They use `spare` if it is large enough: memory for numbers that are written only
  /// after sorting. Fresh pages would take longer to map than to fill.
  Places(std::span<float> spare, std::span<std::uint32_t> order);

  /// Sets the place of object i.
  void set(std::size_t i, const Vec3& middle, float size) {
    put_place(objects_, i, middle, static_cast<std::uint32_t>(i)), sizes_[i] = size;
  }
  /// Fills `order`; the result is the same for every number of threads. Destroys the places.
  void sort(const SplitKernels& kernels);

 private:
  static constexpr std::size_t floats = 4;

  [[nodiscard]] Bounds3 bounds(const SplitKernels& kernels) const;

  std::size_t count_;
  Buffer<float> numbers_{scratch_here()};
  PlacedObjects objects_;
  float* sizes_;
};

}  // namespace lockstep::detail
