// EPA in lanes: the penetration depth of two cores, which is the depth of the origin in their difference.
//
// Each direction proves a lower bound of the signed distance: minus the extent along it. A polytope of support points
// grows towards the face nearest to the origin, until a support point along that face's normal lies no farther than the
// face. The ball that touches the face then proves the upper bound. Support points are found for all lanes together;
// polytopes (polytope.hpp) grow one by one.
#pragma once

#include "lanes/distance/gap_search.hpp"
#include "lanes/distance/polytope.hpp"
#include "lanes/distance/signed_distance.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// The corners of all lanes.
struct LaneCorners {
  LanePoints w, on_a;

  LaneCorners() = default;
  explicit LaneCorners(const Corner& corner) : w(corner.w), on_a(corner.on_a) {}
};

/// The points of one lane from which the first polytope is built.
struct FirstPoints {
  static constexpr int octants = 8, rounds = 3;
  Point3 point[octants + 2 * rounds], on_a[octants + 2 * rounds];
  int count = 0;
  int corner[4] = {};  // indices of four points that span about the largest volume
  Point3 direction;    // where to look for more points, if these span no volume

  void add(const Point3& w, const Point3& a) { point[count] = w, on_a[count++] = a; }
  bool spans_volume();

 private:
  template <class Measure>
  int farthest(const Measure& measure) const {
    int best = 0;
    for (int i = 1; i < count; ++i) best = measure(point[i]) > measure(point[best]) ? i : best;
    return best;
  }
};

/// A vector perpendicular to e.
inline Point3 perpendicular(const Point3& e) {
  const double x = __builtin_fabs(e.x), y = __builtin_fabs(e.y), z = __builtin_fabs(e.z);
  return cross(e, x <= y && x <= z ? Point3{1, 0, 0} : y <= z ? Point3{0, 1, 0} : Point3{0, 0, 1});
}

/// Chooses four points step by step, each as far as possible from those before. If they lie on a line, `direction`
/// turns around it from call to call; if they lie in a plane, it is the normal.
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

/// Builds the tetrahedron of the four points.
[[gnu::noinline]] inline void open_polytope(Polytope& polytope, const FirstPoints& points) {
  for (const int i : points.corner) polytope.add_corner(points.point[i], points.on_a[i]);
  const Point3* const p = polytope.point;
  const bool swap = dot(points.direction, p[3] - p[0]) > 0;  // corner 3 must lie behind the face 0 1 2
  const std::uint8_t b = swap ? 2 : 1, c = swap ? 1 : 2;
  polytope.closed = true;
  Polytope::NewFaces tetrahedron;
  tetrahedron.add(0, b, c), tetrahedron.add(0, c, 3), tetrahedron.add(c, b, 3), tetrahedron.add(b, 0, 3);
  polytope.add_faces(tetrahedron);
}

/// More corners gain little for ellipsoids, cylinders and cones: the error falls only in proportion to their number.
inline constexpr int max_smooth_corners = 64;
template <class Core>
inline constexpr bool is_smooth = std::is_same_v<Core, Quadric>;

/// The depths of W pairs of cores: bounds of the signed distance, and the points of the lower one.
struct DepthSearch {
  LanePoints normal, point, on_a;  // away from the origin; the face's nearest point to it, and that of A
  double lower[Real::width], upper[Real::width];
  unsigned deep;  // lanes whose core has a volume; in others `normal` is perpendicular to it
};

/// Adds support points along `direction` and its opposite, or, in lane i, along its own direction.
template <class A, class B>
void add_points(const Cores<A, B>& cores, const Vec& direction, unsigned lanes, FirstPoints* points) {
  for (const Vec& v : {direction, -direction}) {
    const LaneCorners corners(cores.support(v, lanes_of(lanes)));
    for (unsigned left = lanes; left != 0; left &= left - 1) {
      const int i = __builtin_ctz(left);
      points[i].add(corners.w.at(i), corners.on_a.at(i));
    }
  }
}

