// Objects on their way into the order of halves, as kernels know them. Plain data, as in pair_batch.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lockstep::detail {

/// So few objects are not halved: they make a quarter of a block.
inline constexpr std::size_t undivided = 16;

/// Where objects from `begin` to `end`, more than `undivided`, are halved: as near to the middle as a box around 16,
/// 256, 4096 or so objects ends, the largest of those that are smaller than all of them together. So is none of these
/// boxes around parts of two halves.
constexpr std::size_t half_of(std::size_t begin, std::size_t end) {
  std::size_t unit = undivided;
  while (unit * 16 < end - begin) unit *= 16;
  return (begin + (end - begin) / 2 + unit / 2) / unit * unit;
}

/// The middles of objects, one coordinate of all side by side, and which they are. All coordinates are finite.
struct PlacedObjects {
  float* at[3];
  std::uint32_t* index;

  [[nodiscard]] PlacedObjects from(std::size_t first) const {
    return {{at[0] + first, at[1] + first, at[2] + first}, index + first};
  }
};

/// A cut between objects: before it comes what lies at a lesser coordinate, and of what lies at this one the first few.
struct HalvesCut {
  std::uint32_t axis;
  float coordinate;
  std::size_t first_there;
};
/// So many lie before a coordinate, and at it.
struct CutCounts {
  std::size_t before, there;
};

/// The least and the greatest coordinates.
struct PlaceBounds {
  float low[3], high[3];

  void add(const PlaceBounds& other) {
    for (int k = 0; k < 3; ++k) {
      low[k] = other.low[k] < low[k] ? other.low[k] : low[k];
      high[k] = other.high[k] > high[k] ? other.high[k] : high[k];
    }
  }
  /// That along which they are farthest apart.
  [[nodiscard]] std::uint32_t longest_axis() const {
    const auto length = [this](std::uint32_t k) { return high[k] - low[k]; };
    const std::uint32_t axis = length(1) > length(0) ? 1 : 0;
    return length(2) > length(axis) ? 2 : axis;
  }
};

/// Objects go to both sides of a cut, and stay in the order that they are in: to positions from `before` on, to those
/// from `behind` on, and to none from their ends on.
struct HalvesMove {
  std::size_t before, before_end, behind, behind_end;
};

struct HalvesKernels {
  /// So many objects at most one kernel alone puts in order: two memories for them fit into a cache.
  static constexpr std::size_t few = std::size_t{1} << 16;

  /// Of `count` objects, at least one.
  PlaceBounds (*bound)(const PlacedObjects& objects, std::size_t count);
  /// The cut across the longest axis of their bounds that has `before` of `count` objects before it; that is some of
  /// them, but not all. `memory` has room for `count` numbers.
  HalvesCut (*cut)(const PlacedObjects& objects, std::size_t count, const PlaceBounds& bounds, std::size_t before,
                   float* memory);
  CutCounts (*count)(const PlacedObjects& objects, std::size_t count, const HalvesCut& cut);
  void (*move)(const PlacedObjects& objects, std::size_t count, const HalvesCut& cut, const PlacedObjects& to,
               const HalvesMove& move);
  /// Objects from `begin` to `end`, which are the positions that they will have, into the order of halves: `order` gets
  /// their indices. It may be those of `objects` or of `other`, which is memory for them: both are lost from `begin` to
  /// `end`.
  void (*sort)(const PlacedObjects& objects, const PlacedObjects& other, std::size_t begin, std::size_t end,
               std::uint32_t* order);
};

}  // namespace lockstep::detail
