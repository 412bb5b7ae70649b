#include "scenes/scene_table.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "frames/table.hpp"
#include "frames/table_plan.hpp"
#include "scenes/scene_frames.hpp"
#include "scenes/scene_layouts.hpp"
#include "text/checks.hpp"
#include "text/error.hpp"
#include "text/fields.hpp"
#include "text/names.hpp"
#include "text/numbers.hpp"
#include "text/text.hpp"

namespace lockstep::tools {
namespace {

using Names = std::vector<std::string_view>;

/// The start of a table.
struct Start {
  TableComments comments;
  std::string_view line;  ///< the first that is neither blank nor a comment; empty if there is none
};

Start start_of(std::string_view text) {
  Start start;
  Lines lines(text);
  for (std::string_view line; lines.next(line);) {
    const std::size_t first = line.find_first_not_of(" \t");
    if (first == std::string_view::npos) continue;
    if (line[first] != '#') {
      start.line = line;
      break;
    }
    start.comments.lines.push_back(line.substr(first + 1));
  }
  return start;
}

bool has(const Names& names, std::string_view name) {
  return std::any_of(names.begin(), names.end(), [name](std::string_view n) { return plain_word(n) == name; });
}

/// The layout with these names, if they are those of boxes by their corners or of matrices.
const SceneLayout* layout_of(const Names& names) {
  if (has(names, "min_x")) return &aabb_layout;
  if (has(names, "m33")) return &matrix4_layout;
  return has(names, "m00") ? &matrix_layout : nullptr;
}

/// The columns of a table of boxes or matrices.
struct LayoutPlan {
  const SceneLayout* layout = nullptr;
  std::array<std::size_t, most_layout_columns> fields{};
  std::optional<std::size_t> name;  ///< the field with an object's name
  std::size_t field_count = 0;
  bool open_ended = false;
  ColumnPlan unread;

  LayoutPlan(const Names& names, const SceneLayout& what) : layout(&what), field_count(names.size()) {
    if (!names.empty() && names.back() == "...") open_ended = true, --field_count;
    std::string missing;
    for (std::size_t k = 0; k < what.columns.size(); ++k) {
      const auto found = find(names, what.columns[k]);
      if (!found) missing += concat(missing.empty() ? "" : ", ", what.columns[k]);
      fields[k] = found.value_or(0);
    }
    if (!missing.empty()) throw FieldError{1, concat("no column is named ", missing)};
    name = find(names, "name");
    if (!name) name = find(names, "id");
    const auto used = std::span(fields).first(what.columns.size());
    for (std::size_t i = 0; i < field_count; ++i)
      if (std::find(used.begin(), used.end(), i) == used.end() && name != i && names[i] != "_")
        unread.unread.push_back(names[i].empty() ? concat("field ", i + 1, ", without a name")
                                                 : printable(names[i], 40));
  }

  /// Throws `FieldError` if two columns have the name.
  [[nodiscard]] std::optional<std::size_t> find(const Names& names, std::string_view name_of_column) const {
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < field_count; ++i) {
      if (plain_word(names[i]) != name_of_column) continue;
      if (found)
        throw FieldError{i + 1, concat("two columns are named ", name_of_column, ", the first is field ", *found + 1)};
      found = i;
    }
    return found;
  }
};

class LayoutReader {
 public:
  LayoutReader(const LayoutPlan& plan, Separator separator) : plan_(plan), separator_(separator), rows_(*plan.layout) {}

  /// Throws `FieldError`.
  void add(std::string_view line) {
    split_line(line, separator_, fields_);
    check_field_count(fields_.size(), plan_.field_count, plan_.open_ended);
    const std::span<double> row = std::span(numbers_).first(plan_.layout->columns.size());
    for (std::size_t k = 0; k < row.size(); ++k) {
      const std::string_view word = fields_[plan_.fields[k]];
      row[k] = to_double_for_float(word);
      const auto rounded = static_cast<float>(row[k]);
      if (!std::isfinite(rounded)) throw FieldError{plan_.fields[k] + 1, why_not_finite(word, rounded)};
      if (auto problem = coordinate_problem(rounded)) throw FieldError{plan_.fields[k] + 1, std::move(*problem)};
    }
    std::string name = plan_.name ? printable(fields_[*plan_.name]) : std::string();
    if (name.empty()) name = concat(plan_.layout->object, " ", count_);
    try {
      rows_.add(row, std::move(name));
      ++count_;
    } catch (const NumberProblem& problem) {
      throw FieldError{plan_.fields[problem.number] + 1, problem.text};
    }
  }

