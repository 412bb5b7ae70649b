// A build for one instruction set alone (LOCKSTEP_ISAS=best), on a machine without it.
#define LOCKSTEP_HAVE_AVX2
#define __builtin_cpu_supports(feature) (static_cast<void>(feature), false)  // NOLINT(bugprone-reserved-identifier)

#include "table/dispatch.cpp"  // NOLINT(bugprone-suspicious-include)

#include <gtest/gtest.h>

#include "lockstep/lockstep.hpp"

namespace lockstep {
namespace {

constexpr const char* sentence =
    "this build of lockstep has kernels for avx2 alone, which this machine cannot run: build it with "
    "LOCKSTEP_ISAS=native, which adds scalar";

template <class Call>
std::string error_of(Call&& call) {
  try {
    call();
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "none";
}

TEST(LesserMachine, ListsWhatIsCompiledAndNothingThatRuns) {
  ASSERT_EQ(compiled_isas().size(), 1U);
  EXPECT_EQ(compiled_isas()[0], Isa::avx2);
  EXPECT_TRUE(supported_isas().empty());
}

TEST(LesserMachine, EveryChoiceSaysWhatToDo) {
  EXPECT_EQ(error_of([] { (void)default_isa(); }), sentence);
  EXPECT_EQ(error_of([] { (void)isa_from_name("avx2"); }), sentence);
  EXPECT_EQ(error_of([] { (void)detail::chosen_isa({}); }), sentence);
  EXPECT_EQ(error_of([] { (void)detail::chosen_isa(Isa::avx2); }), sentence);
  EXPECT_EQ(error_of([] { (void)detail::narrowest_isa(); }), sentence);
}

// The library's own calls use the functions above in place of its own.
TEST(LesserMachine, CallsSayItBeforeTheyRunAKernel) {
  ShapeSet set;
  set.add(Sphere{{0, 0, 0}, 1});
  const Pair pair{0, 0};
  Verdict verdict = Verdict::touching;
  EXPECT_EQ(error_of([&] { intersect(set, set, {&pair, 1}, {&verdict, 1}); }), sentence);
  const HalfSpace below{{0, 0, 1}, 0};
  const ConvexVolume volume = ConvexVolume::from_planes({&below, 1});
  std::uint64_t visible = 0;
  EXPECT_EQ(error_of([&] { (void)cull(volume, set, {&visible, 1}); }), sentence);
}

}  // namespace
}  // namespace lockstep
