// The lines of a table before its first row: they decide the columns, the separator and the unit of lengths.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
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

/// `text` begins with the first line that is neither blank nor a comment. Columns are named by --columns, else by that
/// line, else by a comment, else they are `id frame x y [z]` as in most trajectory files, or `frame id x y` if the rows
/// look so. The unit of lengths is that of --unit, else of the column, else of the column x, else of a comment, else
/// metres. Throws `FieldError`, and `UsageError` about --columns.
[[nodiscard]] TablePlan plan_table(std::string_view text, const TableComments& comments, const FrameOptions& options);

/// The columns of --columns. Throws `UsageError`.
[[nodiscard]] ColumnPlan plan_option(const FrameOptions& options);

/// Gives columns of lengths without a unit the `common` one, if there is one; a note says when lengths are converted.
void resolve_units(ColumnPlan& columns, const std::optional<Unit>& common, std::vector<std::string>& notes);

/// Whether a first line with unknown names is a header: all its fields that must be numbers could be names.
[[nodiscard]] bool holds_names(std::span<const std::string_view> fields, std::span<const std::size_t> of_numbers);
/// A note that such a line is not read.
[[nodiscard]] std::string note_passed_over(std::span<const std::string_view> fields);

/// A note for tables that do not say their unit, beside a length that does: "--radius 20 cm".
[[nodiscard]] std::string note_in_metres(std::string_view what);

/// Adds that note if x has no unit and another column or --radius has one.
void note_lengths_in_metres(const ColumnPlan& columns, const FrameOptions& options, std::vector<std::string>& notes);

/// "columns that are not read: vx, vy"; nothing if all are.
[[nodiscard]] std::optional<std::string> note_unread(const ColumnPlan& columns);

}  // namespace lockstep::tools
