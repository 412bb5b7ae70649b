// From eight corners to planes.
#pragma once

#include "volumes/volume_plane.hpp"

namespace lockstep::detail {

/// The planes of a volume by its eight corners, given relative to its anchor.
void set_corner_planes(VolumeData& data, const Vec (&corners)[8]);

}  // namespace lockstep::detail
