#include "smooth.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "nearest.hpp"
#include "support.hpp"

namespace lockstep::oracle {

namespace {

void require(bool holds, const char* what) {
  if (!holds) throw std::invalid_argument(what);
}

void require_finite(std::initializer_list<Vec3> vectors) {
  for (const Vec3& v : vectors)
    require(std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z), "a number must be finite");
}

void require_axis(const Vec3& from, const Vec3& to, float radius) {
  require_finite({from, to, {radius, 0, 0}});
  require(from != to, "an axis must have a length");
  require(radius >= 0, "a radius must not be negative");
}

void require_valid(const AnyShape& shape) {
  if (const auto* s = std::get_if<Cylinder>(&shape)) return require_axis(s->p0, s->p1, s->radius);
  if (const auto* s = std::get_if<Cone>(&shape)) return require_axis(s->base, s->apex, s->radius);
  const auto* s = std::get_if<Ellipsoid>(&shape);
  if (s == nullptr) return (void)exact_core(shape);
  const Quat& q = s->rotation;
  require_finite({s->center, s->radii, {q.x, q.y, q.z}, {q.w, 0, 0}});
  require(q != Quat{0, 0, 0, 0}, "a quaternion must not be zero");
  require(s->radii.x >= 0 && s->radii.y >= 0 && s->radii.z >= 0, "a radius must not be negative");
}

/// The largest coordinate relative to the anchor.
double reach(const AnyShape& shape, const Vec3& anchor) {
  const auto any = std::visit(ToSupport<double>(anchor, 1), shape);
  double most = 0;
  for (const double sign : {1.0, -1.0}) {
    most = std::max({most, sign * support<double>(any, {sign, 0, 0}).x, sign * support<double>(any, {0, sign, 0}).y,
                     sign * support<double>(any, {0, 0, sign}).z});
  }
  return most;
}

/// A power of two that brings coordinates of the question near one.
double unit_of(const SmoothQuestion& q) {
  const Vec3 anchor = anchor_of(q.a);
  const double shift = std::max({std::abs(q.shift.x), std::abs(q.shift.y), std::abs(q.shift.z)});
  const double size = reach(q.a, anchor) + reach(q.b, anchor) + q.margin + shift;
  return size > 0 ? std::ldexp(1.0, -std::ilogb(size)) : 1;
}

/// The Minkowski difference, grown and moved.
template <class T>
struct Body {
  typename ToSupport<T>::Any a, b;
  T margin;
  Vector<T> shift;

  Body(const SmoothQuestion& q, double unit)
      : a(std::visit(ToSupport<T>(anchor_of(q.a), unit), q.a)),
        b(std::visit(ToSupport<T>(anchor_of(q.a), unit), q.b)),
        margin(T(q.margin) * T(unit)),
        shift{T(q.shift.x) * T(unit), T(q.shift.y) * T(unit), T(q.shift.z) * T(unit)} {}

  [[nodiscard]] Vector<T> support(const Vector<T>& v) const {
    return oracle::support<T>(a, v) - oracle::support<T>(b, -v) + shift + reference::with_length(v, margin);
  }
};

/// What a search for the point nearest to the origin found. Corner i of the simplex lies along[i].
template <class T>
struct Search {
  Nearest<T> nearest;
  std::vector<Vector<T>> along;
  bool separates = false;  // the last direction does
  bool encloses = false;   // the simplex does
  bool converged = false;  // no point is nearer

