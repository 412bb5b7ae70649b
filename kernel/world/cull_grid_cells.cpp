#include "world/cull_grid_cells.hpp"

#include <algorithm>
#include <array>
#include <mutex>
#include <span>

#include "cull/assign_cells.hpp"
#include "sets/shape_store.hpp"

namespace lockstep::detail {

namespace {

/// The hits of bodies, which may appear at several positions: they are merged at the end.
class BodyHits {
 public:
  /// Tasks may call this at the same time.
  void add(std::span<const std::uint64_t> of_a_task) {
    const std::lock_guard lock(one_at_a_time_);
    hits_.insert(hits_.end(), of_a_task.begin(), of_a_task.end());
  }
  /// Removes duplicates; returns the number of hits.
  std::size_t mark(const VisibleOutput& output) {
    std::sort(hits_.begin(), hits_.end());
    hits_.erase(std::unique(hits_.begin(), hits_.end()), hits_.end());
    OutputOfTask merged(output);
    for (const std::uint64_t hit : hits_) {
      const auto v = static_cast<std::uint32_t>(hit >> 32);
      merged.mark(v, static_cast<std::size_t>(hit & 0xffffffffU), false), merged.count(v, 1);
    }
    merged.finish();
    return hits_.size();
  }

 private:
  std::mutex one_at_a_time_;
  ScratchVector<std::uint64_t> hits_;  // volume and body
};

struct GridCall {
  const VolumeSet& grid;
  const WorldCuller& culler;
  std::span<const std::uint64_t> kept;
  const VisibleOutput& output;
  BodyHits& of_bodies;
  const CullOptions& options;

  [[nodiscard]] const World::Store& store() const { return culler.store(); }
  [[nodiscard]] const VolumeNode& view() const { return grid.roots()[0]; }
  [[nodiscard]] std::size_t count(std::size_t first, std::size_t size) const {
    return count_bits(&kept[first / 64], mask_words(size));
  }
};

/// The output of one task. Maps positions to the caller's objects, which are scattered even for neighbours.
class PlacedOutput {
 public:
  explicit PlacedOutput(const GridCall& call)
      : call_(call),
        output_(call.output),
        order_(call.store().bodies ? call.store().bodies->order.data() : call.store().order.data()),
        of_bodies_(call.store().bodies.has_value()),
        shared_(threads_at_most() > 1) {}

  void count(std::uint32_t v, std::size_t seen) const {
    if (!of_bodies_) output_.count(v, seen);
  }
  void mark(std::uint32_t v, std::uint16_t index, std::size_t first) {
    const std::uint32_t object = order_[first + index];
    if (of_bodies_)
      bodies_.push_back(std::uint64_t{v} << 32 | object);
    else
      output_.mark(v, std::size_t{object}, shared_);
  }
  void finish() {
    output_.finish();
    call_.of_bodies.add(bodies_);
  }

 private:
  const GridCall& call_;
  OutputOfTask output_;
  const std::uint32_t* order_;
  bool of_bodies_, shared_;
  ScratchVector<std::uint64_t> bodies_;  // volume and body
};

/// Spheres or boxes, which are stored as kernels read them: runs of blocks with positions that the view keeps.
template <ViewKind K>
class StreamsInGrid {
 public:
  using Survivors = StreamSurvivors<K>;

  StreamsInGrid(const GridCall& call, const Streams<K>& streams)
      : call_(call),
        objects_(streams, kernels_for(stream_tables, call.options.isa)),
        kernels_(kernels_for(view_tables, call.options.isa)) {}

  /// Culls the positions from `start` on, of which the view keeps `count`.
  [[nodiscard]] std::size_t cull(std::size_t start, std::size_t size, std::size_t count, PlacedOutput& output) const {
    const ManyCall<Survivors, PlacedOutput> many{call_.grid, kernels_, call_.options, output, objects_};
    GridCulling<Survivors, PlacedOutput> culling(many, call_.view(), start, count);
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
  const ViewKernels& kernels_;
};

/// Shapes of one kind.
class RecordsInGrid {
 public:
  RecordsInGrid(const GridCall& call, const ShapeStore& shapes, std::size_t kind)
      : call_(call),
        objects_{shapes.view_with_positions(), kind},
        kernels_(kernels_for(set_tables, call.options.isa)) {}

  [[nodiscard]] std::size_t cull(std::size_t start, std::size_t size, std::size_t count, PlacedOutput& output) const {
    const ManyCall<RecordSurvivors, PlacedOutput> many{call_.grid, kernels_, call_.options, output, objects_};
    GridCulling<RecordSurvivors, PlacedOutput> culling(many, call_.view(), start, count);
    RecordSurvivors tile(objects_, cull_tile);
    const auto add_tile = [&] { tile.pad(), culling.add(tile), tile.clear(); };
    for (std::size_t block = start / 64, end = block + mask_words(size); block < end; ++block)
      for_each_bit(call_.kept[block], [&](std::size_t k) {
        const std::size_t position = block * 64 + k;
        const std::uint32_t index = call_.store().order[position];
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
  const SetKernels& kernels_;
};

template <class InGrid>
std::size_t cull_chunks(const GridCall& call, const InGrid& objects) {
  constexpr std::size_t of_a_task = std::size_t{16} * cull_tile;
  return sum_over_tiles(call.store().order.size(), of_a_task, [&](std::size_t first, std::size_t size) {
    const std::size_t count = call.count(first, size);
    if (count == 0) return count;
    PlacedOutput output(call);
    const std::size_t seen = objects.cull(first, size, count, output);
    output.finish();
    return seen;
  });
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
  BodyHits of_bodies;
  const GridCall call{grid, culler, kept.bits, output, of_bodies, options};
  if (const ShapeSet* const shapes = store.shape_set()) {
    std::size_t total = 0;
    for (std::size_t kind = 0; kind < record_kinds; ++kind)
      if (shapes->store().count_of_kind[kind] != 0)
        total += cull_chunks(call, RecordsInGrid(call, shapes->store(), kind));
    return store.bodies ? of_bodies.mark(output) : total;
  }
  if (store.kind == ViewKind::spheres)
    return cull_chunks(call, StreamsInGrid<ViewKind::spheres>(call, streams_of<ViewKind::spheres>(store)));
  return cull_chunks(call, StreamsInGrid<ViewKind::aabbs>(call, streams_of<ViewKind::aabbs>(store)));
}

}  // namespace lockstep::detail
