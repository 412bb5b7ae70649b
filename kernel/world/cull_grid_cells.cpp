#include "world/cull_grid_cells.hpp"

#include <algorithm>
#include <array>
#include <mutex>
#include <span>

#include "cull/grid_culling.hpp"
#include "sets/shape_store.hpp"

namespace lockstep::detail {

namespace {

/// Maps positions to the caller's objects, which are scattered even for neighbours. A body may appear at several
/// positions: its hits are merged at the end.
class PlacedOutput {
 public:
  PlacedOutput(const VisibleOutput& output, const World::Store& store)
      : output_(output),
        order_(store.bodies ? store.bodies->order.data() : store.order.data()),
        of_bodies_(store.bodies.has_value()),
        shared_(threads_at_most() > 1) {}

  void count(std::uint32_t v, std::size_t seen) const {
    if (!of_bodies_) output_.count(v, seen);
  }
  void mark(std::uint32_t v, std::uint16_t index, std::size_t first) const {
    const std::uint32_t object = order_[first + index];
    if (!of_bodies_) return output_.mark(v, object, shared_);
    const std::lock_guard lock(one_at_a_time_);
    hits_.push_back(std::uint64_t{v} << 32 | object);
  }
  /// Removes duplicate hits of bodies; returns the number of hits.
  std::size_t mark_bodies() {
    std::sort(hits_.begin(), hits_.end());
    hits_.erase(std::unique(hits_.begin(), hits_.end()), hits_.end());
    for (const std::uint64_t hit : hits_) {
      const auto v = static_cast<std::uint32_t>(hit >> 32);
      output_.mark(v, hit & 0xffffffffU, false), output_.count(v, 1);
    }
    return hits_.size();
  }

 private:
  const VisibleOutput& output_;
  const std::uint32_t* order_;
  bool of_bodies_, shared_;
  mutable std::mutex one_at_a_time_;
  mutable std::vector<std::uint64_t> hits_;  // volume and body
};

struct GridCall {
  const VolumeSet& grid;
  const WorldCuller& culler;
  std::span<const std::uint64_t> kept;
  const PlacedOutput& output;
  const CullOptions& options;

  [[nodiscard]] const VolumeNode& view() const { return grid.roots()[0]; }
  [[nodiscard]] std::size_t count(std::size_t first, std::size_t size) const {
    return count_bits(&kept[first / 64], mask_words(size));
  }
};

/// Spheres or boxes, which are stored as kernels read them: runs of blocks with positions that the view keeps.
template <ViewKind K>
class StreamsInGrid {
 public:
  using Survivors = StreamSurvivors<K>;

  StreamsInGrid(const GridCall& call, const Streams<K>& streams)
      : call_(call),
        objects_(streams, kernels_for(stream_tables, call.options.isa)),
        many_{call.grid, kernels_for(view_tables, call.options.isa), call.options, call.output, objects_} {}

  /// Culls the positions from `start` on.
  [[nodiscard]] std::size_t cull(std::size_t start, std::size_t size) const {
    const std::size_t count = call_.count(start, size);
    if (count == 0) return 0;
    GridCulling<Survivors, PlacedOutput> culling(many_, call_.view(), start, count);
    for (std::size_t block = start / 64, end = block + mask_words(size); block < end;) {
      TileMask mask;
      std::size_t run = 0;
      while (run < tile_words && block + run < end && call_.kept[block + run] != 0)
        mask[run] = call_.kept[block + run], ++run;
      if (run != 0) culling.append(Survivors(objects_, start, block * 64, run * 64), mask);
      block += std::max<std::size_t>(run, 1);
    }
    return culling.finish();
  }

 private:
  const GridCall& call_;
  StridedObjects<K> objects_;
  ManyCall<Survivors, PlacedOutput> many_;
};

/// Shapes of one kind.
class RecordsInGrid {
 public:
  RecordsInGrid(const GridCall& call, const ShapeStore& shapes, std::size_t kind)
      : call_(call),
        objects_{shapes.view(), kind},
        many_{call.grid, kernels_for(set_tables, call.options.isa), call.options, call.output, objects_} {}

  [[nodiscard]] std::size_t cull(std::size_t start, std::size_t size) const {
    const std::size_t count = call_.count(start, size);
    if (count == 0) return 0;
    GridCulling<RecordSurvivors, PlacedOutput> culling(many_, call_.view(), start, count);
    RecordSurvivors tile(objects_, cull_tile);
    const auto add_tile = [&] { tile.pad(), culling.add(tile), tile.clear(); };
    for (std::size_t block = start / 64, end = block + mask_words(size); block < end; ++block)
      for_each_bit(call_.kept[block], [&](std::size_t k) {
        const std::size_t position = block * 64 + k;
        const std::uint32_t index = call_.culler.store().order[position];
        if (static_cast<std::size_t>(objects_.shapes.kinds[index]) != objects_.kind) return;
        tile.append(&objects_.shapes.records[index], position - start);
        if (tile.count == cull_tile) add_tile();
      });
    add_tile();
    return culling.finish();
  }

 private:
  const GridCall& call_;
  RecordsOfKind objects_;
  ManyCall<RecordSurvivors, PlacedOutput> many_;
};

template <class InGrid>
std::size_t cull_chunks(const InGrid& objects, std::size_t positions) {
  constexpr std::size_t of_a_task = std::size_t{16} * cull_tile;
  return sum_over_tiles(positions, of_a_task,
                        [&](std::size_t first, std::size_t size) { return objects.cull(first, size); });
}

/// A world's own copies of objects, as streams.
template <ViewKind K>
Streams<K> streams_of(const World::Store& store) {
  Streams<K> streams{store.objects_name(), {}, {}, store.order.size()};
  for (std::size_t s = 0; s < Streams<K>::size; ++s) streams.stream[s] = {store.from(0)[s]};
  return streams;
}

}  // namespace

KeptPositions kept_by_view(const WorldCuller& culler, const ConvexVolume& view, const CullOptions& options) {
  const std::size_t positions = culler.store().order.size();
  KeptPositions kept;
  kept.bits.resize(mask_words(positions));
  kept.count = cull_tiles<world_tiles_at_most>(positions, make_batch(view, options), kept.bits,
                                               [&](const CullBatch& batch, std::size_t first) {
                                                 std::array<std::uint64_t, most_positions / 64> open;
                                                 return culler.bound(batch, first, open.data());
                                               });
  return kept;
}

std::size_t cull_cells(const VolumeSet& grid, const WorldCuller& culler, const KeptPositions& kept,
                       const VisibleOutput& output, const CullOptions& options) {
  const World::Store& store = culler.store();
  const std::size_t positions = store.order.size();
  PlacedOutput placed(output, store);
  const GridCall call{grid, culler, kept.bits, placed, options};
  if (const ShapeSet* const shapes = store.shape_set()) {
    std::size_t total = 0;
    for (std::size_t kind = 0; kind < record_kinds; ++kind)
      if (shapes->store().count_of_kind[kind] != 0)
        total += cull_chunks(RecordsInGrid(call, shapes->store(), kind), positions);
    return store.bodies ? placed.mark_bodies() : total;
  }
  if (store.kind == ViewKind::spheres)
    return cull_chunks(StreamsInGrid<ViewKind::spheres>(call, streams_of<ViewKind::spheres>(store)), positions);
  return cull_chunks(StreamsInGrid<ViewKind::aabbs>(call, streams_of<ViewKind::aabbs>(store)), positions);
}

}  // namespace lockstep::detail
