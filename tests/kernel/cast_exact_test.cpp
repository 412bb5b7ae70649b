// No contact before the lower end, contact by the upper one: first contacts in space and in the plane against the exact
// oracle, which moves a shape without rounding. LOCKSTEP_LONG_TESTS=1 tests a hundred times as many pairs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "cases.hpp"
#include "cast_expectations.hpp"
#include "exact_pairs.hpp"

namespace lockstep::test {
namespace {

using oracle::below;
using oracle::uniform;

double along(const Vec3d& n, const Vec3& m) { return n.x * m.x + n.y * m.y + n.z * m.z; }
double along(const Vec2d& n, const Vec2& m) { return n.x * m.x + n.y * m.y; }

/// The corners of a matrix are only as precise as solving for them allows.
bool is_solved(Kind kind) { return kind == Kind::matrix; }
bool is_solved(Kind2) { return false; }

template <class S>
class CastsAreExact : public ExactPairs<S> {
 protected:
  template <class Make>
  typename S::Casts casts_of(int count, std::uint64_t seed, const Make& make, const Lengths& lengths = {}) {
    count = this->few_if_slow(count);
    Rng rng(seed);
    typename S::Casts list;
    while (static_cast<int>(list.pairs.size()) < count) {
      const auto [far, motion] = approaching(rng, either_way(rng, make(rng)), lengths);
      list.append(far, motion);
    }
    return list;
  }

