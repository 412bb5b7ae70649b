// Ways to find what rays hit first: lockstep's kept world, or somebody else's tree.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include <lockstep/isa.hpp>

#include "work/world_rays.hpp"

namespace lockstep::bench {

class WorldRayMethod {
 public:
  WorldRayMethod() = default;
  WorldRayMethod(const WorldRayMethod&) = delete;
  WorldRayMethod& operator=(const WorldRayMethod&) = delete;
  virtual ~WorldRayMethod() = default;

  /// The fraction of each ray's motion at which it hits something first, infinite if nothing.
  virtual void run(std::span<double> fractions) = 0;
};

/// Of a scene, which lives as long.
struct WorldRayMethodSpec {
  const char* name;
  std::unique_ptr<WorldRayMethod> (*make)(const WorldRayScene& scene, Isa isa);
};
[[nodiscard]] std::vector<WorldRayMethodSpec> embree_world_ray_methods();

}  // namespace lockstep::bench
