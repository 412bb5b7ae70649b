// Legal numbers of pair files that are probably mistakes.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "pairs/pairs.hpp"

namespace lockstep::tools {

/// Sees all queries of a file. Angles beyond a full turn are probably degrees; quaternions that are all 1 0 0 0
/// probably have w first.
class OddNumbers {
 public:
  void see(const PairQuery& query);
  void see(const PlaneQuery& query);
  /// `file` is the name in messages.
  [[nodiscard]] std::vector<std::string> notes(const std::string& file) const;

 private:
  std::size_t rotations_ = 0, unit_first_ = 0, angles_ = 0;
  std::size_t line_ = 0;  ///< of the first angle
  float angle_ = 0;
};

}  // namespace lockstep::tools
