// Output of searches for rays, or for moving shapes, tile by tile: to the caller's arrays, or as lists. A search
// calls visit(begin, count, find) for each tile; find(found) fills `found` with the results of its rays.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <span>
#include <tuple>
#include <type_traits>

#include "base/parallel.hpp"
#include "base/scratch.hpp"
#include "rays/first_of_ray.hpp"
#include "rays/ray_checks.hpp"

namespace lockstep::detail {

/// A hit of some ray of a tile.
struct RayHit {
  std::uint32_t ray, shape;
  Interval fractions;

  /// The order of lists: the hits of a ray are contiguous, in rising order of both ends.
  friend bool operator<(const RayHit& a, const RayHit& b) {
    const auto key = [](const RayHit& hit) {
      return std::tuple(hit.ray, hit.fractions.lower, hit.fractions.upper, hit.shape);
    };
    return key(a) < key(b);
  }
};

/// All hits of a ray, in place of the first one: the interface of FirstOfRay for RaySearch. The hits of all rays go to
/// one list.
class AllOfRay {
 public:
  AllOfRay() = default;
  AllOfRay(std::uint32_t ray, Touching touching, ScratchVector<RayHit>& hits)
      : ray_(ray), if_open_(touching == Touching::overlap), hits_(&hits) {}

  template <class Contact>
  void add(const Contact& contact, const HitName& name, double enter) {
    if (contact.lower > 1) return;
    const bool is_proven = contact.upper <= 1;
    if (is_proven || if_open_)
      hits_->push_back({ray_, name.shape, {std::max(contact.lower, enter), is_proven ? contact.upper : no_fraction}});
  }

  template <class Contact>
  void add(const Contact& contact, std::uint32_t shape, double enter) {
    add(contact, HitName{shape, 0}, enter);
  }

  /// RaySearch goes on: every hit counts, and none occludes another.
  [[nodiscard]] static bool is_hit() { return false; }
  [[nodiscard]] static double limit() { return 1; }

 private:
  std::uint32_t ray_ = 0;
  bool if_open_ = false;
  ScratchVector<RayHit>* hits_ = nullptr;
};

/// Merges hits of parts, open ones included, to one hit of each body: the interval that FirstOfRay would find for its
/// parts. `touching` says whether open ones count.
inline void put_bodies_together(ScratchVector<RayHit>& hits, Touching touching) {
  std::sort(hits.begin(), hits.end(),
            [](const RayHit& a, const RayHit& b) { return std::tie(a.ray, a.shape) < std::tie(b.ray, b.shape); });
  std::size_t count = 0;
  for (const RayHit& hit : hits) {
    if (count == 0 || hits[count - 1].ray != hit.ray || hits[count - 1].shape != hit.shape) {
      hits[count++] = hit;
      continue;
    }
    Interval& body = hits[count - 1].fractions;
    body = {std::min(body.lower, hit.fractions.lower), std::min(body.upper, hit.fractions.upper)};
  }
  hits.resize(count);
  if (touching == Touching::separate)
    std::erase_if(hits, [](const RayHit& hit) { return hit.fractions.upper == no_fraction; });
}

/// The largest tile: rays at meshes come in tiles of two words.
inline constexpr std::size_t most_of_tile = 2 * ray_tile;

/// The results of the first `count` rays of a tile. The others stay uninitialised: a call about one ray would
/// wait for that.
class FirstOfTile {
 public:
  explicit FirstOfTile(std::size_t count) { std::uninitialized_fill_n(found_, count, FirstOfRay{}); }
  FirstOfTile(const FirstOfTile&) = delete;
  FirstOfTile& operator=(const FirstOfTile&) = delete;
  ~FirstOfTile() { static_assert(std::is_trivially_destructible_v<FirstOfRay>); }

  [[nodiscard]] FirstOfRay* data() { return found_; }

 private:
  union {
    FirstOfRay found_[most_of_tile];
  };
};

/// The first hit of each.
template <class Hits>
auto write_first(const Hits& out) {
  return [&out](std::size_t begin, std::size_t count, const auto& find) {
    FirstOfTile found(count);
    find(found.data());
    for (std::size_t i = 0; i < count; ++i) write(found.data()[i], begin + i, out);
  };
}

/// Whether each hits anything.
inline auto write_any(std::span<std::uint64_t> hits, Touching touching) {
  return [hits, touching](std::size_t begin, std::size_t count, const auto& find) {
    FirstOfTile found(count);
    find(found.data());
    for (std::size_t i = 0; i < count; i += ray_tile)
      hits[(begin + i) / ray_tile] = word_of_hits(found.data() + i, std::min(ray_tile, count - i), touching);
  };
}

/// Concatenates the hits of tiles, each sorted, to lists.
inline HitLists lists_of(std::size_t rays, std::span<const ScratchVector<RayHit>> tiles) {
  HitLists lists;
  lists.first.resize(rays + 1);
  for (const ScratchVector<RayHit>& tile : tiles)
    for (const RayHit& hit : tile) ++lists.first[hit.ray + 1];
  std::partial_sum(lists.first.begin(), lists.first.end(), lists.first.begin());
  lists.shapes.resize(lists.first.back()), lists.fractions.resize(lists.first.back());
  for_each_part(tiles.size(), [&](std::size_t tile) {
    std::size_t at = lists.first[tile * ray_tile];
    for (const RayHit& hit : tiles[tile]) lists.shapes[at] = hit.shape, lists.fractions[at++] = hit.fractions;
  });
  return lists;
}

/// All hits. `of_bodies`: search(visit) finds parts of bodies.
template <class Search>
HitLists all_lists(std::size_t rays, Touching touching, bool of_bodies, const Search& search) {
  ScratchVector<ScratchVector<RayHit>> tiles(parts_of(rays, ray_tile));
  search([&](std::size_t begin, std::size_t count, const auto& find) {
    ScratchVector<RayHit>& hits = tiles[begin / ray_tile];
    std::array<AllOfRay, most_of_tile> found;
    const Touching of_parts = of_bodies ? Touching::overlap : touching;
    for (std::size_t i = 0; i < count; ++i) found[i] = {static_cast<std::uint32_t>(begin + i), of_parts, hits};
    find(found.data());
    if (of_bodies) put_bodies_together(hits, touching);
    std::sort(hits.begin(), hits.end());
  });
  return lists_of(rays, tiles);
}

}  // namespace lockstep::detail
