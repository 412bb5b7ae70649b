// The vertex of one polytope, of space or of the plane, that lies farthest along a direction: its vertices are scanned
// where they lie, W at a time.
#pragma once

#include <bit>

#include "lanes/registers/max_across.hpp"
#include "lanes/registers/vec.hpp"

namespace lockstep::LOCKSTEP_ISA {

inline constexpr std::uint32_t scan_width = Real::width;

/// v . vertex of N registers of vertices. The products wait in registers until the largest of them is known, so finding
/// its vertex takes a comparison for each register, and no select.
template <unsigned N>
struct Products {
  Real along[N];

  template <class Vertices, class V>
  Products(const Vertices& polytope, const V& v, std::uint32_t first) {
    constexpr bool reaches_beyond = Vertices::padding % Real::width != 0;  // the copies of the first vertex
    LOCKSTEP_EACH_REGISTER(k, N) {
      const std::uint32_t at = first + k * scan_width;
      along[k] = dot(v, polytope.from(at));
      if constexpr (reaches_beyond) {
        const auto left = static_cast<int>(polytope.count - at);
        const Mask vertices = first_lanes(left < Real::width ? left : Real::width);
        along[k] = select(vertices, along[k], Real(-__builtin_inff()));
      }
    }
  }
  /// The largest in each lane.
  Real most() const {
    if constexpr (N == 4)
      return max(max(along[0], along[1]), max(along[2], along[3]));
    else if constexpr (N == 3)
      return max(max(along[0], along[1]), along[2]);
    else if constexpr (N == 2)
      return max(along[0], along[1]);
    else
      return along[0];
  }
  /// The first that is `largest`, which is all lanes of a register; 0 if none is: there is a NaN.
  std::uint32_t first_of(const Real& largest) const {
    std::uint64_t equal = 0;
    LOCKSTEP_EACH_REGISTER(k, N) equal |= std::uint64_t{bits(along[k] == largest)} << (k * scan_width);
    return equal == 0 ? 0 : static_cast<std::uint32_t>(std::countr_zero(equal));
  }
};

template <unsigned N, class Vertices, class V>
std::uint32_t first_farthest_of(const Vertices& polytope, const V& v) {
  const Products<N> products(polytope, v, 0U);
  return products.first_of(max_across(products.most()));
}

/// The same for more than four registers of vertices. Each lane keeps the first group of four registers where it found
/// its largest product; only the group of the largest of all is multiplied again.
template <class Vertices, class V>
std::uint32_t first_farthest_of_many(const Vertices& polytope, const V& v) {
  constexpr std::uint32_t group = 4 * scan_width;
  Real best = Products<4>(polytope, v, 0U).most();
  Index at(0U);
  const auto improve = [&](std::uint32_t first) {
    const Real next = Products<4>(polytope, v, first).most();
    const Mask better = next > best;
    best = max(next, best);
    at = select(better, Index(first), at);
  };
  std::uint32_t first = group;
  for (; first + group <= polytope.count; first += group) improve(first);
  // The last group ends with the last register: vertices that two groups share belong to the earlier one.
  if (first < polytope.count) improve((polytope.count + scan_width - 1) / scan_width * scan_width - group);
  const Real largest = max_across(best);
  std::uint32_t group_at[Real::width], earliest = ~0U;
  at.store(group_at);
  for (unsigned equal = bits(best == largest); equal != 0; equal &= equal - 1) {
    const std::uint32_t g = group_at[__builtin_ctz(equal)];
    if (g < earliest) earliest = g;
  }
  return earliest == ~0U ? 0 : earliest + Products<4>(polytope, v, earliest).first_of(largest);
}

/// The vertex with the largest v . vertex; the first on ties, in every lane width.
template <class Vertices, class V>
std::uint32_t first_farthest(const Vertices& polytope, const V& v) {
  switch ((polytope.count + scan_width - 1) / scan_width) {
    case 1: return first_farthest_of<1>(polytope, v);
    case 2: return first_farthest_of<2>(polytope, v);
    case 3: return first_farthest_of<3>(polytope, v);
    case 4: return first_farthest_of<4>(polytope, v);
    default: return first_farthest_of_many(polytope, v);
  }
}

}  // namespace lockstep::LOCKSTEP_ISA
