// The polytope that EPA grows for one query: corners are support points of the difference, faces are triangles. In
// plain doubles, one query at a time; depth_search.hpp finds the support points of all lanes together. Here, lanes hold
// W faces of one polytope.
//
// The proof (docs/numerics.md, section 13): the faces are a closed surface, whatever rounding did, because a new corner
// replaces a set of faces along the edges that bound the set. If all faces show their outside away from the origin, the
// surface winds around it, and each ray from the origin meets a face. So the ball around the origin whose radius is the
// distance of the nearest face lies in the hull of the corners.
//
// Source: G. van den Bergen, "Proximity queries and penetration depth computation on 3D game objects", 2001.
#pragma once

#include "lanes/distance/horizon.hpp"
#include "lanes/distance/lane_points.hpp"
#include "lanes/gjk/certify.hpp"

namespace lockstep::LOCKSTEP_ISA {

inline double square_of(const Point3& p) { return dot(p, p); }
inline double largest_of(const Point3& p) {
  const double x = __builtin_fabs(p.x), y = __builtin_fabs(p.y), z = __builtin_fabs(p.z);
  return x > y ? (x > z ? x : z) : (y > z ? y : z);
}

struct Polytope {
  static constexpr int max_corners = max_polytope_corners, max_faces = max_polytope_faces;

  // A structure of arrays, so that one pass tests all faces. The last register may reach beyond them.
  static constexpr int room = max_faces + Real::width;
  Point3 point[max_corners], on_a[max_corners];
  Face face[room];
  double x[room], y[room], z[room];  // unit normals
  double distance[room];             // of the face's plane from the origin; infinite for a sliver
  double proven[room];               // lower bound of the true face's distance
  double tilt[room];                 // of the normal, if corners move by one unit
  int corners = 0, faces = 0;
  int limit = max_corners;  // the cap on corners
  double slack = 0;         // bound on a corner's distance from the true one, in each coordinate
  bool closed = false;      // no face was left out for want of room
  bool strict = false;      // a corner in a face's plane, within rounding, does not replace the face

  [[nodiscard]] bool is_sliver(int f) const { return !(distance[f] < __builtin_inf()); }
  [[nodiscard]] Point3 normal(int f) const { return {x[f], y[f], z[f]}; }

  int add_corner(const Point3& w, const Point3& a) {
    point[corners] = w, on_a[corners] = a;
    return corners++;
  }
  struct NewFaces;
  void add_faces(NewFaces& added);
  void measure(NewFaces& added);
  void remove_face(int f);
  [[nodiscard]] int nearest_face() const;
  bool expand(const Point3& w, const Point3& a);
  [[nodiscard]] double proven_radius() const;
  struct Foot;
  [[nodiscard]] Foot foot_on(int f, const Point3& of) const;

 private:
  struct VisibleFaces;
  void take(const VisibleFaces& visible, Horizon& horizon);
  [[nodiscard]] VisibleFaces faces_visible_from(const Point3& w) const;
  [[nodiscard]] bool sees_closely(int f, const Point3& w, double above) const;
  [[nodiscard]] int longest_edge(const Face& f) const;
  [[nodiscard]] double sliver_radius(const Face& f) const;
};

/// Edges that enclose an angle with a smaller squared sine have no usable normal.
inline constexpr double least_square_sine_of_face = 0x1p-60;

/// New faces, by the points of their corners.
struct Polytope::NewFaces {
  Face face[room];
  int count = 0;

