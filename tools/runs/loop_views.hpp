// Views for the plain loops.
#pragma once

#include <array>

#include <lockstep/volumes.hpp>

#include "runs/plain_loop.hpp"
#include "scenes/views.hpp"

namespace lockstep::tools {

/// The six planes of a view. A view without a far side has its near side twice.
[[nodiscard]] std::array<LoopPlane, 6> planes_of(const ConvexVolume& volume, double reach);

/// The clusters of a camera with the views `volumes`, a grid of `views`. `reach` as in `corners_within`.
[[nodiscard]] LightGrid light_grid(const VolumeSet& volumes, const Views& views, double reach);

}  // namespace lockstep::tools
