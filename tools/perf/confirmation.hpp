// A comparison of several rounds with a look after each.
#pragma once

#include <span>
#include <vector>

#include "perf/verdicts.hpp"

namespace lockstep::tools::perf {

class Confirmation {
 public:
  explicit Confirmation(double gate) : gate_(gate) {}

  /// Judges one more round together with all before it.
  ///
  /// A benchmark that is slower or faster is first suspected. The next round alone decides, with Holm's correction over
  /// all suspects, so that a difference picked for its size is not counted twice. A confirmed verdict stays. Everything
  /// else is judged by all rounds so far. At the last look nothing is left to confirm a suspicion, so it is dropped.
  ///
  /// A slowdown beyond doubt needs no confirmation: every run of the new program took longer than every run of the old
  /// one, by more than five gates. By chance ten runs of each in turn are parted once in 180,000 comparisons, whatever
  /// their distribution.
  ///
  /// A benchmark that is decided may be absent from a round; its verdict stays.
  void look(std::span<const Samples> round, double alpha, bool last);

  [[nodiscard]] const std::vector<Comparison>& comparisons() const { return comparisons_; }

 private:
  void confirm(std::span<const Samples> fresh, std::vector<Comparison>& now);

  double gate_;
  std::vector<Samples> samples_;  ///< of all rounds, in the order of the first
  std::vector<Comparison> comparisons_;
};

}  // namespace lockstep::tools::perf
