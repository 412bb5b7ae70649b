// Numbers in an order that depends on a seed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

namespace lockstep::test {

/// 0 .. count - 1.
inline std::vector<std::size_t> shuffled_order(std::size_t count, std::uint32_t seed) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::shuffle(order.begin(), order.end(), std::minstd_rand(seed));
  return order;
}

}  // namespace lockstep::test
