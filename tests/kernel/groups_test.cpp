// Groups of pairs agree with the verdicts of `intersect` for their pairs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "error_of.hpp"
#include "every_isa.hpp"
#include "list_parity.hpp"
#include "pair_list.hpp"

namespace lockstep::test {
namespace {

using oracle::below;

/// Groups of up to `most` pairs, empty ones among them.
std::vector<std::size_t> random_ends(std::size_t pairs, int most, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<std::size_t> ends;
  for (std::size_t end = 0; end < pairs;) {
    end = std::min(pairs, end + static_cast<std::size_t>(below(rng, 4) == 0 ? 0 : below(rng, most + 1)));
    ends.push_back(end);
  }
  ends.push_back(pairs);
  return ends;
}

/// Overlapping pairs of each group.
std::vector<std::size_t> expected_counts(const std::vector<Verdict>& verdicts, const std::vector<std::size_t>& ends,
                                         Touching touching) {
  std::vector<std::size_t> counts;
  std::size_t i = 0;
  for (const std::size_t end : ends)
    for (counts.push_back(0); i < end; ++i) counts.back() += overlaps(verdicts[i], touching) ? 1U : 0U;
  return counts;
}

template <class List>
void expect_groups(const List& list, const std::vector<std::size_t>& ends, const GroupOptions& options) {
  const IntersectOptions alone{.method = options.method, .check = options.check, .isa = options.isa};
  const std::vector<std::size_t> expected = expected_counts(list.answers(alone), ends, options.touching);
  std::size_t sum = 0, groups = 0;
  for (const std::size_t count : expected) sum += count, groups += count != 0 ? 1 : 0;

  std::vector<std::size_t> counts(ends.size(), 77);
  EXPECT_EQ(count_overlaps(list.first, list.second, list.pairs, ends, counts, options), sum);
  EXPECT_EQ(counts, expected);
  std::vector<std::uint64_t> any(mask_words(ends.size()), 0x1234);
  EXPECT_EQ(any_overlap(list.first, list.second, list.pairs, ends, any, options), groups);
  for (std::size_t k = 0; k < 64 * any.size(); ++k)
    ASSERT_EQ(any[k / 64] >> (k % 64) & 1, k < ends.size() && expected[k] != 0 ? 1U : 0U) << k;
}

template <class List>
void expect_groups_of_all_sizes(const List& list, Isa isa) {
  for (const Touching touching : {Touching::overlap, Touching::separate})
    for (const Method method : methods)
      for (const int most : {1, 7, 40, 300, 4000})
        expect_groups(list, random_ends(list.pairs.size(), most, 20),
                      {.method = method, .touching = touching, .isa = isa});
}

class Groups : public EveryIsa {};

TEST_P(Groups, SayWhatTheirPairsSay) {
  expect_groups_of_all_sizes(mixed_list<Space>(21, 8), GetParam());
  expect_groups_of_all_sizes(mixed_list<Plane>(22, 30), GetParam());
}

/// Few pairs overlap, so that groups are evaluated to their ends.
TEST_P(Groups, OfPairsFarApart) {
  PairList list;
  for (std::uint32_t i = 0; i < 3000; ++i)
    list.append({Sphere{{0, 0, 0}, 1}, Sphere{{i % 700 == 699 ? 0.5F : 9.0F, 0, 0}, 1}});
  expect_groups_of_all_sizes(list, GetParam());
}

INSTANTIATE_TEST_SUITE_P(, Groups, isas(), isa_name);

TEST(GroupsOf, NothingAndEmptyOnes) {
  PairList list;
  expect_groups(list, {}, {});
  expect_groups(list, {0, 0, 0}, {});
  list.append({Sphere{{}, 1}, Sphere{{}, 1}});
  expect_groups(list, {0, 1, 1}, {});
}

TEST(GroupsOf, Threads) {
  const auto list = mixed_list<Space>(23, 20);
  on_threads([&] {
    for (const int most : {5, 500}) expect_groups(list, random_ends(list.pairs.size(), most, 24), {});
  });
}

TEST(GroupsOf, BadInputIsNamed) {
  PairList list;
  for (int i = 0; i < 8; ++i) list.append({Sphere{{}, 1}, Sphere{{}, 1}});
  std::vector<std::uint64_t> any(1, 0x1234);
  std::vector<std::size_t> counts(3, 77), ends = {2, 5, 8};
  const auto said = [&](const std::vector<std::size_t>& of_groups, const GroupOptions& options = {}) {
    const std::string text =
        error_of([&] { any_overlap(list.first, list.second, list.pairs, of_groups, any, options); });
    EXPECT_EQ(error_of([&] { count_overlaps(list.first, list.second, list.pairs, of_groups, counts, options); }), text);
    return text;
  };
  EXPECT_EQ(said({2, 1, 8}), "ends[1] = 1: is below ends[0] = 2");
  EXPECT_EQ(said({2, 5, 7}), "ends: the last is 7, must be the number of pairs, 8");
  EXPECT_EQ(said({2, 5, 9}), "ends: the last is 9, must be the number of pairs, 8");
  list.pairs[4].b = 100;
  EXPECT_EQ(said(ends), "pairs[4].b = 100: out of range, the second set has 8 shapes");
  EXPECT_EQ(any[0], 0x1234U);
  EXPECT_EQ(counts[1], 77U);
  list.pairs[4].b = 4;
  EXPECT_EQ(error_of([&] { any_overlap(list.first, list.second, list.pairs, ends, {}); }),
            "any: has 0 elements, needs 1 for 3 groups");
  EXPECT_EQ(error_of([&] { count_overlaps(list.first, list.second, list.pairs, ends, std::span(counts).first(2)); }),
            "counts: has 2 elements, needs 3 for 3 groups");
  EXPECT_EQ(error_of([&] { count_overlaps(list.first, list.second, list.pairs, ends, ends); }),
            "counts: shares memory with ends");
  const std::span in_pairs(reinterpret_cast<std::uint64_t*>(list.pairs.data()), 1);
  EXPECT_EQ(error_of([&] { any_overlap(list.first, list.second, list.pairs, ends, in_pairs); }),
            "any: shares memory with pairs");
}

}  // namespace
}  // namespace lockstep::test
