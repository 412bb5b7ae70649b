// Searches of a whole mesh, several at a time: what their walks come upon goes through the kernels together, round by
// round.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <span>

#include "base/parallel.hpp"
#include "mesh/mesh_walk.hpp"
#include "table/pair_batch.hpp"

namespace lockstep::detail {

/// Searches that run together, so that each may look into a leaf at least in a round.
inline constexpr std::size_t searches_at_once = pair_tile / TriangleMesh::Store::fan;

/// Triangles that searches want to be measured.
struct Candidates {
  std::array<Pair, pair_tile> pairs;            // of the object of a search and a triangle
  std::array<double, pair_tile> bounds;         // what boxes say of them
  std::array<std::uint16_t, pair_tile> search;  // that wants it
  std::size_t count = 0;
};

/// The triangles of the next boxes of a walk, up to `most` (Store::fan at least). A Search has a `walk`, the `object`
/// that it is about, `bound` of a box, and the `limit` beyond which nothing is of account to it.
template <class Search>
void collect(const TriangleMesh::Store& mesh, Search& search, std::size_t number, std::size_t most,
             Candidates& candidates) {
  const std::size_t end = candidates.count + most;
  const double limit = std::min(search.limit(), std::numeric_limits<double>::max());  // a bound of infinity is a miss
  while (!search.walk.is_done() && candidates.count + TriangleMesh::Store::fan <= end)
    search.walk.step(
        mesh, [&](const BoxProxy& box) { return search.bound(box); }, limit,
        [&](std::uint32_t triangle, double bound) {
          const std::size_t i = candidates.count++;
          candidates.pairs[i] = {search.object, triangle};
          candidates.bounds[i] = bound, candidates.search[i] = static_cast<std::uint16_t>(number);
        });
}

/// Up to searches_at_once searches, to their ends. measure(candidates) measures them and tells the searches. In the
/// first rounds each looks into few leaves, as the first triangles may do away with all others.
template <class Search, class Measure>
void search_mesh(const TriangleMesh::Store& mesh, std::span<Search> searches, const Measure& measure) {
  std::array<std::uint16_t, searches_at_once> live;
  std::size_t count = 0;
  for (std::size_t i = 0; i < searches.size(); ++i) {
    Search& search = searches[i];
    if (!search.is_settled()) search.walk.start(mesh, [&](const BoxProxy& box) { return search.bound(box); });
    live[count] = static_cast<std::uint16_t>(i), count += !search.walk.is_done();
  }
  for (std::size_t leaves = 1; count != 0; leaves = std::min<std::size_t>(2 * leaves, pair_tile)) {
    Candidates candidates;
    const std::size_t share = std::min(leaves * TriangleMesh::Store::fan, pair_tile / count);
    for (const std::uint16_t i : std::span(live).first(count)) collect(mesh, searches[i], i, share, candidates);
    if (candidates.count != 0) measure(candidates);
    const std::size_t asked = count;
    count = 0;
    for (std::size_t k = 0; k < asked; ++k) live[count] = live[k], count += !searches[live[k]].walk.is_done();
  }
}

/// Runs the searches for `count` objects: run(begin, size) for some of them at a time.
template <class Run>
void for_each_search(std::size_t count, const Run& run) {
  for_each_part(parts_of(count, searches_at_once), [&](std::size_t part) {
    const std::size_t begin = part * searches_at_once;
    run(begin, std::min(searches_at_once, count - begin));
  });
}

}  // namespace lockstep::detail
