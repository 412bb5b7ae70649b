// The steps of the reference's search, as numbers.
#pragma once

#include <cstddef>
#include <vector>

#include "wasm/plane_shapes.hpp"

namespace lockstep::web {

/// Appends to `out`, for each step: direction, on_a, on_b, found (two numbers each), how many corners were retained
/// before and two of them, how many are now and three of them, region, end (observer.hpp). Returns how many steps.
std::size_t put_steps(std::vector<double>& out, const AnyShape2& a, const AnyShape2& b);

}  // namespace lockstep::web
