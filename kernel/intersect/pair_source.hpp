// The sources of the shapes in a list of pairs: sets hold them; other sources make them for each tile.
#pragma once

#include <span>

#include "base/parallel.hpp"
#include "intersect/pair_tiles.hpp"

namespace lockstep::detail {

/// Some pairs, and the shapes that they refer to.
template <class Space>
struct PairsOf {
  typename Space::View first, second;
  std::span<const Pair> pairs;
};

/// Two sets. Every source has a Tile like this one: constructed from the source and up to pair_tile of the caller's
/// pairs, it owns the data behind `shapes`.
template <class Space>
struct SetPairs {
  typename Space::View first, second;

  struct Tile {
    PairsOf<Space> shapes;
    Tile(const SetPairs& sets, std::span<const Pair> pairs) : shapes{sets.first, sets.second, pairs} {}
  };
};

/// Calls run(begin, tile) for each tile of a list, in parallel; `begin` is the index of its first pair.
template <class Source, class Run>
void for_each_tile(const Source& source, std::span<const Pair> pairs, const Run& run) {
  for_each_part(parts_of(pairs.size(), pair_tile), [&](std::size_t part) {
    const std::size_t begin = part * pair_tile;
    const typename Source::Tile tile(source,
                                     pairs.subspan(begin, std::min<std::size_t>(pair_tile, pairs.size() - begin)));
    run(begin, tile.shapes);
  });
}

}  // namespace lockstep::detail
