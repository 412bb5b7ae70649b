#include "lockstep/cull.hpp"

#include "base/bits.hpp"
#include "base/validate.hpp"

namespace lockstep {

std::size_t list_indices(std::span<const std::uint64_t> mask, std::span<std::uint32_t> indices) {
  constexpr std::size_t most_words = std::size_t{1} << 26;
  if (mask.size() > most_words) throw InvalidInput("mask: more than 2^32 bits, indices are 32 bits wide");
  if (detail::share_memory(mask.data(), mask.size_bytes(), indices.data(), indices.size_bytes()))
    throw InvalidInput("indices: shares memory with mask");
  const std::size_t needed = detail::count_bits(mask.data(), mask.size());
  if (needed <= indices.size()) detail::list_bits(mask.data(), mask.size(), indices.data());
  return needed;
}

}  // namespace lockstep
