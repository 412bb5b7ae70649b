// Constants and types that the batches of all kernels share.
#pragma once

#include <cstdint>

namespace lockstep::detail {

// Verdict, as the byte that kernels write.
inline constexpr std::uint32_t code_separated = 0, code_touching = 1, code_overlapping = 2;

inline constexpr int query_padding = 16;

/// Positions of the queries of a batch that float lanes leave open; copies of the last one fill up the
/// next 16.
struct UndecidedQueries {
  const std::uint32_t* position;
  int count;
};

}  // namespace lockstep::detail
