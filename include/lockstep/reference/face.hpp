// Faces of polytopes for contact manifolds (manifold.hpp): corners, a normal, and the face that is the most aligned
// with a direction.
//
// THIN FACES. A face as narrow as rounding has no sides with a direction: `is_thin`, and `shortest_side` for its edges.
//
// Complexity: O(corners), `face_towards` of a hull O(faces).
// Allocates: nothing.
// Throws: nothing.
// Threads: safe.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>

#include <lockstep/reference/shapes.hpp>

namespace lockstep::reference {

/// A face of a polytope; it refers to its three or more corners, counter-clockwise seen from outside.
template <class T>
struct Face {
  std::span<const Vector<T>> corners;
  Vector<T> normal;  ///< unit, outward
  int id;            ///< the caller's
};

/// A vector along the normal of a polygon, twice as long as its area: the sum of the cross products of its edges with
/// its first corner (Newell). The corners may lie a little off a plane.
template <class T>
Vector<T> area_vector(std::span<const Vector<T>> corners) {
  Vector<T> sum{};
  for (std::size_t i = 0; i < corners.size(); ++i) {
    sum = sum + cross(corners[i] - corners[0], corners[(i + 1) % corners.size()] - corners[0]);
  }
  return sum;
}

/// A face with the normal of its corners, which is zero if they span no area.
template <class T>
Face<T> face_of(std::span<const Vector<T>> corners, int id) {
  return {corners, with_length(area_vector(corners), T(1)), id};
}

/// A convex polytope with its faces, at least one, all in world space. The lists belong to the caller.
template <class T>
struct FacedHull {
  using Scalar = T;
  std::span<const Vector<T>> points;
  std::span<const Face<T>> faces;

  constexpr Vector<T> support(const Vector<T>& direction) const noexcept {
    return PointCloud<T>{points}.support(direction);
  }
};

/// The shortest length whose direction is accurate to a 256th: rounding has moved the corners.
template <class T>
T shortest_side(const Face<T>& face) {
  T size(0);
  for (const Vector<T>& corner : face.corners) size = (std::max)(size, largest_magnitude(corner));
  return T(256) * std::numeric_limits<T>::epsilon() * size;
}

/// Whether the face is narrower than any side with a direction, or has no area.
template <class T>
bool is_thin(const Face<T>& face) {
  T longest(0);
  for (const Vector<T>& corner : face.corners) {
    longest = (std::max)(longest, largest_magnitude(corner - face.corners[0]));
  }
  return !(largest_magnitude(area_vector(face.corners)) > longest * shortest_side(face));
}

/// The face most aligned with `direction`; the first of equal ones.
template <class T>
const Face<T>& face_towards(const FacedHull<T>& hull, const Vector<T>& direction) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < hull.faces.size(); ++i) {
    if (dot(hull.faces[i].normal, direction) > dot(hull.faces[best].normal, direction)) best = i;
  }
  return hull.faces[best];
}

/// A face of a box, with its own corners.
template <class T>
struct BoxFace {
  std::array<Vector<T>, 4> corners;
  Vector<T> normal;
  int id;

  operator Face<T>() const& { return {corners, normal, id}; }
};

/// The ids of a box's faces are 2 * axis, and one more on the negative side.
template <class T>
BoxFace<T> face_towards(const Box<T>& box, const Vector<T>& direction) {
  using std::abs;
  const Vector<T> local = to_local(box.axes, direction);
  const T x = abs(local.x), y = abs(local.y), z = abs(local.z);
  const std::size_t axis = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
  const std::array<T, 3> half = {box.half_extents.x, box.half_extents.y, box.half_extents.z};
  const bool negative = dot(box.axes[axis], direction) < 0;
  const Vector<T> normal = negative ? -box.axes[axis] : box.axes[axis];
  const std::size_t next = (axis + 1) % 3, last = (axis + 2) % 3;
  const Vector<T> u = box.axes[next] * half[next];
  const Vector<T> v = (negative ? -box.axes[last] : box.axes[last]) * half[last];
  const Vector<T> middle = box.center + normal * half[axis];
  return {{middle - u - v, middle + u - v, middle + u + v, middle - u + v},
          normal,
          static_cast<int>(2 * axis) + (negative ? 1 : 0)};
}

/// The cosine between the normal of a face and a direction; -1 for a thin face.
template <class T>
T alignment(const Face<T>& face, const Vector<T>& direction) {
  return is_thin(face) ? T(-1) : dot(face.normal, direction);
}

}  // namespace lockstep::reference
