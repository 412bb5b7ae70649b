// Sets of volumes: the parts of a camera's view, cube maps, and their errors.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "lockstep/lockstep.hpp"

namespace lockstep::test {
namespace {

using Matrix = std::array<float, 16>;

/// Looks along -z from the origin, 90 degrees wide and high, from depth 1 to 16, in -w .. w.
constexpr float clip_scale = -17.0F / 15, clip_offset = -32.0F / 15;
constexpr Matrix camera = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, clip_scale, clip_offset, 0, 0, -1, 0};
/// The same with reversed Z in 0 .. w, without a far side.
constexpr Matrix infinite = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0};
/// 8 x 8 x 32, seen along -z from z = 4 on, in 0 .. w.
constexpr Matrix orthographic = {0.25F, 0, 0, 0, 0, 0.25F, 0, 0, 0, 0, -1.0F / 32, 0.125F, 0, 0, 0, 1};

/// Volumes that a tiny sphere at p touches.
std::vector<std::size_t> volumes_at(const VolumeSet& set, const Vec3& p) {
  constexpr float radius = 1e-4F;
  const SphereView ball{.x = {&p.x}, .y = {&p.y}, .z = {&p.z}, .radius = {&radius}, .count = 1};
  std::vector<std::size_t> counts(set.size());
  cull(set, ball, {.counts = counts});
  std::vector<std::size_t> found;
  for (std::size_t v = 0; v < set.size(); ++v)
    if (counts[v] != 0) found.push_back(v);
  return found;
}

using Indices = std::vector<std::size_t>;

template <class Make>
std::string refusal(const Make& make) {
  try {
    (void)make();
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "";
}

TEST(Grid, NumbersItsParts) {
  const std::vector<float> depths = {2, 4};
  const VolumeSet set =
      VolumeSet::grid(camera, DepthRange::minus_one_to_one, {.columns = 4, .rows = 2, .depths = depths});
  ASSERT_EQ(set.size(), 24U);
  EXPECT_EQ(volumes_at(set, {-1.4F, -0.7F, -1.5F}), Indices{0});
  EXPECT_EQ(volumes_at(set, {1.4F, -0.7F, -1.5F}), Indices{3});
  EXPECT_EQ(volumes_at(set, {-1.4F, 0.7F, -1.5F}), Indices{4});
  EXPECT_EQ(volumes_at(set, {-2.7F, -1, -3}), Indices{8});
  EXPECT_EQ(volumes_at(set, {11, 11, -12}), Indices{23});
  EXPECT_EQ(volumes_at(set, {0, 1, -3}), (Indices{8 + 4 + 1, 8 + 4 + 2}));
  EXPECT_EQ(volumes_at(set, {0, 0, -0.5F}), Indices{});
}

TEST(Grid, SlicesWithoutAFarSide) {
  const std::vector<float> depths = {2, 400};
  const VolumeSet set = VolumeSet::grid(infinite, DepthRange::zero_to_one, {.depths = depths});
  ASSERT_EQ(set.size(), 3U);
  EXPECT_EQ(volumes_at(set, {0, 0, -1.5F}), Indices{0});
  EXPECT_EQ(volumes_at(set, {0, 0, -399}), Indices{1});
  EXPECT_EQ(volumes_at(set, {0, 0, -401}), Indices{2});
  EXPECT_EQ(volumes_at(set, {0, 0, -1e6F}), Indices{2});
  EXPECT_TRUE(set[2].infinite_far());
  EXPECT_FALSE(set[1].infinite_far());
}

/// An infinite projection whose far side lies beyond infinity, behind the eye, so that no depth in float reaches 1.
TEST(Grid, SlicesWithAFarSideBeyondInfinity) {
  const std::vector<float> depths = {1, 10};
  for (const double epsilon : {0.0, 1e-15, 1e-10, 2.4e-7, 1e-3}) {
    const std::array<double, 16> rows = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, epsilon - 1, (epsilon - 2) * 0.1, 0, 0, -1, 0};
    const VolumeSet set =
        VolumeSet::grid(rows.data(), MatrixOrder::row_major, DepthRange::minus_one_to_one, {.depths = depths});
    ASSERT_EQ(set.size(), 3U) << epsilon;
    EXPECT_EQ(volumes_at(set, {0, 0, 0.5F}), Indices{}) << epsilon;
    EXPECT_EQ(volumes_at(set, {0, 0, -0.5F}), Indices{0}) << epsilon;
    EXPECT_EQ(volumes_at(set, {4, -4, -5}), Indices{1}) << epsilon;
    EXPECT_EQ(volumes_at(set, {10, 10, -11}), Indices{2}) << epsilon;
    EXPECT_EQ(volumes_at(set, {0, 0, -1e9F}), Indices{2}) << epsilon;
    EXPECT_TRUE(set[2].infinite_far()) << epsilon;
    const std::string refused = refusal([&] {
      const std::vector<float> early = {0.05F, 1};
      return VolumeSet::grid(rows.data(), MatrixOrder::row_major, DepthRange::minus_one_to_one, {.depths = early});
    });
    EXPECT_EQ(refused.rfind("grid.depths[0] = 0.05", 0), 0U) << epsilon << ' ' << refused;
  }
}

