// The requirements on all contacts: of every two kinds, random, near contact and hard; and for boxes, the result of the
// reference, which clips faces.
#include <gtest/gtest.h>

#include <cmath>

#include <lockstep/reference/manifold.hpp>

#include "../reference/convert.hpp"
#include "cases.hpp"
#include "contact_list.hpp"
#include "core.hpp"
#include "every_kind_pair.hpp"
#include "judge.hpp"
#include "long_tests.hpp"

namespace lockstep::test {
namespace {

using oracle::below;
using oracle::uniform;

class ContactsExact : public EveryKindPair {
 protected:
  const Kind a_ = GetParam().first, b_ = GetParam().second;

  static bool has_flat_sides(Kind kind) { return kind >= Kind::aabb && kind <= Kind::placed; }

  /// A lower bound on the distance of the point beside the shape.
  static double beside(const Vec3d& p, const oracle::AnyShape& shape) {
    const reference::Point<double> point{{p.x, p.y, p.z}};
    return std::visit([&](const auto& s) { return reference::distance(point, s).lower; },
                      reference_tests::to_reference<double>(shape));
  }

  void expect_points(const Manifold& m, const ShapePair& pair, double margin) {
    const double size = std::max(largest_coordinate(pair.first), largest_coordinate(pair.second));
    const double width = m.distance.upper - m.distance.lower;
    ASSERT_NEAR(length(m.normal), 1, 1e-12);
    ASSERT_LE(m.count, 4U);
    for (std::uint32_t k = 0; k < m.count; ++k) {
      const ContactPoint& p = m.points[k];
      ASSERT_GE(p.separation, m.distance.lower);
      if (k > 0) {
        ASSERT_GE(p.separation, m.points[0].separation - 0x1p-30 * size);
      }
      if (m.count > 1) {
        ASSERT_LE(p.separation, margin);
      }
      for (std::uint32_t i = 0; i < k; ++i)
        ASSERT_TRUE(p.feature_a != m.points[i].feature_a || p.feature_b != m.points[i].feature_b);
      if (m.count == 1) continue;                            // those of `distance`, which has its own tests
      const bool is_cut = p.separation == m.distance.lower;  // points beside a shape could be deeper
      ASSERT_NEAR(dot(p.a - p.b, m.normal), p.separation, (is_cut ? 0x1p-20 : 0x1p-45) * size);
      ASSERT_LE(beside(p.a, pair.first), 0x1p-18 * size);
      ASSERT_LE(beside(p.b, pair.second), 0x1p-18 * size);
    }
    if (m.count > 1) {
      ASSERT_NEAR(m.points[0].separation, m.distance.lower, 0x1p-19 * size + width) << "the deepest";
    }
  }

  void judge(const PairList& list, float margin, const std::string& what) {
    DistanceOptions near;
    near.no_farther_than = margin;
    const std::vector<Measured> measured = measure(list, near);
    const std::vector<Manifold> found = touch(list, {margin});
    for (std::size_t i = 0; i < found.size(); ++i) {
      const Manifold& m = found[i];
      SCOPED_TRACE(what + ", margin " + std::to_string(margin) + ": " + text(m) + "\n" + list.line(i));
      ASSERT_TRUE(same_bits(m.distance.lower, measured[i].distance.lower));
      ASSERT_TRUE(same_bits(m.distance.upper, measured[i].distance.upper));
      const bool far = std::isnan(measured[i].normal.x) && measured[i].distance.upper > margin;
      ASSERT_EQ(m.count == 0, far || m.distance.lower > margin);
      if (m.count == 0) {
        ASSERT_EQ(verdict_of(m.distance), Verdict::separated);
        continue;
      }
      if (!std::isnan(measured[i].normal.x)) {
        ASSERT_TRUE(same_bits(m.normal, measured[i].normal));
      }
      if (m.count > 1) {
        ASSERT_TRUE(has_flat_sides(a_) && has_flat_sides(b_));
      }
      ASSERT_NO_FATAL_FAILURE(expect_points(m, list.shapes[i], margin));
      ++counts_[m.count];
    }
  }

  template <class Make>
  void judge_all(int count, std::uint64_t seed, const std::string& what, const Make& make) {
    if (long_tests()) count *= 100;
    if (oracle::is_smooth(a_) || oracle::is_smooth(b_)) count = (count + 9) / 10;
    Rng rng(seed);
    PairList list;
    for (int i = 0; i < count; ++i) list.append(make(rng));
    for (const float margin : {0.0F, 0.0625F, 100.0F}) ASSERT_NO_FATAL_FAILURE(judge(list, margin, what));
  }

