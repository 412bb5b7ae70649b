// The scalar reference of EPA, the expanding polytope algorithm: the penetration depth of two overlapping convex
// shapes.
//
//   using namespace lockstep::reference;
//   auto depth = penetration(Sphere<double>{{0, 0, 0}, 1}, Aabb<double>{{0.5, -2, -2}, {4, 2, 2}});
//   // depth.lower <= 0.5 <= depth.upper, depth.normal = {-1, 0, 0}, depth.on_a = {1, 0, 0}, on_b = {0.5, 0, 0}
//
// THE IDEA. A and B overlap if their difference A - B holds the origin O (gjk.hpp), and the shortest translation that
// separates them is the shortest path from O to the boundary of A - B. A polytope whose corners are support points lies
// inside A - B. Take its face that is nearest to O, with the outward normal n, and the support point w along n:
//
//           . - w - .             The distance of the face is a lower bound of the depth: all other faces are further
//        .'   .' '.   '.          away, and the polytope lies inside.
//       /   .'     '.   \         n.w is an upper one: no point of A - B lies further along n, so a translation by that
//      ' .'     n    '.  '        much along n brings O out.
//      |---------^------ |
//      |  \      |   /   |        If the two agree, that is the depth. Else w becomes a corner. Every face that w lies
//       \   \    O  /   /         in front of is removed, and their common rim is joined to w. Then the same again.
//        '.   \   /   .'
//           ' - . - '             O is inside from the beginning on, and no face comes nearer than the nearest was.
//
// THE FIRST TETRAHEDRON is that of the distance search (distance.hpp), if it encloses O and is not degenerate. If O
// lies on a corner, an edge or a face instead, or the tetrahedron is flat, support points are added off the point, off
// the line, off the plane, each as far away as possible. If no such point exists, A - B is flat, and the depth is 0
// along its normal.
//
// FACES are triangles, three indices each, counter-clockwise seen from outside. Neighbours are not stored. The visible
// region grows from the nearest face: any face that w lies in front of by more than rounding, and that shares an edge
// with the region's rim, is removed as well, and its other edges join the rim. If that would not leave one ring,
// rounding is the cause, and the expansion stops. Rounding turns the normal of a face, the more so the thinner the face
// is. So its distance is that of the corner that lies the least far along the normal, which no error of the normal
// makes too large; and w must be in front of the corner that lies the farthest. A degenerate face without extent is
// never the nearest: its neighbours have its points as well.
//
// IT ENDS when the bounds agree up to the tolerance or to rounding, when rounding would spoil the surface, or after
// `max_expansions`. Round shapes need many faces, the more so the more of them are nearly nearest: for symmetric shapes
// the bounds end 1e-4 to 2 % of the depth apart (for concentric balls all faces are nearest). Whenever it stops, the
// bounds hold, up to rounding (distance.hpp).
//
// Complexity: each expansion costs one support point of each shape and passes over all faces, 2 n + 4 after n
// expansions; at most `max_expansions`.
// Allocates: the polytope.
// Throws: `std::bad_alloc`.
// Threads: safe; no shared state.
//
// Source: G. van den Bergen, "Proximity queries and penetration depth computation on 3D game objects", 2001.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include <lockstep/reference/depth.hpp>
#include <lockstep/reference/distance.hpp>

