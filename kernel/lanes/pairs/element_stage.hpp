// Pairs of two views, element by element: pair i is object i of one view and object i of the other, so lanes load
// contiguous numbers. Uses closed forms in float lanes only. The queries that they leave undecided become pairs of
// records.
#pragma once

#include "lanes/closed_forms/aabb_pair.hpp"
#include "lanes/closed_forms/box_pair.hpp"
#include "lanes/closed_forms/closed_forms2.hpp"
#include "lanes/pairs/pending_queries.hpp"
#include "lanes/shapes/cos_sin.hpp"
#include "lanes/shapes/load.hpp"
#include "lanes/shapes/load2.hpp"
#include "table/element_batch.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::ViewKind;

/// Verdicts on W pairs of objects of one kind; a(s) and b(s) read stream s.
template <ViewKind K, class ReadA, class ReadB>
Verdicts meet_side_by_side(const ReadA& a, const ReadB& b) {
  using enum ViewKind;
  const auto vec = [](const auto& o, std::size_t s) { return Vec{o(s), o(s + 1), o(s + 2)}; };
  const auto vec2 = [](const auto& o, std::size_t s) { return Vec2{o(s), o(s + 1)}; };
  if constexpr (K == spheres) return balls_by_squares(vec(a, 0) - vec(b, 0), a(3) + b(3));
  if constexpr (K == circles) return balls_by_squares(vec2(a, 0) - vec2(b, 0), a(2) + b(2));
  if constexpr (K == aabbs) return aabb_pair(vec(a, 0), vec(a, 3), vec(b, 0), vec(b, 3));
  if constexpr (K == aabbs2) return aabb_pair(vec2(a, 0), vec2(a, 2), vec2(b, 0), vec2(b, 2));
  if constexpr (K == capsules) {
    const Vec origin = vec(b, 0);
    return round_pair(doubled_difference(vec(a, 0) - origin, vec(a, 3) - origin, vec(b, 3) - origin, a(6) + b(6)));
  }
  if constexpr (K == capsules2) {
    const Vec2 origin = vec2(b, 0);
    return capsule_pair(doubled_difference(vec2(a, 0) - origin, vec2(a, 2) - origin, vec2(b, 2) - origin, a(4) + b(4)));
  }
  if constexpr (K == boxes) {
    const auto from = [&](const auto& o) { return turned_box(vec(o, 0), Quad{o(3), o(4), o(5), o(6)}, vec(o, 7)); };
    return box_pair(from(a), from(b), turned_axis_bound);
  }
  if constexpr (K == boxes2) {
    const auto from = [&](const auto& o) { return TurnedBox{vec2(o, 0), cos_sin(o(2)), vec2(o, 3), o(3) + o(4)}; };
    return box_pair(from(a), from(b), Real(0));
  }
}

/// Whether the closed form proves `touching` too, so that no query stays undecided.
template <ViewKind K>
inline constexpr bool is_exact = K == ViewKind::aabbs || K == ViewKind::aabbs2;

/// See detail::ElementKernels.
template <ViewKind K>
[[gnu::flatten]] int element_stage(const detail::ElementBatch& given) {
  const detail::ElementBatch batch = given;  // a copy: the compiler must assume that stores below change it
  const WholeTile all{batch.count};
  int undecided_count = 0;
  const auto decide = [&](int k, int live) {
    const auto read = [k](const float* const* stream) {
      return [stream, k](std::size_t s) { return Real::load(stream[s] + k); };
    };
    const LaneBlock<WholeTile> block{all, k, live};
    const Verdicts v = meet_side_by_side<K>(read(batch.first), read(batch.second));
    block.store(batch.codes, v.separated, v.overlapping);
    if constexpr (!is_exact<K>) {
      const Mask left = block.lanes() & !(v.separated | v.overlapping);
      if (any(left)) [[unlikely]]
        undecided_count += compress(batch.undecided + undecided_count, block.positions(), left);
    }
  };
  int k = 0;
  for (; k + Real::width <= all.count; k += Real::width) decide(k, Real::width);
  if (k < all.count) decide(k, all.count - k);
  return undecided_count;
}

}  // namespace lockstep::LOCKSTEP_ISA
