// The collision filters of a call about two sets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "lockstep/overlap.hpp"

namespace lockstep::detail {

class PairFilter {
 public:
  explicit PairFilter(const OverlapOptions& options)
      : first_(options.filter),
        second_(options.second_filter),
        any_(!first_.group.empty() || !first_.mask.empty() || !second_.group.empty() || !second_.mask.empty()) {}

  /// Whether an object of the first set and one of the second may meet.
  [[nodiscard]] bool may_meet(std::size_t a, std::size_t b) const {
    return !any_ || ((bits(first_.group, a) & bits(second_.mask, b)) != 0 &&
                     (bits(second_.group, b) & bits(first_.mask, a)) != 0);
  }

 private:
  static std::uint32_t bits(std::span<const std::uint32_t> of, std::size_t i) { return of.empty() ? ~0U : of[i]; }

  const OverlapFilter &first_, &second_;
  bool any_;
};

}  // namespace lockstep::detail
