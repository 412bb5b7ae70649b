// Culling a world: tiles of its own order go to the kernels; then bits go to where the caller's indices are.
#include <algorithm>
#include <bit>
#include <memory>
#include <span>
#include <vector>

#include "base/call.hpp"
#include "cull/cull_tiles.hpp"
#include "sets/shape_store.hpp"
#include "world/world_store.hpp"

namespace lockstep {

using detail::CullBatch;
using detail::CullStages;
using detail::world_block;
using detail::world_fanout;

namespace {

/// Up to so many tiles go to a kernel at once: its list of open objects lasts through all of them.
constexpr std::size_t tiles_at_most = 16;

/// Clears the bits of some blocks, from `first` on, where there is no object; returns how many stay. Most words of a
/// view have none, and most of these follow each other.
std::size_t keep_living(const World::Store& store, std::size_t first, std::span<std::uint64_t> visible) {
  constexpr std::size_t at_once = 16;
  std::size_t count = 0;
  for (std::size_t begin = 0; begin < visible.size(); begin += at_once) {
    const auto words = visible.subspan(begin, std::min(at_once, visible.size() - begin));
    if (words.size() == at_once) {
      std::uint64_t any = 0;
      for (std::size_t k = 0; k < at_once; ++k) any |= words[k];
      if (any == 0) continue;
    }
    for (std::size_t k = 0; k < words.size(); ++k) {
      words[k] &= store.alive(first + begin + k);
      count += detail::count_bits(words[k]);
    }
  }
  return count;
}

/// What of a world goes to a kernel, from the block at `first` on.
detail::WorldCullBatch batch_of(const World::Store& store, const CullBatch& common, std::size_t first) {
  const std::size_t block = first / world_block;
  detail::WorldCullBatch batch{
      {common, {}, nullptr}, store.quarters.data() + block * detail::quarter_floats, 0, {}, nullptr};
  std::copy_n(store.from(first).begin(), store.streams(), batch.stream);
  // Levels whose boxes begin where the tile does.
  for (std::size_t blocks = 1; batch.levels < std::min(store.levels.size(), batch.most_levels);
       blocks *= world_fanout) {
    if (block % blocks != 0) break;
    batch.boxes[batch.levels] = store.levels[batch.levels].from(block / blocks);
    ++batch.levels;
  }
  return batch;
}

/// How many of the objects are visible.
std::size_t cull_tile_of(const World::Store& store, const detail::WorldKernels& kernels, const CullBatch& common,
                         std::size_t first) {
  const detail::WorldCullBatch batch = batch_of(store, common, first);
  kernels.cull[static_cast<std::size_t>(store.kind)](batch);
  const std::size_t blocks = detail::parts_of(static_cast<std::size_t>(batch.count), world_block);
  return keep_living(store, first / world_block, {batch.visible, blocks});
}

/// Shapes that boxes leave open, on their way to the kernels of their kinds.
class OpenShapes {
 public:
  OpenShapes(const detail::ShapeStore& shapes, const detail::SetKernels& kernels, const CullBatch& common)
      : shapes_(shapes.view()), kernels_(kernels), common_(common) {}

  /// The shape of that index, which has this bit among the visible ones.
  void add(std::uint32_t index, std::size_t bit) {
    const auto kind = static_cast<std::size_t>(shapes_.kinds[index]);
    List& list = lists_[kind];
    list.record[list.count] = &shapes_.records[index];
    list.bit[list.count++] = static_cast<std::uint32_t>(bit);
    if (list.count == at_once) decide(kind);
  }
  void finish() {
    for (std::size_t kind = 0; kind < detail::record_kinds; ++kind)
      if (lists_[kind].count != 0) decide(kind);
  }

 private:
  static constexpr std::size_t at_once = 512;
  struct List {
    std::array<const detail::Record*, at_once> record;
    std::array<std::uint32_t, at_once> bit;
    std::size_t count = 0;
  };

  void decide(std::size_t kind) {
    List& list = lists_[kind];
    std::fill(list.record.begin() + list.count, list.record.begin() + 64 * mask_words(list.count),
              list.record[list.count - 1]);
    std::array<std::uint64_t, at_once / 64> seen;
    detail::RecordBatch batch{common_, list.record.data(), shapes_};
    batch.count = static_cast<int>(list.count), batch.visible = seen.data();
    kernels_.cull[kind](batch);
    for (std::size_t i = 0; i < list.count; ++i)
      common_.visible[list.bit[i] / 64] |= (seen[i / 64] >> i % 64 & 1) << list.bit[i] % 64;
    list.count = 0;
  }

