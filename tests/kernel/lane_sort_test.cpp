// Eight numbers in order, in registers or one by one.
#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <random>

#include "every_isa.hpp"
#include "lane_probe.hpp"
#include "lane_values.hpp"

namespace lockstep::test {
namespace {

constexpr std::uint32_t first_place = 1'000'000'000;

class LaneSort : public EveryIsa {
 protected:
  using Eight = std::array<float, 8>;

  /// The places are those that were asked about, each once, and each number is what stood there, or next to it.
  void expect_order(const Eight& numbers, unsigned those) {
    Eight given = numbers, sorted{};
    for (unsigned i = 0; i < 8; ++i)
      if ((those >> i & 1U) == 0) given[i] = -1;
    std::array<std::uint32_t, 8> place{};
    const unsigned count =
        lane_probe(GetParam()).sort_eight(given.data(), those, first_place, sorted.data(), place.data());
    ASSERT_EQ(count, static_cast<unsigned>(std::popcount(those)));
    unsigned seen = 0;
    for (std::size_t at = 0; at < count; ++at) {
      const std::uint32_t from = place[at] - first_place;
      ASSERT_LT(from, 8U);
      seen |= 1U << from;
      ASSERT_LE(sorted[at], numbers[from]);
      ASSERT_LT(bits_of(numbers[from]) - bits_of(sorted[at]), 8U);
      ASSERT_TRUE(at == 0 || sorted[at] <= sorted[at - 1]);
    }
    ASSERT_EQ(seen, those);
  }
};

TEST_P(LaneSort, AllOrders) {
  Eight numbers;
  std::iota(numbers.begin(), numbers.end(), 0.0F);
  do {
    ASSERT_NO_FATAL_FAILURE(expect_order(numbers, 0xff));
  } while (std::next_permutation(numbers.begin(), numbers.end()));
}

TEST_P(LaneSort, SomeOfThem) {
  std::mt19937 rng(7);
  const std::array values{
      0.0F, std::numeric_limits<float>::denorm_min(), 1e-40F, 0.25F, 0.5F, std::nextafter(0.5F, 1.0F),
      1.0F, std::numeric_limits<float>::infinity()};
  for (unsigned those = 0; those < 256; ++those)
    for (int trial = 0; trial < 100; ++trial) {
      Eight numbers;
      for (float& x : numbers) x = values[rng() % values.size()];
      ASSERT_NO_FATAL_FAILURE(expect_order(numbers, those));
    }
}

INSTANTIATE_TEST_SUITE_P(, LaneSort, isas(), isa_name);

}  // namespace
}  // namespace lockstep::test
