// One query in many forms, in space and in the plane: other units, other axes, another place, another description of
// the same shape, larger shapes and parts of shapes. The answers must be consistent, whatever the truth is.
#include <gtest/gtest.h>

#include "plane_variations.hpp"
#include "spaces.hpp"
#include "twins.hpp"
#include "variations.hpp"

namespace lockstep::test {
namespace {

using oracle::below;
using PlaneTwins = TwinsOf<PlanePairList>;

constexpr int pairs_of_each = 600;

/// The share of answers that rounding may turn into `touching` or back: one pair of a list; three in four are hard
/// ones.
constexpr double few = 1.0 / pairs_of_each;
/// With a smooth surface: `touching` then begins at 1e-7 of the size, not at the roundings of double, and one
/// near-contact pair in a dozen is there.
constexpr double few_of_smooth = 0.01, few_of_plane = 0.01;

template <class S>
typename S::Pairs mixture(std::uint64_t seed, const typename S::Kinds& kinds) {
  Rng rng(seed);
  typename S::Pairs list;
  append_mixture(list, rng, kinds.first, kinds.second, pairs_of_each);
  return list;
}

/// The list, and the result of `vary` for each pair.
template <class List, class Vary>
TwinsOf<List> varied(const List& list, const Vary& vary) {
  TwinsOf<List> twins;
  for (const auto& pair : list.shapes) twins.append(pair, vary(pair));
  return twins;
}

template <class Shape>
std::pair<Shape, Shape> both_scaled(const std::pair<Shape, Shape>& pair, int exponent) {
  return {scaled(pair.first, exponent), scaled(pair.second, exponent)};
}

template <class Shape>
bool are_same(const std::pair<Shape, Shape>& a, const std::pair<Shape, Shape>& b) {
  return is_same(a.first, b.first) && is_same(a.second, b.second);
}

/// A place that leaves every coordinate exact.
Vec3d any_place(Rng& rng, const AnyShape&) {
  const double x = below(rng, 256) - 128, y = below(rng, 256) - 128;
  return {x, y, static_cast<double>(below(rng, 256) - 128)};
}
Vec2d any_place(Rng& rng, const AnyShape2&) {
  const double x = below(rng, 256) - 128;
  return {x, static_cast<double>(below(rng, 256) - 128)};
}

template <class S>
class MetamorphicIn : public testing::TestWithParam<typename S::Kinds> {
 protected:
  const decltype(S::Kinds::first) a_ = this->GetParam().first, b_ = this->GetParam().second;
  const std::uint64_t seed_ = 200 + 8 * static_cast<unsigned>(a_) + static_cast<unsigned>(b_);
  const typename S::Pairs list_ = mixture<S>(seed_, {a_, b_});
  const testing::ScopedTrace trace_{__FILE__, __LINE__, "seed " + std::to_string(seed_)};
  Rng rng_{seed_ + 1000};

