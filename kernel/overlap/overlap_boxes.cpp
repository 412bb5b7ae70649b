// Overlap passes over kept worlds of boxes, by their numbers: comparisons decide, as in the closed form of `intersect`.
#include <array>
#include <functional>

#include "base/call.hpp"
#include "overlap/overlap_memory.hpp"
#include "world/world_store.hpp"

namespace lockstep::detail {

namespace {

BoxRows rows_of(OverlapMemory& memory, int set, const World::Store& store, const OverlapFilter& filter) {
  const auto is_there = [&](std::uint32_t i) { return store.contains(i); };
  const auto box_of = [&](std::uint32_t i) -> Bounds3 {
    const std::size_t at = store.position[i];
    const auto number = [&](std::size_t s) { return store.number(s, at); };
    return {{number(0), number(1), number(2)}, {number(3), number(4), number(5)}};
  };
  return memory.rows_of(set, store.position.size(), store.count != store.position.size(), filter, is_there, box_of);
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
  const BoxRows these = rows_of(memory, 0, first, options.filter);
  const BoxRows those = one_set ? these : rows_of(memory, 1, *second, options.second_filter);
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
  return writer.finish(memory.find(these.boxes, one_set ? nullptr : &those.boxes, options.isa, sink));
}

}  // namespace lockstep::detail
