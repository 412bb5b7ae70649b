// Legal numbers of pair files and ray files that are probably mistakes.
#pragma once

#include <string>
#include <vector>

#include "pairs/pairs.hpp"
#include "text/checks.hpp"

namespace lockstep::tools {

/// Sees all shapes of a file.
class OddShapes {
 public:
  void see(const PairQuery& query) { see(query.first), see(query.second); }
  void see(const PlaneQuery& query);
  void see(const PairShape& shape);
  /// `file` is the name in messages.
  [[nodiscard]] std::vector<std::string> notes(const std::string& file) const;

 private:
  OddNumbers numbers_;
};

}  // namespace lockstep::tools
