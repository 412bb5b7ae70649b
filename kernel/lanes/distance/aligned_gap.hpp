// Two axis-aligned boxes, measured directly: the signed distance comes from differences of the caller's numbers, each
// with one rounding (docs/numerics.md, section 13).
#pragma once

#include "lanes/distance/direct_bounds.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// W aligned boxes.
struct AlignedCorners {
  Vec min, max;

  AlignedCorners() = default;
  explicit AlignedCorners(const Rows<2>& rows) : min(xyz(rows.row[0])), max(xyz(rows.row[1])) {}
};

/// One coordinate of the points: the ends that face each other, or the middle of the shared part.
struct AxisPoints {
  Real on_a, on_b;

  AxisPoints(Mask ends, const Real& sign, const Real& low_a, const Real& high_a, const Real& low_b,
             const Real& high_b) {
    const Mask above = sign >= Real(0);  // or the same box
    const Real middle = (max(low_a, low_b) + min(high_a, high_b)) * Real(0.5F);
    on_a = select(ends, select(above, low_a, high_a), middle);
    on_b = select(ends, select(above, high_b, low_b), middle);
  }
};

/// The gaps of W pairs of aligned boxes.
struct AlignedGap {
  AlignedCorners a, b;
  Vec up, down;  // how far a reaches beyond the low end of b, and b beyond that of a
  Vec shared;    // the length of the shared part; negative: the gap
  Real least;    // the minimum over the axes
  Mask apart;
  Real distance;

  void load(const Rows<2>& first, const Rows<2>& second) {
    a = AlignedCorners(first), b = AlignedCorners(second);
    up = a.max - b.min, down = b.max - a.min;
    shared = {min(up.x, down.x), min(up.y, down.y), min(up.z, down.z)};
    least = min(min(shared.x, shared.y), shared.z), apart = least < Real(0);
    const Real zero = 0;
    const Vec gap{min(shared.x, zero), min(shared.y, zero), min(shared.z, zero)};
    distance = select(apart, sqrt(dot(gap, gap)), zero - least);  // 0 - -0 is 0, in either order
  }

  /// Leaves pairs open whose numbers are NaN or infinite. The sign is exact, so `intersect` agrees with it.
  [[nodiscard]] DirectBounds bounds() const {
    const Real less = 1 - few_roundings, more = 1 + few_roundings;
    const Vec sizes = up + down;
    const Mask known = abs((sizes.x + sizes.y) + sizes.z) < Real(static_cast<Number>(0x1p100));
    return {distance * select(apart, less, more), distance * select(apart, more, less), first_lanes(0), !known};
  }

  [[nodiscard]] DirectPoints points() const {
    FirstSign order;  // gives the sign for boxes with the same centre
    order.take(a.min - b.min), order.take(a.max - b.max);
    const auto sign_of = [&](const Real& x) { return select(x == Real(0), order.first, x); };
    const Vec side = up - down, sign{sign_of(side.x), sign_of(side.y), sign_of(side.z)};
    const Mask by_x = shared.x == least, by_y = (!by_x) & (shared.y == least), by_z = !(by_x | by_y);
    const auto ends = [&](Mask way_out, const Real& both) { return (apart & (both < Real(0))) | ((!apart) & way_out); };
    const AxisPoints x(ends(by_x, shared.x), sign.x, a.min.x, a.max.x, b.min.x, b.max.x);
    const AxisPoints y(ends(by_y, shared.y), sign.y, a.min.y, a.max.y, b.min.y, b.max.y);
    const AxisPoints z(ends(by_z, shared.z), sign.z, a.min.z, a.max.z, b.min.z, b.max.z);
    const Vec on_a{x.on_a, y.on_a, z.on_a}, on_b{x.on_b, y.on_b, z.on_b}, no_offset = no_shift<Vec>();
    const auto unit = [](Mask m, const Real& s) { return select(m, flip_sign(Real(1), s), Real(0)); };
    const Vec out{unit(by_x, sign.x), unit(by_y, sign.y), unit(by_z, sign.z)};
    const Vec normal = select(apart, (on_a - on_b) * (Real(1) / distance), out);
    const Vec most{max(up.x, down.x), max(up.y, down.y), max(up.z, down.z)};
    return {on_a, no_offset, on_b, no_offset, with_signed_zeros(normal), norm_max(most) * Real(2)};
  }
};

/// For callers that handle N registers; aligned boxes need no further step.
template <unsigned N>
void measure(AlignedGap (&/*pairs*/)[N]) {}

}  // namespace lockstep::LOCKSTEP_ISA
