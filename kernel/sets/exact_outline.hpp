// Whether the vertices of a polygon are stored as they were given.
#pragma once

#include <cstddef>

#include "table/records2.hpp"

namespace lockstep::detail {

/// Behind an Outline, in its line, stands 1 if both parts of the vertices, and the first vertex, are the vertices, and
/// 0 if rounding took something from one.
inline constexpr std::size_t outline_exactness = sizeof(Outline) / sizeof(float);
static_assert(outline_exactness < vertex_unit);

}  // namespace lockstep::detail
