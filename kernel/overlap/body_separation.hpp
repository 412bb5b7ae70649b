// Which parts of two bodies that an overlap pass has found are deepest in each other, and so how to part the bodies.
#pragma once

#include <cstdint>
#include <vector>

#include "base/buffer.hpp"
#include "lockstep/overlap.hpp"
#include "sets/shape_store.hpp"

namespace lockstep::detail {

/// Two parts that a pass has found.
struct PartPair {
  std::uint64_t bodies;  // order_of the pair of their bodies
  Pair parts;            // in the order of their bodies
};

struct BodySeparationMemory {
  std::vector<PartPair> parts;
  Buffer<Separation> separations;  // of those
  Buffer<Pair> deepest;            // of each pair of bodies, if it is asked for
  [[nodiscard]] std::size_t bytes() const noexcept {
    return parts.capacity() * sizeof(PartPair) + separations.bytes() + deepest.bytes();
  }
};

/// What becomes known of pairs of bodies; null: not asked for.
struct BodyAnswers {
  Separation* separations;
  Pair* parts;  // the two that are deepest
};

/// Of pairs of bodies, each of which has some in memory.parts, in any order. `first` and `second` are the shapes of the
/// parts.
void find_deepest_parts(const ShapeStore& first, const ShapeStore& second, std::optional<Isa> isa,
                        BodySeparationMemory& memory, std::span<const Pair> bodies, const BodyAnswers& to);

}  // namespace lockstep::detail
