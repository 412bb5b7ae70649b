// Rates of single operations in registers: independent chains of each, more than their latency requires.
#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

#include <utility>

#include "methods/per_isa.hpp"
#include "methods/registers.hpp"

namespace lockstep::bench {
namespace {

constexpr int chains = 12, steps = 1000;
constexpr double operations = double{LOCKSTEP_BENCH_LANES} * chains * steps;

/// step(x, k) is the next step of chain k. (The compiler's front end unrolls the chains: an array in a loop might stay
/// in memory.)
template <class Step, int... k>
void run_chains(const Step& step, std::integer_sequence<int, k...>) {
  Lanes x[chains];
  ((x[k] = Lanes{} + 1, forget(x[k])), ...);
  for (int i = 0; i < steps; ++i) ((x[k] = step(x[k], k), forget(x[k])), ...);
}

template <class Step>
void run_chains(const Step& step) {
  run_chains(step, std::make_integer_sequence<int, chains>());
}

/// A number that the compiler cannot deduce.
Lanes secret(float x) {
  Lanes lanes = Lanes{} + x;
  forget(lanes);
  return lanes;
}

void multiply_and_add() {
  const Lanes one = secret(1), zero = secret(0);
  run_chains([=](Lanes x, int k) { return k % 2 == 0 ? x * one : x + zero; });
}

void divide() {
  const Lanes one = secret(1);
  run_chains([=](Lanes x, int) { return one / x; });
}

void root() {
  run_chains([](Lanes x, int) -> Lanes {
#if LOCKSTEP_BENCH_LANES == 16
    return _mm512_sqrt_ps(x);
#elif LOCKSTEP_BENCH_LANES == 8
    return _mm256_sqrt_ps(x);
#elif LOCKSTEP_BENCH_LANES == 4 && defined(__x86_64__)
    return _mm_sqrt_ps(x);
#elif LOCKSTEP_BENCH_LANES == 4
    return vsqrtq_f32(x);
#else
    return __builtin_sqrtf(x);
#endif
  });
}

#if defined(__FMA__) || defined(__ARM_FEATURE_FMA)
#define LOCKSTEP_BENCH_HAS_FMA
/// Fused: CMake compiles this file so.
void fused_multiply_add() {
  const Lanes one = secret(1), zero = secret(0);
  run_chains([=](Lanes x, int) { return x * one + zero; });
}
#endif

#if LOCKSTEP_BENCH_LANES > 1
/// Of two registers, as in a transpose.
void shuffle() {
  const Lanes one = secret(1);
  run_chains([=](Lanes x, int) -> Lanes {
#if LOCKSTEP_BENCH_LANES == 16
    return __builtin_shufflevector(x, one, 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29);
#elif LOCKSTEP_BENCH_LANES == 8
    return __builtin_shufflevector(x, one, 0, 8, 1, 9, 4, 12, 5, 13);
#else
    return __builtin_shufflevector(x, one, 0, 4, 1, 5);
#endif
  });
}
#endif

}  // namespace

std::span<const Ceiling> ceilings() {
  static constexpr Ceiling list[] = {
    {"multiply_add", operations, multiply_and_add},
#ifdef LOCKSTEP_BENCH_HAS_FMA
    {"fma", 2 * operations, fused_multiply_add},
#endif
    {"divide", operations, divide},
    {"root", operations, root},
#if LOCKSTEP_BENCH_LANES > 1
    {"shuffle", operations, shuffle},
#endif
  };
  return list;
}

}  // namespace lockstep::bench
