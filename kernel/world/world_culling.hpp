// Culling a world in its own order: tiles of positions go to the kernels of its objects.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "cull/cull_tiles.hpp"
#include "world/world_store.hpp"

namespace lockstep::detail {

/// Up to so many tiles go to a kernel at once: its list of open objects lasts through all of them.
inline constexpr std::size_t world_tiles_at_most = 64;
inline constexpr std::size_t most_positions = world_tiles_at_most * cull_tile;

/// Some objects of a world, put side by side: where they stand and their numbers, of shapes those of their boxes, the
/// last one again behind them to the end of its word.
struct GatheredObjects {
  static constexpr std::size_t most = 1024;

  std::size_t count = 0;
  std::array<std::uint32_t, most> position;
  std::array<std::array<float, most>, 6> number;
};

/// A world as one call culls it.
class WorldCulling {
 public:
  WorldCulling(const World::Store& store, const CullOptions& options);

  [[nodiscard]] const World::Store& store() const { return store_; }
  /// Sets the bits of the batch's objects, which stand at the positions from `first` on, up to `most_positions` of
  /// them; returns how many are seen.
  std::size_t cull(const CullBatch& batch, std::size_t first) const;
  /// The same of what a bound leaves: no object loses its bit whose own numbers the planes do not have outside. Sets
  /// `open` for those of them that boxes do not prove to be inside of all planes.
  std::size_t bound(const CullBatch& batch, std::size_t first, std::uint64_t* open) const;
  /// Adds those of some positions from `first` on that have a bit. False if there is no room for all.
  bool gather(std::span<const std::uint64_t> kept, std::size_t first, GatheredObjects& objects) const;
  /// Sets the bits of these; returns how many are seen.
  std::size_t cull(CullBatch batch, const GatheredObjects& objects) const;

 private:
  std::size_t run(WorldCullBatch batch, std::size_t first) const;
  std::size_t cull_shapes(const CullBatch& batch, std::size_t first) const;

  const World::Store& store_;
  const WorldKernels& kernels_;
  const ViewKernels& of_views_;
  const SetKernels& of_kinds_;
};

/// use(index) for each position from the first of `order` on that has a bit. Most of these are in blocks that are seen
/// as a whole, of which no bit needs to be looked for.
template <class Use>
void for_each_seen(std::span<const std::uint64_t> by_position, const std::uint32_t* order, const Use& use) {
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
