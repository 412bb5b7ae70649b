// From the library's bits to numpy's bool, one byte each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace lockstep::python {

inline void write_bools(std::span<const std::uint64_t> words, std::span<bool> out) {
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = (words[i / 64] >> (i % 64) & 1) != 0;
}

}  // namespace lockstep::python
