// Searches for the point of a Minkowski difference that is nearest to the origin, in any precision.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "first_contact_search.hpp"
#include "nearest.hpp"
#include "smooth.hpp"
#include "support.hpp"

namespace lockstep::oracle {

/// A power of two that scales coordinates of the question to about one.
[[nodiscard]] double unit_of(const SmoothQuestion& q);

/// In that unit.
template <class T>
Vector<T> sum(const Vector<double>& p, const Vector<double>& q, double unit) {
  return {(T(p.x) + T(q.x)) * T(unit), (T(p.y) + T(q.y)) * T(unit), (T(p.z) + T(q.z)) * T(unit)};
}

/// The Minkowski difference, grown and moved.
template <class T>
struct Body {
  typename ToSupport<T>::Any a, b;
  T margin;
  Vector<T> shift, way;  // it is swept from there

  Body(const SmoothQuestion& q, double unit)
      : a(std::visit(ToSupport<T>(anchor_of(q.a), unit), q.a)),
        b(std::visit(ToSupport<T>(anchor_of(q.a), unit), q.b)),
        margin(T(q.margin) * T(unit)),
        shift(sum<T>(q.shift, q.rest, unit)),
        way(q.end ? sum<T>(q.end->nearest, q.end->rest, unit) - shift : Vector<T>{T(0), T(0), T(0)}) {}

  [[nodiscard]] Vector<T> support(const Vector<T>& v) const {
    const Vector<T> moved = dot(v, way) > T(0) ? shift + way : shift;
    return oracle::support<T>(a, v) - oracle::support<T>(b, -v) + moved + reference::with_length(v, margin);
  }
};

/// The result of a search for the point nearest to the origin. Corner i of the simplex lies along[i].
template <class T>
struct Search {
  Nearest<T> nearest;
  std::vector<Vector<T>> along;
  bool separates = false;  // the last direction does
  bool encloses = false;   // the simplex does
  bool converged = false;  // no point is nearer

  [[nodiscard]] Vector<T> point() const { return nearest.v * T(T(1) / nearest.total); }
};

/// Directions without symmetry: from one direction on, a search stays in the plane of a body's axis and the origin, and
/// ends with a triangle that contains the origin and encloses nothing. There are as many starts as ways to turn them.
inline constexpr int starts = 6;
template <class T>
std::array<Vector<T>, 4> start_directions(int start) {
  constexpr double along[4][3] = {
      {0.9089, 0.3375, 0.2348}, {-0.5851, 0.8009, -0.2166}, {-0.0950, -0.4064, 0.9065}, {-0.2465, -0.6938, -0.9387}};
  std::array<Vector<T>, 4> directions;
  for (std::size_t i = 0; i < 4; ++i) {
    const auto at = [&](int axis) { return T((start < 3 ? 1 : -1) * along[i][(axis + start) % 3]); };
    directions[i] = {at(0), at(1), at(2)};
  }
  return directions;
}

/// Until the distance is known to `tolerance` of itself or, with `sign_only`, until a direction separates.
template <class T, class Difference>
Search<T> search(const Difference& body, int start, int steps, const T& tolerance, const T& zero, bool sign_only) {
  Search<T> s;
  const auto add = [&](const Vector<T>& v, const Vector<T>& at) {
    s.nearest.corner[s.nearest.size++] = {at, s.along.size(), 0};
    s.along.push_back(v);
  };
  for (const Vector<T>& v : start_directions<T>(start)) add(v, body.support(v));
  for (int step = 0; step < steps; ++step) {
    if (!reduce(s.nearest)) {  // four points of a flat difference: continues from the newest
      s.nearest.corner[0] = s.nearest.corner[s.nearest.size - 1];
      s.nearest.size = 1;
      reduce(s.nearest);
    }
    const Vector<T> v = s.point();
    const T squared = dot(v, v);
    s.encloses = s.nearest.size == 4;
    if (s.encloses || !(squared > zero * zero)) return s;
    const Vector<T> w = body.support(-v);
    const T gap = dot(v, w);
    s.separates = gap > 0;
    s.converged = squared - gap <= tolerance * squared;
    if (s.converged || (sign_only && s.separates)) {
      s.along.push_back(-v);
      return s;
    }
    add(-v, w);
  }
  return s;
}

// Far more than a hundred digits lose, far less than any verdict depends on.
inline const Real& nothing() {
  static const Real small("1e-80");
  return small;
}

inline Vector<Real> widen(const Vector<double>& v) { return {Real(v.x), Real(v.y), Real(v.z)}; }
inline const Vector<Real>& widen(const Vector<Real>& v) { return v; }

[[nodiscard]] inline bool is_enclosed(const std::array<Vector<Real>, 4>& p) {
  const Real bcd = dot(p[1], cross(p[2], p[3])), acd = -dot(p[0], cross(p[2], p[3]));
  const Real abd = dot(p[0], cross(p[1], p[3])), abc = -dot(p[0], cross(p[1], p[2]));
  return std::min({bcd, acd, abd, abc}) > nothing() || std::max({bcd, acd, abd, abc}) < -nothing();
}

/// The result of a search, checked in a hundred digits.
template <class T, class Difference>
Place certified(const Difference& body, const Search<T>& found) {
  const auto separates = [&](const Vector<Real>& v) {
    return dot(body.support(v), v) < -nothing() * Real(abs(v.x) + abs(v.y) + abs(v.z));
  };
  if (found.separates && separates(widen(found.along.back()))) return Place::outside;
  if (!found.encloses) return Place::open;
  std::array<Vector<Real>, 4> points;
  for (std::size_t i = 0; i < 4; ++i) points[i] = body.support(widen(found.along[found.nearest.corner[i].i]));
  return is_enclosed(points) ? Place::inside : Place::open;
}

}  // namespace lockstep::oracle
