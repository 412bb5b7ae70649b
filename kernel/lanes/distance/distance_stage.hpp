// The signed distances of a tile of pairs of one combination of kinds, in double lanes, block by block. What the plane
// does otherwise stands in distance_stage2.hpp.
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

template <class A, class B, class Simplex>
void take_depths(const Cores<A, B>& cores, const GapSearchOf<Simplex>& gap, const Real& tolerance, Mask lanes,
                 SignedDistanceOf<typename Cores<A, B>::V>& found) {
  const auto depth = depth_of(cores, gap, tolerance, lanes);
  const Mask deep = depth.deep;
  // Where both searches came upon directions that are as good, that of the face which the points lie on.
  const Mask better = deep & (depth.lower >= found.lower - Real(same_depth));
  found.lower = select(better, depth.lower, found.lower);
  found.upper = select(deep, min(depth.upper, found.upper), found.upper);
  found.normal = select(better, -depth.normal, found.normal);
  // Shapes that all but touch have the points of the search for a gap: the origin may lie beside every face.
  const Mask contact = (gap.simplex.square <= Real(least_gap * least_gap)) & (found.lower > Real(-least_contact));
  const Mask parted = deep & !contact;
  found.on_a = select(parted, depth.on_a, found.on_a);
  found.on_b = select(parted, depth.on_a - depth.point, found.on_b);
  const Mask flat = lanes & !deep;
  if (any(flat)) try_normal(cores, select(flat, depth.normal, found.normal), flat, found);
}

/// By GJK and EPA, for cores of any kind.
template <class Simplex, class A, class B>
auto search_distance(const Cores<A, B>& cores, const Real& tolerance, Mask lanes) {
  using V = typename Cores<A, B>::V;
  const GapSearchOf<Simplex> gap = search_gap<Simplex>(cores, tolerance, lanes);
  const auto& simplex = gap.simplex;
  const V nearest = simplex.mean([](const CornerOf<V>& c) { return c.w; });
  const V on_a = simplex.mean([](const CornerOf<V>& c) { return c.on_a; });
  SignedDistanceOf<V> found{gap.lower, upper_bound(nearest, cores.slack), on_a, on_a - nearest, gap.normal};
  const Mask inside = lanes & (gap.enclosed | (simplex.square <= Real(least_gap * least_gap)));
  if (any(inside)) take_depths(cores, gap, tolerance, inside, found);
  return found;
}

/// What is known of the cores becomes what is known of the shapes, radii and all.
template <class A, class B, class V>
void add_radii(const Cores<A, B>& cores, SignedDistanceOf<V>& found) {
  found.normal = found.normal * (Real(1) / sqrt(dot(found.normal, found.normal)));
  found.on_a = found.on_a - found.normal * cores.radius_a;
  found.on_b = found.on_b + found.normal * cores.radius_b;
  found.lower = select(cores.coincident, Real(0), rounded_down(found.lower - cores.radius()));
  found.upper = select(cores.coincident, Real(0), rounded_up(found.upper - cores.radius()));
}

/// In the caller's unit and place, the two shapes in the caller's order.
template <class V, class AnswerOf>
void store_points(const SignedDistanceOf<V>& found, const Real& unit, const V& origin, unsigned swapped, int live,
                  const AnswerOf& answer_of) {
  const auto on_a = lane_points(found.on_a * unit + origin), on_b = lane_points(found.on_b * unit + origin);
  const auto normal = lane_points(found.normal);
  for (int i = 0; i < live; ++i) {
    detail::DistanceAnswer& answer = answer_of(i);
    const bool swap = (swapped >> i & 1U) != 0;
    put(answer.on_a, swap ? on_b.at(i) : on_a.at(i)), put(answer.on_b, swap ? on_a.at(i) : on_b.at(i));
    put(answer.normal, swap ? normal.at(i) * -1.0 : normal.at(i));
  }
}

/// `again`: there is an answer already, which was wide; both hold the truth.
template <class V, class AnswerOf>
void store_bounds(const SignedDistanceOf<V>& found, const Real& unit, int live, bool again, const AnswerOf& answer_of) {
  double lower[Real::width], upper[Real::width], size[Real::width];
  (found.lower * unit).store(lower), (found.upper * unit).store(upper), (unit + unit).store(size);
  for (int i = 0; i < live; ++i) {
    detail::DistanceAnswer& answer = answer_of(i);
    const double least = again ? answer.lower : -__builtin_inf(), most = again ? answer.upper : __builtin_inf();
    answer.lower = lower[i] >= least ? lower[i] : least;  // NaN: nothing is known
    answer.upper = upper[i] <= most ? upper[i] : most;
    answer.size = size[i];
  }
}

