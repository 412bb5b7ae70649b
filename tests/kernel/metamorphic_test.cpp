// One query in many forms: other units, other axes, another place, another description of the same shape, larger shapes
// and parts of shapes. The answers must be consistent, whatever the truth is.
#include <gtest/gtest.h>

#include <functional>

#include "every_kind_pair.hpp"
#include "twins.hpp"
#include "variations.hpp"

namespace lockstep::test {
namespace {

using oracle::below;
using Vary = std::function<ShapePair(const ShapePair&)>;

constexpr int pairs_of_each = 600;

/// The share of answers that rounding may turn into `touching` or back: one pair of a list; three in four are hard
/// ones.
constexpr double few = 1.0 / pairs_of_each;
/// With a smooth surface: `touching` then begins at 1e-7 of the size, not at the roundings of double, and one
/// near-contact pair in a dozen is there.
constexpr double few_of_smooth = 0.01;

PairList mixture(std::uint64_t seed, Kind a, Kind b) {
  Rng rng(seed);
  PairList list;
  append_mixture(list, rng, a, b, pairs_of_each);
  return list;
}

/// The list, and the result of `vary` for each pair.
Twins varied(const PairList& list, const Vary& vary) {
  Twins twins;
  for (const ShapePair& pair : list.shapes) twins.append(pair, vary(pair));
  return twins;
}

ShapePair both_scaled(const ShapePair& pair, int exponent) {
  return {scaled(pair.first, exponent), scaled(pair.second, exponent)};
}

bool are_same(const ShapePair& a, const ShapePair& b) {
  return is_same(a.first, b.first) && is_same(a.second, b.second);
}

class Metamorphic : public EveryKindPair {
 protected:
  const Kind a_ = GetParam().first, b_ = GetParam().second;
  const std::uint64_t seed_ = 200 + 8 * static_cast<unsigned>(a_) + static_cast<unsigned>(b_);
  const PairList list_ = mixture(seed_, a_, b_);
  const testing::ScopedTrace trace_{__FILE__, __LINE__, "seed " + std::to_string(seed_)};
  Rng rng_{seed_ + 1000};
  const bool has_matrix_ = a_ == Kind::matrix || b_ == Kind::matrix;
};

/// Millimetres or miles, as long as no number of the shapes leaves the range of normal floats.
TEST_P(Metamorphic, PowersOfTwoChangeNothing) {
  for (const int exponent : {-64, -30, -7, 1, 30}) {
    Twins twins;
    for (const ShapePair& pair : list_.shapes) {
      const ShapePair other = both_scaled(pair, exponent);
      if (are_same(both_scaled(other, -exponent), pair)) twins.append(pair, other);
    }
    if (!has_matrix_) {
      EXPECT_GT(twins.before.pairs.size(), list_.pairs.size() / 2) << exponent;
    }
    EXPECT_EQ(twins.differing(are_equal), 0) << "times 2 to " << exponent;
  }
}

TEST_P(Metamorphic, AxesAndMirrors) {
  const Twins twins = varied(list_, [&](const ShapePair& pair) {
    const SignedAxes axes = random_axes(rng_);
    return ShapePair{turned(pair.first, axes), turned(pair.second, axes)};
  });
  const double share = twins.differing(do_not_contradict);
  RecordProperty("differing", std::to_string(share));
  EXPECT_LE(share, is_smooth(a_) || is_smooth(b_) ? few_of_smooth : few);
}

/// By offsets that leave every coordinate exact, there is nothing to round otherwise.
TEST_P(Metamorphic, Translation) {
  if (has_matrix_) return;  // its last column is seldom exact
  Twins twins;
  for (const ShapePair& pair : list_.shapes) {
    const ShapePair here{snapped(pair.first), snapped(pair.second)};
    const double x = below(rng_, 256) - 128, y = below(rng_, 256) - 128, z = below(rng_, 256) - 128;
    const ShapePair there{moved(here.first, x, y, z), moved(here.second, x, y, z)};
    const ShapePair back{moved(there.first, -x, -y, -z), moved(there.second, -x, -y, -z)};
    if (are_same(back, here)) twins.append(here, there);
  }
  EXPECT_GT(twins.before.pairs.size(), list_.pairs.size() / 2);
  EXPECT_EQ(twins.differing(are_equal), 0);
}

TEST_P(Metamorphic, GrowingNeverSeparates) {
  (void)varied(list_, [&](const ShapePair& pair) {
    return below(rng_, 2) == 0 ? ShapePair{grown(pair.first, rng_), pair.second}
                               : ShapePair{pair.first, grown(pair.second, rng_)};
  }).differing(may_grow);
}

INSTANTIATE_TEST_SUITE_P(, Metamorphic, kind_pairs(), kind_pair_name);

/// The same shape in other descriptions, against every kind.
class SameShape : public testing::TestWithParam<Kind> {
 protected:
  const Kind other_ = GetParam();
  const std::uint64_t seed_ = 300 + static_cast<unsigned>(other_);
  const testing::ScopedTrace trace_{__FILE__, __LINE__, "seed " + std::to_string(seed_)};
  Rng rng_{seed_ + 1000};

  [[nodiscard]] PairList against(Kind kind) const { return mixture(seed_, kind, other_); }
};

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

TEST_P(SameShape, HullsWithMoreVertices) {
  const Twins twins = varied(against(Kind::hull), [&](const ShapePair& pair) {
    return ShapePair{with_more_vertices(std::get<oracle::HullShape>(pair.first), rng_), pair.second};
  });
  const double share = twins.differing(do_not_contradict);
  RecordProperty("differing", std::to_string(share));
  EXPECT_LE(share, few);
}

/// Some of the vertices of a hull are a part of it.
TEST_P(SameShape, PartsOfHulls) {
  Twins twins;
  for (const ShapePair& pair : against(Kind::hull).shapes) {
    oracle::HullShape part;
    for (const Vec3& v : std::get<oracle::HullShape>(pair.first).vertices)
      if (part.vertices.empty() || below(rng_, 2) == 0) part.vertices.push_back(v);
    twins.append({part, pair.second}, pair);
  }
  (void)twins.differing(may_grow);
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

std::string kind_name(const testing::TestParamInfo<Kind>& info) { return std::string(name(info.param)); }

INSTANTIATE_TEST_SUITE_P(, SameShape, testing::ValuesIn(oracle::all_kinds), kind_name);

}  // namespace
}  // namespace lockstep::test
