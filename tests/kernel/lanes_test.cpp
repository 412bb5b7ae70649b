// Arithmetic and comparisons of the lanes, bit for bit against the same operation on single floats.
#include <algorithm>
#include <cmath>
#include <ios>
#include <random>
#include <utility>
#include <vector>

#include "every_isa.hpp"
#include "lane_probe.hpp"
#include "lane_values.hpp"

namespace lockstep::test {
namespace {

using Lane = std::array<float, most_lanes>;

struct Unary {
  const char* name;
  float (*expected)(float);
  bool exact_nan;  // the bits of a NaN are defined too
};

struct Binary {
  const char* name;
  float (*expected)(float, float);
  bool exact_nan;
};

constexpr std::uint32_t sign = 0x80000000U;

const Unary unary[unary_operations] = {
    {"negate", [](float x) { return with_bits(bits_of(x) ^ sign); }, true},
    {"abs", [](float x) { return with_bits(bits_of(x) & ~sign); }, true},
    {"sqrt", [](float x) { return std::sqrt(x); }, false},
    {"reciprocal_exponent", [](float x) { return std::ldexp(1.0F, -std::ilogb(x)); }, true},
};

const Binary binary[binary_operations] = {
    {"add", [](float a, float b) { return a + b; }, false},
    {"subtract", [](float a, float b) { return a - b; }, false},
    {"multiply", [](float a, float b) { return a * b; }, false},
    {"divide", [](float a, float b) { return a / b; }, false},
    {"min", [](float a, float b) { return a < b ? a : b; }, true},
    {"max", [](float a, float b) { return a > b ? a : b; }, true},
    {"flip_sign", [](float a, float b) { return with_bits(bits_of(a) ^ (bits_of(b) & sign)); }, true},
};

bool (*const comparison[comparisons])(float, float) = {
    [](float a, float b) { return a < b; },  [](float a, float b) { return a <= b; },
    [](float a, float b) { return a > b; },  [](float a, float b) { return a >= b; },
    [](float a, float b) { return a == b; },
};

testing::AssertionResult same(const char* operation, float got, float expected, bool exact_nan, float a, float b) {
  if (bits_of(got) == bits_of(expected)) return testing::AssertionSuccess();
  if (!exact_nan && std::isnan(got) && std::isnan(expected)) return testing::AssertionSuccess();
  return testing::AssertionFailure() << std::hex << operation << " of 0x" << bits_of(a) << ", 0x" << bits_of(b)
                                     << " gave 0x" << bits_of(got) << ", not 0x" << bits_of(expected);
}

/// Calls run(a, b) with registers full of operands: every special value with every other, in every lane, then random
/// ones.
template <class Run>
void for_all_operands(int width, const Run& run) {
  const auto special = special_values(), random = random_values(20000, 1);
  const auto n = special.size();
  Lane a{}, b{};
  const auto lanes = static_cast<std::size_t>(width);
  for (std::size_t first = 0; first < n * n; ++first) {
    for (std::size_t i = 0; i < lanes; ++i) a[i] = special[(first + i) / n % n], b[i] = special[(first + i) % n];
    run(a, b);
  }
  for (std::size_t first = 0; first + lanes < random.size() / 2; first += lanes) {
    for (std::size_t i = 0; i < lanes; ++i) a[i] = random[first + i], b[i] = random[random.size() / 2 + first + i];
    run(a, b);
  }
}

class Lanes : public EveryIsa {
 protected:
  const LaneProbe& probe_ = lane_probe(GetParam());
};

TEST_P(Lanes, Width) { EXPECT_EQ(probe_.width, lane_count(GetParam())); }

TEST_P(Lanes, UnaryOperations) {
  const auto in_range = [](float x) { return x >= 0x1p-126F && x < 0x1p127F; };
  for (int op = 0; op < unary_operations; ++op) {
    const Unary& operation = unary[op];
    for_all_operands(probe_.width, [&](const Lane& a, const Lane&) {
      Lane x = a, out{};
      if (op == reciprocal_exponent_of)  // defined for ordinary numbers only
        for (float& lane : x) lane = in_range(std::fabs(lane)) ? std::fabs(lane) : 1.0F;
      probe_.unary[op](x.data(), out.data());
      for (std::size_t i = 0; i < static_cast<std::size_t>(probe_.width); ++i)
        ASSERT_TRUE(same(operation.name, out[i], operation.expected(x[i]), operation.exact_nan, x[i], 0))
            << "lane " << i;
    });
  }
}

TEST_P(Lanes, BinaryOperations) {
  for (int op = 0; op < binary_operations; ++op) {
    const Binary& operation = binary[op];
    for_all_operands(probe_.width, [&](const Lane& a, const Lane& b) {
      Lane out{};
      probe_.binary[op](a.data(), b.data(), out.data());
      for (std::size_t i = 0; i < static_cast<std::size_t>(probe_.width); ++i)
        ASSERT_TRUE(same(operation.name, out[i], operation.expected(a[i], b[i]), operation.exact_nan, a[i], b[i]))
            << "lane " << i;
    });
  }
}

TEST_P(Lanes, ComparisonsAreFalseForNan) {
  for (int op = 0; op < comparisons; ++op) {
    for_all_operands(probe_.width, [&](const Lane& a, const Lane& b) {
      unsigned expected = 0;
      for (std::size_t i = 0; i < static_cast<std::size_t>(probe_.width); ++i)
        expected |= static_cast<unsigned>(comparison[op](a[i], b[i])) << i;
      ASSERT_EQ(probe_.compare[op](a.data(), b.data()), expected)
          << "comparison " << op << " of " << a[0] << ", " << b[0];
    });
  }
}

TEST_P(Lanes, Broadcast) {
  for (const float x : special_values()) {
    Lane out{};
    probe_.broadcast_real(x, out.data());
    for (std::size_t i = 0; i < static_cast<std::size_t>(probe_.width); ++i) ASSERT_EQ(bits_of(out[i]), bits_of(x));
  }
  for (const std::uint32_t first : {0U, 1U, 255U, 0x7fffffffU, 0xfffffff0U}) {
    std::array<std::uint32_t, most_lanes> same_index{}, counted{};
    probe_.broadcast_index(first, same_index.data());
    probe_.count_from(first, counted.data());
    for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(probe_.width); ++i) {
      ASSERT_EQ(same_index[i], first);
      ASSERT_EQ(counted[i], first + i);
    }
  }
}

TEST_P(Lanes, MaxAcross) {
  std::mt19937 rng(2);
  const auto width = static_cast<std::size_t>(probe_.width);
  for (int trial = 0; trial < 20000; ++trial) {
    Lane x{}, got{};
    for (std::size_t i = 0; i < width; ++i) x[i] = static_cast<float>(rng() % 6) - 3;
    if (trial % 2 == 0) x[rng() % width] = std::numeric_limits<float>::infinity();
    if (trial % 3 == 0) x[rng() % width] = -std::numeric_limits<float>::infinity();
    probe_.max_across(x.data(), got.data());
    const auto end = x.begin() + static_cast<std::ptrdiff_t>(width);
    for (std::size_t i = 0; i < width; ++i) ASSERT_EQ(got[i], *std::max_element(x.begin(), end)) << "trial " << trial;
  }
}

/// Vertices in the layout of hulls.
struct PaddedVertices {
  std::uint32_t count, stride = (count + 15) / 16 * 16;
  std::vector<float> number = std::vector<float>(std::size_t{3} * stride);

