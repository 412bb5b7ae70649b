// The reference GJK against the exact oracle.
//
// Where may it be wrong? In exact arithmetic nowhere. In floating point it may answer
//   no   for shapes that meet, if they are less than 4 units deep in each other: "no" is one dot product of a point of
//        the difference, so its error is that of the point, whatever the simplex looks like;
//   yes  for shapes that are apart, if the gap is less than 256 units: "yes" is four orientations of a simplex that may
//        be thin, which multiplies the error; or if it ran into the iteration cap.
// One unit is the unit roundoff times the sum of the largest coordinates of both shapes.
#include <lockstep/reference/gjk.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "cases.hpp"
#include "convert.hpp"
#include "exact_pair.hpp"
#include "generate.hpp"
#include "nearest.hpp"
#include "oracle.hpp"
#include "pair_line.hpp"

namespace {

using namespace lockstep;
using namespace lockstep::oracle;
using namespace lockstep::reference_tests;

constexpr int no_cap = 1000;

static_assert(reference::intersect(reference::Aabb<float>{{0, 0, 0}, {1, 1, 1}}, reference::Point<float>{{1, 1, 1}}));
static_assert(!reference::intersect(reference::Aabb<float>{{0, 0, 0}, {1, 1, 1}}, reference::Point<float>{{1, 2, 1}}));

template <class T>
testing::AssertionResult right_within_rounding(const AnyShape& a, const AnyShape& b) {
  const bool yes = meet<T>(a, b, no_cap);
  const bool truth = decide(a, b) != Truth::separated;
  if (yes == truth) return testing::AssertionSuccess();
  const double unit = double(std::numeric_limits<T>::epsilon()) / 2 * (largest_coordinate(a) + largest_coordinate(b));
  const bool excused = yes ? decide_grown(a, b, 256 * unit) != Truth::separated : !deeper_than(a, b, 4 * unit);
  if (excused) return testing::AssertionSuccess();
  return testing::AssertionFailure() << (yes ? "yes, but they are apart\n" : "no, but they meet\n")
                                     << to_pair_line("wrong", a, b);
}

class ReferenceGjk : public testing::TestWithParam<Kind> {};

TEST_P(ReferenceGjk, IsRightOnRandomPairs) {
  constexpr std::uint64_t seed = 31;
  Rng rng(seed);
  for (Kind other : all_kinds) {
    for (int i = 0; i < 120; ++i) {
      const auto [a, b] = random_pair(rng, GetParam(), other);
      ASSERT_TRUE(right_within_rounding<float>(a, b)) << "seed " << seed;
      ASSERT_TRUE(right_within_rounding<double>(a, b)) << "seed " << seed;
      ASSERT_EQ(meet<double>(a, b), meet<double>(a, b, no_cap)) << to_pair_line("cap", a, b) << "\nseed " << seed;
    }
  }
}

TEST_P(ReferenceGjk, IsRightNearContact) {
  constexpr std::uint64_t seed = 32;
  Rng rng(seed);
  for (Kind other : all_kinds) {
    for (double gap : {1e-3, -1e-3, 1e-5, -1e-5, 1e-6, -1e-6, 1e-7, -1e-7}) {
      for (int i = 0; i < 10; ++i) {
        const auto [a, b] = near_contact_pair(rng, GetParam(), other, gap);
        ASSERT_TRUE(right_within_rounding<float>(a, b)) << "seed " << seed;
        ASSERT_TRUE(right_within_rounding<double>(a, b)) << "seed " << seed;
      }
    }
  }
}

TEST_P(ReferenceGjk, IsRightOnHardPairs) {
  constexpr std::uint64_t seed = 33;
  Rng rng(seed);
  for (Kind other : all_kinds) {
    for (Hardness hardness : all_hardnesses) {
      for (int i = 0; i < 15; ++i) {
        const auto [a, b] = hard_pair(rng, GetParam(), other, hardness);
        ASSERT_TRUE(right_within_rounding<float>(a, b)) << name(hardness) << ", seed " << seed;
        ASSERT_TRUE(right_within_rounding<double>(a, b)) << name(hardness) << ", seed " << seed;
      }
    }
  }
}

/// Round shapes approach contact by ever smaller steps, so the iteration cap may be reached; it may answer yes, never
/// no.
TEST_P(ReferenceGjk, CapIsConservativeAndOnlyStrikesNearContact) {
  constexpr std::uint64_t seed = 34;
  Rng rng(seed);
  for (Kind other : all_kinds) {
    for (double gap : {1e-4, 1e-6}) {
      for (int i = 0; i < 50; ++i) {
        const auto [a, b] = near_contact_pair(rng, GetParam(), other, gap);
        const bool capped = meet<double>(a, b), patient = meet<double>(a, b, no_cap);
        ASSERT_TRUE(capped || !patient) << to_pair_line("cap", a, b) << "\nseed " << seed;
        if (gap > 1e-5) {
          ASSERT_EQ(capped, patient) << to_pair_line("cap", a, b) << "\nseed " << seed;
        }
        ASSERT_TRUE(meet<double>(a, b, 0) || !patient) << to_pair_line("cap", a, b) << "\nseed " << seed;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, ReferenceGjk, testing::ValuesIn(all_kinds),
                         [](const auto& kind) { return std::string(name(kind.param)); });

/// On integers nothing is rounded: only the algorithm itself can be wrong.
TEST(ReferenceGjk, IsRightInExactArithmetic) {
  constexpr std::uint64_t seed = 35;
  constexpr std::array<Kind, 6> polytopes = {Kind::point, Kind::aabb,    Kind::box,
                                             Kind::hull,  Kind::corners, Kind::matrix};
  Rng rng(seed);
  for (Kind first : polytopes) {
    for (Kind second : polytopes) {
      for (int i = 0; i < 60; ++i) {
        const Hardness hardness = i % 3 == 0 ? Hardness::lattice : all_hardnesses[rng() % all_hardnesses.size()];
        const auto [a, b] = i % 4 == 0 ? random_pair(rng, first, second) : hard_pair(rng, first, second, hardness);
        const ExactPair pair = exact_pair(a, b, 0, {0, 0, 0});
        const Hull<Integer> x{pair.cores.p}, y{pair.cores.q};
        const reference::MinkowskiDifference<Hull<Integer>, Hull<Integer>> difference{x, y};
        ASSERT_EQ(reference::contains_origin(difference, no_cap), decide(a, b) != Truth::separated)
            << to_pair_line("exact", a, b) << "\nseed " << seed;
      }
    }
  }
}

/// The corners that remain of a simplex, as a sorted list of their coordinates.
std::vector<std::array<Integer, 3>> sorted(std::span<const Vector<Integer>> points) {
  std::vector<std::array<Integer, 3>> list;
  for (const Vector<Integer>& p : points) list.push_back({p.x, p.y, p.z});
  std::sort(list.begin(), list.end());
  return list;
}

/// The face of the simplex that is nearest to the origin, found by distances instead of sides.
std::vector<std::array<Integer, 3>> nearest_face(std::span<const Vector<Integer>> points) {
  Nearest<Integer> simplex;
  for (const Vector<Integer>& p : points) simplex.corner[simplex.size++].at = p;
  EXPECT_TRUE(reduce(simplex));
  std::vector<Vector<Integer>> kept;
  for (std::size_t k = 0; k < simplex.size; ++k) kept.push_back(simplex.corner[k].at);
  return sorted(kept);
}

/// Runs the loop of the reference step by step. True if it kept the nearest region every time.
bool keeps_nearest_region(const Hull<Integer>& hull, std::array<int, 5>& seen) {
  reference::Simplex<Integer> s{2, {}, hull.support({1, 0, 0}), {}, {}};
  s.c = hull.support(-s.b);
  if (s.b.x < 0 || dot(s.c, -s.b) < 0) return true;
  s.v = reference::perpendicular(Vector<Integer>(s.c - s.b), Vector<Integer>(-s.b));
  for (;;) {
    const Vector<Integer> a = hull.support(s.v);
    if (dot(a, s.v) < 0) return true;
    const std::array<Vector<Integer>, 4> points = {a, s.b, s.c, s.d};
    const auto expected = nearest_face(std::span(points).first(static_cast<std::size_t>(s.n) + 1));
    ++seen[expected.size()];
    if (s.n == 2) {
      reference::update_triangle(s, a);
    } else if (reference::update_tetrahedron(s, a) == reference::Region::abcd) {
      return expected.size() == 4;
    }
    const std::array<Vector<Integer>, 3> kept = {s.b, s.c, s.d};
    if (sorted(std::span(kept).first(static_cast<std::size_t>(s.n))) != expected) return false;
  }
}

/// A wrong region may still lead to the right answer later. So every single step is judged, too.
TEST(ReferenceGjk, KeepsTheNearestRegionInEveryStep) {
  constexpr std::uint64_t seed = 37;
  Rng rng(seed);
  std::array<int, 5> seen{};
  for (int i = 0; i < 3000; ++i) {
    Hull<Integer> hull;
    const Vector<Integer> center{below(rng, 1500001) - 750000, below(rng, 1500001) - 750000, below(rng, 1500001)};
    for (int k = 4 + below(rng, 30); k > 0; --k) {
      const Vector<Integer> p{below(rng, 2000001) - 1000000, below(rng, 2000001) - 1000000,
                              below(rng, 2000001) - 1000000};
      hull.points.push_back(center + p);
    }
    ASSERT_TRUE(keeps_nearest_region(hull, seen)) << "hull " << i << ", seed " << seed;
  }
  for (std::size_t size : {2U, 3U, 4U}) EXPECT_GT(seen[size], 300);
}

TEST(ReferenceGjk, IsRightOnPublishedReproducers) {
  for (const Case& item : load_cases()) {
    if (!item.pair) continue;
    EXPECT_TRUE(right_within_rounding<float>(item.pair->a, item.pair->b)) << item.source;
    EXPECT_TRUE(right_within_rounding<double>(item.pair->a, item.pair->b)) << item.source;
  }
}

/// Counts its calls, and always returns the same point.
struct Stubborn {
  using Scalar = float;
  reference::Vector<float> answer;
  int* calls;

  reference::Vector<float> support(const reference::Vector<float>&) const noexcept {
    ++*calls;
    return answer;
  }
};

TEST(ReferenceGjk, NanAndZeroEndWithYesAtTheCap) {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  const reference::Vector<float> answers[] = {{0, 0, 0}, {nan, nan, nan}, {nan, 0, 0}, {0, 0, nan}};
  for (const reference::Vector<float>& answer : answers) {
    int calls = 0;
    EXPECT_TRUE(reference::contains_origin(Stubborn{answer, &calls}));
    EXPECT_LE(calls, 2 + reference::max_iterations);
  }
}

/// Random bits: NaN, infinities, denormals and huge numbers. The call returns, with any answer.
TEST(ReferenceGjk, AnyBitsEnd) {
  constexpr std::uint64_t seed = 36;
  Rng rng(seed);
  const auto number = [&] { return std::bit_cast<float>(static_cast<std::uint32_t>(rng())); };
  for (int i = 0; i < 20000; ++i) {
    const float x = number(), y = number();
    const reference::Vector<float> p{x, y, number()};
    int calls = 0;
    (void)reference::contains_origin(Stubborn{p, &calls});
    ASSERT_LE(calls, 2 + reference::max_iterations);
    const reference::Sphere<float> sphere{p, number()};
    const reference::Capsule<float> capsule{{p, {y, x, y}}, x};
    (void)reference::intersect(sphere, capsule);
  }
}

TEST(ReferenceGjk, NanInAnyShapeIsYes) {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  const reference::Vector<float> bad{nan, nan, nan}, far{100, 100, 100}, half{1, 1, 1};
  const reference::Point<float> point{far};
  const std::array<reference::Vector<float>, 3> axes = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  const std::array<reference::Vector<float>, 3> bad_axes = {bad, bad, bad};
  EXPECT_TRUE(reference::intersect(point, reference::Point<float>{bad}));
  EXPECT_TRUE(reference::intersect(point, reference::Sphere<float>{bad, 1}));
  EXPECT_TRUE(reference::intersect(point, reference::Sphere<float>{{0, 0, 0}, nan}));
  EXPECT_TRUE(reference::intersect(point, reference::Aabb<float>{bad, bad}));
  EXPECT_TRUE(reference::intersect(point, reference::Box<float>{bad, axes, half}));
  EXPECT_TRUE(reference::intersect(point, reference::Box<float>{{0, 0, 0}, bad_axes, half}));
  EXPECT_TRUE(reference::intersect(point, reference::Capsule<float>{{bad, bad}, 1}));
  EXPECT_TRUE(reference::intersect(point, reference::PointCloud<float>{std::array{bad}}));
}

}  // namespace