  /// Millimetres or miles, as long as no number of the shapes leaves the range of normal floats.
  void expect_powers_of_two_change_nothing(bool has_matrix) {
    for (const int exponent : {-64, -30, -7, 1, 30}) {
      TwinsOf<typename S::Pairs> twins;
      for (const auto& pair : list_.shapes) {
        const auto other = both_scaled(pair, exponent);
        if (are_same(both_scaled(other, -exponent), pair)) twins.append(pair, other);
      }
      EXPECT_TRUE(has_matrix || twins.before.pairs.size() > list_.pairs.size() / 2) << exponent;
      EXPECT_EQ(twins.differing(are_equal), 0) << "times 2 to " << exponent;
    }
  }
  /// By offsets that leave every coordinate exact, there is nothing to round otherwise.
  void expect_translation_changes_nothing() {
    TwinsOf<typename S::Pairs> twins;
    for (const auto& pair : list_.shapes) {
      const std::pair here{snapped(pair.first), snapped(pair.second)};
      const auto by = any_place(rng_, here.first);
      const std::pair there{moved_along(here.first, by, 1), moved_along(here.second, by, 1)};
      const std::pair back{moved_along(there.first, by, -1), moved_along(there.second, by, -1)};
      if (are_same(back, here)) twins.append(here, there);
    }
    EXPECT_GT(twins.before.pairs.size(), list_.pairs.size() / 2);
    EXPECT_EQ(twins.differing(are_equal), 0);
  }
  void expect_growing_never_separates() {
    (void)varied(list_, [&](const auto& pair) {
      return below(rng_, 2) == 0 ? std::pair{grown(pair.first, rng_), pair.second}
                                 : std::pair{pair.first, grown(pair.second, rng_)};
    }).differing(may_grow);
  }
  /// Rounding differs for at most this share.
  template <class Vary>
  void expect_few_differ(double share, const Vary& vary) {
    const double differing = varied(list_, vary).differing(do_not_contradict);
    this->RecordProperty("differing", std::to_string(differing));
    EXPECT_LE(differing, share);
  }
};
using Metamorphic = MetamorphicIn<Space>;
using PlaneMetamorphic = MetamorphicIn<Plane>;

TEST_P(Metamorphic, PowersOfTwoChangeNothing) {
  expect_powers_of_two_change_nothing(a_ == Kind::matrix || b_ == Kind::matrix);
}
TEST_P(PlaneMetamorphic, PowersOfTwoChangeNothing) { expect_powers_of_two_change_nothing(false); }

TEST_P(Metamorphic, AxesAndMirrors) {
  expect_few_differ(is_smooth(a_) || is_smooth(b_) ? few_of_smooth : few, [&](const ShapePair& pair) {
    const SignedAxes axes = random_axes(rng_);
    return ShapePair{turned(pair.first, axes), turned(pair.second, axes)};
  });
}
TEST_P(PlaneMetamorphic, Mirrors) {
  expect_few_differ(few_of_plane, [](const ShapePair2& pair) {
    return ShapePair2{mirrored(pair.first), mirrored(pair.second)};
  });
}
TEST_P(PlaneMetamorphic, QuarterTurns) {
  if (a_ == Kind2::slice || b_ == Kind2::slice) return;  // no float is a quarter turn more than another
  for (int turns = 1; turns < 4; ++turns)
    expect_few_differ(few_of_plane, [&](const ShapePair2& pair) {
      ShapePair2 result = pair;
      for (int i = 0; i < turns; ++i) result = {*turned_left(result.first), *turned_left(result.second)};
      return result;
    });
}

TEST_P(Metamorphic, Translation) {
  if (a_ == Kind::matrix || b_ == Kind::matrix) return;  // its last column is seldom exact
  expect_translation_changes_nothing();
}
TEST_P(PlaneMetamorphic, Translation) { expect_translation_changes_nothing(); }

TEST_P(Metamorphic, GrowingNeverSeparates) { expect_growing_never_separates(); }
TEST_P(PlaneMetamorphic, GrowingNeverSeparates) { expect_growing_never_separates(); }

INSTANTIATE_TEST_SUITE_P(, Metamorphic, kind_pairs(), kind_pair_name);
INSTANTIATE_TEST_SUITE_P(, PlaneMetamorphic, plane_kinds(), kind_pair_name);

/// The same shape in other descriptions, against every kind.
template <class S>
class SameShapeIn : public testing::TestWithParam<decltype(S::Kinds::first)> {
 protected:
  const decltype(S::Kinds::first) other_ = this->GetParam();
  const std::uint64_t seed_ = 300 + static_cast<unsigned>(other_);
  const testing::ScopedTrace trace_{__FILE__, __LINE__, "seed " + std::to_string(seed_)};
  Rng rng_{seed_ + 1000};

  [[nodiscard]] auto against(decltype(S::Kinds::first) kind) const { return mixture<S>(seed_, {kind, other_}); }

