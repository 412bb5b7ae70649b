// Dispatch by instruction set: the only code that queries the processor, and the only reader of
// LOCKSTEP_ISA.
#include <array>
#include <cstdlib>
#include <string>

#include "lockstep/config.hpp"
#include "table/tables.hpp"

namespace lockstep {

namespace {

struct Candidate {
  Isa isa;
  bool (*runs_here)();  // tests every flag of kernel/CMakeLists.txt, and what those flags imply
};

// Best first. __builtin_cpu_supports also asks whether the operating system saves the wide registers.
const Candidate candidates[] = {
#ifdef LOCKSTEP_HAVE_AVX512
    {Isa::avx512,
     [] {
       return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
              __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") &&
              __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("popcnt");
     }},
#endif
#ifdef LOCKSTEP_HAVE_AVX2
    {Isa::avx2,
     [] {
       return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("popcnt");
     }},
#endif
#ifdef LOCKSTEP_HAVE_SSE42
    {Isa::sse42, [] { return __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt"); }},
#endif
#ifdef LOCKSTEP_HAVE_NEON
    {Isa::neon, [] { return true; }},  // every AArch64 processor has it
#endif
#ifdef LOCKSTEP_HAVE_SCALAR
    {Isa::scalar, [] { return true; }},
#endif
};

struct IsaList {
  std::array<Isa, std::size(candidates)> isas{};
  std::size_t count = 0;

  void append(Isa isa) noexcept { isas[count++] = isa; }
  [[nodiscard]] std::span<const Isa> span() const noexcept { return {isas.data(), count}; }
};

IsaList list_isas(bool only_supported) noexcept {
  IsaList list;
  for (const Candidate& c : candidates)
    if (!only_supported || c.runs_here()) list.append(c.isa);
  return list;
}

std::string names(std::span<const Isa> isas) {
  std::string list;
  for (const Isa isa : isas) list += (list.empty() ? "" : ", ") + std::string(name(isa));
  return list;
}

/// The instruction sets that run here, at least one. Throws InvalidInput if no instruction set does.
std::span<const Isa> isas_here() {
  if (supported_isas().empty())
    throw InvalidInput("this build of lockstep has kernels for " + names(compiled_isas()) +
                       " alone, which this machine cannot run: build it with LOCKSTEP_ISAS=native, which adds scalar");
  return supported_isas();
}

}  // namespace

std::string_view name(Isa isa) noexcept {
  switch (isa) {
    case Isa::scalar: return "scalar";
    case Isa::sse42: return "sse42";
    case Isa::avx2: return "avx2";
    case Isa::avx512: return "avx512";
    case Isa::neon: return "neon";
  }
  return "unknown";
}

int lane_count(Isa isa) noexcept {
  switch (isa) {
    case Isa::scalar: return 1;
    case Isa::sse42: return 4;
    case Isa::avx2: return 8;
    case Isa::avx512: return 16;
    case Isa::neon: return 4;
  }
  return 0;
}

std::span<const Isa> compiled_isas() noexcept {
  static const IsaList compiled = list_isas(false);
  return compiled.span();
}

std::span<const Isa> supported_isas() noexcept {
  static const IsaList supported = list_isas(true);
  return supported.span();
}

Isa isa_from_name(std::string_view wanted) {
  for (const Isa isa : isas_here())
    if (wanted == name(isa)) return isa;
  throw InvalidInput("instruction set '" + std::string(wanted) + "' is unknown or not supported here: choose one of " +
                     names(supported_isas()));
}

Isa default_isa() {
  static const char* const wanted = std::getenv("LOCKSTEP_ISA");
  if (wanted == nullptr || *wanted == '\0') return isas_here().front();
  try {
    return isa_from_name(wanted);
  } catch (const InvalidInput& error) {
    throw InvalidInput("LOCKSTEP_ISA: " + std::string(error.what()));
  }
}

Isa detail::chosen_isa(std::optional<Isa> wanted) {
  const Isa isa = wanted ? *wanted : default_isa();
  for (const Isa supported : supported_isas())
    if (supported == isa) return isa;
  return isa_from_name(name(isa));  // throws, listing the choices
}

Isa detail::narrowest_isa() { return isas_here().back(); }

}  // namespace lockstep
