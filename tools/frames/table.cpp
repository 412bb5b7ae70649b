#include "frames/table.hpp"

#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <lockstep/types.hpp>

#include "frames/shape_forms.hpp"
#include "frames/table_plan.hpp"
#include "text/error.hpp"
#include "text/fields.hpp"
#include "text/names.hpp"
#include "text/numbers.hpp"
#include "text/text.hpp"

namespace lockstep::tools {
namespace {

class TableReader {
 public:
  TableReader(std::string_view text, const FrameOptions& options) : text_(text), options_(options) {}

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
      plan_ = plan_table(text_.substr(static_cast<std::size_t>(line.data() - text_.data())), comments_, options_);
      finest_ = finest_unit(plan_->columns, options_);
      for_each(plan_->columns.present() - unnumbered, [this](Quantity quantity) { numbered_.push_back(quantity); });
      if (plan_->first_line_is_header) return;
    }
    add_row(line);
    lines_.push_back(static_cast<std::uint32_t>(number));
  }

  Recording finish(const OnTableProblem& on_problem) {
    if (!planned()) throw ReadError("holds nothing but comments and blank lines");
    const ColumnPlan& columns = plan_->columns;
    const std::string_view where =
        columns.has(Quantity::frame) ? "in the same frame" : "in a table without a column frame";
    const auto on_duplicate = [&](std::size_t row, std::size_t earlier, std::int64_t id) {
      on_problem({lines_[row], columns[Quantity::id]->field + 1,
                  concat("the id ", id, " was there already, ", where, ", on line ", lines_[earlier])});
    };
    rows_.are_decimal = true;
    Recording recording(std::move(rows_), columns, options_,
                        [lines = lines_](std::size_t row) { return concat("line ", lines[row]); });
    recording.report_duplicates(on_duplicate);
    if (columns.has(Quantity::radius) && options_.radius)
      plan_->notes.emplace_back("--radius stands in place of the column of radii");
    recording.notes = std::move(plan_->notes);
    recording.frames_per_second = comments_.frames_per_second();
    return recording;
  }

 private:
  void add_row(std::string_view line) {
    const ColumnPlan& columns = plan_->columns;
    split_line(line, plan_->separator, fields_);
    check_field_count(fields_.size(), columns.fields, columns.open_ended);
    if (columns.type && !columns.has(Quantity::shape)) refuse_shape(*columns.type);

    // All are read before the first is stored, so columns stay equally long.
    const bool has_frame = columns.has(Quantity::frame), has_id = columns.has(Quantity::id);
    const double frame = has_frame ? read_frame() : 0;
    const std::int64_t id = has_id ? read_id() : 0;
    RowNumbers numbers;
    if (columns.round()) {
      for (const Quantity quantity : numbered_) numbers[quantity] = read_number(quantity);
    } else {
      const ShapeForm& form = columns.form != nullptr ? *columns.form : read_form();
      numbers = read_shape(form);
      rows_.forms.push_back(&form);
    }
    for (const Quantity quantity : numbered_) rows_[quantity].push_back(numbers[quantity]);
    if (has_frame) rows_.frame.push_back(frame);
    if (has_id) rows_.id.push_back(id);
  }

  /// Refuses boxes whose column of shapes has another name: they must not be read as spheres.
  void refuse_shape(std::size_t field) const {
    const ColumnPlan& columns = plan_->columns;
    if (find_form(plain_word(fields_[field]), columns.flat(), columns.present()) == nullptr) return;
    throw FieldError{field + 1, concat(quoted_word(fields_[field]),
                                       " is a shape, in a column type, which is not read: "
                                       "call the column shape, or _ with --columns to pass over it")};
  }

