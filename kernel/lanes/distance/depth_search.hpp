// EPA in lanes: how deep does the origin lie in the difference of two cores?
//
// Each direction proves a lower bound of the signed distance, minus the extent along it. A polytope of support points
// grows towards the face that is nearest to the origin, until a support point along that face's normal lies no farther
// than the face does: the ball that touches it proves the upper bound. Support points are asked for all lanes together,
// and polytopes (polytope.hpp) take them side by side.
#pragma once

#include "lanes/distance/gap_search.hpp"
#include "lanes/distance/nearest_face.hpp"
#include "lanes/distance/polytope_proof.hpp"
#include "lanes/distance/signed_distance.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// The points of one lane that the first polytope is made of.
struct FirstPoints {
  static constexpr int octants = 8, rounds = 3;
  Point3 point[octants + 2 * rounds], on_a[octants + 2 * rounds];
  int count = 0;
  int corner[4] = {};  // which span as much as any four
  Point3 direction;    // to look for more, where they span no volume

  void add(const Point3& w, const Point3& a) { point[count] = w, on_a[count++] = a; }
  bool spans_volume();

 private:
  template <class Measure>
  int farthest(const Measure& measure) const {
    int best = 0;
    double most = measure(point[0]);
    for (int i = 1; i < count; ++i)
      if (const double next = measure(point[i]); next > most) most = next, best = i;
    return best;
  }
};

/// At right angles to e.
inline Point3 perpendicular(const Point3& e) {
  const double x = __builtin_fabs(e.x), y = __builtin_fabs(e.y), z = __builtin_fabs(e.z);
  return cross(e, x <= y && x <= z ? Point3{1, 0, 0} : y <= z ? Point3{0, 1, 0} : Point3{0, 0, 1});
}

/// As far from each other as they get, step by step. Where they lie on a line, `direction` turns around it from call to
/// call; in a plane, it is the normal.
[[gnu::noinline]] inline bool FirstPoints::spans_volume() {
  const Point3& first = point[corner[0]];
  corner[1] = farthest([&](const Point3& p) { return square_of(p - first); });
  const Point3 e = point[corner[1]] - first;
  corner[2] = farthest([&](const Point3& p) { return square_of(cross(e, p - first)); });
  const Point3 n = cross(e, point[corner[2]] - first);
  const double length = square_of(e), area = square_of(n);
  if (!(length > least_extent * least_extent)) {
    direction = {1, 0, 0};
    return false;
  }
  if (!(area > least_extent * least_extent * length)) {
    const Point3 u = perpendicular(e);
    direction = count % 4 == 0 ? u : cross(e, u);
    return false;
  }
  direction = n;
  const auto height = [&](const Point3& p) { return __builtin_fabs(dot(n, p - first)); };
  corner[3] = farthest(height);
  return height(point[corner[3]]) > least_extent * __builtin_sqrt(area);
}

/// Of ellipsoids, cylinders and cones more corners gain little: the error falls with their number.
inline constexpr int max_smooth_corners = 64;
template <class Core>
inline constexpr bool is_smooth = std::is_same_v<Core, Quadric>;

/// Adds a point of each of the lanes.
inline void add_points(const Corner& corner, unsigned lanes, FirstPoints* points) {
  const LanePoints w(corner.w), on_a(corner.on_a);
  for (unsigned left = lanes; left != 0; left &= left - 1) {
    const int i = __builtin_ctz(left);
    points[i].add(w.at(i), on_a.at(i));
  }
}

/// Adds support points along `direction` and its opposite, or those of lane i along its own.
template <class A, class B>
void add_points(const Cores<A, B>& cores, const Vec& direction, unsigned lanes, FirstPoints* points) {
  for (const Vec& v : {direction, -direction}) {
    const Corner corner = cores.support(v, lanes_of(lanes));
    add_points(corner, lanes, points);
  }
}

/// Where a search for a gap ended on the origin, its simplex may be flat: support points in all octants, a little aside
/// from their middles, as boxes have edges and faces there.
template <class A, class B>
void add_octants(const Cores<A, B>& cores, unsigned lanes, FirstPoints* points) {
  for (int octant = 0; octant < FirstPoints::octants / 2; ++octant) {
    const Real y = octant % 2 == 0 ? 1 : -1, z = octant / 2 == 0 ? 1 : -1;
    add_points(cores, {Real(0.9F), y, z * Real(1.1F)}, lanes, points);
  }
}

/// Looks for points of the lanes whose points span no volume, and returns those that do in the end.
template <class A, class B>
unsigned find_volume(const Cores<A, B>& cores, unsigned lanes, FirstPoints* points) {
  unsigned flat = lanes;
  for (int round = 0; flat != 0; ++round) {
    LanePoints direction{};
    for (unsigned left = flat; left != 0; left &= left - 1) {
      const int i = __builtin_ctz(left);
      if (points[i].spans_volume()) flat &= ~(1U << i);
      direction.set(i, points[i].direction);
    }
    if (round == FirstPoints::rounds) break;
    if (flat != 0) add_points(cores, direction.load(), flat, points);
  }
  return lanes & ~flat;
}

