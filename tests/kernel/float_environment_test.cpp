// Floating-point settings of a host program: subnormal numbers flushed, another rounding mode, exceptions that trap.
// Every entry point gives the same answers, traps nowhere, and restores the control register.
#include <gtest/gtest.h>

#include <tbb/task_arena.h>

#include <algorithm>
#include <bit>
#include <cfenv>
#include <cstdio>
#include <cstdlib>
#include <ostream>

#include "objects.hpp"
#include "pair_list.hpp"
#include "variations.hpp"
#include "volumes.hpp"

#if defined(__SSE__) && defined(__GLIBC__)
#include <xmmintrin.h>

namespace lockstep::test {
namespace {

constexpr unsigned flush_to_zero = 0x8000, denormals_are_zero = 0x40;

struct Environment {
  const char* name;
  void (*enter)();

  friend std::ostream& operator<<(std::ostream& out, const Environment& e) { return out << e.name; }
};

constexpr Environment environments[] = {
    {"flush_subnormals", [] { _mm_setcsr(_mm_getcsr() | flush_to_zero | denormals_are_zero); }},
    {"round_up", [] { std::fesetround(FE_UPWARD); }},
    {"round_down", [] { std::fesetround(FE_DOWNWARD); }},
    {"round_to_zero", [] { std::fesetround(FE_TOWARDZERO); }},
    {"trap_invalid_division_overflow", [] { feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW); }},
    {"trap_everything", [] { feenableexcept(FE_ALL_EXCEPT); }},
};

/// Queries for every entry point. Nothing here computes with floats once they are made.
struct Questions {
  PairList list;  // of ordinary size, and so small and so large that products underflow and overflow
  ConvexVolume volume = volumes()[0].volume;
  std::vector<NamedVolume> named = volumes();
  Columns columns;

  Questions() {
    Rng rng(95);
    for (const Kind a : oracle::all_kinds)
      for (const Kind b : oracle::all_kinds) append_mixture(list, rng, a, b, 12);
    for (const Kind a : oracle::all_kinds)
      for (const int exponent : {-97, -90, 56}) {
        const auto [first, second] = oracle::random_pair(rng, a, Kind::hull);
        if (a != Kind::matrix) list.append({scaled(first, exponent), scaled(second, exponent)});
      }
    columns = objects_near(volume, Objects::boxes, 5000, rng);
  }
};

/// Tasks run with the settings at the creation of their arena, so a new one is created. (A call of a single tile makes
/// no task.)
template <class Call>
auto in_new_arena(const Call& call) {
  tbb::task_arena arena(2);
  return arena.execute(call);
}

std::vector<Verdict> verdicts_of(const PairList& list, const IntersectOptions& options) {
  std::vector<Verdict> verdicts = in_new_arena([&] { return list.answers(options); });
  constexpr std::size_t tile = 100;
  for (std::size_t begin = 0; begin < list.pairs.size(); begin += tile) {
    const std::size_t count = std::min(tile, list.pairs.size() - begin);
    verdicts.resize(verdicts.size() + count);
    intersect(list.first, list.second, {&list.pairs[begin], count}, {verdicts.end() - std::ptrdiff_t(count), count},
              options);
  }
  return verdicts;
}

std::vector<std::uint64_t> masks_of(const ConvexVolume& volume, const Columns& columns, const CullOptions& options) {
  std::vector<std::uint64_t> mask =
      in_new_arena([&] { return mask_of(volume, packed(columns), columns[0].size(), options); });
  const std::vector<std::uint64_t> tile = mask_of(volume, packed(columns), 1000, options);
  mask.insert(mask.end(), tile.begin(), tile.end());
  return mask;
}

/// For sets that are built inside.
std::vector<Verdict> of_new_sets(const PairList& list) {
  PairList made;
  for (const ShapePair& pair : list.shapes) made.append(pair);
  return verdicts_of(made, {});
}

ConvexVolume made_again(const NamedVolume& v) {
  if (const auto* corners = std::get_if<oracle::Corners8>(&v.truth); corners != nullptr && !v.volume.infinite_far())
    return volume_of(*corners);
  if (const auto* matrix = std::get_if<oracle::MatrixVolume>(&v.truth)) return volume_of(*matrix);
  return v.volume;
}

/// The answers of volumes that are built inside, and the places of their corners.
std::vector<std::uint32_t> of_new_volumes(const Questions& questions) {
  std::vector<std::uint32_t> answers;
  for (const NamedVolume& v : questions.named) {
    const ConvexVolume volume = made_again(v);
    for (const Vec3& corner : volume.corners())
      for (const float x : {corner.x, corner.y, corner.z}) answers.push_back(std::bit_cast<std::uint32_t>(x));
    for (const std::uint64_t word : masks_of(volume, questions.columns, {}))
      answers.insert(answers.end(), {static_cast<std::uint32_t>(word), static_cast<std::uint32_t>(word >> 32)});
  }
  return answers;
}

/// Invalid numbers are found and named, even if printing them is hard.
std::string errors() {
  std::string text;
  const auto refused = [&](const auto& call) {
    try {
      call();
    } catch (const InvalidInput& error) {
      text += error.what();
    }
  };
  ShapeSet set;
  refused([&] { set.add(Sphere{{0, 0, 0}, -0.1F}); });
  refused([&] { set.add(Point{{std::bit_cast<float>(0x7f800001U), 0, 0}}); });  // a signalling NaN
  refused([&] { set.add(Box{{0, 0, 0}, {0, 0, 0, 1.1F}, {1, 1, 1}}); });
  return text;
}

/// Runs `call` before and after `enter`, in a process that a trap may end, and returns the outcome.
template <class Call>
[[noreturn]] void compare(void (*enter)(), const Call& call) {
  const auto expected = call();
  enter();
  const unsigned before = _mm_getcsr();
  const auto answers = call();
  const unsigned after = _mm_getcsr();
  std::fesetenv(FE_DFL_ENV);
  std::fprintf(stderr, "<answers %s, control register %s>", answers == expected ? "stay" : "change",
               after == before ? "stays" : "changes");
  std::exit(0);
}

class FloatEnvironment : public testing::TestWithParam<Environment> {
 protected:
  FloatEnvironment() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }

  template <class Call>
  void expect_same(const Call& call) {
    EXPECT_EXIT(compare(GetParam().enter, call), testing::ExitedWithCode(0), "<answers stay, control register stays>");
  }
};

TEST_P(FloatEnvironment, OfIntersect) {
  const Questions questions;
  for (const Isa isa : supported_isas())
    for (const Method method : {Method::automatic, Method::gjk})
      expect_same([&] { return verdicts_of(questions.list, {.method = method, .check = Check::inputs, .isa = isa}); });
}

TEST_P(FloatEnvironment, OfCull) {
  const Questions questions;
  for (const Isa isa : supported_isas())
    expect_same([&] { return masks_of(questions.volume, questions.columns, {.isa = isa}); });
}

TEST_P(FloatEnvironment, OfShapeSets) {
  const Questions questions;
  expect_same([&] { return of_new_sets(questions.list); });
}

TEST_P(FloatEnvironment, OfVolumes) {
  const Questions questions;
  expect_same([&] { return of_new_volumes(questions); });
}

TEST_P(FloatEnvironment, OfErrors) { expect_same(errors); }

std::string environment_name(const testing::TestParamInfo<Environment>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(, FloatEnvironment, testing::ValuesIn(environments), environment_name);

}  // namespace
}  // namespace lockstep::test
#endif
