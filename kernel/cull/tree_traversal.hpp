// Traversal of the tree of a volume set: each node gets the objects that its parents kept.
#pragma once

#include <optional>

#include "cull/many_call.hpp"

namespace lockstep::detail {

/// Culls the objects of a chunk that begins at `start` against the volumes below a root that is not a volume itself.
///
/// Testing a bound pays if it culls most objects. If a bound keeps most, it is not tested for the next few tiles, and
/// the objects that it keeps are not compacted: copying them costs more than testing the others against the nodes
/// below, and whole tiles allow writing whole words. So a few large volumes cost no more than one call for each.
template <class Survivors>
class TreeTraversal {
 public:
  TreeTraversal(const ManyCall<Survivors>& call, const VolumeNode& root, std::size_t start)
      : call_(call), root_(root), start_(start), collected_(call.objects, cull_tile), untested_(call.volumes.nodes()) {}

  /// Collects the objects that the root keeps until they fill a tile. Returns the number of hits in the tile that was
  /// passed on, if any.
  [[nodiscard]] std::size_t add(const Survivors& tile) {
    TileMask mask;
    const std::optional<std::size_t> kept = test_bound(root_, tile, mask);
    if (!kept) return descend(root_, tile);
    const std::size_t total = static_cast<std::size_t>(collected_.count) + *kept > cull_tile ? finish() : 0;
    if (*kept != 0) collected_.append(tile, mask);
    return total;
  }
  /// Passes on the remaining objects; returns the number of hits.
  [[nodiscard]] std::size_t finish() {
    const std::size_t total = descend(root_, collected_);
    collected_.clear();
    return total;
  }

 private:
  /// Tests the survivors against the children of a node; returns the total number of hits.
  [[nodiscard]] std::size_t descend(const VolumeNode& node, const Survivors& survivors) {
    if (survivors.count == 0) return 0;
    std::size_t total = 0;
    TileMask mask;
    for (const VolumeNode& child : call_.volumes.children(node)) {
      if (child.child_count == 0) {
        total += call_.see(child, survivors, start_);
      } else if (const std::optional<std::size_t> kept = test_bound(child, survivors, mask)) {
        Survivors fewer(call_.objects, *kept);
        if (*kept != 0) fewer.append(survivors, mask);
        total += descend(child, fewer);
      } else {
        total += descend(child, survivors);
      }
    }
    return total;
  }

  /// Tests a node's bound: the number of objects that it keeps, and their mask. Returns nothing if the test does not
  /// pay.
  [[nodiscard]] std::optional<std::size_t> test_bound(const VolumeNode& node, const Survivors& survivors,
                                                      TileMask& mask) {
    constexpr std::uint8_t trusted_for = 7;
    std::uint8_t& untested = untested_[call_.volumes.position(node)];
    if (untested != 0) {
      --untested;
      return std::nullopt;
    }
    const std::size_t kept = call_.test(node, survivors, mask);
    if (!keeps_most(node, kept, static_cast<std::size_t>(survivors.count))) return kept;
    untested = trusted_for;
    return std::nullopt;
  }

  /// Copying an object and finally marking it takes about as long as ten tests. A node with inner nodes as children
  /// counts as having many volumes below it.
  [[nodiscard]] bool keeps_most(const VolumeNode& node, std::size_t kept, std::size_t count) const {
    constexpr std::size_t many = 32, tests_per_copy = 10;
    const std::size_t below = call_.volumes.children(node)[0].child_count == 0 ? node.child_count : many;
    return (count - kept) * below < kept * tests_per_copy;
  }

  const ManyCall<Survivors>& call_;
  const VolumeNode& root_;
  std::size_t start_;
  Survivors collected_;
  ScratchVector<std::uint8_t> untested_;  // for each node, the number of tiles left without a test
};

}  // namespace lockstep::detail
