// One bit of a mask as the library writes them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace lockstep::tools {

[[nodiscard]] inline bool bit(std::span<const std::uint64_t> mask, std::size_t i) {
  return (mask[i / 64] >> (i % 64) & 1U) != 0;
}

}  // namespace lockstep::tools
