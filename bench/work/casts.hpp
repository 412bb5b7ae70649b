// Moving shapes, and rays, to time. Every method gets the same ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include <lockstep/cast.hpp>

#include "work/workloads.hpp"

namespace lockstep::bench {

template <class Shapes, class Vector, class AnyRay>
struct CastWorkloadOf {
  Shapes shapes;
  std::vector<Pair> pairs;
  std::vector<Vector> motions;  ///< of the first shape of each pair; empty for rays
  std::vector<AnyRay> rays;
  [[nodiscard]] std::size_t query_count() const { return pairs.size(); }
};
using CastWorkload =
    CastWorkloadOf<std::variant<std::vector<Sphere>, std::vector<Aabb>, std::vector<Box>, std::vector<Capsule>, Hulls>,
                   Vec3, Ray>;
using CastWorkload2 = CastWorkloadOf<std::variant<std::vector<Circle2>, std::vector<Box2>>, Vec2, Ray2>;

enum class CastKind : std::uint8_t { sphere, aabb, box, capsule, hull };

/// The properties of a workload before it is built: enough to choose its rows.
struct CastWorkloadSpec {
  const char* name;
  CastKind kind;
  bool of_rays;
  CastWorkload (*make)();
};

struct CastWorkloadSpec2 {
  const char* name;
  CastWorkload2 (*make)();
};

[[nodiscard]] std::span<const CastWorkloadSpec> cast_workloads();
[[nodiscard]] std::span<const CastWorkloadSpec2> cast_workloads2();

}  // namespace lockstep::bench
