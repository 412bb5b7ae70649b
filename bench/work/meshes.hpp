// A concave mesh of triangles and the queries about it: shapes beside it, or rays. Every method gets the same ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include <lockstep/cast.hpp>
#include <lockstep/shapes.hpp>

namespace lockstep::bench {

struct MeshWorkload {
  std::vector<Vec3> vertices;
  std::vector<std::uint32_t> indices;  ///< three for each triangle
  std::variant<std::vector<Sphere>, std::vector<Box>> shapes;
  std::vector<Ray> rays;  ///< in place of shapes
  [[nodiscard]] std::size_t triangle_count() const { return indices.size() / 3; }
  [[nodiscard]] std::size_t query_count() const {
    const std::size_t count = std::visit([](const auto& all) { return all.size(); }, shapes);
    return rays.empty() ? count : rays.size();
  }
};

struct MeshWorkloadSpec {
  const char* name;
  MeshWorkload (*make)();
  static constexpr bool scaling = false;
};

[[nodiscard]] std::span<const MeshWorkloadSpec> mesh_shape_workloads();
[[nodiscard]] std::span<const MeshWorkloadSpec> mesh_ray_workloads();
/// With about 100,352 triangles and as many rays: too many for the judge.
[[nodiscard]] const MeshWorkloadSpec& incoherent_ray_workload();

}  // namespace lockstep::bench
