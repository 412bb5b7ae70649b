// Overlap passes over sets of mixed shapes, of space or of the plane: the broad phase runs on their boxes, and its
// pairs go through the kernels of `intersect` (the narrow phase), some thousands at a time.
//
// A store has these overloads: bounds_of(store, index, margin), has_free_slots(store) and is_free(store, index).
#pragma once

#include <array>

#include "base/call.hpp"
#include "base/parallel.hpp"
#include "contacts/contact_list.hpp"
#include "intersect/pair_tiles.hpp"
#include "lockstep/overlap.hpp"
#include "overlap/overlap_memory.hpp"
#include "overlap/separation.hpp"

namespace lockstep::detail {

inline constexpr std::size_t boxes_at_a_time = 4096;

/// The shapes of a set as rows for the broad phase, without free slots: row i is shape index[i]. `index` is null if
/// there are no free slots.
struct Rows {
  ProxySet<Bounds3> boxes;
  const std::uint32_t* index = nullptr;

  [[nodiscard]] std::uint32_t shape(std::uint32_t row) const { return index == nullptr ? row : index[row]; }
};

/// Lists the live shapes.
template <class Store>
std::size_t list_shapes(const Store& store, std::uint32_t* index) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < store.records.size(); ++i)
    if (!is_free(store, i)) index[count++] = static_cast<std::uint32_t>(i);
  return count;
}

inline const std::uint32_t* gather(std::span<const std::uint32_t> values, const Rows& rows, std::uint32_t* to) {
  if (values.empty() || rows.index == nullptr) return values.empty() ? nullptr : values.data();
  for (std::size_t i = 0; i < rows.boxes.count; ++i) to[i] = values[rows.index[i]];
  return to;
}

template <class Store>
Rows make_rows(const Store& store, const OverlapOptions& options, const OverlapFilter& filter, OverlapMemory& memory,
               std::size_t which) {
  Rows rows;
  rows.boxes.count = store.records.size();
  RowMemory& room = memory.rows[which];
  if (has_free_slots(store)) {
    std::uint32_t* const index = room.index.room_for(rows.boxes.count);
    rows.boxes.count = list_shapes(store, index);
    rows.index = index;
  }
  const std::size_t count = rows.boxes.count;
  Bounds3* const boxes = memory.boxes[which].room_for(count);
  for_each_range(count, boxes_at_a_time, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      boxes[i] = bounds_of(store, rows.shape(static_cast<std::uint32_t>(i)), options.margin);
  });
  rows.boxes.rows = boxes;
  const bool gathers = rows.index != nullptr;
  rows.boxes.group =
      gather(filter.group, rows, gathers && !filter.group.empty() ? room.group.room_for(count) : nullptr);
  rows.boxes.mask = gather(filter.mask, rows, gathers && !filter.mask.empty() ? room.mask.room_for(count) : nullptr);
  return rows;
}

/// Decides the pairs from the broad phase, and reports those that overlap.
template <class Space>
struct NarrowPhase {
  PairJob<Space> job;
  const Rows &first, &second;
  Touching touching;
  OverlapWriter& writer;

  void operator()(std::span<const Pair> near) const {
    if (near.empty()) return;
    std::array<Pair, largest_batch> pairs;
    std::array<std::uint8_t, largest_batch> codes;
    for (std::size_t i = 0; i < near.size(); ++i) pairs[i] = {first.shape(near[i].a), second.shape(near[i].b)};
    decide_tile<largest_batch>(job, {pairs.data(), near.size()}, codes.data());
    std::size_t kept = 0;
    for (std::size_t i = 0; i < near.size(); ++i)
      if (overlaps(static_cast<Verdict>(codes[i]), touching)) pairs[kept++] = pairs[i];
    writer.add({pairs.data(), kept});
  }
};

/// Runs a pass over one set (`second` is null) or two.
template <class Space, class Set>
OverlapResult run_sets(OverlapMemory& memory, const Set& first, const Set* second, const OverlapOutput& out,
                       const OverlapOptions& options) {
  const Call call(options.executor);
  const bool margin = options.margin != 0;
  const auto kernels = margin ? Space::kernels_for_within(options.isa) : Space::kernels_for_pairs(options.isa);
  const bool of_one_set = second == nullptr;
  const auto &a = first.store(), &b = of_one_set ? a : second->store();
  check_overlap_options(options, first.size(), b.records.size(), of_one_set);
  check_output(out, first.size());
  check_filter_memory(options, out);

  const Rows rows = make_rows(a, options, options.filter, memory, 0);
  const Rows others = of_one_set ? rows : make_rows(b, options, options.second_filter, memory, 1);
  OverlapWriter writer(out, options.order, first.size(), of_one_set, memory.writer);
  const NarrowPhase<Space> narrow{
      {kernels, a.view(), b.view(), true, options.margin}, rows, others, options.touching, writer};
  const BroadPhase::Options near{kernels_for(broad_phase_tables, options.isa), memory.skin, 0, true,
                                 memory.chooses_skin};
  const auto take = [&narrow](std::span<const Pair> pairs) {
    narrow(pairs);
  };  // small, so that std::function does not allocate
  const bool sorted = of_one_set ? memory.broad_phase.find(rows.boxes, near, take)
                                 : memory.broad_phase.find(rows.boxes, others.boxes, near, take);
  OverlapResult result = writer.finish();
  result.sorted = sorted;
  if (!out.separations.empty())
    Separations<Space>(a.view(), b.view(), options.isa)
        .write(out.pairs.first(writer.written()), out.separations.data());
  if (!out.contacts.empty())
    ContactJob<Space>(a.view(), b.view(), options.margin, options.isa)
        .write(out.pairs.first(writer.written()), out.contacts.data());
  return result;
}

}  // namespace lockstep::detail