/// If the gap search ended on the origin, its simplex may be flat. Adds support points in all octants, a little off the
/// middle of each, because boxes have edges and faces there.
template <class A, class B>
void add_octants(const Cores<A, B>& cores, unsigned lanes, FirstPoints* points) {
  for (int octant = 0; octant < FirstPoints::octants / 2; ++octant) {
    const Real y = octant % 2 == 0 ? 1 : -1, z = octant / 2 == 0 ? 1 : -1;
    add_points(cores, {Real(0.9F), y, z * Real(1.1F)}, lanes, points);
  }
}

/// Looks for more points in the lanes whose points span no volume. Returns the lanes whose points span one in the end.
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

/// Grows the polytopes of the lanes of `live` until all are done. `tolerance` is that of each lane, at unit scale.
template <class A, class B>
void grow(const Cores<A, B>& cores, Polytope* polytopes, unsigned live, const double* tolerance, DepthSearch& out) {
  int face[Real::width] = {};
  LanePoints direction{};
  while (live != 0) {
    for (unsigned left = live; left != 0; left &= left - 1) {
      const int i = __builtin_ctz(left);
      face[i] = polytopes[i].nearest_face();
      direction.set(i, polytopes[i].normal(face[i]));
    }
    const Vec v = direction.load();
    const Corner corner = cores.support(v, lanes_of(live));
    double bound[Real::width];
    lower_bound(-v, corner.w, cores.slack).store(bound);
    const LaneCorners corners(corner);
    for (unsigned left = live; left != 0; left &= left - 1) {
      const int i = __builtin_ctz(left);
      Polytope& polytope = polytopes[i];
      const double along = dot(direction.at(i), corners.w.at(i));
      const bool wide = along - polytope.distance[face[i]] > tolerance[i];
      // Among equally good directions take the last one, because its face exists at the end, with the points on it.
      if (bound[i] > out.lower[i] - (wide ? 0 : same_depth)) {
        out.lower[i] = bound[i];
        out.normal.set(i, direction.at(i));
      }
      if (!wide || !polytope.expand(corners.w.at(i), corners.on_a.at(i))) live &= ~(1U << i);
    }
  }
}

/// Stores the point of the polytope that is nearest to the one that the normal and the depth give: several faces may be
/// equally near to the origin, several may be coplanar, and none need have this normal.
[[gnu::noinline]] inline void store_point(const Polytope& polytope, int i, DepthSearch& out) {
  const Point3 wanted = out.normal.at(i) * -out.lower[i];
  int face = polytope.nearest_face();
  Polytope::Foot foot = polytope.foot_on(face, wanted);
  for (int f = 0; f < polytope.faces; ++f) {
    const double off = polytope.distance[f] - dot(polytope.normal(f), wanted);  // infinite for slivers
    if (!(off * off < foot.square)) continue;
    const Polytope::Foot other = polytope.foot_on(f, wanted);
    if (other.square < foot.square) face = f, foot = other;
  }
  const auto [a, b, c] = polytope.face[face].corner;
  out.point.set(i, foot.mean({polytope.point[a], polytope.point[b], polytope.point[c]}));
  out.on_a.set(i, foot.mean({polytope.on_a[a], polytope.on_a[b], polytope.on_a[c]}));
}

/// The first points of the lanes of `selected`: the simplex that encloses the origin, or others if none does. Returns
/// the lanes whose points span a volume.
template <class A, class B>
unsigned find_first_points(const Cores<A, B>& cores, const GapSearch& gap, unsigned selected, FirstPoints* points) {
  const unsigned enclosed = selected & bits(gap.enclosed);
  const Corner simplex[4] = {gap.last, gap.simplex.corner[0], gap.simplex.corner[1], gap.simplex.corner[2]};
  for (const Corner& corner : simplex) {
    const LaneCorners corners(corner);
    for (unsigned left = enclosed; left != 0; left &= left - 1) {
      const int i = __builtin_ctz(left);
      points[i].add(corners.w.at(i), corners.on_a.at(i));
    }
  }
  if (selected != enclosed) add_octants(cores, selected & ~enclosed, points);
  return find_volume(cores, selected, points);
}