  template <class NumberOf>
  PaddedVertices(std::uint32_t n, const NumberOf& number_of) : count(n) {
    for (std::uint32_t axis = 0; axis < 3; ++axis)
      for (std::uint32_t i = 0; i < stride; ++i)
        number[axis * stride + i] = i < n ? number_of(axis, i) : number[axis * stride];
  }
  [[nodiscard]] float along(const std::array<float, 3>& v, std::uint32_t i) const {
    return v[0] * number[i] + v[1] * number[stride + i] + v[2] * number[2 * stride + i];
  }
  [[nodiscard]] std::uint32_t first_farthest(const std::array<float, 3>& v) const {
    std::uint32_t best = 0;
    for (std::uint32_t i = 1; i < count; ++i)
      if (along(v, i) > along(v, best)) best = i;
    return best;
  }
};

/// Whole numbers from -spread to spread make ties: equal products, vertices twice; a spread of 0 makes a flat hull.
TEST_P(Lanes, FirstOfTheFarthestVertices) {
  std::mt19937 rng(4);
  for (std::uint32_t count = 1; count <= 257; ++count) {
    for (unsigned trial = 0; trial < 40; ++trial) {
      const std::array<unsigned, 3> spread{1 + trial % 4, trial % 3 == 0 ? 0 : 1 + trial % 2, trial % 5};
      const auto whole = [&](unsigned most) {
        return static_cast<float>(rng() % (2 * most + 1)) - static_cast<float>(most);
      };
      const PaddedVertices hull(count, [&](std::uint32_t axis, std::uint32_t) { return whole(spread[axis]); });
      const std::array<float, 3> v{whole(2), whole(2), whole(2)};
      ASSERT_EQ(probe_.first_farthest(hull.number.data(), count, v.data()), hull.first_farthest(v))
          << count << " vertices, trial " << trial;
    }
    for (std::uint32_t farthest = 0; farthest < count; ++farthest) {
      const PaddedVertices hull(count, [&](std::uint32_t, std::uint32_t i) { return i >= farthest ? 1.0F : -1.0F; });
      const std::array<float, 3> v{0, 0, 1};
      ASSERT_EQ(probe_.first_farthest(hull.number.data(), count, v.data()), farthest) << "of " << count;
    }
  }
}

/// A NaN can never yield a vertex that does not exist: its number is used to read memory.
TEST_P(Lanes, FarthestOfNanIsAVertex) {
  std::mt19937 rng(3);
  for (std::uint32_t count = 1; count <= 257; ++count) {
    for (unsigned trial = 0; trial < 40; ++trial) {
      const bool all = trial % 4 == 0;
      const PaddedVertices hull(count, [&](std::uint32_t, std::uint32_t) {
        return all || rng() % 3 == 0 ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(rng() % 4);
      });
      const std::array<float, 3> v{1, 0.5F, 2};
      ASSERT_LT(probe_.first_farthest(hull.number.data(), count, v.data()), hull.stride) << count;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, Lanes, isas(), isa_name);

}  // namespace
}  // namespace lockstep::test
