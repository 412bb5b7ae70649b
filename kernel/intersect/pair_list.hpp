// Pair lists, of space or of the plane: validate, cut into tiles, decide tile by tile.
#pragma once

#include <algorithm>
#include <span>
#include <string>

#include "base/float_environment.hpp"
#include "base/parallel.hpp"
#include "base/validate.hpp"
#include "intersect/pair_tiles.hpp"
#include "lockstep/intersect.hpp"

namespace lockstep::detail {

template <class Set>
void check_pairs(const Set& first, const Set& second, std::span<const Pair> pairs) {
  const bool holes = first.holes() != 0 || second.holes() != 0;
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

/// What `intersect` of two sets is.
template <class World, class Set>
void intersect_sets(const Set& first, const Set& second, std::span<const Pair> pairs, std::span<Verdict> verdicts,
                    const IntersectOptions& options) {
  const FloatEnvironment standard;
  if (pairs.size() != verdicts.size())
    throw InvalidInput("verdicts: has " + std::to_string(verdicts.size()) + " elements, needs one for each of the " +
                       std::to_string(pairs.size()) + " pairs");
  if (share_memory(pairs.data(), pairs.size_bytes(), verdicts.data(), verdicts.size_bytes()))
    throw InvalidInput("verdicts: shares memory with pairs");
  if (options.check == Check::inputs) check_pairs(first, second, pairs);

  const PairJob<World> job{World::kernels_for_pairs(options.isa), first.store().view(), second.store().view(),
                           options.method == Method::automatic};
  for_each_part(parts_of(pairs.size(), pair_tile), [&](std::size_t tile) {
    const std::size_t begin = tile * pair_tile, count = std::min<std::size_t>(pair_tile, pairs.size() - begin);
    auto* const codes = reinterpret_cast<std::uint8_t*>(verdicts.data() + begin);
    decide_tile<pair_tile>(job, pairs.subspan(begin, count), codes);
  });
}

}  // namespace lockstep::detail
