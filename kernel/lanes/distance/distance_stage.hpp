// The signed distances of a tile of pairs of one combination of kinds, in double lanes, block by block.
#pragma once

#include "lanes/distance/depth_search.hpp"
#include "lanes/pairs/decide_double.hpp"
#include "lanes/pairs/order.hpp"
#include "table/distance_batch.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// At unit scale, relative to the origin of the pair.
struct SignedDistance {
  Real lower, upper;
  Vec on_a, on_b, normal;  // of the cores; the normal is no unit vector
};

/// How wide an interval stays whatever tolerance is asked for, at unit scale: more would be asked of round shapes only.
inline constexpr Number least_width = static_cast<Number>(0x1p-32);

/// A direction and its opposite, tried on pairs whose core is flat and holds the origin.
template <class A, class B>
void try_normal(const Cores<A, B>& cores, const Vec& normal, Mask lanes, SignedDistance& found) {
  for (const Vec& v : {normal, -normal}) {
    const Real bound = lower_bound(v, cores.support(-v, lanes).w, cores.slack);
    const Mask better = lanes & (bound > found.lower);
    found.lower = select(better, bound, found.lower);
    found.normal = select(better, v, found.normal);
  }
}

template <class A, class B>
void take_depths(const Cores<A, B>& cores, const GapSearch& gap, const Real& tolerance, Mask lanes,
                 SignedDistance& found) {
  DepthSearch depth{};
  double width[Real::width];
  tolerance.store(width);
  search_depth(cores, gap, width, lanes, depth);
  const Mask deep = lanes & lanes_of(depth.deep);
  const Vec point = depth.point.load(), on_a = depth.on_a.load(), normal = depth.normal.load();
  const Mask better = deep & (Real::load(depth.lower) >= found.lower);
  found.lower = select(better, Real::load(depth.lower), found.lower);
  found.upper = select(deep, min(Real::load(depth.upper), found.upper), found.upper);
  found.normal = select(better, -normal, found.normal);
  found.on_a = select(deep, on_a, found.on_a), found.on_b = select(deep, on_a - point, found.on_b);
  const Mask flat = lanes & !deep;
  if (any(flat)) try_normal(cores, select(flat, normal, found.normal), flat, found);
}

/// Of the shapes, radii and all.
template <class A, class B>
SignedDistance signed_distance(const Cores<A, B>& cores, const Real& tolerance, Mask lanes) {
  const GapSearch gap = search_gap(cores, tolerance, lanes);
  const auto& simplex = gap.simplex;
  const Vec nearest = simplex.mean([](const Corner& c) { return c.w; });
  const Vec on_a = simplex.mean([](const Corner& c) { return c.on_a; });
  SignedDistance found{gap.lower, upper_bound(nearest, cores.slack), on_a, on_a - nearest, gap.normal};
  const Mask inside = lanes & (gap.enclosed | (simplex.square <= Real(least_gap * least_gap)));
  if (any(inside)) take_depths(cores, gap, tolerance, inside, found);
  found.normal = found.normal * (Real(1) / sqrt(dot(found.normal, found.normal)));
  found.on_a = found.on_a - found.normal * cores.radius_a;
  found.on_b = found.on_b + found.normal * cores.radius_b;
  found.lower = select(cores.coincident, Real(0), rounded_down(found.lower - cores.radius()));
  found.upper = select(cores.coincident, Real(0), rounded_up(found.upper - cores.radius()));
  return found;
}

/// In the caller's unit and place, the two shapes in the caller's order.
inline void store_answers(const SignedDistance& found, const Real& scale, const Vec& origin, unsigned swapped, int live,
                          detail::DistanceAnswer* answers) {
  const Real unit = Real(1) / scale;
  const LanePoints on_a(found.on_a * unit + origin), on_b(found.on_b * unit + origin), normal(found.normal);
  double lower[Real::width], upper[Real::width], size[Real::width];
  (found.lower * unit).store(lower), (found.upper * unit).store(upper), (unit + unit).store(size);
  const auto put = [](double(&out)[3], const Point3& p) { out[0] = p.x, out[1] = p.y, out[2] = p.z; };
  for (int i = 0; i < live; ++i) {
    detail::DistanceAnswer& answer = answers[i];
    const bool swap = (swapped >> i & 1U) != 0;
    answer.lower = lower[i] >= -__builtin_inf() ? lower[i] : -__builtin_inf();  // NaN: nothing is known
    answer.upper = upper[i] <= __builtin_inf() ? upper[i] : __builtin_inf();
    answer.size = size[i];
    put(answer.on_a, swap ? on_b.at(i) : on_a.at(i)), put(answer.on_b, swap ? on_a.at(i) : on_b.at(i));
    put(answer.normal, swap ? normal.at(i) * -1.0 : normal.at(i));
  }
}

/// Shapes of a kind as the search takes them.
template <RecordKind K, class ShapeOf>
auto load_core(const RowsOf<K>& rows, const ShapeOf& shape, const Vec& origin) {
  const auto loaded = load<K>(rows, shape, origin, nullptr);
  if constexpr (requires { zonotope(loaded); })
    return zonotope(loaded);
  else
    return loaded;
}

template <RecordKind A, RecordKind B>
[[gnu::flatten]] void distance_stage(const detail::DistanceBatch& batch) {
  for (int k = 0; k < batch.count; k += Real::width) {
    const PairBlock<PairOf<A, B>> pairs(
        batch, [k](int i) { return k + i; }, compare<A>);
    const auto a = [&](int i) -> const auto& { return pairs.first[i]; };
    const auto b = [&](int i) -> const auto& { return pairs.second[i]; };
    const RowsOf<A> rows_a(a);
    const RowsOf<B> rows_b(b);
    const Vec origin = xyz(rows_b.row[0]);
    const Cores cores(load_core<A>(rows_a, a, origin), load_core<B>(rows_b, b, origin));
    const int live = batch.count - k < Real::width ? batch.count - k : Real::width;
    const Real tolerance = max(Real(batch.tolerance) * cores.scale, Real(least_width));
    const SignedDistance found = signed_distance(cores, tolerance, first_lanes(live));
    store_answers(found, cores.scale, origin, pairs.swapped, live, batch.answers + k);
  }
}

}  // namespace lockstep::LOCKSTEP_ISA
