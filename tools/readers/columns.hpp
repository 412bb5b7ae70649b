// What the columns of a table hold, by their names.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::tools {

struct Unit {
  std::string_view name;
  double per_metre;
};

/// "m", "cm" or "mm", in words too ("metres"); nothing if it is another.
[[nodiscard]] std::optional<Unit> unit_of(std::string_view name);

enum class Quantity : std::uint8_t { frame, id, x, y, z, radius };
inline constexpr std::size_t quantity_count = 6;

/// "frame", "id", "x", "y", "z" or "radius".
[[nodiscard]] std::string_view name(Quantity quantity);

struct Column {
  std::size_t field = 0;     ///< from 0
  std::optional<Unit> unit;  ///< as its name says
};

struct ColumnPlan {
  std::array<std::optional<Column>, quantity_count> columns;
  std::size_t fields = 0;           ///< how many a row has
  bool open_ended = false;          ///< or more
  std::vector<std::string> unread;  ///< names of columns that are not read

  [[nodiscard]] const std::optional<Column>& operator[](Quantity quantity) const {
    return columns[static_cast<std::size_t>(quantity)];
  }
  [[nodiscard]] bool has(Quantity quantity) const { return (*this)[quantity].has_value(); }
};

/// Names are taken in any case and may have a unit: `x`, `X [m]`, `y/cm`, `Radius (mm)`. Of several names for one quantity
/// the more usual one is read (`frame` before `time`). `_` is a column that is not read, and a last name `...` stands for any
/// number of those. With `plane`, z is not read. Units of lengths are not looked at if `any_unit`.
/// Throws `FieldError` if x or y is missing or named twice, for an unknown unit, and for the columns of shapes that are
/// not round.
[[nodiscard]] ColumnPlan plan_columns(std::span<const std::string_view> names, bool plane, bool any_unit);

/// Whether these are names and not data: x and y are among them.
[[nodiscard]] bool names_columns(std::span<const std::string_view> names);

}  // namespace lockstep::tools
