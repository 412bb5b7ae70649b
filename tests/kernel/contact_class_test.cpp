// Boxes and capsules are clipped by the class of the meeting features, and only as much as that class needs. Here
// everything is clipped for every pair, in plain numbers: that has to find the same, to the bit.
#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "base/quaternion.hpp"
#include "distance_list.hpp"
#include "generate.hpp"
#include "polygons/contact_class.hpp"
#include "polygons/reduce_manifold.hpp"

namespace lockstep::test {
namespace {

using oracle::below;
using oracle::Rng;
using oracle::uniform;

using Vertex = math::Vector<double>;
using Slab = detail::FacingSlab<double>;
using Feature = detail::ContactFeature<double, 4>;
using Kept = detail::ReducedPoints<double>;

/// A box or a capsule in random orientation, or on a side with a tilt that may be zero: `towards` as for facing_slab.
Slab random_slab(Rng& rng, double towards) {
  const bool is_flat = below(rng, 4) != 0, is_round = below(rng, 4) == 0;
  const double tilts[] = {0, 1e-9, 0.01, 0.3}, tilt = is_flat ? tilts[below(rng, 4)] : 1;
  const double turn = below(rng, 3) == 0 ? 0 : uniform(rng, -3, 3);
  const Vertex q{tilt * uniform(rng, -1, 1), tilt * uniform(rng, -1, 1), std::sin(turn)};

  const auto axes = math::rotation_axes(math::Quaternion<double>{q.x, q.y, q.z, std::cos(turn)});
  const bool is_whole = below(rng, 2) == 0;
  const double shrink = below(rng, 6) == 0 ? 1e-15 : 1;  // about as small as the rounding of its position
  const auto number = [&](double low, double high) {
    const double x = uniform(rng, low, high);
    return is_whole ? std::ceil(x) : x;
  };
  const Vertex center{number(-1, 1), number(-1, 1), -towards * number(0, 1)};
  const double radius = is_round ? shrink * number(0, 1) : 0;
  const Vertex axis[3] = {axes[0], axes[1], axes[2]};
  const double half[3] = {shrink * number(0, 2), shrink * number(0, 2), shrink * number(0, 2)};
  if (!is_round) return detail::facing_slab(center, axis, half, radius, towards);
  const Vertex one_axis[1] = {axis[0]};
  const double one_half[1] = {half[0]};
  return detail::facing_slab(center, one_axis, one_half, radius, towards);
}

/// Clips everything, whatever the class.
Kept clip_all(const detail::Clipping<Feature, double>& clipping) {
  detail::ClippedPoints<double, 4> all;
  detail::clip_features(clipping, all);
  return detail::reduce_manifold(all, clipping.weld_tolerance);
}

Kept clip_line(const detail::Clipping<Feature, double>& clipping) {
  detail::ClippedPoints<double, 4> ends;
  clipping.clip_edge(0, ends);
  Kept kept{};
  detail::keep_two(ends, clipping.weld_tolerance, kept);
  return kept;
}

void expect_same(const Kept& found, const Kept& expected) {
  for (int k = 0; k < 4; ++k) {
    ASSERT_EQ(found.kept[k], expected.kept[k]) << k;
    if (!expected.kept[k]) continue;
    const auto &m = found.point[k], &n = expected.point[k];
    ASSERT_TRUE(same_bits(Vec3d{m.x, m.y, m.z}, Vec3d{n.x, n.y, n.z})) << k;
    ASSERT_TRUE(same_bits(m.separation, n.separation)) << k;
    ASSERT_EQ(m.of_p, n.of_p);
    ASSERT_EQ(m.of_q, n.of_q);
  }
}

TEST(ContactClass, LeavesOutWhatFindsNothing) {
  constexpr std::uint64_t seed = 887;
  Rng rng(seed);
  int lines = 0, patches = 0, others = 0, edges_along = 0;
  for (int i = 0; i < 100'000; ++i) {
    SCOPED_TRACE("seed " + std::to_string(seed) + ", pair " + std::to_string(i));
    Slab a = random_slab(rng, -1), b = random_slab(rng, 1);
    const bool below_face = a.is_face() && b.is_edge();
    if (below_face) std::swap(a, b);
    const auto p = detail::feature_of<Feature>(a), q = detail::feature_of<Feature>(b);
    const detail::Clipping<Feature, double> clipping(p, q, below_face ? -1 : 1, below(rng, 2) == 0 ? 0.0 : 0.5);
    const detail::ContactClass<double> meet(a, b);
    ASSERT_FALSE(meet.lines && meet.patches);
    const Kept expected = clip_all(clipping);
    if (meet.lines) {
      ASSERT_NO_FATAL_FAILURE(expect_same(clip_line(clipping), expected));
    } else if (!meet.patches) {
      ASSERT_FALSE(expected.kept[0]);
    }
    lines += meet.lines && expected.kept[1], patches += meet.patches && expected.kept[3];
    edges_along += meet.lines && b.is_edge() && expected.kept[1], others += !meet.lines && !meet.patches;
  }
  EXPECT_GT(lines, 1000);
  EXPECT_GT(patches, 1000);
  EXPECT_GT(others, 1000);
  EXPECT_GT(edges_along, 100);
}

}  // namespace
}  // namespace lockstep::test
