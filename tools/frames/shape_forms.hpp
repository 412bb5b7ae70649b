// The columns that define the shape of a row (docs/overlap-files.md).
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "frames/frames.hpp"
#include "frames/quantity.hpp"
#include "text/checks.hpp"

namespace lockstep::tools {

/// The numbers of a row, each valid by itself. They are rounded once, when the shape is made.
struct RowNumbers {
  std::array<double, quantity_count> number{};

  [[nodiscard]] double operator[](Quantity quantity) const { return number[static_cast<std::size_t>(quantity)]; }
  [[nodiscard]] double& operator[](Quantity quantity) { return number[static_cast<std::size_t>(quantity)]; }
};

/// The condition that a number of a row must meet by itself.
[[nodiscard]] Problem number_problem(Quantity quantity, float value);

/// A contradiction between numbers that are valid one by one.
struct ShapeProblem {
  Quantity quantity;
  std::string text;
};

/// One set of columns that defines a kind of shape.
struct ShapeForm {
  std::string_view name;  ///< its word in the column `shape`
  bool flat;              ///< a shape of the plane, else of space
  QuantitySet needs;      ///< columns besides the position
  /// Throws `ShapeProblem`.
  MovingShape (*make)(const RowNumbers&);

  /// "box needs the columns hx, hy, angle; there is no angle"
  [[nodiscard]] Problem missing_problem(QuantitySet given) const;
  [[nodiscard]] bool is_round() const { return needs == QuantitySet{Quantity::radius}; }
};

/// Circles or spheres.
[[nodiscard]] const ShapeForm& round_form(bool flat);

/// The form of all rows in a table without a column `shape`: the one whose columns, beyond position and radius, are
/// there. Null if columns of several shapes are there.
[[nodiscard]] const ShapeForm* common_form(bool flat, QuantitySet columns);

/// The form that a word in the column `shape` stands for; among several, one whose columns are there. Null if the word
/// is unknown.
[[nodiscard]] const ShapeForm* find_form(std::string_view word, bool flat, QuantitySet columns);

/// The columns that any shape needs.
[[nodiscard]] QuantitySet all_needs(bool flat);

/// For messages: ", " between the names.
[[nodiscard]] std::string form_names(bool flat);

/// A valid shape that rounding to float32 made invalid: a cylinder or a cone without an axis.
[[nodiscard]] Problem rounding_problem(const MovingShape& shape);

/// The smallest sphere (or circle) around the shape that its position allows.
[[nodiscard]] Sphere bounding_sphere(const MovingShape& shape);

}  // namespace lockstep::tools
