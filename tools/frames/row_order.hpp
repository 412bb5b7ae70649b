// Which of two columns without names numbers frames: rows of trajectories come frame by frame or person by person.
#pragma once

#include <string_view>

namespace lockstep::tools {

/// Of rows of four numbers, `frame id x y` or `id frame x y`: whether they are the first. They are if the first column
/// rises in blocks, unless paths are much shorter the other way round: where rows come person by person, neighbours are
/// steps of one. Of a long file the first rows decide.
[[nodiscard]] bool is_sorted_by_frame(std::string_view text);

}  // namespace lockstep::tools
