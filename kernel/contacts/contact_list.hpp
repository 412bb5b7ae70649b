// Manifolds of pair lists, tile by tile, for `contacts` and for what finds its pairs itself.
#pragma once

#include <optional>
#include <span>

#include "distance/distance_list.hpp"
#include "lockstep/contacts.hpp"

namespace lockstep::detail {

/// What all pairs of a call share.
struct ContactJob {
  DistanceJob<InSpace> distances;
  PairJob<InSpace> within;  // the margin
  KernelsBySize<ContactKernels> kernels;
  double margin;
  bool all;  // no pair is farther apart than the margin

  /// Throws `InvalidInput` if the instruction set cannot run here.
  ContactJob(const ShapesView& first, const ShapesView& second, float most, std::optional<Isa> isa);

  [[nodiscard]] RecordKind kind_a(const Pair& pair) const { return distances.verdicts.first.kinds[pair.a]; }
  [[nodiscard]] RecordKind kind_b(const Pair& pair) const { return distances.verdicts.second.kinds[pair.b]; }

  /// Those of up to pair_tile pairs, and of at least one: to[i] is that of pairs[i].
  void write_tile(std::span<const Pair> pairs, Manifold* to) const;
  /// Those of any number of pairs, in parallel.
  void write(std::span<const Pair> pairs, Manifold* to) const;
};

}  // namespace lockstep::detail
