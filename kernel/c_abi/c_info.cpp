// Versions, instruction sets and bitmasks.
#include <algorithm>

#include "c_abi/convert.hpp"

namespace {

using namespace lockstep;
using namespace lockstep::c_abi;

bool is_isa(lockstep_isa isa) { return isa >= LOCKSTEP_ISA_SCALAR && isa <= LOCKSTEP_ISA_NEON; }
Isa isa_at(lockstep_isa isa) { return static_cast<Isa>(isa - LOCKSTEP_ISA_SCALAR); }
lockstep_isa c_isa(Isa isa) { return static_cast<lockstep_isa>(isa) + LOCKSTEP_ISA_SCALAR; }

}  // namespace

extern "C" {

uint32_t lockstep_abi_version(void) { return LOCKSTEP_ABI_VERSION; }

const char* lockstep_version(void) { return LOCKSTEP_VERSION; }

const char* lockstep_isa_name(lockstep_isa isa) { return is_isa(isa) ? name(isa_at(isa)).data() : nullptr; }

int32_t lockstep_lane_count(lockstep_isa isa) { return is_isa(isa) ? lane_count(isa_at(isa)) : 0; }

size_t lockstep_supported_isas(lockstep_isa* isas, size_t room) {
  const std::span<const Isa> all = supported_isas();
  if (isas != nullptr)
    std::transform(all.begin(), all.begin() + std::ptrdiff_t(std::min(room, all.size())), isas, c_isa);
  return all.size();
}

lockstep_status lockstep_default_isa(lockstep_isa* isa) {
  return guard([&] { required("isa", isa) = c_isa(default_isa()); });
}

lockstep_scratch* lockstep_scratch_create(void) {
  return guard_new<lockstep_scratch>([] { return new Scratch; });
}
void lockstep_scratch_destroy(lockstep_scratch* scratch) { delete reinterpret_cast<Scratch*>(scratch); }

size_t lockstep_mask_words(size_t count) { return mask_words(count); }

lockstep_status lockstep_list_indices(const uint64_t* mask, size_t words, uint32_t* indices, size_t room,
                                      size_t* count) {
  return guard(
      [&] { required("count", count) = list_indices(array("mask", mask, words), array("indices", indices, room)); });
}
}
