// Replaces exact_judge.cpp if the program is built without Boost.
#include "pairs/exact_judge.hpp"
#include "text/exit_code.hpp"

namespace lockstep::tools {

void need_exact_judge() {
  throw UsageError(
      "--exact: this program was built without exact arithmetic; install the headers of Boost (libboost-dev) and build "
      "with -DLOCKSTEP_EXACT_TOOL=ON");
}

ExactJudge exact_judge(const PairQuery&) {
  need_exact_judge();
  return {};
}

ExactJudge exact_judge(const PlaneQuery&) {
  need_exact_judge();
  return {};
}

}  // namespace lockstep::tools
