#include "frames/table_plan.hpp"

#include <algorithm>
#include <cmath>

#include "frames/row_order.hpp"
#include "text/error.hpp"
#include "text/exit_code.hpp"
#include "text/names.hpp"
#include "text/numbers.hpp"

namespace lockstep::tools {
namespace {

using Names = std::vector<std::string_view>;

/// Joins a unit that stands apart to its name: "x", "[m]" -> "x [m]".
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

/// The usual columns of files without a header. `text` begins with their first row.
Names usual_names(std::size_t count, Separator separator, std::string_view text) {
  if (separator == Separator::blanks && count == 4) {
    if (is_sorted_by_frame(text)) return {"frame", "id", "x", "y"};
    return {"id", "frame", "x", "y"};
  }
  if (separator == Separator::blanks && count == 5) return {"id", "frame", "x", "y", "z"};
  throw FieldError{1,
                   concat("no header, and ", count,
                          " columns: --columns names them, as in --columns frame,id,x,_,y,... (_ is a column that is "
                          "not read, ... all that follow)")};
}

bool is_number(std::string_view field) { return !std::isnan(to_number<double>(field)); }

/// Throws `FieldError` if all fields are numbers, and some have a decimal comma: such a line is not a header.
void refuse_decimal_commas(const Names& fields) {
  const auto comma = std::find_if(fields.begin(), fields.end(), is_number_with_comma);
  if (comma == fields.end()) return;
  if (std::all_of(fields.begin(), fields.end(),
                  [](auto field) { return is_number(field) || is_number_with_comma(field); }))
    throw FieldError{static_cast<std::size_t>(comma - fields.begin()) + 1,
                     why_not_finite(*comma, to_number<double>(*comma))};
}

/// Whether a field cannot be a number, nor a word for a missing one.
bool could_be_name(std::string_view field) {
  const std::string word = plain_word(field);
  for (const std::string_view number : {"nan", "inf", "infinity", "na", "n/a", "null", "none"})
    if (word == number) return false;
  constexpr std::string_view never = "0123456789+-.,";
  return !word.empty() && never.find(word[0]) == std::string_view::npos && !is_number(field);
}

std::string listed(std::span<const std::string_view> words) {
  constexpr std::size_t most = 20;
  std::string list;
  const std::size_t told = std::min(words.size(), most);
  for (std::size_t i = 0; i < told; ++i) list += concat(i == 0 ? "" : ", ", printable(words[i], 40));
  return words.size() > told ? concat(list, " and ", words.size() - told, " more") : list;
}

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
  return concat("columns that are not read: ", listed(Names(columns.unread.begin(), columns.unread.end())));
}

bool holds_names(std::span<const std::string_view> fields, std::span<const std::size_t> of_numbers) {
  return !of_numbers.empty() && std::all_of(of_numbers.begin(), of_numbers.end(), [&](std::size_t field) {
    return field < fields.size() && could_be_name(fields[field]);
  });
}

std::string note_passed_over(std::span<const std::string_view> fields) {
  return concat("the first line is passed over, as it holds names and no numbers: ", listed(fields));
}

namespace {

/// The fields of a row that must be numbers.
std::vector<std::size_t> number_fields(const ColumnPlan& columns) {
  std::vector<std::size_t> fields;
  constexpr QuantitySet in_all_rows = {Quantity::frame, Quantity::id, Quantity::x, Quantity::y, Quantity::z};
  for_each(columns.present() & in_all_rows, [&](Quantity quantity) { fields.push_back(columns[quantity]->field); });
  return fields;
}

}  // namespace

std::string note_in_metres(std::string_view what) {
  return concat("the unit of x is unknown: to go with ", what,
                ", it is taken to be metres; a name like x [cm], in the header or in --columns, sets it");
}

void note_lengths_in_metres(const ColumnPlan& columns, const FrameOptions& options, std::vector<std::string>& notes) {
  if (columns[Quantity::x]->unit) return;
  std::string what;
  for_each(columns.present(), [&](Quantity quantity) {
    if (is_length(quantity) && columns[quantity]->unit && what.empty())
      what = concat("the column ", name(quantity), ", which is in ", columns[quantity]->unit->name);
  });
  if (what.empty() && options.radius && options.radius->unit) what = concat("--radius ", options.radius->text());
  if (!what.empty()) notes.push_back(note_in_metres(what));
}

TablePlan plan_table(std::string_view text, const TableComments& comments, const FrameOptions& options) {
  TablePlan plan;
  const std::string_view first_line = text.substr(0, text.find_first_of("\r\n"));
  plan.separator = guess_separator(first_line);
  const Names fields = header_names(first_line, plan.separator);
  const auto plan_names = [&](const Names& names) {
    return plan_columns(names, options.plane, options.unit.has_value(), options.radius.has_value());
  };
  const std::string_view comment = comments.header(plan.separator);
  if (!options.columns.empty() || !comment.empty()) {
    plan.columns = options.columns.empty() ? plan_names(header_names(comment, plan.separator)) : plan_option(options);
    const bool is_known = names_columns(fields);
    plan.first_line_is_header = is_known || holds_names(fields, number_fields(plan.columns));
    if (is_known && options.columns.empty()) plan.columns = plan_names(fields);
    if (plan.first_line_is_header && !is_known) plan.notes.push_back(note_passed_over(fields));
  } else if (!std::all_of(fields.begin(), fields.end(), is_number)) {
    refuse_decimal_commas(fields);
    plan.first_line_is_header = true;
    plan.columns = plan_names(fields);
  } else {
    const Names names = usual_names(fields.size(), plan.separator, text);
    plan.columns = plan_names(names);
    plan.notes.emplace_back(names.front() == "id"
                                ? "no header: the columns are taken to be id frame x y [z]"
                                : "no header: the columns are taken to be frame id x y, as the first one rises in "
                                  "blocks; --columns id,frame,x,y names them the other way round");
  }
  const std::optional<Unit> of_x = plan.columns[Quantity::x]->unit;
  resolve_units(plan.columns, options.unit ? options.unit : of_x ? of_x : comments.unit(), plan.notes);
  note_lengths_in_metres(plan.columns, options, plan.notes);
  // In trajectory files that column is the height of heads.
  if (plan.separator == Separator::blanks && plan.columns.has(Quantity::z))
    plan.notes.emplace_back("the column z is read: these are spheres; lockstep overlap --plane takes circles");
  if (auto note = note_unread(plan.columns)) plan.notes.push_back(std::move(*note));
  return plan;
}

}  // namespace lockstep::tools
