// A tile of pairs of one combination of kinds, block by block: from records to cores, and from measured cores to
// answers. In double lanes and in float lanes. distance_stage2.hpp has the parts that differ in the plane.
#pragma once

#include "lanes/distance/closed_distance.hpp"
#include "lanes/distance/lane_points.hpp"
#include "lanes/distance/positions.hpp"
#include "lanes/pairs/decide_double.hpp"
#include "lanes/pairs/order.hpp"
#include "lanes/registers/widen.hpp"
#include "table/distance_batch.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// Turns the bounds of the cores into those of the shapes, by adding the radii.
template <class A, class B, class V>
void add_radii(const Cores<A, B>& cores, SignedDistanceOf<V>& found) {
  found.lower = select(cores.coincident, Real(0), rounded_down(found.lower - cores.radius()));
  found.upper = select(cores.coincident, Real(0), rounded_up(found.upper - cores.radius()));
}

/// Does the same for the points and the normal.
template <class A, class B, class V>
void add_radii_to_points(const Cores<A, B>& cores, SignedDistanceOf<V>& found) {
  found.normal = found.normal * (Real(1) / sqrt(dot(found.normal, found.normal)));
  found.on_a = found.on_a - found.normal * cores.radius_a;
  found.on_b = found.on_b + found.normal * cores.radius_b;
}

/// Points of W pairs in the caller's unit and place. Points of float lanes are converted in double, because the place
/// may be far away.
template <class V>
struct WorldPoints {
  LanePointsOf<V> points, origin;
  Number unit[Real::width];

  WorldPoints(const V& p, const Real& u, const V& o) : points(is_double ? p * u + o : p), origin(o) { u.store(unit); }
  [[nodiscard]] auto at(int i) const {
    return is_double ? points.at(i) : points.at(i) * double{unit[i]} + origin.at(i);
  }
};

/// Stores the points of both shapes in the caller's order.
template <class V, class Places>
void store_points(const WorldPoints<V>& on_a, const WorldPoints<V>& on_b, const V& unit_normal, unsigned swapped,
                  const Places& to) {
  const LanePointsOf<V> normal(unit_normal);
  for (int i = 0; i < to.live; ++i) {
    detail::DistanceAnswer& answer = to.answer(i);
    const bool swap = (swapped >> i & 1U) != 0;
    put(answer.on_a, swap ? on_b.at(i) : on_a.at(i)), put(answer.on_b, swap ? on_a.at(i) : on_b.at(i));
    put(answer.normal, swap ? normal.at(i) * -1.0 : normal.at(i));
  }
}

/// The destinations of the answers to W queries. `position(i)` is the position in the batch of the query of lane i;
/// only the first `live` lanes are valid.
template <class Batch, class PositionOf>
struct AnswerSlots {
  const Batch& batch;
  const PositionOf& position;
  int live;

  AnswerSlots(const Batch& of, const PositionOf& at, int lanes) : batch(of), position(at), live(lanes) {}
  /// Whether all lanes are live and their positions consecutive.
  [[nodiscard]] bool in_order() const {
    return live == Real::width &&
           static_cast<int>(position(Real::width - 1)) - static_cast<int>(position(0)) == Real::width - 1;
  }
  [[nodiscard]] detail::DistanceAnswer& answer(int i) const { return batch.answers[position(i)]; }

  /// `again`: `to` has bounds already, which were wide; both intervals hold, so this stores the intersection. NaN
  /// counts as no bound.
  template <class Bounds>
  static void store(Bounds& to, bool again, double lower, double upper) {
    const double least = again ? to.lower : -__builtin_inf(), most = again ? to.upper : __builtin_inf();
    to.lower = lower >= least ? lower : least;
    to.upper = upper <= most ? upper : most;
  }
  void note_near(unsigned lanes) const {
    detail::NearContact& near = *batch.near;
    for (; lanes != 0; lanes &= lanes - 1)
      near.at[near.count++] = static_cast<std::uint16_t>(position(__builtin_ctz(lanes)));
  }
};

/// Converts bounds from `unit` to the caller's unit. `size`: the sum of the lengths of a pair, in the same unit.
template <class Places>
void store_bounds(const Real& lower, const Real& upper, const Real& unit, const Real& size, bool again,
                  const Places& to) {
  if (to.batch.answers == nullptr && !again && to.in_order()) {
    const Real infinite = static_cast<Number>(__builtin_inf());
    const Mask has_unit = unit > Real(0);
    store_intervals(&to.batch.bounds[to.position(0)].lower, select(has_unit & (lower >= -infinite), lower, -infinite),
                    select(has_unit & (upper <= infinite), upper, infinite), select(has_unit, unit, Real(1)));
    return;
  }
  Number lowers[Real::width], uppers[Real::width], units[Real::width], sizes[Real::width];
  lower.store(lowers), upper.store(uppers), unit.store(units), size.store(sizes);
  for (int i = 0; i < to.live; ++i) {
    const double length = units[i], low = lowers[i] * length, high = uppers[i] * length;
    if (to.batch.answers == nullptr) {
      to.store(to.batch.bounds[to.position(i)], again, low, high);
    } else {
      detail::DistanceAnswer& answer = to.answer(i);
      to.store(answer, again, low, high);
      answer.size = sizes[i] * length, answer.along = low;
    }
  }
}

