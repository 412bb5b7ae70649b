// The scalar reference of 2D contact manifolds: up to two contact points of two polygons, with depths, by clipping edge
// against edge (manifold.hpp explains it).
//
//   using namespace lockstep::reference;
//   Manifold2<double> m = contact_manifold(box_a, box_b, 0.01);   // points up to 0.01 apart count as well
//
//          |        incident       |        The edge that is better aligned with the contact normal is the reference
//     o - -x-----------o           |        edge. The part of the other between the two sides is left; its ends are
//      - - ========================= - -    the contacts, as deep as they lie below the reference edge.
//          |        reference      |
//          side                    side
//
// The feature of a contact is the end of that part: an end of the incident edge, or a side.
//
// Complexity: one `signed_distance`, and O(corners).
// Allocates: as `signed_distance`.
// Throws: `std::bad_alloc`.
// Threads: safe; no shared state.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include <lockstep/reference/manifold.hpp>
#include <lockstep/reference/shapes2.hpp>

namespace lockstep::reference {

/// An edge of a polygon, with the inside to its left.
template <class T>
struct Edge2 {
  Vector2<T> from, to;
  Vector2<T> normal;  ///< unit, outward
  int id;
};

template <class T>
Edge2<T> edge_of_polygon(const Vector2<T>& from, const Vector2<T>& to, int id) {
  return {from, to, with_length(-left_of(to - from), T(1)), id};
}

/// The edge most aligned with `direction`; its id is the index of its first corner. The points must be the corners of a
/// convex polygon, counter-clockwise; those of a support mapping may come in any order.
template <class T>
Edge2<T> edge_towards(const Polygon2<T>& polygon, const Vector2<T>& direction) {
  const std::size_t count = polygon.points.size();
  const auto edge = [&](std::size_t i) {
    return edge_of_polygon(polygon.points[i], polygon.points[(i + 1) % count], static_cast<int>(i));
  };
  Edge2<T> best = edge(0);
  for (std::size_t i = 1; i < count; ++i) {
    const Edge2<T> other = edge(i);
    if (dot(other.normal, direction) > dot(best.normal, direction)) best = other;
  }
  return best;
}

/// The ids of a box's edges go around it, from the lower one (of its own space) on.
template <class T>
Edge2<T> edge_towards(const Box2<T>& box, const Vector2<T>& direction) {
  const Vector2<T> x = box.turn * box.half_extents.x, y = left_of(box.turn) * box.half_extents.y;
  const std::array<Vector2<T>, 4> corners = {box.center - x - y, box.center + x - y, box.center + x + y,
                                             box.center - x + y};
  const Vector2<T> out = left_of(box.turn), local = turned_back(box.turn, direction);
  const std::array<Vector2<T>, 4> normals = {-out, box.turn, out, -box.turn};
  const std::array<T, 4> along = {-local.y, local.x, local.y, -local.x};
  std::size_t best = 0;
  for (std::size_t i = 1; i < 4; ++i) {
    if (along[i] > along[best]) best = i;
  }
  return {corners[best], corners[(best + 1) % 4], normals[best], static_cast<int>(best)};
}

/// Up to two contacts.
template <class T>
struct Manifold2 {
  Vector2<T> normal{};  ///< unit, from b to a
  std::array<ContactPoint<Vector2<T>>, 2> point{};
  std::size_t count = 0;

  const ContactPoint<Vector2<T>>* begin() const noexcept { return point.data(); }
  const ContactPoint<Vector2<T>>* end() const noexcept { return point.data() + count; }
};

/// An end of the incident edge: its corner 0 or 1 or, if it was clipped, the side -1 or -2 of the reference edge.
template <class T>
struct ClippedEnd {
  Vector2<T> at;
  int feature;
};

/// Keeps the part of the segment with at.normal <= offset. False if it is empty.
template <class T>
bool clip_segment(std::array<ClippedEnd<T>, 2>& ends, const Vector2<T>& normal, const T& offset, int label) {
  const T out0 = dot(ends[0].at, normal) - offset, out1 = dot(ends[1].at, normal) - offset;
  if (!(out0 <= 0) && !(out1 <= 0)) return false;
  if (out0 <= 0 && out1 <= 0) return true;
  const Vector2<T> crossing = ends[0].at + (ends[1].at - ends[0].at) * (out0 / (out0 - out1));
  ends[out0 <= 0 ? 1 : 0] = {crossing, label};
  return true;
}

/// The size of an edge, as the area is that of a face.
template <class T>
T length_of(const Edge2<T>& edge) {
  using std::sqrt;
  return sqrt(dot(edge.to - edge.from, edge.to - edge.from));
}

/// The contacts of two facing edges, at most `margin` apart.
template <class T>
Manifold2<T> clip_edges(const Edge2<T>& edge_a, const Edge2<T>& edge_b, bool reference_is_a, const T& margin) {
  const Edge2<T>&reference = reference_is_a ? edge_a : edge_b, &incident = reference_is_a ? edge_b : edge_a;
  Manifold2<T> manifold;
  manifold.normal = reference_is_a ? -reference.normal : reference.normal;
  std::array<ClippedEnd<T>, 2> ends = {{{incident.from, 0}, {incident.to, 1}}};
  const Vector2<T> along = left_of(reference.normal);
  if (!clip_segment(ends, -along, -dot(along, reference.from), -1)) return manifold;
  if (!clip_segment(ends, along, dot(along, reference.to), -2)) return manifold;
  const T height = dot(reference.from, reference.normal);
  for (const ClippedEnd<T>& end : ends) {
    const T depth = height - dot(end.at, reference.normal);
    if (!(depth >= -margin)) continue;
    const Vector2<T> foot = end.at + reference.normal * depth;
    manifold.point[manifold.count++] = {depth,
                                        reference_is_a ? foot : end.at,
                                        reference_is_a ? end.at : foot,
                                        {edge_a.id, edge_b.id, reference_is_a, end.feature, end.feature}};
  }
  return manifold;
}

/// The contacts of two polygons at most `margin` apart; empty if they are farther. A and B are boxes or polygons, or
/// any types with a support mapping and an `edge_towards`. For margins, NaN and costs see the one in space.
template <SupportMapping2 A, SupportMapping2 B>
Manifold2<typename A::Scalar> contact_manifold(const A& a, const B& b, const typename A::Scalar& margin) {
  using T = typename A::Scalar;
  const SignedDistance<Vector2<T>> d = signed_distance(a, b);
  if (!(d.lower <= margin)) return {};
  const Edge2<T> edge_a = edge_towards(a, -d.normal), edge_b = edge_towards(b, d.normal);
  const T of_a = -dot(edge_a.normal, d.normal), of_b = dot(edge_b.normal, d.normal);
  const bool reference_is_a = first_is_reference(of_a, length_of(edge_a), of_b, length_of(edge_b));
  if (of_a > T(face_alignment) || of_b > T(face_alignment)) {
    const Manifold2<T> manifold = clip_edges(edge_a, edge_b, reference_is_a, margin);
    if (manifold.count > 0) return manifold;
  }
  Manifold2<T> single;
  single.normal = d.normal;
  single.count = 1;
  single.point[0] = {
      -d.lower, d.on_a, d.on_b, {edge_a.id, edge_b.id, reference_is_a, Feature::no_edge, Feature::no_edge}};
  return single;
}

}  // namespace lockstep::reference
