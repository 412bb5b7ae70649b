// The largest, the smallest and the least exact numbers that are valid: judged by exact arithmetic like all others.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "judge.hpp"
#include "poison.hpp"
#include "variations.hpp"

namespace lockstep::test {
namespace {

using oracle::below;
using oracle::uniform;

/// A coordinate about the largest one.
float large(Rng& rng) {
  const float part = below(rng, 3) == 0 ? 1.0F : static_cast<float>(uniform(rng, 0.1, 1));
  return (below(rng, 2) == 0 ? max_coordinate : -max_coordinate) * part;
}

Vec3 large_point(Rng& rng) {
  const float x = large(rng), y = large(rng);
  return {x, y, large(rng)};
}

AnyShape large_shape(Rng& rng, Kind kind) {
  const Vec3 p = large_point(rng), q = large_point(rng);
  const auto length = [&] { return std::abs(large(rng)); };
  switch (kind) {
    case Kind::point: return Point{p};
    case Kind::sphere: return Sphere{p, length()};
    case Kind::aabb:
      return Aabb{{std::min(p.x, q.x), std::min(p.y, q.y), std::min(p.z, q.z)},
                  {std::max(p.x, q.x), std::max(p.y, q.y), std::max(p.z, q.z)}};
    case Kind::box: {
      const float x = length(), y = length();
      return Box{p, {0.5F, -0.5F, 0.5F, 0.5F}, {x, y, length()}};
    }
    case Kind::capsule: return Capsule{p, q, length()};
    case Kind::placed:
      return oracle::PlacedHull{{p, q, large_point(rng)}, {large_point(rng), {0.5F, 0.5F, 0.5F, -0.5F}}, length()};
    case Kind::ellipsoid: {
      const float x = length(), y = length();
      return Ellipsoid{p, {0.5F, -0.5F, 0.5F, 0.5F}, {x, y, length()}};
    }
    case Kind::cylinder: return Cylinder{p, q, length()};
    case Kind::cone: return Cone{p, q, length()};
    default: return oracle::HullShape{{p, q, large_point(rng), large_point(rng)}};
  }
}

TEST(Limits, LargestCoordinates) {
  constexpr std::uint64_t seed = 500;
  SCOPED_TRACE("seed " + std::to_string(seed));
  Rng rng(seed);
  PairList list;
  for (const Kind a : shape_kinds)
    for (const Kind b : shape_kinds)
      for (int i = 0; i < 50; ++i) {
        const AnyShape first = large_shape(rng, a);
        list.append({first, large_shape(rng, b)});
      }
  for (const Tally& tally : judge_pairs(list)) {
    EXPECT_GT(tally.separated, tally.answers / 10) << tally.text();
    EXPECT_GT(tally.overlapping, tally.answers / 10) << tally.text();
  }
}

/// Sizes of a few times the smallest float; zeros of both signs.
TEST(Limits, SubnormalNumbers) {
  constexpr std::uint64_t seed = 501;
  SCOPED_TRACE("seed " + std::to_string(seed));
  Rng rng(seed);
  PairList list;
  for (const Kind a : oracle::all_kinds)
    for (const Kind b : oracle::all_kinds) {
      if (a == Kind::matrix || b == Kind::matrix) continue;
      for (int i = 0; i < 20; ++i) {
        const auto [first, second] = oracle::random_pair(rng, a, b);
        const int exponent = -125 - below(rng, 24);
        list.append({scaled(first, exponent), scaled(second, i % 2 == 0 ? exponent : 0)});
      }
    }
  judge_pairs(list);
}

/// |q|^2 may be off by a thousandth, and means the rotation of q/|q|: without normalising, half of these verdicts are
/// wrong.
TEST(Limits, QuaternionsALittleOffUnitLength) {
  constexpr std::uint64_t seed = 502;
  SCOPED_TRACE("seed " + std::to_string(seed));
  Rng rng(seed);
  for (const Kind other : oracle::all_kinds) {
    PairList list;
    while (list.pairs.size() < 400) {
      const double gap = std::pow(10, uniform(rng, -6, -4));
      auto [first, second] = oracle::near_contact_pair(rng, Kind::box, other, below(rng, 2) == 0 ? gap : -gap);
      Quat& q = std::get<Box>(first).rotation;
      const float factor = below(rng, 2) == 0 ? 1.00045F : 0.99955F;
      for (float* const part : {&q.x, &q.y, &q.z, &q.w}) *part *= factor;
      ShapeSet checked;
      EXPECT_NO_THROW(checked.add(std::get<Box>(first)));
      list.append({first, second});
    }
    for (const Tally& tally : judge_pairs(list)) {
      EXPECT_GT(tally.separated, tally.answers / 10) << name(other) << ": " << tally.text();
    }
  }
}

}  // namespace
}  // namespace lockstep::test
