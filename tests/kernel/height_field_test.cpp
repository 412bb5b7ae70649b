// The triangles of a terrain of heights are those of a mesh of its points; holes have no triangles; invalid terrains
// are refused.
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include <lockstep/mesh.hpp>

#include "every_isa.hpp"

namespace lockstep::test {
namespace {

constexpr float hole = std::numeric_limits<float>::quiet_NaN(), endless = std::numeric_limits<float>::infinity();

std::string refused_terrain(const HeightField& terrain) {
  try {
    const TriangleMesh mesh(terrain);
    return "taken, " + std::to_string(mesh.size()) + " triangles";
  } catch (const InvalidInput& error) {
    return error.what();
  }
}

TEST(HeightFieldTest, EachCellHasTwoTriangles) {
  const std::vector<float> heights = {0, 1, 2, 3, 4, 5};
  const TriangleMesh mesh({.heights = heights, .columns = 3, .rows = 2});
  using Corners = std::array<Vec3, 3>;
  ASSERT_EQ(mesh.size(), 4U);
  EXPECT_EQ(mesh.corners(0), (Corners{{{0, 0, 0}, {1, 0, 1}, {1, 1, 4}}}));
  EXPECT_EQ(mesh.corners(1), (Corners{{{0, 0, 0}, {1, 1, 4}, {0, 1, 3}}}));
  EXPECT_EQ(mesh.corners(2), (Corners{{{1, 0, 1}, {2, 0, 2}, {2, 1, 5}}}));
  EXPECT_EQ(mesh.corners(3), (Corners{{{1, 0, 1}, {2, 1, 5}, {1, 1, 4}}}));
}

/// Sums are made in double: in float the first one would lose the height.
TEST(HeightFieldTest, StandsWhereItsVectorsSay) {
  const std::vector<float> heights = {1, 1, 1, 1};
  const TriangleMesh mesh({.heights = heights,
                           .columns = 2,
                           .rows = 2,
                           .origin = {0x1p24F, 5, 0},
                           .column_step = {1, 0, 2},
                           .row_step = {0, -1, 0},
                           .up = {1, 0, 0.5F}});
  EXPECT_EQ(mesh.corners(0)[0], (Vec3{0x1p24F, 5, 0.5F}));  // halfway between two floats
  EXPECT_EQ(mesh.corners(0)[1], (Vec3{0x1p24F + 2, 5, 2.5F}));
  EXPECT_EQ(mesh.corners(1)[2], (Vec3{0x1p24F, 4, 0.5F}));
}

TEST(HeightFieldTest, FallsThroughHoles) {
  std::vector<float> heights(5 * 4, 2);
  heights[1 * 5 + 1] = hole;
  const TriangleMesh mesh({.heights = heights, .columns = 5, .rows = 4});
  EXPECT_EQ(mesh.size(), 2U * (4 * 3 - 4));
  EXPECT_EQ(mesh.corners(0)[0], (Vec3{2, 0, 2}));
  std::vector<Ray> rays;
  for (float y = 0.25F; y < 3; ++y)
    for (float x = 0.5F; x < 4; ++x) rays.push_back({{x, y, 9}, {0, 0, -9}});
  for (const Isa isa : supported_isas()) {
    std::vector<std::uint64_t> hits(mask_words(rays.size()));
    any_hits(rays, mesh, hits, {.isa = isa});
    EXPECT_EQ(hits[0], 0b1111'1100'1100U) << name(isa);
  }
}

TEST(HeightFieldTest, TakesLittleMemory) {
  const std::vector<float> heights(225 * 225);
  const TriangleMesh mesh({.heights = heights, .columns = 225, .rows = 225});
  EXPECT_EQ(mesh.size(), 100'352U);
  EXPECT_LT(mesh.memory_bytes(), 50 * mesh.size());
}

TEST(HeightFieldTest, HasNoTrianglesWithoutCells) {
  const std::vector<float> heights = {1, hole, 3};
  EXPECT_EQ(refused_terrain({.heights = heights, .columns = 3, .rows = 1}), "taken, 0 triangles");
  EXPECT_EQ(refused_terrain({.heights = heights, .columns = 1, .rows = 3}), "taken, 0 triangles");
  EXPECT_EQ(refused_terrain({}), "taken, 0 triangles");
}

TEST(HeightFieldTest, RefusesWhatIsNone) {
  const std::vector<float> heights = {0, 1, hole, endless}, high = {0, 1, 2, 1e9F};
  EXPECT_EQ(refused_terrain({.heights = heights, .columns = 3, .rows = 2}),
            "heights: has 4 elements, needs one for each point of 3 columns and 2 rows");
  EXPECT_EQ(refused_terrain({.heights = high, .columns = 3, .rows = 1}),
            "heights: has 4 elements, needs one for each point of 3 columns and 1 rows");
  EXPECT_EQ(refused_terrain({.heights = heights, .columns = std::size_t{1} << 62, .rows = 8}),
            "heights: has 4 elements, needs one for each point of 4611686018427387904 columns and 8 rows");
  EXPECT_EQ(refused_terrain({.heights = heights, .columns = 2, .rows = 2}).substr(0, 16), "heights[3] = inf");
  EXPECT_EQ(refused_terrain({.heights = high, .columns = 2, .rows = 2, .up = {0, 0, 1e12F}}).substr(0, 26),
            "the point of heights[3].z ");
  EXPECT_EQ(TriangleMesh({.heights = heights, .columns = 2, .rows = 2}, Check::none).size(), 0U);  // NaN: a hole
}

}  // namespace
}  // namespace lockstep::test
