// Pairs of the plane within a margin, by overlap passes of one shape against another, compared with the exact oracle.
#include <gtest/gtest.h>

#include <cmath>

#include "every_isa.hpp"
#include "lockstep/overlap.hpp"
#include "pair_list.hpp"
#include "plane.hpp"
#include "plane_pair_line.hpp"

namespace lockstep::test {
namespace {

using oracle::Truth;
using oracle::uniform;

struct Answer {
  bool found, sure;  ///< with touching pairs, and without them
};

Answer ask(const AnyShape2& a, const AnyShape2& b, float margin, Isa isa) {
  ShapeSet2 first, second;
  add_to(first, a), add_to(second, b);
  const auto pairs = [&](Touching touching) {
    return overlap(first, second, {}, OverlapOptions{.margin = margin, .touching = touching, .isa = isa}).pairs;
  };
  return {pairs(Touching::overlap) == 1, pairs(Touching::separate) == 1};
}

class PlaneMargin : public EveryIsa {};

/// All kinds, with the gap a little above and below the margin and far from it.
TEST_P(PlaneMargin, IsComparedWithTheDistance) {
  Rng rng(71);
  int sure = 0, all = 0;
  for (const Kind2 a : oracle::all_kinds2) {
    for (const Kind2 b : oracle::all_kinds2) {
      for (int i = 0; i < 24; ++i) {
        const auto margin = static_cast<float>(std::pow(10, uniform(rng, -3, 0.5)));
        const double off = std::pow(10, uniform(rng, -6, -1));
        const double gap = i % 3 == 0 ? 0.5 * double{margin} : double{margin} * (1 + (i % 2 == 0 ? off : -off));
        const ShapePair2 pair = near_contact_pair(rng, a, b, gap);
        const Truth truth = oracle::decide_at(pair.first, pair.second, margin);
        const Answer answer = ask(pair.first, pair.second, margin, GetParam());
        const Answer swapped = ask(pair.second, pair.first, margin, GetParam());
        const std::string line = oracle::to_pair_line("margin", pair.first, pair.second);
        EXPECT_EQ(answer.found, swapped.found) << margin << ' ' << line;
        EXPECT_EQ(answer.sure, swapped.sure) << margin << ' ' << line;
        if (truth == Truth::separated) {
          EXPECT_FALSE(answer.sure) << margin << ' ' << line;
        }
        if (truth == Truth::overlapping) {
          EXPECT_TRUE(answer.found) << margin << ' ' << line;
        }
        sure += answer.found == answer.sure ? 1 : 0, ++all;
        if (answer.found == answer.sure) continue;
        const double tolerance =
            0x1p-20 * (std::max(oracle::largest_coordinate(pair.first), oracle::largest_coordinate(pair.second)) +
                       double{margin});
        EXPECT_NE(oracle::decide_at(pair.first, pair.second, margin + tolerance), Truth::separated) << line;
        EXPECT_NE(oracle::decide_at(pair.first, pair.second, margin - tolerance), Truth::overlapping) << line;
      }
    }
  }
  EXPECT_GT(sure, all * 9 / 10) << "most are further from the margin than rounding hides";
}

INSTANTIATE_TEST_SUITE_P(, PlaneMargin, isas(), isa_name);

}  // namespace
}  // namespace lockstep::test
