// The polytope of one query that EPA grows: corners are support points of the difference, faces triangles. Plain
// doubles, one query at a time; depth_search.hpp asks for the support points of all lanes together.
//
// What is proven of it (docs/numerics.md, section 13): the faces are a closed surface, whatever rounding did, because a
// new corner takes the place of any set of faces along the edges that bound the set. If all faces show their outside
// away from the origin, the surface winds around it, and each ray from the origin meets a face. So a ball around the
// origin whose radius is the distance of the nearest face lies in the hull of the corners.
//
// Source: G. van den Bergen, "Proximity queries and penetration depth computation on 3D game objects", 2001.
#pragma once

#include "lanes/gjk/certify.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// A point of space, one double for each coordinate.
using Point3 = reference::Vector<double>;

inline double square_of(const Point3& p) { return dot(p, p); }
inline double largest_of(const Point3& p) {
  const double x = __builtin_fabs(p.x), y = __builtin_fabs(p.y), z = __builtin_fabs(p.z);
  return x > y ? (x > z ? x : z) : (y > z ? y : z);
}

struct Polytope {
  static constexpr int max_corners = 128, max_faces = 2 * max_corners;

  struct Face {
    std::uint8_t corner[3];  // counter-clockwise as seen from outside
  };

  // Streams, so that all faces are looked at in one go.
  Point3 point[max_corners], on_a[max_corners];
  Face face[max_faces];
  double x[max_faces], y[max_faces], z[max_faces];  // unit normals
  double distance[max_faces];                       // of the face's plane from the origin; infinite of a sliver
  double proven[max_faces];                         // no point of the true face is closer
  double tilt[max_faces];                           // of the normal, when corners move by a unit
  int corners = 0, faces = 0;
  int limit = max_corners;  // of corners that are looked for
  double slack = 0;         // how far a corner may lie from the true one, in each coordinate
  bool closed = false;      // no face was left out for want of room

  [[nodiscard]] bool is_sliver(int f) const { return !(distance[f] < __builtin_inf()); }
  [[nodiscard]] Point3 normal(int f) const { return {x[f], y[f], z[f]}; }

  int add_corner(const Point3& w, const Point3& a) {
    point[corners] = w, on_a[corners] = a;
    return corners++;
  }
  void add_face(int a, int b, int c);
  void remove_face(int f);
  [[nodiscard]] int nearest_face() const;
  bool expand(const Point3& w, const Point3& a);
  [[nodiscard]] double proven_radius() const;
  void weigh(int f, double (&weight)[3]) const;
  [[nodiscard]] double least_weight(int f) const;

 private:
  [[nodiscard]] bool sees(int f, const Point3& w) const;
  [[nodiscard]] int longest_edge(const Face& f) const;
  [[nodiscard]] double sliver_radius(const Face& f) const;
};

/// Edges that enclose an angle with a smaller squared sine have no normal to speak of.
inline constexpr double least_square_sine_of_face = 0x1p-60;

[[gnu::noinline]] inline void Polytope::add_face(int a, int b, int c) {
  if (faces == max_faces) {
    closed = false;
    return;
  }
  const Point3 &p = point[a], e = point[b] - p, f = point[c] - p, n = cross(e, f);
  const double square = square_of(n), along = dot(n, p);
  const bool sliver = !(square > square_of(e) * square_of(f) * least_square_sine_of_face);
  const double length = __builtin_sqrt(square), share = 1 / length;
  const Point3 unit = n * share;
  const double norm = (__builtin_fabs(n.x) + __builtin_fabs(n.y)) + __builtin_fabs(n.z);
  // As in `behind` (certify.hpp): the plane's distance, wherever the true corners lie.
  const double error =
      (2 * slack + double{vertex_bound}) * norm + largest_of(e) * largest_of(f) * double{edge_bound} + 0x1p-1000;
  face[faces] = {{static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b), static_cast<std::uint8_t>(c)}};
  x[faces] = unit.x, y[faces] = unit.y, z[faces] = unit.z;
  distance[faces] = sliver ? __builtin_inf() : along * share;
  tilt[faces] = (largest_of(e) + largest_of(f)) * share;
  const double bound = (along - error) * share;
  proven[faces] = sliver ? -__builtin_inf() : bound - __builtin_fabs(bound) * (16 * double{roundoff});
  ++faces;
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

/// The edges around a set of faces, each the way that its face has it.
struct Horizon {
  std::uint8_t from[3 * Polytope::max_faces], to[3 * Polytope::max_faces];
  int edges = 0;

  [[nodiscard]] int find(std::uint8_t p, std::uint8_t q) const {
    int k = 0;
    while (k < edges && !(from[k] == p && to[k] == q)) ++k;
    return k;
  }
  /// An edge that two faces share is inside of the set.
  void add(const Polytope::Face& face) {
    for (int k = 0; k < 3; ++k) {
      const std::uint8_t p = face.corner[k], q = face.corner[(k + 1) % 3];
      const int twin = find(q, p);
      if (twin < edges)
        --edges, from[twin] = from[edges], to[twin] = to[edges];
      else
        from[edges] = p, to[edges] = q, ++edges;
    }
  }
};

