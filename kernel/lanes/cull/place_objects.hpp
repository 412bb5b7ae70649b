// Coordinates of objects at double positions, relative to a volume's anchor, as float lanes take them.
#pragma once

#include <cstdint>

#include "lanes/shapes/origin.hpp"
#include "lockstep/shapes.hpp"
#include "table/view_kind.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// What a loop over coordinates found, in whole registers of doubles.
struct PlacedFlags {
  std::int64_t cancel =
      0;  // the sum in double is below 2^-20 of its parts: it may be off by more than float lanes allow
  std::int64_t invalid = 0;
};

/// In double, as `across` tries first. A loop that the compiler vectorises: no two arrays overlap, and Stride is a
/// constant for packed positions.
template <std::ptrdiff_t Stride>
PlacedFlags place_in_double(const char* __restrict position, std::ptrdiff_t stride, double anchor,
                            const float* __restrict own, float* __restrict at, int count) {
  if constexpr (Stride != 0) stride = Stride;
  PlacedFlags flags;
  for (int i = 0; i < count; ++i) {
    double of_object;
    __builtin_memcpy(&of_object, position + i * stride, sizeof of_object);
    const double between = of_object - anchor, mine = own[i], sum = between + mine;
    at[i] = static_cast<float>(sum);
    flags.cancel |= __builtin_fabs(between) + __builtin_fabs(mine) <= __builtin_fabs(sum) * 0x1p20 ? 0 : -1;
    flags.invalid |= __builtin_fabs(of_object) <= double{max_coordinate} ? 0 : -1;
  }
  return flags;
}

/// Each coordinate is rounded once: see `across_exactly`. Returns whether all positions are valid.
inline bool place_coordinates(const detail::PlacedCoordinates& of) {
  const auto* const position = reinterpret_cast<const char*>(of.position);
  constexpr std::ptrdiff_t packed = sizeof(double);
  const PlacedFlags flags = of.stride == packed
                                ? place_in_double<packed>(position, packed, of.anchor, of.own, of.at, of.count)
                                : place_in_double<0>(position, of.stride, of.anchor, of.own, of.at, of.count);
  for (int i = 0; flags.cancel != 0 && i < of.count; ++i) {
    double of_object;
    __builtin_memcpy(&of_object, position + i * of.stride, sizeof of_object);
    of.at[i] = static_cast<float>(rounded_sum(TwoSum(of_object, -of.anchor), TwoSum(double{of.own[i]}, 0)));
  }
  return flags.invalid == 0;
}

}  // namespace lockstep::LOCKSTEP_ISA
