// Frustum culling of a world against many volumes. The world's BVH finds the objects of a volume faster than bounds of
// volumes find the volumes of an object, so each volume traverses the world alone. The cells of a grid are the
// exception: they share planes.
#include <algorithm>
#include <array>
#include <span>

#include "base/buffer.hpp"
#include "base/call.hpp"
#include "world/cull_grid_cells.hpp"

namespace lockstep {

namespace {

using detail::most_positions;
using detail::VolumeNode;

/// The boxes around 16 x 16 blocks, if there are more of them than a kernel tests at the start. If such a box lies
/// outside of a volume, all its blocks are culled.
class LargeBoxes {
 public:
  static constexpr std::size_t level = 2, positions = detail::world_block * detail::world_fanout * detail::world_fanout;

  LargeBoxes(const World::Store& store, const CullOptions& options)
      : kernels_(detail::kernels_for(detail::view_tables, options.isa)),
        origin_(store.origin),
        count_(detail::parts_of(store.order.size(), positions)) {
    if (store.levels.size() <= level) return;
    const detail::BoxLevel& boxes = store.levels[level];
    pitch_ = mask_words(count_) * 64;
    numbers_.resize(6 * pitch_);
    for (std::size_t s = 0; s < 6; ++s) {
      float* const to = &numbers_[s * pitch_];
      std::copy_n(boxes.from(0).stream[s], count_, to);
      std::fill(to + count_, to + pitch_, to[count_ - 1]);
    }
  }

  [[nodiscard]] std::size_t words() const { return mask_words(count_); }
  /// Sets the bits of the boxes that the planes of a volume do not cull.
  void test(const ConvexVolume& volume, std::span<std::uint64_t> near) const {
    if (numbers_.empty()) return std::fill(near.begin(), near.end(), ~std::uint64_t{0});
    const detail::VolumeAtBoxes moved(volume.data(), origin_);
    detail::StreamBatch batch{
        {&*moved, static_cast<int>(count_), near.data(), detail::CullStages::bound, true}, {}, nullptr};
    for (std::size_t s = 0; s < 6; ++s) batch.stream[s] = &numbers_[s * pitch_];
    kernels_.cull[static_cast<std::size_t>(detail::ViewKind::aabbs)](batch);
  }
  /// Calls use(first, end) for runs of positions below these boxes, no longer than a kernel takes at once.
  template <class Use>
  void for_each_run(std::span<const std::uint64_t> near, std::size_t all_positions, const Use& use) const {
    constexpr std::size_t most = most_positions / positions;
    const auto is_near = [&](std::size_t box) { return (near[box / 64] >> box % 64 & 1) != 0; };
    for (std::size_t box = 0; box < count_;) {
      std::size_t end = box;
      while (end < count_ && end - box < most && is_near(end)) ++end;
      if (end != box) use(box * positions, std::min(end * positions, all_positions));
      box = std::max(end, box + 1);
    }
  }

 private:
  const detail::ViewKernels& kernels_;
  Vec3d origin_;
  std::size_t count_, pitch_ = 0;
  detail::ScratchVector<float> numbers_;
};

/// Culls the volumes one after the other. If the common bound of some volumes keeps few objects, these are gathered and
/// tested against each of the volumes. Otherwise each volume traverses the world's boxes alone.
class VolumeByVolume {
 public:
  VolumeByVolume(const VolumeSet& volumes, const detail::WorldCuller& culler, const detail::VisibleOutput& output,
                 const CullOptions& options)
      : volumes_(volumes),
        culler_(culler),
        store_(culler.store()),
        output_(output),
        options_(options),
        boxes_(store_, options),
        shared_(detail::threads_at_most() > 1) {}

  /// Returns the total number of hits.
  [[nodiscard]] std::size_t cull() const {
    const bool together = bounds_pay();
    const auto cull_some = [&](std::size_t first, std::size_t count) {
      Memory memory(*this);
      std::size_t total = 0;
      for (std::size_t i = first; i < first + count; ++i) {
        const VolumeNode& node = volumes_.node(i);
        if (together && is_bound(node))
          total += cull_children(node, memory);
        else if (node.child_count == 0 && !(together && i >= volumes_.roots().size()))
          total += cull_leaf(node, memory);
      }
      memory.output.finish();
      return total;
    };
    constexpr std::size_t at_once = 16;
    return detail::sum_over_tiles(volumes_.nodes(), 1, cull_some, at_once);
  }

