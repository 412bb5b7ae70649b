// One query about shapes of the plane in many forms. The answers must be consistent, whatever the truth is.
#include <gtest/gtest.h>

#include <functional>

#include "every_kind_pair.hpp"
#include "pair_list.hpp"
#include "plane_variations.hpp"
#include "twins.hpp"

namespace lockstep::test {
namespace {

using oracle::below;
using PlaneTwins = TwinsOf<PlanePairList>;
using Vary = std::function<ShapePair2(const ShapePair2&)>;

constexpr int pairs_of_each = 600;

/// The share of answers that rounding may turn into `touching` or back; three in four of these pairs are hard ones.
constexpr double few = 0.01;

PlanePairList mixture(std::uint64_t seed, Kind2 a, Kind2 b) {
  Rng rng(seed);
  PlanePairList list;
  append_mixture(list, rng, a, b, pairs_of_each);
  return list;
}

/// The list, and the result of `vary` for each pair.
PlaneTwins varied(const PlanePairList& list, const Vary& vary) {
  PlaneTwins twins;
  for (const ShapePair2& pair : list.shapes) twins.append(pair, vary(pair));
  return twins;
}

ShapePair2 both_scaled(const ShapePair2& pair, int exponent) {
  return {scaled(pair.first, exponent), scaled(pair.second, exponent)};
}

bool are_same(const ShapePair2& a, const ShapePair2& b) {
  return is_same(a.first, b.first) && is_same(a.second, b.second);
}

class PlaneMetamorphic : public EveryPlanePair {
 protected:
  const Kind2 a_ = GetParam().first, b_ = GetParam().second;
  const std::uint64_t seed_ = 400 + 8 * static_cast<unsigned>(a_) + static_cast<unsigned>(b_);
  const PlanePairList list_ = mixture(seed_, a_, b_);
  const testing::ScopedTrace trace_{__FILE__, __LINE__, "seed " + std::to_string(seed_)};
  Rng rng_{seed_ + 1000};
};

/// Millimetres or miles, as long as no number of the shapes leaves the range of normal floats.
TEST_P(PlaneMetamorphic, PowersOfTwoChangeNothing) {
  for (const int exponent : {-64, -30, -7, 1, 30}) {
    PlaneTwins twins;
    for (const ShapePair2& pair : list_.shapes) {
      const ShapePair2 other = both_scaled(pair, exponent);
      if (are_same(both_scaled(other, -exponent), pair)) twins.append(pair, other);
    }
    EXPECT_GT(twins.before.pairs.size(), list_.pairs.size() / 2) << exponent;
    EXPECT_EQ(twins.differing(are_equal), 0) << "times 2 to " << exponent;
  }
}

TEST_P(PlaneMetamorphic, Mirrors) {
  const PlaneTwins twins = varied(list_, [](const ShapePair2& pair) {
    return ShapePair2{mirrored(pair.first), mirrored(pair.second)};
  });
  const double share = twins.differing(do_not_contradict);
  RecordProperty("differing", std::to_string(share));
  EXPECT_LE(share, few);
}

TEST_P(PlaneMetamorphic, QuarterTurns) {
  if (a_ == Kind2::slice || b_ == Kind2::slice) return;  // no float is a quarter turn more than another
  for (int turns = 1; turns < 4; ++turns) {
    const PlaneTwins twins = varied(list_, [&](const ShapePair2& pair) {
      ShapePair2 result = pair;
      for (int i = 0; i < turns; ++i) result = {*turned_left(result.first), *turned_left(result.second)};
      return result;
    });
    const double share = twins.differing(do_not_contradict);
    RecordProperty("differing_" + std::to_string(turns), std::to_string(share));
    EXPECT_LE(share, few);
  }
}

/// By offsets that leave every coordinate exact, there is nothing to round otherwise.
TEST_P(PlaneMetamorphic, Translation) {
  PlaneTwins twins;
  for (const ShapePair2& pair : list_.shapes) {
    const ShapePair2 here{snapped(pair.first), snapped(pair.second)};
    const double x = below(rng_, 256) - 128, y = below(rng_, 256) - 128;
    const ShapePair2 there{moved(here.first, x, y), moved(here.second, x, y)};
    const ShapePair2 back{moved(there.first, -x, -y), moved(there.second, -x, -y)};
    if (are_same(back, here)) twins.append(here, there);
  }
  EXPECT_GT(twins.before.pairs.size(), list_.pairs.size() / 2);
  EXPECT_EQ(twins.differing(are_equal), 0);
}

TEST_P(PlaneMetamorphic, GrowingNeverSeparates) {
  (void)varied(list_, [&](const ShapePair2& pair) {
    return below(rng_, 2) == 0 ? ShapePair2{grown(pair.first, rng_), pair.second}
                               : ShapePair2{pair.first, grown(pair.second, rng_)};
  }).differing(may_grow);
}

INSTANTIATE_TEST_SUITE_P(, PlaneMetamorphic, plane_kinds(), kind_pair_name);

/// The same shape in other descriptions, against every kind.
class PlaneSameShape : public testing::TestWithParam<Kind2> {
 protected:
  const Kind2 other_ = GetParam();
  const std::uint64_t seed_ = 500 + static_cast<unsigned>(other_);
  const testing::ScopedTrace trace_{__FILE__, __LINE__, "seed " + std::to_string(seed_)};
  Rng rng_{seed_ + 1000};

