// One branchless step of GJK's simplex: which feature of the tetrahedron (a, b, c, d) does the origin see?
//
// a is the newest point. b, c, d are retained, wound so that the faces abc, acd, adb show their outside. A triangle is
// a tetrahedron with d = b: its faces abc and acd are then the two sides of the triangle, and adb has no area. So the
// same tests serve both, and no lane needs to know the number of its points. The origin cannot lie in the region of a
// vertex, nor beyond bcd: the last step came from there (include/lockstep/reference/gjk.hpp explains).
#pragma once

#include "lanes/gjk/certify.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// The retained points and the next search direction, towards the origin.
struct Simplex {
  Vec b, c, d, v;
  static constexpr int first_supports = 3;  // support points that make the first simplex

  template <class F>
  friend void each_real(Simplex& s, const F& f) {
    each_real(s.b, f), each_real(s.c, f), each_real(s.d, f), each_real(s.v, f);
  }
};

/// The search direction from the segment pq: perpendicular to it, towards the origin.
inline Vec towards_origin(const Vec& p, const Vec& q) {
  return cross(q - p, cross(q, p));  // (pq x po) x pq
}

/// Replaces the retained points (triangle b, c) and the newest one by the feature that the origin sees.
inline void update_triangle(Simplex& s, const Vec& a) {
  const Vec ab = s.b - a, ac = s.c - a;
  const Vec abc = cross(ab, ac);
  const Vec b_x_a = cross(s.b, a), c_x_a = cross(s.c, a);
  const Mask outside_ab = dot(abc, b_x_a) > Real(0);  // (ab x abc) . ao > 0
  const Mask outside_ac = dot(abc, c_x_a) < Real(0);  // (abc x ac) . ao > 0
  const Mask below = dot(abc, a) > Real(0);           // abc . ao < 0: flip the triangle
  const Mask edge = outside_ab | outside_ac;
  if constexpr (is_watched) {
    Watcher::retained(s.b, s.c);
    Watcher::check("outside AB", dot(abc, b_x_a), Real(0), outside_ab);
    Watcher::check("outside AC", -dot(abc, c_x_a), Real(0), outside_ac);
    Watcher::check("below ABC", dot(abc, a), Real(0), below);
  }
  // if (outside ab) keep {a, b}; else if (outside ac) keep {a, c}; else keep the triangle, seen from the origin
  const Vec edge_end = select(outside_ab, s.b, s.c);
  const Vec edge_v = cross(edge_end - a, select(outside_ab, b_x_a, c_x_a));
  const Vec face_v = flip_sign(abc, -dot(abc, a));
  const Vec near = select(below, s.c, s.b), far = select(below, s.b, s.c);
  s.c = select(edge, edge_end, near);
  s.d = select(edge, a, far);
  s.b = a;
  s.v = select(edge, edge_v, face_v);
  if constexpr (is_watched) Watcher::kept(outside_ab | !outside_ac, !outside_ab, first_lanes(0), s.b, s.c, s.d, edge);
}

struct Enclosure {
  Mask enclosed;       // the origin lies on no face's outside
  BehindFaces behind;  // and behind which faces it stays wherever rounding moves the corners
};

/// The same for the tetrahedron. Once the origin is enclosed, the simplex stays an unused tetrahedron.
template <class Slack>
Enclosure update_tetrahedron(Simplex& s, const Vec& a, const Slack& slack) {
  const Vec b = s.b, c = s.c, d = s.d, v = s.v;
  const Vec ab = b - a, ac = c - a, ad = d - a;
  const Vec abc = cross(ab, ac), acd = cross(ac, ad), adb = cross(ad, ab);
  const Vec b_x_a = cross(b, a), c_x_a = cross(c, a), d_x_a = cross(d, a);

  // Which faces does the origin lie outside of? face . ao > 0
  const Mask over_abc = dot(abc, a) < Real(0), over_acd = dot(acd, a) < Real(0), over_adb = dot(adb, a) < Real(0);
  // Does it lie past an edge, within the plane of a face? (edge x face) . ao = face . (edge x a)
  const Mask abc_past_ab = dot(abc, b_x_a) > Real(0), abc_past_ac = dot(abc, c_x_a) < Real(0);
  const Mask acd_past_ac = dot(acd, c_x_a) > Real(0), acd_past_ad = dot(acd, d_x_a) < Real(0);
  const Mask adb_past_ad = dot(adb, d_x_a) > Real(0), adb_past_ab = dot(adb, b_x_a) < Real(0);
  if constexpr (is_watched) {
    Watcher::retained(b, c, d);
    Watcher::check("over ABC", -dot(abc, a), Real(0), over_abc);
    Watcher::check("over ACD", -dot(acd, a), Real(0), over_acd);
    Watcher::check("over ADB", -dot(adb, a), Real(0), over_adb);
    Watcher::check("ABC past AB", dot(abc, b_x_a), Real(0), abc_past_ab);
    Watcher::check("ABC past AC", -dot(abc, c_x_a), Real(0), abc_past_ac);
    Watcher::check("ACD past AC", dot(acd, c_x_a), Real(0), acd_past_ac);
    Watcher::check("ACD past AD", -dot(acd, d_x_a), Real(0), acd_past_ad);
    Watcher::check("ADB past AD", dot(adb, d_x_a), Real(0), adb_past_ad);
    Watcher::check("ADB past AB", -dot(adb, b_x_a), Real(0), adb_past_ab);
  }

  // if (over abc and within its edges) keep {a, b, c}; else the same for acd, adb;
  // else if (past ab on both its sides) keep {a, b}; else the same for ac; else keep {a, d}
  const Mask face_abc = over_abc & !(abc_past_ab | abc_past_ac);
  const Mask face_acd = over_acd & !(acd_past_ac | acd_past_ad);
  const Mask face_adb = over_adb & !(adb_past_ad | adb_past_ab);
  const Mask face = face_abc | face_acd | face_adb;
  const Mask edge_ab = abc_past_ab & !(dot(adb, b_x_a) > Real(0));
  const Mask edge_ac = abc_past_ac & acd_past_ac;
  const Mask edge_ad = acd_past_ad & adb_past_ad;
  const Mask first_b = face_abc | (!face & edge_ab);
  const Mask first_c = face_acd | (!face & edge_ac);

  s.b = a;
  s.c = select(first_b, b, select(first_c, c, d));
  s.d = select(face, select(first_b, c, select(first_c, d, b)), a);
  const Vec edge_v = cross(s.c - a, cross(s.c, a));
  s.v = select(face, select(first_b, abc, select(first_c, acd, adb)), edge_v);
  if constexpr (is_watched) {
    const Mask enclosed = !(over_abc | over_acd | over_adb | edge_ab | edge_ac | edge_ad);
    Watcher::kept(enclosed | first_b | (face & !first_c), enclosed | (face & first_b) | (first_c & !first_b),
                  enclosed | !(first_b | (first_c & !face)), s.b, s.c, s.d, !face);
  }

  // The outside of bcd faces away from v, the direction that led to a. (A triangle, d = b, proves nothing: abc and acd
  // are its two sides, and the origin is not behind both.) In a flat simplex, the origin may be over no face and yet
  // past an edge.
  return {!(over_abc | over_acd | over_adb | edge_ab | edge_ac | edge_ad),
          proves_behind(a, b, c, d, abc, acd, adb, v, slack)};
}

}  // namespace lockstep::LOCKSTEP_ISA
