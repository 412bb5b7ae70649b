// The broad phase's bounding boxes of shapes: they contain the shapes, exactly, and if two are disjoint the kernels
// prove the separation.
#include <gtest/gtest.h>

#include <cmath>

#include "core.hpp"
#include "every_kind_pair.hpp"
#include "lockstep/reference/quaternion.hpp"
#include "pair_list.hpp"
#include "poison.hpp"
#include "sets/shape_bounds.hpp"
#include "sets/shape_store.hpp"

namespace lockstep::test {
namespace {

using detail::Bounds3;
using oracle::Rational;
using oracle::uniform;

Bounds3 bounds_in(const ShapeSet& set, std::uint32_t index, float margin = 0) {
  const detail::ShapeStore& store = set.store();
  return detail::bounds_of(store.records[index], store.kinds_of_records[index], margin);
}

struct Range {
  Rational low, high;
};

/// The exact extent of a shape with a core.
Range exact_range(const AnyShape& shape, int axis) {
  using boost::multiprecision::cpp_int;
  const oracle::ExactCore core = oracle::exact_core(shape);
  const auto coordinate = [&](const oracle::Vector<oracle::Integer>& p) {
    Rational x(cpp_int(axis == 0 ? p.x : axis == 1 ? p.y : p.z), cpp_int(core.denominator));
    const Rational power(cpp_int(1) << std::abs(core.exponent));
    return core.exponent < 0 ? Rational(x / power) : Rational(x * power);
  };
  Range range{coordinate(core.points[0]), coordinate(core.points[0])};
  for (const auto& p : core.points) {
    const Rational x = coordinate(p);
    if (x < range.low) range.low = x;
    if (x > range.high) range.high = x;
  }
  const Rational radius(oracle::radius_of(shape));
  return {range.low - radius, range.high + radius};
}

/// The extent of a smooth shape, within rounding of long double.
Range quadric_range(const AnyShape& shape, int axis) {
  using Long = long double;
  const auto at = [&](const Vec3& v) -> Long { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; };
  if (const auto* e = std::get_if<Ellipsoid>(&shape)) {
    const Quat& q = e->rotation;
    const auto axes = reference::rotation_axes(reference::Quaternion<Long>{q.x, q.y, q.z, q.w});
    const Long radii[3] = {e->radii.x, e->radii.y, e->radii.z};
    Long square = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const Long a = (axis == 0 ? axes[i].x : axis == 1 ? axes[i].y : axes[i].z) * radii[i];
      square += a * a;
    }
    return {Rational(at(e->center) - std::sqrt(square)), Rational(at(e->center) + std::sqrt(square))};
  }
  const auto* const cylinder = std::get_if<Cylinder>(&shape);
  const auto* const cone = std::get_if<Cone>(&shape);
  const Vec3 from = cylinder ? cylinder->p0 : cone->base, to = cylinder ? cylinder->p1 : cone->apex;
  const Long x = Long{to.x} - from.x, y = Long{to.y} - from.y, z = Long{to.z} - from.z;
  const Long along = at(to) - at(from), others = x * x + y * y + z * z - along * along;
  const Long disc = (cylinder ? cylinder->radius : cone->radius) * std::sqrt(others / (others + along * along));
  const Long top = cylinder ? disc : 0;
  return {Rational(std::min(at(from) - disc, at(to) - top)), Rational(std::max(at(from) + disc, at(to) + top))};
}

class BoundsOfKind : public testing::TestWithParam<Kind> {};
INSTANTIATE_TEST_SUITE_P(, BoundsOfKind, testing::ValuesIn(oracle::all_kinds),
                         [](const auto& kind) { return std::string(name(kind.param)); });

TEST_P(BoundsOfKind, HoldTheShapeAndTheMargin) {
  const Kind kind = GetParam();
  Rng rng(100 + static_cast<unsigned>(kind));
  int tested = 0;
  for (int i = 0; i < 600; ++i) {
    PairList list;
    const auto hardness = oracle::all_hardnesses[rng() % oracle::all_hardnesses.size()];
    if (!list.append(i % 3 == 0 ? oracle::random_pair(rng, kind, Kind::point)
                                : oracle::hard_pair(rng, kind, Kind::point, hardness)))
      continue;
    ++tested;
    const AnyShape& shape = list.shapes[0].first;
    const float margin = i % 2 == 0 ? 0 : static_cast<float>(uniform(rng, 0, 2));
    const Bounds3 bounds = bounds_in(list.first, 0, margin);
    for (int axis = 0; axis < 3; ++axis) {
      const Range range = is_smooth(kind) ? quadric_range(shape, axis) : exact_range(shape, axis);
      const Rational half = Rational(margin) / 2;
      EXPECT_LE(Rational(bounds.low[axis]), range.low - half) << list.line(0);
      EXPECT_GE(Rational(bounds.high[axis]), range.high + half) << list.line(0);
      // And not much larger, or grids would be slow.
      const double size = static_cast<double>(Rational(range.high - range.low)) + 2 * double{margin};
      const double at = std::abs(static_cast<double>(range.low)) + oracle::largest_coordinate(shape);
      const double wide = double{bounds.high[axis]} - bounds.low[axis];
      if (kind != Kind::corners && kind != Kind::matrix && kind != Kind::placed) {
        EXPECT_LE(wide, size + 1e-3 * oracle::largest_coordinate(shape) + 1e-5 * at + 1e-40) << list.line(0);
      }
    }
  }
  EXPECT_GT(tested, 200);
}

/// A shape that is invalid, or too large for the lanes, may be `touching` with anything.
TEST_P(BoundsOfKind, OfNoShapeAreInfinite) {
  if (GetParam() == Kind::corners || GetParam() == Kind::matrix) return;  // solved, and refused, when they are made
  Rng rng(5);
  for (const float bad : {std::nanf(""), HUGE_VALF, -HUGE_VALF}) {
    AnyShape shape = oracle::random_pair(rng, GetParam(), Kind::point).first;
    for (float* const number : numbers_of(shape)) {
      const float good = *number;
      *number = bad;
      ShapeSet set;
      const Bounds3 bounds = bounds_in(set, add_to(set, shape, Check::none));
      *number = good;
      for (int axis = 0; axis < 3; ++axis) {
        EXPECT_EQ(bounds.low[axis], -HUGE_VALF);
        EXPECT_EQ(bounds.high[axis], HUGE_VALF);
      }
    }
  }
}

TEST(Bounds, OfHugeShapesAreInfinite) {
  ShapeSet set;
  set.add(Sphere{{1e30F, 0, 0}, 1}, Check::none);
  set.add(Sphere{{max_coordinate, 0, 0}, max_coordinate});
  EXPECT_EQ(bounds_in(set, 0).low[1], -HUGE_VALF);
  EXPECT_LT(bounds_in(set, 1).high[0], 3 * max_coordinate);
}

class BoundsOfKinds : public EveryKindPair {};
INSTANTIATE_TEST_SUITE_P(, BoundsOfKinds, kind_pairs(), kind_pair_name);

bool are_apart(const Bounds3& a, const Bounds3& b) {
  bool apart = false;
  for (int axis = 0; axis < 3; ++axis) apart |= a.high[axis] < b.low[axis] || b.high[axis] < a.low[axis];
  return apart;
}

/// The property that makes a pass equal a list of all pairs: no pair that a broad phase leaves out is `touching`.
TEST_P(BoundsOfKinds, PairsWhoseBoundsAreApartAreSeparated) {
  const auto [a, b] = GetParam();
  Rng rng(static_cast<unsigned>(a) * 100 + static_cast<unsigned>(b));
  PairList list;
  for (int i = 0; list.pairs.size() < 1500; ++i) {
    if (i % 2 == 0) {
      append_mixture(list, rng, a, b, 4);
      continue;
    }
    // Along an axis, a little farther than the width of both boxes.
    PairList one;
    if (!one.append(oracle::random_pair(rng, a, b))) continue;
    auto& [first, second] = one.shapes[0];
    const Bounds3 of_first = bounds_in(one.first, 0), of_second = bounds_in(one.second, 0);
    const int axis = oracle::below(rng, 3);
    double step[3] = {};
    step[axis] = double{of_first.high[axis]} - of_second.low[axis] + std::pow(10, uniform(rng, -7, -3));
    if (b == Kind::matrix) continue;
    list.append({first, oracle::moved(second, step[0], step[1], step[2])});
  }
  const std::vector<Verdict> verdicts = list.answers();
  int apart = 0;
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    const Pair& pair = list.pairs[i];
    if (!are_apart(bounds_in(list.first, pair.a), bounds_in(list.second, pair.b))) continue;
    ++apart;
    EXPECT_EQ(verdicts[i], Verdict::separated) << list.line(i);
  }
  EXPECT_GT(apart, 150);
}

/// Side by side at the origin, where floats are finer than the resolution of double lanes for shapes of that size.
TEST(Bounds, OfWhatDoubleLanesCannotTellApartMeet) {
  int apart = 0, touching = 0;
  for (int k = -10; k > -70; --k) {
    const float gap = std::ldexp(1.0F, k), radius = gap / 8;
    PairList list;
    list.append({Capsule{{-gap, -1, 0}, {-gap, 1, 0}, radius}, Capsule{{gap, -1, 0}, {gap, 1, 0}, radius}});
    const bool separated = list.answers()[0] == Verdict::separated;
    touching += separated ? 0 : 1;
    if (!are_apart(bounds_in(list.first, 0), bounds_in(list.second, 0))) continue;
    ++apart;
    EXPECT_TRUE(separated) << list.line(0);
  }
  EXPECT_GT(apart, 0);
  EXPECT_GT(touching, 0);
}

}  // namespace
}  // namespace lockstep::test