  [[nodiscard]] Scene scene() const { return rows_.scene(); }

 private:
  const LayoutPlan& plan_;
  Separator separator_;
  std::vector<std::string_view> fields_;
  std::array<double, most_layout_columns> numbers_{};
  LayoutRows rows_;
  std::size_t count_ = 0;
};

/// The names of the columns, and whether the first line has them.
struct Header {
  Names names;
  bool is_first_line = false;
  Names passed_over = {};  ///< the first line, if --columns replaces its unknown names
};

Header header_of(const Start& start, Separator separator, const std::string& columns) {
  Header header;
  split_line(start.line, separator, header.names);
  header.is_first_line = layout_of(header.names) != nullptr;
  if (columns.empty()) return header;
  const Names first = std::exchange(header.names, {});
  split_line(columns, Separator::comma, header.names);
  const SceneLayout* const layout = layout_of(header.names);
  if (layout == nullptr || header.is_first_line) return header;
  std::vector<std::size_t> of_numbers;
  for (std::size_t i = 0; i < header.names.size(); ++i)
    if (const std::string name = plain_word(header.names[i]);
        std::find(layout->columns.begin(), layout->columns.end(), name) != layout->columns.end())
      of_numbers.push_back(i);
  header.is_first_line = holds_names(first, of_numbers);
  if (header.is_first_line) header.passed_over = first;
  return header;
}

Scene read_layout_table(std::string_view text, const Header& header, Separator separator,
                        const OnTableProblem& on_problem) {
  const LayoutPlan plan(header.names, *layout_of(header.names));
  LayoutReader reader(plan, separator);
  bool header_is_next = header.is_first_line;
  Lines lines(text);
  for (std::string_view line; lines.next(line);) {
    const std::size_t first = line.find_first_not_of(" \t");
    if (first == std::string_view::npos || line[first] == '#') continue;
    if (std::exchange(header_is_next, false)) continue;
    try {
      check_line(line);
      reader.add(line);
    } catch (const FieldError& error) {
      on_problem({lines.number(), error.field, error.text});
    }
  }
  Scene scene = reader.scene();
  if (!header.passed_over.empty()) scene.notes.push_back(note_passed_over(header.passed_over));
  if (auto note = note_unread(plan.unread)) scene.notes.push_back(std::move(*note));
  if (plan.layout->columns.size() >= 12) scene.notes.emplace_back(unit_box_note);
  return scene;
}

}  // namespace

bool looks_like_table(std::string_view text, const SceneOptions& options) {
  const Start start = start_of(text);
  if (start.line.empty() || start.line.find('\0') != std::string_view::npos) return false;
  if (!options.table.columns.empty()) return true;
  try {
    const Separator separator = guess_separator(start.line);
    const Header header = header_of(start, separator, {});
    return header.is_first_line || names_columns(header.names) || !start.comments.header(separator).empty();
  } catch (const FieldError&) {
    return false;
  }
}

Scene read_scene_table(std::string_view text, const SceneOptions& options) {
  std::size_t problems = 0;
  const OnTableProblem on_problem = [&](const TableProblem& problem) {
    if (!options.on_problem)
      throw ReadError(concat("line ", problem.line, ", field ", problem.field, ": ", problem.text));
    ++problems;
    options.on_problem(problem);
  };
  const Start start = start_of(text);
  const Separator separator = guess_separator(start.line);
  Scene scene;
  try {
    const Header header = header_of(start, separator, options.table.columns);
    if (layout_of(header.names) != nullptr && options.table.radius) throw ReadError(no_radius_of_boxes);
    if (layout_of(header.names) != nullptr)
      scene = read_layout_table(text, header, separator, on_problem);
    else if (Recording recording = record_table(text, options.table, on_problem); problems == 0)
      return scene_of(std::move(recording), options.lens);
  } catch (const FieldError& error) {
    throw ReadError(concat("its header, field ", error.field, ": ", error.text));
  }
  if (problems > 0)
    throw ReadError(concat(problems, problems == 1 ? " line is" : " lines are", " wrong, and nothing is culled"));
  if (scene.objects.empty()) throw ReadError("holds no objects");
  add_default_cameras(scene, options.lens);
  return scene;
}

}  // namespace lockstep::tools
