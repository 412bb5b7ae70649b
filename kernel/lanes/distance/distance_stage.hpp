// The signed distances of a tile of pairs of one combination of kinds, in double lanes, block by block.
#pragma once

#include "lanes/distance/aligned_distance.hpp"
#include "lanes/distance/box_distance.hpp"
#include "lanes/distance/depth_search.hpp"
#include "lanes/distance/round_distance.hpp"
#include "lanes/pairs/decide_double.hpp"
#include "lanes/pairs/order.hpp"
#include "table/distance_batch.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// A depth that is less, at unit scale, is contact as far as points go.
inline constexpr Number least_contact = static_cast<Number>(0x1p-36);

template <class A, class B>
void take_depths(const Cores<A, B>& cores, const GapSearch& gap, const Real& tolerance, Mask lanes,
                 SignedDistance& found) {
  DepthSearch depth{};
  double width[Real::width];
  tolerance.store(width);
  search_depth(cores, gap, width, lanes, depth);
  const Mask deep = lanes & lanes_of(depth.deep);
  const Vec point = depth.point.load(), on_a = depth.on_a.load(), normal = depth.normal.load();
  // Where both searches came upon directions that are as good, that of the face which the points lie on.
  const Mask better = deep & (Real::load(depth.lower) >= found.lower - Real(same_depth));
  found.lower = select(better, Real::load(depth.lower), found.lower);
  found.upper = select(deep, min(Real::load(depth.upper), found.upper), found.upper);
  found.normal = select(better, -normal, found.normal);
  // Shapes that all but touch have the points of the search for a gap: the origin may lie beside every face.
  const Mask contact = (gap.simplex.square <= Real(least_gap * least_gap)) & (found.lower > Real(-least_contact));
  const Mask parted = deep & !contact;
  found.on_a = select(parted, on_a, found.on_a), found.on_b = select(parted, on_a - point, found.on_b);
  const Mask flat = lanes & !deep;
  if (any(flat)) try_normal(cores, select(flat, normal, found.normal), flat, found);
}

/// By GJK and EPA, for cores of any kind.
template <class A, class B>
SignedDistance search_distance(const Cores<A, B>& cores, const Real& tolerance, Mask lanes) {
  const GapSearch gap = search_gap(cores, tolerance, lanes);
  const auto& simplex = gap.simplex;
  const Vec nearest = simplex.mean([](const Corner& c) { return c.w; });
  const Vec on_a = simplex.mean([](const Corner& c) { return c.on_a; });
  SignedDistance found{gap.lower, upper_bound(nearest, cores.slack), on_a, on_a - nearest, gap.normal};
  const Mask inside = lanes & (gap.enclosed | (simplex.square <= Real(least_gap * least_gap)));
  if (any(inside)) take_depths(cores, gap, tolerance, inside, found);
  return found;
}

/// What is known of the cores becomes what is known of the shapes, radii and all.
template <class A, class B>
void add_radii(const Cores<A, B>& cores, SignedDistance& found) {
  found.normal = found.normal * (Real(1) / sqrt(dot(found.normal, found.normal)));
  found.on_a = found.on_a - found.normal * cores.radius_a;
  found.on_b = found.on_b + found.normal * cores.radius_b;
  found.lower = select(cores.coincident, Real(0), rounded_down(found.lower - cores.radius()));
  found.upper = select(cores.coincident, Real(0), rounded_up(found.upper - cores.radius()));
}

/// In the caller's unit and place, the two shapes in the caller's order.
template <class AnswerOf>
void store_points(const SignedDistance& found, const Real& unit, const Vec& origin, unsigned swapped, int live,
                  const AnswerOf& answer_of) {
  const LanePoints on_a(found.on_a * unit + origin), on_b(found.on_b * unit + origin), normal(found.normal);
  const auto put = [](double(&out)[3], const Point3& p) { out[0] = p.x, out[1] = p.y, out[2] = p.z; };
  for (int i = 0; i < live; ++i) {
    detail::DistanceAnswer& answer = answer_of(i);
    const bool swap = (swapped >> i & 1U) != 0;
    put(answer.on_a, swap ? on_b.at(i) : on_a.at(i)), put(answer.on_b, swap ? on_a.at(i) : on_b.at(i));
    put(answer.normal, swap ? normal.at(i) * -1.0 : normal.at(i));
  }
}

/// `again`: there is an answer already, which was wide; both hold the truth.
template <class AnswerOf>
void store_bounds(const SignedDistance& found, const Real& unit, int live, bool again, const AnswerOf& answer_of) {
  double lower[Real::width], upper[Real::width], size[Real::width];
  (found.lower * unit).store(lower), (found.upper * unit).store(upper), (unit + unit).store(size);
  for (int i = 0; i < live; ++i) {
    detail::DistanceAnswer& answer = answer_of(i);
    const double least = again ? answer.lower : -__builtin_inf(), most = again ? answer.upper : __builtin_inf();
    answer.lower = lower[i] >= least ? lower[i] : least;  // NaN: nothing is known
    answer.upper = upper[i] <= most ? upper[i] : most;
    answer.size = size[i];
    answer.along = lower[i];
  }
}

/// By a closed form, in most lanes; the others keep an interval that is wider than rounding makes it.
template <class A, class B>
SignedDistance closed_distance(const Cores<A, B>& cores, bool wants_points, Mask lanes) {
  if constexpr (std::is_same_v<A, AlignedCore>)
    return aligned_distance(cores, lanes);
  else if constexpr (std::is_same_v<A, BoxCore>)
    return box_distance(cores, wants_points, lanes);
  else
    return round_distance(cores, lanes);
}

