// The addresses and strides of object members: `of` of the views (views.hpp) makes them from pointers to members and
// functions. Not part of the API: may change with every version.
#pragma once

#include <cstddef>
#include <functional>
#include <ranges>
#include <type_traits>

namespace lockstep::detail {

/// Contiguous objects that outlive the expression that names them.
template <class Objects>
concept ObjectArray =
    std::ranges::contiguous_range<Objects> && std::ranges::sized_range<Objects> && std::ranges::borrowed_range<Objects>;

/// The index K of a part that is one number, not a vector.
inline constexpr auto whole = static_cast<std::size_t>(-1);

/// A value to return, so that the static_assert is the compiler's only message.
inline constexpr float what_was_refused = 0;

template <class Number>
inline constexpr bool is_float_in_place = std::is_same_v<Number, const float&>;

template <class Number>
const float& in_place(Number&& number) {
  using Plain = std::remove_cvref_t<Number>;
  static_assert(!std::is_arithmetic_v<Plain> || std::is_same_v<Plain, float>,
                "views read float, and this member is another number (double, int ..): keep it as float");
  static_assert(!std::is_same_v<Plain, float> || is_float_in_place<Number>,
                "views read a float where it lies in the object, and this is a copy");
  if constexpr (is_float_in_place<Number>) {
    return number;
  } else {
    static_assert(std::is_arithmetic_v<Plain>, "views read float, and this is no number");
    return what_was_refused;
  }
}

/// Number K of a vector, or a number.
template <std::size_t K, class Part>
const float& number_of(const Part& part) {
  static_assert(std::is_arithmetic_v<Part> == (K == whole), "a number is needed, or a vector: this is the other");
  if constexpr (K == whole)
    return in_place(part);
  else if constexpr (!requires { part.x; })
    return in_place(part[K]);
  else if constexpr (K == 0)
    return in_place(part.x);
  else if constexpr (K == 1)
    return in_place(part.y);
  else if constexpr (K == 2)
    return in_place(part.z);
  else
    return in_place(part.w);
}

/// The first number of a matrix.
template <class Matrix>
const float& first_number_of(const Matrix& m) {
  static_assert(sizeof(Matrix) == 12 * sizeof(float) || sizeof(Matrix) == 16 * sizeof(float),
                "views read float, and this matrix is of another size than 12 or 16 of them (of double?)");
  constexpr bool is_flat = std::is_arithmetic_v<std::remove_cvref_t<decltype(m[0])>>;
  return number_of < is_flat ? whole : 0 > (m[0]);
}

/// The address of pick(part of object) for the first object; null without objects. `check` is check_part (views.hpp).
template <class Objects, class Part, class Pick>
const float* find_number(const Objects& objects, const Part& part, const Pick& pick,
                         void (*check)(const void* object, std::size_t size, const float* number)) {
  if (std::ranges::size(objects) == 0) return nullptr;
  const auto& object = *std::ranges::data(objects);
  using Found = std::invoke_result_t<const Part&, decltype(object)>;
  static_assert(std::is_lvalue_reference_v<Found>, "a part is a reference to what lies in the object, not a copy");
  const float& number = pick(std::invoke(part, object));
  check(&object, sizeof object, &number);
  return &number;
}

template <class Objects>
inline constexpr auto stride_of = static_cast<std::ptrdiff_t>(sizeof(std::ranges::range_value_t<Objects>));

}  // namespace lockstep::detail
