#include "readers/table.hpp"

#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <lockstep/types.hpp>

#include "readers/error.hpp"
#include "readers/fields.hpp"
#include "readers/names.hpp"
#include "readers/numbers.hpp"
#include "readers/table_plan.hpp"
#include "readers/text.hpp"

namespace lockstep::tools {
namespace {

void check_line(std::string_view line) {
  if (line.size() > max_line_bytes) throw FieldError{1, concat("the line is longer than ", max_line_bytes, " bytes")};
  if (line.find('\0') != std::string_view::npos) throw FieldError{1, "a NUL byte: this is no text file"};
}

class TableReader {
 public:
  explicit TableReader(const FrameOptions& options) : options_(options) {}

  [[nodiscard]] bool planned() const { return plan_.has_value(); }

  /// Throws `FieldError`.
  void take(std::string_view line, std::size_t number) {
    check_line(line);
    const std::size_t first = line.find_first_not_of(" \t");
    if (first == std::string_view::npos) return;
    if (line[first] == '#') {
      if (!planned()) comments_.lines.push_back(line.substr(first + 1));
      return;
    }
    if (!planned()) {
      plan_ = plan_table(line, comments_, options_);
      if (plan_->first_line_is_header) return;
    }
    add_row(line);
    lines_.push_back(static_cast<std::uint32_t>(number));
  }

  Frames finish(const OnTableProblem& on_problem) {
    if (!planned()) throw ReadError("holds nothing but comments and blank lines");
    const ColumnPlan& columns = plan_->columns;
    const std::string_view where =
        columns.has(Quantity::frame) ? "in the same frame" : "in a table without a column frame";
    const auto on_duplicate = [&](std::size_t row, std::size_t earlier, std::int64_t id) {
      on_problem({lines_[row], columns[Quantity::id]->field + 1,
                  concat("the id ", id, " was there already, ", where, ", on line ", lines_[earlier])});
    };
    Frames frames = make_frames(std::move(rows_), options_, on_duplicate);
    if (columns.has(Quantity::radius) && options_.radius)
      plan_->notes.emplace_back("--radius stands in place of the column of radii");
    frames.in_metres = columns[Quantity::x]->unit.has_value();
    frames.notes = std::move(plan_->notes);
    frames.frames_per_second = comments_.frames_per_second();
    return frames;
  }

 private:
  void add_row(std::string_view line) {
    const ColumnPlan& columns = plan_->columns;
    split_line(line, plan_->separator, fields_);
    const std::size_t count = fields_.size(), expected = columns.fields;
    if (count < expected)
      throw FieldError{count + 1, concat("the line ends after ", count, " of ", expected, " fields")};
    if (count > expected && !columns.open_ended)
      throw FieldError{expected + 1, concat("the line has ", count, " fields, ", count - expected, " too many")};

    // All are read before the first is kept: columns stay equally long.
    const auto frame = read(Quantity::frame, &TableReader::read_frame);
    const auto id = read(Quantity::id, &TableReader::read_id);
    const auto x = read(Quantity::x, &TableReader::read_length), y = read(Quantity::y, &TableReader::read_length),
               z = read(Quantity::z, &TableReader::read_length);
    const auto radius = read(Quantity::radius, &TableReader::read_radius);
    if (frame) rows_.frame.push_back(*frame);
    if (id) rows_.id.push_back(*id);
    rows_.x.push_back(*x), rows_.y.push_back(*y);
    if (z) rows_.z.push_back(*z);
    if (radius) rows_.radius.push_back(*radius);
  }

  /// Nothing if there is no such column.
  template <class Number>
  std::optional<Number> read(Quantity quantity, Number (*reader)(std::string_view, const Column&)) const {
    const std::optional<Column>& column = plan_->columns[quantity];
    if (!column) return std::nullopt;
    const std::string_view word = fields_[column->field];
    if (word.empty()) throw FieldError{column->field + 1, concat(name(quantity), " is empty")};
    return reader(word, *column);
  }

  static double read_frame(std::string_view word, const Column& column) {
    const double number = to_number<double>(word);
    if (std::isfinite(number)) return number + 0.0;  // -0 becomes 0
    throw FieldError{column.field + 1, concat("the frame ", quoted_word(word), " is not a finite number")};
  }

  static std::int64_t read_id(std::string_view word, const Column& column) {
    if (const auto id = whole_number(to_number<double>(word))) return *id;
    throw FieldError{column.field + 1, concat("the id ", quoted_word(word), " is not a whole number (up to 2^53)")};
  }

  /// The nearest float32 in metres.
  static float read_length(std::string_view word, const Column& column) {
    const double per_metre = column.unit ? column.unit->per_metre : 1;
    const auto value =
        per_metre == 1 ? to_number<float>(word) : static_cast<float>(to_number<double>(word) / per_metre);
    if (!std::isfinite(value)) throw FieldError{column.field + 1, why_not_finite(word, value)};
    if (std::abs(value) > max_coordinate)
      throw FieldError{column.field + 1, concat(value, " is beyond ", max_coordinate, ", the largest coordinate")};
    return value;
  }

  static float read_radius(std::string_view word, const Column& column) {
    const float radius = read_length(word, column);
    if (radius >= 0) return radius;
    throw FieldError{column.field + 1, concat("the radius ", radius, " is negative")};
  }

  const FrameOptions& options_;
  TableComments comments_;
  std::optional<TablePlan> plan_;
  std::vector<std::string_view> fields_;
  Rows rows_;
  std::vector<std::uint32_t> lines_;
};

}  // namespace

Frames read_table(std::string_view text, const FrameOptions& options, const OnTableProblem& on_problem) {
  if (text.empty()) throw ReadError("is empty");
  TableReader reader(options);
  bool problems = false;
  Lines lines(text);
  for (std::string_view line; lines.next(line);) {
    if (options.on_progress && lines.number() % 65536 == 0)
      options.on_progress(text.size() - lines.left(), text.size());
    try {
      reader.take(line, lines.number());
    } catch (const FieldError& error) {
      on_problem({lines.number(), error.field, error.text});
      problems = true;
      if (!reader.planned()) break;  // without columns every line would be wrong
    }
  }
  return problems ? Frames{} : reader.finish(on_problem);
}

}  // namespace lockstep::tools
