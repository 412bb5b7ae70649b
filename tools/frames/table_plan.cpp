#include "frames/table_plan.hpp"

#include <algorithm>
#include <cmath>

#include "text/error.hpp"
#include "text/exit_code.hpp"
#include "text/numbers.hpp"

namespace lockstep::tools {
namespace {

using Names = std::vector<std::string_view>;

/// Words of a header, with a unit that stands apart joined to its name: "x", "[m]" -> "x [m]".
void join_units(Names& names) {
  for (std::size_t i = 1; i < names.size(); ++i) {
    if (!names[i].starts_with('[') && !names[i].starts_with('(')) continue;
    const char* const start = names[i - 1].data();
    names[i - 1] = {start, static_cast<std::size_t>(names[i].data() + names[i].size() - start)};
    names.erase(names.begin() + static_cast<std::ptrdiff_t>(i--));
  }
}

Names header_names(std::string_view header, Separator separator) {
  Names names;
  split_line(header, separator, names);
  if (separator == Separator::blanks) join_units(names);
  return names;
}

/// What such files usually have when they do not say.
Names usual_names(std::size_t count, Separator separator) {
  if (separator == Separator::blanks && count == 4) return {"id", "frame", "x", "y"};
  if (separator == Separator::blanks && count == 5) return {"id", "frame", "x", "y", "z"};
  throw FieldError{1,
                   concat("no header, and ", count,
                          " columns: --columns names them, as in --columns frame,id,x,_,y,... (_ is a column that is "
                          "not read, ... all that follow)")};
}

bool is_number(std::string_view field) { return !std::isnan(to_number<double>(field)); }

}  // namespace

std::string_view TableComments::header(Separator separator) const {
  std::string_view header;
  for (const std::string_view line : lines) {
    try {
      if (names_columns(header_names(line, separator))) header = line;
    } catch (const FieldError&) {
      continue;  // a comment may hold any quotes
    }
  }
  return header;
}

std::optional<Unit> TableComments::unit() const {
  std::optional<Unit> unit;
  for (const std::string_view line : lines) {
    const std::size_t start = line.find("(in "), end = line.find(')', start);
    if (start == std::string_view::npos || end == std::string_view::npos) continue;
    if (const auto found = unit_of(line.substr(start + 4, end - start - 4))) unit = found;
  }
  return unit;
}

std::optional<double> TableComments::frames_per_second() const {
  constexpr std::string_view word = "framerate:";
  for (const std::string_view line : lines) {
    const std::size_t at = line.find(word);
    if (at == std::string_view::npos) continue;
    const Names behind = header_names(line.substr(at + word.size()), Separator::blanks);
    const double rate = behind.empty() ? 0 : to_number<double>(behind[0]);
    if (rate > 0 && std::isfinite(rate)) return rate;
  }
  return std::nullopt;
}

void resolve_units(ColumnPlan& columns, const std::optional<Unit>& common, std::vector<std::string>& notes) {
  if (!common) return;
  for_each(columns.present(), [&](Quantity quantity) {
    if (is_length(quantity) && !columns[quantity]->unit) columns[quantity]->unit = common;
  });
  if (common->per_base != 1)
    notes.push_back(concat("lengths are in ", common->name, " in the file, and in metres here"));
}

ColumnPlan plan_option(const FrameOptions& options) {
  Names names;
  try {
    split_line(options.columns, Separator::comma, names);
    return plan_columns(names, options.plane, options.unit.has_value(), options.radius.has_value());
  } catch (const FieldError& error) {
    throw UsageError(concat("--columns: name ", error.field, ": ", error.text));
  }
}

std::optional<std::string> note_unread(const ColumnPlan& columns) {
  if (columns.unread.empty()) return std::nullopt;
  constexpr std::size_t most = 20;
  std::string list = "columns that are not read";
  const std::size_t told = std::min(columns.unread.size(), most);
  for (std::size_t i = 0; i < told; ++i) list += concat(i == 0 ? ": " : ", ", columns.unread[i]);
  if (columns.unread.size() > told) list += concat(" and ", columns.unread.size() - told, " more");
  return list;
}

TablePlan plan_table(std::string_view first_line, const TableComments& comments, const FrameOptions& options) {
  TablePlan plan;
  plan.separator = guess_separator(first_line);
  const Names fields = header_names(first_line, plan.separator);
  const std::string_view comment = comments.header(plan.separator);
  const bool named = !options.columns.empty() || !comment.empty();
  plan.first_line_is_header = named ? names_columns(fields) : !std::all_of(fields.begin(), fields.end(), is_number);
  if (!options.columns.empty()) {
    plan.columns = plan_option(options);
  } else {
    if (!plan.first_line_is_header && !named)
      plan.notes.emplace_back("no header: the columns are taken to be id frame x y [z]");
    const Names names = plan.first_line_is_header ? fields
                        : named                   ? header_names(comment, plan.separator)
                                                  : usual_names(fields.size(), plan.separator);
    plan.columns = plan_columns(names, options.plane, options.unit.has_value(), options.radius.has_value());
  }
  const std::optional<Unit> of_x = plan.columns[Quantity::x]->unit;
  resolve_units(plan.columns, options.unit ? options.unit : of_x ? of_x : comments.unit(), plan.notes);
  // Trajectory files have the height of heads there.
  if (plan.separator == Separator::blanks && plan.columns.has(Quantity::z))
    plan.notes.emplace_back("the column z is read: these are spheres; lockstep overlap --plane takes circles");
  if (auto note = note_unread(plan.columns)) plan.notes.push_back(std::move(*note));
  return plan;
}

}  // namespace lockstep::tools