/// A face in whose plane w lies, as far as rounding of the corners can tell, sees it, or slivers would come of it. What
/// that tilts the plane by counts more the farther away w is.
inline bool Polytope::sees(int f, const Point3& w) const {
  constexpr double rounding = 0x1p-49, farthest = 4;
  const double above = ((x[f] * w.x + y[f] * w.y) + z[f] * w.z) - distance[f];
  if (above > 0 || !(above > -rounding * (1 + 2 * tilt[f] * farthest))) return above > 0;
  return above > -rounding * (1 + 2 * tilt[f] * largest_of(w - point[face[f].corner[0]]));
}

/// Takes the faces that see w for those from w to the edges around them. A sliver, which has no plane, goes with the neighbour at
/// its longest edge. False if there is no room or nothing to take.
[[gnu::noinline]] inline bool Polytope::expand(const Point3& w, const Point3& a) {
  if (corners == limit) return false;
  Horizon horizon;
  const auto take = [&](int f) { horizon.add(face[f]), remove_face(f); };
  int slivers = 0;
  for (int f = faces - 1; f >= 0; --f) {
    if (is_sliver(f))
      ++slivers;
    else if (sees(f, w))
      take(f);
  }
  for (int f = faces - 1; f >= 0 && slivers != 0; --f) {
    if (!is_sliver(f)) continue;
    const int k = longest_edge(face[f]);
    if (horizon.find(face[f].corner[(k + 1) % 3], face[f].corner[k]) < horizon.edges) take(f);
  }
  if (horizon.edges == 0) return false;
  const int newest = add_corner(w, a);
  for (int k = 0; k < horizon.edges; ++k) add_face(horizon.from[k], horizon.to[k], newest);
  return closed;
}

/// The first of its two corners.
inline int Polytope::longest_edge(const Face& f) const {
  double square[3];
  for (int k = 0; k < 3; ++k) square[k] = square_of(point[f.corner[(k + 1) % 3]] - point[f.corner[k]]);
  return square[0] >= square[1] ? (square[0] >= square[2] ? 0 : 2) : (square[1] >= square[2] ? 1 : 2);
}

/// The areas that the foot of the origin splits face f into, times that of the face; negative beyond an edge.
inline void Polytope::weigh(int f, double (&weight)[3]) const {
  const Point3 &a = point[face[f].corner[0]], &b = point[face[f].corner[1]], &c = point[face[f].corner[2]];
  const Point3 n = cross(b - a, c - a);
  weight[0] = dot(n, cross(b, c - b)), weight[1] = dot(n, cross(c, a - c)), weight[2] = dot(n, cross(a, b - a));
}

/// The least of them as a part of their sum.
inline double Polytope::least_weight(int f) const {
  double w[3];
  weigh(f, w);
  const double least = w[0] < w[1] ? (w[0] < w[2] ? w[0] : w[2]) : (w[1] < w[2] ? w[1] : w[2]);
  return least / ((w[0] + w[1]) + w[2]);
}

/// No point of a sliver is closer to the origin than its longest edge is, but for its height.
[[gnu::noinline]] inline double Polytope::sliver_radius(const Face& f) const {
  const int k = longest_edge(f);
  const Point3 &p = point[f.corner[k]], e = point[f.corner[(k + 1) % 3]] - p;
  const double square = square_of(e), along = -dot(p, e);
  const double t = along > 0 ? (along < square ? along / square : 1.0) : 0.0;
  const double foot = __builtin_sqrt(square_of(p + e * t)), height = __builtin_sqrt(square) * 0x1p-29;
  return foot - height - (2 * slack + double{vertex_bound}) - 0x1p-45;
}

/// The ball of that radius around the origin lies in the true difference; negative or NaN if nothing is proven.
[[gnu::noinline]] inline double Polytope::proven_radius() const {
  if (!closed) return -1;
  double least = __builtin_inf(), slivers = 0, reach = 0, widest = 0;
  for (int f = 0; f < faces; ++f) {
    if (!is_sliver(f)) {
      if (!(proven[f] > 0)) return -1;
      least = proven[f] < least ? proven[f] : least;
    } else {
      const double radius = sliver_radius(face[f]);
      if (!(radius > 0)) return -1;
      least = radius < least ? radius : least;
      slivers += 0x1p-25 / (radius * radius);  // its area, as edges are shorter than 7, and what it hides of the sky
    }
  }
  if (slivers == 0) return least;
  // Slivers may face anywhere; but they do not hide all of the sky that a good face takes, so that the surface winds
  // around the origin there, and so everywhere.
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
