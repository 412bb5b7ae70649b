// EPA in the plane, in lanes: the penetration depth of two cores. depth_search.hpp explains it. Each step adds one
// corner to a polygon, so all lanes stay together to the end.
#pragma once

#include "lanes/distance/gap_search.hpp"
#include "lanes/distance/polygons.hpp"
#include "lanes/distance/signed_distance.hpp"

namespace lockstep::LOCKSTEP_ISA {

using GapSearch2 = GapSearchOf<NearestSimplex2>;

/// Two points of the difference, about as far apart as any two found. If the gap search ended on the origin, its
/// simplex may be flat. Then this adds support points in four directions, a little off the axes of boxes.
template <class A, class B>
void find_first_points(const Cores<A, B>& cores, const GapSearch2& gap, Mask lanes, Corner2& first, Corner2& second) {
  first = second = gap.last;
  Real farthest = 0;
  const auto consider = [&](Mask m, const Corner2& corner) {
    const Vec2 d = corner.w - first.w;
    const Real square = dot(d, d);
    const Mask farther = m & (square > farthest);
    farthest = select(farther, square, farthest), second = select(farther, corner, second);
  };
  for (const Corner2& corner : gap.simplex.corner) consider(lanes, corner);
  const Mask not_enclosed = lanes & !gap.enclosed;
  if (none(not_enclosed)) return;
  const Vec2 aside{Real(1), Real(0.9F)};
  for (const Vec2& v : {aside, -aside, left_of(aside), right_of(aside)})
    consider(not_enclosed, cores.support(v, not_enclosed));
}

/// Builds triangles of support points. Returns the lanes whose triangle has an area, so that the difference has one. In
/// the other lanes `normal` is perpendicular to it.
template <class A, class B>
Mask open_polygons(const Cores<A, B>& cores, const GapSearch2& gap, Mask lanes, LanePolygons& polygons, Vec2& normal) {
  Corner2 first, second;
  find_first_points(cores, gap, lanes, first, second);
  const Vec2 e = second.w - first.w, n = left_of(e);
  const Real square = dot(e, e);
  const Mask is_point = !(square > Real(least_extent * least_extent));
  normal = select(is_point, along_x(n), n);
  const Corner2 left = cores.support(normal, lanes), right = cores.support(-normal, lanes);
  const Real to_left = dot(n, left.w - first.w), to_right = -dot(n, right.w - first.w);
  const Mask turns_left = to_left >= to_right;
  const Corner2 triangle[3] = {select(turns_left, first, second), select(turns_left, second, first),
                               select(turns_left, left, right)};
  polygons.open(triangle, cores.slack);
  return lanes & !is_point & (max(to_left, to_right) > sqrt(square) * Real(least_extent));
}

/// Splits the nearest edges of the lanes of `live` until no support point lies beyond them by more than the tolerance.
template <class A, class B>
void grow(const Cores<A, B>& cores, LanePolygons& polygons, const Real& tolerance, Mask live, DepthOf<Vec2>& out) {
  while (any(live)) {
    const LanePolygons::EdgeIndices indices = polygons.nearest();
    const LaneEdges edges = polygons.edges(indices);
    const Vec2 v = edges.outward();
    const Corner2 corner = cores.support(v, live);
    const Mask wide = live & (dot(v, corner.w) - edges.distance() > tolerance);
    // Among equally good directions take the last one, because its edge exists at the end, with the points on it.
    const Real bound = lower_bound(-v, corner.w, cores.slack);
    const Mask better = live & (bound > out.lower - select(wide, Real(0), Real(same_depth)));
    out.lower = select(better, bound, out.lower), out.normal = select(better, v, out.normal);
    live = wide;
    if (polygons.corners == LanePolygons::max_corners) return;
    polygons.split(indices, edges, corner, cores.slack, bits(live));
  }
}

/// The point of the edges nearest to the one that the normal and the depth give: several edges may be equally near to
/// the origin, and several may be collinear.
inline void find_point(const LanePolygons& polygons, DepthOf<Vec2>& out) {
  const Vec2 wanted = out.normal * -out.lower;
  Real least = __builtin_inf();
  for (int row = 0; row < polygons.corners; ++row) {
    const Real off = abs(Real::load(polygons.distance[row]) - dot(polygons.normal[row].load(), wanted));
    const Mask is_near = off * off < least;
    if (none(is_near)) continue;  // their lines are farther
    const LaneEdges edges = polygons.edges_of_row(row);
    const Real t = edges.share_of(wanted);
    const Vec2 point = edges.from.w + (edges.to.w - edges.from.w) * t, d = point - wanted;
    const Real square = dot(d, d);
    const Mask better = is_near & (square < least);
    least = select(better, square, least), out.point = select(better, point, out.point);
    out.on_a = select(better, edges.from.on_a + (edges.to.on_a - edges.from.on_a) * t, out.on_a);
  }
}

/// The signed distance of the cores of `lanes`: those in which the gap search enclosed or hit the origin.
template <class A, class B>
[[gnu::noinline]] DepthOf<Vec2> depth_of(const Cores<A, B>& cores, const GapSearch2& gap, const Real& tolerance,
                                         Mask lanes) {
  LanePolygons polygons;
  DepthOf<Vec2> out{};
  out.point = gap.last.w, out.on_a = gap.last.on_a;
  out.deep = open_polygons(cores, gap, lanes, polygons, out.normal);
  out.upper = __builtin_inf();
  if (none(out.deep)) return out;
  const Vec2& found = gap.normal;
  out.lower = gap.lower, out.normal = select(out.deep, found * (Real(-1) / sqrt(dot(found, found))), out.normal);
  grow(cores, polygons, tolerance, out.deep, out);
  const Real radius = polygons.proven_radius();
  find_point(polygons, out);
  out.upper = select(radius > Real(0), -radius, upper_bound(out.point, cores.slack));
  return out;
}

}  // namespace lockstep::LOCKSTEP_ISA
