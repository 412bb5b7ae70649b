// Whoever takes the pairs of a broad phase.
#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "lockstep/types.hpp"

namespace lockstep::detail {

/// Receives some pairs at a time, from several threads at once. Of one set a < b, of two a is of the first; each pair
/// comes once, and only if the filters let it pass. What it throws ends the search and reaches whoever called `find`.
using TakePairs = std::function<void(std::span<const Pair>)>;

/// The most pairs that come at a time.
inline constexpr std::size_t most_taken = 4096;

}  // namespace lockstep::detail
