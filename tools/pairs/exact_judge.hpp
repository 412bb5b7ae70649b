// What exact arithmetic says about a query of a pair file: settles a dispute over a verdict.
#pragma once

#include <functional>
#include <string>
#include <variant>

#include <lockstep/distance.hpp>
#include <lockstep/types.hpp>

#include "pairs/pairs.hpp"

namespace lockstep::tools {

struct ExactAnswer {
  std::string truth;   ///< separated, contact or overlapping, or hits or misses; "-" if it is not known
  std::string number;  ///< the signed distance, or the fraction of a first contact; "-" if it is not known
  bool known = false;  ///< the library's answer could be judged
  bool is_false = false;
};

/// When two shapes meet.
struct CastClaim {
  Interval fractions;
};

/// What the library answers: whether two shapes overlap, how far apart they are, or when they meet.
using Claim = std::variant<Verdict, Interval, CastClaim>;

/// Judges the library's answer; when they meet, of a query that moves. May be called when the query is gone.
using ExactJudge = std::function<ExactAnswer(const Claim&)>;

/// Throws `UsageError` that says how to get it if the program was built without exact arithmetic.
void need_exact_judge();

[[nodiscard]] ExactJudge exact_judge(const PairQuery& query);
[[nodiscard]] ExactJudge exact_judge(const PlaneQuery& query);

}  // namespace lockstep::tools
