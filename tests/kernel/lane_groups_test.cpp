// Eight lanes for each of a few things, and eight numbers in order, in registers or one by one.
#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <numeric>
#include <random>

#include "every_isa.hpp"
#include "lane_probe.hpp"
#include "lane_values.hpp"

namespace lockstep::test {
namespace {

constexpr std::size_t most_groups_of_8 = 2, most_lanes = 8 * most_groups_of_8;

class LaneGroups : public EveryIsa {
 protected:
  using Group = std::array<float, 8>;

  const LaneProbe& probe() { return lane_probe(GetParam()); }

  /// Group k of a register has the numbers of the group before it, one lane later, and so its own order.
  void expect_order(const Group& numbers, unsigned selected) {
    std::array<Group, most_groups_of_8> own;
    std::array<float, most_lanes> given{}, sorted{};
    std::array<std::uint32_t, most_groups_of_8> of{}, first{}, counts{};
    std::array<std::uint32_t, most_lanes> place{};
    for (std::size_t k = 0; k < probe().groups_of_8; ++k) {
      std::rotate_copy(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(k), numbers.end(),
                       own[k].begin());
      of[k] = (selected >> k | selected << (8 - k)) & 0xffU,
      first[k] = static_cast<std::uint32_t>(1'000'000'000 + 100 * k);
      for (std::size_t i = 0; i < 8; ++i) given[8 * k + i] = (of[k] >> i & 1U) != 0 ? own[k][i] : -1.0F;
    }
    probe().sort_groups_of_8(given.data(), of.data(), first.data(), sorted.data(), place.data(), counts.data());
    for (std::size_t k = 0; k < probe().groups_of_8; ++k) {
      ASSERT_EQ(counts[k], static_cast<unsigned>(std::popcount(of[k])));
      expect_places(own[k], of[k], &sorted[8 * k], &place[8 * k], first[k]);
    }
  }

 private:
  /// The requested numbers, each once, and each is the number at that place, or next to it.
  static void expect_places(const Group& numbers, unsigned selected, const float* sorted, const std::uint32_t* place,
                            std::uint32_t first) {
    unsigned seen = 0;
    for (int at = 0; at < std::popcount(selected); ++at) {
      const std::uint32_t from = place[at] - first;
      ASSERT_LT(from, 8U);
      seen |= 1U << from;
      ASSERT_LE(sorted[at], numbers[from]);
      ASSERT_LT(bits_of(numbers[from]) - bits_of(sorted[at]), 8U);
      ASSERT_TRUE(at == 0 || sorted[at] <= sorted[at - 1]);
    }
    ASSERT_EQ(seen, selected);
  }
};

TEST_P(LaneGroups, NumbersOfEach) {
  std::array<float, 2 * most_lanes> numbers;
  std::iota(numbers.begin(), numbers.end(), 0.0F);
  const std::array at{&numbers[9], &numbers[4]};
  std::array<float, most_lanes> loaded{}, spread{};
  probe().load_groups_of_8(at.data(), loaded.data()), probe().spread_to_groups_of_8(at.data(), spread.data());
  for (std::size_t k = 0; k < probe().groups_of_8; ++k)
    for (std::size_t i = 0; i < probe().lanes_of_group; ++i) {
      EXPECT_EQ(loaded[8 * k + i], at[k][i]);
      EXPECT_EQ(spread[8 * k + i], *at[k]);
    }
}

TEST_P(LaneGroups, FirstOfEight) {
  for (unsigned k = 0; k < probe().groups_of_8; ++k)
    for (unsigned count = 0; count <= probe().lanes_of_group; ++count)
      EXPECT_EQ(probe().first_of_group(k, count), ((1U << count) - 1) << 8 * k);
}

TEST_P(LaneGroups, AllOrders) {
  Group numbers;
  std::iota(numbers.begin(), numbers.end(), 0.0F);
  do {
    ASSERT_NO_FATAL_FAILURE(expect_order(numbers, 0xff));
  } while (std::next_permutation(numbers.begin(), numbers.end()));
}

TEST_P(LaneGroups, SomeOfThem) {
  std::mt19937 rng(7);
  const std::array values{
      0.0F, std::numeric_limits<float>::denorm_min(), 1e-40F, 0.25F, 0.5F, std::nextafter(0.5F, 1.0F),
      1.0F, std::numeric_limits<float>::infinity()};
  for (unsigned selected = 0; selected < 256; ++selected)
    for (int trial = 0; trial < 100; ++trial) {
      Group numbers;
      for (float& x : numbers) x = values[rng() % values.size()];
      ASSERT_NO_FATAL_FAILURE(expect_order(numbers, selected));
    }
}

INSTANTIATE_TEST_SUITE_P(, LaneGroups, isas(), isa_name);

}  // namespace
}  // namespace lockstep::test
