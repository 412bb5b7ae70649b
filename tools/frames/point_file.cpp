#include "frames/point_file.hpp"

#include <array>
#include <cmath>
#include <optional>

#include "frames/columns.hpp"
#include "frames/npy.hpp"
#include "text/error.hpp"
#include "text/fields.hpp"
#include "text/names.hpp"
#include "text/numbers.hpp"
#include "text/text.hpp"

namespace lockstep::tools {
namespace {

constexpr std::array<Quantity, 3> axes = {Quantity::x, Quantity::y, Quantity::z};

class PointTable {
 public:
  std::vector<Vec3d> points;

  [[nodiscard]] bool planned() const { return columns_.has_value(); }

  /// Throws `FieldError`.
  void take(std::string_view line) {
    check_line(line);
    const std::size_t first = line.find_first_not_of(" \t");
    if (first == std::string_view::npos) return;
    if (line[first] == '#') {
      if (!planned()) plan_by(line.substr(first + 1));
      return;
    }
    if (!planned() && plan_by(line)) return;
    if (!planned()) plan_three(line);
    split_line(line, separator_, fields_);
    check_field_count(fields_.size(), columns_->fields, columns_->open_ended);
    std::array<double, 3> numbers;
    for (std::size_t axis = 0; axis < 3; ++axis) numbers[axis] = read_number((*columns_)[axes[axis]]->field);
    points.push_back({numbers[0], numbers[1], numbers[2]});
  }

 private:
  /// Whether the line names the columns.
  bool plan_by(std::string_view line) {
    separator_ = guess_separator(line);
    split_line(line, separator_, fields_);
    if (!names_columns(fields_)) return false;
    ColumnPlan plan = plan_columns(fields_, false, true, true);
    if (plan.flat()) throw FieldError{1, "there is no column z: neighbours are points of space"};
    columns_ = std::move(plan);
    return true;
  }
  void plan_three(std::string_view line) {
    separator_ = guess_separator(line);
    split_line(line, separator_, fields_);
    if (fields_.size() != 3)
      throw FieldError{1, concat("a table of ", fields_.size(), " columns needs a heading that names x, y and z")};
    ColumnPlan plan;
    for (std::size_t axis = 0; axis < 3; ++axis) plan[axes[axis]] = Column{axis, {}};
    plan.fields = 3;
    columns_ = std::move(plan);
  }
  [[nodiscard]] double read_number(std::size_t field) const {
    const std::string_view word = fields_[field];
    const double number = to_number<double>(word);
    if (!std::isfinite(number)) throw FieldError{field + 1, why_not_finite(word, number)};
    return number;
  }

  std::optional<ColumnPlan> columns_;
  Separator separator_ = Separator::blanks;
  std::vector<std::string_view> fields_;
};

std::vector<Vec3d> read_array(std::span<const std::byte> file) {
  const NpyArray array(file);
  if (array.shape().size() != 2 || array.shape()[1] != 3) throw ReadError("is not an array of shape (points, 3)");
  std::vector<Vec3d> points(array.shape()[0]);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto number = [&](std::size_t axis) { return array[i * array.stride(0) + axis * array.stride(1)]; };
    points[i] = {number(0), number(1), number(2)};
  }
  return points;
}

}  // namespace

std::vector<Vec3d> read_points(std::span<const std::byte> file, const OnTableProblem& on_problem) {
  if (looks_like_npy(file)) return read_array(file);
  const std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
  if (text.empty()) throw ReadError("is empty");
  if (const auto problem = text_problem(text)) throw ReadError(*problem);
  PointTable table;
  Lines lines(text);
  for (std::string_view line; lines.next(line);) {
    try {
      table.take(line);
    } catch (const FieldError& error) {
      on_problem({lines.number(), error.field, error.text});
      if (!table.planned()) return {};  // without columns every line would be wrong
    }
  }
  if (!table.planned()) throw ReadError("holds nothing but comments and blank lines");
  return std::move(table.points);
}

}  // namespace lockstep::tools
