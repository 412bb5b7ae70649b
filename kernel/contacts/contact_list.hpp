// Manifolds of pair lists, tile by tile, for `contacts` and for what finds its pairs itself.
#pragma once

#include <limits>
#include <optional>
#include <span>
#include <string>

#include "distance/distance_list.hpp"
#include "lockstep/contacts.hpp"

namespace lockstep::detail {

/// Throws `InvalidInput` where manifolds of these pairs cannot be written.
inline void check_manifolds(std::span<const Pair> pairs, std::span<const Manifold> out) {
  if (out.size() != pairs.size())
    throw InvalidInput("out: has " + std::to_string(out.size()) + " elements, needs one for each of the " +
                       std::to_string(pairs.size()) + " pairs");
  if (share_memory(pairs.data(), pairs.size_bytes(), out.data(), out.size_bytes()))
    throw InvalidInput("out: shares memory with pairs");
}

inline void check_margin(float margin) {
  if (!(margin >= 0)) throw_invalid("options.margin", margin, "must not be negative");
}

/// What all pairs of a call share.
struct ContactJob {
  DistanceJob<InSpace> distances;
  PairJob<InSpace> within;  // the margin
  KernelsBySize<ContactKernels> kernels;
  double margin;
  bool all;  // no pair is farther apart than the margin

  ContactJob(const DistanceJob<InSpace>& how_far, const PairJob<InSpace>& near, const KernelsBySize<ContactKernels>& of,
             double most, bool all_are_near)
      : distances(how_far), within(near), kernels(of), margin(most), all(all_are_near) {}
  /// Throws `InvalidInput` if the instruction set cannot run here.
  ContactJob(const ShapesView& first, const ShapesView& second, float most, std::optional<Isa> isa);

  [[nodiscard]] RecordKind kind_a(const Pair& pair) const { return distances.verdicts.first.kinds[pair.a]; }
  [[nodiscard]] RecordKind kind_b(const Pair& pair) const { return distances.verdicts.second.kinds[pair.b]; }

  /// The same of other shapes.
  [[nodiscard]] ContactJob about(const ShapesView& a, const ShapesView& b) const {
    return {distances.about(a, b), within.about(a, b), kernels, margin, all};
  }
  /// How far apart pairs may be in contact.
  [[nodiscard]] double reach() const { return all ? std::numeric_limits<double>::infinity() : margin; }

  /// Those of up to pair_tile pairs, and of at least one: to[i] is that of pairs[i].
  void write_tile(std::span<const Pair> pairs, Manifold* to) const;
  /// Those of any number of pairs, in parallel.
  void write(std::span<const Pair> pairs, Manifold* to) const;
};

/// The manifolds of pairs that were checked.
template <class Source>
void find_manifolds(const Source& source, std::span<const Pair> pairs, std::span<Manifold> out,
                    const ContactOptions& options) {
  const ContactJob any({}, {}, options.margin, options.isa);
  for_each_tile(source, pairs, [&](std::size_t begin, const PairsOf<InSpace>& tile) {
    any.about(tile.first, tile.second).write_tile(tile.pairs, out.data() + begin);
  });
}

}  // namespace lockstep::detail
