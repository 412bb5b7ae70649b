// The frame of a camera's grid: coordinates in which the planes between columns, rows and slices have two numbers each.
#pragma once

#include "volumes/volume_maker.hpp"

namespace lockstep::detail {

/// The frame relative to an anchor at `shift` from the planes' origin. Without depths if the planes fit no frame: an
/// oblique near side, a sheared camera. `cells` bounds the errors of all cells' corners, which GJK has to allow for: a
/// sphere that it cannot decide is not decided in the frame.
GridFrame grid_frame(const ViewPlanes& view, const PlanesOfGrid& planes, const Vec& shift, const CornerErrors& cells);

}  // namespace lockstep::detail
