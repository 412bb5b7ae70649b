// The results of overlap passes as one self-contained page.
#pragma once

#include <string>
#include <vector>

#include "frames/frames.hpp"
#include "report/frame_drawing.hpp"
#include "runs/overlap_run.hpp"

namespace lockstep::tools {

/// A page that opens from the disk and loads nothing else: the number of overlapping pairs and the density over time,
/// and the drawn frames.
[[nodiscard]] std::string overlap_page(const Frames& frames, const OverlapRun& run, FrameDrawing drawing);

}  // namespace lockstep::tools
