// Manifold reduction: keeps up to four of the points in which two features touch. These are the deepest; the one
// farthest from it; the one that makes the largest triangle with both; the one that adds the most area to that
// triangle. A point that adds nothing is left out.
//
// Source: include/lockstep/reference/manifold.hpp, in lanes.
#pragma once

#include "polygons/clip.hpp"

namespace lockstep::detail {

/// Among measures that differ by no more than this fraction, the first is taken, so that rounding does not choose.
inline constexpr double same_measure = 0x1p-20;

template <class Real>
struct ReducedPoints {
  ClippedPoint<Real> point[4];
  MaskOf<Real> kept[4];
};

template <class Mask, class Real>
ClippedPoint<Real> select(const Mask& m, const ClippedPoint<Real>& a, const ClippedPoint<Real>& b) {
  return {select(m, a.x, b.x),       select(m, a.y, b.y),
          select(m, a.z, b.z),       select(m, a.separation, b.separation),
          select(m, a.of_p, b.of_p), select(m, a.of_q, b.of_q)};
}

/// Twice the area of a triangle in x and y; negative if it runs clockwise.
template <class Real>
Real doubled_area(const ClippedPoint<Real>& p, const ClippedPoint<Real>& q, const ClippedPoint<Real>& r) {
  return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
}

/// Takes the contact with the largest `measure` and returns that measure. A later contact has to exceed it by the
/// fraction `clearly` plus `tie`.
template <class Real, std::size_t most_corners, class Measure>
Real take_most(const ClippedPoints<Real, most_corners>& from, const Real& clearly, const Real& tie,
               const Measure& measure, ClippedPoint<Real>& taken) {
  // The next threshold is computed before the comparison that selects it, so no step waits for it.
  const auto more_than = [&](const Real& m) { return m + (abs(m) * clearly + tie); };
  Real most = Real(-no_contact), least = more_than(most);
  for (int i = 0; i < from.count; ++i) {
    const Real m = select(from.at[i].separation < Real(no_contact), measure(from.at[i]), Real(-no_contact));
    const auto better = m > least;
    most = select(better, m, most), least = select(better, more_than(m), least);
    taken = select(better, from.at[i], taken);
  }
  return most;
}

/// The squared distance within which two points are equal; `weld_tolerance` is the tolerance for equal places.
template <class Real>
Real least_square(const Real& weld_tolerance) {
  return (weld_tolerance * weld_tolerance) * Real(64);
}

/// Keeps the first two points and returns the square of their distance. If there are only two points, these are all.
template <class Real, std::size_t most_corners>
Real keep_two(const ClippedPoints<Real, most_corners>& all, const Real& weld_tolerance, ReducedPoints<Real>& four) {
  using M = ClippedPoint<Real>;
  const Real zero = 0, clearly = same_measure;
  const M none{zero, zero, zero, zero, zero, zero};
  four.point[0] = none, four.point[1] = none;
  const Real depth = take_most(
      all, zero, weld_tolerance * Real(0x1p-12), [](const M& m) { return -m.separation; }, four.point[0]);
  four.kept[0] = depth > Real(-no_contact);
  const auto square_from_p = [&four](const M& m) {
    const Real x = m.x - four.point[0].x, y = m.y - four.point[0].y;
    return x * x + y * y;
  };
  const Real square = take_most(all, clearly, zero, square_from_p, four.point[1]);
  four.kept[1] = four.kept[0] & (square > least_square(weld_tolerance));
  return square;
}

/// `weld_tolerance`: points this close are equal.
template <class Real, std::size_t most_corners>
ReducedPoints<Real> reduce_manifold(const ClippedPoints<Real, most_corners>& all, const Real& weld_tolerance) {
  using M = ClippedPoint<Real>;
  const Real zero = 0, clearly = same_measure;
  ReducedPoints<Real> four;
  const Real least_area = least_square(weld_tolerance) * keep_two(all, weld_tolerance, four);
  auto& [p, q, r, s] = four.point;
  r = {zero, zero, zero, zero, zero, zero}, s = r;
  const auto wide = [&](const Real& area) { return (area > zero) & (area * area > least_area); };
  const auto triangle = [&four](const M& m) { return abs(doubled_area(four.point[0], four.point[1], m)); };
  four.kept[2] = four.kept[1] & wide(take_most(all, clearly, zero, triangle, r));
  // The orientation of the triangle. A point beyond an edge adds the triangle that it makes with that edge.
  const Real winding = select(doubled_area(p, q, r) < zero, Real(-1), Real(1));
  const auto added = [&four, &winding](const M& m) {
    const M(&t)[4] = four.point;
    const Real over[3] = {-(winding * doubled_area(t[0], t[1], m)), -(winding * doubled_area(t[1], t[2], m)),
                          -(winding * doubled_area(t[2], t[0], m))};
    const Real larger = select(over[0] > over[1], over[0], over[1]);
    return select(larger > over[2], larger, over[2]);
  };
  four.kept[3] = four.kept[2] & wide(take_most(all, clearly, zero, added, s));
  return four;
}

}  // namespace lockstep::detail
