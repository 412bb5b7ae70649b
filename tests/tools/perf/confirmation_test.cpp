// Verdicts of lockstep-perf from several looks at growing data. LOCKSTEP_LONG_TESTS=1 turns seconds into minutes.
#include "perf/confirmation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <random>
#include <string>

#include "perf/advice.hpp"
#include "perf/detectable.hpp"
#include "perf/schedule.hpp"
#include "support/samples_fixture.hpp"

namespace lockstep::tools::perf {
namespace {

using test::samples;
using test::usual_gate;

/// The usual two rounds.
std::vector<Comparison> judge_twice(const std::vector<Samples>& first, const std::vector<Samples>& second) {
  Confirmation confirmation(usual_gate);
  confirmation.look(first, usual_alpha, false);
  confirmation.look(second, usual_alpha, true);
  return confirmation.comparisons();
}

TEST(Confirmation, ASlowdownNeedsASecondRound) {
  const std::vector<Samples> first = {samples("real", 1.1, 0.01, 1), samples("chance", 1.1, 0.01, 2),
                                      samples("same", 1, 0.01, 3), samples("doubt", 1.1, 0.01, 4)};
  Confirmation confirmation(usual_gate);
  confirmation.look(first, usual_alpha, false);
  EXPECT_TRUE(confirmation.comparisons()[0].open) << "a suspicion";
  EXPECT_FALSE(confirmation.comparisons()[2].open);
  const std::vector<Samples> second = {samples("real", 1.1, 0.01, 5), samples("chance", 1, 0.01, 6),
                                       samples("same", 1, 0.01, 7), samples("doubt", 1, 0.3, 8)};
  confirmation.look(second, usual_alpha, true);
  const auto& result = confirmation.comparisons();
  ASSERT_EQ(result.size(), 4U);
  EXPECT_EQ(result[0].verdict, Verdict::slower);
  EXPECT_EQ(result[0].ratio, judge(second, usual_gate)[0].ratio) << "the fresh round alone counts";
  EXPECT_FALSE(result[0].open);
  EXPECT_EQ(result[1].verdict, Verdict::too_noisy);
  EXPECT_EQ(result[1].note, "slower after 10 runs, which 10 more did not confirm");
  EXPECT_EQ(result[1].runs, 20U);
  EXPECT_EQ(result[2].verdict, Verdict::same);
  EXPECT_EQ(result[3].verdict, Verdict::too_noisy);
}

TEST(Confirmation, TheLastLookAccusesNobodyNew) {
  const auto result = judge_twice({samples("real", 1.1, 0.01, 1), samples("new", 1, 0.01, 2)},
                                  {samples("real", 1.1, 0.01, 3), samples("new", 1.2, 0.01, 4)});
  EXPECT_EQ(result[0].verdict, Verdict::slower);
  EXPECT_EQ(result[1].verdict, Verdict::too_noisy);
}

TEST(Confirmation, WhatFailedInTheSecondRoundIsNotCompared) {
  const auto failed = judge_twice({samples("a", 1.1, 0.01, 1)}, {{"a", false, {}, {}, "failed: x", true}});
  EXPECT_EQ(failed[0].verdict, Verdict::not_compared);
  EXPECT_EQ(overall(failed), Verdict::not_compared);
  const auto missing = judge_twice({samples("a", 1.1, 0.01, 1)}, {samples("b", 1.1, 0.01, 1)});
  ASSERT_EQ(missing.size(), 1U);
  EXPECT_EQ(missing[0].note, "is missing from a later round");
}

TEST(Confirmation, BenchmarksOfARoundMayComeInAnyOrder) {
  const auto result = judge_twice({samples("a", 1.1, 0.01, 1), samples("b", 1, 0.01, 2)},
                                  {samples("b", 1, 0.01, 3), samples("a", 1.1, 0.01, 4)});
  EXPECT_EQ(result[0].verdict, Verdict::slower);
  EXPECT_EQ(result[1].verdict, Verdict::same);
}

TEST(Confirmation, WhatIsConfirmedStays) {
  Confirmation confirmation(usual_gate);
  for (unsigned look = 0; look < 2; ++look)
    confirmation.look(std::vector{samples("a", 1.1, 0.01, look), samples("b", 1, 0.2, 100 + look)}, 0.01, false);
  const Comparison confirmed = confirmation.comparisons()[0];
  EXPECT_EQ(confirmed.verdict, Verdict::slower);
  confirmation.look(std::vector{samples("a", 1, 0.01, 7), samples("b", 1, 0.2, 107)}, 0.01, true);
  EXPECT_EQ(confirmation.comparisons()[0].verdict, Verdict::slower);
  EXPECT_EQ(confirmation.comparisons()[0].ratio, confirmed.ratio);
}

TEST(Confirmation, WhatIsDecidedMayBeAbsentAndWhatIsNotMayNot) {
  const auto round = [](unsigned seed, bool all) {
    std::vector<Samples> list = {samples("noisy", 1, 0.2, seed)};
    if (all) list.push_back(samples("same", 1, 0.001, seed + 50));
    return list;
  };
  Confirmation confirmation(usual_gate);
  confirmation.look(round(1, true), 0.01, false);
  const Comparison decided = confirmation.comparisons()[1];
  ASSERT_EQ(decided.verdict, Verdict::same);
  confirmation.look(round(2, false), 0.01, false);
  EXPECT_EQ(confirmation.comparisons()[0].runs, 20U);
  EXPECT_EQ(confirmation.comparisons()[1].verdict, Verdict::same);
  EXPECT_EQ(confirmation.comparisons()[1].runs, 10U);
  confirmation.look(std::vector{samples("same", 1, 0.001, 3)}, 0.01, true);
  EXPECT_EQ(confirmation.comparisons()[0].note, "is missing from a later round");
  EXPECT_EQ(confirmation.comparisons()[1].runs, 20U) << "a program that ignores the filter does no harm";
}

TEST(Confirmation, ASlowdownBeyondDoubtIsDecidedAtOnce) {
  Confirmation confirmation(usual_gate);
  Samples overlapping = samples("overlapping", 1.3, 0.01, 3);
  overlapping.new_ns[0] = overlapping.old_ns[0];
  confirmation.look(std::vector{samples("much", 1.3, 0.01, 1), samples("little", 1.1, 0.01, 2), overlapping,
                                samples("faster", 0.7, 0.01, 4)},
                    0.01, false);
  const auto& result = confirmation.comparisons();
  EXPECT_EQ(result[0].verdict, Verdict::slower);
  EXPECT_FALSE(result[0].open);
  EXPECT_TRUE(result[1].open) << "by less than five gates";
  EXPECT_EQ(result[2].verdict, Verdict::slower);
  EXPECT_TRUE(result[2].open) << "some old runs took longer than some new ones";
  EXPECT_TRUE(result[3].open) << "gains wait for their confirmation";
}

TEST(Confirmation, MoreRunsDecideWhatTwoRoundsCannot) {
  Confirmation confirmation(usual_gate);
  const LookPlan plan = repeated_plan(10, 160);
  std::vector<Verdict> verdicts;
  for (std::size_t look = 0, done = 0; look < plan.runs.size(); done = plan.runs[look++]) {
    confirmation.look(std::vector{samples("slow", 1.06, 0.05, static_cast<unsigned>(look), plan.runs[look] - done),
                                  samples("same", 1, 0.03, 50 + static_cast<unsigned>(look), plan.runs[look] - done)},
                      plan.alpha, look + 1 == plan.runs.size());
    verdicts.push_back(confirmation.comparisons()[0].verdict);
  }
  EXPECT_EQ(verdicts[1], Verdict::too_noisy);
  EXPECT_EQ(confirmation.comparisons()[0].verdict, Verdict::slower);
  EXPECT_EQ(confirmation.comparisons()[1].verdict, Verdict::same);
}

TEST(LookPlan, EachLookHasItsShareAndTwiceTheRunsOfTheOneBefore) {
  EXPECT_EQ(shortest_plan(10).runs, (std::vector<std::size_t>{10, 20}));
  EXPECT_EQ(repeated_plan(10, 20).runs, (std::vector<std::size_t>{10, 20}));
  EXPECT_EQ(repeated_plan(10, 39).runs, (std::vector<std::size_t>{10, 39}));
  EXPECT_EQ(repeated_plan(10, 80).runs, (std::vector<std::size_t>{10, 20, 40, 80}));
  for (const std::size_t most : {20U, 57U, 100U, 999U, 12345U}) {
    const LookPlan plan = repeated_plan(10, most);
    EXPECT_EQ(plan.runs.back(), most);
    EXPECT_LE(static_cast<double>(plan.runs.size()) * plan.alpha, usual_alpha * 1.000001);
    for (std::size_t i = 1; i < plan.runs.size(); ++i) {
      EXPECT_GE(plan.runs[i] + 1, 2 * plan.runs[i - 1]) << most;
      EXPECT_LE(plan.runs[i], 4 * plan.runs[i - 1]) << most;
    }
  }
}

TEST(Schedule, GoesOnByItselfWhileThereIsTime) {
  std::vector<std::string> notes;
  using std::chrono::minutes;
  Schedule quick(10, true, {});
  quick.plan_looks(std::chrono::seconds(1), 1, notes);
  EXPECT_TRUE(quick.is_until_decided());
  EXPECT_EQ(quick.plan().runs, (std::vector<std::size_t>{10, 20, 40, 80, 160}));
  EXPECT_NEAR(quick.plan().alpha, usual_alpha / 5, 1e-12);
  Schedule middling(10, true, {});
  middling.plan_looks(minutes(2), 1, notes);  // ten minutes in all: 10 + 50 runs
  EXPECT_GE(middling.plan().runs.back(), 59U);
  EXPECT_LE(middling.plan().runs.back(), 60U);
  Schedule several(10, true, {});
  several.plan_looks(minutes(2), 8, notes);  // later rounds run a part of them
  EXPECT_EQ(several.plan().runs.back(), 160U);
  Schedule slow(10, true, {});
  slow.plan_looks(minutes(11), 1, notes);
  EXPECT_FALSE(slow.is_until_decided());
  EXPECT_EQ(slow.plan().runs, shortest_plan(10).runs);
  EXPECT_EQ(slow.plan().alpha, usual_alpha) << "two rounds, of which the second only confirms";
  Schedule few(10, true, {}, 20);
  few.plan_looks(std::chrono::seconds(1), 1, notes);
  EXPECT_EQ(few.plan().runs, shortest_plan(10).runs);
  Schedule once(10, false, {});
  once.plan_looks(std::chrono::seconds(1), 1, notes);
  EXPECT_EQ(once.plan().runs, std::vector<std::size_t>{10});
  EXPECT_TRUE(notes.empty()) << notes[0];
  Schedule hurried(10, true, 0.01);
  hurried.plan_looks(minutes(1), 1, notes);
  EXPECT_EQ(notes.size(), 1U);
}

TEST(Advice, NamesWhatWouldDecide) {
  const auto judged = [](double ratio, double noise) {
    return judge(std::vector{samples("a", ratio, noise, 3, 40), samples("same", 1, 0.001, 4, 40)}, usual_gate, 0.01);
  };
  EXPECT_EQ(advice(judged(1, 0.001), usual_gate, 0.1), "");
  const std::string noisy = advice(judged(1, 0.08), usual_gate, 0.1);
  EXPECT_TRUE(noisy.starts_with("To decide the 1 that is too noisy, pass --until-decided ")) << noisy;
  EXPECT_NE(noisy.find(" (minutes), --gate "), std::string::npos) << noisy;
  EXPECT_EQ(noisy.find('\n'), std::string::npos);
  Comparison hopeless;
  hopeless.verdict = Verdict::too_noisy;
  hopeless.runs = 40;
  hopeless.interval = {0.8, 1.25};
  EXPECT_EQ(advice(std::vector{hopeless}, usual_gate, 0.1),
            "To decide the 1 that is too noisy, pass --gate 25, or -- --benchmark_repetitions=12 "
            "--benchmark_min_time=0.04.");
  std::vector<Comparison> busy = judged(1, 0.08);
  busy[0].wall = true;
  busy[0].open = false;
  busy[0].note = "wall time, while something else kept 1.00 processors busy";
  EXPECT_EQ(advice(busy, usual_gate, 0.1),
            "To decide the 1 that is too noisy, pass --allow-busy, or let nothing else run meanwhile.");
}

std::size_t trials(std::size_t few) { return std::getenv("LOCKSTEP_LONG_TESTS") != nullptr ? 20 * few : few; }

/// One benchmark whose new times are `ratio` as long, looked at after 10, 20, 40 and 80 runs.
struct Trial {
  bool ever_suspected = false, ended_slower = false, ever_same = false;
};
Trial run_trial(double ratio, double noise, double alpha, unsigned seed) {
  const std::vector<std::size_t> looks = repeated_plan(10, 80).runs;
  Confirmation confirmation(usual_gate);
  Trial trial;
  for (std::size_t look = 0, done = 0; look < looks.size(); done = looks[look++]) {
    confirmation.look(
        std::vector{samples("a", ratio, noise, 97 * seed + static_cast<unsigned>(look), looks[look] - done)}, alpha,
        look + 1 == looks.size());
    const Comparison& c = confirmation.comparisons()[0];
    trial.ever_suspected |= c.verdict == Verdict::slower || c.verdict == Verdict::faster;
    trial.ever_same |= c.verdict == Verdict::same;
    trial.ended_slower = c.verdict == Verdict::slower;
    if (!c.open) break;
  }
  return trial;
}

/// A machine at load 1, where a neighbour slows down three runs of ten by up to a quarter: after ten runs at least one
/// of five benchmarks of equal programs is always undecided. The automatic further rounds decide them.
Samples at_load_1(const std::string& name, unsigned seed, std::size_t runs) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  const auto time = [&] {
    const double base = 100 * (1 + 0.015 * std::abs(normal(random)));
    return uniform(random) < 0.3 ? base * (1 + 0.25 * uniform(random)) : base;
  };
  Samples s;
  s.name = name;
  for (std::size_t i = 0; i < runs; ++i) s.old_ns.push_back(time()), s.new_ns.push_back(time());
  return s;
}

TEST(Confirmation, UsualComparisonsOfEqualProgramsEndDecidedAtLoad1) {
  const LookPlan plan = repeated_plan(10, 10 * usual_growth);
  const std::size_t count = trials(10);
  std::size_t decided = 0, decided_before = 0, accused = 0;
  for (unsigned trial = 0; trial < count; ++trial) {
    Confirmation confirmation(usual_gate);
    const auto& comparisons = confirmation.comparisons();
    const auto none_is = [&](Verdict verdict) {
      return std::none_of(comparisons.begin(), comparisons.end(),
                          [&](const Comparison& c) { return c.verdict == verdict; });
    };
    for (std::size_t look = 0, done = 0; look < plan.runs.size(); done = plan.runs[look++]) {
      std::vector<Samples> round;
      for (unsigned i = 0; i < 5; ++i)
        round.push_back(
            at_load_1(std::to_string(i), 100 * trial + 10 * static_cast<unsigned>(look) + i, plan.runs[look] - done));
      if (look == 0) {
        const auto first = judge(round, usual_gate);  // one round, at 5 %
        decided_before += std::none_of(first.begin(), first.end(),
                                       [](const Comparison& c) { return c.verdict == Verdict::too_noisy; });
      }
      confirmation.look(round, plan.alpha, look + 1 == plan.runs.size());
      if (std::none_of(comparisons.begin(), comparisons.end(), [](const Comparison& c) { return c.open; })) break;
    }
    decided += none_is(Verdict::too_noisy);
    accused += !none_is(Verdict::slower);
  }
  RecordProperty("decided", static_cast<int>(decided));
  EXPECT_EQ(decided_before, 0U);
  EXPECT_GE(10 * decided, 9 * count);
  EXPECT_EQ(accused, 0U);
}

/// The guarantee: without a change at most 5 % of comparisons suspect anything at any look, and fewer confirm it. With
/// 15 % of noise the gate hardly ever protects.
TEST(Confirmation, LookingAgainAndAgainAccusesNoMoreEqualPrograms) {
  const std::size_t count = trials(60);
  std::size_t suspected = 0, accused = 0;
  for (unsigned i = 0; i < count; ++i) {
    const Trial trial = run_trial(1, 0.15, repeated_plan(10, 80).alpha, i);
    suspected += trial.ever_suspected;
    accused += trial.ended_slower;
  }
  RecordProperty("suspected", static_cast<int>(suspected));
  RecordProperty("accused", static_cast<int>(accused));
  EXPECT_LE(20 * suspected, count);
  EXPECT_LE(200 * accused, count);
}

/// The purpose of the shares: ranks alone, with and without.
TEST(Confirmation, WithoutSharesLooksWouldInflateFalseAlarms) {
  const std::vector<std::size_t> looks = repeated_plan(10, 80).runs;
  const std::size_t count = trials(600);
  std::size_t with_shares = 0, without = 0;
  for (unsigned i = 0; i < count; ++i) {
    const Samples all = samples("a", 1, 0.15, 7000 + i, looks.back());
    double least = 1;
    for (const std::size_t runs : looks)
      least = std::min(least, mann_whitney(std::span(all.old_ns).first(runs), std::span(all.new_ns).first(runs)).p);
    with_shares += least < usual_alpha / static_cast<double>(looks.size());
    without += least < usual_alpha;
  }
  RecordProperty("with_shares", static_cast<int>(with_shares));
  RecordProperty("without", static_cast<int>(without));
  EXPECT_LE(20 * with_shares, count);
  EXPECT_GT(10 * without, count) << "more than one in ten";
}

/// The other guarantee: a slowdown a little larger than the gate is hardly ever called the same, at any look.
TEST(Confirmation, LookingAgainAndAgainCallsNoMoreSlowProgramsTheSame) {
  const std::size_t count = trials(40);
  std::size_t same = 0;
  for (unsigned i = 0; i < count; ++i)
    same += run_trial(1 + 1.01 * usual_gate, 0.02, repeated_plan(10, 80).alpha, 5000 + i).ever_same;
  RecordProperty("same", static_cast<int>(same));
  EXPECT_LE(20 * same, count);
}

/// Two rounds as usual: a slowdown of the detectable ratio is found in about three of four cases.
TEST(Confirmation, WhatIsSaidToBeDetectableIsFound) {
  constexpr std::size_t benchmarks = 3;
  const std::size_t count = trials(40);
  std::vector<double> said;
  std::size_t found = 0, found_of_half = 0;
  const auto finds = [&](double ratio, unsigned seed) {
    std::vector<Samples> rounds[2];
    for (unsigned round = 0; round < 2; ++round)
      for (unsigned i = 0; i < benchmarks; ++i)
        rounds[round].push_back(samples(std::to_string(i), i == 0 ? ratio : 1, 0.04, seed + 10 * round + i));
    return judge_twice(rounds[0], rounds[1])[0].verdict == Verdict::slower;
  };
  for (unsigned i = 0; i < count; ++i) {
    std::vector<Samples> equal;
    for (unsigned k = 0; k < benchmarks; ++k) equal.push_back(samples("a", 1, 0.04, 90000 + 10 * i + k));
    said.push_back(judge(equal, usual_gate)[0].detectable.value());
  }
  const double typical = median(said);
  for (unsigned i = 0; i < count; ++i) {
    found += finds(typical, 100 * i);
    found_of_half += finds(1 + (typical - 1) / 2, 100 * i + 50);
  }
  RecordProperty("found", static_cast<int>(found));
  RecordProperty("found_of_half", static_cast<int>(found_of_half));
  EXPECT_GE(found, count * 65 / 100) << typical;
  EXPECT_LE(found, count * 95 / 100) << typical;
  EXPECT_LE(found_of_half, count * 35 / 100) << typical;
}

TEST(Confirmation, SomeDetectableSlowdownsAreNone) {
  EXPECT_NEAR(detectable_ratio({1, 1}, 10, 1, usual_gate, usual_alpha).value(), 1 + usual_gate, 1e-12)
      << "without noise";
  EXPECT_GT(detectable_ratio({0.95, 1.05}, 10, 1, usual_gate, usual_alpha).value(), 1.05);
  EXPECT_GT(detectable_ratio({0.95, 1.05}, 10, 1000, usual_gate, usual_alpha).value(),
            detectable_ratio({0.95, 1.05}, 10, 1, usual_gate, usual_alpha).value());
  EXPECT_FALSE(detectable_ratio({0.95, 1.05}, 10, 10000, usual_gate, usual_alpha)) << "2 / (20 choose 10) is no less";
  EXPECT_TRUE(detectable_ratio({0.95, 1.05}, 20, 10000, usual_gate, usual_alpha));
}

/// No differences, 10 benchmarks, 40 comparisons: few first rounds suspect anything, and the second round clears them.
TEST(Confirmation, SeldomAccusesEqualPrograms) {
  int suspected = 0, accused = 0;
  for (unsigned trial = 0; trial < 40; ++trial) {
    std::vector<Samples> first, second;
    for (unsigned i = 0; i < 10; ++i) {
      first.push_back(samples(std::to_string(i), 1, 0.04, 1000 * trial + i));
      second.push_back(samples(std::to_string(i), 1, 0.04, 1000 * trial + 500 + i));
    }
    Confirmation confirmation(usual_gate);
    confirmation.look(first, usual_alpha, false);
    const auto& comparisons = confirmation.comparisons();
    const auto differs = [](const Comparison& c) { return c.open && c.verdict != Verdict::too_noisy; };
    if (std::none_of(comparisons.begin(), comparisons.end(), differs)) continue;
    ++suspected;
    confirmation.look(second, usual_alpha, true);
    accused += overall(comparisons) == Verdict::slower;
  }
  EXPECT_LE(suspected, 6);
  EXPECT_EQ(accused, 0);
}

}  // namespace
}  // namespace lockstep::tools::perf
