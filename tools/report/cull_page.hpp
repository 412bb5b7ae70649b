// The results of a culling run as one self-contained page.
#pragma once

#include <cstddef>
#include <string>

#include "runs/cull_run.hpp"
#include "scenes/scene.hpp"

namespace lockstep::tools {

/// Bounds on the size of the page: a few MB.
inline constexpr std::size_t max_drawn_objects = 10'000;
inline constexpr std::size_t max_drawn_cameras = 64;

/// A page that opens from the disk and loads nothing else. `run.masks` holds the cameras that the picture can show.
[[nodiscard]] std::string html_report(const Scene& scene, const CullRun& run);

}  // namespace lockstep::tools
