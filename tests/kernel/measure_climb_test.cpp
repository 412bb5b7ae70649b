// Directed searches for intervals that do not contain the truth: pairs, and motions, are changed, number by number,
// such that the exact signed distance, or the exact fraction of the first contact, moves nearer to an end.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "cast_list.hpp"
#include "climb.hpp"
#include "every_kind_pair.hpp"
#include "first_contact.hpp"
#include "judge.hpp"
#include "poison.hpp"

namespace lockstep::test {
namespace {

/// Kinds whose truth takes no search in a hundred digits.
auto core_kind_pairs() {
  constexpr Kind kinds[] = {Kind::sphere, Kind::aabb, Kind::box, Kind::capsule, Kind::hull, Kind::placed};
  std::vector<KindPair> pairs;
  for (const Kind a : kinds)
    for (const Kind b : kinds)
      if (a <= b) pairs.emplace_back(a, b);
  return testing::ValuesIn(pairs);
}

class MeasureClimb : public EveryKindPair {
 protected:
  static constexpr std::size_t vertices = 5;
  const Kind a_ = GetParam().first, b_ = GetParam().second;

  static void fix_size(AnyShape& shape) {
    const auto fix = [](std::vector<Vec3>& points) { points.resize(vertices, points[0]); };
    if (auto* const hull = std::get_if<oracle::HullShape>(&shape)) fix(hull->vertices);
    if (auto* const hull = std::get_if<oracle::PlacedHull>(&shape)) fix(hull->vertices);
  }

  static Numbers numbers_of_pair(ShapePair pair) {
    fix_size(pair.first), fix_size(pair.second);
    Numbers numbers;
    for (AnyShape* const shape : {&pair.first, &pair.second})
      for (const float* const number : numbers_of(*shape)) numbers.push_back(*number);
    return numbers;
  }

  /// The numbers behind those of the shapes are not used.
  [[nodiscard]] ShapePair pair_of(const Numbers& numbers) const {
    Rng any(1);
    ShapePair pair = oracle::random_pair(any, a_, b_);
    fix_size(pair.first), fix_size(pair.second);
    auto from = numbers.begin();
    for (AnyShape* const shape : {&pair.first, &pair.second})
      for (float* const number : numbers_of(*shape)) *number = *from++;
    return pair;
  }
};

/// The oracle cannot determine the axes of a nearly zero rotation.
bool is_turned(const AnyShape& shape) {
  const auto has_length = [](const Quat& q) {
    return double{q.x} * q.x + double{q.y} * q.y + double{q.z} * q.z + double{q.w} * q.w > 0x1p-40;
  };
  if (const auto* const box = std::get_if<Box>(&shape)) return has_length(box->rotation);
  if (const auto* const hull = std::get_if<oracle::PlacedHull>(&shape)) return has_length(hull->pose.rotation);
  return true;
}

bool can_be_judged(const AnyShape& shape) { return is_a_shape(shape) && is_turned(shape); }

/// 1 at an end of the interval and beyond, 0 in its middle; below 1 unless refuted.
double nearness(const Interval& found, double truth) {
  const double inside = std::min(truth - found.lower, found.upper - truth);
  const double half = (found.upper - found.lower) / 2;
  const double ratio = half > 0 ? 1 - inside / half : 0;
  return std::clamp(ratio, 0.0, 1 - 0x1p-40);
}

double distance_ratio(const ShapePair& pair) {
  const auto& [a, b] = pair;
  if (!can_be_judged(a) || !can_be_judged(b)) return illegal;
  PairList list;
  if (!list.append(pair)) return illegal;
  const Measured measured = measure(list, {.isa = Isa::scalar})[0];
  const Interval& d = measured.distance;
  if (oracle::refutes(a, b, d.lower, d.upper)) {
    ADD_FAILURE() << text(measured) << "\n" << list.line(0);
    return 2;
  }
  return nearness(d, oracle::signed_distance(a, b).value());
}

TEST_P(MeasureClimb, NoDistanceIsFalse) {
  constexpr int tries = 1000;
  const auto start = [&](Rng& rng) {
    const double gap = std::ldexp(oracle::uniform(rng, -1, 1), -oracle::below(rng, 20));
    return numbers_of_pair(near_contact_pair(rng, a_, b_, gap));
  };
  expect_bound_holds("distance_" + name_of(GetParam()), tries, start,
                     [&](const Numbers& numbers) { return distance_ratio(pair_of(numbers)); });
}

double cast_ratio(const ShapePair& pair, const Vec3& motion) {
  const auto& [a, b] = pair;
  if (!can_be_judged(a) || !can_be_judged(b)) return illegal;
  CastList list;
  if (!list.append(pair, motion)) return illegal;
  const Met met = list.answers({.isa = Isa::scalar})[0];
  const Interval& f = met.fractions;
  const Interval truth = oracle::first_contact(a, b, {motion, {}, {}}, f);
  if (oracle::judge_fractions(f, truth) == oracle::Claimed::refuted) {
    ADD_FAILURE() << text(met) << ", not [" << truth.lower << ", " << truth.upper << "]\n" << list.line(0);
    return 2;
  }
  // For misses and passes within rounding there is no end to approach.
  return f.lower > 0 && f.upper <= 1 ? nearness(f, truth.lower) : 0;
}

TEST_P(MeasureClimb, NoFractionIsFalse) {
  constexpr int tries = 1000;
  const auto start = [&](Rng& rng) {
    const auto [pair, motion] = approaching(rng, near_contact_pair(rng, a_, b_, -0.1));
    Numbers numbers = numbers_of_pair(pair);
    numbers.insert(numbers.end(), {motion.x, motion.y, motion.z});
    return numbers;
  };
  expect_bound_holds("cast_" + name_of(GetParam()), tries, start, [&](const Numbers& numbers) {
    const auto motion = numbers.end() - 3;
    return cast_ratio(pair_of(numbers), {motion[0], motion[1], motion[2]});
  });
}

INSTANTIATE_TEST_SUITE_P(, MeasureClimb, core_kind_pairs(), kind_pair_name);

}  // namespace
}  // namespace lockstep::test
