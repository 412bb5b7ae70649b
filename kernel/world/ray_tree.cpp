#include "world/ray_tree.hpp"

#include <algorithm>
#include <limits>

#include "base/parallel.hpp"

namespace lockstep::detail {

namespace {

constexpr std::size_t fanout = RayNodes::fanout, node_floats = RayNodes::node_floats;
constexpr std::size_t blocks_of_node = fanout / leaves_of_block;

/// Sets the lanes behind the first `boxes` boxes to empty boxes.
void clear_behind(RawLineVector<float>& nodes, std::size_t boxes) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  for (std::size_t node = boxes / fanout; node < nodes.size() / node_floats; ++node)
    for (std::size_t s = 0; s < 6; ++s)
      for (std::size_t lane = node == boxes / fanout ? boxes % fanout : 0; lane < fanout; ++lane)
        nodes[node * node_floats + s * fanout + lane] = s < 3 ? infinity : -infinity;
}

}  // namespace

RayTree& RayTree::operator=(RayTree&& other) noexcept {
  blocks_ = std::exchange(other.blocks_, 0), valid_ = std::exchange(other.valid_, 0);
  stale_ = std::move(other.stale_), levels_ = std::move(other.levels_);
  room_ = std::move(other.room_), reach_ = std::move(other.reach_);
  is_built_ = other.is_built_.exchange(false);
  return *this;
}

void RayTree::mark_stale_from(std::size_t block) noexcept {
  valid_ = std::min(valid_, block), is_built_ = false;
  if (valid_ == 0) stale_.clear();
}

/// A list longer than an eighth of all blocks is replaced by marking all stale.
void RayTree::mark_stale(std::span<const std::uint32_t> blocks) {
  if (8 * (stale_.size() + blocks.size()) > valid_) return mark_stale();
  is_built_ = false;
  stale_.insert(stale_.end(), blocks.begin(), blocks.end());
}

RayNodes RayTree::nodes(const float* leaf_boxes, std::size_t blocks, const WorldKernels& kernels) {
  if (!is_built_.load(std::memory_order_acquire)) {
    const std::lock_guard lock(mutex_);
    if (!is_built_.load(std::memory_order_relaxed)) build(leaf_boxes, blocks, kernels);
    is_built_.store(true, std::memory_order_release);
  }
  RayNodes all{};
  all.levels = static_cast<std::uint32_t>(levels_.size());
  all.room = room_.data(), all.reach = reach_.data();
  for (std::size_t level = 0; level < levels_.size(); ++level) {
    all.nodes[level] = levels_[level].nodes.data();
    all.count[level] = static_cast<std::uint32_t>(levels_[level].count);
  }
  return all;
}

/// If memory runs out, all blocks count as stale.
void RayTree::build(const float* leaf_boxes, std::size_t blocks, const WorldKernels& kernels) {
  const std::size_t valid = std::exchange(valid_, 0), levels = valid == 0 ? 0 : levels_.size();
  resize(blocks);
  std::vector<std::uint32_t> places = std::exchange(stale_, {});
  if (valid != 0) {
    std::erase_if(places, [&](std::uint32_t block) { return block >= std::min(valid, blocks); });
    std::sort(places.begin(), places.end());
    for (std::size_t block = valid; block < blocks; ++block) places.push_back(static_cast<std::uint32_t>(block));
    refit(leaf_boxes, places, kernels);
  }
  for (std::size_t level = levels; level < levels_.size(); ++level)
    refit_level(level, 0, level == 0 ? parts_of(blocks, blocks_of_node) : levels_[level].count, leaf_boxes, kernels);
  places.clear();
  stale_ = std::move(places);  // keeps its memory
  valid_ = blocks;
}

/// Sets the boxes behind the last block to empty ones. New upper levels are left to write.
void RayTree::resize(std::size_t blocks) {
  blocks_ = blocks;
  std::size_t level = 0;
  for (std::size_t boxes = blocks * leaves_of_block; blocks != 0; ++level, boxes = parts_of(boxes, fanout)) {
    if (level == levels_.size()) levels_.emplace_back();
    Level& of = levels_[level];
    of.nodes.resize(parts_of(boxes, fanout) * node_floats);
    clear_behind(of.nodes, std::min(of.count, boxes));
    of.count = boxes;
    if (level == RayNodes::stack_level) room_.resize(boxes), reach_.resize(boxes);
    if (level >= RayNodes::stack_level && boxes <= fanout) {
      ++level;
      break;
    }
  }
  levels_.resize(level);
}

/// Refits nodes of the lowest level, or boxes of another level.
void RayTree::refit_level(std::size_t level, std::size_t begin, std::size_t end, const float* leaf_boxes,
                          const WorldKernels& kernels) {
  float* const nodes = levels_[level].nodes.data();
  if (level != 0) kernels.bound_nodes(levels_[level - 1].nodes.data(), begin, end - begin, nodes);
  if (level == RayNodes::stack_level) widen(begin, end);
  if (level != 0) return;
  const std::size_t first = begin * blocks_of_node;
  kernels.put_nodes(leaf_boxes + first * leaf_box_floats, std::min(end * blocks_of_node, blocks_) - first,
                    nodes + begin * node_floats);
}

void RayTree::widen(std::size_t begin, std::size_t end) {
  for (std::size_t box = begin; box < end; ++box) {
    const float* const at = levels_[RayNodes::stack_level].nodes.data() + box / fanout * node_floats + box % fanout;
    float longest = 0, farthest = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const float low = at[k * fanout], high = at[(k + 3) * fanout];
      longest = std::max(longest, high - low), farthest = std::max({farthest, high, -low});
    }
    room_[box] = longest * ray_room, reach_[box] = farthest;
  }
}

void RayTree::refit(const float* leaf_boxes, std::vector<std::uint32_t>& places, const WorldKernels& kernels) {
  std::size_t per_place = blocks_of_node;
  for (std::size_t level = 0; level < levels_.size(); ++level, per_place = level == 1 ? 1 : fanout) {
    for (std::uint32_t& place : places) place /= static_cast<std::uint32_t>(per_place);
    places.erase(std::unique(places.begin(), places.end()), places.end());
    for (const std::uint32_t place : places) refit_level(level, place, place + 1, leaf_boxes, kernels);
  }
}

std::size_t RayTree::memory_bytes() const {
  const std::lock_guard lock(mutex_);
  std::size_t bytes =
      stale_.capacity() * sizeof(std::uint32_t) + (room_.capacity() + reach_.capacity()) * sizeof(float);
  for (const Level& level : levels_) bytes += sizeof level + level.nodes.capacity() * sizeof(float);
  return bytes;
}

}  // namespace lockstep::detail
