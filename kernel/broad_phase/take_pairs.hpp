// The receiver of a broad phase's pairs.
#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "lockstep/types.hpp"

namespace lockstep::detail {

/// Receives batches of pairs. Threads: called by several at once. Within one set a < b; with two sets, a is of the
/// first. Each pair comes once, and only if the filters let it pass. An exception ends the search and reaches the
/// caller of `find`.
using TakePairs = std::function<void(std::span<const Pair>)>;

/// The largest batch of pairs.
inline constexpr std::size_t most_taken = 4096;

}  // namespace lockstep::detail
