// The objects of a world that may overlap a shape: its nodes by bounding boxes, its objects by the closed forms
// of `intersect`. Open objects are decided as pairs (kernel/overlap/overlap_search.hpp).
#pragma once

#include "lanes/pairs/element_stage.hpp"
#include "lanes/world/query_box.hpp"
#include "lanes/world/refit_boxes.hpp"
#include "table/world_batch.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::OverlapQueryKind;

[[gnu::flatten]] inline unsigned overlapping_boxes(const detail::OuterBoxes& boxes, std::size_t first,
                                                   const float (&box)[6]) {
  const QueryBox query(box);
  unsigned met = 0;
  for (std::size_t i = 0; i < detail::world_fanout; i += Real::width) {
    const auto vec = [&](int s) {
      const auto read = [&](int k) { return Real::load(boxes.stream[k] + first + i); };
      return Vec{read(s), read(s + 1), read(s + 2)};
    };
    met |= bits(query.meets(vec(0), vec(3))) << i;
  }
  return met;
}

/// A ball and a box, read from streams; relative to the box's low corner, as in pair_shapes.hpp.
template <class Read, class ReadBox>
Verdicts meet_ball_and_box(const Read& ball, const ReadBox& box) {
  struct Ball {
    Vec center;
    Real radius;
  };
  const Vec low{box(0), box(1), box(2)}, high{box(3), box(4), box(5)};
  return ball_and_box(Ball{Vec{ball(0), ball(1), ball(2)} - low, ball(3)},
                      oriented(aligned_box(low - low, high - low)));
}

/// Whether the boxes of W objects from position `at` on meet the box of the query.
template <ViewKind K>
Mask boxes_meet(const detail::OverlapQuery& query, const float* const* stream, std::size_t at) {
  const auto end = [&](int axis) { return end_of<K, false>(stream, axis, at); };
  const auto upper_end = [&](int axis) { return end_of<K, true>(stream, axis, at); };
  return QueryBox(query.box).meets({end(0), end(1), end(2)}, {upper_end(0), upper_end(1), upper_end(2)});
}

template <OverlapQueryKind Q, ViewKind K>
Verdicts meet_query(const detail::OverlapQuery& query, const float* const* stream, std::size_t at) {
  constexpr bool is_ball = Q == OverlapQueryKind::sphere;
  const auto asked = [&](std::size_t s) { return Real(query.number[s]); };
  const auto object = [&](std::size_t s) { return Real::load(stream[s] + at); };
  if constexpr (Q != OverlapQueryKind::boxed && is_ball == (K == ViewKind::spheres)) {
    return meet_side_by_side<K>(asked, object);
  } else {
    const Mask maybe = boxes_meet<K>(query, stream, at), nothing = first_lanes(0);
    if (Q == OverlapQueryKind::boxed || none(maybe)) return {!maybe, nothing};
    if constexpr (is_ball)
      return meet_ball_and_box(asked, object);
    else
      return meet_ball_and_box(object, asked);
  }
}

/// May fuse, like the stages of `intersect`: proofs hold either way, and the rest is decided elsewhere.
template <OverlapQueryKind Q, ViewKind K>
[[gnu::flatten]] detail::WithinWords overlap_stage(const float* const* stream, std::size_t first,
                                                   const detail::OverlapQuery& query) {
  detail::WithinWords words{0, 0};
  for (std::size_t bit = 0; bit < detail::world_block; bit += Real::width) {
    const Verdicts v = meet_query<Q, K>(query, stream, first + bit);
    words.maybe |= std::uint64_t{bits(!v.separated)} << bit;
    words.surely |= std::uint64_t{bits(v.overlapping)} << bit;
  }
  return words;
}

}  // namespace lockstep::LOCKSTEP_ISA
