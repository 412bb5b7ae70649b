// Spheres in the cells of a grid: the bits of culling against each cell alone, however the grid finds them.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "every_isa.hpp"
#include "volume_sets.hpp"

namespace lockstep::test {
namespace {

constexpr float unbounded = std::numeric_limits<float>::infinity();
constexpr CameraPose turned{{3, -2, 5}, {0.8, 0, 0.6}, {0, 1, 0}, {0.6, 0, -0.8}};
constexpr CameraPose distant{{2e6, 1e5, -3e6}, {0.8, 0, 0.6}, {0, 1, 0}, {0.6, 0, -0.8}};
/// `up` leans a little towards `right`.
constexpr CameraPose sheared{{0, 0, 0}, {1, 0, 0}, {8e-4, 1, 0}, {0, 0, -1}};
constexpr CameraPose skew{{0, 0, 0}, {1, 0, 0}, {0, 1, 9e-4}, {0, 0, -1}};

NamedSet grid_of(const std::string& name, const Lens& lens, const CameraPose& pose, std::uint32_t columns,
                 std::uint32_t rows, const std::vector<double>& depths) {
  return {name, VolumeSet::grid(lens, pose, {.columns = columns, .rows = rows, .depths = depths})};
}

/// A camera at the origin whose near side is tilted (E. Lengyel, "Oblique view frustum depth projection", 2005).
NamedSet tilted_grid(const std::string& name, float tilt) {
  const std::array<float, 16> m = {1, 0, 0, 0, 0, 1, 0, 0, tilt, tilt * tilt, -1.1F, -1, 0, 0, -1, 0};
  return {name, VolumeSet::grid(m, DepthRange::zero_to_one, {.columns = 4, .rows = 3})};
}

std::vector<NamedSet> grids() {
  const Lens wide{-1.2, 1.2, -0.7, 0.7, 0.1, 80, false}, aside{-0.2, 1.4, 0.1, 0.9, 0.5, 60, false};
  const Lens endless{-1, 1, -0.6, 0.6, 0.2, unbounded, false}, parallel{-9, 12, -4, 7, -5, 40, true};
  const std::vector<double> many = split_depths_in_double(0.1, 80, 8);
  std::vector<NamedSet> all;
  all.push_back(grid_of("wide", wide, turned, 9, 5, many));
  all.push_back(grid_of("distant", wide, distant, 9, 5, many));
  all.push_back(grid_of("aside", aside, turned, 7, 4, {1, 5, 20}));
  all.push_back(grid_of("endless", endless, turned, 70, 2, {1, 5, 20}));
  all.push_back(grid_of("parallel", parallel, turned, 6, 5, {0, 10, 20}));
  all.push_back(grid_of("sheared", wide, sheared, 5, 4, {1, 9}));
  all.push_back(grid_of("skew", wide, skew, 5, 4, {1, 9}));
  all.push_back(grid_of("steep", {-9, 7, -8, 6, 0.1, 80, false}, turned, 5, 3, {0.3, 1, 9}));
  all.push_back(grid_of("one", wide, turned, 1, 1, {}));
  all.push_back(grid_of("from the eye", {-1.2, 1.2, -0.7, 0.7, 0, 80, false}, turned, 5, 4, {1, 9}));
  all.push_back(tilted_grid("oblique", 0.3F)), all.push_back(tilted_grid("leaning", 1e-3F));
  for (NamedSet& set : sets())
    if (!set.set.grid_planes()[0].empty()) all.push_back(std::move(set));
  return all;
}

using Spheres = std::array<std::vector<float>, 4>;

void add(Spheres& spheres, const Vec3& center, float radius) {
  spheres[0].push_back(center.x), spheres[1].push_back(center.y), spheres[2].push_back(center.z);
  spheres[3].push_back(radius);
}

SphereView view_of(const Spheres& s) {
  return {{s[0].data()}, {s[1].data()}, {s[2].data()}, {s[3].data()}, s[0].size()};
}

std::size_t below(oracle::Rng& rng, std::size_t end) {
  return static_cast<std::size_t>(oracle::below(rng, static_cast<int>(end)));
}

Vec3 mix(const Vec3& a, const Vec3& b, double part) {
  const auto at = [part](float x, float y) { return static_cast<float>(x + (double{y} - x) * part); };
  return {at(a.x, b.x), at(a.y, b.y), at(a.z, b.z)};
}

double distance_of(const Vec3& a, const Vec3& b) {
  return std::hypot(double{a.x} - b.x, double{a.y} - b.y, double{a.z} - b.z);
}

/// Spheres about a volume that nearly touch its corners and edges, or points on its faces, from outside or from inside:
/// up to eight units in the last place of the radius too large or too small.
void add_tangent(Spheres& spheres, const ConvexVolume& volume, oracle::Rng& rng) {
  const std::array<Vec3, 8> c = volume.corners(40);
  const std::size_t k = below(rng, 4), next = (k + 1) % 4, end = 4 * below(rng, 2);
  const double part = below(rng, 3) == 0 ? 0 : oracle::uniform(rng, 0, 1);
  Vec3 at = below(rng, 2) == 0 ? mix(c[k + end], c[next + end], part) : mix(c[k], c[k + 4], part);
  if (below(rng, 3) == 0) at = mix(at, mix(c[next], c[next + 4], oracle::uniform(rng, 0, 1)), part);
  const Vec3 middle = mix(mix(c[0], c[2], 0.5), mix(c[4], c[6], 0.5), 0.5);
  const auto aside = [&] { return oracle::uniform(rng, -1, 1) * distance_of(at, middle); };
  Vec3 center = mix(at, middle, below(rng, 4) == 0 ? 0.5 : -oracle::uniform(rng, 0.01, 2));
  if (below(rng, 2) == 0)
    center = {center.x + static_cast<float>(aside()), center.y + static_cast<float>(aside()),
              center.z + static_cast<float>(aside())};
  auto radius = static_cast<float>(distance_of(at, center));
  for (std::size_t ulps = below(rng, 9); ulps > 0; --ulps)
    radius = std::nextafter(radius, below(rng, 2) == 0 ? 0 : unbounded);
  add(spheres, center, radius);
}

/// Spheres that touch a plane between two parts, from either side.
void add_on_planes(Spheres& spheres, const VolumeSet& set, oracle::Rng& rng) {
  const Vec3& anchor = set.roots()[0].bound.data().anchor;
  for (const auto& planes : set.grid_planes())
    for (const detail::GridPlane& plane : planes) {
      const std::size_t v = below(rng, set.size());
      const Vec3 near = set[v].corners(40)[below(rng, 8)];
      const Vec3& n = plane.normal;
      const float at = n.x * (near.x - anchor.x) + n.y * (near.y - anchor.y) + n.z * (near.z - anchor.z) + plane.offset;
      if (!(std::abs(at) < 1e6F)) continue;
      for (const float radius : {0.0F, 0.5F, 3.0F})
        for (const float side : {-1.0F, 1.0F}) {
          const float move = side * radius - at;
          add(spheres, {near.x + n.x * move, near.y + n.y * move, near.z + n.z * move}, radius);
        }
    }
}

Spheres spheres_about(const VolumeSet& set, std::size_t tangent, oracle::Rng& rng) {
  const ConvexVolume& view = set.roots()[0].bound;
  const Columns random = objects_near(view, Objects::spheres, 300, rng);
  Spheres spheres{random[0], random[1], random[2], random[3]};
  for (std::size_t i = 0; i < tangent; ++i) add_tangent(spheres, set[below(rng, set.size())], rng);
  add_on_planes(spheres, set, rng);
  const std::array<Vec3, 8> c = view.corners(20);
  const Vec3 front = mix(c[0], c[2], 0.5), back = mix(c[4], c[6], 0.5);
  for (const double along : {-2.0, -0.5, -1e-3, 0.0, 1e-3, 0.3, 1.0, 1.5})  // behind the camera, at the eye, in view
    for (const float radius : {0.0F, 1e-30F, 1e-6F, 0.01F, 1.0F, 30.0F, 1e4F, 1e12F})
      add(spheres, mix(front, back, along), radius);
  return spheres;
}

class GridSpheres : public EveryIsa {};

TEST_P(GridSpheres, GetTheBitsOfEachCell) {
  oracle::Rng rng(95);
  for (const NamedSet& named : grids()) {
    SCOPED_TRACE(named.name);
    const Spheres spheres = spheres_about(named.set, 600, rng);
    const SphereView view = view_of(spheres);
    for (const Touching touching : {Touching::overlap, Touching::separate})
      expect_same(
          named.set, view.count, {.touching = touching, .isa = GetParam()},
          [&](std::size_t v, const CullOptions& o) {
            Words mask(mask_words(view.count));
            cull(named.set[v], view, mask, o);
            return mask;
          },
          [&](const VisibleSets& out, const CullOptions& o) { return cull(named.set, view, out, o); });
  }
}

/// Objects that the caller does not check, in a set, in a world, and spread in memory.
TEST_P(GridSpheres, OfEveryKindOfInput) {
  oracle::Rng rng(96);
  const NamedSet clusters = grids()[0];
  Spheres spheres = spheres_about(clusters.set, 300, rng);
  const std::size_t valid = spheres[0].size();
  ShapeSet set;
  for (std::size_t i = 0; i < valid; ++i) set.add(Sphere{{spheres[0][i], spheres[1][i], spheres[2][i]}, spheres[3][i]});
  const World world(view_of(spheres), {.isa = GetParam()});
  const CullOptions options{.check = Check::none, .isa = GetParam()};
  const auto bits = [&](const auto& objects, std::size_t count) {
    Words rows(clusters.set.size() * mask_words(count));
    cull(clusters.set, objects, {.by_volume = rows}, options);
    return rows;
  };
  const Words expected = bits(view_of(spheres), valid);
  EXPECT_EQ(bits(set, valid), expected);
  EXPECT_EQ(bits(world, valid), expected);
  const Vec3 inside = mix(clusters.set[20].corners()[0], clusters.set[20].corners()[6], 0.5);
  for (const float bad : {std::nanf(""), unbounded, -unbounded}) {
    add(spheres, inside, bad), add(spheres, {bad, inside.y, inside.z}, 1), add(spheres, {inside.x, inside.y, bad}, 1);
  }
  add(spheres, inside, -1);
  std::vector<float> spread;
  for (std::size_t i = 0; i < spheres[0].size(); ++i)
    spread.insert(spread.end(), {spheres[0][i], spheres[1][i], 0, spheres[2][i], spheres[3][i]});
  constexpr std::size_t stride = 5 * sizeof(float);
  const SphereView strided{
      {&spread[0], stride}, {&spread[1], stride}, {&spread[3], stride}, {&spread[4], stride}, spheres[0].size()};
  const SphereView packed = view_of(spheres);
  for (const SphereView& view : {packed, strided})
    expect_same(
        clusters.set, view.count, options,
        [&](std::size_t v, const CullOptions& o) {
          Words mask(mask_words(view.count));
          cull(clusters.set[v], view, mask, o);
          return mask;
        },
        [&](const VisibleSets& out, const CullOptions& o) { return cull(clusters.set, view, out, o); });
}

TEST_P(GridSpheres, InManyCells) {
  oracle::Rng rng(97);
  const Lens lens{-1.2, 1.2, -0.7, 0.7, 0.1, 80, false};
  const NamedSet fine = grid_of("fine", lens, turned, 64, 32, split_depths_in_double(0.1, 80, 32));
  ASSERT_EQ(fine.set.size(), 65536U);
  Spheres spheres;
  for (std::size_t i = 0; i < 40; ++i) add_tangent(spheres, fine.set[below(rng, 65536)], rng);
  const SphereView view = view_of(spheres);
  Words rows(fine.set.size());
  cull(fine.set, view, {.by_volume = rows}, {.isa = GetParam()});
  for (std::size_t v = 0; v < fine.set.size(); ++v) {
    std::uint64_t mask = 0;
    cull(fine.set[v], view, std::span(&mask, 1), {.isa = GetParam()});
    ASSERT_EQ(rows[v], mask) << v;
  }
}

INSTANTIATE_TEST_SUITE_P(, GridSpheres, isas(), isa_name);

/// Cameras have a frame, in which spheres are decided without GJK; what is sheared or tilted has none.
TEST(GridFrames, FitCameras) {
  for (const NamedSet& named : grids())
    EXPECT_EQ(named.set.grid_frame().depth.empty(), named.name == "oblique") << named.name;
}

}  // namespace
}  // namespace lockstep::test
