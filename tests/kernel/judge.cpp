#include "judge.hpp"

#include <gtest/gtest.h>

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

namespace {

std::string say(Isa isa, Method method) {
  return std::string(name(isa)) + (method == Method::gjk ? ", gjk: " : ", automatic: ");
}

template <class List>
void expect_same(const List& list, const std::vector<Verdict>& got, const std::vector<Verdict>& expected,
                 const std::string& who) {
  for (std::size_t i = 0; i < got.size(); ++i)
    EXPECT_EQ(got[i], expected[i]) << who << "not what scalar lanes say\n" << list.line(i);
}

void count(Tally& tally, Verdict verdict) {
  ++tally.answers;
  ++(verdict == Verdict::separated  ? tally.separated
     : verdict == Verdict::touching ? tally.touching
                                    : tally.overlapping);
}

template <class List>
Tallies judge_list(const List& list, std::span<const Truth> truths) {
  Tallies tallies;
  std::vector<std::optional<Truth>> known(truths.begin(), truths.end());
  known.resize(list.pairs.size());
  std::vector<std::optional<bool>> far(list.pairs.size());
  for (const Method method : {Method::automatic, Method::gjk}) {
    const auto options = [&](Isa isa) {
      return IntersectOptions{.method = method, .check = Check::inputs, .isa = isa};
    };
    const std::vector<Verdict> verdicts = list.answers(options(Isa::scalar));
    for (const Isa isa : supported_isas()) {
      expect_same(list, list.answers(options(isa)), verdicts, say(isa, method));
      expect_same(list, list.swapped_answers(options(isa)), verdicts, "the other way round, " + say(isa, method));
    }
    for (std::size_t i = 0; i < verdicts.size(); ++i) {
      count(tallies[static_cast<std::size_t>(method)], verdicts[i]);
      const auto& [a, b] = list.shapes[i];
      if (verdicts[i] == Verdict::touching) {
        if (!far[i]) far[i] = is_far_from_contact(list.shapes[i]);
        EXPECT_FALSE(*far[i]) << say(Isa::scalar, method) << "touching, but far from contact\n" << list.line(i);
        continue;
      }
      if (!known[i]) known[i] = oracle::decide(a, b);
      EXPECT_FALSE(is_false(verdicts[i], *known[i]))
          << say(Isa::scalar, method) << verdicts[i] << ", but the truth is " << *known[i] << "\n"
          << list.line(i);
    }
  }
  return tallies;
}

}  // namespace

Tallies judge_pairs(const PairList& list, std::span<const Truth> truths) { return judge_list(list, truths); }
Tallies judge_pairs(const PlanePairList& list, std::span<const Truth> truths) { return judge_list(list, truths); }

bool is_far_from_contact(const ShapePair& pair) {
  const double tolerance = contact_tolerance(largest_of(pair));
  if (tolerance == 0) return false;  // two points, both at the origin
  // `deeper_than` is certain of a depth of its argument / sqrt(3).
  return oracle::decide_grown(pair.first, pair.second, tolerance) == Truth::separated ||
         oracle::deeper_than(pair.first, pair.second, std::sqrt(3.0) * tolerance);
}

bool is_far_from_contact(const ShapePair2& pair) {
  const double tolerance = contact_tolerance(largest_of(pair));
  if (tolerance == 0) return false;  // two points, both at the origin
  return oracle::decide_at(pair.first, pair.second, tolerance) == Truth::separated ||
         oracle::decide_at(pair.first, pair.second, -tolerance) == Truth::overlapping;
}

}  // namespace lockstep::test
