// The order of pairs: rising `a`, then `b`.
#pragma once

#include <cstdint>

#include "lockstep/types.hpp"

namespace lockstep::detail {

constexpr std::uint64_t order_of(const Pair& pair) { return std::uint64_t{pair.a} << 32 | pair.b; }
constexpr bool comes_before(const Pair& a, const Pair& b) { return order_of(a) < order_of(b); }

}  // namespace lockstep::detail
