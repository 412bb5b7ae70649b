// Which columns say what shape a row is (docs/overlap-files.md).
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "frames/frames.hpp"
#include "frames/quantity.hpp"
#include "text/checks.hpp"

namespace lockstep::tools {

/// The numbers of a row, each valid by itself. They are rounded once, when a shape is made.
struct RowNumbers {
  std::array<double, quantity_count> number{};

  [[nodiscard]] double operator[](Quantity quantity) const { return number[static_cast<std::size_t>(quantity)]; }
  [[nodiscard]] double& operator[](Quantity quantity) { return number[static_cast<std::size_t>(quantity)]; }
};

/// What a number of a row must be by itself.
[[nodiscard]] Problem number_problem(Quantity quantity, float value);

/// What is wrong with numbers that are valid one by one.
struct ShapeProblem {
  Quantity quantity;
  std::string text;
};

/// One way to say a kind of shape.
struct ShapeForm {
  std::string_view name;  ///< what the column `shape` calls it
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

/// What all rows are in a table with these columns that has no column `shape`: what the columns beyond position and
/// radius are of. Null if they are of several shapes.
[[nodiscard]] const ShapeForm* common_form(bool flat, QuantitySet columns);

/// The form that a word in the column `shape` means; of several, one for which the columns are there. Null if there is
/// no such word.
[[nodiscard]] const ShapeForm* find_form(std::string_view word, bool flat, QuantitySet columns);

/// All that any shape needs.
[[nodiscard]] QuantitySet all_needs(bool flat);

/// For messages: ", " between the names.
[[nodiscard]] std::string form_names(bool flat);

/// What rounding to float32 has made of a valid shape: a cylinder or a cone without an axis.
[[nodiscard]] Problem rounding_problem(const MovingShape& shape);

/// A sphere (or circle) around the shape, as small as its position allows.
[[nodiscard]] Sphere bounding_sphere(const MovingShape& shape);

}  // namespace lockstep::tools
