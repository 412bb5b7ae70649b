// Objects for the kernels that sort into k-d order by median splits. Plain data, as in pair_batch.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "table/bounds3.hpp"

namespace lockstep::detail {

/// A range of at most this number of objects is not split: it fits into a leaf.
inline constexpr std::size_t undivided = 16;

/// The split position of the range from `begin` to `end`, which has more than `undivided` objects: the multiple of a
/// node size (16, 256, 4096, ... objects) that is nearest to the middle. The node size is the largest one below the
/// size of the range, so no node contains parts of both sides of a split.
constexpr std::size_t split_position(std::size_t begin, std::size_t end) {
  std::size_t unit = undivided;
  while (unit * 16 < end - begin) unit *= 16;
  return (begin + (end - begin) / 2 + unit / 2) / unit * unit;
}

/// The centres of objects, one coordinate of all side by side, and the indices of the objects. All coordinates are
/// finite.
struct PlacedObjects {
  float* at[3];
  std::uint32_t* index;

  [[nodiscard]] PlacedObjects from(std::size_t first) const {
    return {{at[0] + first, at[1] + first, at[2] + first}, index + first};
  }
};

/// A split between objects: before it lie all objects with a lesser coordinate and the first few of those with an equal
/// one.
struct MedianSplit {
  std::uint32_t axis;
  float coordinate;
  std::size_t first_there;
};
/// The number of objects before a coordinate, and at it.
struct CutCounts {
  std::size_t before, there;
};

/// Where a stable partition puts objects: those before the cut to positions from `before` on, the others to positions
/// from `behind` on, and nothing from the two ends on.
struct SplitTargets {
  std::size_t before, before_end, behind, behind_end;
};

struct SplitKernels {
  /// The largest number of objects that one kernel call sorts alone: two copies of them fit into a cache.
  static constexpr std::size_t few = std::size_t{1} << 16;

  /// The bounds of `count` objects, at least one.
  Bounds3 (*bound)(const PlacedObjects& objects, std::size_t count);
  /// The cut across the longest axis of their bounds with `before` of `count` objects before it: at least one, and not
  /// all. `memory` has room for `count` numbers.
  MedianSplit (*cut)(const PlacedObjects& objects, std::size_t count, const Bounds3& bounds, std::size_t before,
                     float* memory);
  CutCounts (*count)(const PlacedObjects& objects, std::size_t count, const MedianSplit& cut);
  void (*move)(const PlacedObjects& objects, std::size_t count, const MedianSplit& cut, const PlacedObjects& to,
               const SplitTargets& move);
  /// Sorts objects from `begin` to `end` into k-d order and writes their indices to `order`; `begin` to `end` are their
  /// final positions as well. `order` may be the index array of `objects` or of `other`, which is scratch memory: both
  /// lose their contents from `begin` to `end`.
  void (*sort)(const PlacedObjects& objects, const PlacedObjects& other, std::size_t begin, std::size_t end,
               std::uint32_t* order);
};

}  // namespace lockstep::detail