  detail::ShapesView shapes_;
  const detail::SetKernels& kernels_;
  const CullBatch& common_;
  std::array<List, detail::record_kinds> lists_;
};

/// The same of shapes, or of the parts of bodies. What is inside of all planes is in the volume if these are its own,
/// and nothing proves it to be outside; that it is inside is for the kernels to prove.
std::size_t cull_shapes_of(const World::Store& store, const detail::WorldKernels& kernels,
                           const detail::SetKernels& of_kinds, const CullBatch& common, std::size_t first) {
  std::array<std::uint64_t, tiles_at_most * detail::tile_words> open;
  detail::WorldCullBatch batch = batch_of(store, common, first);
  batch.stages = CullStages::bound, batch.open = open.data();
  kernels.cull[static_cast<std::size_t>(store.kind)](batch);
  const bool boxes_see =
      common.stages == CullStages::planes || (common.keep_touching && common.volume->planes_are_exact);
  const std::size_t blocks = detail::parts_of(static_cast<std::size_t>(batch.count), world_block);
  OpenShapes shapes(store.shape_set()->store(), of_kinds, common);
  for (std::size_t b = 0; b < blocks; ++b) {
    if (batch.visible[b] == 0) continue;
    const std::uint64_t living = batch.visible[b] & store.alive(first / world_block + b),
                        asked = boxes_see ? living & open[b] : living;
    batch.visible[b] = living & ~asked;
    for (std::uint64_t left = asked; left != 0; left &= left - 1) {
      const std::size_t at = b * world_block + static_cast<unsigned>(std::countr_zero(left));
      shapes.add(store.order[first + at], at);
    }
  }
  shapes.finish();
  return detail::count_bits(batch.visible, blocks);
}

/// In the world's order; `visible` may be empty.
std::size_t cull_store(const ConvexVolume& volume, const World::Store& store, std::span<std::uint64_t> visible,
                       const CullOptions& options) {
  const detail::WorldKernels& kernels = detail::kernels_for(detail::world_tables, options.isa);
  const detail::SetKernels& of_kinds = detail::kernels_for(detail::set_tables, options.isa);
  const auto cull_some = [&](const CullBatch& batch, std::size_t first) {
    return store.shape_set() != nullptr ? cull_shapes_of(store, kernels, of_kinds, batch, first)
                                        : cull_tile_of(store, kernels, batch, first);
  };
  return detail::cull_tiles<tiles_at_most>(store.order.size(), detail::make_batch(volume, options), visible, cull_some);
}

/// Sets the bits of the objects whose positions have a bit. Most of them are in blocks that are seen as a whole, of
/// which no bit needs to be looked for.
void to_indices(std::span<const std::uint64_t> by_position, std::span<const std::uint32_t> order,
                std::span<std::uint64_t> by_index) {
  std::fill(by_index.begin(), by_index.end(), 0);
  const auto set_bit = [&](std::uint32_t index) { by_index[index / 64] |= std::uint64_t{1} << index % 64; };
  for (std::size_t word = 0; word < by_position.size(); ++word) {
    const std::uint32_t* const of_word = order.data() + word * 64;
    std::uint64_t left = by_position[word];
    if (left == ~std::uint64_t{0}) {
#pragma GCC unroll 8
      for (std::size_t k = 0; k < 64; ++k) set_bit(of_word[k]);
      continue;
    }
    for (; left != 0; left &= left - 1) set_bit(of_word[std::countr_zero(left)]);
  }
}

/// The other way.
void to_positions(std::span<const std::uint64_t> by_index, std::span<const std::uint32_t> order,
                  std::span<std::uint64_t> by_position) {
  std::fill(by_position.begin(), by_position.end(), 0);
  for (std::size_t p = 0; p < order.size(); ++p)
    if (order[p] != no_object) by_position[p / 64] |= (by_index[order[p] / 64] >> order[p] % 64 & 1) << p % 64;
}

/// A body is seen if one of its parts is.
std::size_t cull_bodies(const ConvexVolume& volume, const World::Store& store, std::span<std::uint64_t> visible,
                        const CullOptions& options) {
  const std::unique_ptr<std::uint64_t[]> words(new std::uint64_t[store.blocks()]);
  const std::span<std::uint64_t> by_position(words.get(), store.blocks());
  cull_store(volume, store, by_position, options);
  to_indices(by_position, store.bodies->order, visible);
  return detail::count_bits(visible.data(), visible.size());
}

}  // namespace

std::size_t cull(const ConvexVolume& volume, const World& world, std::span<std::uint64_t> visible,
                 const CullOptions& options) {
  const World::Store& store = world.store();
  const detail::Call call(options.executor);
  detail::check_mask(visible, store.size());
  if (store.bodies) return cull_bodies(volume, store, visible, options);
  const std::unique_ptr<std::uint64_t[]> words(new std::uint64_t[store.blocks()]);
  const std::span<std::uint64_t> by_position(words.get(), store.blocks());
  const std::size_t count = cull_store(volume, store, by_position, options);
  to_indices(by_position, store.order, visible);
  return count;
}

std::size_t cull_in_order(const ConvexVolume& volume, const World& world, std::span<std::uint64_t> visible,
                          const CullOptions& options) {
  const detail::Call call(options.executor);
  const World::Store& store = world.store();
  detail::check_mask(visible, store.order.size());
  if (!store.bodies) return cull_store(volume, store, visible, options);
  std::vector<std::uint64_t> by_index(mask_words(store.size()));
  const std::size_t count = cull_bodies(volume, store, by_index, options);
  to_positions(by_index, store.bodies->order, visible);
  return count;
}

std::size_t cull_count(const ConvexVolume& volume, const World& world, const CullOptions& options) {
  const World::Store& store = world.store();
  const detail::Call call(options.executor);
  if (store.bodies) {
    std::vector<std::uint64_t> visible(mask_words(store.size()));
    return cull_bodies(volume, store, visible, options);
  }
  return cull_store(volume, store, {}, options);
}

}  // namespace lockstep