/// The lanes so near contact that `intersect` may report `touching`. `place`: the largest coordinate of the corners'
/// reference point, at unit scale; 0 if irrelevant.
inline Mask near_contact(const Real& lower, const Real& upper, const Real& size, const Real& place) {
  const Real band = (size + place) * Real(static_cast<Number>(detail::contact_share));
  return !((lower > band) | (upper < -band));
}

/// Shifts of the queries of a block. In `swapped` lanes, shape b is the first core. For double lanes only: float lanes
/// get only shapes at rest.
template <class V>
struct BlockShift : LaneShift<V> {
  V of_answer = no_shift<V>();  // back to the position of b

  template <class AtLane>
  BlockShift([[maybe_unused]] const detail::Shift* shifts, [[maybe_unused]] unsigned swapped,
             [[maybe_unused]] const AtLane& at) {
    if constexpr (is_double) {
      if (shifts == nullptr) return;
      LanePointsOf<V> core, answer;
      const auto nothing = point_of<V>({0, 0, 0});
      for (int i = 0; i < Real::width; ++i) {
        const auto shift = point_of<V>(shifts[at(i)].by);
        const bool swap = (swapped >> i & 1U) != 0;
        core.set(i, swap ? shift * -1.0 : shift), answer.set(i, swap ? shift : nothing);
      }
      this->any = true, this->of_a = core.load(), of_answer = answer.load();
    }
  }
  V answer_origin(const V& origin) const { return this->any ? origin + of_answer : origin; }
};

/// The part of a tolerance, at unit scale, that lanes can reach. Float lanes leave smaller tolerances to double lanes,
/// and reserve the part that the roundings of adding the radii use up.
inline Real reachable(const Real& tolerance) {
  if constexpr (is_double)
    return max(tolerance, Real(least_width));
  else
    return select(tolerance >= Real(least_width + least_width), tolerance - Real(least_width), Real(-1));
}

/// The place of the pairs of a block, and their number.
template <class V>
struct BlockPlace {
  V origin, of_answer;
  unsigned swapped;  // the lanes whose cores are not in the caller's order
  int live;
};

/// Measures the pairs of a block by calling `measure` with their cores; lane i is at(i) of the batch. Calls `then` with
/// the lanes whose interval is wider than the tolerance. `then` returns the lanes that will be measured once more, with
/// `again` set.
template <class Batch, class A, class B, class V, class AtLane, class Measure, class Then>
void answer_block(const Batch& batch, const Cores<A, B>& cores, const BlockPlace<V>& place, bool again,
                  const AtLane& at, const Measure& measure, const Then& then) {
  const Mask lanes = first_lanes(place.live);
  const Real tolerance = reachable(Real(static_cast<Number>(batch.tolerance)) * cores.scale);
  auto found = measure(cores, tolerance, lanes);
  const Mask measured_again = then(lanes & !(found.upper - found.lower <= tolerance));
  add_radii(cores, found);
  const Real unit = Real(1) / cores.scale, size = Real(2);
  const Real far = select(cores.slack > Real(0), norm_max(place.origin) * cores.scale, Real(0));
  const AnswerSlots to(batch, at, place.live);
  store_bounds(found.lower, found.upper, unit, size, again, to);
  to.note_near(bits(lanes & near_contact(found.lower, found.upper, size, far) & !measured_again));
  if (batch.answers == nullptr) return;
  add_radii_to_points(cores, found);
  store_points(WorldPoints(found.on_a, unit, place.of_answer), WorldPoints(found.on_b, unit, place.of_answer),
               found.normal, place.swapped, to);
}

/// Whether all shapes stand where their records say.
template <class Batch>
bool stand_as_recorded(const Batch& batch) {
  return batch.shifts == nullptr && batch.first.positions == nullptr && batch.second.positions == nullptr;
}

/// Double lanes read the rotation beside the record.
template <RecordKind K>
inline constexpr bool has_rotation =
    is_double&& K != RecordKind::sphere&& K != RecordKind::aabb&& K != RecordKind::capsule;