/// W shapes of kind K beside W of kind `Partner`.
template <RecordKind K, RecordKind Partner, class ShapeOf>
auto load_beside(const RowsOf<K>& rows, const ShapeOf& shape, const Vec& origin, HullScratch& scratch) {
  if constexpr (K == RecordKind::aabb && Partner == RecordKind::aabb) {
    const AlignedBox box = load_aabb(rows, origin);
    return AlignedCore{box.center, box.half, box.extent};
  } else {
    return load_core<K>(rows, shape, origin, scratch);
  }
}

/// Where pairs stand in a tile; copies of the last one fill up a register.
struct Positions {
  std::uint32_t at[detail::pair_tile + Real::width];
  int count = 0;

  void add(int first, unsigned lanes) {
    for (; lanes != 0; lanes &= lanes - 1) at[count++] = static_cast<std::uint32_t>(first + __builtin_ctz(lanes));
  }
  void pad() {
    for (int i = count; i < count + Real::width - 1 && count > 0; ++i) at[i] = at[count - 1];
  }
};

/// Shifts of the queries of a block, of which some are `swapped`: their shape b is the first core.
struct BlockShift : LaneShift {
  Vec of_answer{Real(0), Real(0), Real(0)};  // back to where b stands

  template <class AtLane>
  BlockShift(const detail::Shift* shifts, unsigned swapped, const AtLane& at) {
    if (shifts == nullptr) return;
    LanePoints core, answer;
    for (int i = 0; i < Real::width; ++i) {
      const auto& by = shifts[at(i)].by;
      const Point3 shift{by[0], by[1], by[2]};
      const bool swap = (swapped >> i & 1U) != 0;
      core.set(i, swap ? shift * -1.0 : shift), answer.set(i, swap ? shift : Point3{0, 0, 0});
    }
    any = true, of_a = core.load(), of_answer = answer.load();
  }
  Vec answer_origin(const Vec& origin) const { return any ? origin + of_answer : origin; }
};

/// The pairs of kinds A and B of a tile. A box comes first, if there is one: `exchange` says that it was second.
template <RecordKind A, RecordKind B, bool exchange>
struct DistanceTile {
  using Pairs = PairBlock<PairOf<exchange ? B : A, exchange ? A : B>>;
  const detail::DistanceBatch& batch;
  HullScratch (&scratch)[2];

  /// Measures `count` pairs, the i-th of which is at position(i) of the batch, with what `measure` makes of the cores
  /// of a block, and tells `then` which of them have an interval that is wider than the tolerance. `again`: once more.
  template <class PositionOf, class Measure, class Then>
  void each_block(int count, bool again, const PositionOf& position, const Measure& measure, const Then& then) const {
    for (int k = 0; k < count; k += Real::width) {
      const auto at = [&](int i) { return position(k + i); };
      const Pairs pairs(batch, at, compare<Pairs::kind>);
      const auto a = [&](int i) -> const auto& { return exchange ? pairs.second[i] : pairs.first[i]; };
      const auto b = [&](int i) -> const auto& { return exchange ? pairs.first[i] : pairs.second[i]; };
      const RowsOf<A> rows_a(a);
      const RowsOf<B> rows_b(b);
      const Vec origin = xyz(rows_b.row[0]);
      const unsigned swapped = exchange ? ~pairs.swapped : pairs.swapped;
      const BlockShift shift(batch.shifts, swapped, at);
      const Cores cores([&] { return load_beside<A, B>(rows_a, a, origin, scratch[0]); },
                        [&] { return load_beside<B, A>(rows_b, b, origin, scratch[1]); }, shift);
      const int live = count - k < Real::width ? count - k : Real::width;
      const Real tolerance = max(Real(batch.tolerance) * cores.scale, Real(least_width));
      SignedDistance found = measure(cores, tolerance, first_lanes(live));
      then(k, bits(first_lanes(live) & !(found.upper - found.lower <= tolerance)));
      add_radii(cores, found);
      const Real unit = Real(1) / cores.scale;
      const auto answer_of = [&](int i) -> auto& { return batch.answers[at(i)]; };
      store_bounds(found, unit, live, again, answer_of);
      if (batch.wants_points) store_points(found, unit, shift.answer_origin(origin), swapped, live, answer_of);
    }
  }
};

/// A closed form where there is one, and the search for what it leaves wide, or for all.
template <RecordKind A, RecordKind B>
[[gnu::flatten]] void distance_stage(const detail::DistanceBatch& batch) {
  constexpr bool exchange = is_box(B) && !is_box(A), has_closed_form = B < RecordKind::quadric;
  HullScratch scratch[2];
  const DistanceTile<exchange ? B : A, exchange ? A : B, exchange> tile{batch, scratch};
  const auto in_order = [](int i) { return i; };
  const auto search = [](const auto& cores, const Real& tolerance, Mask lanes) {
    return search_distance(cores, tolerance, lanes);
  };
  const auto nothing = [](int, unsigned) {};
  if constexpr (has_closed_form) {
    Positions wide;
    const auto closed = [&](const auto& cores, const Real&, Mask lanes) {
      return closed_distance(cores, batch.wants_points, lanes);
    };
    tile.each_block(batch.count, false, in_order, closed, [&](int k, unsigned lanes) { wide.add(k, lanes); });
    wide.pad();
    tile.each_block(
        wide.count, true, [&](int i) { return wide.at[i]; }, search, nothing);
  } else {
    tile.each_block(batch.count, false, in_order, search, nothing);
  }
}

}  // namespace lockstep::LOCKSTEP_ISA
