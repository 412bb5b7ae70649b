// Nodes for ray traversal, made from the boxes around leaves of blocks.
#pragma once

#include "lanes/world/ray_boxes.hpp"
#include "lanes/world/refit_boxes.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// Grows boxes by an upper bound of the room that boxes of a set have around shapes. An empty box
/// stays empty.
inline void grow_boxes(float* node) {
  constexpr int fanout = detail::RayNodes::fanout;
  for (int lane = 0; lane < fanout; lane += Real::width) {
    const auto row = [&](int s) { return node + s * fanout + lane; };
    const auto side = [&](int k) { return Real::load(row(k + 3)) - Real::load(row(k)); };
    const Real room = max(max(side(0), side(1)), side(2)) * Real(detail::ray_room);
    for (int k = 0; k < 3; ++k) {
      (Real::load(row(k)) - room).store(row(k));
      (Real::load(row(k + 3)) + room).store(row(k + 3));
    }
  }
}

/// See detail::WorldKernels.
inline void put_nodes(const float* leaf_boxes, std::size_t blocks, float* nodes) {
  using detail::RayNodes, detail::leaves_of_block, detail::leaf_box_floats;
  constexpr std::size_t blocks_of_node = RayNodes::fanout / leaves_of_block;
  for (std::size_t first = 0; first < blocks; first += blocks_of_node, nodes += RayNodes::node_floats) {
    const std::size_t some = blocks - first < blocks_of_node ? blocks - first : blocks_of_node;
    for (std::size_t b = 0; b < some; ++b, leaf_boxes += leaf_box_floats)
      for (std::size_t s = 0; s < 6; ++s)
        __builtin_memcpy(nodes + s * RayNodes::fanout + b * leaves_of_block, leaf_boxes + s * leaves_of_block,
                         leaves_of_block * sizeof(float));
    grow_boxes(nodes);
  }
}

/// See detail::WorldKernels.
[[gnu::flatten]] inline void bound_nodes(const float* nodes, std::size_t first, std::size_t count, float* outer) {
  constexpr std::size_t fanout = detail::RayNodes::fanout, floats = detail::RayNodes::node_floats;
  for (const std::size_t end = first + count; first < end;) {
    const std::size_t lane = first % fanout, some = end - first < fanout - lane ? end - first : fanout - lane;
    float* const to = outer + first / fanout * floats + lane;
    const auto bound = [&]<bool Greatest>(std::size_t s) {
      const auto read = [&](std::size_t b, std::size_t at) {
        return Real::load(nodes + (first + b) * floats + s * fanout + at);
      };
      extremes_of<Greatest, fanout>(some, read, to + s * fanout);
    };
    for (std::size_t s = 0; s < 3; ++s) bound.template operator()<false>(s), bound.template operator()<true>(s + 3);
    first += some;
  }
}

}  // namespace lockstep::LOCKSTEP_ISA