  [[nodiscard]] Vector<T> point() const { return nearest.v * T(T(1) / nearest.total); }
};

/// Directions of no symmetry: from one direction on, a search stays in the plane of a body's axis and the origin, and
/// ends with a triangle that holds the origin and encloses nothing. There are as many starts as ways to turn them.
constexpr int starts = 6;
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
template <class T>
Search<T> search(const Body<T>& body, int start, int steps, const T& tolerance, const T& zero, bool sign_only) {
  Search<T> s;
  const auto add = [&](const Vector<T>& v, const Vector<T>& at) {
    s.nearest.corner[s.nearest.size++] = {at, s.along.size(), 0};
    s.along.push_back(v);
  };
  for (const Vector<T>& v : start_directions<T>(start)) add(v, body.support(v));
  for (int step = 0; step < steps; ++step) {
    if (!reduce(s.nearest)) {  // four points of a flat difference: on from the newest
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

// Far more than a hundred digits lose, far less than any verdict hangs on.
const Real& nothing() {
  static const Real small("1e-80");
  return small;
}

Vector<Real> widen(const Vector<double>& v) { return {Real(v.x), Real(v.y), Real(v.z)}; }
const Vector<Real>& widen(const Vector<Real>& v) { return v; }

bool is_separating(const Body<Real>& body, const Vector<Real>& v) {
  return dot(body.support(v), v) < -nothing() * Real(abs(v.x) + abs(v.y) + abs(v.z));
}

bool is_enclosed(const std::array<Vector<Real>, 4>& p) {
  const Real bcd = dot(p[1], cross(p[2], p[3])), acd = -dot(p[0], cross(p[2], p[3]));
  const Real abd = dot(p[0], cross(p[1], p[3])), abc = -dot(p[0], cross(p[1], p[2]));
  return std::min({bcd, acd, abd, abc}) > nothing() || std::max({bcd, acd, abd, abc}) < -nothing();
}

enum class Place { outside, inside, open };

/// What a search found, held against a hundred digits.
template <class T>
Place certified(const Body<Real>& body, const Search<T>& found) {
  if (found.separates && is_separating(body, widen(found.along.back()))) return Place::outside;
  if (!found.encloses) return Place::open;
  std::array<Vector<Real>, 4> points;
  for (std::size_t i = 0; i < 4; ++i) points[i] = body.support(widen(found.along[found.nearest.corner[i].i]));
  return is_enclosed(points) ? Place::inside : Place::open;
}

Place place(const SmoothQuestion& question) {
  const double unit = unit_of(question);
  const Body<Real> body(question, unit);
  if (question.double_first) {
    constexpr int few = 48;
    const Place found = certified(body, search<double>(Body<double>(question, unit), 0, few, 0, 1e-300, true));
    if (found != Place::open) return found;
  }
  constexpr int many = 400;
  Place found = Place::open;
  for (int start = 0; start < starts && found == Place::open; ++start)
    found = certified(body, search<Real>(body, start, many, Real("1e-60"), Real("1e-50"), true));
  return found;
}

/// Four points around the origin; if a convex set contains all of them, the origin is inside it.
bool is_surrounded(const SmoothQuestion& question, double step) {
  constexpr double around[4][3] = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
  return std::all_of(std::begin(around), std::end(around), [&](const double(&at)[3]) {
    SmoothQuestion moved = question;
    moved.shift = moved.shift + Vector<double>{at[0] * step, at[1] * step, at[2] * step};
    return place(moved) == Place::inside;
  });
}

}  // namespace

Truth decide_smooth(const SmoothQuestion& question) {
  require_valid(question.a), require_valid(question.b);
  const Place found = place(question);
  if (found == Place::outside) return Truth::separated;
  if (found == Place::inside) return Truth::overlapping;
  const double size = 1 / unit_of(question);
  for (const double step : {0x1p-12, 0x1p-50, 0x1p-130})
    if (is_surrounded(question, step * size)) return Truth::overlapping;
  return Truth::contact;
}

bool smooth_shapes_meet(const SmoothQuestion& question) {
  require_valid(question.a), require_valid(question.b);
  return place(question) != Place::outside;
}

Vector<double> smooth_connection(const AnyShape& a, const AnyShape& b) {
  const SmoothQuestion question{a, b};
  const double unit = unit_of(question);
  const Search<double> found = search<double>(Body<double>(question, unit), 0, 100, 1e-14, 1e-300, false);
  return found.encloses ? Vector<double>{0, 0, 0} : found.point() * (1 / unit);
}

std::optional<double> smooth_distance(const AnyShape& a, const AnyShape& b) {
  require_valid(a), require_valid(b);
  const SmoothQuestion question{a, b};
  const double unit = unit_of(question);
  const Search<Real> found = search<Real>(Body<Real>(question, unit), 0, 400, Real("1e-20"), Real("1e-50"), false);
  if (!found.separates) return std::nullopt;
  const Vector<Real> v = found.point();
  return Real(sqrt(dot(v, v)) / Real(unit)).convert_to<double>();
}

double largest_smooth_coordinate(const AnyShape& shape) { return reach(shape, {0, 0, 0}); }

}  // namespace lockstep::oracle