  void add(std::uint8_t a, std::uint8_t b, std::uint8_t c) { face[count++] = {{a, b, c}}; }
  /// Fills up a register with copies of the last face.
  void pad() {
    for (int i = count; i < count + Real::width - 1 && count > 0; ++i) face[i] = face[count - 1];
  }
  /// Corner k of W faces from f on.
  [[nodiscard]] Vec load(const Point3* from, int k, int f) const {
    LanePoints points;
    for (int i = 0; i < Real::width; ++i) points.set(i, from[face[f + i].corner[k]]);
    return points.load();
  }
};

/// Computes the planes of the new faces and stores them behind those of the existing ones.
[[gnu::noinline, gnu::flatten]] inline void Polytope::measure(NewFaces& added) {
  added.pad();
  const Real corner_error = 2 * slack + double{vertex_bound};
  for (int k = 0; k < added.count; k += Real::width) {
    const Vec p = added.load(point, 0, k), e = added.load(point, 1, k) - p, f = added.load(point, 2, k) - p;
    const Vec n = cross(e, f);
    const Real square = dot(n, n), along = dot(n, p);
    const Mask good = square > dot(e, e) * dot(f, f) * Real(least_square_sine_of_face);
    const Real share = Real(1) / sqrt(square), largest_e = norm_max(e), largest_f = norm_max(f);
    // As in `behind` (certify.hpp): the plane's distance, for all true corners.
    const Real error = (corner_error * norm_1(n) + largest_e * largest_f * Real(edge_bound)) + Real(0x1p-1000);
    const Real bound = (along - error) * share, infinite = __builtin_inf();
    const int at = faces + k;
    (n.x * share).store(x + at), (n.y * share).store(y + at), (n.z * share).store(z + at);
    select(good, along * share, infinite).store(distance + at);
    select(good, bound - abs(bound) * Real(16 * roundoff), -infinite).store(proven + at);
    ((largest_e + largest_f) * share).store(tilt + at);
  }
}

/// Faces with a larger tilt are so thin that rounding alone may keep a plane from proving anything.
inline constexpr double thin_tilt = 0x1p16;

/// Two long, nearly parallel edges still give a good normal if the third edge is short: measured from one of its ends.
/// Thin faces that prove nothing are measured again from the corner opposite to their longest edge.
inline void Polytope::add_faces(NewFaces& added) {
  measure(added);
  bool again = false;
  for (int k = 0; k < added.count; ++k) {
    Face& f = added.face[k];
    const bool thin = is_sliver(faces + k) || (!(proven[faces + k] > 0) && tilt[faces + k] > thin_tilt);
    const int longest = thin ? longest_edge(f) : 1;
    if (longest == 1) continue;
    const std::uint8_t a = f.corner[(longest + 2) % 3], b = f.corner[longest], c = f.corner[(longest + 1) % 3];
    f = {{a, b, c}}, again = true;
  }
  if (again) measure(added);
  for (int k = 0; k < added.count; ++k) face[faces + k] = added.face[k];
  faces += added.count;
}

inline void Polytope::remove_face(int f) {
  --faces;
  face[f] = face[faces];
  x[f] = x[faces], y[f] = y[faces], z[f] = z[faces];
  distance[f] = distance[faces], proven[f] = proven[faces], tilt[f] = tilt[faces];
}

[[gnu::noinline]] inline int Polytope::nearest_face() const {
  int best = 0;
  for (int f = 1; f < faces; ++f) best = distance[f] < distance[best] ? f : best;
  return best;
}

/// Faces in descending order, so that removing one moves no other face of the list.
struct Polytope::VisibleFaces {
  std::uint8_t face[max_faces + 1];
  int count = 0;
  bool slivers = false;  // the polytope has slivers
};

/// The least height above a face's plane of a corner that lies in it within rounding; a bound on a corner's distance.
inline constexpr double least_above = -0x1p-49, farthest_corner = 4;

/// Whether w replaces face f although it does not lie above it: it does if it lies in the plane within the rounding of
/// the corners, because slivers would form otherwise. The tilt of the plane counts more the farther away w is.
inline bool Polytope::sees_closely(int f, const Point3& w, double above) const {
  return !strict && above > least_above * (1 + 2 * tilt[f] * largest_of(w - point[face[f].corner[0]]));
}

/// The faces that w sees. No corner sees a sliver.
inline Polytope::VisibleFaces Polytope::faces_visible_from(const Point3& w) const {
  VisibleFaces visible;
  for (int f = (faces - 1) / Real::width * Real::width; f >= 0; f -= Real::width) {
    const Real to_plane = Real::load(distance + f);
    const Real along = (Real::load(x + f) * Real(w.x) + Real::load(y + f) * Real(w.y)) + Real::load(z + f) * Real(w.z);
    const Real above = along - to_plane;
    const Real least = Real(least_above) * (Real(1) + Real(2) * Real::load(tilt + f) * Real(farthest_corner));
    const int left = faces - f;
    const unsigned in_use = left < Real::width ? (1U << left) - 1 : (2U << (Real::width - 1)) - 1;
    const Mask plane = to_plane < Real(__builtin_inf());
    const Mask beyond = above > Real(0);
    unsigned sees = bits(plane & beyond) & in_use;
    for (unsigned close = bits(plane & !beyond & (above > least)) & in_use; close != 0; close &= close - 1) {
      const int i = __builtin_ctz(close);
      double exact[Real::width];
      above.store(exact);
      sees |= static_cast<unsigned>(sees_closely(f + i, w, exact[i])) << i;
    }
    for (int i = Real::width - 1; i >= 0; --i) {
      visible.face[visible.count] = static_cast<std::uint8_t>(f + i);
      visible.count += static_cast<int>(sees >> i & 1U);
    }
    visible.slivers = visible.slivers || (~bits(plane) & in_use) != 0;
  }
  return visible;
}

/// Removes faces, and slivers, which have no plane, with them: each sliver goes with the neighbour at its longest edge.
inline void Polytope::take(const VisibleFaces& visible, Horizon& horizon) {
  for (int i = 0; i < visible.count; ++i) horizon.add(face[visible.face[i]]);
  for (int i = 0; i < visible.count; ++i) remove_face(visible.face[i]);
  for (int f = faces - 1; f >= 0 && visible.slivers; --f) {
    if (!is_sliver(f) || horizon.find(Horizon::twin(face[f], longest_edge(face[f]))) == horizon.edges) continue;
    horizon.add(face[f]), remove_face(f);
  }
}

/// Replaces the faces that w sees by faces from w to their horizon. False if there is no room or nothing to replace.
[[gnu::noinline, gnu::flatten]] inline bool Polytope::expand(const Point3& w, const Point3& a) {
  if (corners == limit) return false;
  const VisibleFaces visible = faces_visible_from(w);
  if (visible.count == faces) return false;  // everything is flat within rounding
  Horizon horizon;
  take(visible, horizon);
  if (horizon.edges == 0) return false;
  const auto newest = static_cast<std::uint8_t>(add_corner(w, a));
  NewFaces added;
  closed = closed && horizon.edges <= max_faces - faces;
  const int count = horizon.edges < max_faces - faces ? horizon.edges : max_faces - faces;
  for (int k = 0; k < count; ++k)
    added.add(static_cast<std::uint8_t>(horizon.edge[k] / max_corners),
              static_cast<std::uint8_t>(horizon.edge[k] % max_corners), newest);
  add_faces(added);
  return closed;
}

/// The longest edge, by the first of its two corners.
inline int Polytope::longest_edge(const Face& f) const {
  double square[3];
  for (int k = 0; k < 3; ++k) square[k] = square_of(point[f.corner[(k + 1) % 3]] - point[f.corner[k]]);
  return square[0] >= square[1] ? (square[0] >= square[2] ? 0 : 2) : (square[1] >= square[2] ? 1 : 2);
}

/// The share of e at which the edge from p to p + e is nearest to the origin.
inline double share_of_foot(const Point3& p, const Point3& e) {
  const double square = square_of(e), along = -dot(p, e);
  return along > 0 ? (along < square ? along / square : 1.0) : 0.0;
}

/// The point of a face that is nearest to a given one.
struct Polytope::Foot {
  double weight[3];  // of the face's corners
  double square;     // squared distance from the given point

