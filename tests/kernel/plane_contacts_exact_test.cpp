// The requirements on all contacts of the plane: of every two kinds, random, near contact and hard; and for boxes and
// polygons, the result of the reference, which clips edges.
#include <gtest/gtest.h>

#include <cmath>

#include <lockstep/reference/manifold2.hpp>

#include "../reference/convert2.hpp"
#include "contact_list.hpp"
#include "every_plane_pair.hpp"
#include "long_tests.hpp"
#include "plane_judge.hpp"
#include "plane_support.hpp"

namespace lockstep::test {
namespace {

using oracle::below;
using oracle::uniform;

double largest_of(const ShapePair2& pair) {
  return std::max(oracle::largest_coordinate(pair.first), oracle::largest_coordinate(pair.second));
}

class PlaneContactsExact : public EveryPlanePair {
 protected:
  const Kind2 a_ = GetParam().first, b_ = GetParam().second;

  static bool has_flat_sides(Kind2 kind) {
    return kind == Kind2::capsule || kind == Kind2::box || kind == Kind2::polygon;
  }

  struct Core {
    using Scalar = double;
    oracle::PlaneCore<double> body;
    [[nodiscard]] reference::Vector2<double> support(const reference::Vector2<double>& v) const noexcept {
      return body.support(v);
    }
  };
  /// A lower bound on the distance of the point beside the shape.
  static double beside(const Vec2d& p, const AnyShape2& shape) {
    const reference::Circle2<double> point{{p.x, p.y}, 0};
    const Core core{std::visit(oracle::ToPlaneCore<double>({0, 0}, 1), shape)};
    return reference::distance(point, core).lower - core.body.radius;
  }

  static void expect_points(const Manifold2& m, const ShapePair2& pair, double margin) {
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

  void judge(const PlanePairList& list, float margin, const std::string& what) {
    DistanceOptions near;
    near.no_farther_than = margin;
    const std::vector<Measured2> measured = measure(list, near);
    const std::vector<Manifold2> found = touch(list, {margin});
    for (std::size_t i = 0; i < found.size(); ++i) {
      const Manifold2& m = found[i];
      SCOPED_TRACE(what + ", margin " + std::to_string(margin) + ": " + text(m) + "\n" + list.line(i));
      ASSERT_TRUE(same_bits(m.distance.lower, measured[i].distance.lower));
      ASSERT_TRUE(same_bits(m.distance.upper, measured[i].distance.upper));
      ASSERT_FALSE(oracle::false_end(list.shapes[i].first, list.shapes[i].second, m.distance.lower, m.distance.upper)
                       .has_value());
      const bool far = std::isnan(measured[i].normal.x) && measured[i].distance.upper > margin;
      ASSERT_EQ(m.count == 0, far || m.distance.lower > margin);
      if (m.count == 0) continue;
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
    Rng rng(seed);
    PlanePairList list;
    for (int i = 0; i < count; ++i) list.append(make(rng));
    for (const float margin : {0.0F, 0.0625F, 100.0F}) ASSERT_NO_FATAL_FAILURE(judge(list, margin, what));
  }

  int counts_[3] = {};
};

TEST_P(PlaneContactsExact, RandomPairs) {
  judge_all(200, 96, "random", [&](Rng& rng) { return random_pair(rng, a_, b_); });
  if (has_flat_sides(a_) && has_flat_sides(b_)) {
    EXPECT_GT(counts_[2], 20);
  }
}

TEST_P(PlaneContactsExact, NearContact) {
  judge_all(100, 97, "near contact", [&](Rng& rng) {
    const double gap = std::pow(10, uniform(rng, -9, -2));
    return near_contact_pair(rng, a_, b_, below(rng, 2) == 0 ? gap : -gap);
  });
}

TEST_P(PlaneContactsExact, HardPairs) {
  for (const oracle::Hardness hardness : oracle::all_hardnesses)
    judge_all(30, 98, std::string(name(hardness)), [&](Rng& rng) { return hard_pair(rng, a_, b_, hardness); });
}

INSTANTIATE_TEST_SUITE_P(, PlaneContactsExact, plane_kinds(), plane_kinds_name);

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
