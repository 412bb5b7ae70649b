// The scalar reference of 2D EPA: the penetration depth of two overlapping convex shapes of the plane. The expanding
// polytope (epa.hpp explains it) is a polygon here.
//
//   using namespace lockstep::reference;
//   auto depth = penetration(Circle2<double>{{0, 0}, 1}, Box2<double>{{2, 0}, {1, 0}, {1.5, 3}});
//   // depth.lower <= 0.5 <= depth.upper, depth.normal = {-1, 0}, depth.on_a = {1, 0}, depth.on_b = {0.5, 0}
//
// A polygon is the list of its corners, counter-clockwise, and has an edge from each to the next:
//
//            c ------- b               The support point w along the outward normal of the nearest edge goes between
//           /           \              the edge's two ends. No other edge has to go: the corners are points of the
//          /      O      \             boundary of A - B, and so is w, so they are convex in this order.
//         d ------------- a
//             w
//
// Complexity: each expansion costs one support point of each shape and a pass over the edges; at most `max_expansions`.
// Allocates: the polygon.
// Throws: `std::bad_alloc`.
// Threads: safe; no shared state.
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include <lockstep/reference/depth.hpp>
#include <lockstep/reference/distance2.hpp>

namespace lockstep::reference {

/// An edge of the polygon, from this corner to the next one.
template <class T>
struct PolygonEdge {
  std::size_t corner;
  Vector2<T> normal;  ///< unit, outward
  T distance;         ///< of its line from O
};

template <class T>
PolygonEdge<T> edge_from(const PolytopeCorners<Vector2<T>>& corners, std::size_t i) {
  const Vector2<T>&from = corners[i].difference, &to = corners[(i + 1) % corners.size()].difference;
  const Vector2<T> normal = with_length(-left_of(to - from), T(1));
  const bool has_extent = largest_magnitude(normal) > 0;
  return {i, normal, has_extent ? dot(normal, from) : std::numeric_limits<T>::infinity()};
}

template <class T>
PolygonEdge<T> nearest_edge(const PolytopeCorners<Vector2<T>>& corners) {
  PolygonEdge<T> nearest = edge_from(corners, 0);
  for (std::size_t i = 1; i < corners.size(); ++i) {
    const PolygonEdge<T> edge = edge_from(corners, i);
    if (edge.distance < nearest.distance) nearest = edge;
  }
  return nearest;
}

/// Three corners that span an area, counter-clockwise, from those of the search. False if that fails: then `normal`
/// is perpendicular to A - B.
template <class Shape, class T>
bool span_area(const Shape& shape, PolytopeCorners<Vector2<T>>& corners, const T& rounding, Vector2<T>& normal) {
  normal = {T(1), T(0)};
  const Vector2<T> from = corners[0].difference;
  const auto off_point = [&](const Vector2<T>& p) { return largest_magnitude(p - from); };
  if (corners.size() == 1 && !add_furthest(shape, corners, axis_directions(from), rounding, off_point)) return false;

  normal = with_length(left_of(corners[1].difference - from), T(1));
  const std::array<Vector2<T>, 2> sides = {normal, -normal};
  const auto off_line = [&](const Vector2<T>& p) {
    const T off = dot(normal, p - from);
    return off < 0 ? -off : off;
  };
  if (corners.size() == 3 && !(off_line(corners[2].difference) > rounding)) corners.pop_back();
  if (corners.size() == 2 && !add_furthest(shape, corners, sides, rounding, off_line)) return false;
  if (dot(normal, corners[2].difference - from) < 0) std::swap(corners[1], corners[2]);
  return true;
}

/// The foot of O on the edge.
template <class T>
Depth<Vector2<T>> depth_at(const PolytopeCorners<Vector2<T>>& corners, const PolygonEdge<T>& edge, const T& upper) {
  const std::size_t next = (edge.corner + 1) % corners.size();
  const Points<Vector2<T>> p = {corners[edge.corner].difference, corners[next].difference};
  return depth_at(corners, {edge.corner, next}, nearest_of_segment(p, 0, 1), edge.normal, upper);
}

/// Pushes the nearest edge outwards until it is an edge of A - B. `best` is the best result so far.
template <class Shape, class T, class Watcher>
Depth<Vector2<T>> expanded(const Shape& shape, PolytopeCorners<Vector2<T>>& corners, Depth<Vector2<T>> best,
                           const T& tolerance, const T& rounding, Watcher& watcher) {
  T lower(0);
  for (int i = 0; i < max_expansions; ++i) {
    const PolygonEdge<T> edge = nearest_edge(corners);
    const SupportPoints<Vector2<T>> w = support_points(shape, edge.normal);
    const T upper = dot(edge.normal, w.difference);
    if (!is_finite(edge.distance) || !is_finite(upper)) break;  // no edge has an extent, or there is a NaN
    if (edge.distance > lower) lower = edge.distance;
    const T beyond = upper - edge.distance;
    const bool is_final = !(beyond > rounding && beyond > tolerance * upper);
    if (is_final || upper < best.upper) best = depth_at(corners, edge, upper);
    best.lower = lower < best.upper ? lower : best.upper;
    watcher(std::as_const(corners), edge, w, std::as_const(best));
    if (is_final) break;
    corners.insert(corners.begin() + static_cast<std::ptrdiff_t>(edge.corner) + 1, w);
  }
  return best;
}

/// Continues a distance search that ended in an overlap. signed_distance.hpp has the function for two shapes. The
/// watcher is called as `Unexpanded` is (depth.hpp).
template <SupportMapping2 A, SupportMapping2 B, class Watcher = Unexpanded>
Depth<VectorOf<A>> penetration(const MinkowskiDifference<A, B>& shape, const DistanceSearch<VectorOf<A>>& search,
                               const typename A::Scalar& tolerance, Watcher&& watcher = Watcher()) {
  using T = typename A::Scalar;
  const T size = size_of(shape);
  if (!is_measurable(search, size)) return unknown_depth(search);
  const T rounding = rounding_of(size);
  Vector2<T> normal{};
  PolytopeCorners<Vector2<T>> corners(search.corner.begin(),
                                      search.corner.begin() + static_cast<std::ptrdiff_t>(search.count));
  if (!span_area(shape, corners, rounding, normal)) return flat_depth(shape, search, normal);
  return expanded(shape, corners, unknown_depth(search), tolerance, rounding, watcher);
}

}  // namespace lockstep::reference
