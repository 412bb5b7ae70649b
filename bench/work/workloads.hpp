// Pair lists to time: which shapes, and which pairs of them. Every method answers the same ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include <lockstep/shapes.hpp>

namespace lockstep::bench {

/// Hulls of one vertex count, back to back.
struct Hulls {
  std::size_t vertices_each = 0;
  std::vector<Vec3> vertices;
  std::vector<Vec3> mesh = {};   ///< if all are instances of one: what `poses` move
  std::vector<Pose> poses = {};  ///< one for each hull then; `vertices` are those of the world, rounded
  [[nodiscard]] std::size_t size() const { return vertices.size() / vertices_each; }
  [[nodiscard]] ConvexHull operator[](std::size_t i) const {
    return {std::span(vertices).subspan(i * vertices_each, vertices_each)};
  }
};

struct PairWorkload {
  std::variant<std::vector<Sphere>, std::vector<Aabb>, std::vector<Box>, std::vector<Capsule>, Hulls> shapes;
  std::vector<Pair> pairs;
  std::size_t batch = 0;  ///< pairs of one call; 0: all
  [[nodiscard]] std::size_t query_count() const { return pairs.size(); }
};

enum class PairKind : std::uint8_t { sphere, aabb, box, capsule, hull };

/// What is known of a workload before it is made: enough to choose its rows.
struct PairWorkloadSpec {
  const char* name;
  PairKind kind;
  std::size_t vertices;  ///< of each hull
  bool scaling;          ///< long enough to time one thread against two
  PairWorkload (*make)();
  std::size_t batch = 0;      ///< pairs of one call; 0: all
  bool side_by_side = false;  ///< asked as two arrays of neighbours, without a list
};

[[nodiscard]] std::span<const PairWorkloadSpec> pair_workloads();
[[nodiscard]] std::span<const PairWorkloadSpec> small_workloads();  ///< few pairs in each call

}  // namespace lockstep::bench
