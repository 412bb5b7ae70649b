// How to part two bodies that an overlap pass has found: as their parts, the two that are deepest in each other.
#pragma once

#include <cstdint>
#include <vector>

#include "base/buffer.hpp"
#include "overlap/separation.hpp"

namespace lockstep::detail {

/// Two parts that a pass has found.
struct PartPair {
  std::uint64_t bodies;  // order_of the pair of their bodies
  Pair parts;            // in the order of their bodies
};

struct BodySeparationMemory {
  std::vector<PartPair> parts;
  Buffer<Separation> separations;  // of those
  [[nodiscard]] std::size_t bytes() const noexcept { return parts.capacity() * sizeof(PartPair) + separations.bytes(); }
};

/// Those of pairs of bodies, each of which has some in memory.parts, in any order. `first` and `second` are the shapes
/// of the parts.
void write_body_separations(const ShapeStore& first, const ShapeStore& second, std::optional<Isa> isa,
                            BodySeparationMemory& memory, std::span<const Pair> bodies, Separation* to);

}  // namespace lockstep::detail
