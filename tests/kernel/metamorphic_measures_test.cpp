// Distances, contacts and casts in other units, along other axes and in other places, for shapes that were moved by the
// answer: two intervals about one truth have a number in common, whatever the truth is.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "cast_list.hpp"
#include "contact_list.hpp"
#include "every_kind_pair.hpp"
#include "variations.hpp"

namespace lockstep::test {
namespace {

using oracle::below;

struct Moving {
  ShapePair pair;
  Vec3 motion;
};
using Vary = std::function<Moving(const Moving&)>;

/// Within a share of themselves, when lengths become 2^-exponent as long.
bool have_common(const Interval& before, const Interval& after, int exponent = 0) {
  const auto back = [&](double x) { return std::ldexp(x, -exponent); };
  return back(after.lower) <= before.upper && before.lower <= back(after.upper);
}

class MetamorphicMeasures : public EveryKindPair {
 protected:
  const Kind a_ = GetParam().first, b_ = GetParam().second;
  const std::uint64_t seed_ = 600 + 16 * static_cast<unsigned>(a_) + static_cast<unsigned>(b_);
  const testing::ScopedTrace trace_{__FILE__, __LINE__, "seed " + std::to_string(seed_)};
  Rng rng_{seed_};
  const bool has_matrix_ = a_ == Kind::matrix || b_ == Kind::matrix;

  /// Random, near contact and hard pairs in turn, each with a motion.
  std::vector<Moving> mixture() {
    PairList list;
    append_mixture(list, rng_, a_, b_, oracle::is_smooth(a_) || oracle::is_smooth(b_) ? 30 : 90);
    std::vector<Moving> all;
    for (const ShapePair& pair : list.shapes) all.push_back({pair, random_motion(rng_, pair)});
    return all;
  }

