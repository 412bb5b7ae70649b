// Overlap passes over sets of mixed shapes, of space or of the plane: the broad phase runs on their boxes, and its
// pairs go through the kernels of `intersect` (the narrow phase), some thousands at a time.
//
// A store has these overloads: bounds_of(store, index, margin, origin), origin_of(store, other), has_free_slots(store)
// and is_free(store, index).
#pragma once

#include <array>

#include "base/call.hpp"
#include "contacts/contact_list.hpp"
#include "intersect/pair_tiles.hpp"
#include "lockstep/overlap.hpp"
#include "overlap/overlap_memory.hpp"
#include "overlap/separation.hpp"

namespace lockstep::detail {

template <class Store, class Origin>
BoxRows rows_of(const Store& store, const Origin& origin, const OverlapOptions& options, const OverlapFilter& filter,
                OverlapMemory& memory, int set) {
  return memory.rows_of(
      set, store.records.size(), has_free_slots(store), filter, [&](std::uint32_t i) { return !is_free(store, i); },
      [&](std::uint32_t i) { return bounds_of(store, i, options.margin, origin); });
}

/// Decides the pairs from the broad phase, and reports those that overlap.
template <class Space>
struct NarrowPhase {
  PairJob<Space> job;
  const BoxRows &first, &second;
  Touching touching;
  OverlapWriter& writer;

  void operator()(std::span<const Pair> near) const {
    if (near.empty()) return;
    std::array<Pair, largest_batch> pairs;
    std::array<std::uint8_t, largest_batch> codes;
    for (std::size_t i = 0; i < near.size(); ++i) pairs[i] = {first.object(near[i].a), second.object(near[i].b)};
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
  if (options.cell) return run_periodic(memory, first, second, out, options);
  const Call call(options.executor);
  const bool margin = options.margin != 0;
  const auto kernels = margin ? Space::kernels_for_within(options.isa) : Space::kernels_for_pairs(options.isa);
  const bool of_one_set = second == nullptr;
  const auto &a = first.store(), &b = of_one_set ? a : second->store();
  check_overlap_options(options, first.size(), b.records.size(), of_one_set);
  check_output(out, first.size());
  check_filter_memory(options, out);

  const auto origin = origin_of(a, b);
  const BoxRows rows = rows_of(a, origin, options, options.filter, memory, 0);
  const BoxRows others = of_one_set ? rows : rows_of(b, origin, options, options.second_filter, memory, 1);
  OverlapWriter writer(out, options.order, first.size(), of_one_set, memory.writer);
  const auto of_a = a.view_with_positions(), of_b = b.view_with_positions();
  const NarrowPhase<Space> narrow{{kernels, of_a, of_b, true, options.margin}, rows, others, options.touching, writer};
  const auto take = [&narrow](std::span<const Pair> pairs) {
    narrow(pairs);
  };  // small, so that std::function does not allocate
  const OverlapResult result =
      writer.finish(memory.find(rows.boxes, of_one_set ? nullptr : &others.boxes, options.isa, take));
  if (!out.separations.empty())
    Separations<Space>(of_a, of_b, options.isa).write(out.pairs.first(writer.written()), out.separations.data());
  if (!out.contacts.empty())
    ContactJob<Space>(of_a, of_b, options.margin, options.isa)
        .write(out.pairs.first(writer.written()), out.contacts.data());
  return result;
}

}  // namespace lockstep::detail
