// The floating-point environment of the library: round to nearest, keep subnormal numbers, no traps.
//
// A host may round otherwise, flush subnormal numbers to zero or trap on NaN: the answers are the same, and the host
// finds its settings and flags unchanged afterwards. All floating-point work (each entry point, each part that runs in
// parallel: call.hpp) begins with
//
//   const FloatEnvironment standard;
#pragma once

#if defined(__SSE__)
#include <xmmintrin.h>
#elif !defined(__aarch64__) && !defined(__wasm__)
#include <cfenv>
#endif

namespace lockstep::detail {

class FloatEnvironment {
 public:
  FloatEnvironment() noexcept { enter(); }
  ~FloatEnvironment() { leave(); }
  FloatEnvironment(const FloatEnvironment&) = delete;
  FloatEnvironment& operator=(const FloatEnvironment&) = delete;

  /// Restores the host's environment while host code runs within the scope, which may continue in another thread.
  void leave() const noexcept { write(host_); }
  void enter() noexcept {
    host_ = read();
    if (!is_standard(host_)) write(standard());
  }

 private:
  // The barriers keep the compiler from moving memory accesses out of the scope.
#if defined(__SSE__)
  using State = unsigned;
  static State standard() noexcept { return 0x1f80; }
  static bool is_standard(State state) noexcept { return (state & ~0x3fU) == standard(); }  // ignores the flags
  static State read() noexcept { return _mm_getcsr(); }
  static void write(State state) noexcept {
    asm volatile("" ::: "memory");
    _mm_setcsr(state);
    asm volatile("" ::: "memory");
  }
#elif defined(__aarch64__)
  struct State {
    unsigned long control, flags;
  };
  static State standard() noexcept { return {0, 0}; }
  static bool is_standard(const State& state) noexcept { return state.control == 0; }
  static State read() noexcept {
    State state;
    asm volatile("mrs %0, fpcr" : "=r"(state.control));
    asm volatile("mrs %0, fpsr" : "=r"(state.flags));
    return state;
  }
  static void write(const State& state) noexcept {
    asm volatile("msr fpcr, %0" ::"r"(state.control) : "memory");
    asm volatile("msr fpsr, %0" ::"r"(state.flags) : "memory");
  }
#elif defined(__wasm__)
  struct State {};  // there is only one environment
  static State standard() noexcept { return {}; }
  static bool is_standard(State) noexcept { return true; }
  static State read() noexcept { return {}; }
  static void write(State) noexcept {}
#else
  using State = std::fenv_t;
  static State standard() noexcept { return *FE_DFL_ENV; }
  static bool is_standard(const State&) noexcept { return false; }
  static State read() noexcept {
    State state;
    std::fegetenv(&state);
    return state;
  }
  static void write(const State& state) noexcept { std::fesetenv(&state); }
#endif
  State host_;
};

}  // namespace lockstep::detail