  /// Measures pairs i of both lists, which correspond: lengths of the second are 2^exponent as long.
  void compare(const std::vector<Moving>& all, const Vary& vary, int exponent = 0) {
    CastList before, after;
    for (const Moving& one : all) {
      const Moving other = vary(one);
      if (!before.append(one.pair, one.motion) || after.append(other.pair, other.motion)) continue;
      before.pairs.pop_back(), before.shapes.pop_back(), before.motions.pop_back();
    }
    ASSERT_GT(before.pairs.size(), has_matrix_ ? 0 : all.size() / 3);
    const auto distances = measure(before), measured = measure(after);
    const auto casts = before.answers(), met = after.answers();
    const auto margin = [&](int scale) { return ContactOptions{std::ldexp(0.125F, scale)}; };
    const auto contacts = touch(before, margin(0)), touched = touch(after, margin(exponent));
    for (std::size_t i = 0; i < measured.size(); ++i) {
      SCOPED_TRACE(before.line(i) + "\n" + after.line(i));
      EXPECT_TRUE(have_common(distances[i].distance, measured[i].distance, exponent)) << text(distances[i]) << "\n"
                                                                                      << text(measured[i]);
      EXPECT_TRUE(have_common(casts[i].fractions, met[i].fractions)) << text(casts[i]) << "\n" << text(met[i]);
      // If there is no contact, the pair is proven to be farther apart than the margin.
      const Manifold &m = contacts[i], &n = touched[i];
      EXPECT_TRUE(have_common(m.distance, n.distance, exponent)) << text(m) << "\n" << text(n);
      const double least = std::ldexp(0.125F, exponent);
      if (m.count == 0) {
        EXPECT_GE(n.distance.upper, least) << text(n);
      }
      if (n.count == 0) {
        EXPECT_GE(std::ldexp(m.distance.upper, exponent), least) << text(m);
      }
    }
  }
};

TEST_P(MetamorphicMeasures, PowersOfTwo) {
  const std::vector<Moving> all = mixture();
  for (const int exponent : {-30, -7, 20}) {
    std::vector<Moving> exact;
    const auto times = [](const Moving& one, int by) {
      const auto at = [by](float x) { return std::ldexp(x, by); };
      return Moving{{scaled(one.pair.first, by), scaled(one.pair.second, by)},
                    {at(one.motion.x), at(one.motion.y), at(one.motion.z)}};
    };
    for (const Moving& one : all) {
      const Moving back = times(times(one, exponent), -exponent);
      if (is_same(back.pair.first, one.pair.first) && is_same(back.pair.second, one.pair.second) &&
          back.motion == one.motion)
        exact.push_back(one);
    }
    compare(
        exact, [&](const Moving& one) { return times(one, exponent); }, exponent);
  }
}

/// Quarter turns of both shapes, and mirrors.
TEST_P(MetamorphicMeasures, AxesAndMirrors) {
  compare(mixture(), [&](const Moving& one) {
    const SignedAxes axes = random_axes(rng_);
    return Moving{{turned(one.pair.first, axes), turned(one.pair.second, axes)},
                  std::get<Point>(turned(Point{one.motion}, axes)).position};
  });
}

/// By offsets that leave every coordinate exact.
TEST_P(MetamorphicMeasures, Translation) {
  if (has_matrix_) return;  // its last column is seldom exact
  std::vector<Moving> here, there;
  for (const Moving& one : mixture()) {
    const ShapePair pair{snapped(one.pair.first), snapped(one.pair.second)};
    const double x = below(rng_, 256) - 128, y = below(rng_, 256) - 128, z = below(rng_, 256) - 128;
    const ShapePair far{oracle::moved(pair.first, x, y, z), oracle::moved(pair.second, x, y, z)};
    if (!is_same(oracle::moved(far.first, -x, -y, -z), pair.first) ||
        !is_same(oracle::moved(far.second, -x, -y, -z), pair.second))
      continue;
    here.push_back({pair, one.motion}), there.push_back({far, one.motion});
  }
  std::size_t next = 0;
  compare(here, [&](const Moving&) { return there[next++]; });
}

/// Twice the motion has half the fraction; moving back by half of the motion delays the fraction by half.
TEST_P(MetamorphicMeasures, PartsOfTheWay) {
  if (has_matrix_) return;
  CastList once, twice, back;
  for (const Moving& one : mixture()) {
    const ShapePair pair{snapped(one.pair.first), snapped(one.pair.second)};
    const Vec3 m = std::get<Point>(snapped(Point{one.motion})).position;
    // Sums of multiples of 2^-12 below 2^12 are exact.
    constexpr double most = 0x1p11;
    const AnyShape start = oracle::moved(pair.first, -m.x, -m.y, -m.z);
    if (oracle::largest_coordinate(pair.first) > most || length({m.x, m.y, m.z}) > most || !once.append(pair, m))
      continue;
    twice.append(pair, {2 * m.x, 2 * m.y, 2 * m.z});
    back.append({start, pair.second}, {2 * m.x, 2 * m.y, 2 * m.z});
  }
  const auto first = once.answers(), longer = twice.answers(), later = back.answers();
  for (std::size_t i = 0; i < first.size(); ++i) {
    SCOPED_TRACE(once.line(i));
    const auto [lower, upper] = first[i].fractions;
    if (result_of(first[i].fractions) == CastResult::hits) {
      EXPECT_TRUE(have_common({lower / 2, upper / 2}, longer[i].fractions)) << text(first[i]) << text(longer[i]);
      EXPECT_LE(later[i].fractions.lower, (1 + upper) / 2) << text(first[i]) << text(later[i]);
    }
    // A pair that hits in the second half of the motion, and not in the first, hits in the whole.
    const auto [from, to] = later[i].fractions;
    if (from > 0.5 && to <= 1) {
      EXPECT_TRUE(have_common({2 * from - 1, 2 * to - 1}, first[i].fractions)) << text(first[i]) << text(later[i]);
    }
  }
}

/// Moved along the normal of its contacts by the depth and a little more, a shape has none; by a little less, it has
/// some.
TEST_P(MetamorphicMeasures, ContactsEndBeyondTheDepth) {
  if (a_ == Kind::matrix) return;  // cannot be moved
  PairList list, moved;
  std::vector<bool> is_apart;
  for (int i = 0; i < 30; ++i) list.append(near_contact_pair(rng_, a_, b_, -0.05));
  const std::vector<Manifold> found = touch(list);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const auto& [lower, upper] = found[i].distance;
    if (!(upper < -0.01)) continue;
    ASSERT_GT(found[i].count, 0U) << text(found[i]) << "\n" << list.line(i);
    for (const double beyond : {1e-4, -1e-4}) {
      const Vec3d by = found[i].normal * (beyond > 0 ? beyond - lower : beyond - upper);
      moved.append({oracle::moved(list.shapes[i].first, by.x, by.y, by.z), list.shapes[i].second});
      is_apart.push_back(beyond > 0);
    }
  }
  const std::vector<Manifold> after = touch(moved);
  ASSERT_EQ(after.size(), is_apart.size());
  for (std::size_t i = 0; i < after.size(); ++i)
    EXPECT_EQ(after[i].count == 0, is_apart[i]) << text(after[i]) << "\n" << moved.line(i);
}

/// At the lower end of a cast and a little before it, the shapes are separated; a little behind the upper one, they
/// overlap.
TEST_P(MetamorphicMeasures, CastsStopShortOfTheOther) {
  if (has_matrix_) return;
  CastList list;
  for (int i = 0; i < 30; ++i) {
    const auto [pair, motion] = approaching(rng_, near_contact_pair(rng_, a_, b_, -0.1), {0, 0.5});
    list.append(pair, motion);
  }
  const std::vector<Met> met = list.answers();
  PairList before;
  std::vector<std::size_t> casts;
  for (std::size_t i = 0; i < met.size(); ++i) {
    const double lower = met[i].fractions.lower;
    if (!(lower > 0.01 && lower <= 1)) continue;
    const Vec3& m = list.motions[i];
    const double t = lower - 1e-3;
    before.append({oracle::moved(list.shapes[i].first, t * m.x, t * m.y, t * m.z), list.shapes[i].second});
    casts.push_back(i);
  }
  const std::vector<Verdict> verdicts = before.answers();
  ASSERT_EQ(verdicts.size(), casts.size());
  for (std::size_t k = 0; k < verdicts.size(); ++k)
    EXPECT_NE(verdicts[k], Verdict::overlapping) << text(met[casts[k]]) << "\n" << list.line(casts[k]);
}

INSTANTIATE_TEST_SUITE_P(, MetamorphicMeasures, kind_pairs(), kind_pair_name);

}  // namespace
}  // namespace lockstep::test
