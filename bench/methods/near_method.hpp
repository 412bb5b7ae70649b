// Methods that find the objects near points: lockstep's kept world, or another library's tree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <lockstep/config.hpp>
#include <lockstep/types.hpp>
#include <lockstep/world.hpp>

namespace lockstep::bench {

class NearMethod {
 public:
  NearMethod() = default;
  NearMethod(const NearMethod&) = delete;
  NearMethod& operator=(const NearMethod&) = delete;
  virtual ~NearMethod() = default;

  /// The objects no farther than `distance` from each point, in any order.
  [[nodiscard]] virtual ObjectLists within(std::span<const Vec3> points, float distance) = 0;
  /// The k nearest neighbours of each point, nearest first.
  virtual void nearest(std::span<const Vec3> points, std::size_t k, std::span<std::uint32_t> objects) = 0;
};

/// For objects that are points and outlive the method.
struct NearMethodSpec {
  const char* name;
  std::unique_ptr<NearMethod> (*make)(std::span<const Vec3> objects, Isa isa);
};
[[nodiscard]] std::vector<NearMethodSpec> boost_near_methods();
[[nodiscard]] std::vector<NearMethodSpec> cgal_near_methods();
[[nodiscard]] std::vector<NearMethodSpec> nanoflann_near_methods();

}  // namespace lockstep::bench
