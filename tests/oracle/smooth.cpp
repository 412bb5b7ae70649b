#include "smooth.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "smooth_search.hpp"

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

double unit_of(const SmoothQuestion& q) {
  const Vec3 anchor = anchor_of(q.a);
  double shift = std::max({std::abs(q.shift.x), std::abs(q.shift.y), std::abs(q.shift.z)});
  if (q.end) {
    const Vector<double>& end = q.end->nearest;
    shift = std::max({shift, std::abs(end.x), std::abs(end.y), std::abs(end.z)});
  }
  const double size = reach(q.a, anchor) + reach(q.b, anchor) + q.margin + shift;
  return size > 0 ? std::ldexp(1.0, -std::ilogb(size)) : 1;
}

void require_shape(const AnyShape& shape) {
  if (const auto* s = std::get_if<Cylinder>(&shape)) return require_axis(s->p0, s->p1, s->radius);
  if (const auto* s = std::get_if<Cone>(&shape)) return require_axis(s->base, s->apex, s->radius);
  const auto* s = std::get_if<Ellipsoid>(&shape);
  if (s == nullptr) return (void)exact_core(shape);
  const Quat& q = s->rotation;
  require_finite({s->center, s->radii, {q.x, q.y, q.z}, {q.w, 0, 0}});
  require(q != Quat{0, 0, 0, 0}, "a quaternion must not be zero");
  require(s->radii.x >= 0 && s->radii.y >= 0 && s->radii.z >= 0, "a radius must not be negative");
}

Truth decide_smooth(const SmoothQuestion& question) {
  require_shape(question.a), require_shape(question.b);
  const Place found = place(question);
  if (found == Place::outside) return Truth::separated;
  if (found == Place::inside) return Truth::overlapping;
  const double size = 1 / unit_of(question);
  for (const double step : {0x1p-12, 0x1p-50, 0x1p-130})
    if (is_surrounded(question, step * size)) return Truth::overlapping;
  return Truth::contact;
}

bool smooth_shapes_meet(const SmoothQuestion& question) {
  require_shape(question.a), require_shape(question.b);
  return place(question) != Place::outside;
}

Vector<double> smooth_connection(const AnyShape& a, const AnyShape& b) {
  const SmoothQuestion question{a, b};
  const double unit = unit_of(question);
  const Search<double> found = search<double>(Body<double>(question, unit), 0, 100, 1e-14, 1e-300, false);
  return found.encloses ? Vector<double>{0, 0, 0} : found.point() * (1 / unit);
}

std::optional<double> smooth_distance(const AnyShape& a, const AnyShape& b) {
  require_shape(a), require_shape(b);
  const SmoothQuestion question{a, b};
  const double unit = unit_of(question);
  const Search<Real> found = search<Real>(Body<Real>(question, unit), 0, 400, Real("1e-20"), Real("1e-50"), false);
  if (!found.separates) return std::nullopt;
  const Vector<Real> v = found.point();
  return Real(sqrt(dot(v, v)) / Real(unit)).convert_to<double>();
}

double largest_smooth_coordinate(const AnyShape& shape) { return reach(shape, {0, 0, 0}); }

}  // namespace lockstep::oracle
