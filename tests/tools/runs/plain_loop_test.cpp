// The baseline loops of lockstep lose nothing and keep little.
#include "runs/plain_loop.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

#include <lockstep/cull.hpp>

#include "runs/loop_views.hpp"
#include "scenes/camera.hpp"

namespace lockstep::tools {
namespace {

constexpr double view_depth = 100;
constexpr std::size_t object_count = 1000;  // no multiple of 64

Camera any_camera(double far = 0) { return make_camera("any", {1, 2, 3}, {2, 1, -0.5}, {0, 0, 1}, {.far = far}, 0.5); }

float number(std::mt19937& random, float low, float high) {
  return std::uniform_real_distribution<float>(low, high)(random);
}

BoxColumns random_boxes() {
  std::mt19937 random(1);
  BoxColumns boxes;
  for (std::size_t i = 0; i < object_count; ++i)
    for (auto [low, high] :
         {std::pair{&boxes.min_x, &boxes.max_x}, {&boxes.min_y, &boxes.max_y}, {&boxes.min_z, &boxes.max_z}}) {
      low->push_back(number(random, -30, 30));
      high->push_back(low->back() + number(random, 0, 8));
    }
  return boxes;
}

LightColumns random_lights() {
  std::mt19937 random(2);
  LightColumns lights;
  for (std::size_t i = 0; i < object_count; ++i) {
    for (auto* column : {&lights.x, &lights.y, &lights.z}) column->push_back(number(random, -50, 50));
    lights.radius.push_back(number(random, 0, 10));
  }
  return lights;
}

/// Whether the box' corner farthest inside is outside of a plane by more than rounding.
bool outside(const BoxColumns& b, std::size_t i, const LoopPlane& p, double least) {
  const double x = p.x >= 0 ? b.max_x[i] : b.min_x[i], y = p.y >= 0 ? b.max_y[i] : b.min_y[i],
               z = p.z >= 0 ? b.max_z[i] : b.min_z[i];
  return p.x * x + p.y * y + p.z * z + p.offset < -least;
}

TEST(PlainLoop, KeepsTheBoxesThatNoPlaneHasOutside) {
  const VolumeSet volumes = make_views(parse_views("cameras"), any_camera(60), view_depth);
  const std::array<LoopPlane, 6> planes = planes_of(volumes[0], view_depth);
  const BoxColumns boxes = random_boxes();
  for (const Isa isa : supported_isas()) {
    std::vector<std::uint64_t> visible(mask_words(object_count), ~std::uint64_t{0});
    const std::size_t kept = plain_plane_loop(boxes, planes, isa, visible);
    EXPECT_GT(kept, object_count / 20);
    std::size_t bits = 0;
    for (std::size_t i = 0; i < object_count; ++i) {
      const bool bit = (visible[i / 64] >> i % 64 & 1) != 0;
      bits += bit ? 1 : 0;
      const auto out_by = [&](double least) {
        return std::any_of(planes.begin(), planes.end(),
                           [&](const LoopPlane& plane) { return outside(boxes, i, plane, least); });
      };
      if (bit)
        EXPECT_FALSE(out_by(1e-4)) << i << ", " << name(isa);
      else
        EXPECT_TRUE(out_by(-1e-4)) << i << ", " << name(isa);
    }
    EXPECT_EQ(bits, kept);
    EXPECT_EQ(visible.back() >> object_count % 64, 0U) << "bits after the last box";
  }
}

/// Every light that lockstep proves to be in a cluster is in its list, once; there are few others.
void expect_lists_of_lights(const std::string& text, double far) {
  const Views views = parse_views(text);
  const VolumeSet volumes = make_views(views, any_camera(far), view_depth);
  const LightGrid grid = light_grid(volumes, views, view_depth);
  ASSERT_EQ(grid.size(), volumes.size());
  const LightColumns lights = random_lights();
  const SphereView view{{lights.x.data()}, {lights.y.data()}, {lights.z.data()}, {lights.radius.data()}, object_count};
  std::vector<std::uint64_t> rows(volumes.size() * mask_words(object_count));
  const std::size_t visible = cull(volumes, view, {.by_volume = rows}, {.touching = Touching::separate});
  for (const Isa isa : supported_isas()) {
    std::vector<std::vector<std::uint32_t>> lists(volumes.size(), {7});
    plain_light_loop(lights, grid, isa, lists);
    std::size_t listed = 0, lost = 0;
    for (std::size_t v = 0; v < volumes.size(); ++v) {
      listed += lists[v].size();
      EXPECT_TRUE(std::adjacent_find(lists[v].begin(), lists[v].end(), std::greater_equal<>()) == lists[v].end()) << v;
      for (std::uint32_t i = 0; i < object_count; ++i)
        if ((rows[v * mask_words(object_count) + i / 64] >> i % 64 & 1) != 0)
          lost += std::binary_search(lists[v].begin(), lists[v].end(), i) ? 0U : 1U;
    }
    EXPECT_EQ(lost, 0U) << text << ", " << name(isa);
    EXPECT_GT(visible, 500U);
    EXPECT_LT(static_cast<double>(listed), 1.5 * static_cast<double>(visible)) << text << ", " << name(isa);
  }
}

TEST(PlainLoop, ListsTheLightsOfClusters) {
  expect_lists_of_lights("clusters:8x5x6", 60);
  expect_lists_of_lights("clusters:8x5x6", 0);  // no far side
  expect_lists_of_lights("tiles:16x9", 60);
  expect_lists_of_lights("tiles:16x9", 0);
}

}  // namespace
}  // namespace lockstep::tools