  [[nodiscard]] PlanePairList against(Kind2 kind) const { return mixture(seed_, kind, other_); }
};

TEST_P(PlaneSameShape, CirclesInThreeWords) {
  const PlanePairList list = against(Kind2::circle);
  (void)varied(list, [](const ShapePair2& pair) {
    const auto& circle = std::get<Circle2>(pair.first);
    return ShapePair2{Capsule2{circle.center, circle.center, circle.radius}, pair.second};
  }).differing(do_not_contradict);
  (void)varied(list, [&](const ShapePair2& pair) {
    const auto& circle = std::get<Circle2>(pair.first);
    const auto angle = static_cast<float>(oracle::uniform(rng_, -4, 4));
    return ShapePair2{Ellipse2{circle.center, angle, {circle.radius, circle.radius}}, pair.second};
  }).differing(do_not_contradict);
}

TEST_P(PlaneSameShape, BoxesAsPolygons) {
  (void)varied(against(Kind2::box), [](const ShapePair2& pair) {
    const auto& [center, angle, half] = std::get<Box2>(pair.first);
    return ShapePair2{oracle::PolygonShape2{
                          {{half.x, half.y}, {-half.x, half.y}, {-half.x, -half.y}, {half.x, -half.y}}, center, angle},
                      pair.second};
  }).differing(do_not_contradict);
}

TEST_P(PlaneSameShape, CapsulesWithTheirEndsExchanged) {
  const PlaneTwins twins = varied(against(Kind2::capsule), [](const ShapePair2& pair) {
    const auto& [p0, p1, radius] = std::get<Capsule2>(pair.first);
    return ShapePair2{Capsule2{p1, p0, radius}, pair.second};
  });
  EXPECT_LE(twins.differing(do_not_contradict), few);
}

TEST_P(PlaneSameShape, SegmentsInThreeWords) {
  PlaneTwins as_box, as_polygon;
  for (const ShapePair2& pair : against(Kind2::slice).shapes) {
    Slice2 slice = std::get<Slice2>(pair.first);
    slice.half_angle = 0;
    as_polygon.append({slice, pair.second},
                      {oracle::PolygonShape2{{{0, 0}, {slice.radius, 0}}, slice.center, slice.angle}, pair.second});
    as_box.append({Ellipse2{slice.center, slice.angle, {slice.radius, 0}}, pair.second},
                  {Box2{slice.center, slice.angle, {slice.radius, 0}}, pair.second});
  }
  (void)as_polygon.differing(do_not_contradict);
  (void)as_box.differing(do_not_contradict);
}

TEST_P(PlaneSameShape, SlicesArePartsOfCirclesAndOfWiderSlices) {
  PlaneTwins of_circle, of_half_disc;
  for (const ShapePair2& pair : against(Kind2::slice).shapes) {
    const auto& slice = std::get<Slice2>(pair.first);
    Slice2 half_disc = slice;
    half_disc.half_angle = oracle::quarter_turn;
    of_circle.append(pair, {Circle2{slice.center, slice.radius}, pair.second});
    of_half_disc.append(pair, {half_disc, pair.second});
  }
  (void)of_circle.differing(may_grow);
  (void)of_half_disc.differing(may_grow);
}

TEST_P(PlaneSameShape, PolygonsWithMoreVertices) {
  const PlaneTwins twins = varied(against(Kind2::polygon), [&](const ShapePair2& pair) {
    return ShapePair2{with_more_vertices(std::get<oracle::PolygonShape2>(pair.first), rng_), pair.second};
  });
  const double share = twins.differing(do_not_contradict);
  RecordProperty("differing", std::to_string(share));
  EXPECT_LE(share, few);
}

/// Some of the vertices of a polygon are a part of it.
TEST_P(PlaneSameShape, PartsOfPolygons) {
  PlaneTwins twins;
  for (const ShapePair2& pair : against(Kind2::polygon).shapes) {
    oracle::PolygonShape2 part = std::get<oracle::PolygonShape2>(pair.first);
    std::vector<Vec2> vertices;
    for (const Vec2& v : part.vertices)
      if (vertices.empty() || below(rng_, 2) == 0) vertices.push_back(v);
    part.vertices = std::move(vertices);
    twins.append({part, pair.second}, pair);
  }
  (void)twins.differing(may_grow);
}

std::string kind_name(const testing::TestParamInfo<Kind2>& info) { return std::string(name(info.param)); }

INSTANTIATE_TEST_SUITE_P(, PlaneSameShape, testing::ValuesIn(oracle::all_kinds2), kind_name);

}  // namespace
}  // namespace lockstep::test
