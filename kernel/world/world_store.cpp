#include "world/world_store.hpp"

#include <algorithm>

namespace lockstep {

using detail::BoxLevel;
using detail::world_block;
using detail::world_fanout;
using detail::WorldKernels;

namespace {

/// The boxes of one level, from `begin` to `end`, around what lies below.
void refit_level(World::Store& store, std::size_t level, std::size_t begin, std::size_t end,
                 const WorldKernels& kernels) {
  BoxLevel& boxes = store.levels[level];
  float* out[6];
  for (std::size_t s = 0; s < 6; ++s) out[s] = boxes.numbers.data() + s * boxes.pitch + begin;
  if (level == 0)
    kernels.refit[static_cast<std::size_t>(store.kind)](store.from(begin * world_block).data(), end - begin, out);
  else
    kernels.refit_boxes(store.levels[level - 1].from(begin * world_fanout).stream, end - begin, out);
}

}  // namespace

void World::Store::resize(std::size_t objects) {
  count = objects;
  living.assign(detail::parts_of(count, world_block), ~std::uint64_t{0});
  if (count % world_block != 0) living.back() >>= world_block - count % world_block;
  pitch = blocks() * world_block + 16;  // not a power of two, whose streams would meet in the sets of a cache
  numbers.assign(streams() * pitch, 0.0F);
  order.resize(count), position.resize(count), sorted_girth.resize(blocks());
  levels.clear();
  if (count == 0) return;
  levels.emplace_back().resize(blocks());
  std::size_t boxes = blocks();
  do {
    boxes = detail::parts_of(boxes, world_fanout);
    levels.emplace_back().resize(boxes);
  } while (boxes > world_fanout);
}

void World::Store::refit(const WorldKernels& kernels) {
  for (std::size_t level = 0; level < levels.size(); ++level) {
    detail::for_each_range(levels[level].count, 256,
                           [&](std::size_t begin, std::size_t end) { refit_level(*this, level, begin, end, kernels); });
    levels[level].pad();
  }
}

void World::Store::refit(std::vector<std::uint32_t> boxes, const WorldKernels& kernels) {
  for (std::size_t level = 0; level < levels.size(); ++level) {
    for (const std::uint32_t box : boxes) refit_level(*this, level, box, box + 1, kernels);
    levels[level].pad();
    for (std::uint32_t& box : boxes) box /= world_fanout;
    boxes.erase(std::unique(boxes.begin(), boxes.end()), boxes.end());
  }
}

}  // namespace lockstep
