// The byte shuffles that pack 4 lanes of 4 bytes, for SSE4.2 and NEON.
#pragma once

#include <cstdint>

namespace lockstep::LOCKSTEP_ISA {

/// For each mask of 4 bits, the bytes of the set lanes, lowest lane first.
struct CompressTable {
  alignas(64) std::uint8_t bytes[16][16];
};
constexpr CompressTable make_compress_table() {
  CompressTable table{};
  for (unsigned mask = 0; mask < 16; ++mask) {
    unsigned next = 0;
    for (unsigned lane = 0; lane < 4; ++lane)
      if ((mask >> lane & 1U) != 0)
        for (unsigned byte = 0; byte < 4; ++byte)
          table.bytes[mask][next++] = static_cast<std::uint8_t>(4 * lane + byte);
  }
  return table;
}
inline constexpr CompressTable compress_table = make_compress_table();

}  // namespace lockstep::LOCKSTEP_ISA
