// The signed distances of a tile of pairs of one combination of kinds, in double lanes, block by block.
#pragma once

#include "lanes/distance/ball_distance.hpp"
#include "lanes/distance/depth_search.hpp"
#include "lanes/distance/direct_stage.hpp"
#include "lanes/distance/distance_tile.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// At unit scale, a smaller depth is contact as far as points are concerned.
inline constexpr Number least_contact = static_cast<Number>(0x1p-36);

template <class A, class B, class Simplex>
void take_depths(const Cores<A, B>& cores, const GapSearchOf<Simplex>& gap, const Real& tolerance, Mask lanes,
                 SignedDistanceOf<typename Cores<A, B>::V>& found) {
  const auto depth = depth_of(cores, gap, tolerance, lanes);
  const Mask deep = depth.deep;
  found.lower = select(deep, depth.lower, found.lower);
  found.upper = select(deep, min(depth.upper, found.upper), found.upper);
  found.normal = select(deep, -depth.normal, found.normal);
  // Shapes that nearly touch keep the points of the gap search, because the origin may lie beside every face.
  const Mask contact = (gap.simplex.square <= Real(least_gap * least_gap)) & (found.lower > Real(-least_contact));
  const Mask parted = deep & !contact;
  found.on_a = select(parted, depth.on_a, found.on_a);
  found.on_b = select(parted, depth.on_a - depth.point, found.on_b);
  const Mask flat = lanes & !deep;
  if (any(flat)) try_normal(cores, select(flat, depth.normal, found.normal), flat, found);
}

/// GJK and EPA, for cores of any kind.
template <class A, class B>
auto search_distance(const Cores<A, B>& cores, const Real& tolerance, Mask lanes) {
  using V = typename Cores<A, B>::V;
  using Nearest = NearestSimplexOf<V, sizeof(V) / sizeof(Real)>;  // one corner for each coordinate
  const GapSearchOf<Nearest> gap = search_gap<Nearest>(cores, tolerance, lanes);
  const auto& simplex = gap.simplex;
  const V nearest = simplex.mean([](const CornerOf<V>& c) { return c.w; });
  const V on_a = simplex.mean([](const CornerOf<V>& c) { return c.on_a; });
  SignedDistanceOf<V> found{gap.lower, upper_bound(nearest, cores.slack), on_a, on_a - nearest, gap.normal};
  const Mask inside = lanes & (gap.enclosed | (simplex.square <= Real(least_gap * least_gap)));
  if (any(inside)) take_depths(cores, gap, tolerance, inside, found);
  return found;
}

/// Measures the `undecided` pairs by a closed form. Adds those whose interval stays wide to `wide`.
template <class Space, typename Space::Kind A, typename Space::Kind B>
[[gnu::flatten]] void measure_closed(const typename Space::Batch& batch, detail::UndecidedQueries undecided,
                                     Positions& wide) {
  typename Space::Scratch* const no_vertices = nullptr;
  const auto closed = [&](const auto& cores, const Real&, Mask lanes) {
    return closed_distance(cores, batch.answers != nullptr, lanes);
  };
  const auto then = [&](int k, Mask lanes) { return wide.add(undecided.position + k, lanes); };
  const auto given = [&](int i) { return undecided.position[i]; };
  DistanceTileOf<Space, A, B>{batch, no_vertices}.each_block(undecided.count, false, given, closed, then);
}

/// Measures the `undecided` pairs by the search. `again`: they have answers already, which are wide.
template <class Space, typename Space::Kind A, typename Space::Kind B>
[[gnu::flatten]] void measure_by_search(const typename Space::Batch& batch, detail::UndecidedQueries undecided,
                                        bool again) {
  typename Space::Scratch scratch[2];
  const auto search = [](const auto& cores, const Real& tolerance, Mask lanes) {
    return search_distance(cores, tolerance, lanes);
  };
  const auto given = [&](int i) { return undecided.position[i]; };
  DistanceTileOf<Space, A, B>{batch, scratch}.each_block(undecided.count, again, given, search,
                                                         [](int, Mask) { return first_lanes(0); });
}

/// Measures the `undecided` pairs: by a closed form if there is one, with the search for the pairs that it leaves wide,
/// else all by the search.
template <class Space, typename Space::Kind A, typename Space::Kind B>
void distance_stage(const typename Space::Batch& batch, detail::UndecidedQueries undecided) {
  const auto given = [&](int i) { return undecided.position[i]; };
  Positions left;
  if constexpr (is_direct<Space, A, B>) {
    if (stand_as_recorded(batch)) {
      measure_directly<B>(batch, undecided.count, given,
                          [&](int k, Mask lanes) { left.add(undecided.position + k, lanes); });
      if (left.count == 0) return;
      left.pad();
      undecided = {left.at, left.count};
    }
  }
  if constexpr (B == Space::ball) {
    const auto nothing = [](int, Mask) { return first_lanes(0); };
    if (batch.shifts == nullptr) return measure_balls<Space, B>(batch, undecided.count, given, nothing);
  }
  if constexpr (Space::template has_closed_form<A, B>) {
    Positions wide;
    measure_closed<Space, A, B>(batch, undecided, wide);
    wide.pad();
    measure_by_search<Space, A, B>(batch, {wide.at, wide.count}, true);
  } else {
    measure_by_search<Space, A, B>(batch, undecided, false);
  }
}

}  // namespace lockstep::LOCKSTEP_ISA
