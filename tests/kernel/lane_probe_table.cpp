#include <cstdlib>

#include "lane_probe.hpp"

namespace lockstep {

#define LOCKSTEP_DECLARE_PROBE(isa)        \
  namespace isa {                          \
  extern const test::LaneProbe lane_probe; \
  }
LOCKSTEP_DECLARE_PROBE(scalar)
LOCKSTEP_DECLARE_PROBE(sse42)
LOCKSTEP_DECLARE_PROBE(avx2)
LOCKSTEP_DECLARE_PROBE(avx512)
LOCKSTEP_DECLARE_PROBE(neon)
#undef LOCKSTEP_DECLARE_PROBE

const test::LaneProbe& test::lane_probe(Isa isa) {
  switch (isa) {
    case Isa::scalar: return scalar::lane_probe;
#ifdef LOCKSTEP_HAVE_SSE42
    case Isa::sse42: return sse42::lane_probe;
#endif
#ifdef LOCKSTEP_HAVE_AVX2
    case Isa::avx2: return avx2::lane_probe;
#endif
#ifdef LOCKSTEP_HAVE_AVX512
    case Isa::avx512: return avx512::lane_probe;
#endif
#ifdef LOCKSTEP_HAVE_NEON
    case Isa::neon: return neon::lane_probe;
#endif
    default: std::abort();  // not in this build, so never listed
  }
}

}  // namespace lockstep
