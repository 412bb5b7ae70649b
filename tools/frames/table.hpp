// Tables of moving objects (docs/overlap-files.md): CSV with a header, and trajectory files of pedestrian laboratories.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "frames/frames.hpp"
#include "frames/rows.hpp"

namespace lockstep::tools {

/// A problem and its place; lines and fields count from 1.
struct TableProblem {
  std::size_t line = 0, field = 0;
  std::string text;
};
using OnTableProblem = std::function<void(const TableProblem&)>;

/// Blank lines and lines that start with # hold no row. Calls `on_problem` for each bad line; the result is of no use
/// then. Throws `ReadError` for an error of the file as a whole, `UsageError` about --columns.
[[nodiscard]] Recording record_table(std::string_view text, const FrameOptions& options,
                                     const OnTableProblem& on_problem);

/// The same, with a placement of its own.
[[nodiscard]] Frames read_table(std::string_view text, const FrameOptions& options, const OnTableProblem& on_problem);

}  // namespace lockstep::tools