  /// The mean of the corners' points.
  [[nodiscard]] Point3 mean(const Point3 (&p)[3]) const {
    return (p[0] * weight[0] + p[1] * weight[1]) + p[2] * weight[2];
  }
};

/// The point of face f that is nearest to `of`.
inline Polytope::Foot Polytope::foot_on(int f, const Point3& of) const {
  const auto& corner = face[f].corner;
  const Point3 p[3] = {point[corner[0]] - of, point[corner[1]] - of, point[corner[2]] - of};
  const Point3 n = cross(p[1] - p[0], p[2] - p[0]);
  const double a = dot(n, cross(p[1], p[2] - p[1])), b = dot(n, cross(p[2], p[0] - p[2]));
  const double c = dot(n, cross(p[0], p[1] - p[0])), area = (a + b) + c;
  if (a > 0 && b > 0 && c > 0) {
    Foot inner{{a / area, b / area, c / area}, 0};
    inner.square = square_of(inner.mean(p));
    return inner;
  }
  Foot best{{1, 0, 0}, __builtin_inf()};
  for (int k = 0; k < 3; ++k) {
    const Point3 e = p[(k + 1) % 3] - p[k];
    const double t = share_of_foot(p[k], e), square = square_of(p[k] + e * t);
    if (!(square < best.square)) continue;
    best = {{0, 0, 0}, square};
    best.weight[k] = 1 - t, best.weight[(k + 1) % 3] = t;
  }
  return best;
}

/// No point of a sliver is closer to the origin than its longest edge, up to the sliver's height.
[[gnu::noinline]] inline double Polytope::sliver_radius(const Face& f) const {
  const int k = longest_edge(f);
  const Point3 &p = point[f.corner[k]], e = point[f.corner[(k + 1) % 3]] - p;
  const double foot = __builtin_sqrt(square_of(p + e * share_of_foot(p, e)));
  const double height = __builtin_sqrt(square_of(e)) * 0x1p-29;
  return foot - height - (2 * slack + double{vertex_bound}) - 0x1p-45;
}

/// The ball of this radius around the origin lies in the true difference. Negative or NaN if nothing is proven.
[[gnu::noinline]] inline double Polytope::proven_radius() const {
  if (!closed || faces == 0) return -1;
  double least = __builtin_inf(), slivers = 0, reach = 0, widest = 0;
  for (int f = 0; f < faces; ++f) {
    if (!is_sliver(f)) {
      if (!(proven[f] > 0)) return -1;
      least = proven[f] < least ? proven[f] : least;
    } else {
      const double radius = sliver_radius(face[f]);
      if (!(radius > 0)) return -1;
      least = radius < least ? radius : least;
      slivers += 0x1p-25 / (radius * radius);  // its solid angle: its area, with edges below 7, over radius^2
    }
  }
  if (slivers == 0) return least;
  // Slivers may face anywhere. But they do not cover the whole solid angle of a good face. So the surface winds around
  // the origin there, and therefore everywhere.
  for (int c = 0; c < corners; ++c) reach = largest_of(point[c]) > reach ? largest_of(point[c]) : reach;
  for (int f = 0; f < faces; ++f) {
    if (is_sliver(f)) continue;
    const Point3& p = point[face[f].corner[0]];
    const double area = __builtin_sqrt(square_of(cross(point[face[f].corner[1]] - p, point[face[f].corner[2]] - p)));
    const double sky = area * proven[f] / (2 * 5.2 * reach * reach * reach);
    widest = sky > widest ? sky : widest;
  }
  return widest > 2 * slivers ? least : -1;
}

}  // namespace lockstep::LOCKSTEP_ISA
