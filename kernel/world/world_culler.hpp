// Frustum culling of a world in its own order: tiles of positions go to the kernels of its objects.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "cull/cull_tiles.hpp"
#include "world/world_store.hpp"

namespace lockstep::detail {

/// The most tiles that go to a kernel at once; its list of undecided objects lasts through all of them.
inline constexpr std::size_t world_tiles_at_most = 64;
inline constexpr std::size_t most_positions = world_tiles_at_most * cull_tile;

/// Some objects of a world, gathered: their positions and numbers (for shapes, those of their boxes). The last object
/// is repeated up to the end of its word.
struct GatheredObjects {
  static constexpr std::size_t most = 1024;

  std::size_t count = 0;
  std::array<std::uint32_t, most> position;
  std::array<std::array<float, most>, 6> number;
};

/// A volume relative to the origin of a world's boxes, for the planes that cull them. The boxes are rounded outwards by
/// what rounding takes from its place (docs/numerics.md, section 19).
class VolumeAtBoxes {
 public:
  VolumeAtBoxes(const VolumeData& volume, const Vec3d& origin) : volume_(&volume) {
    if (origin == Vec3d{}) return;
    Vec3& at = moved_.emplace(volume).anchor;
    at = {static_cast<float>(at.x - origin.x), static_cast<float>(at.y - origin.y),
          static_cast<float>(at.z - origin.z)};
    volume_ = &*moved_;
  }
  VolumeAtBoxes(const VolumeAtBoxes&) = delete;
  VolumeAtBoxes& operator=(const VolumeAtBoxes&) = delete;

  [[nodiscard]] const VolumeData& operator*() const { return *volume_; }

 private:
  const VolumeData* volume_;
  std::optional<VolumeData> moved_;
};

/// A view of a world for one culling call.
class WorldCuller {
 public:
  WorldCuller(const World::Store& store, const CullOptions& options);

  [[nodiscard]] const World::Store& store() const { return store_; }
  /// Sets the bits of the batch's objects, which are at up to `most_positions` positions from `first` on. Returns the
  /// number of visible objects.
  std::size_t cull(const CullBatch& batch, std::size_t first) const;
  /// The same against a bound: every object that the planes do not cull by its own numbers keeps its bit. Sets the bits
  /// in `open` of kept objects that their boxes do not prove inside of all planes.
  std::size_t bound(const CullBatch& batch, std::size_t first, std::uint64_t* open) const;
  /// Adds the objects at positions from `first` on whose bit is set. False if there is no room for all.
  bool gather(std::span<const std::uint64_t> kept, std::size_t first, GatheredObjects& objects) const;
  /// Sets the bits of the gathered objects; returns the number of visible ones.
  std::size_t cull(CullBatch batch, const GatheredObjects& objects) const;

 private:
  std::size_t run(WorldCullBatch batch, std::size_t first) const;
  std::size_t cull_shapes(const CullBatch& batch, std::size_t first) const;

  const World::Store& store_;
  const WorldKernels& kernels_;
  const ViewKernels& of_views_;
  const SetKernels& of_kinds_;
};

/// Calls use(index) for each position from the first of `order` on whose bit is set. Most set bits lie in blocks that
/// are visible as a whole, where no search for bits is needed.
template <class Use>
void for_each_visible(std::span<const std::uint64_t> by_position, const std::uint32_t* order, const Use& use) {
  for (std::size_t word = 0; word < by_position.size(); ++word) {
    const std::uint32_t* const of_word = order + word * 64;
    std::uint64_t left = by_position[word];
    if (left == ~std::uint64_t{0}) {
#pragma GCC unroll 8
      for (std::size_t k = 0; k < 64; ++k) use(of_word[k]);
      continue;
    }
    for (; left != 0; left &= left - 1) use(of_word[std::countr_zero(left)]);
  }
}

}  // namespace lockstep::detail
