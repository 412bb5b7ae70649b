// Are the objects of a view objects at all? The rules are those of base/validate.hpp, which names what is wrong; in
// lanes, because every object is asked about.
#pragma once

#include "base/rotation_tolerance.hpp"
#include "lanes/registers/lanes.hpp"
#include "lockstep/types.hpp"
#include "table/cull_batch.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::ViewKind;

inline constexpr float least_norm = 1 - detail::rotation_tolerance, most_norm = 1 + detail::rotation_tolerance;

template <class Read>
Real norm_of_rotation(const Read& read) {
  const auto square = [&](int s) { return read(s) * read(s); };
  return square(3) + square(4) + square(5) + square(6);
}

/// Of W objects, whose streams `read` reads. Comparisons with NaN are false.
template <ViewKind K, class Read>
Mask are_valid(const Read& read) {
  constexpr int streams = static_cast<int>(detail::stream_count(K));
  const auto is_coordinate = [&](int s) { return abs(read(s)) <= Real(max_coordinate); };
  const auto is_length = [&](int s) { return (read(s) >= Real(0)) & (read(s) <= Real(max_coordinate)); };
  Mask valid = is_coordinate(0) & is_coordinate(1) & is_coordinate(2);
  if constexpr (K == ViewKind::spheres) {
    valid = valid & is_length(3);
  } else if constexpr (K == ViewKind::boxes) {
    const Real norm = norm_of_rotation(read);
    valid = valid & (norm >= Real(least_norm)) & (norm <= Real(most_norm));
    for (int s = 7; s < streams; ++s) valid = valid & is_length(s);
  } else {
    for (int s = 3; s < streams; ++s) valid = valid & is_coordinate(s);
    for (int s = streams - 6; s < streams - 3; ++s) valid = valid & (read(s) <= read(s + 3));
  }
  return valid;
}

/// The same of many objects, without a mask for each number: a sum of magnitudes that is a valid number has no part
/// that is none, nor NaN. It may be too large where all numbers are valid.
struct ValidSum {
  Real magnitudes, least;  // of what must not be negative

  friend ValidSum operator+(const ValidSum& a, const ValidSum& b) {
    return {a.magnitudes + b.magnitudes, min(a.least, b.least)};
  }
  [[nodiscard]] bool all_valid() const { return all((magnitudes <= Real(max_coordinate)) & (least >= Real(0))); }
};

template <ViewKind K, class Read>
ValidSum valid_sum(const Read& read) {
  constexpr int streams = static_cast<int>(detail::stream_count(K));
  const auto magnitudes = [&](int begin, int end) {
    Real sum = abs(read(begin));
    for (int s = begin + 1; s < end; ++s) sum = sum + abs(read(s));
    return sum;
  };
  const auto least = [&](int s, const auto& of) { return min(min(of(s), of(s + 1)), of(s + 2)); };
  if constexpr (K == ViewKind::spheres) {
    return {magnitudes(0, 4), read(3)};
  } else if constexpr (K == ViewKind::boxes) {
    const Real norm = norm_of_rotation(read);
    return ValidSum{magnitudes(0, 3) + norm, min(norm - Real(least_norm), Real(most_norm) - norm)} +
           ValidSum{magnitudes(7, streams), least(7, read)};
  } else {
    return {magnitudes(0, streams), least(streams - 6, [&](int s) { return read(s + 3) - read(s); })};
  }
}

/// See detail::FirstBad.
template <ViewKind K>
[[gnu::flatten, gnu::noinline]] int first_bad(const float* const* stream, int first, int end) {
  const auto read_at = [&](int i) { return [stream, i](int s) { return Real::load(stream[s] + i); }; };
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
