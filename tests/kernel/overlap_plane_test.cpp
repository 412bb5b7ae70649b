// Overlap passes over mixed shapes of the plane find the pairs of a list of all pairs.
#include <gtest/gtest.h>

#include "every_isa.hpp"
#include "overlap_scene.hpp"
#include "pair_list.hpp"
#include "plane_generate.hpp"
#include "plane_poison.hpp"
#include "sets/shape_bounds2.hpp"

namespace lockstep::test {
namespace {

using oracle::below;

AnyShape2 shape_in_square(Rng& rng, double half) {
  const Kind2 kind = oracle::all_kinds2[rng() % oracle::all_kinds2.size()];
  const AnyShape2 shape = oracle::random_pair(rng, kind, Kind2::circle).first;
  return oracle::moved(shape, uniform(rng, -half, half), uniform(rng, -half, half));
}

ShapeSet2 random_set(Rng& rng, std::size_t count, double partners) {
  ShapeSet2 set;
  const double half = std::sqrt(static_cast<double>(count) * 4 / partners);
  for (std::size_t i = 0; i < count; ++i) add_to(set, shape_in_square(rng, half));
  return set;
}

void expect_brute_force(OverlapPass& pass, const ShapeSet2& first, const ShapeSet2* second,
                        const OverlapOptions& options) {
  const Found expected = expected_of(brute_force(first, second, options), first.size(), second == nullptr);
  const Found found = found_by(
      [&](const OverlapOutput& out) {
        return second == nullptr ? pass.run(first, out, options) : pass.run(first, *second, out, options);
      },
      first.size());
  EXPECT_EQ(found.pairs, expected.pairs);
  EXPECT_TRUE(found == expected);
}

class OverlapPlane : public EveryIsa {};
INSTANTIATE_TEST_SUITE_P(, OverlapPlane, isas(), isa_name);

TEST_P(OverlapPlane, MeetsAsAListOfAllPairs) {
  Rng rng(41);
  OverlapPass pass;
  for (const std::size_t count : {0U, 1U, 2U, 130U, 700U})
    for (const double partners : {0.5, 6.0}) {
      ShapeSet2 set = random_set(rng, count, partners), other = random_set(rng, 1 + count / 2, partners);
      std::vector<std::uint32_t> group(count);
      for (std::uint32_t& bits : group) bits = static_cast<std::uint32_t>(rng() & 3U);
      for (const Touching touching : {Touching::overlap, Touching::separate}) {
        OverlapOptions options{.touching = touching, .isa = GetParam()};
        expect_brute_force(pass, set, nullptr, options);
        options.filter.group = group;
        expect_brute_force(pass, set, &other, options);
        remove_some(set, rng), remove_some(other, rng);
      }
    }
}

TEST_P(OverlapPlane, HardPairsTogether) {
  Rng rng(42);
  OverlapPass pass;
  for (const oracle::Hardness hardness : oracle::all_hardnesses) {
    ShapeSet2 set;
    for (int i = 0; i < 200; ++i) {
      const Kind2 a = oracle::all_kinds2[rng() % 6], b = oracle::all_kinds2[rng() % 6];
      const auto [first, second] = oracle::hard_pair(rng, a, b, hardness);
      if (is_a_shape(first)) add_to(set, first);
      if (is_a_shape(second)) add_to(set, second);
    }
    expect_brute_force(pass, set, nullptr, {.isa = GetParam()});
  }
}

TEST_P(OverlapPlane, NoShapeMeetsEverything) {
  Rng rng(43);
  ShapeSet2 set;
  for (int i = 0; i < 200; ++i) {
    AnyShape2 shape = shape_in_square(rng, 30);
    if (i % 40 == 5) {
      const std::vector<float*> numbers = numbers_of(shape);
      *numbers[rng() % numbers.size()] = std::nanf("");
    }
    add_to(set, shape, Check::none);
  }
  OverlapPass pass;
  for (const Touching touching : {Touching::overlap, Touching::separate})
    expect_brute_force(pass, set, nullptr, {.touching = touching, .isa = GetParam()});
  EXPECT_GE(brute_force<ShapeSet2>(set, nullptr).size(), 5U * 190);
}

/// No pair that the broad phase leaves out is `touching`.
TEST(OverlapPlaneBounds, PairsWhoseBoundsAreApartAreSeparated) {
  Rng rng(44);
  const auto bounds = [](const ShapeSet2& set, std::uint32_t i) { return detail::bounds_of(set.store(), i, 0); };
  for (const Kind2 a : oracle::all_kinds2)
    for (const Kind2 b : oracle::all_kinds2) {
      if (a > b) continue;
      PlanePairList list;
      append_mixture(list, rng, a, b, 500);
      for (int i = 0; i < 500; ++i) {
        PlanePairList one;
        one.append(oracle::random_pair(rng, a, b));
        const auto& [first, second] = one.shapes[0];
        const detail::Bounds3 of_first = bounds(one.first, 0), of_second = bounds(one.second, 0);
        const int axis = below(rng, 2);
        const double offset = double{of_first.high[axis]} - of_second.low[axis] + std::pow(10, uniform(rng, -7, -3));
        list.append({first, oracle::moved(second, axis == 0 ? offset : 0, axis == 1 ? offset : 0)});
      }
      const std::vector<Verdict> verdicts = list.answers();
      int apart = 0;
      for (std::size_t i = 0; i < verdicts.size(); ++i) {
        const detail::Bounds3 p = bounds(list.first, list.pairs[i].a), q = bounds(list.second, list.pairs[i].b);
        bool is_apart = false;
        for (int axis = 0; axis < 2; ++axis) is_apart |= p.high[axis] < q.low[axis] || q.high[axis] < p.low[axis];
        if (!is_apart) continue;
        ++apart;
        EXPECT_EQ(verdicts[i], Verdict::separated) << list.line(i);
      }
      EXPECT_GT(apart, 300);
    }
}

}  // namespace
}  // namespace lockstep::test
