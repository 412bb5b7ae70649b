// The closed form of two axis-aligned boxes; those of round shapes are in round_pair.hpp.
#pragma once

#include "lanes/closed_forms/round_pair.hpp"
#include "lanes/shapes/load.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// Axis-aligned boxes: comparisons have no rounding error.
inline Verdicts aabb_pair(const Rows<2>& a, const Rows<2>& b) {
  const Vec min_a = xyz(a.row[0]), max_a = xyz(a.row[1]), min_b = xyz(b.row[0]), max_b = xyz(b.row[1]);
  const auto below = [](const Vec& p, const Vec& q) { return (p.x < q.x) | (p.y < q.y) | (p.z < q.z); };
  const auto inside = [](const Vec& p, const Vec& q) { return (p.x < q.x) & (p.y < q.y) & (p.z < q.z); };
  const Mask valid = ((norm_1(min_a) + norm_1(max_a)) + (norm_1(min_b) + norm_1(max_b))) < Real(0x1p100F);
  return {valid & (below(max_a, min_b) | below(max_b, min_a)), valid & inside(min_a, max_b) & inside(min_b, max_a)};
}

}  // namespace lockstep::LOCKSTEP_ISA
