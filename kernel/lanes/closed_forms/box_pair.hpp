// Two boxes: the separating axis test over 15 axes, in lanes. Source: S. Gottschalk, M. Lin, D. Manocha, "OBBTree: a
// hierarchical structure for rapid interference detection", 1996.
#pragma once

#include "lanes/closed_forms/round_pair.hpp"
#include "lanes/shapes/zonotope.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// Bounds on the error of every gap below, in units of |c|_1 plus all half extents (docs/numerics.md). The second is
/// for axes that float lanes computed from quaternions.
inline constexpr Number axis_bound = 40 * rounding_unit, turned_axis_bound = 96 * rounding_unit;

/// Edges that enclose an angle with a smaller squared sine may count as parallel.
inline constexpr auto parallel_square = static_cast<Number>(0x1p-12);
/// Boxes in line that are no farther from contact than this, in units of |c|_1 plus all half extents, are left to
/// double lanes, in double lanes to nothing: GJK would prove no more of them.
inline constexpr Number contact_share = is_double ? 2 * rounding_unit : axis_bound;

/// The widest of 15 gaps between two boxes, each along a direction no longer than 1.
struct BoxGap {
  Real widest, bound;  // a bound on the error
  Mask valid;          // all numbers are finite and not too large
  Mask overlapping;    // proven by all gaps, or by those of edges that are not parallel
  Mask contact;        // undecided, and GJK would prove no more
};

/// Completes the gaps of boxes that are `open` without the products of parallel edges, which prove nothing: whether the
/// boxes overlap if these edges are made exactly parallel. `r` are the cosines, `widest` is the widest gap of faces.
template <class EdgeGap>
void leave_out_parallel_edges(BoxGap& gap, Mask open, const Real (&r)[3][3], Real widest, const Real& size,
                              const EdgeGap& edge_gap) {
  Real squares = 0, pairs = 0;  // of the sines of parallel edges
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const Real x = r[(i + 1) % 3][j], y = r[(i + 2) % 3][j], square = x * x + y * y;
      const Mask is_axis = square > Real(parallel_square);
      widest = select(is_axis, max(widest, edge_gap(i, j)), widest);
      squares = select(is_axis, squares, squares + square), pairs = select(is_axis, pairs, pairs + Real(1));
    }
  const Real turned = sqrt(squares) * (size * Real(3.5F));  // no gap moves farther
  const Real required = turned + gap.bound * Real(5);
  gap.overlapping = gap.overlapping | (open & (widest < -required));
  if constexpr (is_watched)
    Watcher::check("widest gap without parallel edges, negative", -widest, required, open & (widest < -required));
  const Real least = size * Real(contact_share);
  gap.contact = open & (pairs == Real(3)) & (turned <= least) & (abs(widest) <= least);
}

inline BoxGap box_gap(const OrientedBox& a, const OrientedBox& b, Number relative_bound = axis_bound) {
  const Vec c = b.center - a.center;
  const Real ha[3] = {a.half.x, a.half.y, a.half.z}, hb[3] = {b.half.x, b.half.y, b.half.z};
  const Real t[3] = {fused_dot(c, a.axis[0]), fused_dot(c, a.axis[1]), fused_dot(c, a.axis[2])};
  Real r[3][3], q[3][3];  // b's axes in a's frame, and their absolute values
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) r[i][j] = fused_dot(a.axis[i], b.axis[j]), q[i][j] = abs(r[i][j]);

  const auto face_gap_a = [&](int i) {
    return abs(t[i]) - fused(hb[0], q[i][0], fused(hb[1], q[i][1], fused(hb[2], q[i][2], ha[i])));
  };
  const auto face_gap_b = [&](int j) {
    return abs(fused_dot(c, b.axis[j])) - fused(ha[0], q[0][j], fused(ha[1], q[1][j], fused(ha[2], q[2][j], hb[j])));
  };
  const auto edge_gap = [&](int i, int j) {  // along a.axis[i] x b.axis[j], which is not longer than 1
    const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
    const Real distance = abs(t[i2] * r[i1][j] - t[i1] * r[i2][j]);
    return distance - fused(ha[i1], q[i2][j], fused(ha[i2], q[i1][j], fused(hb[j1], q[i][j2], hb[j2] * q[i][j1])));
  };

  const Real first_a = face_gap_a(0), first_b = face_gap_b(0);
  Real widest = max(max(first_a, face_gap_a(1)), face_gap_a(2));
  widest = max(max(max(widest, first_b), face_gap_b(1)), face_gap_b(2));
  const Real faces = widest;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) widest = max(widest, edge_gap(i, j));

  // The tiny constant covers underflow. Every number of both boxes is part of one of the first gaps, so a NaN shows
  // there.
  const Real size = norm_1(c) + (norm_1(a.half) + norm_1(b.half));
  const Real bound = size * Real(relative_bound) + Real(0x1p-100F);
  const Mask valid = (first_a == first_a) & (face_gap_b(0) == face_gap_b(0)) & (size < Real(0x1p100F));
  if constexpr (is_watched) {
    for (int i = 0; i < 3; ++i) Watcher::number("gap along an axis of the first box", face_gap_a(i), i);
    for (int i = 0; i < 3; ++i) Watcher::number("gap along an axis of the second box", face_gap_b(i), i);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) Watcher::number("gap along the product of two axes", edge_gap(i, j), i, j);
    Watcher::check("widest gap", widest, bound, valid & (widest > bound));
    Watcher::check("widest gap, negative", -widest, bound, valid & (widest < -bound));
  }
  BoxGap gap{widest, bound, valid, valid & (widest < -bound), first_lanes(0)};
  const Mask open = valid & !((widest > bound) | gap.overlapping);
  if (any(open)) leave_out_parallel_edges(gap, open, r, faces, size, edge_gap);
  return gap;
}

/// Verdicts of two boxes. GJK decides the rest, but for what is in contact.
struct BoxVerdicts : Verdicts {
  Mask contact;
};

inline BoxVerdicts box_pair(const OrientedBox& a, const OrientedBox& b, Number relative_bound = axis_bound) {
  const BoxGap gap = box_gap(a, b, relative_bound);
  return {{gap.valid & (gap.widest > gap.bound), gap.overlapping}, gap.contact};
}

}  // namespace lockstep::LOCKSTEP_ISA
