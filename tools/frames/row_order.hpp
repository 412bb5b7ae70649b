// Which of two unnamed columns numbers the frames: rows of trajectories are ordered by frame or by person.
#pragma once

#include <string_view>

namespace lockstep::tools {

/// Decides between `frame id x y` (true) and `id frame x y` for rows of four numbers. It is the former if the first
/// column rises in blocks, unless paths are much shorter under the latter: neighbouring rows of one person are single
/// steps apart. In a long file the first rows decide.
[[nodiscard]] bool is_sorted_by_frame(std::string_view text);

}  // namespace lockstep::tools
