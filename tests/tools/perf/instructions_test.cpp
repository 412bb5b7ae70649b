// Instructions: what valgrind writes, what the kernel counts, and what both channels say together.
#include "perf/instructions.hpp"

#include <gtest/gtest.h>

#include <linux/perf_event.h>

#include <utility>

#include "perf/channels.hpp"
#include "perf/process.hpp"
#include "perf/process_figures.hpp"
#include "support/read_error.hpp"
#include "support/samples_fixture.hpp"

namespace lockstep::tools::perf {
namespace {

// As valgrind 3.19 writes it with --combine-dumps=yes, without the costs of functions.
constexpr std::string_view profile = R"(# callgrind format
version: 1
part: 1
desc: Trigger: --dump-after=benchmark::State::StartKeepRunning()
events: Ir
summary: 2767846
totals: 2767846
part: 2
desc: Trigger: --dump-before=benchmark::State::FinishKeepRunning()
events: Ir
summary: 1386
fn=(1) summary: 7
totals: 1386
part: 3
desc: Trigger: --dump-before=other()
summary: 5
part: 4
desc: Trigger: --dump-before=benchmark::State::FinishKeepRunning()
summary: 519
part: 5
desc: Trigger: Program termination
summary: 11
)";

TEST(Callgrind, PartsAreThoseOfOneTrigger) {
  EXPECT_EQ(callgrind_parts(profile, "benchmark::State::FinishKeepRunning()"), (std::vector<double>{1386, 519}));
  EXPECT_TRUE(callgrind_parts("", "f()").empty());
  EXPECT_EQ(test::read_error(
                [] { return callgrind_parts("part: 1\ndesc: Trigger: --dump-before=f()\nsummary: many\n", "f()"); }),
            "line 3 of valgrind's profile: \"summary: many\" is not a count");
}

TEST(Callgrind, ProcessesAreAddedUp) {
  EXPECT_EQ(callgrind_total("==12== Events    : Ir\n==12== Collected : 4538944\nhello\n==13== Collected : 56\n"),
            4539000);
  EXPECT_FALSE(callgrind_total("Collected : 5\n"));
}

/// The page faults of user code while the command of `sh` runs, and whether the kernel counts them.
std::optional<double> faults_of(const std::string& command) {
  const InstructionCounter faults(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS);
  EXPECT_EQ(run_process({"sh", {"sh", "-c", command}}).status, 0);
  return faults.count();
}

/// The mechanism of the counters, with an event that most kernels have: the program and its children count.
TEST(InstructionCounter, CountsAProgramAndItsChildren) {
  const std::optional<double> one = faults_of("true");
  if (!one) GTEST_SKIP() << "the kernel gives no events";
  EXPECT_GT(*one, 0);
  EXPECT_GT(*faults_of("cat </dev/null; cat </dev/null; cat </dev/null; true"), 2 * *one);
}

Comparison compared(Verdict verdict, double instructions) {
  Comparison c;
  c.name = "a";
  c.runs = 10;
  c.verdict = verdict;
  c.instructions = InstructionPair{1000, 1000 * instructions};
  return c;
}

TEST(Disagreement, SaysWhereTheChannelsDiffer) {
  const auto says = [](Verdict verdict, double instructions, std::string_view words) {
    const std::string text = disagreement(compared(verdict, instructions), 0.03);
    return words.empty() ? text.empty() : text.find(words) != std::string::npos;
  };
  EXPECT_TRUE(says(Verdict::slower, 1, "slower with as many instructions: memory, branches or the machine"));
  EXPECT_TRUE(says(Verdict::slower, 0.9, "slower with fewer instructions"));
  EXPECT_TRUE(says(Verdict::slower, 1.08, ""));
  EXPECT_TRUE(says(Verdict::slower, 1.02, "")) << "less than the gate, and yet a part of the cause";
  EXPECT_TRUE(says(Verdict::faster, 1, "faster with as many instructions"));
  EXPECT_TRUE(says(Verdict::faster, 1.1, "faster with more instructions"));
  EXPECT_TRUE(says(Verdict::faster, 0.9, ""));
  EXPECT_TRUE(says(Verdict::same, 1.08, "more instructions in the same time"));
  EXPECT_TRUE(says(Verdict::same, 0.9, "fewer instructions in the same time"));
  EXPECT_TRUE(says(Verdict::same, 1.02, ""));
  EXPECT_TRUE(says(Verdict::too_noisy, 1.08, "instructions rose"));
  EXPECT_TRUE(says(Verdict::too_noisy, 0.9, "instructions fell"));
  EXPECT_TRUE(says(Verdict::too_noisy, 1, ""));
  EXPECT_TRUE(says(Verdict::not_compared, 2, ""));
  EXPECT_EQ(disagreement(Comparison(), 0.03), "");
}

TEST(Channels, CountsStandBesideTheirBenchmarks) {
  std::vector<Comparison> comparisons(4);
  for (std::size_t i = 0; i < 4; ++i) comparisons[i].name = std::string(1, static_cast<char>('a' + i));
  add_instructions({{{"a", 100}, {"b", 50}, {"d", 0}}, "x"}, {{{"a", 108}, {"c", 50}, {"d", 1}}, "x"}, comparisons);
  EXPECT_DOUBLE_EQ(comparisons[0].instructions->ratio(), 1.08);
  for (std::size_t i = 1; i < 4; ++i) EXPECT_FALSE(comparisons[i].instructions) << i;
}

TEST(Channels, OfAWholeRunTheyStandBesideItsTimes) {
  std::vector<Comparison> comparisons(3);
  comparisons[0].name = wall_time_row;
  comparisons[1].name = processor_time_row;
  comparisons[2].name = peak_memory_row;
  comparisons[2].unit = "B";
  const auto counted = [](double count) { return Instructions{{{instructions_row, count}}, "x"}; };
  add_instructions(counted(100), counted(150), comparisons);
  EXPECT_DOUBLE_EQ(comparisons[1].instructions->ratio(), 1.5);
  EXPECT_TRUE(comparisons[0].instructions);
  EXPECT_FALSE(comparisons[2].instructions);
}

}  // namespace
}  // namespace lockstep::tools::perf
