// What a table says before its first row: what its columns are, how they are separated, and in which unit lengths are.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frames/columns.hpp"
#include "frames/rows.hpp"
#include "text/fields.hpp"

namespace lockstep::tools {

/// The comments before the first row, each without its `#`.
struct TableComments {
  std::vector<std::string_view> lines = {};

  /// The last one that names x and y; empty if there is none.
  [[nodiscard]] std::string_view header(Separator separator) const;
  /// "(in metres)"
  [[nodiscard]] std::optional<Unit> unit() const;
  /// "framerate: 25 fps"
  [[nodiscard]] std::optional<double> frames_per_second() const;
};

struct TablePlan {
  Separator separator = Separator::blanks;
  bool first_line_is_header = false;
  ColumnPlan columns;
  std::vector<std::string> notes;
};

/// From the first line that is neither blank nor a comment. Columns are named by --columns, else by that line, else by
/// a comment, else they are `id frame x y [z]` as in most trajectory files; lengths are in the unit of --unit, else in
/// what the column says, else the column x, else a comment, else metres. Throws `FieldError`, and `UsageError` about
/// --columns.
[[nodiscard]] TablePlan plan_table(std::string_view first_line, const TableComments& comments,
                                   const FrameOptions& options);

/// The columns that --columns names. Throws `UsageError`.
[[nodiscard]] ColumnPlan plan_option(const FrameOptions& options);

/// Gives columns of lengths without a unit the `common` one, if there is one; a note says when lengths are converted.
void resolve_units(ColumnPlan& columns, const std::optional<Unit>& common, std::vector<std::string>& notes);

/// "columns that are not read: vx, vy"; nothing if all are.
[[nodiscard]] std::optional<std::string> note_unread(const ColumnPlan& columns);

}  // namespace lockstep::tools
