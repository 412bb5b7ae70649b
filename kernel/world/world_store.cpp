#include "world/world_store.hpp"

#include <bit>
#include <new>

namespace lockstep {

using detail::BoxLevel;
using detail::world_block;
using detail::world_fanout;
using detail::WorldKernels;

namespace {

/// The number of floats behind the last block of each stream.
constexpr std::size_t gap = 16;

/// Refits the boxes of one level from `begin` to `end` around their children.
void refit_level(World::Store& store, std::size_t level, std::size_t begin, std::size_t end,
                 const WorldKernels& kernels) {
  BoxLevel& boxes = store.levels[level];
  float* out[6];
  for (std::size_t s = 0; s < 6; ++s) out[s] = boxes.numbers.data() + s * boxes.pitch + begin;
  if (level != 0)
    return kernels.refit_boxes(store.levels[level - 1].from(begin * world_fanout).stream, end - begin, out);
  kernels.refit[static_cast<std::size_t>(store.kind)](store.from(begin * world_block).data(), end - begin, out,
                                                      store.leaf_boxes.data() + begin * detail::leaf_box_floats);
  store.empty_boxes(begin, end);
}

}  // namespace

void World::Store::resize(std::size_t objects) {
  count = objects;
  living.assign(detail::parts_of(count, world_block), ~std::uint64_t{0});
  if (count % world_block != 0) living.back() >>= world_block - count % world_block;
  pitch = blocks() * world_block + gap;  // not a power of two, whose streams would conflict in the sets of a cache
  numbers = {}, order = {};
  numbers.resize(streams() * pitch);
  order.resize(count), sorted_half_perimeters.resize(blocks());
  levels.clear();
  leaf_boxes = {};
  leaf_boxes.resize(blocks() * detail::leaf_box_floats);
  for_rays = {};
  if (count == 0) return;
  levels.emplace_back().resize(blocks());
  std::size_t boxes = blocks();
  do {
    boxes = detail::parts_of(boxes, world_fanout);
    levels.emplace_back().resize(boxes);
  } while (boxes > world_fanout);
}

void World::Store::clear_gaps() {
  for (std::size_t s = 1; s <= streams(); ++s) std::fill_n(numbers.data() + s * pitch - gap, gap, 0.0F);
}

void World::Store::grow(std::size_t blocks, const WorldKernels& kernels) {
  const std::size_t positions = blocks * world_block;
  if (positions + gap > pitch)
    detail::change_pitch(numbers, pitch, positions + positions / (4 * world_block) * world_block + gap, streams());
  const std::size_t old_blocks = living.size();
  living.resize(blocks), sorted_half_perimeters.resize(blocks), leaf_boxes.resize(blocks * detail::leaf_box_floats);
  for_rays.mark_stale({});
  fill_order();
  const std::size_t old_levels = levels.size();
  for (std::size_t level = 0, boxes = blocks;; ++level, boxes = detail::parts_of(boxes, world_fanout)) {
    if (level == levels.size()) levels.emplace_back();
    levels[level].grow(boxes);
    if (level == 0) empty_boxes(old_blocks, blocks);
    if (level >= old_levels) refit_level(*this, level, 0, boxes, kernels);
    levels[level].pad();
    if (level != 0 && boxes <= world_fanout) return;
  }
}

std::size_t World::Store::empty_block(const WorldKernels& kernels) {
  while (first_empty < blocks() && living[first_empty] != 0) ++first_empty;
  if (first_empty == blocks()) grow(blocks() + 1, kernels);
  return first_empty;
}

void World::Store::fill_order() {
  order.resize(blocks() * world_block, no_object);
  if (bodies) bodies->order.resize(order.size(), no_object);
}

void World::Store::put(std::uint32_t index, std::size_t at) {
  if (bodies) bodies->order[at] = owners()[index];
  order[at] = index, position[index] = static_cast<std::uint32_t>(at);
  living[at / world_block] |= std::uint64_t{1} << at % world_block;
}

void World::Store::release(std::size_t at) {
  order[at] = no_object;
  if (bodies) bodies->order[at] = no_object;
  living[at / world_block] &= ~(std::uint64_t{1} << at % world_block);
  if (living[at / world_block] == 0) first_empty = std::min(first_empty, at / world_block);
}

void World::Store::clear() noexcept {
  Store lost;
  lost.kind = kind, lost.in_plane = in_plane;
  try {
    keep_generations(size());
    for (std::uint32_t& each : generation) ++each;
  } catch (const std::bad_alloc&) {  // stale handles may then match later objects
  }
  lost.generation = std::move(generation);
  if (shape_set() == nullptr) {
    lost.position = std::move(position);
    for (std::size_t index = lost.position.size(); index-- > 0;)
      lost.free_list.push(lost.position, static_cast<std::uint32_t>(index));
  }
  lost.shapes = std::move(shapes), lost.bodies = std::move(bodies);
  if (lost.shapes) lost.shapes->clear();
  if (lost.bodies) lost.bodies->set.clear(), lost.bodies->order.clear();
  *this = std::move(lost);
}

void World::Store::order_bodies() {
  if (!bodies) return;
  bodies->order.resize(order.size());
  detail::for_each_range(order.size(), 4096, [this](std::size_t begin, std::size_t end) {
    const std::uint32_t* const body = owners();
    for (std::size_t at = begin; at < end; ++at)
      bodies->order[at] = order[at] == no_object ? no_object : body[order[at]];
  });
}

void World::Store::trim() {
  std::size_t left = blocks();
  while (left > 1 && living[left - 1] == 0) --left;
  if (left == blocks()) return;
  order.resize(left * world_block), living.resize(left), sorted_half_perimeters.resize(left);
  if (bodies) bodies->order.resize(order.size());
  leaf_boxes.resize(left * detail::leaf_box_floats), for_rays.mark_stale_from(left);
  first_empty = std::min(first_empty, left);
  std::size_t level = 0;
  for (std::size_t boxes = left;; ++level, boxes = detail::parts_of(boxes, world_fanout)) {
    levels[level].count = boxes;
    levels[level].pad();
    if (level != 0 && boxes <= world_fanout) break;
  }
  levels.resize(level + 1);
}

void World::Store::fill_block(std::size_t block) {
  for (std::size_t s = 0; s < streams(); ++s) fill_block(block, s);
}

void World::Store::fill_block(std::size_t block, std::size_t s) {
  const std::uint64_t alive = living[block];
  if (alive == 0 || alive == ~std::uint64_t{0}) return;
  const std::size_t first = block * world_block, from = first + static_cast<unsigned>(std::countr_zero(alive));
  for (std::uint64_t dead = ~alive; dead != 0; dead &= dead - 1)
    numbers[s * pitch + first + static_cast<unsigned>(std::countr_zero(dead))] = number(s, from);
}

void World::Store::empty_boxes(std::size_t begin, std::size_t end) {
  for (std::size_t block = begin; block < end; ++block) {
    if (alive(block) != 0) continue;
    levels[0].set(block, detail::empty_bounds);
    for (std::size_t i = 0; i < detail::leaf_box_floats; ++i)
      leaf_boxes[block * detail::leaf_box_floats + i] =
          i < detail::leaf_box_floats / 2 ? detail::empty_bounds.low[0] : detail::empty_bounds.high[0];
  }
}

void World::Store::note_half_perimeters() {
  for (std::size_t b = 0; b < blocks(); ++b) sorted_half_perimeters[b] = levels[0].half_perimeter(b);
}

void World::Store::refit(const WorldKernels& kernels, std::size_t valid_levels) {
  for (std::size_t level = 0; level < levels.size(); ++level) {
    if (level >= valid_levels)
      detail::for_each_range(levels[level].count, 256, [&](std::size_t begin, std::size_t end) {
        refit_level(*this, level, begin, end, kernels);
      });
    levels[level].pad();
  }
  for_rays.mark_stale();
}

void World::Store::refit(detail::ScratchVector<std::uint32_t> boxes, const WorldKernels& kernels) {
  for_rays.mark_stale(boxes);
  for (std::size_t level = 0; level < levels.size(); ++level) {
    for (const std::uint32_t box : boxes) refit_level(*this, level, box, box + 1, kernels);
    levels[level].pad();
    for (std::uint32_t& box : boxes) box /= world_fanout;
    boxes.erase(std::unique(boxes.begin(), boxes.end()), boxes.end());
  }
}

}  // namespace lockstep