TEST(Grid, OrthographicDepthsStartAtTheLowestZ) {
  const std::vector<float> depths = {8, 24};
  const VolumeSet set = VolumeSet::grid(orthographic, DepthRange::zero_to_one, {.depths = depths});
  EXPECT_EQ(volumes_at(set, {3, -3, 3}), Indices{0});
  EXPECT_EQ(volumes_at(set, {3, -3, -3.9F}), Indices{0});
  EXPECT_EQ(volumes_at(set, {3, -3, -4.1F}), Indices{1});
  EXPECT_EQ(volumes_at(set, {3, -3, -21}), Indices{2});
}

/// More columns than a node has children.
TEST(Grid, ManyParts) {
  const VolumeSet set = VolumeSet::grid(camera, DepthRange::minus_one_to_one, {.columns = 100, .rows = 70});
  ASSERT_EQ(set.size(), 7000U);
  for (const std::size_t column : {0U, 37U, 99U})
    for (const std::size_t row : {0U, 41U, 69U}) {
      const auto side = [](std::size_t i, float parts) { return (2 * (static_cast<float>(i) + 0.5F) / parts - 1) * 5; };
      EXPECT_EQ(volumes_at(set, {side(column, 100), side(row, 70), -5}), Indices{row * 100 + column});
    }
}

TEST(Cube, FacesLookAlongTheAxes) {
  const VolumeSet set = VolumeSet::cube({10, 20, 30}, 0.5F, 100);
  ASSERT_EQ(set.size(), 6U);
  EXPECT_EQ(volumes_at(set, {15, 21, 29}), Indices{0});
  EXPECT_EQ(volumes_at(set, {5, 21, 29}), Indices{1});
  EXPECT_EQ(volumes_at(set, {11, 40, 29}), Indices{2});
  EXPECT_EQ(volumes_at(set, {11, -40, 29}), Indices{3});
  EXPECT_EQ(volumes_at(set, {11, 21, 129}), Indices{4});
  EXPECT_EQ(volumes_at(set, {11, 21, -69}), Indices{5});
  EXPECT_EQ(volumes_at(set, {15, 25, 30}), (Indices{0, 2}));
  EXPECT_EQ(volumes_at(set, {10, 20, 30.4F}), Indices{});
}

TEST(SplitDepths, Blends) {
  EXPECT_EQ(split_depths(1, 16, 4), (std::vector<float>{2, 4, 8}));
  EXPECT_EQ(split_depths(1, 17, 4, 0), (std::vector<float>{5, 9, 13}));
  EXPECT_EQ(split_depths(1, 16, 2, 0.5F), (std::vector<float>{(4 + 8.5F) / 2}));
  EXPECT_TRUE(split_depths(1, 2, 1).empty());
}

TEST(VolumeSetErrors, SayWhatIsWrong) {
  const auto grid = [](const Matrix& m, const ViewGrid& parts) {
    return refusal([&] { return VolumeSet::grid(m, DepthRange::minus_one_to_one, parts); });
  };
  EXPECT_EQ(grid(camera, {.columns = 0, .rows = 3}),
            "grid: has 0 columns, 3 rows and 1 slices; from 1 to 1048576 parts are possible");
  EXPECT_EQ(grid(camera, {.columns = 2000, .rows = 2000}),
            "grid: has 2000 columns, 2000 rows and 1 slices; from 1 to 1048576 parts are possible");
  const std::string order = ": must be above the one before, beyond the near side and before the far side";
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<std::vector<float>> bad = {{0.5F}, {2, 2}, {3, 2}, {2, 17}, {nan}};
  const char* const which[] = {"[0] = 0.5", "[1] = 2", "[1] = 2", "[1] = 17", "[0] = nan"};
  for (std::size_t i = 0; i < bad.size(); ++i)
    EXPECT_EQ(grid(camera, {.depths = bad[i]}), "grid.depths" + (which[i] + order));
  EXPECT_NE(grid(Matrix{}, {.columns = 2}).find("singular"), std::string::npos);

  const auto window = [](const ClipWindow& w) {
    return refusal([&] { return ConvexVolume::from_view_projection(camera, DepthRange::minus_one_to_one, w); });
  };
  EXPECT_EQ(window({.left = 0.5F, .right = 0.25F}), "window.left = 0.5: must be below its opposite");
  EXPECT_EQ(window({.top = 1.5F}), "window.top = 1.5: must be from -1 to 1");
  EXPECT_EQ(window({.low_z = nan}), "window.low_z = nan: must be from -1 to 1");

  const std::string order_of_depths = ": must be above 0 and below far";
  EXPECT_EQ(refusal([] { return VolumeSet::cube({0, 0, 0}, 2, 1); }), "near = 2" + order_of_depths);
  EXPECT_EQ(refusal([] { return split_depths(0, 1, 3); }), "near = 0" + order_of_depths);
  EXPECT_EQ(refusal([] { return split_depths(1, 2, 3, 2); }), "blend = 2: must be from 0 to 1");
  EXPECT_EQ(refusal([] { return split_depths(1, 2, 0); }), "slices: must be from 1 to 1048576, not 0");
  EXPECT_EQ(refusal([] { return split_depths(1, std::nextafter(1.0F, 2.0F), 8); }),
            "slices: 8 are too thin for float depths");
}

