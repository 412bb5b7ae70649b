// Exact arithmetic's answer to a query of a pair file: it settles disputes over verdicts.
#pragma once

#include <functional>
#include <string>
#include <variant>

#include <lockstep/distance.hpp>
#include <lockstep/types.hpp>

#include "pairs/pairs.hpp"

namespace lockstep::tools {

struct ExactAnswer {
  std::string truth;   ///< separated, contact or overlapping, or hits or misses; "-" if unknown
  std::string number;  ///< the signed distance, or the fraction of a first contact; "-" if unknown
  bool known = false;  ///< the library's answer could be judged
  bool is_false = false;
};

/// The library's claim when two shapes meet.
struct CastClaim {
  Interval fractions;
};

/// The library's answer: whether two shapes overlap, how far apart they are, or when they meet.
using Claim = std::variant<Verdict, Interval, CastClaim>;

/// Judges the library's answer; for a query that moves, when the shapes meet. May be called after the query is gone.
using ExactJudge = std::function<ExactAnswer(const Claim&)>;

/// Throws `UsageError`, which says how to get exact arithmetic, if the program was built without it.
void need_exact_judge();

[[nodiscard]] ExactJudge exact_judge(const PairQuery& query);
[[nodiscard]] ExactJudge exact_judge(const PlaneQuery& query);

}  // namespace lockstep::tools
