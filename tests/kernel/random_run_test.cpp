// Every verdict on random pairs is certified in double, or exactly if that is not enough. A few ten thousand pairs;
// LOCKSTEP_RANDOM_PAIRS=1000000000 makes it a billion.
#include <gtest/gtest.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <atomic>
#include <cstdlib>
#include <iostream>

#include "generate.hpp"
#include "judge.hpp"
#include "pair_line.hpp"
#include "plane_pair_line.hpp"

namespace lockstep::test {
namespace {

using oracle::Truth;
using oracle::uniform;

std::size_t wanted_pairs() {
  const char* const wanted = std::getenv("LOCKSTEP_RANDOM_PAIRS");
  return wanted == nullptr ? 40000 : std::strtoull(wanted, nullptr, 10);
}

/// Shapes of all kinds but matrices (whose exact corners would take most of the time), about half of which overlap each
/// other.
struct Cloud {
  ShapeSet set;
  std::vector<AnyShape> shapes;

  Cloud(Rng& rng, std::size_t count) {
    while (shapes.size() < count) {
      const Kind kind = oracle::all_kinds[rng() % oracle::all_kinds.size()];
      if (kind == Kind::matrix) continue;
      const AnyShape shape = random_pair(rng, kind, Kind::point).first;
      const double x = uniform(rng, -1, 1), y = uniform(rng, -1, 1), z = uniform(rng, -1, 1);
      shapes.push_back(moved(shape, x, y, z));
      add_to(set, shapes.back());
    }
  }
};

/// The same in the plane.
struct PlaneCloud {
  ShapeSet2 set;
  std::vector<AnyShape2> shapes;

  PlaneCloud(Rng& rng, std::size_t count) {
    while (shapes.size() < count) {
      const Kind2 kind = oracle::all_kinds2[rng() % oracle::all_kinds2.size()];
      const AnyShape2 shape = random_pair(rng, kind, Kind2::circle).first;
      const double x = uniform(rng, -1, 1), y = uniform(rng, -1, 1);
      shapes.push_back(moved(shape, x, y));
      add_to(set, shapes.back());
    }
  }
};

struct VerdictCounts {
  std::atomic<std::size_t> separated = 0, touching = 0, overlapping = 0;
};

template <class Shape>
bool is_right(Verdict verdict, const Shape& a, const Shape& b) {
  if (verdict == Verdict::touching) return !is_far_from_contact(std::pair(a, b));
  const Truth truth = decide(a, b);  // by a bound in double if that is enough
  return verdict == Verdict::separated ? truth == Truth::separated : truth != Truth::separated;
}

/// One shape against all of the other cloud.
template <class SomeCloud>
void judge_row(const SomeCloud& first, const SomeCloud& second, std::uint32_t row, Method method,
               VerdictCounts& counts) {
  std::vector<Pair> pairs;
  for (std::uint32_t i = 0; i < second.shapes.size(); ++i) pairs.push_back({row, i});
  std::vector<Verdict> verdicts(pairs.size());
  intersect(first.set, second.set, pairs, verdicts, {.method = method, .check = Check::inputs, .isa = {}});
  for (const Pair& pair : pairs) {
    const Verdict verdict = verdicts[pair.b];
    ++(verdict == Verdict::separated  ? counts.separated
       : verdict == Verdict::touching ? counts.touching
                                      : counts.overlapping);
    const auto &a = first.shapes[pair.a], &b = second.shapes[pair.b];
    EXPECT_TRUE(is_right(verdict, a, b)) << verdict << " is wrong\n" << oracle::to_pair_line("random", a, b);
  }
}

template <class SomeCloud>
void certify_every_verdict() {
  const std::size_t wanted = wanted_pairs(), side = wanted < 1000000 ? 200 : 1000;
  VerdictCounts counts;
  std::size_t done = 0;
  for (std::uint64_t seed = 1; done < wanted && !testing::Test::HasFailure(); ++seed, done += side * side) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Rng rng(seed);
    const SomeCloud first(rng, side), second(rng, side);
    const Method method = seed % 2 == 0 ? Method::gjk : Method::automatic;
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, side), [&](const auto& rows) {
      for (std::size_t row = rows.begin(); row != rows.end(); ++row)
        judge_row(first, second, static_cast<std::uint32_t>(row), method, counts);
    });
    if (done / 10000000 != (done + side * side) / 10000000)
      std::cout << done + side * side << " pairs: " << counts.separated << " separated, " << counts.touching
                << " touching, " << counts.overlapping << " overlapping" << std::endl;
  }
  EXPECT_GT(counts.separated, done / 10);
  EXPECT_GT(counts.overlapping, done / 10);
  EXPECT_LE(counts.touching, done / 100000);
}

TEST(RandomRun, EveryVerdictIsCertified) { certify_every_verdict<Cloud>(); }

TEST(RandomRun, EveryVerdictInThePlaneIsCertified) { certify_every_verdict<PlaneCloud>(); }

}  // namespace
}  // namespace lockstep::test
