// The culled objects of a scene: a set of shapes, or a World.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>

#include <lockstep/cull.hpp>
#include <lockstep/sets.hpp>
#include <lockstep/volumes.hpp>
#include <lockstep/world.hpp>

#include "scenes/scene.hpp"

namespace lockstep::tools {

class CulledObjects {
 public:
  /// Throws `ReadError` that names an invalid object.
  CulledObjects(const Scene& scene, bool kept);

  [[nodiscard]] std::size_t size() const;

  /// Writes and returns the same as `lockstep::cull`. The world culls for one volume after the other.
  std::size_t cull(const ConvexVolume& volume, std::span<std::uint64_t> visible, const CullOptions& how) const;
  std::size_t cull(const VolumeSet& volumes, const VisibleSets& visible, const CullOptions& how) const;

 private:
  std::variant<ShapeSet, World> objects_;
};

}  // namespace lockstep::tools
