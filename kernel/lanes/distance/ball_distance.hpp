// The signed distance of two balls, of space or of the plane: the distance of their centres minus both radii, in lanes.
// Floats need no unit scale here, so each error is relative to the numbers themselves (docs/numerics.md, section 13).
#pragma once

#include "lanes/closed_forms/round_pair.hpp"
#include "lanes/distance/direct_bounds.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// The distances of W pairs, in the caller's unit.
struct BallDistance {
  Real lower, upper, size;  // bounds of the distance; the distance of the centres plus the radii
  Real distance;
  Real centers;  // distance of the centres
  Mask known;    // false in float lanes whose squares may have underflowed or overflowed
};

/// `square` is the squared distance of the centres, `centers` its root.
inline BallDistance ball_distance(const Real& square, const Real& centers, const Real& radii) {
  constexpr auto least = static_cast<Number>(0x1p-100), most = static_cast<Number>(0x1p125);
  const Real distance = centers - radii, size = centers + radii, error = size * Real(few_roundings);
  const Mask known = is_double ? square == square : (square >= Real(least)) & (square <= Real(most));
  return {distance - error, distance + error, size, distance, centers, known};
}

/// `between` is the vector from the centre of b to that of a.
template <class V>
BallDistance ball_distance(const V& between, const Real& radius_a, const Real& radius_b) {
  const Real square = dot(between, between);
  return ball_distance(square, sqrt(square), radius_a + radius_b);
}

/// The unit normal. If the centres coincide, it points along x, from the smaller ball to the larger one. The normal of
/// (b, a) is the exact opposite, including the signs of zeros: these take the sign of the first nonzero coordinate. If
/// the distance is NaN, so is the normal, because no number decides which ball comes first. (A NaN has the same sign in
/// both orders.)
template <class V>
V ball_normal(const BallDistance& found, V between, const Real& radius_a, const Real& radius_b) {
  Real first = 0;
  const auto take_if_first = [&](const Real& x) { first = select((first == Real(0)) & (x == x), x, first); };
  each_real(between, take_if_first), take_if_first(radius_a - radius_b);
  each_real(between, [&](Real& x) { x = select(x == Real(0), flip_sign(Real(0), first), x); });
  return select(found.centers == Real(0), flip_sign(along_x(between), first), between * (Real(1) / found.centers));
}

/// The lanes whose interval is no wider than the tolerance, up to rounding.
inline Mask is_narrow(const BallDistance& found, double tolerance) {
  if constexpr (is_double) return found.known;
  return found.known & ((found.upper - found.lower) * Real(one_up) <= Real(static_cast<Number>(tolerance)));
}

/// Like near_contact, but tests the middle of the interval in place of its ends. True for NaN.
inline Mask is_near(const BallDistance& found) {
  return !(abs(found.distance) > found.size * Real(static_cast<Number>(1.25 * detail::contact_share)));
}

/// The balls or circles, of kind K, of W queries.
template <class Space, typename Space::Kind K>
struct BallLanes {
  using Rows = typename Space::template Rows<K>;
  using V = decltype(Space::anchor(Quad{}));
  V center;
  Real radius;

  explicit BallLanes(const Rows& rows) : center(Space::anchor(rows.row[0])), radius(Space::ball_radius(rows.row[0])) {}
};

/// The shapes of one side of W queries. A type of its own: tests/symbols cannot read the names of functions that take a
/// lambda from here.
template <class View>
struct SideOfQueries {
  const View& shapes;
  decltype(View::records) record[Real::width];

  auto operator()(int i) const { return shapes.shape_of(record[i]); }
  [[nodiscard]] bool has_positions() const { return shapes.positions != nullptr; }
};

/// Measures `count` pairs of balls; pair i is at position(i) of the batch. Calls `then` with the lanes that stay open.
/// The pairs need no order: each number of (b, a) is that of (a, b) or its opposite.
template <class Space, typename Space::Kind K, class PositionOf, class Then>
[[gnu::flatten]] void measure_balls(const typename Space::Batch& batch, int count, const PositionOf& position,
                                    const Then& then) {
  const DistanceTileOf<Space, K, K> tile{batch, nullptr};
  tile.each_run(count, position, [&](int k, const auto& at, int live) {
    using Balls = BallLanes<Space, K>;
    using Rows = typename Balls::Rows;
    SideOfQueries<decltype(batch.first)> first{batch.first, {}}, second{batch.second, {}};
    for (int i = 0; i < Real::width; ++i)
      first.record[i] = batch.queries[at(i)].a, second.record[i] = batch.queries[at(i)].b;
    const Balls a{Rows(first)}, b{Rows(second)};
    PairPositions positions;
    const auto origin = positions.origin(b.center, first, second);
    const auto between = a.center - origin;
    const BallDistance found = ball_distance(between, a.radius, b.radius);
    const Mask lanes = first_lanes(live), undecided = lanes & !is_narrow(found, batch.tolerance);
    const AnswerSlots to(batch, at, live);
    store_bounds(found.lower, found.upper, Real(1), found.size, false, to);
    to.note_near(bits(lanes & is_near(found) & !then(k, undecided)));
    if (batch.answers == nullptr) return;
    const auto normal = ball_normal(found, between, a.radius, b.radius);
    const auto place_b = in_world(origin, second), place_a = in_world(positions.origin(a.center, second, first), first);
    store_points(WorldPoints(-(normal * a.radius), Real(1), with_positive_zeros(place_a)),
                 WorldPoints(normal * b.radius, Real(1), with_positive_zeros(place_b)), normal, 0, to);
  });
}

}  // namespace lockstep::LOCKSTEP_ISA
