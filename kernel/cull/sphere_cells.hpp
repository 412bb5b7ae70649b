// Decides which cells of a grid a sphere touches, where the planes of the grid have a frame.
#pragma once

#include <algorithm>
#include <array>

#include "base/bits.hpp"
#include "base/scratch.hpp"
#include "lockstep/volumes.hpp"
#include "table/cull_batch.hpp"

namespace lockstep::detail {

class SphereCells {
 public:
  explicit SphereCells(const VolumeSet& grid) {
    const GridFrame& frame = grid.grid_frame();
    query_.anchor = grid.roots()[0].bound.data().anchor;
    query_.right = frame.right, query_.up = frame.up, query_.forward = frame.forward;
    for (std::size_t axis = 0; axis < 2; ++axis)
      query_.slope[axis] = frame.slope[axis].data(), query_.offset[axis] = frame.offset[axis].data();
    query_.depth = frame.depth.data();
    query_.depth_tilt = frame.depth_tilt.data(), query_.depth_shift = frame.depth_shift.data();
    query_.tilt = frame.tilt, query_.shift = frame.shift, query_.steepest = frame.steepest;
    columns_ = static_cast<int>(grid.grid_planes()[1].size()) - 1;
    rows_ = static_cast<int>(grid.grid_planes()[2].size()) - 1;
  }

  /// Calls touched(v) for cells that the sphere is proven to touch, and open(v) for those that are not decided.
  template <class Touched, class Open>
  void decide(const std::array<float, 4>& sphere, const PartRange& range, void (*kernel)(const SphereInGrid&),
              const Touched& touched, const Open& open) {
    const auto parts = [&](int axis) { return std::max(range.last[axis] - range.first[axis] + 1, 0); };
    const std::size_t words = mask_words(static_cast<std::size_t>(parts(1)));
    const std::size_t all = words * static_cast<std::size_t>(parts(0)) * static_cast<std::size_t>(parts(2));
    if (all == 0) return;
    if (touched_.size() < all) touched_.resize(all), open_.resize(all);
    std::copy(sphere.begin(), sphere.end(), query_.sphere);
    query_.range = range, query_.touched = touched_.data(), query_.open = open_.data();
    kernel(query_);
    std::size_t word = 0;
    for (int z = range.first[0]; z <= range.last[0]; ++z)
      for (int y = range.first[2]; y <= range.last[2]; ++y)
        for (std::size_t k = 0; k < words; ++k, ++word) {
          const std::size_t cell = static_cast<std::size_t>((z * rows_ + y) * columns_ + range.first[1]) + k * 64;
          const auto each = [cell](const auto& use) {
            return [cell, &use](std::size_t bit) { use(static_cast<std::uint32_t>(cell + bit)); };
          };
          for_each_bit(touched_[word], each(touched)), for_each_bit(open_[word], each(open));
        }
  }

 private:
  SphereInGrid query_{};
  int columns_, rows_;
  ScratchVector<std::uint64_t> touched_, open_;
};

}  // namespace lockstep::detail
