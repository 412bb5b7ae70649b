// The file of objects that never move: lockstep overlap --static.
#pragma once

#include <optional>
#include <string>

#include <lockstep/isa.hpp>

#include "frames/rows.hpp"
#include "runs/static_objects.hpp"

namespace lockstep::tools {

/// A table or an array of one frame, a map or glTF. Of `reading` the unit and the plane count. Nothing if the file has
/// bad lines; they have been told then. Throws as `load_frames` and `load_scene`, and `ReadError` for more frames.
[[nodiscard]] std::optional<StaticObjects> load_static_objects(const std::string& path, const FrameOptions& reading,
                                                               Isa isa);

}  // namespace lockstep::tools
