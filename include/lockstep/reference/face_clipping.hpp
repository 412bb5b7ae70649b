// Polygon clipping for contact manifolds (manifold.hpp): a face is clipped by the sides of another (I. Sutherland, G.
// Hodgman, "Reentrant polygon clipping", 1974). Each corner of the result knows the two edges that meet there.
//
// Complexity: O(corners of one face * corners of the other).
// Allocates: the polygon.
// Throws: `std::bad_alloc`.
// Threads: safe.
#pragma once

#include <cstddef>
#include <vector>

#include <lockstep/reference/face.hpp>

namespace lockstep::reference {

/// A corner of the polygon while it is clipped, and the edges that come in and go out there, named as in `Feature`.
template <class T>
struct ClippedCorner {
  Vector<T> at;
  int before, after;
};

template <class T>
using ClippedPolygon = std::vector<ClippedCorner<T>>;

/// The part of the polygon with at.normal <= offset. The new edge along the plane is `label`.
template <class T>
ClippedPolygon<T> clipped(const ClippedPolygon<T>& polygon, const Vector<T>& normal, const T& offset, int label) {
  ClippedPolygon<T> kept;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const ClippedCorner<T>&from = polygon[i], &to = polygon[(i + 1) % polygon.size()];
    const T out_from = dot(from.at, normal) - offset, out_to = dot(to.at, normal) - offset;
    if (out_from <= 0) kept.push_back(from);
    if ((out_from <= 0) == (out_to <= 0)) continue;
    const Vector<T> crossing = from.at + (to.at - from.at) * (out_from / (out_from - out_to));
    const bool leaves = out_from <= 0;
    kept.push_back({crossing, leaves ? from.after : label, leaves ? label : from.after});
  }
  return kept;
}

/// The incident face, clipped by all sides of the reference face.
template <class T>
ClippedPolygon<T> clip_to_sides(const Face<T>& reference, const Face<T>& incident) {
  ClippedPolygon<T> polygon;
  const int count = static_cast<int>(incident.corners.size());
  for (int k = 0; k < count; ++k) {
    polygon.push_back({incident.corners[static_cast<std::size_t>(k)], (k + count - 1) % count, k});
  }
  const T shortest = shortest_side(reference);
  for (std::size_t k = 0; k < reference.corners.size(); ++k) {
    const Vector<T>&from = reference.corners[k], &to = reference.corners[(k + 1) % reference.corners.size()];
    if (!(largest_magnitude(to - from) > shortest)) continue;
    const Vector<T> outward = with_length(cross(to - from, reference.normal), T(1));
    polygon = clipped(polygon, outward, dot(outward, from), -1 - static_cast<int>(k));
  }
  return polygon;
}

}  // namespace lockstep::reference
