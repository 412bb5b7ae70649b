// Frames and the problems of a table as text, for comparison.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "frames/frames.hpp"
#include "frames/rows.hpp"

namespace lockstep::tools::test {

/// "frame 3", then "7: 1 2 r 0.5" for each of its objects, in the file's coordinates and in metres.
[[nodiscard]] std::vector<std::string> text_of(const Frames& frames);

/// The contents of a good table; the test fails if it has problems.
[[nodiscard]] Frames read(std::string_view text, const FrameOptions& options = {});
[[nodiscard]] std::vector<std::string> table(std::string_view text, const FrameOptions& options = {});

/// "LINE:FIELD: text" of each problem of a bad table.
[[nodiscard]] std::vector<std::string> problems(std::string_view text, const FrameOptions& options = {});

/// The error of a table that is bad as a whole.
[[nodiscard]] std::string error_of(std::string_view text, const FrameOptions& options = {});

}  // namespace lockstep::tools::test
