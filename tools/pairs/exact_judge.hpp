// What exact arithmetic says about a query of a pair file: settles a dispute over a verdict.
#pragma once

#include <functional>
#include <string>

#include <lockstep/types.hpp>

#include "pairs/pairs.hpp"

namespace lockstep::tools {

struct ExactAnswer {
  std::string truth;     ///< separated, contact or overlapping; "-" if it is not known
  std::string distance;  ///< the signed distance; "-" if it is not known
  bool known = false;
  bool verdict_is_false = false;
};

/// Judges the library's verdict. May be called when the query is gone.
using ExactJudge = std::function<ExactAnswer(Verdict)>;

/// Throws `UsageError` that says how to get it if the program was built without exact arithmetic.
void need_exact_judge();

[[nodiscard]] ExactJudge exact_judge(const PairQuery& query);
[[nodiscard]] ExactJudge exact_judge(const PlaneQuery& query);

}  // namespace lockstep::tools
