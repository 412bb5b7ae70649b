// A ball or a capsule against W triangles, by witness points of both that are near each other. Their distance
// proves that the shapes overlap, or the vector between them is a separating axis (docs/numerics.md). Any points
// are valid; better ones leave fewer pairs open.
#pragma once

#include "lanes/registers/vec.hpp"
#include "table/triangle_batch.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// An upper bound of all rounding errors of a coordinate along a direction, as a share of the lengths that it is
/// made of.
inline constexpr Number plane_room = 0x1p-16F;
/// Generous upper bounds of the loss when products underflow, and of a length whose square underflows.
inline constexpr Number lost_product = 0x1p-120F, lost_gap = 0x1p-60F;
/// Squares of at least this size have lost nothing to underflow.
inline constexpr Number whole_square = 0x1p-90F;

inline Vec three(const float (&v)[3]) { return {Real(v[0]), Real(v[1]), Real(v[2])}; }

/// An upper bound of the length of v.
inline Real length_at_most(const Vec& v) {
  const Real square = dot(v, v);
  return select(square > Real(whole_square), sqrt(square) * Real(1 + 0x1p-20F), norm_1(v));
}

/// An upper bound of the rounding error along a direction of vectors of these lengths.
inline Real room_along(const Vec& direction, const Real& lengths) {
  return norm_1(direction) * lengths * Real(plane_room) + (lengths + Real(1)) * Real(lost_product);
}

/// Clamps a number to the range from 0 to 1.
inline Real as_part(const Real& x) { return max(min(x, Real(1)), Real(0)); }

/// A point of a triangle: its first corner plus shares of the edges to the two others. The shares are at least 0,
/// and their sum is at most 1 but for rounding.
struct TrianglePoint {
  Real to_b, to_c;

  /// Near the point that lies at `from` relative to the first corner: its projection if that is inside, or else
  /// the nearest point on an edge. b and c are edges.
  TrianglePoint(const Vec& from, const Vec& b, const Vec& c) {
    const Real bb = dot(b, b), bc = dot(b, c), cc = dot(c, c), along_b = dot(from, b), along_c = dot(from, c);
    const Real scale = Real(1) / (bb * cc - bc * bc);
    const Real above_b = (cc * along_b - bc * along_c) * scale, above_c = (bb * along_c - bc * along_b) * scale;
    const Mask is_above = (above_b >= Real(0)) & (above_c >= Real(0)) & (above_b + above_c <= Real(1));
    // For each edge: the place of its nearest point, and the square of its distance less that of the first
    // corner.
    const Real on_b = as_part(along_b / bb), on_c = as_part(along_c / cc);
    const Real last = (bb - bc) + (cc - bc), along_last = (along_c - along_b) + (bb - bc);
    const Real on_last = as_part(along_last / last);
    const Real by_b = on_b * (on_b * bb - (along_b + along_b)), by_c = on_c * (on_c * cc - (along_c + along_c));
    const Real by_last = (bb - (along_b + along_b)) + on_last * (on_last * last - (along_last + along_last));
    const Mask first = by_b <= by_c;
    const Mask is_last = by_last < min(by_b, by_c);
    to_b = select(is_above, above_b, select(is_last, Real(1) - on_last, select(first, on_b, Real(0))));
    to_c = select(is_above, above_c, select(is_last, on_last, select(first, Real(0), on_c)));
  }
};

/// The verdicts of W triangles.
struct RoundVerdicts {
  Mask apart, overlap;
};

/// The points within a radius of a segment.
struct RoundShape {
  Vec anchor, along;
  Real radius, size, per_square;

  explicit RoundShape(const detail::TriangleNeighbour& shape)
      : anchor(three(shape.anchor)),
        along(three(shape.along)),
        radius(shape.radius),
        size(norm_max(along) + radius),
        per_square(Real(1) / dot(along, along)) {}

  [[nodiscard]] RoundVerdicts verdicts(const Vec (&corner)[3]) const {
    const Vec from = anchor - corner[0], b = corner[1] - corner[0], c = corner[2] - corner[0];
    const Vec normal = cross(b, c);
    // The point of the segment nearest to the triangle's plane; then the point nearest to the triangle's point
    // near that.
    const Vec first = from + along * as_part(-dot(normal, from) / dot(normal, along));
    const TrianglePoint beside(first, b, c);
    const Vec to_anchor = from - (b * beside.to_b + c * beside.to_c);
    const Vec nearer = from + along * as_part(-dot(to_anchor, along) * per_square);
    const TrianglePoint nearest(nearer, b, c);
    const Vec gap = nearer - (b * nearest.to_b + c * nearest.to_c);

    const Real lengths = norm_max(from) + norm_max(b) + norm_max(c) + size;
    const Real room = lengths * Real(plane_room) + Real(lost_gap), reach = radius - room;
    const Mask overlap = (reach > Real(0)) & (dot(gap, gap) < reach * reach);  // if both overflow, nothing is proven
    const Real least = dot(gap, from) + min(dot(gap, along), Real(0));
    const Real highest = max(max(dot(gap, b), dot(gap, c)), Real(0));
    return {least > highest + (length_at_most(gap) * radius + room_along(gap, lengths)), overlap};
  }
};

}  // namespace lockstep::LOCKSTEP_ISA
