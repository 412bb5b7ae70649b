// Pairs in double lanes, in space and in the plane: decides the queries that float lanes leave undecided, from the
// caller's numbers. There are few of them, so each block runs to its end.
//
// `Pair` (pair_shapes.hpp, pair_shapes2.hpp) is a pair of kinds.
#pragma once

#include "lanes/closed_forms/round_pair.hpp"
#include "lanes/gjk/gjk_loop.hpp"
#include "table/queries.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// An order of the shapes of one kind that depends only on their numbers. Negative if the first shape comes first.
template <class ShapeRef>
using Compare = int (*)(const ShapeRef&, const ShapeRef&);

/// 1 if two shapes with the same numbers are to be exchanged, else 0.
template <class Batch, class Position>
int is_backward(const Batch& batch, Position position) {
  if constexpr (requires { batch.shifts; }) return batch.shifts != nullptr && batch.shifts[position].is_backward;
  return 0;
}

/// Does shape b of a query come before shape a? Compares the first numbers, which differ for most shapes and need no
/// branch; `compare` handles ties.
template <class Batch, class Position, class ShapeRef>
bool comes_second(const Batch& batch, Position position, Compare<ShapeRef> compare) {
  const auto& query = batch.queries[position];
  const float a = query.a->row[0][0], b = query.b->row[0][0];
  if (!((a < b) | (b < a))) [[unlikely]]
    return compare(batch.second.shape_of(query.b), batch.first.shape_of(query.a)) < is_backward(batch, position);
  return b < a;
}

/// The pairs of a block, two shapes for each lane. Shapes of one kind are put in order, so that (a, b) and (b, a) have
/// the same answer.
template <class PairOfKinds, class AnyBatch>
struct PairBlock {
  using Pair = PairOfKinds;
  using ShapeRef = typename Pair::ShapeRef;
  const AnyBatch& batch;
  decltype(ShapeRef::record) record[2][Real::width];  // of the first shapes, and of the second ones
  unsigned swapped = 0;                               // bit i: lane i is exchanged

  /// position(i) is the position in the batch of the pair of lane i.
  template <class PositionOf>
  PairBlock(const AnyBatch& b, const PositionOf& position, Compare<ShapeRef> compare) : batch(b) {
    for (int i = 0; i < Real::width; ++i) {
      const auto& query = batch.queries[position(i)];
      const bool swap = Pair::kind_a == Pair::kind_b && comes_second(batch, position(i), compare);
      // An array index in place of a branch: the order is a coin toss, so the branch would be mispredicted.
      record[swap][i] = query.a, record[!swap][i] = query.b;
      swapped |= static_cast<unsigned>(swap) << i;
    }
  }

  /// The shapes of one side of the pairs, by lane.
  struct Side {
    const PairBlock& pairs;
    unsigned which;

    ShapeRef operator()(int i) const {
      const decltype(&pairs.batch.first) views[2] = {&pairs.batch.first, &pairs.batch.second};
      return views[which ^ (pairs.swapped >> i & 1U)]->shape_of(pairs.record[which][i]);
    }
  };
  [[nodiscard]] Side firsts() const { return {*this, 0}; }
  [[nodiscard]] Side seconds() const { return {*this, 1}; }
};

/// The verdict of lane i.
inline std::uint8_t code_of(unsigned separated, unsigned overlapping, int i) {
  return static_cast<std::uint8_t>((separated >> i & 1U) != 0     ? detail::code_separated
                                   : (overlapping >> i & 1U) != 0 ? detail::code_overlapping
                                                                  : detail::code_touching);
}

/// Runs GJK to the end for W queries, with every last try.
template <class Shape>
Verdicts search_to_the_end(const Shape& shape, Mask lanes) {
  const Decision decision = search_from_anywhere(shape, lanes);
  const Mask left = lanes & !(decision.separated | decision.overlapping);
  return {decision.separated, decision.overlapping | encloses_origin(shape, decision, left)};
}

/// decide(a, b, lanes) returns the verdicts for a block, whose shapes are a(i) and b(i). `compare` orders the shapes of
/// kind a.
template <class Pair, Compare<typename Pair::ShapeRef> compare, class Decide>
void decide_undecided(const typename Pair::Batch& batch, detail::UndecidedQueries undecided, const Decide& decide) {
  for (int k = 0; k < undecided.count; k += Real::width) {
    const std::uint32_t* const position = undecided.position + k;
    const PairBlock<Pair, typename Pair::Batch> pairs(
        batch, [position](int i) { return position[i]; }, compare);
    const Verdicts v = decide(pairs.firsts(), pairs.seconds(), first_lanes(undecided.count - k));
    const unsigned separated = bits(v.separated), overlapping = bits(v.overlapping);
    for (int i = 0; i < Real::width && k + i < undecided.count; ++i)
      batch.codes[position[i]] = code_of(separated, overlapping, i);
  }
}

template <class Pair, Compare<typename Pair::ShapeRef> compare>
void decide_in_double(const typename Pair::Batch& batch, detail::UndecidedQueries undecided) {
  typename Pair::Scratch scratch[2];  // with one query, vertices are scanned in memory
  const bool pack = undecided.count > 1;
  decide_undecided<Pair, compare>(batch, undecided, [&](const auto& a, const auto& b, Mask lanes) {
    const auto shape = [&] {
      return Pair::difference(a, b, pack ? &scratch[0] : nullptr, pack ? &scratch[1] : nullptr);
    };
    if constexpr (Pair::closed_form_is_final) {
      return Pair::closed_form(a, b);
    } else if constexpr (Pair::closed_form_in_double) {
      const auto v = Pair::closed_form(a, b);
      const Mask left = lanes & !(v.separated | v.overlapping | v.contact);
      if (none(left)) return Verdicts(v);
      const Verdicts searched = search_to_the_end(shape(), left);
      return Verdicts{v.separated | searched.separated, v.overlapping | searched.overlapping};
    } else {
      return search_to_the_end(shape(), lanes);
    }
  });
}

/// The same for pairs within the batch's margin of each other (within.hpp, within2.hpp).
template <class Within, Compare<typename Within::Pair::ShapeRef> compare>
void decide_within_in_double(const typename Within::Pair::Batch& batch, detail::UndecidedQueries undecided) {
  const Real margin = Number{batch.margin};
  decide_undecided<typename Within::Pair, compare>(
      batch, undecided, [margin](const auto& a, const auto& b, Mask lanes) {
        if constexpr (Within::closed_form_is_final)
          return Within::closed_form(a, b, margin);
        else
          return search_to_the_end(Within::difference(a, b, margin), lanes);
      });
}

}  // namespace lockstep::LOCKSTEP_ISA
