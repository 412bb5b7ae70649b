// Coordinates of objects at double positions, relative to a volume's anchor, as float lanes take them.
#pragma once

#include <cstdint>

#include "lanes/shapes/origin.hpp"
#include "lockstep/shapes.hpp"
#include "table/view_kind.hpp"

namespace lockstep::LOCKSTEP_ISA {

// Loops that the compiler vectorises: no two arrays overlap, and Stride is a constant for packed positions, else 0.

inline double double_at(const char* data, std::ptrdiff_t offset) {
  double number;
  __builtin_memcpy(&number, data + offset, sizeof number);
  return number;
}

/// Of objects about 0. Returns whether no position can be beyond the largest coordinate, if the anchor is below 2^-22
/// of that.
template <std::ptrdiff_t Stride>
bool place_at_zero(const char* __restrict position, std::ptrdiff_t stride, double anchor, float* __restrict at,
                   int count) {
  if constexpr (Stride != 0) stride = Stride;
  int large = 0;
  for (int i = 0; i < count; ++i) {
    at[i] = static_cast<float>(double_at(position, i * stride) - anchor);
    large |= __builtin_fabsf(at[i]) <= max_coordinate * (1 - 0x1p-20F) ? 0 : 1;
  }
  return large == 0;
}

/// In double, as `across` tries first. Returns whether all positions are valid, and each sum is above 2^-20 of its
/// parts, so that this is enough: it is if an object's own number is at most 2^18 times the sum.
template <std::ptrdiff_t Stride>
bool place_in_double(const char* __restrict position, std::ptrdiff_t stride, double anchor, const float* __restrict own,
                     float* __restrict at, int count) {
  if constexpr (Stride != 0) stride = Stride;
  int cancel = 0;
  std::int64_t bad = 0;  // as wide as a double
  for (int i = 0; i < count; ++i) {
    const double of_object = double_at(position, i * stride);
    const float sum = static_cast<float>(of_object - anchor + double{own[i]});
    at[i] = sum;
    cancel |= __builtin_fabsf(own[i]) <= __builtin_fabsf(sum) * 0x1p18F ? 0 : 1;
    bad |= __builtin_fabs(of_object) <= double{max_coordinate} ? 0 : 1;
  }
  return cancel == 0 && bad == 0;
}

/// Each coordinate is rounded once: see `across_exactly`. Returns false where the numbers of an object cancel, or a
/// position may not be valid.
inline bool place_coordinates(const detail::PlacedCoordinates& of) {
  const auto* const position = reinterpret_cast<const char*>(of.position);
  constexpr std::ptrdiff_t packed = sizeof(double);
  const bool is_packed = of.stride == packed;
  if (of.own == nullptr)
    return is_packed ? place_at_zero<packed>(position, packed, of.anchor, of.at, of.count)
                     : place_at_zero<0>(position, of.stride, of.anchor, of.at, of.count);
  if (is_packed ? place_in_double<packed>(position, packed, of.anchor, of.own, of.at, of.count)
                : place_in_double<0>(position, of.stride, of.anchor, of.own, of.at, of.count))
    return true;
  for (int i = 0; i < of.count; ++i) {
    const TwoSum between(double_at(position, i * of.stride), -of.anchor);
    of.at[i] = static_cast<float>(rounded_sum(between, TwoSum(double{of.own[i]}, 0)));
  }
  return false;
}

}  // namespace lockstep::LOCKSTEP_ISA
