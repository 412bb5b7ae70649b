// Pairs of the oracle's shapes of the plane in the library's form: two shape sets and a list, ready to run and to
// print.
#pragma once

#include <string>
#include <vector>

#include "lockstep/sets.hpp"
#include "pair_list.hpp"
#include "plane_generate.hpp"

namespace lockstep::test {

using oracle::AnyShape2;
using oracle::Kind2;
using oracle::ShapePair2;

/// Throws `InvalidInput` if the library refuses the shape.
std::uint32_t add_to(ShapeSet2& set, const AnyShape2& shape, Check check = Check::inputs);

struct PlanePairList {
  ShapeSet2 first, second;
  std::vector<Pair> pairs;
  std::vector<ShapePair2> shapes;  ///< shapes[i] are the shapes of pairs[i]

  /// True: every valid shape is accepted. (Lists of space may refuse one.)
  bool append(ShapePair2 pair, Check check = Check::inputs);

  [[nodiscard]] std::vector<Verdict> answers(const IntersectOptions& options = {}) const;
  /// The same in reverse order: does b overlap a?
  [[nodiscard]] std::vector<Verdict> swapped_answers(const IntersectOptions& options = {}) const;
  /// A pair-file line that `lockstep pairs` replays.
  [[nodiscard]] std::string line(std::size_t i) const;
};

/// `count` pairs of two kinds: random, near contact and hard ones in turn.
void append_mixture(PlanePairList& list, Rng& rng, Kind2 a, Kind2 b, int count);

}  // namespace lockstep::test