  /// Whatever vertices are added, hardly any answer changes.
  template <class Hull>
  void expect_vertices_change_few(double share) {
    const double differing = varied(against(S::many), [&](const auto& pair) {
                               return std::pair{with_more_vertices(std::get<Hull>(pair.first), rng_), pair.second};
                             }).differing(do_not_contradict);
    this->RecordProperty("differing", std::to_string(differing));
    EXPECT_LE(differing, share);
  }
  /// Some of the vertices of a hull are a part of it.
  template <class Hull>
  void expect_parts_are_smaller() {
    TwinsOf<typename S::Pairs> twins;
    for (const auto& pair : against(S::many).shapes) {
      Hull part = std::get<Hull>(pair.first);
      const auto all = std::exchange(part.vertices, {});
      for (const auto& v : all)
        if (part.vertices.empty() || below(rng_, 2) == 0) part.vertices.push_back(v);
      twins.append({part, pair.second}, pair);
    }
    (void)twins.differing(may_grow);
  }
};
using SameShape = SameShapeIn<Space>;
using PlaneSameShape = SameShapeIn<Plane>;

TEST_P(SameShape, HullsWithMoreVertices) { expect_vertices_change_few<oracle::HullShape>(few); }
TEST_P(PlaneSameShape, PolygonsWithMoreVertices) { expect_vertices_change_few<oracle::PolygonShape2>(few_of_plane); }

TEST_P(SameShape, PartsOfHulls) { expect_parts_are_smaller<oracle::HullShape>(); }
TEST_P(PlaneSameShape, PartsOfPolygons) { expect_parts_are_smaller<oracle::PolygonShape2>(); }

TEST_P(SameShape, SphereOfRadiusZeroIsAPoint) {
  const Twins twins = varied(against(Kind::point), [](const ShapePair& pair) {
    return ShapePair{Sphere{std::get<Point>(pair.first).position, 0}, pair.second};
  });
  EXPECT_EQ(twins.differing(are_equal), 0);
}

TEST_P(SameShape, CapsuleOfLengthZeroIsASphere) {
  (void)varied(against(Kind::sphere), [](const ShapePair& pair) {
    const auto& sphere = std::get<Sphere>(pair.first);
    return ShapePair{Capsule{sphere.center, sphere.center, sphere.radius}, pair.second};
  }).differing(do_not_contradict);
}

TEST_P(SameShape, QuaternionsOfOneRotation) {
  const Twins twins = varied(against(Kind::box), [&](const ShapePair& pair) {
    Box box = std::get<Box>(pair.first);
    const float factor = below(rng_, 2) == 0 ? -1.0F : 2.0F;
    for (float* const part : {&box.rotation.x, &box.rotation.y, &box.rotation.z, &box.rotation.w}) *part *= factor;
    return ShapePair{box, pair.second};
  });
  EXPECT_EQ(twins.differing(are_equal), 0);
}

TEST_P(SameShape, BoxesInFourWords) {
  Twins twins;
  for (const ShapePair& pair : against(Kind::aabb).shapes) {
    const std::vector<AnyShape> words = same_boxes(std::get<Aabb>(snapped(pair.first)));
    for (std::size_t i = 0; i < words.size(); ++i)
      for (std::size_t k = 0; k < i; ++k) twins.append({words[k], pair.second}, {words[i], pair.second});
  }
  EXPECT_GT(twins.before.pairs.size(), 6U * pairs_of_each / 2);
  (void)twins.differing(do_not_contradict);
}

/// A shape cut in two: one half overlaps whatever the whole overlaps, and both are parts of it.
TEST_P(SameShape, HalvesOfOneWhole) {
  for (const Kind kind : {Kind::aabb, Kind::capsule, Kind::hull}) {
    Twins first, second;  // each half, and the whole
    for (const ShapePair& pair : against(kind).shapes) {
      AnyShape whole = snapped(pair.first);
      if (auto* hull = std::get_if<oracle::HullShape>(&whole)) hull->vertices.resize(4, hull->vertices[0]);
      const std::vector<AnyShape> half = halves(whole);
      if (half.empty() || !first.before.append({half[0], pair.second})) continue;
      first.after.append({whole, pair.second});
      second.append({half[1], pair.second}, {whole, pair.second});
    }
    EXPECT_GT(first.before.pairs.size(), pairs_of_each / 4U) << name(kind);
    (void)first.differing(may_grow);
    (void)second.differing(may_grow);
    for (const Method method : {Method::automatic, Method::gjk}) {
      const IntersectOptions how{.method = method, .check = Check::inputs, .isa = {}};
      const auto one = first.before.answers(how), other = second.before.answers(how), whole = first.after.answers(how);
      for (std::size_t i = 0; i < whole.size(); ++i)
        EXPECT_FALSE(one[i] == Verdict::separated && other[i] == Verdict::separated && whole[i] == Verdict::overlapping)
            << first.before.line(i) << "\n"
            << second.before.line(i) << "\n"
            << first.after.line(i);
    }
  }
}

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
  EXPECT_LE(twins.differing(do_not_contradict), few_of_plane);
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

constexpr auto kind_name = [](const auto& info) { return std::string(name(info.param)); };

INSTANTIATE_TEST_SUITE_P(, SameShape, testing::ValuesIn(oracle::all_kinds), kind_name);
INSTANTIATE_TEST_SUITE_P(, PlaneSameShape, testing::ValuesIn(oracle::all_kinds2), kind_name);

}  // namespace
}  // namespace lockstep::test
