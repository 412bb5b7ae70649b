// Shapes that move towards others, and rays, to time. Every method answers the same ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include <lockstep/cast.hpp>

#include "work/workloads.hpp"

namespace lockstep::bench {

struct CastWorkload {
  std::variant<std::vector<Sphere>, std::vector<Aabb>, std::vector<Box>, std::vector<Capsule>, Hulls> shapes;
  std::vector<Pair> pairs;
  std::vector<Vec3> motions;  ///< of the first shape of each pair; empty if those are rays
  std::vector<Ray> rays;
  [[nodiscard]] std::size_t query_count() const { return pairs.size(); }
};

enum class CastKind : std::uint8_t { sphere, aabb, box, capsule, hull };

/// What is known of a workload before it is made: enough to choose its rows.
struct CastWorkloadSpec {
  const char* name;
  CastKind kind;
  bool of_rays;
  CastWorkload (*make)();
};

[[nodiscard]] std::span<const CastWorkloadSpec> cast_workloads();

}  // namespace lockstep::bench
