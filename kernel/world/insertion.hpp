// Objects that come to a world, a few at a time, and go.
#pragma once

#include <span>

#include "views/streams.hpp"
#include "world/changed_blocks.hpp"

namespace lockstep::detail {

/// Each to a block that is near, neighbours one after the other, at indices that there are and that have no object.
template <ViewKind K>
void insert(World::Store& store, const Streams<K>& objects, std::span<const std::uint32_t> indices,
            const WorldKernels& kernels);

/// An object goes; its block is left to refit.
void take_out(World::Store& store, std::uint32_t index, ChangedBlocks& changed);

}  // namespace lockstep::detail
