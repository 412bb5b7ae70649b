// Writes the caller's manifold, of space or of the plane, from the results of `distance` and of the contact kernels.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <type_traits>

#include "base/one_nan.hpp"
#include "intersect/pair_tiles.hpp"
#include "lockstep/distance.hpp"

namespace lockstep::detail {

/// Converts a point for the caller: two numbers in the plane, or three with z = 0.
template <class Space>
void put_vector(Vec3d& to, const double* p) {
  to = {p[0], p[1], std::is_same_v<Space, InSpace> ? p[2] : 0};
}
template <class Space>
void put_vector(Vec2d& to, const double* p) {
  to = {p[0], p[1]};
}

/// The deepest contact point counts as lost by rounding if it is less deep than the shapes by this fraction of the
/// pair's size.
inline constexpr double lost_share = 0x1p-19;

/// Writes a manifold.
template <class Space, class To>
struct ManifoldWriter {
  using Answer = typename Space::ContactBatch::Answer;
  static constexpr auto most = static_cast<std::uint32_t>(Answer::most);
  using ToPoint = std::remove_reference_t<decltype(To::points[0])>;

  static void put_point(const typename Answer::Point& p, ToPoint& to) {
    put_vector<Space>(to.a, p.a), put_vector<Space>(to.b, p.b), to.separation = p.separation;
    to.feature_a = static_cast<std::uint32_t>(p.feature_a), to.feature_b = static_cast<std::uint32_t>(p.feature_b);
  }
  /// Writes the result of `distance` as the only point, or as the first one.
  static void put_nearest(const DistanceAnswer& m, const Answer& contact, ToPoint& to) {
    const double apart = (m.on_a[0] - m.on_b[0]) * m.normal[0] + (m.on_a[1] - m.on_b[1]) * m.normal[1] +
                         (m.on_a[2] - m.on_b[2]) * m.normal[2];
    put_vector<Space>(to.a, m.on_a), put_vector<Space>(to.b, m.on_b);
    to.separation = std::isfinite(m.lower) ? m.lower : one_nan(apart);
    to.feature_a = contact.feature_a, to.feature_b = contact.feature_b;
  }

  /// The points may already be in the manifold.
  static void write(const DistanceAnswer& m, const Answer& contact, To& to) {
    to.distance = {m.lower, m.upper};
    put_vector<Space>(to.normal, m.normal);
    const bool is_lost = contact.count == 0 || !(contact.points[0].separation <= m.upper + m.size * lost_share);
    const std::uint32_t first = is_lost ? 1 : 0;
    to.count = std::min(contact.count + first, most);
    const bool lie_there = static_cast<const void*>(contact.points) == static_cast<const void*>(to.points);
    if (lie_there && !is_lost) return;
    for (std::uint32_t k = to.count; k > first; --k) {
      if (lie_there)
        to.points[k - 1] = to.points[k - 2];
      else
        put_point(contact.points[k - 1 - first], to.points[k - 1]);
    }
    if (is_lost) put_nearest(m, contact, to.points[0]);
    clear_points(to, to.count);
  }
  static void clear_points(To& to, std::size_t from) {
    for (std::size_t k = from; k < std::size(to.points); ++k) to.points[k] = {};
  }

  static void write_far(const Interval& distance, To& to) {
    to.distance = distance, to.normal = {}, to.count = 0;
    clear_points(to, 0);
  }
};

/// The memory where kernels write the points of pairs. In space it is the manifolds themselves; in the plane, where
/// points are stored as cache lines, it is separate.
template <class Space, class To>
struct PointRoom {
  using Answer = typename Space::ContactBatch::Answer;
  using Point = typename Answer::Point;
  std::array<std::array<Point, Answer::most>, contact_tile> points;

  Point* of(std::size_t pair, To& /*manifold*/) { return points[pair].data(); }
};
template <>
struct PointRoom<InSpace, Manifold> {
  using Point = ContactAnswerPoint;
  static_assert(sizeof(Point) == sizeof(ContactPoint) &&
                offsetof(Point, separation) == offsetof(ContactPoint, separation) &&
                offsetof(Point, feature_a) == offsetof(ContactPoint, feature_a));

  static Point* of(std::size_t /*pair*/, Manifold& manifold) { return reinterpret_cast<Point*>(manifold.points); }
};

}  // namespace lockstep::detail