/// The properties of space that a tile needs.
struct DistanceTraits3 {
  using Kind = RecordKind;
  using Batch = detail::DistanceBatch;
  using Scratch = HullScratch;
  template <RecordKind A, RecordKind B>
  using Pair = PairOf<A, B>;
  template <RecordKind K>
  using Rows = RowsOf<K>;
  static constexpr bool is_box(RecordKind kind) { return LOCKSTEP_ISA::is_box(kind); }
  template <RecordKind A, RecordKind B>
  static constexpr bool has_closed_form = has_closed_distance<A, B>;

  template <RecordKind K>
  static int order(const ShapeRef& a, const ShapeRef& b) {
    return compare<K>(a, b);
  }
  template <RecordKind K>
  [[gnu::always_inline]] static void prefetch(const ShapeRef& shape) {
    if constexpr (has_rotation<K>) __builtin_prefetch(shape.rotation);
  }
  static Vec anchor(const Quad& row) { return xyz(row); }
  static Real ball_radius(const Quad& row) { return row.w; }
  static constexpr RecordKind ball = RecordKind::sphere;
  template <RecordKind K, RecordKind Partner, class ShapeOf>
  static auto load(const RowsOf<K>& rows, const ShapeOf& shape, const auto& origin, HullScratch* scratch) {
    return load_beside<K, Partner>(rows, shape, origin, scratch);
  }
};

/// The pairs of kinds A and B of a tile. A box comes first if there is one; `exchange`: it was second.
template <class Space, typename Space::Kind A, typename Space::Kind B, bool exchange>
struct DistanceTile {
  using Batch = typename Space::Batch;
  using Pairs = PairBlock<typename Space::template Pair<exchange ? B : A, exchange ? A : B>, Batch>;
  const Batch& batch;
  typename Space::Scratch* scratch;  // two; unused without hulls and polygons

  /// Prefetches the records and rotations of a later block. Always inlined: g++ 12 takes a function that only
  /// prefetches for one without effects, and drops calls of it.
  template <class PositionOf>
  [[gnu::always_inline]] void prefetch(const PositionOf& position) const {
    for (int i = 0; i < Real::width; ++i) {
      const auto& query = batch.queries[position(i)];
      __builtin_prefetch(query.a), __builtin_prefetch(query.b);
      Space::template prefetch<Pairs::Pair::kind_a>(batch.first.shape_of(query.a));
      Space::template prefetch<Pairs::Pair::kind_b>(batch.second.shape_of(query.b));
    }
  }

  /// Calls block(k, at, live) for each W of `count` pairs. Lane i is at(i) of the batch, which is position(k + i).
  template <class PositionOf, class Block>
  void each_run(int count, const PositionOf& position, const Block& block) const {
    constexpr int ahead = 3 * Real::width;
    for (int k = 0; k < ahead && k < count; k += Real::width) prefetch([&](int i) { return position(k + i); });
    for (int k = 0; k < count; k += Real::width) {
      const auto at = [&](int i) { return position(k + i); };
      if (k + ahead < count) prefetch([&](int i) { return at(i + ahead); });
      block(k, at, count - k < Real::width ? count - k : Real::width);
    }
  }

  /// Measures `count` pairs, block by block. Calls `then` as answer_block does, with the first pair of the block.
  template <class PositionOf, class Measure, class Then>
  void each_block(int count, bool again, const PositionOf& position, const Measure& measure, const Then& then) const {
    each_run(count, position, [&](int k, const auto& at, int live) {
      const Pairs pairs(batch, at, Space::template order<Pairs::Pair::kind_a>);
      const auto a = exchange ? pairs.seconds() : pairs.firsts(), b = exchange ? pairs.firsts() : pairs.seconds();
      const typename Space::template Rows<A> rows_a(a);
      const typename Space::template Rows<B> rows_b(b);
      const auto anchor = Space::anchor(rows_b.row[0]);
      using V = std::remove_const_t<decltype(anchor)>;
      const unsigned swapped = exchange ? ~pairs.swapped : pairs.swapped;
      const BlockShift<V> shift(batch.shifts, swapped, at);
      PairPositions positions;
      const auto origin = positions.origin(anchor, a, b);
      const Cores cores(
          [&] { return Space::template load<A, B>(rows_a, a, origin, scratch); },
          [&] { return Space::template load<B, A>(rows_b, b, anchor, scratch == nullptr ? nullptr : scratch + 1); },
          shift);
      const BlockPlace<V> place{anchor, shift.answer_origin(in_world(origin, b)), swapped, live};
      answer_block(batch, cores, place, again, at, measure, [&](Mask wide) { return then(k, wide); });
    });
  }
};

/// The tile for kinds A <= B.
template <class Space, typename Space::Kind A, typename Space::Kind B,
          bool exchange = Space::is_box(B) && !Space::is_box(A)>
using DistanceTileOf = DistanceTile<Space, exchange ? B : A, exchange ? A : B, exchange>;

}  // namespace lockstep::LOCKSTEP_ISA
