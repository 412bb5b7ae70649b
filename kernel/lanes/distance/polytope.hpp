// The polytopes of W queries that EPA grows: corners are support points of the difference, faces triangles, in plain
// doubles. depth_search.hpp asks for the support points of all lanes together, polytope_proof.hpp tells what is proven.
//
// Which faces a new corner takes the place of is told by their planes, W faces at a time; which edges run around them,
// by neighbours (faces.hpp), lane by lane; and the planes of new faces are measured W at a time, of whichever lane.
//
// Source: G. van den Bergen, "Proximity queries and penetration depth computation on 3D game objects", 2001.
#pragma once

#include "lanes/distance/faces.hpp"
#include "lanes/registers/vec.hpp"

namespace lockstep::LOCKSTEP_ISA {

inline double square_of(const Point3& p) { return dot(p, p); }
inline double largest_of(const Point3& p) {
  const double x = __builtin_fabs(p.x), y = __builtin_fabs(p.y), z = __builtin_fabs(p.z);
  return x > y ? (x > z ? x : z) : (y > z ? y : z);
}

/// Edges that enclose an angle with a smaller squared sine have no normal to speak of.
inline constexpr double least_square_sine_of_face = 0x1p-60;

/// The planes of W faces p, p + e, p + f.
struct FacePlanes {
  Vec normal;          // not of unit length
  Real square, along;  // of the normal's length; of p and the normal
  Real share;          // one over the length
  Mask good;           // no sliver

  FacePlanes(const Vec& p, const Vec& e, const Vec& f)
      : normal(cross(e, f)),
        square(dot(normal, normal)),
        along(dot(normal, p)),
        share(Real(1) / sqrt(square)),
        good(square > dot(e, e) * dot(f, f) * Real(least_square_sine_of_face)) {}
};

/// W points of three numbers in four, from anywhere.
template <class PointAt>
Vec load_points(const PointAt& point_at) {
  Quad points[1];
  load_rows([&](int i) -> const double* { return point_at(i); }, points);
  return {points[0].x, points[0].y, points[0].z};
}

/// The polytope of one lane, but for its planes.
struct Polytope : Faces {
  int corners = 0;
  int limit = max_polytope_corners;  // of corners that are looked for
  double slack = 0;                  // how far a corner may lie from the true one, in each coordinate
  int begun = 0;                     // faces in blocks that have begun
  bool slivers = false;              // there may be some
};

struct Polytopes {
  static constexpr int block = 32;  // planes are looked at so many at a time: most polytopes have no more
  // A line longer than a power of two, or all lanes' and streams' would share the sets of a cache.
  static constexpr int room = max_polytope_faces + 8;

  Polytope lane[Real::width];
  // Of all lanes' faces: unit normals, and the plane's distance from the origin, which is infinite of a sliver and
  // where a block has no face.
  double x[Real::width * room], y[Real::width * room], z[Real::width * room], distance[Real::width * room];
  double point[Real::width * max_polytope_corners][4];  // of all lanes' corners: three numbers; four are loaded at once
  Point3 on_a[Real::width * max_polytope_corners];

  static int face_at(int i, int f) { return i * room + f; }
  static unsigned corner_at(int i, unsigned c) { return static_cast<unsigned>(i) * max_polytope_corners + c; }
  [[nodiscard]] bool is_sliver(int i, int f) const { return !(distance[face_at(i, f)] < __builtin_inf()); }
  [[nodiscard]] Point3 normal(int i, int f) const { return {x[face_at(i, f)], y[face_at(i, f)], z[face_at(i, f)]}; }
  [[nodiscard]] Point3 point_of(int i, const Face& face, int k) const {
    const double(&p)[4] = point[corner_at(i, face.corner(k))];
    return {p[0], p[1], p[2]};
  }
  [[nodiscard]] int nearest_face(int i) const;
  /// The longest edge of a face, by number.
  [[nodiscard]] int longest_edge(int i, const Face& face) const;

  void open(int i, const Point3 (&corners)[4], const Point3 (&of_a)[4]);
  unsigned expand(unsigned lanes, const LanePoints& w, const LanePoints& a);
  void measure();

 private:
  /// A face that has no plane yet: where its corners are, and where it goes, of all lanes.
  struct NewFace {
    std::uint16_t corner[3], at;
  };
  NewFace added[(max_polytope_faces + 1) * Real::width];
  int additions = 0;
  Hole hole;

