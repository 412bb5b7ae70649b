// The form of rays for BVH traversal of a mesh in float lanes, computed with a ray in each lane (docs/numerics.md,
// section 15).
#pragma once

#include "lanes/registers/vec.hpp"
#include "table/triangle_batch.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::TriangleRays;
using detail::TriangleTree;

/// A shorter motion along an axis counts as resting at the start.
inline constexpr Number least_step = 0x1p-126F;
/// Factors for reciprocals that cover all rounding errors.
inline constexpr Number near_share = 1 - 0x1p-20F, far_share = 1 + 0x1p-20F;

/// The numbers of W rays for slab tests along axis k.
inline void put_axis(const Real& from, const Real& by, unsigned k, std::size_t first, TriangleRays& to) {
  const Real infinite = __builtin_inff(), inverse = Real(1) / by;
  const Mask is_still = abs(by) < Real(least_step), is_back = by <= Real(-least_step);
  select(is_still, from + Real(least_step), from).store(to.near_from[k] + first);
  select(is_still, from - Real(least_step), from).store(to.far_from[k] + first);
  select(is_still, infinite, inverse * Real(near_share)).store(to.near_by[k] + first);
  select(is_still, infinite, inverse * Real(far_share)).store(to.far_by[k] + first);
  const auto fan = static_cast<std::uint32_t>(TriangleTree::fan);
  const Index low = k * fan, high = (3 + k) * fan;
  select(is_back, high, low).store(to.near_stream[k] + first),
      select(is_back, low, high).store(to.far_stream[k] + first);
}

/// A power of two that brings the largest of three numbers to 1 .. 2; a number from 2^127 on to 2 .. 4, one below
/// 2^-126 to less.
inline Real unit_of(const Real (&x)[3]) {
  const Real largest = max(max(abs(x[0]), abs(x[1])), abs(x[2]));
  return reciprocal_exponent(min(max(largest, Real(0x1p-126F)), Real(0x1.fffffep126F)));
}

/// See detail::TriangleKernels.
inline void start_triangle_rays(const float* rays, const std::uint32_t* selected, std::uint32_t count,
                                TriangleRays& to) {
  for (std::uint32_t first = 0; first < count; first += Real::width) {
    const auto numbers = [=](int i) {
      const std::uint32_t at = first + static_cast<std::uint32_t>(i);
      return rays + std::size_t{6} * selected[at < count ? at : count - 1];
    };
    Quad front[1], back[1];
    load_rows(numbers, front), load_rows([=](int i) { return numbers(i) + 2; }, back);
    const Real from[3] = {front[0].x, front[0].y, front[0].z}, by[3] = {front[0].w, back[0].z, back[0].w};
    const Real unit = unit_of(by);
    unit.store(to.unit + first), (Real(1) / unit).store(to.end + first);
    for (unsigned k = 0; k < 3; ++k) {
      put_axis(from[k], by[k], k, first, to);
      from[k].store(to.origin[k] + first), (by[k] * unit).store(to.motion[k] + first);
    }
  }
}

}  // namespace lockstep::LOCKSTEP_ISA
