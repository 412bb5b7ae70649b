// Chooses the axis with the widest gap among the 15 axes of two boxes. In float lanes, with the same bits everywhere.
// For boxes that overlap, the choice is proven: the gap is wider than each of the others by more than rounding, so
// double lanes can skip the other axes.
//
// Source: S. Gottschalk, M. Lin, D. Manocha, "OBBTree: a hierarchical structure for rapid interference detection",
// 1996. docs/numerics.md, section 13, has the bounds.
#pragma once

#include "lanes/closed_forms/box_pair.hpp"
#include "lanes/registers/lanes.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// One number for each of the 15 axes of two boxes, 4 i + j: i and j are the axes of the two boxes, counted from 1. One
/// of them is 0 if the axis is a face normal of the other box.
constexpr Number axis_number(int of_a, int of_b) { return static_cast<Number>(4 * (of_a + 1) + (of_b + 1)); }

/// i
inline Real first_of(const Real& axis) {
  const auto step = [&](int at) { return select(axis >= Real(static_cast<Number>(at)), Real(1), Real(0)); };
  return (step(4) + step(8)) + step(12);
}

/// Bounds on the error of a gap, in units of |c|_1 and of all half extents.
inline constexpr Number axis_center_bound = 26 * roundoff, axis_half_bound = 12 * roundoff;
/// Two gaps differ if their difference exceeds this multiple of the error.
inline constexpr Number gap_slack = 2.25F;
/// Error of a comparison by squares, in units of a gap and of the larger of |c|_1 and all half extents.
inline constexpr Number square_slack = 24 * roundoff;
/// Edges with a larger cosine are nearly parallel and give no axis.
inline constexpr auto most_cosine = static_cast<Number>(1 - 0x1p-16);
/// Between these bounds, squares neither overflow nor underflow.
inline constexpr Number least_chosen_size = static_cast<Number>(0x1p-24), most_chosen_size = 1 / least_chosen_size;

struct AxisChoice {
  Real of_a, of_b;  // counted from 1, as in axis_number
  Mask is_deep;     // the boxes overlap along all axes, and no other gap is as wide
  Mask is_apart;    // there is a gap along the axis, to float precision
};

/// A gap divided by the length of its axis.
struct GapSquare {
  Real gap, square, length, axis;  // the gap; its square, with its sign; the squared length of the axis; its number
};

/// Comparisons of gaps by their squares, for boxes that overlap, whose gaps are all negative.
struct Comparisons {
  Real slack;   // error of a comparison, in units of both gaps
  Real margin;  // the smallest difference of two compared squares, minus that error

  GapSquare wider(const GapSquare& p, const GapSquare& q) {
    const Real more = q.square * p.length - p.square * q.length;
    margin = min(abs(more) + (p.gap + q.gap) * slack, margin);
    const Mask second = more > Real(0);
    return {select(second, q.gap, p.gap), select(second, q.square, p.square), select(second, q.length, p.length),
            select(second, q.axis, p.axis)};
  }
};

/// The gaps of two boxes along their axes and the cross products of these.
struct BoxGaps {
  const OrientedBox &a, &b;
  Vec c;
  Real ha[3], hb[3];
  Real t[3], r[3][3], q[3][3];  // c and b's axes in a's frame, and the absolute values of the axes

  BoxGaps(const OrientedBox& first, const OrientedBox& second)
      : a(first),
        b(second),
        c(a.center - b.center),
        ha{a.half.x, a.half.y, a.half.z},
        hb{b.half.x, b.half.y, b.half.z} {
    for (int i = 0; i < 3; ++i) {
      t[i] = dot(c, a.axis[i]);
      for (int j = 0; j < 3; ++j) r[i][j] = dot(a.axis[i], b.axis[j]), q[i][j] = abs(r[i][j]);
    }
  }
  [[nodiscard]] Real face_of_a(int i) const {
    return abs(t[i]) - (((hb[0] * q[i][0] + hb[1] * q[i][1]) + hb[2] * q[i][2]) + ha[i]);
  }
  [[nodiscard]] Real face_of_b(int j) const {
    return abs(dot(c, b.axis[j])) - (((ha[0] * q[0][j] + ha[1] * q[1][j]) + ha[2] * q[2][j]) + hb[j]);
  }
  [[nodiscard]] GapSquare edges(int i, int j) const {  // along a.axis[i] x b.axis[j]
    const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
    const Real apart = abs(t[i2] * r[i1][j] - t[i1] * r[i2][j]);
    const Real reach = (ha[i1] * q[i2][j] + ha[i2] * q[i1][j]) + (hb[j1] * q[i][j2] + hb[j2] * q[i][j1]);
    const Real gap = apart - reach;
    return {gap, gap * abs(gap), Real(1) - r[i][j] * r[i][j], Real(axis_number(i, j))};
  }
  /// The cosine of the pair of edges closest to parallel.
  [[nodiscard]] Real cosine() const {
    Real most = q[0][0];
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) most = max(q[i][j], most);
    return most;
  }
};

/// The widest gap along face normals.
struct WidestFace {
  Real first_a, first_b;  // every number of the boxes is part of one of them
  Real gap, axis, margin;

  WidestFace(const BoxGaps& gaps, const Real& size)
      : first_a(gaps.face_of_a(0)), first_b(gaps.face_of_b(0)), gap(first_a), axis(axis_number(0, -1)), margin(size) {
    consider(gaps.face_of_a(1), axis_number(1, -1)), consider(gaps.face_of_a(2), axis_number(2, -1));
    consider(first_b, axis_number(-1, 0));
    consider(gaps.face_of_b(1), axis_number(-1, 1)), consider(gaps.face_of_b(2), axis_number(-1, 2));
  }
  void consider(const Real& g, Number number) {
    const Real more = g - gap;
    margin = min(abs(more), margin);
    axis = select(more > Real(0), Real(number), axis);
    gap = max(g, gap);
  }
};

inline AxisChoice choose_axis(const OrientedBox& a, const OrientedBox& b) {
  const BoxGaps gaps(a, b);
  const Real distance = norm_1(gaps.c), halves = norm_1(a.half) + norm_1(b.half), size = distance + halves;
  const Real error = distance * Real(axis_center_bound) + halves * Real(axis_half_bound),
             differs = error * Real(gap_slack);
  const WidestFace face(gaps, size);
  Comparisons by_squares{differs + max(distance, halves) * Real(square_slack), size * size};
  GapSquare widest{face.gap, face.gap * abs(face.gap), Real(1), face.axis};
  for (int i = 0; i < 3; ++i)  // row by row, so that the comparisons of the rows are independent
    widest = by_squares.wider(widest,
                              by_squares.wider(by_squares.wider(gaps.edges(i, 0), gaps.edges(i, 1)), gaps.edges(i, 2)));
  const Mask skew = gaps.cosine() < Real(most_cosine);
  // Every number of both boxes is part of one of the first gaps or of the size, so a NaN shows there.
  const Mask valid = (face.first_a == face.first_a) & (face.first_b == face.first_b) &
                     (size > Real(least_chosen_size)) & (size < Real(most_chosen_size));
  const Mask is_deep =
      valid & skew & (widest.gap < -differs) & (face.margin > differs) & (by_squares.margin > error * error * Real(32));
  const Real axis = select(skew, widest.axis, face.axis), of_a = first_of(axis);
  return {of_a, axis - of_a * Real(4), is_deep, valid & (widest.gap >= Real(0))};
}

}  // namespace lockstep::LOCKSTEP_ISA
