// All that rays hit, or shapes that move meet, tile by tile and then as lists.
#pragma once

#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <vector>

#include "base/parallel.hpp"
#include "rays/all_of_ray.hpp"
#include "rays/ray_checks.hpp"

namespace lockstep::detail {

/// The hits of tiles, each sorted, as lists.
inline HitLists lists_of(std::size_t rays, std::span<const std::vector<RayHit>> tiles) {
  HitLists lists;
  lists.first.resize(rays + 1);
  for (const std::vector<RayHit>& tile : tiles)
    for (const RayHit& hit : tile) ++lists.first[hit.ray + 1];
  std::partial_sum(lists.first.begin(), lists.first.end(), lists.first.begin());
  lists.shapes.resize(lists.first.back()), lists.fractions.resize(lists.first.back());
  for_each_part(tiles.size(), [&](std::size_t tile) {
    std::size_t at = lists.first[tile * ray_tile];
    for (const RayHit& hit : tiles[tile]) lists.shapes[at] = hit.shape, lists.fractions[at++] = hit.fractions;
  });
  return lists;
}

/// `search` calls what it is given for each tile, as search_tiles does. `of_bodies`: what it finds are parts of such.
template <class Search>
HitLists all_lists(std::size_t rays, Touching touching, bool of_bodies, const Search& search) {
  std::vector<std::vector<RayHit>> tiles(parts_of(rays, ray_tile));
  search([&](std::size_t begin, std::size_t count, const auto& find) {
    std::vector<RayHit>& hits = tiles[begin / ray_tile];
    std::array<AllOfRay, ray_tile> found;
    const Touching of_parts = of_bodies ? Touching::overlap : touching;
    for (std::size_t i = 0; i < count; ++i) found[i] = {static_cast<std::uint32_t>(begin + i), of_parts, hits};
    find(found.data());
    if (of_bodies) put_bodies_together(hits, touching);
    std::sort(hits.begin(), hits.end());
  });
  return lists_of(rays, tiles);
}

}  // namespace lockstep::detail