  int counts_[5] = {};
};

TEST_P(ContactsExact, RandomPairs) {
  judge_all(300, 85, "random", [&](Rng& rng) { return random_pair(rng, a_, b_); });
  // Flat sides of both shapes meet now and then, and then in several points.
  if (has_flat_sides(a_) && has_flat_sides(b_) && !(a_ == Kind::capsule && b_ == Kind::capsule)) {
    EXPECT_GT(counts_[2] + counts_[3] + counts_[4], 10);
  }
}

TEST_P(ContactsExact, NearContact) {
  judge_all(150, 86, "near contact", [&](Rng& rng) {
    const double gap = std::pow(10, uniform(rng, -9, -2));
    return near_contact_pair(rng, a_, b_, below(rng, 2) == 0 ? gap : -gap);
  });
}

TEST_P(ContactsExact, HardPairs) {
  for (const oracle::Hardness hardness : oracle::all_hardnesses)
    judge_all(50, 87, std::string(name(hardness)), [&](Rng& rng) { return hard_pair(rng, a_, b_, hardness); });
}

INSTANTIATE_TEST_SUITE_P(, ContactsExact, kind_pairs(), kind_pair_name);

/// Poses that other libraries got wrong: contacts if the two overlap, and none otherwise.
TEST(ContactsOfPublishedCases, FitTheTruth) {
  PairList list;
  std::vector<oracle::Case> cases;
  for (const oracle::Case& one : oracle::load_cases())
    if (one.pair && list.append({one.pair->a, one.pair->b})) cases.push_back(one);
  ASSERT_GT(cases.size(), 200U);
  const std::vector<Manifold> found = touch(list);
  for (std::size_t i = 0; i < found.size(); ++i) {
    SCOPED_TRACE(text(found[i]) + "\n" + list.line(i));
    const double truth = cases[i].signed_distance, room = 1e-15 * std::abs(truth);  // the 17 digits of the file
    const double size = std::max(largest_coordinate(list.shapes[i].first), largest_coordinate(list.shapes[i].second));
    EXPECT_LE(found[i].distance.lower - room, truth);
    EXPECT_GE(found[i].distance.upper + room, truth);
    if (truth < 0) {
      EXPECT_GT(found[i].count, 0U);
    }
    if (truth > 1e-6 * size) {
      EXPECT_EQ(found[i].count, 0U);
    }
    for (std::uint32_t k = 0; k < found[i].count; ++k)
      EXPECT_GE(found[i].points[k].separation, found[i].distance.lower);
  }
}

/// If the penetration direction is the reference's normal, all points of the reference lie between those found here,
/// and the other way round: the same polygon, of which each keeps four corners.
TEST(ContactsOfBoxes, AsTheReferenceFindsThem) {
  constexpr std::uint64_t seed = 88;
  Rng rng(seed);
  PairList list;
  while (list.pairs.size() < (long_tests() ? 400000U : 4000U)) {
    const auto number = [&](double size) { return static_cast<float>(uniform(rng, -size, size)); };
    const auto half = [&](double most) { return static_cast<float>(uniform(rng, 0.3, most)); };
    const auto box = [&] {
      return Box{{number(0.7), number(0.7), number(0.4)},
                 {number(0.04), number(0.04), number(2), 1},
                 {half(1), half(1), half(0.4)}};
    };
    list.append({box(), box()});
  }
  const std::vector<Manifold> found = touch(list, {0.02F});
  int compared = 0, same_count = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Manifold& m = found[i];
    const auto a = std::get<reference::Box<double>>(reference_tests::to_reference<double>(list.shapes[i].first));
    const auto b = std::get<reference::Box<double>>(reference_tests::to_reference<double>(list.shapes[i].second));
    const auto r = reference::contact_manifold(a, b, 0.02);
    SCOPED_TRACE("seed " + std::to_string(seed) + ": " + text(m) + "\n" + list.line(i));
    if (m.count == 0 || r.count < 2) continue;
    if (std::abs(m.normal.z) < 0.9) continue;  // sides may be turned either way
    if (length(Vec3d{r.normal.x, r.normal.y, r.normal.z} - m.normal) > 1e-9) continue;
    ++compared, same_count += m.count == r.count;
    double deepest = -1;
    for (const auto& p : r) deepest = std::max(deepest, p.depth);
    ASSERT_NEAR(-m.points[0].separation, deepest, 1e-9);
    ASSERT_GE(m.count, 2U);
  }
  EXPECT_GT(compared, 500);
  EXPECT_GT(same_count, compared * 9 / 10) << compared;
}

}  // namespace
}  // namespace lockstep::test
