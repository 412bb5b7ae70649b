// Hard pairs at every legal size, from the smallest floats to the largest coordinates, in space and in the plane. A
// power of two changes no verdict, unless it is `touching` near contact at one of the scales.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "every_kind_pair.hpp"
#include "every_scale.hpp"
#include "judge.hpp"
#include "plane_variations.hpp"
#include "twins.hpp"
#include "variations.hpp"

namespace lockstep::test {
namespace {

using oracle::below;
using oracle::uniform;

/// Two needles of unequal size, in contact within a share of the smaller one: a search between them has directions so
/// short that their products with small numbers nearly underflow.
template <class K>
auto unequal_needles(Rng& rng, K a, K b) {
  auto [first, second] = hard_pair(rng, a, b, oracle::Hardness::thin);
  auto& smaller = below(rng, 2) == 0 ? first : second;
  smaller = scaled(smaller, -below(rng, 20));
  const double gap =
      std::min(largest_coordinate(first), largest_coordinate(second)) * std::pow(10, uniform(rng, -6, 0));
  return brought_near(first, second, below(rng, 2) == 0 ? gap : -gap);
}

/// Pairs of every hardness and near contact, and four times as many needles.
template <class List, class K>
List hard_pairs(K a, K b, int of_each, std::uint64_t seed) {
  Rng rng(seed);
  List list;
  for (int i = 0; i < of_each; ++i) {
    for (const oracle::Hardness hardness : oracle::all_hardnesses) list.append(hard_pair(rng, a, b, hardness));
    for (const double sign : {1, -1})
      list.append(near_contact_pair(rng, a, b, sign * std::pow(10, uniform(rng, -7, -2))));
  }
  for (int i = 0; i < 32 * of_each; ++i) list.append(unequal_needles(rng, a, b));
  return list;
}

/// The pairs of a list at another scale.
template <class List>
struct ScaledPairs {
  List exact, rounded;             // those that lose no digit, and every eighth of the others
  std::vector<std::size_t> twins;  // of the exact ones

  ScaledPairs(const List& list, int exponent) {
    for (std::size_t i = 0; i < list.shapes.size(); ++i) {
      const auto& [a, b] = list.shapes[i];
      const auto first = scaled(a, exponent), second = scaled(b, exponent);
      if (!is_legal(first) || !is_legal(second)) continue;
      if (is_same(scaled(first, -exponent), a) && is_same(scaled(second, -exponent), b)) {
        if (exact.append({first, second})) twins.push_back(i);
      } else if ((i + static_cast<std::size_t>(exponent - least_exponent)) % 8 == 0) {  // their truth is slow to
                                                                                        // compute
        rounded.append({first, second});
      }
    }
  }
};

/// Compares the exact ones with the verdicts of scale 1, the others with the truth; returns their number.
template <class List>
std::size_t judge_scale(const List& list, int exponent) {
  SCOPED_TRACE("times 2 to " + std::to_string(exponent));
  const ScaledPairs<List> pairs(list, exponent);
  for (const Method method : {Method::automatic, Method::gjk}) {
    IntersectOptions options{.method = method, .check = Check::inputs, .isa = Isa::scalar};
    const std::vector<Verdict> before = list.answers(options), after = pairs.exact.answers(options);
    for (std::size_t i = 0; i < after.size(); ++i) {
      const Verdict expected = before[pairs.twins[i]];
      if (after[i] == expected) continue;
      EXPECT_TRUE(do_not_contradict(expected, after[i]) && !is_far_from_contact(pairs.exact.shapes[i]))
          << (method == Method::gjk ? "gjk: " : "automatic: ") << expected << " at scale 1, then " << after[i] << "\n"
          << pairs.exact.line(i);
    }
    for (const Isa isa : supported_isas()) {
      options.isa = isa;
      EXPECT_EQ(pairs.exact.answers(options), after) << name(isa);
    }
  }
  judge_pairs(pairs.rounded);
  return pairs.exact.pairs.size() + pairs.rounded.pairs.size();
}

template <class List, class K>
void judge_every_scale(K a, K b, int of_each, std::uint64_t seed) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  const List list = hard_pairs<List>(a, b, of_each, seed);
  judge_pairs(list);
  std::size_t judged = 0;
  for (int exponent = least_exponent; exponent <= most_exponent && !testing::Test::HasFailure(); ++exponent)
    judged += judge_scale(list, exponent);
  EXPECT_GT(judged, 60 * list.pairs.size()) << "too few scales are legal to test anything";
}

class Scales : public EveryKindPair {};

TEST_P(Scales, HardPairs) {
  const auto [a, b] = GetParam();
  judge_every_scale<PairList>(a, b, is_smooth(a) || is_smooth(b) ? 1 : 4, 610);
}

INSTANTIATE_TEST_SUITE_P(, Scales, kind_pairs(), kind_pair_name);

class PlaneScales : public EveryPlanePair {};

TEST_P(PlaneScales, HardPairs) {
  const auto [a, b] = GetParam();
  judge_every_scale<PlanePairList>(a, b, 2, 611);
}

INSTANTIATE_TEST_SUITE_P(, PlaneScales, plane_kinds(), kind_pair_name);

}  // namespace
}  // namespace lockstep::test
