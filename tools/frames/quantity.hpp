// The quantities of columns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace lockstep::tools {

enum class Quantity : std::uint8_t {
  frame,
  id,
  shape,
  x,
  y,
  z,
  radius,
  x1,
  y1,
  z1,
  hx,
  hy,
  hz,
  rx,
  ry,
  rz,
  half_length,
  angle,
  half_angle,
  qx,
  qy,
  qz,
  qw
};
inline constexpr std::size_t quantity_count = 23;

/// Its name in a header: "frame", "half_angle".
[[nodiscard]] constexpr std::string_view name(Quantity quantity) {
  constexpr std::string_view names[quantity_count] = {
      "frame", "id", "shape", "x",  "y",           "z",     "radius",     "x1", "y1", "z1", "hx", "hy",
      "hz",    "rx", "ry",    "rz", "half_length", "angle", "half_angle", "qx", "qy", "qz", "qw"};
  return names[static_cast<std::size_t>(quantity)];
}

[[nodiscard]] constexpr bool is_length(Quantity quantity) {
  return quantity >= Quantity::x && quantity <= Quantity::half_length;
}
/// A length that is not negative.
[[nodiscard]] constexpr bool is_size(Quantity quantity) {
  return quantity == Quantity::radius || (quantity >= Quantity::hx && quantity <= Quantity::half_length);
}
[[nodiscard]] constexpr bool is_angle(Quantity quantity) {
  return quantity == Quantity::angle || quantity == Quantity::half_angle;
}
/// Not read for shapes of the plane.
[[nodiscard]] constexpr bool is_spatial(Quantity quantity) {
  return quantity == Quantity::z || quantity == Quantity::z1 || quantity == Quantity::hz || quantity == Quantity::rz ||
         quantity >= Quantity::qx;
}

class QuantitySet {
 public:
  constexpr QuantitySet() = default;
  constexpr QuantitySet(std::initializer_list<Quantity> quantities) {
    for (const Quantity quantity : quantities) bits_ |= bit(quantity);
  }

  [[nodiscard]] constexpr bool has(Quantity quantity) const { return (bits_ & bit(quantity)) != 0; }
  [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
  [[nodiscard]] constexpr QuantitySet operator|(QuantitySet other) const { return QuantitySet(bits_ | other.bits_); }
  [[nodiscard]] constexpr QuantitySet operator&(QuantitySet other) const { return QuantitySet(bits_ & other.bits_); }
  /// The members of the first that `other` lacks.
  [[nodiscard]] constexpr QuantitySet operator-(QuantitySet other) const { return QuantitySet(bits_ & ~other.bits_); }
  constexpr bool operator==(const QuantitySet&) const = default;

 private:
  constexpr explicit QuantitySet(std::uint32_t bits) : bits_(bits) {}
  [[nodiscard]] static constexpr std::uint32_t bit(Quantity quantity) { return 1U << static_cast<unsigned>(quantity); }

  std::uint32_t bits_ = 0;
};

/// Calls `take` with each quantity of the set, in the order of the enumeration.
template <class Take>
void for_each(QuantitySet set, const Take& take) {
  for (std::size_t i = 0; i < quantity_count; ++i)
    if (const auto quantity = static_cast<Quantity>(i); set.has(quantity)) take(quantity);
}

/// "hx, hy, angle"
[[nodiscard]] inline std::string names_of(QuantitySet set) {
  std::string names;
  for_each(set, [&names](Quantity quantity) {
    if (!names.empty()) names += ", ";
    names += name(quantity);
  });
  return names;
}

}  // namespace lockstep::tools
