// The verdicts on a list of pairs, of space or of the plane, are the same bits however the list is run.
#pragma once

#include <gtest/gtest.h>

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "lockstep/intersect.hpp"
#include "pair_list.hpp"

namespace lockstep::test {

inline constexpr Method methods[] = {Method::automatic, Method::gjk};

inline IntersectOptions with(Isa isa, Method method) { return {.method = method, .check = Check::inputs, .isa = isa}; }

inline std::string say(const IntersectOptions& options) {
  return std::string(name(*options.isa)) + (options.method == Method::gjk ? ", gjk" : ", automatic");
}

template <class List>
void expect_same(const List& list, const std::vector<Verdict>& got, const std::vector<Verdict>& expected) {
  ASSERT_EQ(got.size(), expected.size());
  for (std::size_t i = 0; i < got.size(); ++i)
    ASSERT_EQ(got[i], expected[i]) << "position " << i << "\n" << list.line(i);
}

/// Some pairs of every two of these kinds, in either order, unsorted.
template <class List, class Kinds>
List mixed_list(const Kinds& kinds, std::uint64_t seed, int of_each) {
  Rng rng(seed);
  List grouped, list;
  for (const auto a : kinds)
    for (const auto b : kinds) append_mixture(grouped, rng, a, b, of_each);
  std::shuffle(grouped.shapes.begin(), grouped.shapes.end(), std::minstd_rand(1));
  for (const auto& pair : grouped.shapes) list.append(pair);
  return list;
}

/// All instruction sets give the same answers.
template <class List>
void ask_every_isa(const List& list) {
  for (const Method method : methods) {
    const std::vector<Verdict> expected = list.answers(with(Isa::scalar, method));
    for (const Isa isa : supported_isas()) {
      SCOPED_TRACE(say(with(isa, method)));
      expect_same(list, list.answers(with(isa, method)), expected);
    }
  }
}

/// A pair's answer is the same alone, in the list, and in the list in another order.
template <class List>
void ask_in_any_order(const List& list, Isa isa) {
  for (const Method method : methods) {
    const IntersectOptions options = with(isa, method);
    SCOPED_TRACE(say(options));
    std::vector<Verdict> one_by_one(list.pairs.size());
    for (std::size_t i = 0; i < list.pairs.size(); ++i)
      intersect(list.first, list.second, {&list.pairs[i], 1}, {&one_by_one[i], 1}, with(Isa::scalar, method));
    expect_same(list, list.answers(options), one_by_one);

    std::vector<std::size_t> order(list.pairs.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::shuffle(order.begin(), order.end(), std::minstd_rand(2));
    std::vector<Pair> shuffled;
    for (const std::size_t i : order) shuffled.push_back(list.pairs[i]);
    std::vector<Verdict> verdicts(shuffled.size()), restored(shuffled.size());
    intersect(list.first, list.second, shuffled, verdicts, options);
    for (std::size_t i = 0; i < order.size(); ++i) restored[order[i]] = verdicts[i];
    expect_same(list, restored, one_by_one);
  }
}

/// Every number of pairs from none to a full tile and one more; the memory behind the span stays as it was.
template <class List>
void ask_every_count(const List& list, Isa isa) {
  ASSERT_GE(list.pairs.size(), 258U);
  constexpr auto untouched = static_cast<Verdict>(77);
  for (const Method method : methods) {
    const std::vector<Verdict> expected = list.answers(with(Isa::scalar, method));
    for (std::size_t count = 0; count <= 257; ++count) {
      std::vector<Verdict> verdicts(count + 1, untouched);
      intersect(list.first, list.second, {list.pairs.data(), count}, {verdicts.data(), count}, with(isa, method));
      for (std::size_t i = 0; i < count; ++i)
        ASSERT_EQ(verdicts[i], expected[i]) << i << " of " << count << "\n" << list.line(i);
      ASSERT_EQ(static_cast<int>(verdicts[count]), 77) << count;
    }
  }
}

/// Many times over, on 1, 2 and 4 threads.
template <class List>
void ask_on_threads(List list) {
  const std::size_t distinct = list.pairs.size();
  for (int copy = 0; copy < 60; ++copy)
    for (std::size_t i = 0; i < distinct; ++i) list.pairs.push_back(list.pairs[i]);
  for (const Method method : methods) {
    const IntersectOptions options = with(supported_isas().front(), method);
    std::vector<Verdict> expected(list.pairs.size());
    tbb::task_arena(1).execute([&] { expected = list.answers(options); });
    for (const int threads : {1, 2, 4}) {
      const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
      tbb::task_arena arena(threads);
      for (int repeat = 0; repeat < 3; ++repeat)
        EXPECT_EQ(arena.execute([&] { return list.answers(options); }), expected) << threads << " threads";
    }
  }
}

}  // namespace lockstep::test
