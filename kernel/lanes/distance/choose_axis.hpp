// Along which of 15 axes lies the signed distance of two boxes? In float lanes, with a proof: the axis is wider than
// each of the others by more than rounding, so that double lanes need not look at those.
//
// Source: S. Gottschalk, M. Lin, D. Manocha, "OBBTree: a hierarchical structure for rapid interference detection",
// 1996. docs/numerics.md, section 13, has the bounds.
#pragma once

#include "lanes/closed_forms/box_pair.hpp"
#include "lanes/distance/axis_number.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// Bounds of the error of a gap, in units of |c|_1 and of all half extents.
inline constexpr Number center_bound = 26 * roundoff, half_bound = 12 * roundoff;
/// That of an axis, by its square.
inline constexpr Number axis_square_bound = 40 * roundoff;
/// Squares neither overflow nor underflow between the one and the other.
inline constexpr Number least_chosen_size = static_cast<Number>(0x1p-24), most_chosen_size = 1 / least_chosen_size;

struct AxisChoice {
  Real axis;       // axis_number
  Mask is_proven;  // the axis is the one that double lanes would find
  Mask overlaps;   // along all axes, as far as floats tell
};

/// The widest of the gaps shown so far, over the lengths of their axes.
struct WidestSquare {
  Real square, length, axis;  // of the gap, with its sign, and of the axis
  Real margin;                // the least by which two compared ones differ

  void show(const Real& gap, const Real& x, const Real& y, Number number) {
    const Real s = fused(x, x, y * y), p = gap * abs(gap);
    const Real more = p * length - square * s;
    margin = min(abs(more), margin);
    const Mask wider = more > Real(0);
    square = select(wider, p, square), length = select(wider, s, length), axis = select(wider, Real(number), axis);
  }
};

/// The widest gap of faces.
struct WidestFace {
  Real gap, axis, margin;

  void show(const Real& g, Number number) {
    const Real more = g - gap;
    margin = min(abs(more), margin);
    axis = select(more > Real(0), Real(number), axis);
    gap = max(g, gap);
  }
};

inline AxisChoice choose_axis(const OrientedBox& a, const OrientedBox& b) {
  const Vec c = a.center - b.center;
  const Real ha[3] = {a.half.x, a.half.y, a.half.z}, hb[3] = {b.half.x, b.half.y, b.half.z};
  const Real distance = norm_1(c), halves = norm_1(a.half) + norm_1(b.half), size = distance + halves;
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
  const Real first_a = face_gap_a(0), first_b = face_gap_b(0);
  WidestFace face{first_a, axis_number(0, -1), size};
  face.show(face_gap_a(1), axis_number(1, -1)), face.show(face_gap_a(2), axis_number(2, -1));
  face.show(first_b, axis_number(-1, 0));
  face.show(face_gap_b(1), axis_number(-1, 1)), face.show(face_gap_b(2), axis_number(-1, 2));

  WidestSquare widest{face.gap * abs(face.gap), Real(1), face.axis, size * size};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {  // along a.axis[i] x b.axis[j]
      const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      const Real apart = abs(t[i2] * r[i1][j] - t[i1] * r[i2][j]);
      const Real reach = fused(ha[i1], q[i2][j], fused(ha[i2], q[i1][j], fused(hb[j1], q[i][j2], hb[j2] * q[i][j1])));
      widest.show(apart - reach, r[i1][j], r[i2][j], axis_number(i, j));
    }
  // Every number of both boxes goes into one of these gaps or into the size, so NaN shows there.
  const Mask valid =
      (first_a == first_a) & (first_b == first_b) & (size > Real(least_chosen_size)) & (size < Real(most_chosen_size));
  const Real error = distance * Real(center_bound) + halves * Real(half_bound), most = max(distance, halves);
  const Real square_error = most * (error * Real(4.25F) + most * Real(axis_square_bound));
  const Mask is_proven = valid & (face.margin > error * Real(2.25F)) & (widest.margin > square_error);
  return {widest.axis, is_proven, widest.square < Real(0)};
}

}  // namespace lockstep::LOCKSTEP_ISA
