// A directed search for false verdicts in the plane: pairs are changed, number by number, towards a false verdict.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "climb.hpp"
#include "every_kind_pair.hpp"
#include "judge.hpp"
#include "plane_pair_line.hpp"
#include "plane_poison.hpp"

namespace lockstep::test {
namespace {

class PlaneClimb : public EveryPlanePair {
 protected:
  static constexpr std::size_t vertices = 4;
  const Kind2 a_ = GetParam().first, b_ = GetParam().second;

  static void fix_size(AnyShape2& shape) {
    auto* const polygon = std::get_if<oracle::PolygonShape2>(&shape);
    if (polygon == nullptr) return;
    polygon->vertices.resize(vertices, polygon->vertices[0]);
    if (polygon->is_unmoved()) polygon->angle = 1;
  }

  /// Pairs next to contact.
  [[nodiscard]] Numbers start(Rng& rng) const {
    ShapePair2 pair = near_contact_pair(rng, a_, b_, 1);
    fix_size(pair.first), fix_size(pair.second);
    pair = oracle::brought_near(pair.first, pair.second, std::ldexp(oracle::uniform(rng, -1, 1), -18));
    Numbers numbers;
    for (AnyShape2* const shape : {&pair.first, &pair.second})
      for (const float* const number : numbers_of(*shape)) numbers.push_back(*number);
    return numbers;
  }

  [[nodiscard]] ShapePair2 pair_of(const Numbers& numbers) const {
    Rng any(1);
    ShapePair2 pair = random_pair(any, a_, b_);
    fix_size(pair.first), fix_size(pair.second);
    auto from = numbers.begin();
    for (AnyShape2* const shape : {&pair.first, &pair.second})
      for (float* const number : numbers_of(*shape)) *number = *from++;
    return pair;
  }
};

/// How nearly false the verdicts are: 1 and more if one is.
double ratio_of(const ShapePair2& pair) {
  const auto& [a, b] = pair;
  if (!is_a_shape(a) || !is_a_shape(b)) return illegal;
  PlanePairList list;
  list.append(pair);
  const double size = std::max(oracle::largest_coordinate(a), oracle::largest_coordinate(b));
  const double distance = std::abs(oracle::parting(a, b).distance);
  double worst = 0;
  for (const Method method : {Method::automatic, Method::gjk}) {
    const Verdict verdict = list.answers({.method = method, .check = Check::inputs, .isa = Isa::scalar})[0];
    if (verdict == Verdict::touching ? is_far_from_contact(pair) : is_false(verdict, oracle::decide(a, b))) {
      ADD_FAILURE() << verdict << " is wrong" << (method == Method::gjk ? ", gjk\n" : ", automatic\n")
                    << oracle::to_pair_line("climbed", a, b);
      return 2;
    }
    const double ratio =
        verdict == Verdict::touching ? distance / contact_tolerance(size) : 1 - std::min(1.0, distance / size);
    worst = std::max(worst, std::min(ratio, 1 - 0x1p-40));
  }
  return worst;
}

TEST_P(PlaneClimb, NoVerdictIsFalse) {
  constexpr int tries = 300;
  expect_bound_holds(
      name_of(GetParam()), tries, [&](Rng& rng) { return start(rng); },
      [&](const Numbers& numbers) { return ratio_of(pair_of(numbers)); });
}

INSTANTIATE_TEST_SUITE_P(, PlaneClimb, plane_kinds(), kind_pair_name);

}  // namespace
}  // namespace lockstep::test