namespace lockstep::reference {

/// A face of the polytope.
template <class T>
struct Triangle {
  std::array<std::size_t, 3> corner;  ///< counter-clockwise seen from outside
  Vector<T> normal;                   ///< unit, outward; zero if the corners lie in a line
  T distance;  ///< of the corner that lies the least far along the normal; a lower bound of the distance from O
  T front;     ///< of the corner that lies the farthest; the same up to rounding
};

template <class T>
struct Polytope {
  PolytopeCorners<Vector<T>> corners;
  std::vector<Triangle<T>> faces;
};

template <class T>
void add_face(Polytope<T>& polytope, const std::array<std::size_t, 3>& corner) {
  const Vector<T>&a = polytope.corners[corner[0]].difference, &b = polytope.corners[corner[1]].difference,
        &c = polytope.corners[corner[2]].difference;
  const Vector<T> normal = with_length(cross(b - a, c - a), T(1));
  Triangle<T> face{corner, normal, std::numeric_limits<T>::infinity(), std::numeric_limits<T>::infinity()};
  if (largest_magnitude(normal) > 0) {
    const auto [distance, front] = std::minmax({dot(normal, a), dot(normal, b), dot(normal, c)});
    face.distance = distance;
    face.front = front;
  }
  polytope.faces.push_back(face);
}

/// Four corners become a tetrahedron with its faces turned outward.
template <class T>
void close(Polytope<T>& polytope) {
  const auto at = [&](std::size_t corner) -> const Vector<T>& { return polytope.corners[corner].difference; };
  const Vector<T> n = cross(at(1) - at(0), at(2) - at(0));
  if (dot(n, at(3) - at(0)) > 0) std::swap(polytope.corners[1], polytope.corners[2]);
  add_face(polytope, {0, 1, 2});
  add_face(polytope, {0, 2, 3});
  add_face(polytope, {0, 3, 1});
  add_face(polytope, {1, 3, 2});
}

/// An edge of the rim, as the removed face had it.
using RimEdge = std::pair<std::size_t, std::size_t>;

inline RimEdge edge_of(const std::array<std::size_t, 3>& corner, std::size_t i) {
  return {corner[i], corner[(i + 1) % 3]};
}

/// Adds an edge of a removed face. If its neighbour was removed before, the reverse edge is in the rim, and both
/// vanish.
inline void add_to_rim(std::vector<RimEdge>& rim, const RimEdge& added) {
  const auto back = std::find(rim.begin(), rim.end(), RimEdge{added.second, added.first});
  if (back == rim.end()) {
    rim.push_back(added);
  } else {
    *back = rim.back();
    rim.pop_back();
  }
}

/// Whether a face has an edge of the rim.
inline bool is_at(const std::vector<RimEdge>& rim, const std::array<std::size_t, 3>& corner) {
  for (std::size_t i = 0; i < 3; ++i) {
    const RimEdge edge = edge_of(corner, i);
    if (std::find(rim.begin(), rim.end(), RimEdge{edge.second, edge.first}) != rim.end()) return true;
  }
  return false;
}

/// Removes the face, and all faces that w lies in front of and that are connected with it. Returns the rim of the
/// removed region; its edges have the direction of the removed faces.
template <class T>
std::vector<RimEdge> cut_hole(std::vector<Triangle<T>>& faces, std::size_t first, const Vector<T>& w,
                              const T& rounding) {
  std::vector<RimEdge> rim;
  const auto cut = [&](std::size_t face) {
    for (std::size_t i = 0; i < 3; ++i) add_to_rim(rim, edge_of(faces[face].corner, i));
    faces[face] = faces.back();
    faces.pop_back();
  };
  const auto is_visible = [&](const Triangle<T>& face) { return dot(face.normal, w) - face.front > rounding; };
  cut(first);
  for (std::size_t i = 0; i < faces.size();) {
    if (is_visible(faces[i]) && is_at(rim, faces[i].corner)) {
      cut(i);
      i = 0;
    } else {
      ++i;
    }
  }
  return rim;
}

/// Makes w a corner: removes the faces that it lies in front of, and joins their rim to it. No corner is removed, as
/// all are points of the boundary of A - B; so k connected faces have k + 2 edges around them. False, without a change,
/// if rounding would spoil the surface: if there are not two faces more, or O is outside of a new face by more than
/// `slack`.
template <class T>
bool expand(Polytope<T>& polytope, std::size_t face, const SupportPoints<Vector<T>>& w, const T& rounding,
            const T& slack) {
  Polytope<T> next = polytope;
  const std::vector<RimEdge> rim = cut_hole(next.faces, face, w.difference, rounding);
  if (next.faces.size() + rim.size() != polytope.faces.size() + 2) return false;
  next.corners.push_back(w);
  for (const RimEdge& edge : rim) {
    add_face(next, {edge.first, edge.second, polytope.corners.size()});
    if (next.faces.back().front < -slack) return false;
  }
  polytope = std::move(next);
  return true;
}

template <class T>
std::size_t nearest_face(const std::vector<Triangle<T>>& faces) {
  std::size_t nearest = 0;
  for (std::size_t i = 1; i < faces.size(); ++i) {
    if (faces[i].distance < faces[nearest].distance) nearest = i;
  }
  return nearest;
}

/// The axis along which v is the smallest.
template <class T>
Vector<T> axis_off(const Vector<T>& v) noexcept {
  using std::abs;
  const T x = abs(v.x), y = abs(v.y), z = abs(v.z);
  if (x <= y && x <= z) return {T(1), T(0), T(0)};
  if (y <= z) return {T(0), T(1), T(0)};
  return {T(0), T(0), T(1)};
}

/// Along the axis, off the first corner.
template <class Shape, class T>
bool grow_point(const Shape& shape, PolytopeCorners<Vector<T>>& corners, const T& rounding) {
  const Vector<T> from = corners[0].difference;
  return add_furthest(shape, corners, axis_directions(from), rounding,
                      [&](const Vector<T>& p) { return largest_magnitude(p - from); });
}

/// Off the line through two corners, in four directions a quarter turn apart. `normal` becomes one of them.
template <class Shape, class T>
bool grow_line(const Shape& shape, PolytopeCorners<Vector<T>>& corners, const T& rounding, Vector<T>& normal) {
  const Vector<T> from = corners[0].difference;
  const Vector<T> along = with_length(corners[1].difference - from, T(1));
  const Vector<T> side = with_length(cross(along, axis_off(along)), T(1)), other = cross(along, side);
  const std::array<Vector<T>, 4> around = {side, other, -side, -other};
  normal = side;
  return add_furthest(shape, corners, around, rounding,
                      [&](const Vector<T>& p) { return largest_magnitude(cross(along, p - from)); });
}

/// Off the plane of three corners. `normal` becomes the plane's.
template <class Shape, class T>
bool grow_plane(const Shape& shape, PolytopeCorners<Vector<T>>& corners, const T& rounding, Vector<T>& normal) {
  const Vector<T> from = corners[0].difference;
  normal = with_length(cross(corners[1].difference - from, corners[2].difference - from), T(1));
  const std::array<Vector<T>, 2> sides = {normal, -normal};
  return add_furthest(shape, corners, sides, rounding, [&](const Vector<T>& p) {
    const T off = dot(normal, p - from);
    return off < 0 ? -off : off;
  });
}

/// Adds corners to those of the search until four span a volume. False if that fails: then `normal` is
/// perpendicular to A
/// - B.
template <class Shape, class T>
bool span_volume(const Shape& shape, PolytopeCorners<Vector<T>>& corners, const T& rounding, Vector<T>& normal) {
  normal = {T(1), T(0), T(0)};
  if (corners.size() == 1 && !grow_point(shape, corners, rounding)) return false;
  if (corners.size() == 2 && !grow_line(shape, corners, rounding, normal)) return false;
  return corners.size() != 3 || grow_plane(shape, corners, rounding, normal);
}

/// The corners of the search's last simplex; of a flat tetrahedron only the part that is nearest to O.
template <class T>
PolytopeCorners<Vector<T>> first_corners(const DistanceSearch<Vector<T>>& s, const T& rounding) {
  PolytopeCorners<Vector<T>> corners(s.corner.begin(), s.corner.begin() + static_cast<std::ptrdiff_t>(s.count));
  if (s.count < 4) return corners;
  Points<Vector<T>> p{};
  for (std::size_t i = 0; i < 4; ++i) p[i] = s.corner[i].difference;
  const Vector<T> n = with_length(cross(p[1] - p[0], p[2] - p[0]), T(1));
  const T height = dot(n, p[3] - p[0]);
  if (height > rounding || -height > rounding) return corners;
  Nearest<Vector<T>> best = nearest_of_triangle(p, 0, 1, 2);
  for (std::size_t i = 0; i < 3; ++i) best = nearer(best, nearest_of_triangle(p, i, (i + 1) % 3, 3));
  corners.clear();
  for (std::size_t i = 0; i < best.count; ++i) corners.push_back(s.corner[best.corner[i]]);
  return corners;
}

/// The foot of O on the face of the support point w. A face of A - B may be many triangles in one plane: among those at
/// most `among` farther than this one, the foot is on the one that comes nearest to it.
template <class T>
Depth<Vector<T>> depth_at(const Polytope<T>& polytope, const Triangle<T>& nearest, const T& upper, const T& among) {
  Depth<Vector<T>> depth{};
  T least = std::numeric_limits<T>::infinity();
  for (const Triangle<T>& face : polytope.faces) {
    if (!(face.distance <= nearest.distance + among)) continue;
    Points<Vector<T>> p{};
    for (std::size_t i = 0; i < 3; ++i) p[i] = polytope.corners[face.corner[i]].difference;
    const Nearest<Vector<T>> foot = nearest_of_triangle(p, 0, 1, 2);
    const Vector<T> off = foot.point - nearest.normal * upper;
    if (!(dot(off, off) < least)) continue;
    least = dot(off, off);
    depth = depth_at(polytope.corners, face.corner, foot, nearest.normal, upper);
  }
  return depth;
}

/// Pushes the nearest face outwards until it is a face of A - B. `best` is the best result so far.
template <class Shape, class T, class Watcher>
Depth<Vector<T>> expanded(const Shape& shape, Polytope<T>& polytope, Depth<Vector<T>> best, const T& tolerance,
                          const T& rounding, const T& slack, Watcher& watcher) {
  T lower(0);
  for (int i = 0; i < max_expansions; ++i) {
    const std::size_t nearest = nearest_face(polytope.faces);
    const Triangle<T> face = polytope.faces[nearest];
    const SupportPoints<Vector<T>> w = support_points(shape, face.normal);
    const T upper = dot(face.normal, w.difference);
    if (!is_finite(face.distance) || !is_finite(upper)) break;  // no face has an extent, or there is a NaN
    if (face.distance > lower) lower = face.distance;
    const bool is_final = !(upper - face.front > rounding && upper - face.distance > tolerance * upper);
    if (is_final || upper < best.upper) best = depth_at(polytope, face, upper, is_final ? rounding : T(0));
    best.lower = lower < best.upper ? lower : best.upper;
    watcher(std::as_const(polytope.corners), face, w, std::as_const(best));
    if (is_final) break;
    if (!expand(polytope, nearest, w, rounding, slack)) break;
  }
  return best;
}

/// Continues a distance search that ended in an overlap. signed_distance.hpp has the function for two shapes. The
/// watcher is called as `Unexpanded` is (depth.hpp).
template <SupportMapping A, SupportMapping B, class Watcher = Unexpanded>
Depth<VectorOf<A>> penetration(const MinkowskiDifference<A, B>& shape, const DistanceSearch<VectorOf<A>>& search,
                               const typename A::Scalar& tolerance, Watcher&& watcher = Watcher()) {
  using T = typename A::Scalar;
  const T size = size_of(shape);
  if (!is_measurable(search, size)) return unknown_depth(search);
  const T rounding = rounding_of(size), slack = rounding + T(4) * search.upper;
  Vector<T> normal{};
  Polytope<T> polytope{first_corners(search, rounding), {}};
  if (!span_volume(shape, polytope.corners, rounding, normal)) return flat_depth(shape, search, normal);
  close(polytope);
  return expanded(shape, polytope, unknown_depth(search), tolerance, rounding, slack, watcher);
}

}  // namespace lockstep::reference
