// Down the tree of a volume set, each node with the objects that its parents kept.
#pragma once

#include "cull/many_call.hpp"

namespace lockstep::detail {

/// Tests the survivors against the children of a node and goes on with what each keeps; how many the leaves see in all.
template <class Survivors>
std::size_t descend(const ManyCall<Survivors>& call, const VolumeNode& node, const Survivors& survivors,
                    std::size_t start) {
  std::size_t total = 0;
  TileMask mask;
  for (const VolumeNode& child : call.volumes.children(node)) {
    const std::size_t kept = call.test(child, survivors, mask);
    if (kept == 0) continue;
    if (child.child_count == 0) {
      total += call.report(child, survivors, mask, kept, start);
    } else if (kept == static_cast<std::size_t>(survivors.count)) {
      total += descend(call, child, survivors, start);
    } else {
      Survivors fewer(call.objects, kept);
      fewer.take(survivors, mask);
      total += descend(call, child, fewer, start);
    }
  }
  return total;
}

}  // namespace lockstep::detail
