#include "judge.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace lockstep::test {

using oracle::Truth;

Tally& Tally::operator+=(const Tally& more) {
  answers += more.answers, separated += more.separated, touching += more.touching, overlapping += more.overlapping;
  return *this;
}

std::string Tally::text() const {
  return std::to_string(answers) + " answers: " + std::to_string(separated) + " separated, " +
         std::to_string(touching) + " touching, " + std::to_string(overlapping) + " overlapping";
}

Tallies judge_pairs(const PairList& list, std::span<const Truth> truths) {
  Tallies tallies;
  std::vector<std::optional<Truth>> known(truths.begin(), truths.end());
  known.resize(list.pairs.size());
  std::vector<std::optional<bool>> far(list.pairs.size());
  for (const Isa isa : {supported_isas().front(), Isa::scalar}) {
    for (const Method method : {Method::automatic, Method::gjk}) {
      const IntersectOptions options{.method = method, .check = Check::inputs, .isa = isa};
      const std::vector<Verdict> verdicts = list.answers(options), swapped = list.swapped_answers(options);
      Tally& tally = tallies[static_cast<std::size_t>(method)];
      for (std::size_t i = 0; i < verdicts.size(); ++i) {
        ++tally.answers;
        ++(verdicts[i] == Verdict::separated  ? tally.separated
           : verdicts[i] == Verdict::touching ? tally.touching
                                              : tally.overlapping);
        EXPECT_EQ(verdicts[i], swapped[i]) << name(isa) << ", the other way round\n" << list.line(i);
        if (verdicts[i] == Verdict::touching) {
          if (!far[i]) far[i] = is_far_from_contact(list.shapes[i]);
          EXPECT_FALSE(*far[i]) << name(isa) << (method == Method::gjk ? ", gjk: " : ", automatic: ")
                                << "touching, but far from contact\n"
                                << list.line(i);
          continue;
        }
        if (!known[i]) known[i] = oracle::decide(list.shapes[i].first, list.shapes[i].second);
        EXPECT_FALSE(is_false(verdicts[i], *known[i]))
            << name(isa) << (method == Method::gjk ? ", gjk: " : ", automatic: ") << verdicts[i]
            << ", but the truth is " << *known[i] << "\n"
            << list.line(i);
      }
    }
  }
  return tallies;
}

bool is_far_from_contact(const ShapePair& pair) {
  const double tolerance = contact_tolerance(std::max(largest_coordinate(pair.first), largest_coordinate(pair.second)));
  if (tolerance == 0) return false;  // two points, both at the origin
  // `deeper_than` is certain of a depth of its argument / sqrt(3).
  return oracle::decide_grown(pair.first, pair.second, tolerance) == Truth::separated ||
         oracle::deeper_than(pair.first, pair.second, std::sqrt(3.0) * tolerance);
}

}  // namespace lockstep::test
