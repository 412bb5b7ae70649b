// Refit: the boxes around the blocks of a world, and around sixteen boxes each; and nodes for ray traversal, made from
// the boxes around leaves of blocks.
#pragma once

#include "lanes/registers/vec.hpp"
#include "lanes/world/ray_boxes.hpp"
#include "table/world_batch.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::ViewKind;

/// An upper bound of the relative rounding error of a ball's ends along an axis (docs/numerics.md).
inline constexpr Number end_bound = 4 * 0x1p-24F;

/// The lower end of W objects along an axis, or the upper one.
template <ViewKind K, bool Upper>
Real end_of(const float* const* stream, int axis, std::size_t at) {
  if constexpr (K == ViewKind::aabbs) {
    return Real::load(stream[axis + (Upper ? 3 : 0)] + at);
  } else {
    const Real center = Real::load(stream[axis] + at), radius = Real::load(stream[3] + at);
    const Real room = (abs(center) + radius) * Real(end_bound);
    return Upper ? center + radius + room : center - radius - room;
  }
}

template <bool Greatest>
Real pick(Real a, Real b) {
  return Greatest ? max(a, b) : min(a, b);
}

/// The least or the greatest of N numbers, which fill registers, lane by lane.
template <bool Greatest, std::size_t N, class Read>
Real extremes_in_lanes(const Read& read) {
  Real all = read(0);
  for (std::size_t at = Real::width; at < N; at += Real::width) all = pick<Greatest>(all, read(at));
  return all;
}

/// The least or the greatest number of each of W rows of W numbers: lane i has that of row(i).
template <bool Greatest, unsigned W = static_cast<unsigned>(Real::width), class RowOf>
Real extremes_of_rows(const RowOf& row) {
  if constexpr (W == 1) {
    return Real::load(row(0));
  } else {
    Quad column[W / 4];
    load_rows(row, column);
    const auto of_quad = [](const Quad& q) {
      return pick<Greatest>(pick<Greatest>(q.x, q.y), pick<Greatest>(q.z, q.w));
    };
    Real all = of_quad(column[0]);
    for (unsigned i = 1; i < W / 4; ++i) all = pick<Greatest>(all, of_quad(column[i]));
    return all;
  }
}

/// The least or the greatest of N numbers of each of `count` boxes; read(box, at) loads W of them. A transposition
/// reduces W registers at a time: it takes as long as the reduction of one.
template <bool Greatest, std::size_t N, class Read>
void extremes_of(std::size_t count, const Read& read, float* out) {
  constexpr std::size_t width = Real::width;
  float lanes[width][width];
  for (std::size_t first = 0; first < count; first += width) {
    const std::size_t size = count - first < width ? count - first : width;
    for (std::size_t i = 0; i < size; ++i)
      extremes_in_lanes<Greatest, N>([&](std::size_t at) { return read(first + i, at); }).store(lanes[i]);
    const Real extremes =
        extremes_of_rows<Greatest>([&](int i) { return lanes[static_cast<std::size_t>(i) < size ? i : 0]; });
    if (size == width) {
      extremes.store(out + first);
    } else {
      float some[width];
      extremes.store(some);
      for (std::size_t i = 0; i < size; ++i) out[first + i] = some[i];
    }
  }
}

/// The number of blocks of a refit step: the intermediate results for their leaves stay in the first-level cache.
inline constexpr std::size_t refit_at_once = 16;

/// Stores one stream of the boxes around the leaves of each block, and of the boxes around the blocks.
template <bool Greatest>
void put_leaf_boxes(const float* of_leaves, std::size_t blocks, std::size_t stream, float* box, float* leaf_boxes) {
  constexpr std::size_t size = detail::leaves_of_block;
  const auto pick = [](float a, float b) { return (Greatest ? a > b : a < b) ? a : b; };
  for (std::size_t b = 0; b < blocks; ++b) {
    const float* const of = of_leaves + b * size;
    __builtin_memcpy(leaf_boxes + b * detail::leaf_box_floats + stream * size, of, size * sizeof(float));
    box[b] = pick(pick(of[0], of[1]), pick(of[2], of[3]));
  }
}

/// Up to `refit_at_once` blocks from `first` on. end(at) loads W ends of objects along an axis, the lower or the upper
/// ones.
template <bool Greatest, class End>
void refit_ends(const End& end, std::size_t first, std::size_t blocks, std::size_t stream, float* box,
                float* leaf_boxes) {
  constexpr std::size_t size = detail::world_leaf, leaves = detail::leaves_of_block;
  float of_leaves[refit_at_once * leaves];
  const auto read = [&](std::size_t q, std::size_t at) { return end((first * leaves + q) * size + at); };
  extremes_of<Greatest, size>(blocks * leaves, read, of_leaves);
  put_leaf_boxes<Greatest>(of_leaves, blocks, stream, box + first, leaf_boxes + first * detail::leaf_box_floats);
}

/// Calls run(first, count) for `blocks` blocks.
template <class Run>
void for_some_blocks(std::size_t blocks, const Run& run) {
  for (std::size_t first = 0; first < blocks; first += refit_at_once)
    run(first, blocks - first < refit_at_once ? blocks - first : refit_at_once);
}

template <ViewKind K>
[[gnu::flatten]] void refit_blocks(const float* const* stream, std::size_t blocks, float* const (&box)[6],
                                   float* leaf_boxes) {
  for_some_blocks(blocks, [&](std::size_t first, std::size_t some) {
    const auto refit = [&]<bool Greatest>(int axis, std::size_t s) {
      refit_ends<Greatest>([&](std::size_t at) { return end_of<K, Greatest>(stream, axis, at); }, first, some, s,
                           box[s], leaf_boxes);
    };
    for (int axis = 0; axis < 3; ++axis)
      refit.template operator()<false>(axis, static_cast<std::size_t>(axis)),
          refit.template operator()<true>(axis, static_cast<std::size_t>(axis) + 3);
  });
}

/// The same for objects that are boxes, one stream of them.
[[gnu::flatten]] inline void refit_stream(const float* numbers, std::size_t blocks, std::size_t stream, float* box,
                                          float* leaf_boxes) {
  const auto end = [&](std::size_t at) { return Real::load(numbers + at); };
  for_some_blocks(blocks, [&](std::size_t first, std::size_t some) {
    if (stream < 3)
      refit_ends<false>(end, first, some, stream, box, leaf_boxes);
    else
      refit_ends<true>(end, first, some, stream, box, leaf_boxes);
  });
}

[[gnu::flatten]] inline void refit_boxes(const float* const* box, std::size_t boxes, float* const (&outer)[6]) {
  constexpr std::size_t size = detail::world_fanout;
  const auto refit = [&]<bool Greatest>(int axis) {
    const auto read = [&](std::size_t b, std::size_t at) { return Real::load(box[axis] + b * size + at); };
    extremes_of<Greatest, size>(boxes, read, outer[axis]);
  };
  for (int axis = 0; axis < 3; ++axis)
    refit.template operator()<false>(axis), refit.template operator()<true>(axis + 3);
}

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