  /// The numbers of a row that its shape needs. Their validity is checked here, while the line is known.
  [[nodiscard]] RowNumbers read_shape(const ShapeForm& form) const {
    RowNumbers numbers, in_one_unit;
    if (options_.radius) in_one_unit[Quantity::radius] = options_.radius->in(finest_);
    for_each(plan_->columns.present() & (form.needs | QuantitySet{Quantity::x, Quantity::y, Quantity::z}),
             [&](Quantity quantity) {
               if (quantity == Quantity::radius && options_.radius) return;
               numbers[quantity] = read_number(quantity);
               in_one_unit[quantity] = in_finest(quantity, numbers[quantity]);
             });
    try {
      static_cast<void>(form.make(in_one_unit));
    } catch (const ShapeProblem& problem) {
      fail(problem.quantity, problem.text);
    }
    return numbers;
  }

  /// The form that the column `shape` names.
  [[nodiscard]] const ShapeForm& read_form() const {
    const ColumnPlan& columns = plan_->columns;
    const std::string_view word = word_of(Quantity::shape);
    const QuantitySet given = options_.radius ? columns.present() | QuantitySet{Quantity::radius} : columns.present();
    const ShapeForm* const form = find_form(plain_word(word), columns.flat(), given);
    if (form == nullptr)
      fail(Quantity::shape, concat(quoted_word(word), " is not a shape; shapes are ", form_names(columns.flat())));
    if (auto problem = form->missing_problem(given)) fail(Quantity::shape, std::move(*problem));
    return *form;
  }

  [[noreturn]] void fail(Quantity quantity, std::string text) const {
    throw FieldError{plan_->columns[quantity]->field + 1, std::move(text)};
  }

  [[nodiscard]] std::string_view word_of(Quantity quantity) const {
    const std::string_view word = fields_[plan_->columns[quantity]->field];
    if (word.empty()) fail(quantity, concat(name(quantity), " is empty"));
    return word;
  }

  [[nodiscard]] double read_frame() const {
    const std::string_view word = word_of(Quantity::frame);
    const double number = to_number<double>(word);
    if (std::isfinite(number)) return number + 0.0;  // also turns -0 into 0
    fail(Quantity::frame, concat("the frame ", quoted_word(word), " is not a finite number"));
  }

  [[nodiscard]] std::int64_t read_id() const {
    const std::string_view word = word_of(Quantity::id);
    if (const auto id = whole_number(to_number<double>(word))) return *id;
    fail(Quantity::id, concat("the id ", quoted_word(word), " is not a whole number (up to 2^53)"));
  }

  /// In the finest unit of lengths of the table or --radius, or in radians.
  [[nodiscard]] double in_finest(Quantity quantity, double number) const {
    const std::optional<Unit>& unit = plan_->columns[quantity]->unit;
    return number * (is_length(quantity) ? finest_ : 1) / (unit ? unit->per_base : 1);
  }

  /// In the table's unit.
  [[nodiscard]] double read_number(Quantity quantity) const {
    const std::string_view word = word_of(quantity);
    const double number = to_double_for_float(word);
    const auto value = static_cast<float>(in_finest(quantity, number));
    if (!std::isfinite(value)) fail(quantity, why_not_finite(word, value));
    if (auto problem = number_problem(quantity, value)) fail(quantity, std::move(*problem));
    return number;
  }

  static constexpr QuantitySet unnumbered = {Quantity::frame, Quantity::id, Quantity::shape};

  std::string_view text_;
  const FrameOptions& options_;
  TableComments comments_;
  std::optional<TablePlan> plan_;
  double finest_ = 1;
  std::vector<Quantity> numbered_;  ///< the columns of numbers
  std::vector<std::string_view> fields_;
  Rows rows_;
  std::vector<std::uint32_t> lines_;
};

}  // namespace

Recording record_table(std::string_view text, const FrameOptions& options, const OnTableProblem& on_problem) {
  if (text.empty()) throw ReadError("is empty");
  if (const auto problem = text_problem(text)) throw ReadError(*problem);
  TableReader reader(text, options);
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
  return problems ? Recording{} : reader.finish(on_problem);
}

Frames read_table(std::string_view text, const FrameOptions& options, const OnTableProblem& on_problem) {
  bool problems = false;
  Recording recording = record_table(text, options, [&](const TableProblem& problem) {
    problems = true;
    on_problem(problem);
  });
  return problems ? Frames{} : frames_of(std::move(recording));
}

}  // namespace lockstep::tools
