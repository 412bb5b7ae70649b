// How to part two shapes of space that an overlap pass has found, as `distance` measures them.
#pragma once

#include <optional>
#include <span>

#include "distance/distance_list.hpp"
#include "lockstep/overlap.hpp"
#include "sets/shape_store.hpp"

namespace lockstep::detail {

/// Measures pairs of shapes of two stores, or of one.
class Separations {
 public:
  /// Throws `InvalidInput` if the instruction set cannot run here.
  Separations(const ShapeStore& first, const ShapeStore& second, std::optional<Isa> isa);

  /// Those of up to pair_tile pairs, and of at least one: to[i] is that of pairs[i].
  void write_tile(std::span<const Pair> pairs, Separation* to) const;

 private:
  DistanceJob<InSpace> job_;
};

/// Those of any number of pairs, in parallel.
void write_separations(const ShapeStore& first, const ShapeStore& second, std::optional<Isa> isa,
                       std::span<const Pair> pairs, Separation* to);

}  // namespace lockstep::detail
