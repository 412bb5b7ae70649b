// The last try of a search in double lanes (kernel/lanes/gjk/search.hpp) ends as soon as some direction proves that it
// finds nothing. Here it also runs to its end each time: no proof may be lost.
#include <gtest/gtest.h>

#include <cmath>

#include "bounds_truth.hpp"
#include "generate.hpp"

namespace lockstep::test {
namespace {

using oracle::below;
using oracle::Kind;
using oracle::Rng;
using oracle::ShapePair;
using oracle::uniform;

/// Pairs near contact: at gaps around the depth at which the last try begins to find the origin inside, on lattices,
/// in line, far away, of very different sizes. Every other one is moved back by units in the last place.
ShapePair close_pair(Rng& rng, Kind a, Kind b) {
  if (below(rng, 2) == 0) return near_contact_pair(rng, a, b, -std::pow(10, uniform(rng, -8.5, -5.5)));
  ShapePair pair = hard_pair(rng, a, b, oracle::all_hardnesses[rng() % 6]);
  const auto by = [&] { return std::ldexp(below(rng, 3) - 1, -24 + below(rng, 3)); };
  if (below(rng, 2) == 0) pair.second = oracle::moved(pair.second, by(), by(), by());
  return pair;
}

struct Counts {
  int open = 0, shallow = 0, inside = 0;
};

Counts compare_last_tries(const PairOfKinds& kinds, Rng& rng, int count) {
  Counts counts;
  for (int i = 0; i < count; ++i) {
    const ShapePair pair = close_pair(rng, kinds.a, kinds.b);
    if (!is_turned_plainly(pair.first) || !is_turned_plainly(pair.second)) continue;
    const PairOfRecords records(pair);
    const LastTryAnswer answer = kinds.of(probe_double::bounds_probe.last_try)(records.a(), records.b());
    EXPECT_EQ(answer.inside, answer.inside_in_full) << kinds.name() << ", pair " << i;
    EXPECT_FALSE(answer.is_shallow && answer.inside_in_full) << kinds.name() << ", pair " << i;
    counts.open += answer.is_open, counts.shallow += answer.is_shallow, counts.inside += answer.inside;
  }
  return counts;
}

TEST(LastTry, EndsEarlyOnlyWhereItFindsNothing) {
  constexpr Kind kinds[] = {Kind::aabb,   Kind::box,       Kind::hull,     Kind::corners, Kind::capsule,
                            Kind::placed, Kind::ellipsoid, Kind::cylinder, Kind::cone};
  Rng rng(21);
  Counts total;
  for (const Kind a : kinds)
    for (const Kind b : kinds) {
      if (record_kind(a) > record_kind(b)) continue;
      const Counts counts = compare_last_tries({a, b}, rng, 3000);
      total.open += counts.open, total.shallow += counts.shallow, total.inside += counts.inside;
    }
  RecordProperty("open", total.open), RecordProperty("shallow", total.shallow), RecordProperty("inside", total.inside);
  EXPECT_GT(total.open, 1000);
  EXPECT_GT(total.shallow, total.open / 8) << "the exit is hardly ever taken";
  EXPECT_GT(total.inside, 100) << "the pairs do not lie at the edge of what is found";
}

}  // namespace
}  // namespace lockstep::test
