// Groups of consecutive pairs: whether any pair of a group overlaps, and the number that do.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "base/call.hpp"
#include "base/parallel.hpp"
#include "intersect/pair_list.hpp"
#include "lockstep/intersect.hpp"

namespace lockstep::detail {

using GroupEnds = std::span<const std::size_t>;

inline void check_ends(GroupEnds ends, std::size_t pairs) {
  for (std::size_t k = 1; k < ends.size(); ++k)
    if (ends[k] < ends[k - 1])
      throw InvalidInput("ends[" + std::to_string(k) + "] = " + std::to_string(ends[k]) + ": is below ends[" +
                         std::to_string(k - 1) + "] = " + std::to_string(ends[k - 1]));
  const std::size_t last = ends.empty() ? 0 : ends.back();
  if (last != pairs)
    throw InvalidInput("ends: the last is " + std::to_string(last) + ", must be the number of pairs, " +
                       std::to_string(pairs));
}

/// A validated call.
template <class Space, class Set>
struct GroupedPairs {
  PairJob<Space> job;
  std::span<const Pair> pairs;
  GroupEnds ends;
  bool touching_overlaps;

  /// `output` must have `needed` elements.
  template <class Output>
  GroupedPairs(const Set& first, const Set& second, std::span<const Pair> all_pairs, GroupEnds all_ends,
               std::span<Output> output, std::size_t needed, const char* name, const GroupOptions& options)
      : job{Space::kernels_for_pairs(options.isa), first.store().view_with_positions(),
            second.store().view_with_positions(), options.method == Method::automatic},
        pairs(all_pairs),
        ends(all_ends),
        touching_overlaps(options.touching == Touching::overlap) {
    const std::string output_name = name;
    if (output.size() != needed)
      throw InvalidInput(output_name + ": has " + std::to_string(output.size()) + " elements, needs " +
                         std::to_string(needed) + " for " + std::to_string(ends.size()) + " groups");
    if (share_memory(pairs.data(), pairs.size_bytes(), output.data(), output.size_bytes()))
      throw InvalidInput(output_name + ": shares memory with pairs");
    if (share_memory(ends.data(), ends.size_bytes(), output.data(), output.size_bytes()))
      throw InvalidInput(output_name + ": shares memory with ends");
    if (options.check == Check::none) return;
    check_ends(ends, pairs.size());
    check_pairs(first, second, pairs);
  }

  [[nodiscard]] bool overlaps(std::uint8_t code) const {
    return code == code_overlapping || (touching_overlaps && code == code_touching);
  }
  [[nodiscard]] std::size_t begin_of(std::size_t group) const { return group == 0 ? 0 : ends[group - 1]; }

  /// Whether any pair of a group overlaps, for up to 64 groups. Works in rounds: each open group contributes some of
  /// its next pairs. So tiles are full, and a group stops soon after one of its pairs has overlapped.
  [[nodiscard]] std::uint64_t any_of_word(std::size_t first_group) const {
    constexpr std::size_t most_of_group = 64, tile_size = pair_tile;
    const std::size_t groups = std::min<std::size_t>(64, ends.size() - first_group);
    std::array<std::size_t, 64> next;
    std::uint64_t any = 0, open = 0;
    for (std::size_t g = 0; g < groups; ++g) {
      next[g] = begin_of(first_group + g);
      open |= std::uint64_t{next[g] != ends[first_group + g]} << g;
    }
    std::array<Pair, pair_tile> tile;
    std::array<std::uint8_t, pair_tile> group_of, codes;
    while (open != 0) {
      const auto open_groups = static_cast<std::size_t>(std::popcount(open));
      const std::size_t share = std::min(most_of_group, tile_size / open_groups);
      std::size_t count = 0;
      for (std::uint64_t left = open; left != 0; left &= left - 1) {
        const auto g = static_cast<std::size_t>(std::countr_zero(left));
        const std::size_t end = ends[first_group + g], taken = std::min(share, end - next[g]);
        std::copy_n(pairs.begin() + static_cast<std::ptrdiff_t>(next[g]), taken, &tile[count]);
        std::fill_n(&group_of[count], taken, static_cast<std::uint8_t>(g));
        count += taken, next[g] += taken;
        if (next[g] == end) open &= ~(std::uint64_t{1} << g);
      }
      decide_tile<pair_tile>(job, std::span(tile).first(count), codes.data());
      for (std::size_t i = 0; i < count; ++i) any |= std::uint64_t{overlaps(codes[i])} << group_of[i];
      open &= ~any;
    }
    return any;
  }

  /// Adds the overlapping pairs of a tile to the counts of their groups; returns their number.
  std::size_t count_tile(std::size_t begin, std::size_t size, std::span<std::size_t> counts) const {
    std::array<std::uint8_t, pair_tile> codes;
    decide_tile<pair_tile>(job, pairs.subspan(begin, size), codes.data());
    auto group = static_cast<std::size_t>(std::upper_bound(ends.begin(), ends.end(), begin) - ends.begin());
    std::size_t all = 0;
    for (std::size_t i = 0; i < size; ++group) {
      const std::size_t end = std::min(ends[group] - begin, size);
      std::size_t hits = 0;
      for (; i < end; ++i) hits += overlaps(codes[i]) ? 1U : 0U;
      if (hits != 0) std::atomic_ref(counts[group]).fetch_add(hits, std::memory_order_relaxed);
      all += hits;
    }
    return all;
  }
};

/// Implements `any_overlap` of two sets.
template <class Space, class Set>
std::size_t any_in_groups(const Set& first, const Set& second, std::span<const Pair> pairs, GroupEnds ends,
                          std::span<std::uint64_t> any, const GroupOptions& options) {
  const Call call(options.executor);
  const GroupedPairs<Space, Set> groups(first, second, pairs, ends, any, mask_words(ends.size()), "any", options);
  return sum_over_tiles(ends.size(), 64, [&](std::size_t group, std::size_t) {
    any[group / 64] = groups.any_of_word(group);
    return static_cast<std::size_t>(std::popcount(any[group / 64]));
  });
}

/// Implements `count_overlaps` of two sets.
template <class Space, class Set>
std::size_t count_in_groups(const Set& first, const Set& second, std::span<const Pair> pairs, GroupEnds ends,
                            std::span<std::size_t> counts, const GroupOptions& options) {
  const Call call(options.executor);
  const GroupedPairs<Space, Set> groups(first, second, pairs, ends, counts, ends.size(), "counts", options);
  std::fill(counts.begin(), counts.end(), 0);
  return sum_over_tiles(pairs.size(), pair_tile,
                        [&](std::size_t begin, std::size_t size) { return groups.count_tile(begin, size, counts); });
}

}  // namespace lockstep::detail
