// Overlap passes over kept worlds of boxes, by their numbers: comparisons decide, as in the closed form of `intersect`.
#include <array>
#include <functional>

#include "base/call.hpp"
#include "base/parallel.hpp"
#include "overlap/overlap_memory.hpp"
#include "world/world_store.hpp"

namespace lockstep::detail {

namespace {

/// The live boxes of a world and their indices; `index` is null if there are no free slots.
struct LivingBoxes {
  const std::uint32_t* index = nullptr;
  ProxySet<Bounds3> boxes;

  [[nodiscard]] std::uint32_t object(std::uint32_t row) const { return index == nullptr ? row : index[row]; }
};

const std::uint32_t* chosen(std::span<const std::uint32_t> values, const LivingBoxes& living,
                            Buffer<std::uint32_t>& room) {
  if (values.empty() || living.index == nullptr) return values.empty() ? nullptr : values.data();
  std::uint32_t* const to = room.room_for(living.boxes.count);
  for (std::size_t i = 0; i < living.boxes.count; ++i) to[i] = values[living.index[i]];
  return to;
}

LivingBoxes load_world(OverlapMemory& memory, int set, const World::Store& store, const OverlapFilter& filter) {
  RowMemory& room = memory.rows[set];
  LivingBoxes living;
  living.boxes.count = store.count;
  if (const auto size = static_cast<std::uint32_t>(store.position.size()); store.count != size) {
    std::uint32_t* const index = room.index.room_for(store.count);
    for (std::uint32_t i = 0, next = 0; i < size; ++i)
      if (store.contains(i)) index[next++] = i;
    living.index = index;
  }
  Bounds3* const rows = memory.boxes[set].room_for(store.count);
  for_each_range(store.count, std::size_t{1} << 14, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::size_t at = store.position[living.object(static_cast<std::uint32_t>(i))];
      const auto number = [&](std::size_t s) { return store.number(s, at); };
      rows[i] = {{number(0), number(1), number(2)}, {number(3), number(4), number(5)}};
    }
  });
  living.boxes.rows = rows;
  living.boxes.group = chosen(filter.group, living, room.group);
  living.boxes.mask = chosen(filter.mask, living, room.mask);
  return living;
}

/// Whether boxes overlap with more than a touch.
bool is_overlap(const Bounds3& a, const Bounds3& b) {
  bool all = true;
  for (int k = 0; k < 3; ++k) all &= a.low[k] < b.high[k] && b.low[k] < a.high[k];
  return all;
}

}  // namespace

OverlapResult run_box_worlds(OverlapMemory& memory, const World::Store& first, const World::Store* second,
                             const OverlapOutput& out, const OverlapOptions& options) {
  const Call call(options.executor);
  const bool one_set = second == nullptr;
  check_overlap_options(options, first.position.size(), one_set ? 0 : second->position.size(), one_set);
  check_output(out, first.position.size());
  check_filter_memory(options, out);
  const LivingBoxes these = load_world(memory, 0, first, options.filter);
  const LivingBoxes those = one_set ? these : load_world(memory, 1, *second, options.second_filter);
  OverlapWriter writer(out, options.order, first.position.size(), one_set, memory.writer);
  const bool touching = options.touching == Touching::overlap;  // then the broad phase gives the verdict
  const auto write = [&](std::span<const Pair> near) {
    if (touching && these.index == nullptr && those.index == nullptr) return writer.add(near);
    std::array<Pair, largest_batch> pairs;
    std::size_t count = 0;
    for (const auto [a, b] : near)
      if (touching || is_overlap(these.boxes.rows[a], those.boxes.rows[b]))
        pairs[count++] = {these.object(a), those.object(b)};
    writer.add({pairs.data(), count});
  };
  const PairSink sink = std::cref(write);  // allocates nothing
  const BroadPhase::Options how{kernels_for(broad_phase_tables, options.isa), memory.skin, 0, true,
                                memory.chooses_skin};
  const bool sorted = one_set ? memory.broad_phase.find(these.boxes, how, sink)
                              : memory.broad_phase.find(these.boxes, those.boxes, how, sink);
  OverlapResult result = writer.finish();
  result.sorted = sorted;
  return result;
}

}  // namespace lockstep::detail