/// Grows polytopes from the points of the lanes of `live`, and stores their bounds. Returns the lanes whose depth is
/// proven.
template <class A, class B>
unsigned measure_depths(const Cores<A, B>& cores, const FirstPoints* points, const double* tolerance, unsigned live,
                        bool strict, DepthSearch& out) {
  Polytope polytopes[Real::width];
  double slack[Real::width];
  cores.slack.store(slack);
  for (unsigned left = live; left != 0; left &= left - 1) {
    const int i = __builtin_ctz(left);
    polytopes[i].slack = slack[i], polytopes[i].strict = strict;
    if (is_smooth<A> || is_smooth<B>) polytopes[i].limit = max_smooth_corners;
    open_polytope(polytopes[i], points[i]);
  }
  grow(cores, polytopes, live, tolerance, out);
  unsigned proven = 0;
  for (unsigned left = live; left != 0; left &= left - 1) {
    const int i = __builtin_ctz(left);
    const double radius = polytopes[i].proven_radius();
    if (radius > 0) out.upper[i] = -radius, proven |= 1U << i;
    store_point(polytopes[i], i, out);
  }
  return proven;
}

/// If nothing is proven, a corner may have replaced faces that it does not see: faces in whose plane it lies within
/// rounding, an error that is large for thin faces. Searches once more without replacing such faces.
template <class A, class B>
[[gnu::noinline]] void measure_strictly(const Cores<A, B>& cores, const FirstPoints* points, const double* tolerance,
                                        unsigned live, DepthSearch& out) {
  DepthSearch again = out;
  const unsigned proven = measure_depths(cores, points, tolerance, live, true, again);
  for (unsigned left = proven; left != 0; left &= left - 1) {
    const int i = __builtin_ctz(left);
    out.lower[i] = again.lower[i], out.upper[i] = again.upper[i];
    out.normal.set(i, again.normal.at(i)), out.point.set(i, again.point.at(i)), out.on_a.set(i, again.on_a.at(i));
  }
}

/// The signed distance of the cores of `lanes`: those in which the gap search enclosed or hit the origin.
template <class A, class B>
[[gnu::noinline]] void search_depth(const Cores<A, B>& cores, const GapSearch& gap, const double* tolerance, Mask lanes,
                                    DepthSearch& out) {
  FirstPoints points[Real::width];
  const unsigned selected = bits(lanes), live = find_first_points(cores, gap, selected, points);
  const LanePoints found(gap.normal * (Real(-1) / sqrt(dot(gap.normal, gap.normal))));
  gap.lower.store(out.lower);
  for (unsigned left = selected; left != 0; left &= left - 1) {
    const int i = __builtin_ctz(left);
    out.upper[i] = __builtin_inf();
    out.normal.set(i, (live >> i & 1U) != 0 ? found.at(i) : points[i].direction);
  }
  const unsigned proven = measure_depths(cores, points, tolerance, live, false, out);
  if (proven != live) measure_strictly(cores, points, tolerance, live & ~proven, out);
  out.deep = live;
}

/// The same as lanes. `tolerance` is at unit scale.
template <class A, class B>
DepthOf<Vec> depth_of(const Cores<A, B>& cores, const GapSearch& gap, const Real& tolerance, Mask lanes) {
  DepthSearch depth{};
  double width[Real::width];
  tolerance.store(width);
  search_depth(cores, gap, width, lanes, depth);
  return {depth.normal.load(),     depth.point.load(),      depth.on_a.load(),
          Real::load(depth.lower), Real::load(depth.upper), lanes & lanes_of(depth.deep)};
}

}  // namespace lockstep::LOCKSTEP_ISA
