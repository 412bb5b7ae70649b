// First contacts that are known, and what every list of casts fulfils: for casts in space and in the plane, of shapes
// that turn and that do not.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "error_of.hpp"
#include "failing_allocations.hpp"
#include "plane_variations.hpp"
#include "spaces.hpp"
#include "variations.hpp"

namespace lockstep::test {

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr Interval never{infinity, infinity}, unknown{0, infinity};

template <class S>
using MetIn = MetOf<typename S::Vecd>;

template <class List, class AnyMotion>
auto met_of_one(const typename List::Shapes& pair, const AnyMotion& motion, const CastOptions& options) {
  List list;
  list.append(pair, motion);
  return list.answers(options)[0];
}

/// Of one pair.
inline Met met_of(const AnyShape& a, const AnyShape& b, const Vec3& motion, const CastOptions& options = {}) {
  return met_of_one<CastList>({a, b}, motion, options);
}
inline Met met_of(const AnyShape& a, const AnyShape& b, const Motion& motion, const CastOptions& options = {}) {
  return met_of_one<TurningList>({a, b}, motion, options);
}
inline Met2 met_of(const AnyShape2& a, const AnyShape2& b, const Vec2& motion, const CastOptions& options = {}) {
  return met_of_one<PlaneCastList>({a, b}, motion, options);
}
inline Met2 met_of(const AnyShape2& a, const AnyShape2& b, const Motion2& motion, const CastOptions& options = {}) {
  return met_of_one<PlaneTurningList>({a, b}, motion, options);
}

/// The interval contains the fraction and is no wider than `room`.
template <class AnyMet>
void expect_contact(const AnyMet& met, double fraction, double room = 1e-12) {
  EXPECT_LE(met.fractions.lower, fraction) << text(met);
  EXPECT_GE(met.fractions.upper, fraction) << text(met);
  EXPECT_LE(met.fractions.upper - met.fractions.lower, room) << text(met);
}

inline void expect_vector(const Vec3d& v, const Vec3d& expected, double room = 1e-9) {
  EXPECT_LE(length(v - expected), room) << v.x << ' ' << v.y << ' ' << v.z;
}
inline void expect_vector(const Vec2d& v, const Vec2d& expected, double room = 1e-9) {
  EXPECT_LE(length(v - expected), room) << v.x << ' ' << v.y;
}

/// 1 if they hit: the scalar reference agrees within its tolerance.
template <class Contact, class AnyMet>
int expect_as_reference(const Contact& expected, const AnyMet& met) {
  if (result_of(met.fractions) == CastResult::misses) return 0;  // or a conservative hit of the reference
  EXPECT_TRUE(expected.hit) << text(met);
  EXPECT_LE(expected.lower, met.fractions.upper) << text(met);
  EXPECT_GE(expected.upper, met.fractions.lower) << text(met);
  return 1;
}

template <class Answers, class List>
void expect_intersecting(const Answers& met, const Answers& expected, const List& list) {
  for (std::size_t i = 0; i < met.size(); ++i) {
    EXPECT_LE(met[i].fractions.lower, expected[i].fractions.upper) << list.line(i);
    EXPECT_GE(met[i].fractions.upper, expected[i].fractions.lower) << list.line(i);
  }
}

/// A coarser answer intersects a finer one.
template <class List>
void expect_tolerances(const List& list) {
  const auto fine = list.answers();
  for (const double tolerance : {1e-6, 1e-2, 10.0, infinity})
    expect_intersecting(list.answers({.tolerance = tolerance}), fine, list);
}

/// The pair has [0, infinity], and the others are as they were.
template <class Answers, class List>
void expect_unknown(const Answers& after, const Answers& before, const List& list, std::size_t at) {
  for (std::size_t i = 0; i < after.size(); ++i)
    if (i != at) {
      ASSERT_TRUE(same_bits(after[i], before[i])) << list.line(i);
    }
  EXPECT_EQ(after[at].fractions, unknown) << list.line(at);
}

/// An invalid number in a shape or in a motion. `numbers_of_motion` gives the addresses of numbers of the latter.
template <class List, class NumbersOfMotion>
void cast_beside_a_bad_number(const List& list, std::size_t at, Isa isa, const NumbersOfMotion& numbers_of_motion) {
  const CastOptions options{.check = Check::none, .isa = isa};
  const auto before = list.answers(options);
  for (const Poison& poison : poisons()) {
    if (poison.is_number) continue;
    SCOPED_TRACE(poison.name);
    auto shape = list.shapes[at].first;
    *numbers_of(shape)[0] = poison.value;
    List poisoned = list;
    poisoned.pairs[at].a = add_to(poisoned.first, shape, Check::none);
    expect_unknown(poisoned.answers(options), before, list, at);
    const std::size_t numbers = numbers_of_motion(poisoned.motions[at]).size();
    for (std::size_t k = 0; k < numbers; ++k) {
      poisoned = list;
      *numbers_of_motion(poisoned.motions[at])[k] = poison.value;
      expect_unknown(poisoned.answers(options), before, list, at);
    }
  }
}

inline Vec3 scaled(const Vec3& v, int exponent) {
  return {std::ldexp(v.x, exponent), std::ldexp(v.y, exponent), std::ldexp(v.z, exponent)};
}
inline Vec2 scaled(const Vec2& v, int exponent) { return {std::ldexp(v.x, exponent), std::ldexp(v.y, exponent)}; }
inline Motion2 scaled(const Motion2& m, int exponent) {
  return {scaled(m.by, exponent), m.turn, scaled(m.about, exponent)};
}

/// Scaling by powers of two changes only the exponents.
template <class List>
void cast_at_every_scale(const List& list, Isa isa) {
  const auto expected = list.answers({.isa = isa});
  for (const int exponent : {-60, -7, 20, 50}) {
    List other;
    for (std::size_t i = 0; i < list.pairs.size(); ++i)
      other.append({scaled(list.shapes[i].first, exponent), scaled(list.shapes[i].second, exponent)},
                   scaled(list.motions[i], exponent));
    const auto met = other.answers({.isa = isa});
    for (std::size_t i = 0; i < met.size(); ++i) {
      ASSERT_EQ(result_of(met[i].fractions), result_of(expected[i].fractions)) << list.line(i);
      if (result_of(met[i].fractions) == CastResult::misses) continue;
      EXPECT_LE(met[i].fractions.lower, expected[i].fractions.upper) << list.line(i);
      EXPECT_GE(met[i].fractions.upper, expected[i].fractions.lower) << list.line(i);
    }
  }
}

template <class List>
void expect_no_allocations(const List& list) {
  std::vector<Interval> fractions(list.pairs.size());
  std::vector<decltype(list.answers()[0].normal)> normals(list.pairs.size());
  const std::span motions(list.motions);
  EXPECT_EQ(allocations_of([&] { cast(list.first, list.second, list.pairs, motions, {fractions}); }), 0U);
  EXPECT_EQ(allocations_of([&] { cast(list.first, list.second, list.pairs, motions, {fractions, {}, normals}); }), 0U);
}

/// Two balls, and one list of two pairs, with the error if an argument is invalid.
template <class S>
struct TwoCasts {
  typename S::Set set;
  std::vector<Pair> pairs = {{0, 1}, {1, 0}};
  std::vector<typename S::Vec> motions = {S::at(8, 0), S::at(-8, 0)};
  std::vector<typename S::Motion> turns = {S::motion({8, 0}, 1), S::motion({-8, 0}, 1)};
  std::vector<typename S::Ray> rays = {{S::at(-5, 0), S::at(8, 0)}, {S::at(5, 0), S::at(8, 0)}};
  std::vector<Interval> fractions{2};

  TwoCasts() { set.add(S::ball(0, 0, 1)), set.add(S::ball(3, 0, 1)); }

  std::string error(std::span<Interval> out, std::span<typename S::Vecd> points = {},
                    std::span<typename S::Vecd> normals = {}) {
    return error_of([&] { cast(set, set, pairs, motions, {out, points, normals}); });
  }
  std::string error(const CastOptions& options = {}) {
    return error_of([&] { cast(set, set, pairs, motions, {fractions}, options); });
  }
  std::string turn_error() {
    return error_of([&] { cast(set, set, pairs, std::span<const typename S::Motion>(turns), {fractions}); });
  }
  std::string ray_error() {
    return error_of([&] { cast_rays(rays, set, pairs, {fractions}); });
  }
};

}  // namespace lockstep::test
