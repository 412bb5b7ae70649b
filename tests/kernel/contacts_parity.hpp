// The contacts of a list of pairs, of space or of the plane, are the same bits however the list is run.
#pragma once

#include <gtest/gtest.h>

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <limits>
#include <numeric>

#include "contact_list.hpp"

namespace lockstep::test {

inline constexpr float contact_margins[] = {0, 0.125F, 1e9F, std::numeric_limits<float>::infinity()};

template <class AnyManifold, class List>
void expect_same_contacts(const std::vector<AnyManifold>& found, const std::vector<AnyManifold>& expected,
                          const List& list, const std::string& what) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    ASSERT_TRUE(same_bits(found[i], expected[i])) << what << ":\n"
                                                  << text(found[i]) << "\nexpected\n"
                                                  << text(expected[i]) << "\n"
                                                  << list.line(i);
}

template <class List>
void touch_on_every_isa(const List& list) {
  for (const float margin : contact_margins) {
    ContactOptions options{margin};
    options.isa = Isa::scalar;
    const auto expected = touch(list, options);
    for (const Isa isa : supported_isas()) {
      options.isa = isa;
      expect_same_contacts(touch(list, options), expected, list, std::string(name(isa)));
    }
  }
}

/// (b, a) mirrors (a, b), or is equal if has_no_order(pair, distance, is equal) says that the pair has no order.
template <class List, class HasNoOrder>
void touch_swapped(const List& list, const HasNoOrder& has_no_order) {
  std::vector<Pair> swapped;
  for (const Pair& pair : list.pairs) swapped.push_back({pair.b, pair.a});
  for (const float margin : contact_margins) {
    auto expected = touch(list, {margin});
    const auto found = touch(list.second, list.first, swapped, {margin});
    for (std::size_t i = 0; i < expected.size(); ++i)
      if (!has_no_order(list.shapes[i], expected[i].distance, same_bits(found[i], expected[i])))
        expected[i] = mirrored(expected[i]);
    expect_same_contacts(found, expected, list, "swapped");
  }
}

/// Shuffled, and each pair alone.
template <class List>
void touch_in_any_order(const List& list, Isa isa) {
  ContactOptions options{0.25F};
  options.isa = isa;
  const auto expected = touch(list, options);
  std::vector<std::size_t> order(list.pairs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  Rng rng(812);
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[rng() % i]);
  std::vector<Pair> shuffled;
  for (const std::size_t i : order) shuffled.push_back(list.pairs[i]);
  const auto found = touch(list.first, list.second, shuffled, options);
  for (std::size_t i = 0; i < order.size(); ++i)
    ASSERT_TRUE(same_bits(found[i], expected[order[i]])) << list.line(order[i]);
  for (std::size_t i = 0; i < list.pairs.size(); i += 7)
    ASSERT_TRUE(same_bits(touch(list.first, list.second, {list.pairs[i]}, options)[0], expected[i])) << list.line(i);
}

/// On 1, 2 and 4 threads.
template <class List>
void touch_on_threads(const List& list) {
  const auto expected = touch(list, {0.25F});
  for (const int threads : {1, 2, 4}) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
    auto found = expected;
    tbb::task_arena(threads).execute([&] { found = touch(list, {0.25F}); });
    expect_same_contacts(found, expected, list, std::to_string(threads) + " threads");
  }
}

}  // namespace lockstep::test
