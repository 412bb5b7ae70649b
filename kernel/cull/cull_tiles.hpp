// Shared by culling against one volume and against many: validation of the input, and the tiles of a call.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>

#include "base/bits.hpp"
#include "base/parallel.hpp"
#include "base/validate.hpp"
#include "lockstep/cull.hpp"
#include "table/tables.hpp"

namespace lockstep::detail {

inline constexpr std::size_t tile_words = cull_tile / 64;

inline void check_mask(std::span<const std::uint64_t> visible, std::size_t objects) {
  if (visible.size() != mask_words(objects))
    throw InvalidInput("visible: has " + std::to_string(visible.size()) + " words, needs mask_words(" +
                       std::to_string(objects) + ") = " + std::to_string(mask_words(objects)));
}

inline CullBatch make_batch(const ConvexVolume& volume, const CullOptions& options) {
  const CullStages stages = options.method == CullMethod::exact ? CullStages::exact : CullStages::planes;
  return {&volume.data(), 0, nullptr, stages, options.touching == Touching::overlap};
}

/// Runs cull_objects(batch, first) for all objects, up to AtOnce tiles at a time: the last stages of the kernels fill
/// their lanes with what many objects leave. It may return the number of visible objects. If `visible` is empty,
/// objects are only counted.
template <std::size_t AtOnce, class CullObjects>
std::size_t cull_tiles(std::size_t count, const CullBatch& common, std::span<std::uint64_t> visible,
                       const CullObjects& cull_objects) {
  const auto cull = [&](std::size_t first, std::size_t size) {
    std::array<std::uint64_t, AtOnce * tile_words> local;
    CullBatch batch = common;
    batch.count = static_cast<int>(size);
    batch.visible = visible.empty() ? local.data() : visible.data() + first / 64;
    if constexpr (std::is_void_v<decltype(cull_objects(batch, first))>) {
      cull_objects(batch, first);
      return count_bits(batch.visible, mask_words(size));
    } else {
      return cull_objects(batch, first);
    }
  };
  return sum_over_tiles(count, cull_tile, cull, AtOnce);
}

}  // namespace lockstep::detail