/// The tetrahedra of the four points of each lane.
inline void open(Polytopes& polytopes, unsigned lanes, const FirstPoints* points) {
  for (unsigned left = lanes; left != 0; left &= left - 1) {
    const int i = __builtin_ctz(left);
    const FirstPoints& p = points[i];
    const Point3 height = p.point[p.corner[3]] - p.point[p.corner[0]];
    const bool swap = dot(p.direction, height) > 0;  // the face 0 1 2 must not see the corner 3
    const int order[4] = {0, swap ? 2 : 1, swap ? 1 : 2, 3};
    Point3 corner[4], on_a[4];
    for (int k = 0; k < 4; ++k) corner[k] = p.point[p.corner[order[k]]], on_a[k] = p.on_a[p.corner[order[k]]];
    polytopes.open(i, corner, on_a);
  }
  polytopes.measure();
}

/// Where the search for the depth of W pairs has come to.
struct DepthSearch {
  Real lower = -__builtin_inf();  // the best that a direction has proven, minus the depth along it
  Vec normal;                     // that direction, away from the origin
};

/// Grows the polytopes of `live` lanes to their ends. `tolerance` is that of each, at unit scale.
template <class A, class B>
void grow(const Cores<A, B>& cores, Polytopes& polytopes, unsigned live, const Real& tolerance, DepthSearch& search) {
  LanePoints direction{};
  double distance[Real::width] = {};
  while (live != 0) {
    for (unsigned left = live; left != 0; left &= left - 1) {
      const int i = __builtin_ctz(left);
      const int face = polytopes.nearest_face(i);
      direction.set(i, polytopes.normal(i, face));
      distance[i] = polytopes.distance[Polytopes::face_at(i, face)];
    }
    const Vec v = direction.load();
    const Mask lanes = lanes_of(live);
    const Corner corner = cores.support(v, lanes);
    const Real bound = lower_bound(-v, corner.w, cores.slack);
    const Mask wide = lanes & (dot(v, corner.w) - Real::load(distance) > tolerance);
    // Of directions that are as good the last one, which has a face in the end, and the points on it.
    const Mask better = lanes & (bound > search.lower - select(wide, Real(0), Real(same_depth)));
    search.lower = select(better, bound, search.lower);
    search.normal = select(better, v, search.normal);
    live = polytopes.expand(bits(wide), LanePoints(corner.w), LanePoints(corner.on_a));
  }
}

/// The first points of the lanes asked: the simplex that encloses the origin, or others where there is none. Returns
/// the lanes whose points span a volume.
template <class A, class B>
unsigned find_first_points(const Cores<A, B>& cores, const GapSearch& gap, unsigned asked, FirstPoints* points) {
  const unsigned enclosed = asked & bits(gap.enclosed);
  const Corner simplex[4] = {gap.last, gap.simplex.corner[0], gap.simplex.corner[1], gap.simplex.corner[2]};
  for (const Corner& corner : simplex) add_points(corner, enclosed, points);
  if (asked != enclosed) add_octants(cores, asked & ~enclosed, points);
  return find_volume(cores, asked, points);
}

/// The signed distance of the cores of `lanes`, which the search for a gap has found enclosed or on the origin.
/// `tolerance` is at unit scale. Without `points` those of the answer mean nothing.
template <class A, class B>
[[gnu::noinline]] DepthOf<Vec> depth_of(const Cores<A, B>& cores, const GapSearch& gap, const Real& tolerance,
                                        bool with_points, Mask lanes) {
  FirstPoints points[Real::width];
  const unsigned asked = bits(lanes), live = find_first_points(cores, gap, asked, points);
  Polytopes polytopes;
  double slack[Real::width], upper[Real::width];
  cores.slack.store(slack);
  LanePoints normal{}, point{}, on_a{};
  for (unsigned left = asked; left != 0; left &= left - 1) {
    const int i = __builtin_ctz(left);
    normal.set(i, points[i].direction);
    polytopes.lane[i].slack = slack[i];
    if (is_smooth<A> || is_smooth<B>) polytopes.lane[i].limit = max_smooth_corners;
  }
  open(polytopes, live, points);
  DepthSearch search{-__builtin_inf(), normal.load()};
  grow(cores, polytopes, live, tolerance, search);
  normal = LanePoints(search.normal);
  Real(__builtin_inf()).store(upper);
  for (unsigned left = live; left != 0; left &= left - 1) {
    const int i = __builtin_ctz(left);
    const double radius = PolytopeProof(polytopes, i).radius();
    if (radius > 0) upper[i] = -radius;
    if (with_points) store_foot(polytopes, i, normal.at(i), point, on_a);
  }
  return {search.normal, point.load(), on_a.load(), search.lower, Real::load(upper), lanes & lanes_of(live)};
}

}  // namespace lockstep::LOCKSTEP_ISA
