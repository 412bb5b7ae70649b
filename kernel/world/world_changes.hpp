// Changes of a world: objects are inserted and removed a few at a time, and each changed block is refitted once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "base/scratch.hpp"
#include "views/streams.hpp"
#include "world/world_store.hpp"

namespace lockstep::detail {

/// A change completes, or leaves the world without objects: running out of memory, or an executor that breaks its
/// contract, may interrupt it anywhere, between numbers and boxes, or while positions refer to objects that do not
/// exist yet. Queries must not see such a world.
template <class Change>
void change_as_a_whole(World::Store& store, const Change& change) {
  try {
    change();
  } catch (...) {
    store.clear();
    throw;
  }
}

/// The blocks that a call changes.
class ChangedBlocks {
 public:
  explicit ChangedBlocks(World::Store& store) : store_(store) {}

  void add(std::size_t block) {
    if (blocks_.empty() || blocks_.back() != block) blocks_.push_back(static_cast<std::uint32_t>(block));
  }
  /// Forgets the blocks, because other code has refitted them.
  void clear() { blocks_.clear(); }
  /// Fills the free positions of the blocks and refits the nodes above them.
  void refit(const WorldKernels& kernels) {
    sort();
    for (const std::uint32_t block : blocks_) store_.fill_block(block);
    store_.refit(std::move(blocks_), kernels);
    store_.sorting.after_refit(store_);
  }

 private:
  void sort() {
    if (blocks_.size() < store_.blocks() / 16) {
      std::sort(blocks_.begin(), blocks_.end());
      blocks_.erase(std::unique(blocks_.begin(), blocks_.end()), blocks_.end());
      return;
    }
    ScratchVector<std::uint8_t> is_changed(store_.blocks());
    for (const std::uint32_t block : blocks_) is_changed[block] = 1;
    blocks_.clear();
    for (std::size_t block = 0; block < is_changed.size(); ++block)
      if (is_changed[block] != 0) blocks_.push_back(static_cast<std::uint32_t>(block));
  }

  World::Store& store_;
  ScratchVector<std::uint32_t> blocks_;
};

/// Inserts each object into a nearby block, in k-d order. The indices must exist and be free.
template <ViewKind K>
void insert(World::Store& store, const Streams<K>& objects, std::span<const std::uint32_t> indices,
            const WorldKernels& kernels);

/// Removes an object; its block still has to be refitted.
void remove_object(World::Store& store, std::uint32_t index, ChangedBlocks& changed);

}  // namespace lockstep::detail
