// The published reproducers of tests/data/cases.txt.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "oracle.hpp"
#include "pair_line.hpp"
#include "plane_pair_line.hpp"

namespace lockstep::oracle {

struct Case {
  std::string id;
  std::string line;    ///< the pair-file line, for messages and replay
  std::string source;  ///< where it was reported
  Truth truth;
  double signed_distance;
  std::optional<PairLine> pair;             ///< in space; one of the two is there
  std::optional<PlanePairLine> plane_pair;  ///< in the plane
};

/// Throws `std::runtime_error` that names the line if the file is missing or damaged.
[[nodiscard]] std::vector<Case> load_cases();

}  // namespace lockstep::oracle