 private:
  struct Memory {
    detail::ScratchVector<std::uint64_t> near, seen, open,
        row;  // large boxes; positions; bodies, if the output has no row
    detail::Buffer<detail::GatheredObjects> room{detail::scratch_here()};
    detail::GatheredObjects* const objects = room.room_for(1);
    detail::OutputOfTask output;

    explicit Memory(const VolumeByVolume& of)
        : near(of.boxes_.words()),
          seen(std::min(of.store_.blocks(), most_positions / 64)),
          open(seen.size()),
          output(of.output_) {}
  };

  /// Objects that a bound culls need not be tested against the volumes below it. One task tests the bound, which leaves
  /// threads idle if there are few bounds.
  [[nodiscard]] bool bounds_pay() const {
    constexpr std::size_t few_positions = std::size_t{1} << 14, volumes_for_a_thread = 64;
    return options_.method == CullMethod::exact &&
           (store_.order.size() <= few_positions ||
            volumes_.size() >= volumes_for_a_thread * detail::threads_at_most());
  }
  /// Whether the node has child volumes that are all leaves.
  [[nodiscard]] bool is_bound(const VolumeNode& node) const {
    return node.child_count != 0 && volumes_.children(node)[0].child_count == 0;
  }

  [[nodiscard]] std::size_t cull_children(const VolumeNode& bound, Memory& memory) const {
    const bool few = gather(bound, memory);
    std::size_t total = 0;
    for (const VolumeNode& leaf : volumes_.children(bound))
      total += few ? cull_gathered(leaf, memory) : cull_leaf(leaf, memory);
    return total;
  }
  /// Gathers the objects that a bound keeps. False if there are many, or if the test does not pay.
  [[nodiscard]] bool gather(const VolumeNode& bound, Memory& memory) const {
    constexpr std::size_t enough_volumes = 8;
    if (bound.child_count < enough_volumes) return false;
    memory.objects->count = 0;
    bool few = true;
    for_each_run(bound, memory, [&](const detail::CullBatch& batch, std::size_t first) {
      if (!few || culler_.bound(batch, first, memory.open.data()) == 0) return;
      few = culler_.gather({batch.visible, mask_words(static_cast<std::size_t>(batch.count))}, first, *memory.objects);
    });
    return few;
  }
  [[nodiscard]] std::size_t cull_gathered(const VolumeNode& leaf, Memory& memory) const {
    const std::span<std::uint64_t> row = clear_row(leaf.volume, memory);
    detail::CullBatch batch = detail::make_batch(leaf.bound, options_);
    std::array<std::uint64_t, detail::GatheredObjects::most / 64> mask;
    batch.visible = mask.data();
    const detail::GatheredObjects& objects = *memory.objects;
    const std::size_t seen = culler_.cull(batch, objects);
    if (seen != 0)
      mark(leaf.volume, std::span(mask).first(mask_words(objects.count)), objects.position.data(), row, memory.output,
           [&](std::uint32_t position) { return order()[position]; });
    return count(leaf.volume, seen, row, memory.output);
  }
  [[nodiscard]] std::size_t cull_leaf(const VolumeNode& leaf, Memory& memory) const {
    const std::span<std::uint64_t> row = clear_row(leaf.volume, memory);
    std::size_t seen = 0;
    for_each_run(leaf, memory, [&](const detail::CullBatch& batch, std::size_t first) {
      const std::size_t of_run = culler_.cull(batch, first);
      seen += of_run;
      if (of_run != 0)
        mark(leaf.volume, {batch.visible, mask_words(static_cast<std::size_t>(batch.count))}, order() + first, row,
             memory.output, [](std::uint32_t object) { return object; });
    });
    return count(leaf.volume, seen, row, memory.output);
  }
  /// Calls use(batch, first) for runs of positions in the large boxes that a volume does not cull.
  template <class Use>
  void for_each_run(const VolumeNode& node, Memory& memory, const Use& use) const {
    boxes_.test(node.bound, memory.near);
    boxes_.for_each_run(memory.near, store_.order.size(), [&](std::size_t first, std::size_t end) {
      detail::CullBatch batch = detail::make_batch(node.bound, options_);
      batch.count = static_cast<int>(end - first), batch.visible = memory.seen.data();
      use(batch, first);
    });
  }

