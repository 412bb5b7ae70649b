// Contacts are the same bits for every instruction set, thread count, order and length of the list, and those of (b, a)
// are those of (a, b) mirrored.
#include <gtest/gtest.h>

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <numeric>

#include "contact_list.hpp"
#include "every_isa.hpp"
#include "every_kind_pair.hpp"
#include "list_parity.hpp"
#include "variations.hpp"

namespace lockstep::test {
namespace {

constexpr float margins[] = {0, 0.125F, 1e9F, std::numeric_limits<float>::infinity()};

void expect_same(const std::vector<Manifold>& found, const std::vector<Manifold>& expected, const PairList& list,
                 const std::string& what) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    ASSERT_TRUE(same_bits(found[i], expected[i])) << what << ":\n"
                                                  << text(found[i]) << "\nexpected\n"
                                                  << text(expected[i]) << "\n"
                                                  << list.line(i);
}

/// Random, near contact and hard pairs in turn, and boxes and capsules that lie on each other.
class ContactsParity : public EveryKindPair {
 protected:
  ContactsParity() {
    const std::uint64_t seed =
        800 + 16 * static_cast<unsigned>(GetParam().first) + static_cast<unsigned>(GetParam().second);
    Rng rng(seed);
    append_mixture(list_, rng, GetParam().first, GetParam().second, 300);
  }
  PairList list_;
};

TEST_P(ContactsParity, OfInstructionSets) {
  for (const float margin : margins) {
    ContactOptions options{margin};
    options.isa = Isa::scalar;
    const std::vector<Manifold> expected = touch(list_, options);
    for (const Isa isa : supported_isas()) {
      options.isa = isa;
      expect_same(touch(list_, options), expected, list_, std::string(name(isa)));
    }
  }
}

TEST_P(ContactsParity, OfSwappedPairs) {
  std::vector<Pair> swapped;
  for (const Pair& pair : list_.pairs) swapped.push_back({pair.b, pair.a});
  for (const float margin : margins) {
    std::vector<Manifold> expected = touch(list_, {margin});
    // Two shapes that are the same numbers have no order, nor have a point and a ball without radius around it.
    const bool balls = GetParam().second <= Kind::sphere;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const bool one_point = balls && expected[i].distance == Interval{0, 0};
      if (!is_same(list_.shapes[i].first, list_.shapes[i].second) && !one_point) expected[i] = mirrored(expected[i]);
    }
    expect_same(touch(list_.second, list_.first, swapped, {margin}), expected, list_, "swapped");
  }
}

INSTANTIATE_TEST_SUITE_P(, ContactsParity, kind_pairs(), kind_pair_name);

class ContactLists : public EveryIsa {};

/// Of mixed kinds: shuffled, and each pair alone.
TEST_P(ContactLists, OrderAndLength) {
  const auto list = mixed_list<PairList>(oracle::all_kinds, 811, 6);
  ContactOptions options{0.25F};
  options.isa = GetParam();
  const std::vector<Manifold> expected = touch(list, options);
  std::vector<std::size_t> order(list.pairs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  Rng rng(812);
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[rng() % i]);
  std::vector<Pair> shuffled;
  for (const std::size_t i : order) shuffled.push_back(list.pairs[i]);
  const std::vector<Manifold> found = touch(list.first, list.second, shuffled, options);
  for (std::size_t i = 0; i < order.size(); ++i)
    ASSERT_TRUE(same_bits(found[i], expected[order[i]])) << list.line(order[i]);
  for (std::size_t i = 0; i < list.pairs.size(); i += 7)
    ASSERT_TRUE(same_bits(touch(list.first, list.second, {list.pairs[i]}, options)[0], expected[i])) << list.line(i);
}

INSTANTIATE_TEST_SUITE_P(, ContactLists, isas(), isa_name);

TEST(ContactThreads, OneTwoFour) {
  const auto list = mixed_list<PairList>(oracle::all_kinds, 813, 8);
  const std::vector<Manifold> expected = touch(list, {0.25F});
  for (const int threads : {1, 2, 4}) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
    std::vector<Manifold> found;
    tbb::task_arena(threads).execute([&] { found = touch(list, {0.25F}); });
    expect_same(found, expected, list, std::to_string(threads) + " threads");
  }
}

}  // namespace
}  // namespace lockstep::test
