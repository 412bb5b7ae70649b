// Manifolds of pair lists, tile by tile, for `contacts` and for what finds its pairs itself.
#pragma once

#include <optional>
#include <span>

#include "distance/distance_list.hpp"
#include "lockstep/contacts.hpp"

namespace lockstep::detail {

/// What all pairs of a call share.
class ContactJob {
 public:
  /// Throws `InvalidInput` if the instruction set cannot run here.
  ContactJob(const ShapesView& first, const ShapesView& second, float margin, std::optional<Isa> isa);

  /// Those of up to pair_tile pairs, and of at least one: to[i] is that of pairs[i].
  void write_tile(std::span<const Pair> pairs, Manifold* to) const;
  /// Those of any number of pairs, in parallel.
  void write(std::span<const Pair> pairs, Manifold* to) const;

 private:
  DistanceJob<InSpace> distances_;
  PairJob<InSpace> within_;
  KernelsBySize<ContactKernels> kernels_;
  float margin_;
};

}  // namespace lockstep::detail
