// Culling against exact arithmetic: no object that touches the volume is ever left out, and no object that is clearly
// outside is kept.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <functional>
#include <numeric>

#include "judge.hpp"
#include "objects.hpp"
#include "oracle.hpp"
#include "pair_line.hpp"
#include "pair_list.hpp"
#include "volumes.hpp"

namespace lockstep::test {
namespace {

using oracle::Truth;
using oracle::uniform;

/// The masks of one set of objects by every option; for each the fastest and the scalar kernels agree.
struct Masks {
  std::vector<std::uint64_t> exact, exact_separate, planes, planes_separate;
};

/// `run(options)` returns the mask of `cull`.
template <class Run>
Masks all_masks(const Run& run) {
  const auto both = [&](CullMethod method, Touching touching) {
    CullOptions options{method, touching, Check::inputs, std::nullopt};
    const std::vector<std::uint64_t> mask = run(options);
    options.isa = Isa::scalar;
    EXPECT_EQ(run(options), mask);
    return mask;
  };
  return {both(CullMethod::exact, Touching::overlap), both(CullMethod::exact, Touching::separate),
          both(CullMethod::planes, Touching::overlap), both(CullMethod::planes, Touching::separate)};
}

bool is_subset(const std::vector<std::uint64_t>& part, const std::vector<std::uint64_t>& whole) {
  for (std::size_t i = 0; i < part.size(); ++i)
    if ((part[i] & ~whole[i]) != 0) return false;
  return true;
}

/// The margin that rounding may hide. (The far corners of an infinite volume do not count.)
double margin(const NamedVolume& volume, const AnyShape& object) {
  return contact_tolerance(
      std::max(largest_coordinate(object), largest_coordinate(oracle::Corners8{volume.volume.corners(0)})));
}

/// One object in three is moved to within a hundredth of its coordinates, or much less, of contact with the volume.
AnyShape placed(const NamedVolume& volume, AnyShape object, std::size_t i, Rng& rng) {
  if (i % 3 != 0) return object;
  const double gap = std::pow(10, uniform(rng, -8, -2)) * largest_coordinate(object);
  return brought_near(volume.truth, object, oracle::below(rng, 2) == 0 ? gap : -gap).second;
}

using ObjectAt = std::function<AnyShape(std::size_t)>;

/// Compares the culled and the kept objects with the truth; returns the number of culled objects.
int judge(const NamedVolume& volume, const Masks& masks, std::size_t count, const ObjectAt& object) {
  EXPECT_TRUE(is_subset(masks.exact, masks.planes));
  EXPECT_TRUE(is_subset(masks.exact_separate, masks.exact));
  EXPECT_TRUE(is_subset(masks.planes_separate, masks.planes));
  int culled = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const AnyShape shape = object(i);
    const auto line = [&] { return oracle::to_pair_line(volume.name, volume.truth, shape); };
    culled += is_set(masks.exact, i) ? 0 : 1;
    if (!is_set(masks.exact, i) || !is_set(masks.planes, i)) {
      EXPECT_EQ(oracle::decide(volume.truth, shape), Truth::separated) << "left out, but it touches\n" << line();
    }
    if (is_set(masks.exact, i)) {
      EXPECT_NE(oracle::decide_grown(volume.truth, shape, margin(volume, shape)), Truth::separated)
          << "kept, but it is plainly outside\n"
          << line();
    }
    if (is_set(masks.exact, i) && !is_set(masks.exact_separate, i)) {
      EXPECT_FALSE(oracle::deeper_than(volume.truth, shape, std::sqrt(3.0) * margin(volume, shape)))
          << "undecided, but it is plainly inside\n"
          << line();
    }
    // Kept though `touching` means outside: proven to overlap.
    if (is_set(masks.exact_separate, i)) {
      EXPECT_NE(oracle::decide(volume.truth, shape), Truth::separated) << "proven inside, but it is outside\n"
                                                                       << line();
    }
  }
  return culled;
}

class CullExact : public testing::TestWithParam<std::size_t> {
 protected:
  const NamedVolume volume_ = volumes()[GetParam()];

