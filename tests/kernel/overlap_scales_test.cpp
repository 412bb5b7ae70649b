// Overlap passes at every legal size find the pairs of a list of all pairs there (which scales_test.cpp judges).
#include <gtest/gtest.h>

#include "every_isa.hpp"
#include "every_scale.hpp"
#include "overlap_scene.hpp"
#include "pair_list.hpp"
#include "plane_generate.hpp"
#include "plane_variations.hpp"
#include "variations.hpp"

namespace lockstep::test {
namespace {

class OverlapScales : public EveryIsa {
 protected:
  /// A pass over the set, or over an equivalent view, finds the pairs of `intersect`.
  template <class Objects, class Set>
  void expect_brute_force(const Objects& objects, const Set& set) {
    for (const Touching touching : {Touching::overlap, Touching::separate}) {
      const OverlapOptions options{.touching = touching, .isa = GetParam()};
      const Found found =
          found_by([&](const OverlapOutput& out) { return pass_.run(objects, out, options); }, set.size());
      const std::vector<Pair> expected = brute_force(set, static_cast<const Set*>(nullptr), options);
      EXPECT_EQ(found.pairs, expected);
      pairs_ += expected.size();
    }
  }

  OverlapPass pass_;
  std::size_t pairs_ = 0;
};

INSTANTIATE_TEST_SUITE_P(, OverlapScales, isas(), isa_name);

template <class Set, class Shape>
Set scaled_set(const std::vector<Shape>& shapes, int exponent) {
  Set set;
  for (const Shape& shape : shapes) {
    const Shape here = scaled(shape, exponent);
    if (is_legal(here)) add_to(set, here);
  }
  return set;
}

TEST_P(OverlapScales, MixedShapes) {
  Rng rng(650);
  const std::vector<AnyShape> shapes = mixed_scene(rng, 70, 6);
  for (int exponent = least_exponent; exponent <= most_exponent; ++exponent) {
    SCOPED_TRACE("times 2 to " + std::to_string(exponent));
    const auto set = scaled_set<ShapeSet>(shapes, exponent);
    expect_brute_force(set, set);
  }
  EXPECT_GT(pairs_, 1000U);
}

TEST_P(OverlapScales, MixedShapesOfThePlane) {
  Rng rng(651);
  std::vector<AnyShape2> shapes;
  for (int i = 0; i < 70; ++i) {
    const Kind2 kind = oracle::all_kinds2[rng() % oracle::all_kinds2.size()];
    const AnyShape2 shape = oracle::random_pair(rng, kind, Kind2::circle).first;
    shapes.push_back(oracle::moved(shape, uniform(rng, -7, 7), uniform(rng, -7, 7)));
  }
  for (int exponent = least_exponent; exponent <= most_exponent; ++exponent) {
    SCOPED_TRACE("times 2 to " + std::to_string(exponent));
    const auto set = scaled_set<ShapeSet2>(shapes, exponent);
    expect_brute_force(set, set);
  }
  EXPECT_GT(pairs_, 1000U);
}

/// Spheres and circles, a third of them nearly in contact with another.
TEST_P(OverlapScales, RoundViews) {
  Rng rng(652);
  std::vector<std::array<float, 4>> balls;
  while (balls.size() < 90) {
    const auto at = [&] { return static_cast<float>(uniform(rng, -3, 3)); };
    std::array<float, 4> ball = {at(), at(), 0, static_cast<float>(std::pow(10, uniform(rng, -4, 0)))};
    if (balls.size() % 3 == 1) {
      const double reach = double{balls.back()[3]} + ball[3], gap = reach * std::pow(10, uniform(rng, -7, -2));
      ball[0] = static_cast<float>(balls.back()[0] + reach + (rng() % 2 == 0 ? gap : -gap)), ball[1] = balls.back()[1];
    }
    balls.push_back(ball);
  }
  for (int exponent = least_exponent; exponent <= 57; ++exponent) {
    SCOPED_TRACE("times 2 to " + std::to_string(exponent));
    std::vector<std::array<float, 4>> here = balls;
    ShapeSet set;
    ShapeSet2 set2;
    for (auto& ball : here) {
      for (float& x : ball) x = std::ldexp(x, exponent);
      set.add(Sphere{{ball[0], ball[1], ball[2]}, ball[3]}), set2.add(Circle2{{ball[0], ball[1]}, ball[3]});
    }
    const auto stream = [&](std::size_t k) { return Stream{&here[0][k], sizeof here[0]}; };
    expect_brute_force(SphereView{stream(0), stream(1), stream(2), stream(3), here.size()}, set);
    expect_brute_force(CircleView{stream(0), stream(1), stream(3), here.size()}, set2);
  }
  EXPECT_GT(pairs_, 1000U);
}

}  // namespace
}  // namespace lockstep::test
