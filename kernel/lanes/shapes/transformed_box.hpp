// A box transformed to the world by an affine matrix: a parallelepiped, in lanes.
#pragma once

#include "lanes/gjk/certify.hpp"
#include "lanes/registers/vec.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// Bound on the error of a centre, in each coordinate, per unit of `sum` (docs/numerics.md, section 2).
inline constexpr Number center_bound = 8 * roundoff;

struct TransformedBox {
  Vec center;
  Vec edge[3];    // half edges
  Real sum;       // sum of the terms of its points, in 1-norms: |matrix| |local point| + |translation|
  Real edge_sum;  // the same sum for its edges
  Real slack;     // bound on the centre's error, in each coordinate
  Real extent;    // no coordinate of x - center is larger, for any x of the true shape

  TransformedBox() = default;
  /// The image of the box from low to high. `row` holds the rows of the matrix without the last column, `translation`.
  TransformedBox(const Vec (&row)[3], const Vec& translation, const Vec& low, const Vec& high) {
    const Vec middle = (low + high) * Real(0.5F), half = (high - low) * Real(0.5F);
    const Vec column[3] = {
        {row[0].x, row[1].x, row[2].x}, {row[0].y, row[1].y, row[2].y}, {row[0].z, row[1].z, row[2].z}};
    center = Vec{dot(row[0], middle), dot(row[1], middle), dot(row[2], middle)} + translation;
    edge[0] = column[0] * half.x, edge[1] = column[1] * half.y, edge[2] = column[2] * half.z;
    const Vec norms{norm_1(column[0]), norm_1(column[1]), norm_1(column[2])};
    const Vec farthest{max(abs(low.x), abs(high.x)), max(abs(low.y), abs(high.y)), max(abs(low.z), abs(high.z))};
    sum = dot(norms, farthest) + norm_1(translation);
    edge_sum = dot(norms, half);
    slack = sum * Real(center_bound);
    extent = norm_max(abs(edge[0]) + abs(edge[1]) + abs(edge[2])) + slack;
  }

  Vec support(const Vec& v, Mask /*active*/) const {
    Vec p = center;
    for (const Vec& e : edge) p = p + flip_sign(e, dot(v, e));
    return p;
  }

  void scale_by(Real s) {
    center = center * s;
    for (Vec& e : edge) e = e * s;
    slack = slack * s;
    extent = extent * s;
  }
};

}  // namespace lockstep::LOCKSTEP_ISA
