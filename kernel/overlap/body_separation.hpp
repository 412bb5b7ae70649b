// Finds the deepest parts of two overlapping bodies, and the separation of the bodies from these.
#pragma once

#include <cstdint>
#include <vector>

#include "base/buffer.hpp"
#include "lockstep/overlap.hpp"
#include "sets/shape_store.hpp"

namespace lockstep::detail {

/// Two overlapping parts from a pass.
struct PartPair {
  std::uint64_t bodies;  // order_of the pair of their bodies
  Pair parts;            // in the order of their bodies
};

struct BodySeparationMemory {
  std::vector<PartPair> parts;
  Buffer<Separation> separations;  // of these parts
  Buffer<Pair> deepest;            // for each pair of bodies, if wanted
  [[nodiscard]] std::size_t bytes() const noexcept {
    return parts.capacity() * sizeof(PartPair) + separations.bytes() + deepest.bytes();
  }
};

/// The outputs for pairs of bodies; null if not wanted.
struct BodyAnswers {
  Separation* separations;
  Pair* parts;  // the two deepest parts
};

/// Finds the deepest parts of pairs of bodies. memory.parts has some parts of each pair, in any order. `first` and
/// `second` are the shapes of the parts.
void find_deepest_parts(const ShapeStore& first, const ShapeStore& second, std::optional<Isa> isa,
                        BodySeparationMemory& memory, std::span<const Pair> bodies, const BodyAnswers& to);

}  // namespace lockstep::detail