  [[nodiscard]] const std::uint32_t* order() const {
    return store_.bodies ? store_.bodies->order.data() : store_.order.data();
  }
  /// The cleared row of volume v. For bodies there is always a row.
  [[nodiscard]] std::span<std::uint64_t> clear_row(std::uint32_t v, Memory& memory) const {
    std::span<std::uint64_t> row = output_.row(v);
    if (row.empty() && store_.bodies) {
      memory.row.resize(mask_words(store_.size()));
      row = memory.row;
    }
    std::fill(row.begin(), row.end(), 0);
    return row;
  }
  /// Marks those of `all` whose bit is set as visible; object(each) maps each to its object.
  template <class Object>
  void mark(std::uint32_t v, std::span<const std::uint64_t> seen, const std::uint32_t* all,
            std::span<std::uint64_t> row, detail::OutputOfTask& output, const Object& object) const {
    if (!row.empty())
      detail::for_each_visible(seen, all, [&](std::uint32_t each) {
        const std::uint32_t i = object(each);
        row[i / 64] |= std::uint64_t{1} << i % 64;
      });
    if (!store_.bodies && !output.wants_rows_alone())
      detail::for_each_visible(seen, all, [&](std::uint32_t each) { output.mark_but_row(v, object(each), shared_); });
  }
  /// The number of visible objects. A body counts once, if one of its parts is visible.
  [[nodiscard]] std::size_t count(std::uint32_t v, std::size_t seen, std::span<const std::uint64_t> row,
                                  detail::OutputOfTask& output) const {
    if (store_.bodies) {
      seen = detail::count_bits(row.data(), row.size());
      if (!output.wants_rows_alone())
        for (std::size_t word = 0; word < row.size(); ++word)
          detail::for_each_bit(row[word], [&](std::size_t k) { output.mark_but_row(v, word * 64 + k, shared_); });
    }
    output.count(v, seen);
    return seen;
  }

  const VolumeSet& volumes_;
  const detail::WorldCuller& culler_;
  const World::Store& store_;
  const detail::VisibleOutput& output_;
  const CullOptions& options_;
  LargeBoxes boxes_;
  bool shared_;
};

/// Marks everything that the volumes see; returns the number of hits.
std::size_t mark_visible(const VolumeSet& volumes, const World::Store& store, const detail::VisibleOutput& output,
                         const CullOptions& options) {
  const detail::WorldCuller culler(store, options);
  if (!volumes.grid_planes()[0].empty()) {
    // If a cell sees this many objects on average, finding them by blocks is faster than assigning them one by one.
    // CullMethod::planes always takes the cells: the planes of all cells together cull more than each cell's own, and
    // the answer must not depend on how it is found.
    constexpr std::size_t many = 192;
    const detail::KeptPositions kept = kept_by_view(culler, volumes.roots()[0].bound, options);
    if (options.method == CullMethod::planes || kept.count < many * volumes.size()) {
      output.clear();
      return cull_cells(volumes, culler, kept, output, options);
    }
  }
  output.clear_but_rows();
  return VolumeByVolume(volumes, culler, output, options).cull();
}

}  // namespace

template <>
LOCKSTEP_API std::size_t cull(const VolumeSet& volumes, const World& world, const VisibleSets& visible,
                              const CullOptions& options) {
  const detail::Call call(options.executor);
  const detail::VisibleOutput output(visible, volumes.size(), world.size());
  const std::size_t total = mark_visible(volumes, world.store(), output, options);
  output.finish(total);
  return total;
}

}  // namespace lockstep
