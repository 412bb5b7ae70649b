// The distances of a list of pairs, of space or of the plane, are the same bits however the list is run.
#pragma once

#include <gtest/gtest.h>

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "distance_list.hpp"

namespace lockstep::test {

template <class AnyMeasured, class List>
void expect_same(const std::vector<AnyMeasured>& measured, const std::vector<AnyMeasured>& expected, const List& list,
                 const std::string& what) {
  ASSERT_EQ(measured.size(), expected.size());
  for (std::size_t i = 0; i < measured.size(); ++i)
    ASSERT_TRUE(same_bits(measured[i], expected[i])) << what << ":\n"
                                                     << text(measured[i]) << "\nexpected\n"
                                                     << text(expected[i]) << "\n"
                                                     << list.line(i);
}

/// With the second, float lanes answer if there is a closed form of space.
inline constexpr double tolerances[] = {0, 1e-3};

/// All instruction sets measure the same.
template <class List>
void measure_on_every_isa(const List& list) {
  for (const double tolerance : tolerances) {
    DistanceOptions options;
    options.tolerance = tolerance, options.isa = Isa::scalar;
    const auto expected = measure(list, options);
    for (const Isa isa : supported_isas()) {
      options.isa = isa;
      expect_same(measure(list, options), expected, list, std::string(name(isa)));
    }
  }
}

/// (b, a) mirrors (a, b), or is equal if a pair may have no order.
template <class List, class MayHaveNoOrder>
void measure_swapped(const List& list, const MayHaveNoOrder& may_have_no_order) {
  std::vector<Pair> swapped;
  for (const Pair& pair : list.pairs) swapped.push_back({pair.b, pair.a});
  for (const double tolerance : tolerances) {
    DistanceOptions options;
    options.tolerance = tolerance;
    auto expected = measure(list, options);
    const auto measured = measure(list.second, list.first, swapped, options);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const bool is_same = same_bits(measured[i], expected[i]);
      if (!(is_same && may_have_no_order(list.shapes[i], expected[i].distance))) expected[i] = mirrored(expected[i]);
    }
    expect_same(measured, expected, list, "swapped");
  }
}

/// If only the distance is wanted, it is the same.
template <class List>
void measure_without_points(const List& list) {
  const auto expected = measure(list);
  std::vector<Interval> alone(list.pairs.size());
  distance(list.first, list.second, list.pairs, {alone});
  for (std::size_t i = 0; i < alone.size(); ++i)
    ASSERT_TRUE(same_bits(alone[i].lower, expected[i].distance.lower) &&
                same_bits(alone[i].upper, expected[i].distance.upper))
        << list.line(i);
}

/// Shuffled, and each pair alone.
template <class List>
void measure_in_any_order(const List& list, Isa isa) {
  DistanceOptions options;
  options.isa = isa;
  const auto expected = measure(list, options);
  std::vector<std::size_t> order(list.pairs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  Rng rng(12);
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[rng() % i]);
  std::vector<Pair> shuffled;
  for (const std::size_t i : order) shuffled.push_back(list.pairs[i]);
  const auto measured = measure(list.first, list.second, shuffled, options);
  for (std::size_t i = 0; i < order.size(); ++i)
    ASSERT_TRUE(same_bits(measured[i], expected[order[i]])) << list.line(order[i]);
  for (std::size_t i = 0; i < list.pairs.size(); i += 7)
    ASSERT_TRUE(same_bits(measure(list.first, list.second, {list.pairs[i]}, options)[0], expected[i])) << list.line(i);
}

/// On 1, 2 and 4 threads.
template <class List>
void measure_on_threads(const List& list) {
  const auto expected = measure(list);
  for (const int threads : {1, 2, 4}) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
    auto measured = expected;
    tbb::task_arena(threads).execute([&] { measured = measure(list); });
    expect_same(measured, expected, list, std::to_string(threads) + " threads");
  }
}

}  // namespace lockstep::test
