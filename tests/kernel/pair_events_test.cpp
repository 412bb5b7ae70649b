// The pairs that began, stayed and ended, against the set operations of the standard library.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <vector>

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include "error_of.hpp"
#include "failing_allocations.hpp"
#include "lockstep/overlap.hpp"
#include "overlap_scene.hpp"

namespace lockstep::test {
namespace {

using Pairs = std::vector<Pair>;

bool by_order(const Pair& p, const Pair& q) { return p.a != q.a ? p.a < q.a : p.b < q.b; }

struct Changes {
  Pairs began, stayed, ended;
  friend bool operator==(const Changes&, const Changes&) = default;
};

Pairs list_of(std::span<const Pair> pairs) { return {pairs.begin(), pairs.end()}; }
Changes copy_of(const PairChanges& changes) {
  return {list_of(changes.began), list_of(changes.stayed), list_of(changes.ended)};
}

Changes true_changes(const Pairs& before, const Pairs& now) {
  Changes all;
  std::set_difference(now.begin(), now.end(), before.begin(), before.end(), std::back_inserter(all.began), by_order);
  std::set_intersection(now.begin(), now.end(), before.begin(), before.end(), std::back_inserter(all.stayed), by_order);
  std::set_difference(before.begin(), before.end(), now.begin(), now.end(), std::back_inserter(all.ended), by_order);
  return all;
}

/// Of `objects` objects, some with more pairs than others, and some at the ends of 32 bits.
Pairs random_list(Rng& rng, std::size_t count, std::uint32_t objects) {
  Pairs pairs(count);
  for (Pair& pair : pairs) {
    pair = {static_cast<std::uint32_t>(rng() % objects), static_cast<std::uint32_t>(rng() % objects)};
    if (rng() % 50 == 0) pair.a = std::numeric_limits<std::uint32_t>::max() - pair.a % 4;
    if (rng() % 50 == 0) pair.b = std::numeric_limits<std::uint32_t>::max() - pair.b % 4;
    if (rng() % 20 == 0) pair.a = objects / 2;
  }
  std::sort(pairs.begin(), pairs.end(), by_order);
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

/// The next frame: a number of each thousand pairs are gone, and as many are new.
Pairs changed(Rng& rng, const Pairs& from, unsigned thousandth, std::uint32_t objects) {
  Pairs next;
  for (const Pair& pair : from)
    if (rng() % 1000 >= thousandth) next.push_back(pair);
  const Pairs more = random_list(rng, from.size() * thousandth / 1000 + 1, objects);
  next.insert(next.end(), more.begin(), more.end());
  std::sort(next.begin(), next.end(), by_order);
  next.erase(std::unique(next.begin(), next.end()), next.end());
  return next;
}

TEST(PairEvents, AreThoseOfTheSetsOfTheStandardLibrary) {
  constexpr unsigned seed = 71;
  Rng rng(seed);
  PairEvents events, other;
  Pairs before;
  for (int i = 0; i < 400; ++i) {
    const auto objects = static_cast<std::uint32_t>(1 + rng() % 300);
    const Pairs now = i % 3 == 0 ? random_list(rng, rng() % 600, objects)
                                 : changed(rng, before, static_cast<unsigned>(rng() % 400), objects);
    const Changes truth = true_changes(before, now);
    ASSERT_EQ(copy_of(events.update(now)), truth) << "seed " << seed << ", frame " << i;
    ASSERT_EQ(copy_of(other.compare(before, now)), truth) << "seed " << seed << ", frame " << i;
    before = now;
  }
}

TEST(PairEvents, OfNoneOfAllAndOfTheSame) {
  const Pairs some = {{0, 1}, {0, 2}, {1, 0}, {7, 0xffffffffU}, {0xffffffffU, 0}};
  PairEvents events;
  EXPECT_EQ(copy_of(events.update({})), Changes{});
  EXPECT_EQ(copy_of(events.update(some)), (Changes{some, {}, {}}));
  EXPECT_EQ(copy_of(events.update(some)), (Changes{{}, some, {}}));
  EXPECT_EQ(copy_of(events.compare(some, {})), (Changes{{}, {}, some}));
  EXPECT_EQ(copy_of(events.update({})), (Changes{{}, {}, some})) << "what is compared is not remembered";
  EXPECT_EQ(copy_of(events.update({})), Changes{});
  EXPECT_EQ(copy_of(events.update(some)), (Changes{some, {}, {}}));
  events.forget();
  EXPECT_EQ(copy_of(events.update(some)), (Changes{some, {}, {}}));
  PairEvents moved = std::move(events);
  EXPECT_EQ(copy_of(moved.update({{some[1]}})).stayed, Pairs{some[1]});
}

/// Long lists are cut into parts if there are threads for them.
TEST(PairEvents, AreTheSameForEveryNumberOfThreads) {
  constexpr unsigned seed = 72;
  Rng rng(seed);
  const Pairs long_list = random_list(rng, 200'000, 70'000);
  const std::vector<std::pair<Pairs, Pairs>> cases = {
      {long_list, changed(rng, long_list, 50, 70'000)},
      {changed(rng, long_list, 900, 70'000), long_list},
      {long_list, random_list(rng, 100'000, 70'000)},
      {random_list(rng, 90'000, 100), long_list},
      {long_list, {}},
      {{}, long_list},
      {long_list, long_list},
      {long_list, {long_list.begin() + 777, long_list.begin() + 100'000}},
      {{long_list.end() - 40'000, long_list.end()}, {long_list.begin(), long_list.begin() + 60'000}}};
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const auto& before = cases[i].first;
    const auto& now = cases[i].second;
    const Changes truth = true_changes(before, now);
    for (const int threads : {1, 2, 3, 8}) {
      const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
      tbb::task_arena arena(threads);
      arena.execute([&] {
        PairEvents events;
        ASSERT_TRUE(copy_of(events.compare(before, now)) == truth) << i << ", " << threads << " threads, seed " << seed;
        (void)events.update(before);
        ASSERT_TRUE(copy_of(events.update(now)) == truth) << i << ", " << threads << " threads, seed " << seed;
      });
    }
  }
}

TEST(PairEvents, OfAPass) {
  Rng rng(73);
  PairEvents events;
  OverlapPass pass;
  Pairs pairs(20'000), before;
  for (int frame = 0; frame < 4; ++frame) {
    ShapeSet set;
    for (int i = 0; i < 1500; ++i) add_to(set, shape_in_cube(rng, 9, Kind::sphere));
    const OverlapResult found = pass.run(set, {.pairs = pairs});
    ASSERT_TRUE(found.complete);
    const Pairs now(pairs.begin(), pairs.begin() + static_cast<std::ptrdiff_t>(found.pairs));
    ASSERT_EQ(copy_of(events.update(now)), true_changes(before, now));
    before = now;
  }
  EXPECT_GT(before.size(), 100U);
}

TEST(PairEvents, RefuseWhatIsNotInOrder) {
  PairEvents events;
  const Pairs good = {{1, 2}, {3, 4}}, twice = {{1, 2}, {3, 4}, {3, 4}}, back = {{1, 2}, {3, 4}, {3, 1}, {0, 0}};
  (void)events.update(good);
  EXPECT_EQ(error_of([&] { (void)events.update(twice); }),
            "pairs[2] = (3, 4): comes behind (3, 4), needs to be larger: pairs are in rising order of a, then b, each "
            "once (PairOrder::sorted)");
  EXPECT_EQ(error_of([&] { (void)events.update(back); }).substr(0, 35), "pairs[2] = (3, 1): comes behind (3,");
  EXPECT_EQ(error_of([&] { (void)events.compare(back, good); }).substr(0, 19), "before[2] = (3, 1):");
  EXPECT_EQ(error_of([&] { (void)events.compare(good, back); }).substr(0, 16), "now[2] = (3, 1):");
  EXPECT_EQ(copy_of(events.update({})), (Changes{{}, {}, good})) << "they are as they were";
}

TEST(PairEvents, RefuseTheFirstDisorderOfALongList) {
  Rng rng(74);
  Pairs pairs = random_list(rng, 100'000, 100'000);
  for (const std::size_t i : {99'000U, 65'536U, 16'385U, 16'384U, 1U}) {
    pairs[i] = pairs[i - 1];
    PairEvents events;
    const std::string found = error_of([&] { (void)events.update(pairs); });
    EXPECT_EQ(found.substr(0, found.find(' ')), "pairs[" + std::to_string(i) + "]");
  }
}

/// Nothing is read or written out of bounds: the sanitizers and valgrind check that.
TEST(PairEvents, OfListsInDisorderThatNobodyLooksAt) {
  Rng rng(75);
  for (const int threads : {1, 8}) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
    tbb::task_arena arena(threads);
    arena.execute([&] {
      PairEvents events;
      for (const std::size_t count : {5U, 3U, 60'000U, 40'000U, 80'000U}) {
        Pairs pairs(count);
        for (Pair& pair : pairs)
          pair = {static_cast<std::uint32_t>(rng() % 300), static_cast<std::uint32_t>(rng() % 9)};
        const PairChanges changes = events.update(pairs, Check::none);
        EXPECT_EQ(changes.began.size() + changes.stayed.size(), count);
      }
    });
  }
}

TEST(PairEvents, RefuseTheirOwnLists) {
  PairEvents events;
  const Pairs pairs = {{1, 2}, {3, 4}};
  (void)events.update(pairs);
  const PairChanges changes = events.update(pairs);
  EXPECT_EQ(error_of([&] { (void)events.update(changes.stayed); }),
            "pairs: shares memory with the changes that were returned last");
  EXPECT_EQ(error_of([&] { (void)events.compare(pairs, changes.stayed, Check::none); }),
            "now: shares memory with the changes that were returned last");
}

TEST(PairEvents, AllocateNothingForShorterLists) {
  Rng rng(76);
  const Pairs first = random_list(rng, 50'000, 5000), second = changed(rng, first, 100, 5000);
  PairEvents events;
  (void)events.update(second.size() > first.size() ? second : first);
  EXPECT_EQ(allocations_of([&] {
              (void)events.update(first);
              (void)events.update(second);
              (void)events.update({});
            }),
            0U);
  const std::size_t longest = std::max(first.size(), second.size());
  EXPECT_LE(events.memory_bytes(), 40 * longest + longest / 2 * 40 + 1000);
  EXPECT_GE(events.memory_bytes(), 16 * longest);
}

TEST(PairEvents, StayAsTheyWereWhereMemoryRunsOut) {
  Rng rng(77);
  const Pairs first = random_list(rng, 500, 50), second = random_list(rng, 5000, 500);
  const Changes truth = true_changes(first, second);
  for (std::size_t n = 0;; ++n) {
    ASSERT_LT(n, 100U) << "it never succeeds";
    PairEvents events;
    (void)events.update(first);
    try {
      const FailingNew failing(n);
      (void)events.update(second);
    } catch (const std::bad_alloc&) {
      ASSERT_EQ(copy_of(events.update(second)), truth) << "allocation " << n;
      continue;
    }
    break;
  }
}

}  // namespace
}  // namespace lockstep::test
