// Inserts and removes objects of a world, a few at a time.
#pragma once

#include <span>

#include "views/streams.hpp"
#include "world/changed_blocks.hpp"

namespace lockstep::detail {

/// Inserts each object into a nearby block, in k-d order. The indices must exist and be free.
template <ViewKind K>
void insert(World::Store& store, const Streams<K>& objects, std::span<const std::uint32_t> indices,
            const WorldKernels& kernels);

/// Removes an object; its block still has to be refitted.
void remove_object(World::Store& store, std::uint32_t index, ChangedBlocks& changed);

}  // namespace lockstep::detail
