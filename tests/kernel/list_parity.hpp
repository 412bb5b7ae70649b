// The verdicts on a list of pairs, of space or of the plane, are the same bits however the list is run.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "lockstep/intersect.hpp"
#include "shuffled.hpp"
#include "spaces.hpp"
#include "threads.hpp"

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

/// Some pairs of every two kinds, in either order, unsorted.
template <class S>
typename S::Pairs mixed_list(std::uint64_t seed, int of_each) {
  const auto grouped = pairs_of_all_kinds<S>(seed, of_each);
  typename S::Pairs list;
  for (const std::size_t i : shuffled_order(grouped.pairs.size(), 1)) list.append(grouped.shapes[i]);
  return list;
}

/// With these numbers of vertices, each followed by one with few; polygons alone.
inline void append_many_vertices(PlanePairList& list, Rng& rng, const PlaneKinds& kinds,
                                 std::initializer_list<int> vertices, int of_each) {
  if (kinds.second != Kind2::polygon) return;
  for (const int count : vertices)
    for (int i = 0; i < of_each; ++i) {
      ShapePair2 pair = random_pair(rng, kinds.first, kinds.second);
      pair.second = oracle::polygon_of(rng, count, {1, 0.5F});
      list.append(pair), list.append(random_pair(rng, kinds.first, kinds.second));
    }
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

    const std::vector<std::size_t> order = shuffled_order(list.pairs.size(), 2);
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
    on_threads([&] {
      for (int repeat = 0; repeat < 3; ++repeat) EXPECT_EQ(list.answers(options), expected);
    });
  }
}

}  // namespace lockstep::test
