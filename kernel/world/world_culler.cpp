#include "world/world_culler.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "sets/shape_store.hpp"

namespace lockstep::detail {

namespace {

/// One bit per sixteen blocks of a batch.
using NodeBits = std::array<std::uint64_t, most_positions / world_block / world_fanout / 64>;

/// Clears the bits of free positions in a batch that starts at position `first`; returns the number of bits left. Most
/// words of a view have no bit, so only the groups of sixteen blocks set in `seen` are read.
std::size_t keep_living(const World::Store& store, std::size_t first, const CullBatch& batch, const NodeBits& seen) {
  const std::span visible(batch.visible, parts_of(static_cast<std::size_t>(batch.count), world_block));
  std::size_t count = 0;
  for (std::size_t word = 0; word < seen.size(); ++word)
    for_each_bit(seen[word], [&](std::size_t k) {
      const std::size_t begin = (word * 64 + k) * world_fanout, end = std::min(begin + world_fanout, visible.size());
      for (std::size_t block = begin; block < end; ++block) visible[block] &= store.alive(first / world_block + block);
      count += count_bits(&visible[begin], end - begin);
    });
  return count;
}

/// The kernel input for the world from the block at `first` on.
WorldCullBatch batch_of(const World::Store& store, const CullBatch& common, std::size_t first) {
  const std::size_t block = first / world_block;
  WorldCullBatch batch{
      {common, {}, nullptr}, store.leaf_boxes.data() + block * leaf_box_floats, 0, {}, nullptr, nullptr};
  std::copy_n(store.from(first).begin(), store.streams(), batch.stream);
  // Adds the levels that have a box starting where the tile does.
  for (std::size_t blocks = 1; batch.levels < std::min(store.levels.size(), batch.most_levels);
       blocks *= world_fanout) {
    if (block % blocks != 0) break;
    batch.boxes[batch.levels] = store.levels[batch.levels].from(block / blocks);
    ++batch.levels;
  }
  return batch;
}

/// Collects shapes that their boxes leave undecided, for the kernels of their kinds.
class OpenShapes {
 public:
  OpenShapes(const ShapeStore& shapes, const SetKernels& kernels, const CullBatch& common)
      : shapes_(shapes.view_with_positions()), kernels_(kernels), common_(common) {}

  /// Adds the shape of that index; `bit` is its bit in the visible mask.
  void add(std::uint32_t index, std::size_t bit) {
    const auto kind = static_cast<std::size_t>(shapes_.kinds[index]);
    List& list = lists_[kind];
    list.record[list.count] = &shapes_.records[index];
    list.bit[list.count++] = static_cast<std::uint32_t>(bit);
    if (list.count == at_once) decide(kind);
  }
  void finish() {
    for (std::size_t kind = 0; kind < record_kinds; ++kind)
      if (lists_[kind].count != 0) decide(kind);
  }

 private:
  static constexpr std::size_t at_once = 512;
  struct List {
    std::array<const Record*, at_once> record;
    std::array<std::uint32_t, at_once> bit;
    std::size_t count = 0;
  };

  void decide(std::size_t kind) {
    List& list = lists_[kind];
    std::fill(list.record.begin() + list.count, list.record.begin() + 64 * mask_words(list.count),
              list.record[list.count - 1]);
    std::array<std::uint64_t, at_once / 64> seen;
    RecordBatch batch{common_, list.record.data(), shapes_};
    batch.count = static_cast<int>(list.count), batch.visible = seen.data();
    kernels_.cull[kind](batch);
    for (std::size_t i = 0; i < list.count; ++i)
      common_.visible[list.bit[i] / 64] |= (seen[i / 64] >> i % 64 & 1) << list.bit[i] % 64;
    list.count = 0;
  }

