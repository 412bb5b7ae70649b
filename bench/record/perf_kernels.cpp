// lockstep_perf_kernels: small kernels of different kinds, each of which can be slowed down by a known amount, to test
// whether `lockstep perf compare` finds it (perf_trials.py).
//
//   LOCKSTEP_SLOWDOWN=hash:05 lockstep_perf_kernels       `hash` does 5 % more of the same work
//
// Each iteration is 1000 equal portions of work, so that 5 % more is 1050 portions: the truth is known without timing.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <benchmark/benchmark.h>

namespace {

std::vector<std::uint32_t> random_numbers(std::size_t count) {
  std::mt19937 random(1);
  std::vector<std::uint32_t> numbers(count);
  for (std::uint32_t& number : numbers) number = static_cast<std::uint32_t>(random());
  return numbers;
}

/// One chain of multiplications: latency.
class Hash {
 public:
  void portion() {
    for (int i = 0; i < 64; ++i) state_ = (state_ ^ state_ >> 29) * 0xBF58476D1CE4E5B9U;
  }
  [[nodiscard]] std::uint64_t result() const { return state_; }

 private:
  std::uint64_t state_ = 1;
};

/// Independent sums that stay in the first cache: throughput.
class Sum {
 public:
  void portion() {
    for (std::size_t i = 0; i < numbers_.size(); ++i) sums_[i % 8] += numbers_[i];
  }
  [[nodiscard]] std::uint64_t result() const { return std::accumulate(sums_.begin(), sums_.end(), std::uint64_t{0}); }

 private:
  std::vector<std::uint32_t> numbers_ = random_numbers(512);
  std::array<std::uint64_t, 8> sums_{};
};

/// Sixteen fresh random numbers: mispredicted branches.
class Sort {
 public:
  void portion() {
    std::array<std::uint32_t, 16> few;
    for (std::uint32_t& number : few) {
      state_ ^= state_ << 13;  // xorshift (Marsaglia 2003)
      state_ ^= state_ >> 7;
      state_ ^= state_ << 17;
      number = static_cast<std::uint32_t>(state_ >> 32);
    }
    std::sort(few.begin(), few.end());
    smallest_ += few[0];
  }
  [[nodiscard]] std::uint64_t result() const { return smallest_; }

 private:
  std::uint64_t state_ = 1, smallest_ = 0;
};

/// Pointer chasing in the first cache. (In 128 or 256 KiB processes differed by up to 16 %, depending on their pages;
/// then no comparison can find 5 %.)
class Chase {
 public:
  Chase() {
    // One cycle through all of them (Sattolo 1986).
    std::iota(next_.begin(), next_.end(), 0U);
    const std::vector<std::uint32_t> random = random_numbers(next_.size());
    for (std::size_t i = next_.size() - 1; i > 0; --i) std::swap(next_[i], next_[random[i] % i]);
  }
  void portion() {
    for (int i = 0; i < 16; ++i) at_ = next_[at_];
  }
  [[nodiscard]] std::uint64_t result() const { return at_; }

 private:
  std::vector<std::uint32_t> next_ = std::vector<std::uint32_t>(1 << 12);
  std::uint32_t at_ = 0;
};

/// Streams through four megabytes again and again: the cache that neighbours share.
class Stream {
 public:
  void portion() {
    for (std::size_t i = 0; i < 1024; ++i) sum_ += numbers_[at_ + i];
    at_ = (at_ + 1024) % numbers_.size();
  }
  [[nodiscard]] std::uint64_t result() const { return sum_; }

 private:
  std::vector<std::uint32_t> numbers_ = random_numbers(1 << 20);
  std::size_t at_ = 0;
  std::uint64_t sum_ = 0;
};

/// The extra work of the kernel with this name, in percent.
std::uint64_t slowdown_of(std::string_view kernel) {
  const char* const text = std::getenv("LOCKSTEP_SLOWDOWN");
  if (text == nullptr) return 0;
  const std::string_view wanted(text);
  const std::size_t colon = wanted.find(':');
  if (colon == std::string_view::npos || wanted.substr(0, colon) != kernel) return 0;
  return std::strtoul(text + colon + 1, nullptr, 10);
}

template <class Kernel>
void add(const char* name) {
  benchmark::RegisterBenchmark(name, [portions = 1000 + 10 * slowdown_of(name)](benchmark::State& state) {
    static Kernel kernel;  // made once, not for every repetition
    for ([[maybe_unused]] auto _ : state) {
      for (std::uint64_t i = 0; i < portions; ++i) kernel.portion();
      benchmark::DoNotOptimize(kernel.result());
    }
  });
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  add<Hash>("hash");
  add<Sum>("sum");
  add<Sort>("sort");
  add<Chase>("chase");
  add<Stream>("stream");
  benchmark::RunSpecifiedBenchmarks();
}
