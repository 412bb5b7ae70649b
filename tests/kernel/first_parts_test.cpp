// Branch and bound over the parts of bodies: the number of pruned pairs, and that pruning is not visible in the
// answers.
#include "bodies/first_parts.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "body_list.hpp"

namespace lockstep::test {
namespace {

struct Ends {
  double lower, upper;
};

/// Returns the approximate distance of two parts' boxes; counts its calls.
struct BoxMeasure {
  using Answer = Ends;

  const ShapeSet &first, &second;
  double most;   // the relevant distance
  double loose;  // the ends are looser by this, times a number between 0 and 1
  mutable std::size_t asked = 0;

  static constexpr auto origin_of = detail::lesser_of;
  [[nodiscard]] double limit() const { return most; }
  static double bound(std::size_t, const detail::Bounds3& a, const detail::Bounds3& b) {
    double squares = 0;
    for (int k = 0; k < 3; ++k) {
      const double gap = std::max({0.0, double{b.low[k]} - a.high[k], double{a.low[k]} - b.high[k]});
      squares += gap * gap;
    }
    return squares > 0 ? std::sqrt(squares) : -std::numeric_limits<double>::infinity();
  }
  [[nodiscard]] double bound_of(const Pair& shapes) const {
    return bound(0, detail::bounds_of(first.store(), shapes.a, 0), detail::bounds_of(second.store(), shapes.b, 0));
  }
  [[nodiscard]] Ends of(const Pair& shapes) const {
    const double gap = std::max(bound_of(shapes), -1.0), share = (shapes.a * 7 + shapes.b * 3) % 11 / 10.0;
    return {gap - loose * share, gap + loose * (1 - share)};
  }
  void measure(std::span<const Pair> parts, std::span<const std::uint16_t>, Ends* answers) const {
    for (std::size_t i = 0; i < parts.size(); ++i) answers[i] = of(parts[i]);
    asked += parts.size();
  }
  [[nodiscard]] Ends nothing() const { return {most, std::numeric_limits<double>::infinity()}; }
};

constexpr double however_far = std::numeric_limits<double>::infinity();

struct FirstOfParts {
  Ends ends;
  Pair numbers;
};

FirstOfParts first_of(const BoxMeasure& measure, const BodySet& first, const BodySet& second, const Pair& pair) {
  FirstOfParts found{};
  const detail::Objects a = detail::objects_of(first), b = detail::objects_of(second);
  detail::FirstParts<BoxMeasure>(measure, a, b, {&pair, 1}).find(&found.ends, &found.numbers);
  return found;
}

/// A row of spheres, each a little above the one before.
void add_row(BodySet& bodies, int count, const Vec3& at) {
  std::vector<BodyPart> parts;
  for (int i = 0; i < count; ++i)
    parts.emplace_back(Sphere{{static_cast<float>(2 * i), 0.01F * static_cast<float>(i), 0}, 0.5F});
  bodies.add(parts, {at, {}});
}

TEST(FirstParts, FewAreMeasured) {
  BodySet bodies;
  add_row(bodies, 1000, {0, 0, 0}), add_row(bodies, 1000, {0, 30, 0}), add_row(bodies, 1000, {1, 0.7F, 0});
  const BoxMeasure measure{bodies.parts(), bodies.parts(), however_far, 0.0625};
  const FirstOfParts apart = first_of(measure, bodies, bodies, {0, 1});
  EXPECT_LT(apart.ends.lower, 29);
  EXPECT_LT(measure.asked, 2000U);
  measure.asked = 0;
  first_of(measure, bodies, bodies, {0, 2});
  EXPECT_LT(measure.asked, 8000U);
  const BoxMeasure near{bodies.parts(), bodies.parts(), 4, 0.0625};
  const FirstOfParts none = first_of(near, bodies, bodies, {0, 1});
  EXPECT_EQ(near.asked, 0U);
  EXPECT_EQ(none.numbers, (Pair{0xffffffffU, 0xffffffffU}));
  EXPECT_EQ(none.ends.lower, 4);
}

/// The least of all, if intervals are far wider than the bounds of boxes.
TEST(FirstParts, WhatIsLeftOutIsNotMissed) {
  Rng rng(1);
  const BodySet bodies = random_bodies(rng, 30, 40, 8);
  for (const double loose : {0.0, 0.5, 4.0, 100.0})
    for (std::uint32_t a = 0; a < 30; ++a)
      for (std::uint32_t b = 0; b < 30; ++b) {
        const BoxMeasure measure{bodies.parts(), bodies.parts(), however_far, loose};
        const FirstOfParts found = first_of(measure, bodies, bodies, {a, b});
        Ends least{however_far, however_far};
        for (const Pair& parts : AllParts(bodies, bodies, {a, b}).shapes) {
          const Ends ends = measure.of(parts);
          least.lower = std::min(least.lower, std::max(ends.lower, measure.bound_of(parts)));
          least.upper = std::min(least.upper, ends.upper);
        }
        ASSERT_EQ(found.ends.lower, least.lower) << loose << ", bodies " << a << " and " << b;
        ASSERT_EQ(found.ends.upper, least.upper) << loose << ", bodies " << a << " and " << b;
      }
}

/// Reports that parts are a little farther apart than the relevant distance; nothing more is known of pruned ones.
struct JustBeyond {
  using Answer = Ends;

  static constexpr auto origin_of = detail::lesser_of;
  static double limit() { return 4; }
  static double bound(std::size_t, const detail::Bounds3& a, const detail::Bounds3& b) {
    return BoxMeasure::bound(0, a, b);
  }
  static void measure(std::span<const Pair> parts, std::span<const std::uint16_t>, Ends* answers) {
    std::fill_n(answers, parts.size(), Ends{4.5, 5});
  }
  static Ends nothing() { return {4, however_far}; }
};

TEST(FirstParts, NoMoreIsToldThanMatters) {
  BodySet bodies;
  add_row(bodies, 3, {0, 0, 0}), add_row(bodies, 3, {0, 4, 0});
  const detail::Objects objects = detail::objects_of(bodies);
  const Pair pair{0, 1};
  Ends ends{};
  Pair numbers;
  detail::FirstParts<JustBeyond>(JustBeyond{}, objects, objects, {&pair, 1}).find(&ends, &numbers);
  EXPECT_EQ(ends.lower, 4);
  EXPECT_EQ(ends.upper, 5);
  EXPECT_EQ(numbers, (Pair{0, 0}));
}

}  // namespace
}  // namespace lockstep::test
