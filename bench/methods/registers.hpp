// A register of the instruction set that a file is compiled for: LOCKSTEP_BENCH_LANES floats.
#pragma once

#include <cstdint>

namespace lockstep::bench {

#if LOCKSTEP_BENCH_LANES == 1
using Lanes = float;
using Bits = std::uint32_t;
#else
using Lanes [[gnu::vector_size(4 * LOCKSTEP_BENCH_LANES)]] = float;
using Bits [[gnu::vector_size(4 * LOCKSTEP_BENCH_LANES)]] = std::uint32_t;
#endif

/// Hides the value of x from the compiler, and puts x in a register.
template <class Register>
void forget(Register& x) {
#if defined(__AVX512F__)
  asm volatile("" : "+v"(x));
#elif defined(__x86_64__)
  asm volatile("" : "+x"(x));
#elif defined(__aarch64__)
  asm volatile("" : "+w"(x));
#else
  asm volatile("" : "+m"(x));
#endif
}

}  // namespace lockstep::bench
