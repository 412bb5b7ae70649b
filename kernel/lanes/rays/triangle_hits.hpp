// Rays and triangles, one pair in each lane, in double lanes.
#pragma once

#include "lanes/rays/store_hits.hpp"
#include "lanes/rays/triangle_form.hpp"
#include "table/triangle_batch.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::TriangleTree;

/// Points are relative to corner a.
inline LaneHits triangle_hits(const LaneRays& rays, const TriangleForm& form, bool wants_places) {
  LaneHits hits;
  hits.missed = rays.finite() & form.missed(Real(1));
  hits.lower = form.lower(), hits.upper = form.upper();
  const Real length = sqrt(dot(form.normal, form.normal));
  const Mask narrow = (hits.upper - hits.lower) * form.speed <= rays.reach(hits.lower) * (length * Real(narrow_share));
  hits.hit = (rays.finite() & form.hit()) & (narrow & (hits.upper <= Real(1))) & (!hits.missed);
  if (!wants_places) return hits;
  const Real part = Real(1) / form.speed;
  hits.point = form.to_b * (form.b * part) + form.to_c * (form.c * part);
  hits.normal = flip_sign(form.normal * (Real(-1) / length), form.side);
  return hits;
}

/// Number `at` of the corners of each triangle, from corner a on.
inline Real corner_numbers(const detail::TriangleQuery* queries, unsigned at) {
  Number x[Real::width];
  for (int i = 0; i < Real::width; ++i) x[i] = queries[i].triangle[at * TriangleTree::fan];
  return Real::load(x);
}
inline Vec corners(const detail::TriangleQuery* queries, unsigned corner) {
  return by_axis<Vec>([&](unsigned axis) { return corner_numbers(queries, 3 * corner + axis); });
}

[[gnu::flatten]] inline int triangle_stage(const detail::TriangleBatch& batch) {
  int open = 0;
  for (int k = 0; k < batch.count; k += Real::width) {
    const detail::TriangleQuery* const queries = batch.queries + k;
    const auto number = [&](unsigned at) {
      Number x[Real::width];
      for (int i = 0; i < Real::width; ++i) x[i] = queries[i].ray[at];
      return Real::load(x);
    };
    const Vec origin = by_axis<Vec>(number), motion = by_axis<Vec>([&](unsigned axis) { return number(3 + axis); });
    const Vec a = corners(queries, 0);
    const LaneRays rays(origin - a, motion);
    const TriangleForm form(-rays.origin, corners(queries, 1) - a, corners(queries, 2) - a, motion, rays.motion_norm);
    const LaneHits hits = triangle_hits(rays, form, batch.out.wants_places());
    open = store_hits(hits, a + hits.point, k, batch.count, batch.out, open);
  }
  return open;
}

}  // namespace lockstep::LOCKSTEP_ISA
