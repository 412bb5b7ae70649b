// The closed form of two axis-aligned boxes. round_pair.hpp has those of round shapes.
#pragma once

#include "lanes/closed_forms/round_pair.hpp"
#include "lanes/registers/vec2.hpp"

namespace lockstep::LOCKSTEP_ISA {

inline Mask any_below(const Vec& p, const Vec& q) { return (p.x < q.x) | (p.y < q.y) | (p.z < q.z); }
inline Mask any_below(const Vec2& p, const Vec2& q) { return (p.x < q.x) | (p.y < q.y); }
inline Mask all_below(const Vec& p, const Vec& q) { return (p.x < q.x) & (p.y < q.y) & (p.z < q.z); }
inline Mask all_below(const Vec2& p, const Vec2& q) { return (p.x < q.x) & (p.y < q.y); }

/// Tests two axis-aligned boxes, in space or in the plane. Comparisons have no rounding error.
template <class V>
Verdicts aabb_pair(const V& min_a, const V& max_a, const V& min_b, const V& max_b) {
  const Mask valid = ((norm_1(min_a) + norm_1(max_a)) + (norm_1(min_b) + norm_1(max_b))) < Real(0x1p100F);
  if constexpr (is_watched) {
    int axis = 0;
    const auto report = [&](const Real& gap) { Watcher::check("gap along an axis", gap, Real(0), gap > Real(0)); };
    V a = min_a - max_b, b = min_b - max_a;
    Real gap[3];
    each_real(a, [&](Real& x) { gap[axis++] = x; });
    axis = 0;
    each_real(b, [&](Real& x) { report(max(gap[axis++], x)); });
  }
  return {valid & (any_below(max_a, min_b) | any_below(max_b, min_a)),
          valid & all_below(min_a, max_b) & all_below(min_b, max_a)};
}

}  // namespace lockstep::LOCKSTEP_ISA
