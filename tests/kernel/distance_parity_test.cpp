// Distances are the same bits for every instruction set, thread count, order and length of the list, and those of (b,
// a) are those of (a, b) mirrored.
#include <gtest/gtest.h>

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <numeric>

#include "distance_list.hpp"
#include "every_isa.hpp"
#include "every_kind_pair.hpp"
#include "list_parity.hpp"
#include "variations.hpp"

namespace lockstep::test {
namespace {

void expect_same(const std::vector<Measured>& measured, const std::vector<Measured>& expected, const PairList& list,
                 const std::string& what) {
  ASSERT_EQ(measured.size(), expected.size());
  for (std::size_t i = 0; i < measured.size(); ++i)
    ASSERT_TRUE(same_bits(measured[i], expected[i])) << what << ":\n"
                                                     << text(measured[i]) << "\nexpected\n"
                                                     << text(expected[i]) << "\n"
                                                     << list.line(i);
}

/// With the second, float lanes answer where there is a closed form.
constexpr double tolerances[] = {0, 1e-3};

class DistanceParity : public EveryKindPair {
 protected:
  DistanceParity() {
    const std::uint64_t seed =
        300 + 16 * static_cast<unsigned>(GetParam().first) + static_cast<unsigned>(GetParam().second);
    Rng rng(seed);
    append_mixture(list_, rng, GetParam().first, GetParam().second, 300);
  }
  PairList list_;
};

TEST_P(DistanceParity, OfInstructionSets) {
  for (const double tolerance : tolerances) {
    DistanceOptions options;
    options.tolerance = tolerance, options.isa = Isa::scalar;
    const std::vector<Measured> expected = measure(list_, options);
    for (const Isa isa : supported_isas()) {
      options.isa = isa;
      expect_same(measure(list_, options), expected, list_, std::string(name(isa)));
    }
  }
}

TEST_P(DistanceParity, OfSwappedPairs) {
  std::vector<Pair> swapped;
  for (const Pair& pair : list_.pairs) swapped.push_back({pair.b, pair.a});
  // Two shapes that are the same numbers have no order, nor have a point and a ball without radius around it.
  const bool balls = GetParam().second <= Kind::sphere;
  for (const double tolerance : tolerances) {
    DistanceOptions options;
    options.tolerance = tolerance;
    std::vector<Measured> expected = measure(list_, options);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const bool one_point = balls && expected[i].distance == Interval{0, 0};
      if (!is_same(list_.shapes[i].first, list_.shapes[i].second) && !one_point) expected[i] = mirrored(expected[i]);
    }
    expect_same(measure(list_.second, list_.first, swapped, options), expected, list_, "swapped");
  }
}

/// Nothing but the distance wanted, the same distance.
TEST_P(DistanceParity, OfWhatIsWanted) {
  const std::vector<Measured> expected = measure(list_);
  std::vector<Interval> alone(list_.pairs.size());
  distance(list_.first, list_.second, list_.pairs, {alone});
  for (std::size_t i = 0; i < alone.size(); ++i)
    ASSERT_TRUE(same_bits(alone[i].lower, expected[i].distance.lower) &&
                same_bits(alone[i].upper, expected[i].distance.upper))
        << list_.line(i);
}

INSTANTIATE_TEST_SUITE_P(, DistanceParity, kind_pairs(), kind_pair_name);

class DistanceLists : public EveryIsa {};

/// Of mixed kinds: shuffled, and each pair alone.
TEST_P(DistanceLists, OrderAndLength) {
  const auto list = mixed_list<PairList>(oracle::all_kinds, 11, 6);
  DistanceOptions options;
  options.isa = GetParam();
  const std::vector<Measured> expected = measure(list, options);
  std::vector<std::size_t> order(list.pairs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  Rng rng(12);
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[rng() % i]);
  std::vector<Pair> shuffled;
  for (const std::size_t i : order) shuffled.push_back(list.pairs[i]);
  const std::vector<Measured> measured = measure(list.first, list.second, shuffled, options);
  for (std::size_t i = 0; i < order.size(); ++i)
    ASSERT_TRUE(same_bits(measured[i], expected[order[i]])) << list.line(order[i]);
  for (std::size_t i = 0; i < list.pairs.size(); i += 7)
    ASSERT_TRUE(same_bits(measure(list.first, list.second, {list.pairs[i]}, options)[0], expected[i])) << list.line(i);
}

INSTANTIATE_TEST_SUITE_P(, DistanceLists, isas(), isa_name);

TEST(DistanceThreads, OneTwoFour) {
  const auto list = mixed_list<PairList>(oracle::all_kinds, 13, 8);
  const std::vector<Measured> expected = measure(list);
  for (const int threads : {1, 2, 4}) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
    std::vector<Measured> measured;
    tbb::task_arena(threads).execute([&] { measured = measure(list); });
    expect_same(measured, expected, list, std::to_string(threads) + " threads");
  }
}

}  // namespace
}  // namespace lockstep::test