/// A sphere at 1e-6 before or beyond each depth is in exactly its own slice.
TEST(Grid, SlicesLieWhereTheDepthsSay) {
  constexpr double near = 0.01, far = 30000;
  const auto depths = split_depths(near, far, 24);
  static_assert(std::is_same_v<decltype(depths), const std::vector<double>>);
  const std::array<float, 16> rows = {1,
                                      0,
                                      0,
                                      0,
                                      0,
                                      1,
                                      0,
                                      0,
                                      0,
                                      0,
                                      static_cast<float>(-far / (far - near)),
                                      static_cast<float>(-far * near / (far - near)),
                                      0,
                                      0,
                                      -1,
                                      0};
  std::array<double, 16> doubles;
  std::copy(rows.begin(), rows.end(), doubles.begin());
  doubles[10] = -far / (far - near), doubles[11] = -far * near / (far - near);
  std::array<double, 16> reversed = doubles;
  for (std::size_t c = 8; c < 12; ++c) reversed[c] = doubles[c + 4] - doubles[c];
  const ViewGrid grid{.depths = depths};
  const std::vector<VolumeSet> all = {VolumeSet::grid(rows, DepthRange::zero_to_one, grid),
                                      VolumeSet::grid(doubles, DepthRange::zero_to_one, grid),
                                      VolumeSet::grid(reversed, DepthRange::zero_to_one, grid),
                                      VolumeSet::grid(Lens{-1, 1, -1, 1, near, far, false}, CameraPose{}, grid)};
  for (const VolumeSet& slices : all)
    for (std::size_t k = 0; k < depths.size(); ++k)
      for (const bool beyond : {false, true}) {
        const auto middle = static_cast<float>(depths[k]);
        const float x = 0, r = middle * 1e-6F, z = -middle * (beyond ? 1 + 1e-5F : 1 - 1e-5F);
        const SphereView ball{{&x}, {&x}, {&z}, {&r}, 1};
        std::vector<std::size_t> counts(slices.size());
        cull(slices, ball, {.counts = counts}, {.touching = Touching::separate});
        for (std::size_t i = 0; i < counts.size(); ++i)
          EXPECT_EQ(counts[i], i == k + (beyond ? 1 : 0) ? 1U : 0U) << "slice " << i << ", depth " << middle;
      }
}

TEST(Grid, OfACameraFarAway) {
  const CameraPose pose{{1.3e7, -4.9e6, 20}, {1, 0, 0}, {0, 1, 0}, {0, 0, -1}};
  const std::vector<double> depths = {10, 100};
  const VolumeSet set = VolumeSet::grid(Lens{-1, 1, -1, 1, 0.1, Lens::infinity, false}, pose,
                                        {.columns = 2, .rows = 1, .depths = depths});
  ASSERT_EQ(set.size(), 6U);
  EXPECT_TRUE(set[5].infinite_far());
  const auto seen = [&](float x, float deep) { return volumes_at(set, {1.3e7F + x, -4.9e6F, 20 - deep}); };
  EXPECT_EQ(seen(-4, 9), Indices{0});
  EXPECT_EQ(seen(4, 9), Indices{1});
  EXPECT_EQ(seen(-50, 99), Indices{2});
  EXPECT_EQ(seen(50, 10000), Indices{5});
  EXPECT_EQ(seen(0, 50), (Indices{2, 3}));
  EXPECT_EQ(seen(-20, 15), Indices{});
}

TEST(Cube, HoldsAllAroundTheEye) {
  for (const double at : {0.0, 1e4, 1e5, 4e6, 1.2e7}) {
    const VolumeSet cube = VolumeSet::cube({at, 2 * at, 10}, 0.01, 1000);
    for (int way = 0; way < 6; ++way) {
      const float d = way % 2 != 0 ? -900.0F : 900.0F, r = 0.5F;
      const auto x = static_cast<float>(at) + (way / 2 == 0 ? d : 0),
                 y = static_cast<float>(2 * at) + (way / 2 == 1 ? d : 0), z = 10 + (way / 2 == 2 ? d : 0);
      const SphereView ball{{&x}, {&y}, {&z}, {&r}, 1};
      std::vector<std::size_t> counts(6);
      cull(cube, ball, {.counts = counts});
      for (int i = 0; i < 6; ++i) EXPECT_EQ(counts[static_cast<std::size_t>(i)], i == way ? 1U : 0U) << at;
    }
  }
}

}  // namespace
}  // namespace lockstep::test
