// Manifolds of pair lists, tile by tile, for `contacts` and for passes that find their own pairs.
#pragma once

#include <limits>
#include <optional>
#include <span>
#include <string>

#include "base/call.hpp"
#include "distance/distance_list.hpp"
#include "lockstep/distance.hpp"

namespace lockstep::detail {

/// Throws `InvalidInput` if the manifolds of these pairs cannot be written.
template <class To>
void check_manifolds(std::span<const Pair> pairs, std::span<To> out) {
  if (out.size() != pairs.size())
    throw InvalidInput("out: has " + std::to_string(out.size()) + " elements, needs one for each of the " +
                       std::to_string(pairs.size()) + " pairs");
  if (share_memory(pairs.data(), pairs.size_bytes(), out.data(), out.size_bytes()))
    throw InvalidInput("out: shares memory with pairs");
}

inline void check_margin(float margin) {
  if (!(margin >= 0)) throw_invalid("options.margin", margin, "must not be negative");
}

/// Kernels do not take margins as large as this; all pairs are within it, for practical purposes.
inline bool is_boundless(float margin) { return !(margin <= max_coordinate); }

/// Without a margin, the kernels of plain verdicts answer, which need not sweep a ball of size zero around the shapes.
template <class Space>
auto kernels_near(float margin, std::optional<Isa> isa) {
  return margin == 0 ? Space::kernels_for_pairs(isa) : Space::kernels_for_within(isa);
}

/// The state shared by all pairs of a call. In the plane, a manifold is a Manifold2 or, with z = 0, a Manifold.
template <class Space>
struct ContactJob {
  using View = typename Space::View;

  DistanceJob<Space> distances;
  PairJob<Space> within;  // the kernels that test against the margin
  decltype(Space::kernels_for_contacts({})) kernels;
  double margin;
  bool all;  // the margin covers all pairs

  ContactJob(const DistanceJob<Space>& how_far, const PairJob<Space>& near,
             const decltype(Space::kernels_for_contacts({}))& of, double most, bool all_are_near)
      : distances(how_far), within(near), kernels(of), margin(most), all(all_are_near) {}
  /// Throws `InvalidInput` if the instruction set cannot run here.
  ContactJob(const View& first, const View& second, float most, std::optional<Isa> isa)
      : distances{{Space::kernels_for_pairs(isa), first, second}, Space::kernels_for_distances(isa), 0},
        within{kernels_near<Space>(most, isa), first, second, true, is_boundless(most) ? 0 : most},
        kernels(Space::kernels_for_contacts(isa)),
        margin(most),
        all(is_boundless(most)) {}

  [[nodiscard]] auto kind_a(const Pair& pair) const { return distances.verdicts.first.kinds[pair.a]; }
  [[nodiscard]] auto kind_b(const Pair& pair) const { return distances.verdicts.second.kinds[pair.b]; }

  /// The same job on other shapes.
  [[nodiscard]] ContactJob with_shapes(const View& a, const View& b) const {
    return {distances.with_shapes(a, b), within.with_shapes(a, b), kernels, margin, all};
  }
  /// The largest distance of pairs in contact.
  [[nodiscard]] double reach() const { return all ? std::numeric_limits<double>::infinity() : margin; }

  /// Writes the manifolds of up to pair_tile pairs, and of at least one: to[i] is that of pairs[i].
  template <class To>
  void write_tile(std::span<const Pair> pairs, To* to) const;
  /// Writes the manifolds of any number of pairs, in parallel.
  template <class To>
  void write(std::span<const Pair> pairs, To* to) const {
    for_each_range(pairs.size(), pair_tile, [&](std::size_t begin, std::size_t end) {
      write_tile(pairs.subspan(begin, end - begin), to + begin);
    });
  }
};

extern template void ContactJob<InSpace>::write_tile(std::span<const Pair>, Manifold*) const;
extern template void ContactJob<InPlane>::write_tile(std::span<const Pair>, Manifold*) const;
extern template void ContactJob<InPlane>::write_tile(std::span<const Pair>, Manifold2*) const;

/// Implements `contacts` of two sets.
template <class Space, class Set, class To>
void touch_sets(const Set& first, const Set& second, std::span<const Pair> pairs, std::span<To> out,
                const ContactOptions& options) {
  const Call call(options.executor);
  check_manifolds(pairs, out);
  if (options.check == Check::inputs) {
    check_margin(options.margin);
    check_pairs(first, second, pairs);
  }
  const auto a = first.store().view_with_positions(), b = second.store().view_with_positions();
  ContactJob<Space>(a, b, options.margin, options.isa).write(pairs, out.data());
}

/// Writes the manifolds of validated pairs.
template <class Source>
void find_manifolds(const Source& source, std::span<const Pair> pairs, std::span<Manifold> out,
                    const ContactOptions& options) {
  const ContactJob<InSpace> any({}, {}, options.margin, options.isa);
  for_each_tile(source, pairs, [&](std::size_t begin, const PairsOf<InSpace>& tile) {
    any.with_shapes(tile.first, tile.second).write_tile(tile.pairs, out.data() + begin);
  });
}

}  // namespace lockstep::detail