/// By a closed form, in most lanes; the others keep an interval that is wider than rounding makes it.
template <class A, class B>
auto closed_distance(const Cores<A, B>& cores, bool wants_points, Mask lanes) {
  if constexpr (std::is_same_v<A, AlignedCore>)
    return aligned_distance(cores, lanes);
  else if constexpr (axes<A> > 1)
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

/// What a tile has to know of space.
struct DistanceInSpace {
  using Kind = RecordKind;
  using Batch = detail::DistanceBatch;
  using Scratch = HullScratch;
  using Simplex = NearestSimplex;
  template <RecordKind A, RecordKind B>
  using Pair = PairOf<A, B>;
  template <RecordKind K>
  using Rows = RowsOf<K>;
  static constexpr bool is_box(RecordKind kind) { return LOCKSTEP_ISA::is_box(kind); }
  static constexpr bool has_closed_form(RecordKind kind) { return kind < RecordKind::quadric; }

  template <RecordKind K>
  static int order(const ShapeRef& a, const ShapeRef& b) {
    return compare<K>(a, b);
  }
  static Vec anchor(const Quad& row) { return xyz(row); }
  template <RecordKind K, RecordKind Partner, class ShapeOf>
  static auto load(const RowsOf<K>& rows, const ShapeOf& shape, const Vec& origin, HullScratch& scratch) {
    return load_beside<K, Partner>(rows, shape, origin, scratch);
  }
};

/// The pairs of kinds A and B of a tile. A box comes first, if there is one: `exchange` says that it was second.
template <class World, typename World::Kind A, typename World::Kind B, bool exchange>
struct DistanceTile {
  using Pairs = PairBlock<typename World::template Pair<exchange ? B : A, exchange ? A : B>>;
  const typename World::Batch& batch;
  typename World::Scratch (&scratch)[2];

  /// Measures `count` pairs, the i-th of which is at position(i) of the batch, with what `measure` makes of the cores
  /// of a block, and tells `then` which of them have an interval that is wider than the tolerance. `again`: once more.
  template <class PositionOf, class Measure, class Then>
  void each_block(int count, bool again, const PositionOf& position, const Measure& measure, const Then& then) const {
    for (int k = 0; k < count; k += Real::width) {
      const auto at = [&](int i) { return position(k + i); };
      const Pairs pairs(batch, at, World::template order<Pairs::kind>);
      const auto a = [&](int i) -> const auto& { return exchange ? pairs.second[i] : pairs.first[i]; };
      const auto b = [&](int i) -> const auto& { return exchange ? pairs.first[i] : pairs.second[i]; };
      const typename World::template Rows<A> rows_a(a);
      const typename World::template Rows<B> rows_b(b);
      const auto origin = World::anchor(rows_b.row[0]);
      const Cores cores([&] { return World::template load<A, B>(rows_a, a, origin, scratch[0]); },
                        [&] { return World::template load<B, A>(rows_b, b, origin, scratch[1]); });
      const int live = count - k < Real::width ? count - k : Real::width;
      const Real tolerance = max(Real(batch.tolerance) * cores.scale, Real(least_width));
      auto found = measure(cores, tolerance, first_lanes(live));
      then(k, bits(first_lanes(live) & !(found.upper - found.lower <= tolerance)));
      add_radii(cores, found);
      const Real unit = Real(1) / cores.scale;
      const auto answer_of = [&](int i) -> auto& { return batch.answers[at(i)]; };
      store_bounds(found, unit, live, again, answer_of);
      const unsigned swapped = exchange ? ~pairs.swapped : pairs.swapped;
      if (batch.wants_points) store_points(found, unit, origin, swapped, live, answer_of);
    }
  }
};

/// A closed form where there is one, and the search for what it leaves wide, or for all.
template <class World, typename World::Kind A, typename World::Kind B>
[[gnu::flatten]] void distance_stage(const typename World::Batch& batch) {
  constexpr bool exchange = World::is_box(B) && !World::is_box(A);
  typename World::Scratch scratch[2];
  const DistanceTile<World, exchange ? B : A, exchange ? A : B, exchange> tile{batch, scratch};
  const auto in_order = [](int i) { return i; };
  const auto search = [](const auto& cores, const Real& tolerance, Mask lanes) {
    return search_distance<typename World::Simplex>(cores, tolerance, lanes);
  };
  const auto nothing = [](int, unsigned) {};
  if constexpr (World::has_closed_form(B)) {
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
