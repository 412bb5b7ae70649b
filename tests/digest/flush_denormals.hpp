// The setting of games: small results, and small operands, become zero in the calling thread.
#pragma once

#include <cstdint>

#if defined(__SSE__)
#include <xmmintrin.h>
#endif

namespace lockstep::digest {

/// Sets the control register, and restores it in the destructor.
class FlushDenormals {
 public:
  explicit FlushDenormals(bool flush) : before_(control()) {
    if (flush) set_control(before_ | flushing);
  }
  ~FlushDenormals() { set_control(before_); }
  FlushDenormals(const FlushDenormals&) = delete;
  FlushDenormals& operator=(const FlushDenormals&) = delete;

 private:
#if defined(__SSE__)
  static constexpr std::uint64_t flushing = 0x8040;  // FTZ and DAZ of MXCSR
  static std::uint64_t control() { return _mm_getcsr(); }
  static void set_control(std::uint64_t value) { _mm_setcsr(static_cast<unsigned>(value)); }
#elif defined(__aarch64__)
  static constexpr std::uint64_t flushing = std::uint64_t{1} << 24;  // FZ of FPCR
  static std::uint64_t control() {
    std::uint64_t value;
    asm volatile("mrs %0, fpcr" : "=r"(value));
    return value;
  }
  static void set_control(std::uint64_t value) { asm volatile("msr fpcr, %0" : : "r"(value)); }
#elif defined(__wasm__)
  static constexpr std::uint64_t flushing = 0;  // it never does
  static std::uint64_t control() { return 0; }
  static void set_control(std::uint64_t) {}
#else
#error "how does this processor flush denormals to zero?"
#endif
  std::uint64_t before_;
};

}  // namespace lockstep::digest
