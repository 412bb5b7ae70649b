// Pair lists to time: their shapes and their pairs. Every method gets the same ones.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <variant>
#include <vector>

#include <lockstep/shapes.hpp>

namespace lockstep::bench {

/// Hulls of one vertex count, back to back.
struct Hulls {
  std::size_t vertices_each = 0;
  std::vector<Vec3> vertices;
  std::vector<Vec3> mesh = {};   ///< if all are instances of one mesh: it, which `poses` move
  std::vector<Pose> poses = {};  ///< one for each hull then; `vertices` are in world space, rounded
  [[nodiscard]] std::size_t size() const { return vertices.size() / vertices_each; }
  [[nodiscard]] ConvexHull operator[](std::size_t i) const {
    return {std::span(vertices).subspan(i * vertices_each, vertices_each)};
  }
};

using MixedShape = std::variant<Box, Capsule, Cylinder, RoundedHull>;

/// Shapes of several kinds. The rounded hulls have eight vertices each.
struct MixedShapes {
  std::vector<std::unique_ptr<std::array<Vec3, 8>>> vertices = {};
  std::vector<MixedShape> shapes = {};
  [[nodiscard]] std::size_t size() const { return shapes.size(); }
  [[nodiscard]] const MixedShape& operator[](std::size_t i) const { return shapes[i]; }
};

struct PairWorkload {
  std::variant<std::vector<Sphere>, std::vector<Aabb>, std::vector<Box>, std::vector<Capsule>, Hulls, MixedShapes>
      shapes;
  std::vector<Pair> pairs;
  std::size_t batch = 0;  ///< pairs per call; 0: all
  [[nodiscard]] std::size_t query_count() const { return pairs.size(); }
};

enum class PairKind : std::uint8_t { sphere, aabb, box, capsule, hull, mixed };

/// The properties of a workload before it is built: enough to choose its rows.
struct PairWorkloadSpec {
  const char* name;
  PairKind kind;
  std::size_t vertices;  ///< of each hull
  bool scaling;          ///< long enough to time one thread against two
  PairWorkload (*make)();
  std::size_t batch = 0;      ///< pairs per call; 0: all
  bool side_by_side = false;  ///< as two arrays of neighbours, without a list
};

/// `make(shapes)` of a list of one kind; null for mixed kinds, which the method does not take.
template <class Made, class Make>
std::unique_ptr<Made> of_one_kind(const PairWorkload& workload, Make make) {
  return std::visit(
      [&]<class Shapes>(const Shapes& shapes) -> std::unique_ptr<Made> {
        if constexpr (std::is_same_v<Shapes, MixedShapes>)
          return nullptr;
        else
          return make(shapes);
      },
      workload.shapes);
}

[[nodiscard]] std::span<const PairWorkloadSpec> pair_workloads();
[[nodiscard]] std::span<const PairWorkloadSpec> small_workloads();  ///< few pairs per call

}  // namespace lockstep::bench
