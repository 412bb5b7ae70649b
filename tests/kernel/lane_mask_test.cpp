// Masks, and operations that move lanes under a mask: select, compress, store_bytes, load_rows.
#include <algorithm>
#include <numeric>

#include "every_isa.hpp"
#include "lane_probe.hpp"
#include "lane_values.hpp"

namespace lockstep::test {
namespace {

class LaneMasks : public EveryIsa {
 protected:
  const LaneProbe& probe_ = lane_probe(GetParam());
  const std::size_t width_ = static_cast<std::size_t>(probe_.width);
  const unsigned full_ = (1U << probe_.width) - 1;

  /// All pairs of masks if there are few, else all first masks with a few second ones each.
  template <class Run>
  void for_all_pairs(const Run& run) {
    std::mt19937 rng(4);
    for (unsigned a = 0; a <= full_; ++a) {
      if (full_ <= 255) {
        for (unsigned b = 0; b <= full_; ++b) run(a, b);
      } else {
        const auto random = static_cast<unsigned>(rng());
        for (const unsigned b : {0U, full_, a, a ^ full_, random & full_, random >> 16 & full_}) run(a, b);
      }
    }
  }
};

TEST_P(LaneMasks, BitsAnyNoneAll) {
  for (unsigned mask = 0; mask <= full_; ++mask) {
    ASSERT_EQ(probe_.round_trip(mask), mask);
    ASSERT_EQ(probe_.negation(mask), mask ^ full_);
    ASSERT_EQ(probe_.any(mask), mask != 0);
    ASSERT_EQ(probe_.none(mask), mask == 0);
    ASSERT_EQ(probe_.all(mask), mask == full_);
  }
}

TEST_P(LaneMasks, AndOr) {
  for_all_pairs([&](unsigned a, unsigned b) {
    ASSERT_EQ(probe_.both(a, b), a & b);
    ASSERT_EQ(probe_.either(a, b), a | b);
  });
}

TEST_P(LaneMasks, FirstLanes) {
  for (int count = 0; count <= probe_.width; ++count) ASSERT_EQ(probe_.first_lanes(count), (1U << count) - 1) << count;
}

TEST_P(LaneMasks, SelectKeepsEveryBit) {
  auto a = random_values(most_lanes, 5), b = random_values(most_lanes, 6);
  const auto special = special_values();
  std::array<float, most_lanes> out{};
  std::array<std::uint32_t, most_lanes> index_a{}, index_b{}, index_out{};
  for (unsigned mask = 0; mask <= full_; ++mask) {
    std::rotate(a.begin(), a.begin() + 1, a.end());
    a[0] = special[mask % special.size()];
    for (std::size_t i = 0; i < most_lanes; ++i) index_a[i] = bits_of(a[i]), index_b[i] = bits_of(b[i]);
    probe_.select_reals(mask, a.data(), b.data(), out.data());
    probe_.select_indices(mask, index_a.data(), index_b.data(), index_out.data());
    for (std::size_t i = 0; i < width_; ++i) {
      const std::uint32_t expected = (mask >> i & 1U) != 0 ? index_a[i] : index_b[i];
      ASSERT_EQ(bits_of(out[i]), expected) << "mask " << mask << ", lane " << i;
      ASSERT_EQ(index_out[i], expected) << "mask " << mask << ", lane " << i;
    }
  }
}

/// The lanes of the mask, packed; at most W values are written.
TEST_P(LaneMasks, Compress) {
  auto x = random_values(most_lanes, 7);
  const auto special = special_values();
  constexpr float guard = 12345;
  for (unsigned mask = 0; mask <= full_; ++mask) {
    std::rotate(x.begin(), x.begin() + 1, x.end());
    x[0] = special[mask % special.size()];
    std::array<std::uint32_t, most_lanes> index{};
    std::vector<std::uint32_t> expected;
    for (std::size_t i = 0; i < width_; ++i) {
      index[i] = bits_of(x[i]);
      if ((mask >> i & 1U) != 0) expected.push_back(index[i]);
    }
    std::array<float, most_lanes + 1> reals{};
    std::array<std::uint32_t, most_lanes + 1> indices{};
    reals[width_] = guard, indices[width_] = 54321;
    ASSERT_EQ(probe_.compress_reals(reals.data(), x.data(), mask), static_cast<int>(expected.size()));
    ASSERT_EQ(probe_.compress_indices(indices.data(), index.data(), mask), static_cast<int>(expected.size()));
    for (std::size_t i = 0; i < expected.size(); ++i) {
      ASSERT_EQ(bits_of(reals[i]), expected[i]) << "mask " << mask << ", place " << i;
      ASSERT_EQ(indices[i], expected[i]) << "mask " << mask << ", place " << i;
    }
    ASSERT_EQ(reals[width_], guard) << "mask " << mask;
    ASSERT_EQ(indices[width_], 54321U) << "mask " << mask;
  }
}

TEST_P(LaneMasks, StoreBytes) {
  std::mt19937 rng(8);
  for (int trial = 0; trial < 1000; ++trial) {
    std::array<std::uint32_t, most_lanes> x{};
    for (std::uint32_t& lane : x) lane = static_cast<std::uint32_t>(rng());
    std::array<std::uint8_t, most_lanes + 1> out{};
    out[width_] = 77;
    probe_.store_bytes(out.data(), x.data());
    for (std::size_t i = 0; i < width_; ++i) ASSERT_EQ(out[i], x[i] & 0xffU) << "lane " << i;
    ASSERT_EQ(out[width_], 77);
  }
}

TEST_P(LaneMasks, LoadRows) {
  constexpr std::size_t quads[3] = {1, 2, 4};
  // Rows of 16 floats, in no order and at any float's alignment, some of them twice.
  const auto memory = random_values(16 * most_lanes + 3, 9);
  std::mt19937 rng(10);
  for (int trial = 0; trial < 1000; ++trial) {
    std::array<const float*, most_lanes> rows{};
    for (const float*& row : rows) row = &memory[rng() % (memory.size() - 15)];
    for (std::size_t n = 0; n < 3; ++n) {
      std::vector<float> out(16 * most_lanes);
      probe_.load_rows[n](rows.data(), out.data());
      for (std::size_t c = 0; c < 4 * quads[n]; ++c)
        for (std::size_t i = 0; i < width_; ++i)
          ASSERT_EQ(bits_of(out[c * width_ + i]), bits_of(rows[i][c]))
              << quads[n] << " quads, column " << c << ", lane " << i;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, LaneMasks, isas(), isa_name);

}  // namespace
}  // namespace lockstep::test