  Counts judge(const typename S::Casts& list, const std::string& what) {
    const auto met = list.answers();
    Counts counts;
    for (std::size_t i = 0; i < met.size(); ++i) {
      SCOPED_TRACE(what + ": " + text(met[i]) + "\n" + list.line(i));
      const Interval& f = met[i].fractions;
      judge_interval(f, list.shapes[i], list.motions[i]);
      if (this->HasFatalFailure()) return counts;
      counts.add(f);
      if (result_of(f) != CastResult::hits || f.lower == 0) continue;
      EXPECT_NEAR(length(met[i].normal), 1, 1e-12);
      const double width = (f.upper - f.lower) * -along(met[i].normal, list.motions[i]);
      const double most = is_solved(this->a_) || is_solved(this->b_) ? 0x1p-16 : 0x1p-24;
      EXPECT_LE(width, most * largest_of(list.shapes[i]));
    }
    return counts;
  }
  void judge_random_pairs(int count) {
    const Counts counts = judge(casts_of(count_of(count), 41, this->random()), "random");
    if constexpr (!is_plane<S>)  // points overlap where the motion is along an axis: no interior
      if (this->a_ == Kind::point && this->b_ == Kind::point) return;
    EXPECT_LE(counts.unproven, counts.hits / 20);
    EXPECT_GT(counts.misses, 0);
  }
  /// Where they meet, hardly any digits are left.
  void judge_from_far_away(int count) { judge(casts_of(count_of(count), 44, this->random(), {2, 7}), "far away"); }
  void judge_grazes(int count) { judge(casts_of(count_of(count), 42, this->near_contact()), "near contact"); }
  void judge_hard_pairs(int count) {
    for (const oracle::Hardness hardness : oracle::all_hardnesses)
      judge(casts_of(count_of(count), 43, this->hard(hardness)), std::string(name(hardness)));
  }
};
using CastExact = CastsAreExact<Space>;
using PlaneCastExact = CastsAreExact<Plane>;

TEST_P(CastExact, RandomPairs) { judge_random_pairs(100); }
TEST_P(CastExact, FromFarAway) { judge_from_far_away(40); }
TEST_P(CastExact, Grazes) { judge_grazes(50); }
TEST_P(CastExact, HardPairs) { judge_hard_pairs(20); }

TEST_P(PlaneCastExact, RandomPairs) { judge_random_pairs(200); }
TEST_P(PlaneCastExact, FromFarAway) { judge_from_far_away(60); }
TEST_P(PlaneCastExact, Grazes) { judge_grazes(80); }
TEST_P(PlaneCastExact, HardPairs) { judge_hard_pairs(30); }

INSTANTIATE_TEST_SUITE_P(, CastExact, kind_pairs(), kind_pair_name);
INSTANTIATE_TEST_SUITE_P(, PlaneCastExact, plane_kinds(), kind_pair_name);

template <class List>
void judge_all(const List& list, const std::string& what) {
  const auto met = list.answers();
  for (std::size_t i = 0; i < met.size(); ++i) {
    SCOPED_TRACE(what + ": " + text(met[i]) + "\n" + list.line(i));
    judge_interval(met[i].fractions, list.shapes[i], list.motions[i]);
    if (testing::Test::HasFatalFailure()) return;
  }
}

/// Poses that other libraries got wrong, from their place in six directions, and from some distance.
TEST(CastOfPublishedCases, HoldsTheTruth) {
  CastList list;
  for (const oracle::Case& one : oracle::load_cases()) {
    if (!one.pair) continue;
    const AnyShape &a = one.pair->a, &b = one.pair->b;
    const auto reach = static_cast<float>(oracle::largest_coordinate(a) + oracle::largest_coordinate(b));
    const Vec3 motions[] = {{reach, 0, 0}, {0, -reach, 0}, {0, 0, reach}, {-reach, reach, reach}};
    for (const Vec3& m : motions) {
      if (oracle::kind_of(a) != Kind::matrix) list.append({oracle::moved(a, -0.5 * m.x, -0.5 * m.y, -0.5 * m.z), b}, m);
      list.append({a, b}, m);
    }
  }
  ASSERT_GT(list.pairs.size(), 1000U);
  judge_all(list, "published");
}

/// Points that start as near to a flat shape as rounding resolves, on either side.
TEST(CastOfPointsOnFlatShapes, HoldsTheTruth) {
  Rng rng(46);
  CastList list;
  for (int i = 0; i < count_of(2000); ++i) {
    const auto along = [&] { return static_cast<float>(uniform(rng, -1, 1)); };
    oracle::HullShape triangle;
    const float tilt = along();  // z = tilt * x, exactly where x is a multiple of a power of two
    const auto corner = [&](int x, float y) {
      const float at = static_cast<float>(x) * 0.25F;
      triangle.vertices.push_back({at, y, below(rng, 2) == 0 ? 0 : tilt * at});
    };
    corner(-8, along() - 2), corner(8, along() - 2), corner(0, along() + 3);
    const auto off = static_cast<float>(along() * std::pow(10, uniform(rng, -18, -11)));
    list.append({Point{{0, along(), off}}, triangle}, {along(), along(), along()});
  }
  judge_all(list, "seed 46");
}

TEST(PlaneCastOfPointsOnSegments, HoldsTheTruth) {
  Rng rng(46);
  PlaneCastList list;
  for (int i = 0; i < count_of(1000); ++i) {
    const auto along = [&] { return static_cast<float>(uniform(rng, -1, 1)); };
    const auto off = static_cast<float>(along() * std::pow(10, uniform(rng, -18, -11)));
    oracle::PolygonShape2 segment;
    segment.vertices = {{-2, below(rng, 2) == 0 ? 0.0F : along()}, {2, 0}};
    segment.vertices[1].y = -segment.vertices[0].y;
    list.append({Circle2{{0, off}, 0}, segment}, {along(), along()});
  }
  judge_all(list, "seed 46");
}

/// Small balls come from far away and pass each other within the rounding of the distance they came.
TEST(CastOfSmallBalls, HoldsTheTruth) {
  Rng rng(45);
  CastList list;
  for (int i = 0; i < count_of(1000); ++i) {
    const double reach = std::pow(10, uniform(rng, 3, 7));
    const auto along = [&] { return static_cast<float>(uniform(rng, -1, 1) * reach); };
    const Vec3 m{along(), along(), along()};
    const double sine = std::hypot(double{m.x}, m.y), gap = 2 * 0x1p-10;
    const Vec3 aside{static_cast<float>(m.y / sine * gap), static_cast<float>(-m.x / sine * gap), 0};
    list.append({Sphere{{-m.x / 2, -m.y / 2, -m.z / 2}, 0x1p-10F}, Sphere{aside, 0x1p-10F}}, m);
  }
  judge_all(list, "seed 45");
}

TEST(PlaneCastOfSmallCircles, HoldsTheTruth) {
  Rng rng(45);
  PlaneCastList list;
  for (int i = 0; i < count_of(1000); ++i) {
    const double reach = std::pow(10, uniform(rng, 3, 7));
    const auto along = [&] { return static_cast<float>(uniform(rng, -1, 1) * reach); };
    const Vec2 m{along(), along()};
    const double length = std::hypot(double{m.x}, m.y), gap = 2 * 0x1p-10;
    const Vec2 aside{static_cast<float>(m.y / length * gap), static_cast<float>(-m.x / length * gap)};
    list.append({Circle2{{-m.x / 2, -m.y / 2}, 0x1p-10F}, Circle2{aside, 0x1p-10F}}, m);
  }
  judge_all(list, "seed 45");
}

}  // namespace
}  // namespace lockstep::test