  ShapesView shapes_;
  const SetKernels& kernels_;
  const CullBatch& common_;
  std::array<List, record_kinds> lists_;
};

}  // namespace

WorldCuller::WorldCuller(const World::Store& store, const CullOptions& options)
    : store_(store),
      kernels_(kernels_for(world_tables, options.isa)),
      of_views_(kernels_for(view_tables, options.isa)),
      of_kinds_(kernels_for(set_tables, options.isa)) {}

std::size_t WorldCuller::cull(const CullBatch& common, std::size_t first) const {
  if (store_.shape_set() != nullptr) return cull_shapes(common, first);
  return run(batch_of(store_, common, first), first);
}

std::size_t WorldCuller::run(WorldCullBatch batch, std::size_t first) const {
  NodeBits seen{};
  batch.seen = seen.data();
  kernels_.cull[static_cast<std::size_t>(store_.kind)](batch);
  return keep_living(store_, first, batch, seen);
}

std::size_t WorldCuller::bound(const CullBatch& common, std::size_t first, std::uint64_t* open) const {
  const VolumeAtBoxes volume(*common.volume, store_.origin);
  WorldCullBatch batch = batch_of(store_, common, first);
  batch.volume = &*volume, batch.stages = CullStages::bound, batch.open = open;
  return run(batch, first);
}

bool WorldCuller::gather(std::span<const std::uint64_t> kept, std::size_t first, GatheredObjects& objects) const {
  if (objects.count + count_bits(kept.data(), kept.size()) > GatheredObjects::most) return false;
  const std::size_t begin = objects.count;
  for (std::size_t word = 0; word < kept.size(); ++word)
    for_each_bit(kept[word], [&](std::size_t k) {
      objects.position[objects.count++] = static_cast<std::uint32_t>(first + word * 64 + k);
    });
  if (objects.count == 0) return true;
  for (std::size_t s = 0; s < store_.streams(); ++s) {
    std::array<float, GatheredObjects::most>& to = objects.number[s];
    const float* const from = store_.numbers.data() + s * store_.pitch;
    for (std::size_t i = begin; i < objects.count; ++i) to[i] = from[objects.position[i]];
    std::fill(to.begin() + static_cast<std::ptrdiff_t>(objects.count),
              to.begin() + static_cast<std::ptrdiff_t>(64 * mask_words(objects.count)), to[objects.count - 1]);
  }
  return true;
}

std::size_t WorldCuller::cull(CullBatch common, const GatheredObjects& objects) const {
  if (objects.count == 0) return 0;
  const std::size_t words = mask_words(objects.count);
  common.count = static_cast<int>(objects.count);
  const ShapeSet* const set = store_.shape_set();
  const VolumeAtBoxes volume(*common.volume, store_.origin);
  StreamBatch batch{common, {}, nullptr};
  batch.volume = &*volume;
  if (set != nullptr) batch.stages = CullStages::bound;  // boxes around shapes
  for (std::size_t s = 0; s < store_.streams(); ++s) batch.stream[s] = objects.number[s].data();
  of_views_.cull[static_cast<std::size_t>(store_.kind)](batch);
  if (set == nullptr) return count_bits(common.visible, words);
  OpenShapes shapes(set->store(), of_kinds_, common);
  for (std::size_t word = 0; word < words; ++word)
    for_each_bit(std::exchange(common.visible[word], 0), [&](std::size_t k) {
      const std::size_t i = word * 64 + k;
      shapes.add(store_.order[objects.position[i]], i);
    });
  shapes.finish();
  return count_bits(common.visible, words);
}

/// Culls shapes, or the parts of bodies. If the planes are the volume's own, an object inside of all of them is in the
/// volume, so nothing can prove it outside: with `keep_touching`, its box suffices. Only the kernels can prove that an
/// object is inside.
std::size_t WorldCuller::cull_shapes(const CullBatch& common, std::size_t first) const {
  std::array<std::uint64_t, world_tiles_at_most * tile_words> open;
  bound(common, first, open.data());
  const bool boxes_see =
      common.stages == CullStages::planes || (common.keep_touching && common.volume->planes_are_exact);
  const std::size_t blocks = parts_of(static_cast<std::size_t>(common.count), world_block);
  OpenShapes shapes(store_.shape_set()->store(), of_kinds_, common);
  for (std::size_t b = 0; b < blocks; ++b) {
    std::uint64_t& word = common.visible[b];
    const std::uint64_t tested = boxes_see ? word & open[b] : word;
    word &= ~tested;
    for_each_bit(tested, [&](std::size_t k) {
      const std::size_t at = b * world_block + k;
      shapes.add(store_.order[first + at], at);
    });
  }
  shapes.finish();
  return count_bits(common.visible, blocks);
}

}  // namespace lockstep::detail
