// The requirements on all contacts, in space and in the plane: of every two kinds, random, near contact and hard; and
// for boxes and polygons, the result of the reference, which clips faces and edges.
#include <gtest/gtest.h>

#include <cmath>

#include <lockstep/reference/manifold.hpp>
#include <lockstep/reference/manifold2.hpp>

#include "../reference/convert.hpp"
#include "../reference/convert2.hpp"
#include "cases.hpp"
#include "contact_list.hpp"
#include "exact_pairs.hpp"
#include "plane_support.hpp"

namespace lockstep::test {
namespace {

using oracle::below;
using oracle::uniform;

bool has_flat_sides(Kind kind) { return kind >= Kind::aabb && kind <= Kind::placed; }
bool has_flat_sides(Kind2 kind) { return kind == Kind2::capsule || kind == Kind2::box || kind == Kind2::polygon; }

/// A lower bound on the distance of the point beside the shape.
double beside(const Vec3d& p, const oracle::AnyShape& shape) {
  const reference::Point<double> point{{p.x, p.y, p.z}};
  return std::visit([&](const auto& s) { return reference::distance(point, s).lower; },
                    reference_tests::to_reference<double>(shape));
}

void expect_points(const Manifold& m, const ShapePair& pair, double margin) {
  const double size = largest_of(pair);
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

struct PlaneBody {
  using Scalar = double;
  oracle::PlaneCore<double> body;
  [[nodiscard]] reference::Vector2<double> support(const reference::Vector2<double>& v) const noexcept {
    return body.support(v);
  }
};
/// A lower bound on the distance of the point beside the shape.
double beside(const Vec2d& p, const AnyShape2& shape) {
  const reference::Circle2<double> point{{p.x, p.y}, 0};
  const PlaneBody core{std::visit(oracle::ToPlaneCore<double>({0, 0}, 1), shape)};
  return reference::distance(point, core).lower - core.body.radius;
}

void expect_points(const Manifold2& m, const ShapePair2& pair, double margin) {
  const double size = largest_of(pair), width = m.distance.upper - m.distance.lower;
  ASSERT_NEAR(length(m.normal), 1, 1e-12);
  ASSERT_LE(m.count, 2U);
  if (m.count < 2) return;  // often that of `distance`, which has its own tests
  ASSERT_NEAR(m.points[0].separation, m.distance.lower, 0x1p-19 * size + width) << "the deepest";
  ASSERT_GE(m.points[1].separation, m.points[0].separation - 0x1p-30 * size);
  ASSERT_NE(std::pair(m.points[0].feature_a, m.points[0].feature_b),
            std::pair(m.points[1].feature_a, m.points[1].feature_b));
  for (const ContactPoint2& p : m.points) {
    ASSERT_GE(p.separation, m.distance.lower);
    ASSERT_LE(p.separation, margin);
    ASSERT_NE(p.feature_a & 3U, 0U);
    ASSERT_NE(p.feature_b & 3U, 0U);
    // Points beside a shape could be deeper; or it is the point of `distance`, if the deepest corner was dropped.
    const bool is_cut = p.separation == m.distance.lower;
    ASSERT_TRUE(is_cut || (p.feature_a & 3U) == 1 || (p.feature_b & 3U) == 1) << "no corner";
    ASSERT_NEAR(dot(p.a - p.b, m.normal), p.separation, (is_cut ? 0x1p-20 : 0x1p-45) * size);
    ASSERT_NEAR(length((p.a - p.b) - m.normal * dot(p.a - p.b, m.normal)), 0, 0x1p-45 * size);
    ASSERT_LE(beside(p.a, pair.first), 0x1p-18 * size);
    ASSERT_LE(beside(p.b, pair.second), 0x1p-18 * size);
  }
}

template <class S>
class ContactsAreExact : public ExactPairs<S> {
 protected:
  void judge(const typename S::Pairs& list, float margin, const std::string& what) {
    const auto measured = measure(list, {.no_farther_than = margin});
    const auto found = touch(list, {margin});
    for (std::size_t i = 0; i < found.size(); ++i) {
      const auto& m = found[i];
      SCOPED_TRACE(what + ", margin " + std::to_string(margin) + ": " + text(m) + "\n" + list.line(i));
      ASSERT_TRUE(same_bits(m.distance.lower, measured[i].distance.lower));
      ASSERT_TRUE(same_bits(m.distance.upper, measured[i].distance.upper));
      if constexpr (is_plane<S>) {
        const auto& [a, b] = list.shapes[i];
        ASSERT_FALSE(oracle::false_end(a, b, m.distance.lower, m.distance.upper).has_value());
      }
      const bool far = std::isnan(measured[i].normal.x) && measured[i].distance.upper > margin;
      ASSERT_EQ(m.count == 0, far || m.distance.lower > margin);
      if (m.count == 0) {
        ASSERT_TRUE(is_plane<S> || verdict_of(m.distance) == Verdict::separated);
        continue;
      }
      if (!std::isnan(measured[i].normal.x)) {
        ASSERT_TRUE(same_bits(m.normal, measured[i].normal));
      }
      if (m.count > 1) {
        ASSERT_TRUE(has_flat_sides(this->a_) && has_flat_sides(this->b_));
      }
      ASSERT_NO_FATAL_FAILURE(expect_points(m, list.shapes[i], margin));
      ++counts_[m.count];
    }
  }

  template <class Make>
  void judge_all(int count, std::uint64_t seed, const std::string& what, const Make& make) {
    const int tries = this->few_if_slow(count_of(count));
    Rng rng(seed);
    typename S::Pairs list;
    for (int i = 0; i < tries; ++i) list.append(make(rng));
    for (const float margin : {0.0F, 0.0625F, 100.0F}) ASSERT_NO_FATAL_FAILURE(judge(list, margin, what));
  }
  void judge_hard_pairs(int count, std::uint64_t seed) {
    for (const oracle::Hardness hardness : oracle::all_hardnesses)
      judge_all(count, seed, std::string(name(hardness)), this->hard(hardness));
  }

  int counts_[5] = {};
};
using ContactsExact = ContactsAreExact<Space>;
using PlaneContactsExact = ContactsAreExact<Plane>;

TEST_P(ContactsExact, RandomPairs) {
  judge_all(300, 85, "random", random());
  // Flat sides of both shapes meet now and then, and then in several points.
  if (has_flat_sides(a_) && has_flat_sides(b_) && !(a_ == Kind::capsule && b_ == Kind::capsule)) {
    EXPECT_GT(counts_[2] + counts_[3] + counts_[4], 10);
  }
}
TEST_P(PlaneContactsExact, RandomPairs) {
  judge_all(200, 96, "random", random());
  if (has_flat_sides(a_) && has_flat_sides(b_)) {
    EXPECT_GT(counts_[2], 20);
  }
}

TEST_P(ContactsExact, NearContact) { judge_all(150, 86, "near contact", near_contact()); }
TEST_P(PlaneContactsExact, NearContact) { judge_all(100, 97, "near contact", near_contact()); }

TEST_P(ContactsExact, HardPairs) { judge_hard_pairs(50, 87); }
TEST_P(PlaneContactsExact, HardPairs) { judge_hard_pairs(30, 98); }

INSTANTIATE_TEST_SUITE_P(, ContactsExact, kind_pairs(), kind_pair_name);
INSTANTIATE_TEST_SUITE_P(, PlaneContactsExact, plane_kinds(), kind_pair_name);

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

/// Two polygons whose upper and lower sides are about level, and so nearly parallel; corners counter-clockwise.
oracle::PolygonShape2 level_polygon(Rng& rng) {
  const int corners = 4 + below(rng, 6);
  const double turn = uniform(rng, -0.06, 0.06), wide = uniform(rng, 0.4, 1.5);
  const double x = uniform(rng, -0.7, 0.7), y = uniform(rng, -0.7, 0.7);
  oracle::PolygonShape2 polygon{{}, {}, 0};
  for (int k = 0; k < corners; ++k) {
    const double angle = turn + 2 * 3.14159265358979 * (k + 0.5) / corners - 1.5707963267949;
    polygon.vertices.push_back(
        {static_cast<float>(x + wide * std::cos(angle)), static_cast<float>(y + 0.4 * std::sin(angle))});
  }
  return polygon;
}

/// If the penetration direction is the reference's normal, both clip the same two edges: the same points and depths.
TEST(PlaneContactsOfPolygons, AsTheReferenceFindsThem) {
  constexpr std::uint64_t seed = 99;
  constexpr double margin = 0.02;
  Rng rng(seed);
  PlanePairList list;
  while (list.pairs.size() < (long_tests() ? 400000U : 4000U)) list.append({level_polygon(rng), level_polygon(rng)});
  const std::vector<Manifold2> found = touch(list, {static_cast<float>(margin)});
  int compared = 0, of_two = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Manifold2& m = found[i];
    const auto of = [](const AnyShape2& shape) {
      return std::get<reference_tests::OwnedPolygon2<double>>(reference_tests::to_reference<double>(shape));
    };
    const auto a = of(list.shapes[i].first), b = of(list.shapes[i].second);
    const auto r = reference::contact_manifold(reference::Polygon2<double>{a.points},
                                               reference::Polygon2<double>{b.points}, margin);
    SCOPED_TRACE("seed " + std::to_string(seed) + ": " + text(m) + "\n" + list.line(i));
    if (m.count == 0 || r.count == 0 || std::abs(m.normal.y) < 0.99) continue;
    if (length(Vec2d{r.normal.x, r.normal.y} - m.normal) > 1e-9) continue;
    // The reference accepts one edge that lies flat.
    const auto flat = [](const auto& polygon, const reference::Vector2<double>& towards) {
      return dot(reference::edge_towards(reference::Polygon2<double>{polygon.points}, towards).normal, towards);
    };
    if (std::min(flat(a, -r.normal), flat(b, r.normal)) < 0.97) continue;
    ++compared, of_two += m.count == 2;
    ASSERT_EQ(m.count, r.count);
    for (const auto& p : r) {
      const auto is_found = [&](const ContactPoint2& q) {
        return length(q.a - Vec2d{p.on_a.x, p.on_a.y}) < 1e-6 && std::abs(q.separation + p.depth) < 1e-6;
      };
      ASSERT_TRUE(std::any_of(m.points, m.points + m.count, is_found)) << p.on_a.x << " " << p.on_a.y;
    }
  }
  EXPECT_GT(compared, 500);
  EXPECT_GT(of_two, 300);
}

}  // namespace
}  // namespace lockstep::test
