// Are the objects of a view valid? The rules are those of base/validate.hpp, which reports the error. This is in lanes
// because every object is checked.
#pragma once

#include "base/rotation_tolerance.hpp"
#include "lanes/registers/lanes.hpp"
#include "lockstep/shapes.hpp"
#include "table/view_kind.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::ViewKind;

inline constexpr float least_norm = 1 - detail::rotation_tolerance, most_norm = 1 + detail::rotation_tolerance;

template <ViewKind K>
inline constexpr detail::ViewNumbers numbers = detail::numbers_of(K);

/// The squared length of a quaternion.
template <ViewKind K, class Read>
Real norm_of_rotation(const Read& read) {
  const auto square = [&](std::size_t k) {
    return read(numbers<K>.coordinates + k) * read(numbers<K>.coordinates + k);
  };
  return square(0) + square(1) + square(2) + square(3);
}

/// Checks W objects, whose streams `read` reads. Comparisons with NaN are false.
template <ViewKind K, class Read>
Mask are_valid(const Read& read) {
  constexpr std::size_t coordinates = numbers<K>.coordinates, axes = numbers<K>.axes_of_corners;
  Mask valid = abs(read(0)) <= Real(max_coordinate);
  for (std::size_t s = 1; s < coordinates; ++s) valid = valid & (abs(read(s)) <= Real(max_coordinate));
  for (std::size_t s = coordinates - axes; s < coordinates; ++s) valid = valid & (read(s - axes) <= read(s));
  if constexpr (numbers<K>.has_rotation) {
    const Real norm = norm_of_rotation<K>(read);
    valid = valid & (norm >= Real(least_norm)) & (norm <= Real(most_norm));
  }
  if constexpr (numbers<K>.has_angle) valid = valid & (abs(read(coordinates)) <= Real(max_angle));
  for (std::size_t s = numbers<K>.first_length(); s < numbers<K>.count(); ++s)
    valid = valid & (read(s) >= Real(0)) & (read(s) <= Real(max_coordinate));
  return valid;
}

/// Checks many objects without a mask for each number: if a sum of magnitudes is valid, so is each of its terms, and
/// none is NaN. The sum may be too large although all numbers are valid.
struct ValidSum {
  Real magnitudes, least;  // least: of the numbers that must not be negative

  friend ValidSum operator+(const ValidSum& a, const ValidSum& b) {
    return {a.magnitudes + b.magnitudes, min(a.least, b.least)};
  }
  [[nodiscard]] bool all_valid() const { return all((magnitudes <= Real(max_coordinate)) & (least >= Real(0))); }
};

template <ViewKind K, class Read>
ValidSum valid_sum(const Read& read) {
  constexpr std::size_t coordinates = numbers<K>.coordinates, axes = numbers<K>.axes_of_corners;
  ValidSum sum{abs(read(0)), max_coordinate};
  for (std::size_t s = 1; s < coordinates; ++s) sum.magnitudes = sum.magnitudes + abs(read(s));
  const auto not_negative = [&](const Real& x) { sum.least = min(x, sum.least); };
  for (std::size_t s = coordinates - axes; s < coordinates; ++s) not_negative(read(s) - read(s - axes));
  if constexpr (numbers<K>.has_rotation) {
    const Real norm = norm_of_rotation<K>(read);
    sum.magnitudes = sum.magnitudes + norm;
    not_negative(min(norm - Real(least_norm), Real(most_norm) - norm));
  }
  if constexpr (numbers<K>.has_angle) {
    sum.magnitudes = sum.magnitudes + abs(read(coordinates));
    not_negative(Real(max_angle) - abs(read(coordinates)));
  }
  for (std::size_t s = numbers<K>.first_length(); s < numbers<K>.count(); ++s) {
    sum.magnitudes = sum.magnitudes + abs(read(s));
    not_negative(read(s));
  }
  return sum;
}

/// See detail::FirstBad.
template <ViewKind K>
[[gnu::flatten, gnu::noinline]] int first_bad(const float* const* stream, int first, int end) {
  const auto read_at = [&](int i) { return [stream, i](std::size_t s) { return Real::load(stream[s] + i); }; };
  for (; first < end; first += 64) {
    ValidSum sum = valid_sum<K>(read_at(first));
    for (int i = first + Real::width; i < first + 64; i += Real::width) sum = sum + valid_sum<K>(read_at(i));
    if (sum.all_valid()) continue;
    for (int i = first; i < first + 64; i += Real::width)
      if (const unsigned bad = bits(!are_valid<K>(read_at(i))); bad != 0) return i + __builtin_ctz(bad);
  }
  return end;
}

}  // namespace lockstep::LOCKSTEP_ISA
