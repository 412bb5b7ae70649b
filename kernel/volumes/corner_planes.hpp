// Computes planes from eight corners.
#pragma once

#include "volumes/volume_plane.hpp"

namespace lockstep::detail {

/// Sets the planes of a volume from its eight corners, given relative to its anchor.
void set_corner_planes(VolumeData& data, const Vec (&corners)[8]);

}  // namespace lockstep::detail
