// The quantities in the columns of a table, found by their names.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "frames/quantity.hpp"
#include "frames/shape_forms.hpp"
#include "frames/units.hpp"

namespace lockstep::tools {

struct Column {
  std::size_t field = 0;     ///< from 0
  std::optional<Unit> unit;  ///< as in its heading
};

struct ColumnPlan {
  std::array<std::optional<Column>, quantity_count> columns;
  std::size_t fields = 0;           ///< fields of a row
  bool open_ended = false;          ///< or more
  std::vector<std::string> unread;  ///< names of columns that are not read
  std::optional<std::size_t> type;  ///< the field, from 0, of an unread column `type`, which may stand for `shape`
  bool has_color = false;           ///< a column `r` is red, and not read
  const ShapeForm* form = nullptr;  ///< the shape of all rows; null: the column `shape` says it

  [[nodiscard]] const std::optional<Column>& operator[](Quantity quantity) const {
    return columns[static_cast<std::size_t>(quantity)];
  }
  [[nodiscard]] std::optional<Column>& operator[](Quantity quantity) {
    return columns[static_cast<std::size_t>(quantity)];
  }
  [[nodiscard]] bool has(Quantity quantity) const { return (*this)[quantity].has_value(); }
  [[nodiscard]] bool flat() const { return !has(Quantity::z); }
  /// Circles or spheres only.
  [[nodiscard]] bool round() const { return form != nullptr && form->is_round(); }
  [[nodiscard]] QuantitySet present() const {
    QuantitySet set;
    for (std::size_t i = 0; i < quantity_count; ++i)
      if (columns[i]) set = set | QuantitySet{static_cast<Quantity>(i)};
    return set;
  }
};

/// Names may be in any case and may have a unit: `x`, `X [m]`, `y/cm`, `Radius (mm)`. If a quantity has several names,
/// the more usual one is read (`frame` before `time`). `_` is a column that is not read; a last name `...` stands for
/// any number of those. A column `r` without a unit, beside g and b, is a colour and not read. With `plane`, z is not
/// read. With `any_unit`, units of lengths are not looked at. A radius of all objects (`radius_given`) stands in for
/// that column. Throws `FieldError` if x or y is missing or named twice, for an unknown unit, and if a shape has some
/// of its columns but not all.
[[nodiscard]] ColumnPlan plan_columns(std::span<const std::string_view> names, bool plane, bool any_unit,
                                      bool radius_given);

/// Whether these are names, not data: x and y are among them.
[[nodiscard]] bool names_columns(std::span<const std::string_view> names);

}  // namespace lockstep::tools