  void judge_all(const Masks& masks, std::size_t count, const ObjectAt& object) {
    const int culled = judge(volume_, masks, count, object);
    EXPECT_GT(culled, static_cast<int>(count) / 50) << "the objects test nothing";
    EXPECT_LT(culled, static_cast<int>(count)) << "the objects test nothing";
  }
};

TEST_P(CullExact, Views) {
  Rng rng(40 + GetParam());
  constexpr std::size_t count = 1500;
  for (const Objects kind : all_objects) {
    SCOPED_TRACE(volume_.name + ", " + std::string(name(kind)));
    Columns columns = objects_near(volume_.volume, kind, count, rng);
    for (std::size_t i = 0; i < count; ++i) put_object(columns, i, placed(volume_, object_at(columns, i), i, rng));
    const Masks masks =
        all_masks([&](const CullOptions& options) { return mask_of(volume_.volume, packed(columns), count, options); });
    judge_all(masks, count, [&](std::size_t i) { return object_at(columns, i); });
  }
}

/// Hulls, capsules and smooth shapes, each scaled to its place.
TEST_P(CullExact, ShapeSets) {
  Rng rng(80 + GetParam());
  constexpr std::size_t count = 1500;
  const Columns places = objects_near(volume_.volume, Objects::spheres, count, rng);
  std::vector<AnyShape> shapes;
  ShapeSet set;
  for (std::size_t i = 0; i < count; ++i) {
    const auto at = [&](double x, std::size_t axis) { return static_cast<float>(places[axis][i] + x * places[3][i]); };
    const auto corner = [&] {
      return Vec3{at(uniform(rng, -1, 1), 0), at(uniform(rng, -1, 1), 1), at(uniform(rng, -1, 1), 2)};
    };
    if (i % 3 == 0) {
      const Vec3 p = corner(), q = corner();
      const float radius = places[3][i] * 0.3F;
      switch (p == q ? 0 : i % 4) {
        case 0: shapes.push_back(Capsule{p, q, radius}); break;
        case 1: shapes.push_back(Cylinder{p, q, radius}); break;
        case 2: shapes.push_back(Cone{p, q, radius}); break;
        default: shapes.push_back(Ellipsoid{p, {0.1F, 0.7F, -0.1F, 0.7F}, {radius, 2 * radius, 0.1F * radius}});
      }
    } else {
      oracle::HullShape hull;
      for (int k = 1 + oracle::below(rng, i % 3 == 1 ? 12 : 80); k > 0; --k) hull.vertices.push_back(corner());
      shapes.push_back(hull);
    }
    shapes.back() = placed(volume_, shapes.back(), i / 2, rng);
    add_to(set, shapes.back());
  }
  const Masks masks = all_masks([&](const CullOptions& options) {
    std::vector<std::uint64_t> mask(mask_words(count));
    const std::size_t visible = cull(volume_.volume, set, mask, options);
    EXPECT_EQ(cull_count(volume_.volume, set, options), visible);
    return mask;
  });
  judge_all(masks, count, [&](std::size_t i) { return shapes[i]; });
}

std::vector<std::size_t> all_volumes() {
  std::vector<std::size_t> indices(volumes().size());
  std::iota(indices.begin(), indices.end(), std::size_t{0});
  return indices;
}

std::string volume_name(const testing::TestParamInfo<std::size_t>& info) { return volumes()[info.param].name; }

INSTANTIATE_TEST_SUITE_P(, CullExact, testing::ValuesIn(all_volumes()), volume_name);

/// Eight points on a small lattice, stretched: few form a frustum, most are folded, flat or have faces that no side
/// has.
NamedVolume any_corners(Rng& rng) {
  const auto stretch = [&] { return static_cast<float>(std::pow(10, uniform(rng, -1.5, 1.5))); };
  const Vec3 unit{stretch(), stretch(), stretch()};
  const bool flat = oracle::below(rng, 2) == 0;  // except for one corner or two
  oracle::Corners8 truth;
  for (Vec3& corner : truth.corners) {
    const auto whole = [&] { return static_cast<float>(oracle::below(rng, 4)); };
    corner = {unit.x * whole(), flat && oracle::below(rng, 5) != 0 ? 0 : unit.y * whole(), unit.z * whole()};
  }
  return {"corners", volume_of(truth), truth};
}

TEST(CullCorners, AnyEightPoints) {
  constexpr std::uint64_t seed = 60;
  SCOPED_TRACE("seed " + std::to_string(seed));
  Rng rng(seed);
  constexpr std::size_t count = 64;
  int culled = 0;
  for (int i = 0; i < 400 && !HasFailure(); ++i) {
    const NamedVolume volume = any_corners(rng);
    Columns columns = objects_near(volume.volume, Objects::aabbs, count, rng);
    const Masks masks =
        all_masks([&](const CullOptions& options) { return mask_of(volume.volume, packed(columns), count, options); });
    culled += judge(volume, masks, count, [&](std::size_t k) { return object_at(columns, k); });
  }
  EXPECT_GT(culled, 400);
}

/// A camera of small numbers, so that the matrix of a window with sides in quarters is exact, too: x' = 2 x - (l + r) w
/// over r - l, and so on.
TEST(CullWindows, Exact) {
  const std::array<float, 16> camera = {1, 0, 0.5F, -1, 0, 2, -0.5F, 2, 0, 0, -1.25F, 2.5F, 0, 0, -1, 3};
  const std::array<float, 5> sides = {-1, -0.5F, 0, 0.5F, 1};
  Rng rng(61);
  constexpr std::size_t count = 300;
  for (int round = 0; round < 30 && !HasFailure(); ++round) {
    std::array<float, 16> cropped = camera;
    std::array<float, 6> window{};
    for (std::size_t row = 0; row < 3; ++row) {
      const std::size_t i = rng() % 4, j = i + (i % 2 == 0 ? 1 + rng() % 2 : 1);  // a quarter or a half
      const float low = window[2 * row] = sides[i], high = window[2 * row + 1] = sides[j];
      for (std::size_t c = 0; c < 4; ++c)
        cropped[4 * row + c] = (2 * camera[4 * row + c] - (low + high) * camera[12 + c]) / (high - low);
    }
    const DepthRange range = DepthRange::minus_one_to_one;
    const oracle::MatrixVolume truth{cropped, range};
    const NamedVolume volume{"window",
                             ConvexVolume::from_view_projection(
                                 camera, range, {window[0], window[1], window[2], window[3], window[4], window[5]}),
                             truth};
    Columns columns = objects_near(volume.volume, Objects::aabbs, count, rng);
    for (std::size_t i = 0; i < count; ++i) put_object(columns, i, placed(volume, object_at(columns, i), i, rng));
    const Masks masks =
        all_masks([&](const CullOptions& options) { return mask_of(volume.volume, packed(columns), count, options); });
    judge(volume, masks, count, [&](std::size_t k) { return object_at(columns, k); });
  }
}

TEST(CullCount, IsTheNumberOfSetBits) {
  Rng rng(50);
  const ConvexVolume volume = volumes()[0].volume;
  for (const std::size_t count : {0U, 1U, 64U, 100U, 1500U}) {
    const Columns columns = objects_near(volume, Objects::aabbs, count, rng);
    std::vector<std::uint64_t> mask(mask_words(count));
    const std::size_t visible = cull_streams(volume, packed(columns), count, mask, {});
    std::size_t bits = 0;
    for (const std::uint64_t word : mask) bits += static_cast<std::size_t>(std::popcount(word));
    EXPECT_EQ(visible, bits);
    EXPECT_EQ(cull_streams(volume, packed(columns), count, {}, {}), bits);
  }
}

TEST(ListIndices, RisingOrder) {
  const std::vector<std::uint64_t> mask = {std::uint64_t{1} << 63 | 5U, 0, ~std::uint64_t{0}, 2};
  std::vector<std::uint32_t> expected = {0, 2, 63};
  for (std::uint32_t i = 128; i < 192; ++i) expected.push_back(i);
  expected.push_back(193);
  std::vector<std::uint32_t> indices(expected.size() + 1, 7777);
  EXPECT_EQ(list_indices(mask, indices), expected.size());
  EXPECT_EQ(indices.back(), 7777U);
  indices.pop_back();
  EXPECT_EQ(indices, expected);
  EXPECT_EQ(list_indices({}, {}), 0U);
}

TEST(ListIndices, SharedMemoryIsAnError) {
  std::vector<std::uint64_t> mask = {7, 7};
  const std::span<std::uint32_t> same(reinterpret_cast<std::uint32_t*>(mask.data()) + 1, 3);
  EXPECT_THROW((void)list_indices(mask, same), InvalidInput);
}

TEST(ListIndices, TooSmallABufferIsLeftAlone) {
  const std::vector<std::uint64_t> mask = {7};
  std::vector<std::uint32_t> indices(2, 7777);
  EXPECT_EQ(list_indices(mask, indices), 3U);
  EXPECT_EQ(indices, std::vector<std::uint32_t>(2, 7777));
  EXPECT_EQ(list_indices(mask, {}), 3U);
}

}  // namespace
}  // namespace lockstep::test
