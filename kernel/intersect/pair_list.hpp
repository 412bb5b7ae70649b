// Pair lists, of space or of the plane: validate, cut into tiles, decide tile by tile.
#pragma once

#include <algorithm>
#include <span>
#include <string>

#include "base/call.hpp"
#include "base/validate.hpp"
#include "intersect/pair_source.hpp"
#include "lockstep/intersect.hpp"

namespace lockstep::detail {

template <class Set>
void check_pairs(const Set& first, const Set& second, std::span<const Pair> pairs) {
  const bool holes = first.free_slots() != 0 || second.free_slots() != 0;
  const auto is_bad = [&](const Pair& p) {
    const bool in_range = p.a < first.size() && p.b < second.size();
    return !in_range || (holes && !(first.contains(p.a) && second.contains(p.b)));
  };
  const auto bad = std::find_if(pairs.begin(), pairs.end(), is_bad);
  if (bad == pairs.end()) return;
  const bool in_first = !first.contains(bad->a);
  const Set& set = in_first ? first : second;
  const std::uint32_t index = in_first ? bad->a : bad->b;
  const std::string what =
      "pairs[" + std::to_string(bad - pairs.begin()) + (in_first ? "].a = " : "].b = ") + std::to_string(index);
  const std::string of_set = in_first ? "the first set" : "the second set";
  if (index < set.size()) throw InvalidInput(what + ": was removed from " + of_set);
  throw InvalidInput(what + ": out of range, " + of_set + " has " + std::to_string(set.size()) + " shapes");
}

inline void check_verdicts(std::span<const Pair> pairs, std::span<const Verdict> verdicts) {
  if (pairs.size() != verdicts.size())
    throw InvalidInput("verdicts: has " + std::to_string(verdicts.size()) + " elements, needs one for each of the " +
                       std::to_string(pairs.size()) + " pairs");
  if (share_memory(pairs.data(), pairs.size_bytes(), verdicts.data(), verdicts.size_bytes()))
    throw InvalidInput("verdicts: shares memory with pairs");
}

/// Decides validated pairs.
template <class Space, class Source>
void decide_pairs(const Source& source, std::span<const Pair> pairs, std::span<Verdict> verdicts,
                  const IntersectOptions& options) {
  const PairJob<Space> any{Space::kernels_for_pairs(options.isa), {}, {}, options.method == Method::automatic};
  for_each_tile(source, pairs, [&](std::size_t begin, const PairsOf<Space>& tile) {
    auto* const codes = reinterpret_cast<std::uint8_t*>(verdicts.data() + begin);
    decide_tile<pair_tile>(any.with_shapes(tile.first, tile.second), tile.pairs, codes);
  });
}

/// Implements `intersect` of two sets.
template <class Space, class Set>
void intersect_sets(const Set& first, const Set& second, std::span<const Pair> pairs, std::span<Verdict> verdicts,
                    const IntersectOptions& options) {
  const Call call(options.executor);
  check_verdicts(pairs, verdicts);
  if (options.check == Check::inputs) check_pairs(first, second, pairs);
  const SetPairs<Space> source{first.store().view_with_positions(), second.store().view_with_positions()};
  decide_pairs<Space>(source, pairs, verdicts, options);
}

}  // namespace lockstep::detail
