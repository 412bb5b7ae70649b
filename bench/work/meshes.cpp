#include "work/meshes.hpp"

#include <array>

#include "work/random_shapes.hpp"

namespace lockstep::bench {
namespace {

constexpr std::uint32_t few_squares = 100, query_count = 2'000;  // the judge looks at all triangles
constexpr std::uint32_t many_squares = 224, many_rays = 100'000;
constexpr std::uint64_t seed = 20'240'411;
constexpr float side = 100;

/// Hills: squares of two triangles, which share vertices of random heights up to 1.5.
MeshWorkload hills(Random& random, std::uint32_t squares) {
  MeshWorkload mesh;
  const std::uint32_t row = squares + 1;
  for (std::uint32_t y = 0; y < row; ++y)
    for (std::uint32_t x = 0; x < row; ++x)
      mesh.vertices.push_back({static_cast<float>(x) * side / static_cast<float>(squares),
                               static_cast<float>(y) * side / static_cast<float>(squares), random.uniform(0, 1.5F)});
  for (std::uint32_t y = 0; y < squares; ++y)
    for (std::uint32_t x = 0; x < squares; ++x) {
      const std::uint32_t at = y * row + x;
      for (const std::uint32_t i : {at, at + 1, at + row, at + 1, at + row + 1, at + row}) mesh.indices.push_back(i);
    }
  return mesh;
}

/// Some in the ground, most above it.
template <class Shape>
MeshWorkload beside(Shape (*shape_at)(Random&, const Vec3&)) {
  Random random(seed);
  MeshWorkload workload = hills(random, few_squares);
  std::vector<Shape> shapes;
  for (std::uint32_t i = 0; i < query_count; ++i)
    shapes.push_back(shape_at(random, random.in_box({0, 0, 0}, {side, side, 4})));
  workload.shapes = std::move(shapes);
  return workload;
}

/// Rays from above, slantwise down to the ground; about one in five ends before it gets there.
MeshWorkload rays() {
  Random random(seed);
  MeshWorkload workload = hills(random, few_squares);
  for (std::uint32_t i = 0; i < query_count; ++i) {
    const Vec3 origin = random.in_box({5, 5, 3}, {side - 5, side - 5, 8});
    workload.rays.push_back({origin, random.in_box({-10, -10, -10}, {10, 10, -1})});
  }
  return workload;
}

/// From everywhere to everywhere, in random order.
MeshWorkload incoherent() {
  Random random(seed);
  MeshWorkload workload = hills(random, many_squares);
  for (std::uint32_t i = 0; i < many_rays; ++i) {
    const Vec3 origin = random.in_box({0, 0, -4}, {side, side, 6}), motion = random.in_box({-50, -50, -8}, {50, 50, 8});
    workload.rays.push_back({origin, motion});
  }
  return workload;
}

constexpr std::array shape_specs{MeshWorkloadSpec{"mesh_sphere", [] { return beside<Sphere>(sphere_at); }},
                                 MeshWorkloadSpec{"mesh_obb", [] { return beside<Box>(box_at); }}};
constexpr std::array ray_specs{MeshWorkloadSpec{"mesh_rays", rays}};
constexpr MeshWorkloadSpec incoherent_spec{"rays_triangles_100k", incoherent};

}  // namespace

std::span<const MeshWorkloadSpec> mesh_shape_workloads() { return shape_specs; }
std::span<const MeshWorkloadSpec> mesh_ray_workloads() { return ray_specs; }
const MeshWorkloadSpec& incoherent_ray_workload() { return incoherent_spec; }

}  // namespace lockstep::bench
