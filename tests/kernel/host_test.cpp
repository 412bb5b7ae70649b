// Surroundings of a call in a host program: many threads, its own arenas, its own floating-point settings, an
// environment variable.
#include <gtest/gtest.h>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <cstdio>
#include <cstdlib>
#include <thread>

#include "objects.hpp"
#include "pair_list.hpp"
#include "volumes.hpp"

#if defined(__SSE__)
#include <xmmintrin.h>
#endif

namespace lockstep::test {
namespace {

/// Work for a call of each sort, large enough for several tiles, and its answers.
struct Work {
  ConvexVolume volume = volumes()[0].volume;
  Columns columns;
  PairList list;
  std::vector<std::uint64_t> mask;
  std::vector<Verdict> verdicts;

  Work() {
    Rng rng(90);
    columns = objects_near(volume, Objects::boxes, 6000, rng);
    for (const Kind a : oracle::all_kinds)
      for (const Kind b : oracle::all_kinds) append_mixture(list, rng, a, b, 30);
    mask = mask_of(volume, packed(columns), 6000, {});
    verdicts = list.answers();
  }
  /// Whether the answers are still the same.
  [[nodiscard]] bool agrees() const {
    return mask_of(volume, packed(columns), 6000, {}) == mask && list.answers() == verdicts;
  }
};

TEST(Host, CallsFromManyThreads) {
  const Work work;
  std::vector<int> agreed(6);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < agreed.size(); ++t)
    threads.emplace_back([&work, &count = agreed[t]] {
      for (int i = 0; i < 5; ++i) count += work.agrees() ? 1 : 0;
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(agreed, std::vector<int>(6, 5));
}

TEST(Host, CallsFromTasksAndArenas) {
  const Work work;
  std::vector<int> agreed(12);
  tbb::parallel_for(std::size_t{0}, agreed.size(), [&](std::size_t i) { agreed[i] = work.agrees() ? 1 : 0; });
  EXPECT_EQ(agreed, std::vector<int>(12, 1));
  for (const int threads : {1, 3}) {
    tbb::task_arena arena(threads);
    EXPECT_TRUE(arena.execute([&] { return work.agrees(); })) << threads;
  }
}

/// A failed task of the caller must not take answers with it.
TEST(Host, CallsFromTasksThatAreCancelled) {
  const Work work;
  tbb::task_group_context context;
  bool agreed = false;
  const auto task = [&](const auto&) {
    context.cancel_group_execution();
    agreed = work.agrees();
  };
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, 1), task, context);
  EXPECT_TRUE(agreed);
}

#if defined(__SSE__)
constexpr unsigned sticky_flags = 0x3f, flush_to_zero = 0x8000, denormals_are_zero = 0x40;

class FloatingPoint : public testing::Test {
 protected:
  ~FloatingPoint() override { _mm_setcsr(before_); }
  const unsigned before_ = _mm_getcsr();
};

TEST_F(FloatingPoint, SettingsStayAsTheyWere) {
  const Work work;
  for (const unsigned extra : {0U, flush_to_zero, flush_to_zero | denormals_are_zero}) {
    _mm_setcsr((before_ & ~sticky_flags) | extra);
    (void)work.agrees();
    EXPECT_EQ(_mm_getcsr() & ~sticky_flags, (before_ & ~sticky_flags) | extra);
  }
}

/// Games set these two. Shapes of ordinary size get the same answers.
TEST_F(FloatingPoint, FlushingDenormalsChangesNoAnswer) {
  const Work work;
  _mm_setcsr(before_ | flush_to_zero | denormals_are_zero);
  EXPECT_TRUE(work.agrees());
  for (const Isa isa : supported_isas()) {
    EXPECT_EQ(work.list.answers({.method = Method::automatic, .check = Check::inputs, .isa = isa}), work.verdicts)
        << name(isa);
  }
}
#endif

/// Runs in a separate process, because the variable is read once.
void print_default_isa(const char* variable) {
  if (variable == nullptr)
    unsetenv("LOCKSTEP_ISA");
  else
    setenv("LOCKSTEP_ISA", variable, 1);
  try {
    std::fprintf(stderr, "<%s>", name(default_isa()).data());
    setenv("LOCKSTEP_ISA", "changed too late", 1);
    std::fprintf(stderr, "<%s>", name(default_isa()).data());
  } catch (const InvalidInput& error) {
    std::fprintf(stderr, "<%s>", error.what());
  }
  std::exit(0);
}

TEST(HostDeathTest, EnvironmentVariable) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto exits = testing::ExitedWithCode(0);
  for (const Isa isa : supported_isas()) {
    const std::string name(lockstep::name(isa));
    EXPECT_EXIT(print_default_isa(name.c_str()), exits, "<" + name + "><" + name + ">");
  }
  const std::string best(name(supported_isas().front()));
  EXPECT_EXIT(print_default_isa(nullptr), exits, "<" + best + "><" + best + ">");
  EXPECT_EXIT(print_default_isa(""), exits, "<" + best + "><" + best + ">");
  EXPECT_EXIT(print_default_isa("mmx"), exits,
              "<LOCKSTEP_ISA: instruction set 'mmx' is unknown or not supported here: choose one of .*scalar>");
}

/// A call without an explicit instruction set refuses the variable's value before it writes anything.
void call_with_unknown_isa() {
  setenv("LOCKSTEP_ISA", "mmx", 1);
  ShapeSet set;
  set.add(Point{{0, 0, 0}});
  const Pair pair{0, 0};
  auto verdict = static_cast<Verdict>(77);
  try {
    intersect(set, set, {&pair, 1}, {&verdict, 1});
  } catch (const InvalidInput&) {
    std::fprintf(stderr, "<refused, %d>", static_cast<int>(verdict));
  }
  intersect(set, set, {&pair, 1}, {&verdict, 1}, {.isa = Isa::scalar});
  std::fprintf(stderr, "<forced, %d>", static_cast<int>(verdict));
  std::exit(0);
}

TEST(HostDeathTest, UnknownVariableDoesNotHinderAForcedInstructionSet) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(call_with_unknown_isa(), testing::ExitedWithCode(0), "<refused, 77><forced, 1>");
}

}  // namespace
}  // namespace lockstep::test
