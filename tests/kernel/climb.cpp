#include "climb.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <iostream>
#include <limits>
#include <sstream>

#include "long_tests.hpp"

namespace lockstep::test {

using oracle::below;
using oracle::Rng;
using oracle::uniform;

namespace {

constexpr std::uint64_t climb_seed = 20;

float by_bits(Rng& rng, float x) {
  const int bit = below(rng, 4) == 0 ? below(rng, 32) : below(rng, 23);
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(x) ^ (1U << bit));
}

float by_units(Rng& rng, float x) {
  const float to = below(rng, 2) == 0 ? -HUGE_VALF : HUGE_VALF;
  for (int step = 1 << below(rng, 4); step > 0; --step) x = std::nextafter(x, to);
  return x;
}

float snapped(Rng& rng, float x) {
  switch (below(rng, 4)) {
    case 0: return 0;
    case 1: return std::copysign(1.0F, x);
    case 2: return x == 0 ? 1 : std::copysign(std::ldexp(1.0F, std::ilogb(x)), x);
    default: return std::round(x);
  }
}

float changed(Rng& rng, const Numbers& numbers, float x) {
  switch (below(rng, 8)) {
    case 0: return by_units(rng, x);
    case 1: return by_bits(rng, x);
    case 2: return numbers[rng() % numbers.size()];
    case 3: return -numbers[rng() % numbers.size()];
    case 4: return snapped(rng, x);
    case 5: return std::ldexp(x, below(rng, 21) - 10);
    case 6: return static_cast<float>(x * (1 + std::ldexp(uniform(rng, -1, 1), -below(rng, 24))));
    default: return static_cast<float>(uniform(rng, -1, 1));
  }
}

/// Far enough from the ends of the range that products of a few numbers neither overflow nor underflow.
bool is_ordinary(float x) { return x == 0 || (std::abs(x) > 0x1p-40F && std::abs(x) < 0x1p40F); }

Numbers neighbour(Rng& rng, Numbers numbers) {
  do {
    float& x = numbers[rng() % numbers.size()];
    const float y = changed(rng, numbers, x);
    if (is_ordinary(y)) x = y;
  } while (below(rng, 2) == 0);
  return numbers;
}

std::string text(const Numbers& numbers) {
  std::ostringstream out;
  out.precision(9);
  for (std::size_t i = 0; i < numbers.size(); ++i) out << (i == 0 ? "" : ", ") << numbers[i];
  return out.str();
}

}  // namespace

Peak climb(Rng& rng, int tries, const Start& start, const Objective& ratio) {
  Peak best{{}, std::numeric_limits<double>::quiet_NaN()};
  while (tries > 0) {
    Peak here{start(rng), 0};
    here.ratio = ratio(here.at);
    --tries;
    const int patience = 20 * static_cast<int>(here.at.size());
    for (int stuck = 0; stuck < patience && tries > 0 && !std::isnan(here.ratio); --tries) {
      Peak next{neighbour(rng, here.at), 0};
      next.ratio = ratio(next.at);
      stuck = next.ratio > here.ratio ? 0 : stuck + 1;
      if (next.ratio >= here.ratio) here = std::move(next);
    }
    if (!(here.ratio <= best.ratio) && !std::isnan(here.ratio)) best = std::move(here);
  }
  return best;
}

Start random_numbers(std::size_t count) {
  return [count](Rng& rng) {
    Numbers numbers(count);
    for (float& x : numbers) x = below(rng, 10) == 0 ? 0 : static_cast<float>(uniform(rng, -1, 1));
    return numbers;
  };
}

void expect_bound_holds(const std::string& what, int tries, const Start& start, const Objective& ratio) {
  Rng rng(climb_seed);
  const Peak peak = climb(rng, long_tests() ? 60 * tries : tries, start, ratio);
  std::cout << what << ": the error is at most " << peak.ratio << " of its bound (seed " << climb_seed << ")"
            << std::endl;
  testing::Test::RecordProperty(what, std::to_string(peak.ratio));
  EXPECT_GT(peak.ratio, -0.01) << what << ": the search tests nothing";
  EXPECT_LT(peak.ratio, 1) << what << ", seed " << climb_seed << ", at " << text(peak.at);
}

}  // namespace lockstep::test
