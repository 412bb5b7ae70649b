// Whether two points of a periodic cell are within a cutoff, in exact arithmetic.
#pragma once

#include "neighbours/cell_frame.hpp"

namespace lockstep::detail {

/// |to + image * edges - from| <= cutoff
bool is_within(const Vec3d& from, const Vec3d& to, const Image& image, const CellFrame& frame, double cutoff);

}  // namespace lockstep::detail
