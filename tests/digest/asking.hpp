// Common parts of all questions of the digest: their order, the threads, and numbers as a byte.
#pragma once

#if LOCKSTEP_TBB
#include <tbb/global_control.h>
#include <tbb/task_arena.h>
#endif

#include <bit>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "ask.hpp"
#include "work/random.hpp"

namespace lockstep::digest {

/// The order of the questions.
inline std::vector<std::uint32_t> order_of(std::size_t count, const Conditions& conditions) {
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0U);
  if (!conditions.shuffle) return order;
  bench::Random random(*conditions.shuffle);
  for (std::size_t i = count; i > 1; --i) std::swap(order[i - 1], order[random.index(static_cast<std::uint32_t>(i))]);
  return order;
}

template <class Call>
void with_threads([[maybe_unused]] int threads, const Call& call) {
#if LOCKSTEP_TBB
  if (threads == 0) return call();
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
  tbb::task_arena(threads).execute(call);
#else
  call();
#endif
}

/// A hash of numbers in any order, so that the points of (b, a) are those of (a, b).
class NumberHash {
 public:
  void add(double x) {
    // All NaNs are equal, and a direction equals its opposite.
    auto bits = std::isnan(x) ? ~std::uint64_t{0} : std::bit_cast<std::uint64_t>(x);
    bits *= 0x9e3779b97f4a7c15U;
    sum_ += bits ^ (bits >> 29);
  }
  void add(const Vec2d& v) { add(Vec3d{v.x, v.y, 0}); }
  void add(const Vec3d& v) {
    NumberHash one;
    one.add(v.x), one.sum_ *= 3, one.add(v.y), one.sum_ *= 3, one.add(v.z);
    sum_ += one.sum_ ^ (one.sum_ >> 31);
  }
  [[nodiscard]] std::uint8_t byte() const { return static_cast<std::uint8_t>((sum_ * 0x9e3779b97f4a7c15U) >> 56); }

 private:
  std::uint64_t sum_ = 0;
};

}  // namespace lockstep::digest
