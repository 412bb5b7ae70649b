// Methods that find the first hits of rays: lockstep's kept world, or another library's tree.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include <lockstep/config.hpp>

#include "work/world_rays.hpp"

namespace lockstep::bench {

class WorldRayMethod {
 public:
  WorldRayMethod() = default;
  WorldRayMethod(const WorldRayMethod&) = delete;
  WorldRayMethod& operator=(const WorldRayMethod&) = delete;
  virtual ~WorldRayMethod() = default;

  /// The fraction of each ray's motion at its first hit, infinite for a miss.
  virtual void run(std::span<double> fractions) = 0;
};

/// For a scene that outlives the method.
struct WorldRayMethodSpec {
  const char* name;
  std::unique_ptr<WorldRayMethod> (*make)(const WorldRayScene& scene, Isa isa);
};
[[nodiscard]] std::vector<WorldRayMethodSpec> embree_world_ray_methods();

}  // namespace lockstep::bench
