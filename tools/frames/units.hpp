// Units of lengths and angles, and lengths as a user writes them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace lockstep::tools {

/// A unit of lengths or angles; this many of it are a metre or a radian.
struct Unit {
  std::string_view name;
  double per_base;
};

/// "m", "cm" or "mm", in words too ("metres"); nothing for another word.
[[nodiscard]] std::optional<Unit> unit_of(std::string_view name);

/// A length as a user wrote it. It is converted only when the unit of the computation is known.
struct Length {
  double number = 0;
  std::optional<Unit> unit = {};  ///< none: metres

  Length(double a_number, std::optional<Unit> a_unit = {}) : number(a_number), unit(a_unit) {}

  [[nodiscard]] double per_metre() const { return unit ? unit->per_base : 1; }
  /// In the unit given by its number per metre.
  [[nodiscard]] double in(double as_many_per_metre) const { return number * as_many_per_metre / per_metre(); }
  /// "20 cm"
  [[nodiscard]] std::string text() const;
};

}  // namespace lockstep::tools
