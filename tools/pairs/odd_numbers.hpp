// Numbers of pair files that are legal, and mostly a mistake.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "pairs/pairs.hpp"

namespace lockstep::tools {

/// Sees all queries of a file. Angles beyond a full turn are degrees, mostly, and quaternions that are all 1 0 0 0 have
/// w first.
class OddNumbers {
 public:
  void see(const PairQuery& query);
  void see(const PlaneQuery& query);
  /// `file` is what messages call it.
  [[nodiscard]] std::vector<std::string> notes(const std::string& file) const;

 private:
  std::size_t rotations_ = 0, unit_first_ = 0, angles_ = 0;
  std::size_t line_ = 0;  ///< of the first angle
  float angle_ = 0;
};

}  // namespace lockstep::tools
