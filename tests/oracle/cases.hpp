// The published reproducers of tests/data/cases.txt.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "oracle.hpp"
#include "pair_line.hpp"

namespace lockstep::oracle {

struct Case {
  std::string id;
  std::string line;    ///< the pair-file line, for messages and replay
  std::string source;  ///< where it was reported
  Truth truth;
  double signed_distance;
  std::optional<PairLine> pair;  ///< empty: one of the shapes is not in the library yet
};

/// Throws `std::runtime_error` that names the line if the file is missing or damaged.
[[nodiscard]] std::vector<Case> load_cases();

}  // namespace lockstep::oracle