  void set_corner(int i, int c, const Point3& w, const Point3& a) {
    const unsigned at = corner_at(i, static_cast<unsigned>(c));
    point[at][0] = w.x, point[at][1] = w.y, point[at][2] = w.z, point[at][3] = 0;
    on_a[at] = a;
  }
  void add(int i, int f, unsigned p, unsigned q, unsigned r) {
    const auto name = [&](unsigned c) { return static_cast<std::uint16_t>(corner_at(i, c)); };
    added[additions++] = {{name(p), name(q), name(r)}, static_cast<std::uint16_t>(face_at(i, f))};
  }
  void begin_block(int i);
  void remove_face(int i, int f);
  bool add_corner(int i, const Point3& w, const Point3& a);
  void fill_hole(int i);
  void see_slivers(int i, FaceSet& seen) const;
  [[nodiscard]] bool sees_closely(int i, int f, const Point3& w) const;
  [[nodiscard]] std::uint64_t seen_from(int i, int first, const Point3& w) const;
};

/// The first of those.
[[gnu::noinline]] inline int Polytopes::nearest_face(int i) const {
  const double* const of_lane = distance + face_at(i, 0);
  Real least = __builtin_inf();
  for (int first = 0; first < lane[i].count; first += block)
    for (int f = first; f < first + block; f += Real::width) least = min(Real::load(of_lane + f), least);
  const Real nearest = least_of(least);
  for (int first = 0; first < lane[i].count; first += block) {
    std::uint32_t at = 0;
    for (int f = 0; f < block; f += Real::width) at |= bits(Real::load(of_lane + first + f) == nearest) << f;
    if (at != 0) return first + __builtin_ctz(at);
  }
  return 0;
}

inline void Polytopes::begin_block(int i) {
  for (int f = lane[i].begun; f < lane[i].begun + block; ++f) {
    const int at = face_at(i, f);
    x[at] = y[at] = z[at] = 0, distance[at] = __builtin_inf();
  }
  lane[i].begun += block;
}

/// The last one takes its place, so that neighbours are to be found anew.
inline void Polytopes::remove_face(int i, int f) {
  const int last = --lane[i].count, from = face_at(i, last), to = face_at(i, f);
  lane[i].face[f] = lane[i].face[last];
  x[to] = x[from], y[to] = y[from], z[to] = z[from], distance[to] = distance[from];
  distance[from] = __builtin_inf();
}

/// Measures the planes of the faces that were added.
[[gnu::noinline, gnu::flatten]] inline void Polytopes::measure() {
  for (int k = additions; k < additions + Real::width - 1 && additions > 0; ++k) added[k] = added[additions - 1];
  for (int k = 0; k < additions; k += Real::width) {
    const NewFace* const face = added + k;
    const auto load = [&](int c) { return load_points([&](int i) { return point[face[i].corner[c]]; }); };
    const Vec p = load(0);
    const FacePlanes planes(p, load(1) - p, load(2) - p);
    const LanePoints normals(planes.normal * planes.share);
    double distances[Real::width];
    select(planes.good, planes.along * planes.share, Real(__builtin_inf())).store(distances);
    for (int i = 0; i < Real::width; ++i) {
      const int at = face[i].at;
      x[at] = normals.x[i], y[at] = normals.y[i], z[at] = normals.z[i], distance[at] = distances[i];
    }
    if (!all(planes.good)) [[unlikely]]
      for (int i = 0; i < Real::width; ++i) lane[face[i].at / room].slivers = true;
  }
  additions = 0;
}

/// What a corner that lies in a face's plane, as far as rounding can tell, is above it by, at least. And at most so far
/// below it, whatever the tilt of the plane.
inline constexpr double least_above = -0x1p-49, farthest_below = -0x1p-20;

/// A face in whose plane w lies, as far as rounding of the corners can tell, sees it, or slivers would come of it. What
/// that tilts the plane by counts more the farther away w is.
[[gnu::noinline]] inline bool Polytopes::sees_closely(int i, int f, const Point3& w) const {
  const Face& face = lane[i].face[f];
  const Point3 p = point_of(i, face, 0), d = point_of(i, face, 1) - p, e = point_of(i, face, 2) - p;
  const double tilt = (largest_of(d) + largest_of(e)) / __builtin_sqrt(square_of(cross(d, e)));
  const double above = dot(normal(i, f), w) - distance[face_at(i, f)];
  return above > least_above * (1 + 2 * tilt * largest_of(w - p));
}

/// Which faces of a block of lane i see w. Slivers see nothing.
inline std::uint64_t Polytopes::seen_from(int i, int first, const Point3& w) const {
  const Vec point_seen{Real(w.x), Real(w.y), Real(w.z)};
  std::uint32_t sees = 0, may_see = 0;
  for (int k = 0; k < block; k += Real::width) {
    const int f = face_at(i, first + k);
    const Vec normals{Real::load(x + f), Real::load(y + f), Real::load(z + f)};
    const Real above = dot(normals, point_seen) - Real::load(distance + f);
    sees |= bits(above > Real(0)) << k;
    may_see |= bits(above > Real(farthest_below)) << k;
  }
  for (std::uint32_t close = may_see & ~sees; close != 0; close &= close - 1) {
    const int f = __builtin_ctz(close);
    sees |= static_cast<std::uint32_t>(sees_closely(i, first + f, w)) << f;
  }
  return sees;
}

/// Slivers, which have no plane, go with the neighbour at their longest edge.
[[gnu::noinline]] inline void Polytopes::see_slivers(int i, FaceSet& seen) const {
  for (int f = lane[i].count - 1; f >= 0; --f) {
    const Face& face = lane[i].face[f];
    if (is_sliver(i, f) && seen.has(face.edge[longest_edge(i, face)].across())) seen.add(static_cast<unsigned>(f));
  }
}

/// Takes the faces of lane i that see w for those from w to the edges around them. False if there is no room or nothing
/// to take.
inline bool Polytopes::add_corner(int i, const Point3& w, const Point3& a) {
  Polytope& polytope = lane[i];
  if (polytope.corners == polytope.limit) return false;
  FaceSet seen;
  for (int first = 0; first < polytope.count; first += FaceSet::block) {
    std::uint64_t& bits_seen = seen.bits[first / FaceSet::block];
    bits_seen = seen_from(i, first, w);
    if (first + block < polytope.count) bits_seen |= seen_from(i, first + block, w) << block;
  }
  if (polytope.slivers) [[unlikely]]
    see_slivers(i, seen);
  polytope.find_hole(seen, hole);
  if (hole.edges == 0 || polytope.count + hole.edges - hole.faces > max_polytope_faces) return false;
  set_corner(i, polytope.corners++, w, a);
  fill_hole(i);
  return true;
}

inline void Polytopes::fill_hole(int i) {
  Polytope& polytope = lane[i];
  const auto newest = static_cast<unsigned>(polytope.corners - 1);
  bool is_linked = hole.faces <= hole.edges;  // rounding may have it otherwise
  while (hole.faces > hole.edges) [[unlikely]] remove_face(i, hole.face[--hole.faces]);  // the last one first
  const auto then = [&](unsigned f, const Edge& edge) { add(i, static_cast<int>(f), edge.from(), edge.to(), newest); };
  is_linked = polytope.fill_hole(hole, newest, then) & is_linked;
  if (!is_linked) [[unlikely]]
    polytope.link_all();
  if (polytope.count > polytope.begun) [[unlikely]]
    begin_block(i);
}

/// Of each lane asked, takes the faces that see the lane's w for those from w to the edges around them. Returns the
/// lanes that took some.
[[gnu::noinline]] inline unsigned Polytopes::expand(unsigned lanes, const LanePoints& w, const LanePoints& a) {
  unsigned grown = 0;
  for (unsigned left = lanes; left != 0; left &= left - 1) {
    const int i = __builtin_ctz(left);
    grown |= static_cast<unsigned>(add_corner(i, w.at(i), a.at(i))) << i;
  }
  measure();
  return grown;
}

inline int Polytopes::longest_edge(int i, const Face& f) const {
  double square[3];
  for (int k = 0; k < 3; ++k) square[k] = square_of(point_of(i, f, k + 1) - point_of(i, f, k));
  return square[0] >= square[1] ? (square[0] >= square[2] ? 0 : 2) : (square[1] >= square[2] ? 1 : 2);
}

/// A tetrahedron for lane i, whose last corner does not see the face of the first three. To be measured.
inline void Polytopes::open(int i, const Point3 (&corners)[4], const Point3 (&of_a)[4]) {
  Polytope& polytope = lane[i];
  for (int c = 0; c < 4; ++c) set_corner(i, c, corners[c], of_a[c]);
  const auto at = [](unsigned f, unsigned k) { return Edge::name(f, k); };
  polytope.face[0] = {{{0, 1, at(3, 0)}, {1, 2, at(2, 0)}, {2, 0, at(1, 0)}}};
  polytope.face[1] = {{{0, 2, at(0, 2)}, {2, 3, at(2, 2)}, {3, 0, at(3, 1)}}};
  polytope.face[2] = {{{2, 1, at(0, 1)}, {1, 3, at(3, 2)}, {3, 2, at(1, 1)}}};
  polytope.face[3] = {{{1, 0, at(0, 0)}, {0, 3, at(1, 2)}, {3, 1, at(2, 1)}}};
  polytope.count = polytope.corners = 4;
  begin_block(i);
  for (int f = 0; f < 4; ++f) {
    const Face& face = polytope.face[f];
    add(i, f, face.corner(0), face.corner(1), face.corner(2));
  }
}

}  // namespace lockstep::LOCKSTEP_ISA
