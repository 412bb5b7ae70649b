// Wavefront BVH traversal: all rays of a wave advance one level at a time, because loops over the boxes and objects of
// a single ray mispredict their exits. First each ray opens its next boxes, then the boxes found there, which were
// listed without a branch, and so on down to objects. So addresses are known long before their loads.
#pragma once

#include "lanes/world/ball_on_ray.hpp"
#include "lanes/world/ray_entry_order.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// Widens the bounds of all objects that the traversal has reached by those of this box.
inline void widen(const RayNodes& tree, RayState& state, std::uint32_t box) {
  const auto greater = [](float a, float b) { return a > b ? a : b; };
  state.room = greater(state.room, tree.room[box]), state.reach = greater(state.reach, tree.reach[box]);
}

/// Lists the boxes of a node that the ray may enter.
inline void list_boxes(const LaneRay& ray, const float* nodes, std::uint32_t node, std::uint32_t* list,
                       std::uint32_t& count) {
  constexpr auto fanout = static_cast<std::uint32_t>(RayNodes::fanout);
  const float* const boxes = nodes + std::size_t{node} * RayNodes::node_floats;
  for (int lane = 0; lane < static_cast<int>(fanout); lane += Real::width) {
    const Mask met = across_node(ray, boxes, lane).is_met();
    const Index number = Index::count_from(node * fanout + static_cast<std::uint32_t>(lane));
    count += static_cast<std::uint32_t>(compress(list + count, number, met));
  }
}

/// Opens the next boxes of each ray, as long as there is room: lists the nodes in them, and leaves out rays that have
/// ended.
inline void open_boxes(const RayNodes& tree, RayWave& wave) {
  start_traversals(tree, wave);
  const PoppedBoxes boxes(tree, wave);
  std::uint32_t count = 0, i = 0;
  for (; i < wave.active_count && count + RayWave::most_nodes <= wave.room; ++i) {
    const std::uint32_t number = wave.active[i];
    RayState& state = wave.states[number];
    const LaneRay ray(*wave.rays, number, wave.limits[number]);
    wave.begin[0][i] = count, state.room = state.reach = 0;
    for (std::uint32_t k = boxes.begin[i]; k < boxes.begin[i + 1]; ++k) {
      const std::uint32_t box = BoxKey(boxes.word[k]).number;
      widen(tree, state, box);
      list_boxes(ray, tree.nodes[RayNodes::stack_level - 1], box, wave.nodes, count);
    }
  }
  wave.begin[0][i] = count;
  boxes.put_back(wave, i);
}

/// Lists the leaves in the listed nodes.
inline void open_nodes(const RayNodes& tree, RayWave& wave) {
  std::uint32_t count = 0;
  for (std::uint32_t i = 0; i < wave.active_count; ++i) {
    const LaneRay ray(*wave.rays, wave.active[i], wave.limits[wave.active[i]]);
    wave.begin[1][i] = count;
    for (std::uint32_t k = wave.begin[0][i]; k < wave.begin[0][i + 1]; ++k)
      list_boxes(ray, tree.nodes[0], wave.nodes[k], wave.leaves, count);
  }
  wave.begin[1][wave.active_count] = count;
}

/// Objects tested by their bounding boxes.
template <ViewKind K>
struct SeenByBoxes {
  ObjectsByBoxes<K> boxes;

  SeenByBoxes(const WorldView& world, const RayWave& wave, std::uint32_t number)
      : boxes(world.objects, *wave.rays, number, wave.limits[number], wave.states[number].room) {}
  [[nodiscard]] Mask met(std::size_t first) const { return boxes.across(first).is_met(); }
  [[gnu::always_inline]] void prefetch(std::size_t first) const { boxes.prefetch(first); }
};
/// Balls tested along the line through the ray.
struct SeenAlongLine {
  const WorldView& world;
  BallsAlongRay balls;

  SeenAlongLine(const WorldView& of, const RayWave& wave, std::uint32_t number)
      : world(of), balls(*wave.at_balls, number, wave.states[number].reach) {}
  [[nodiscard]] Mask met(std::size_t first) const { return !balls.missed(world.objects, first); }
  [[gnu::always_inline]] void prefetch(std::size_t first) const {
    for (int s = 0; s < 4; ++s) __builtin_prefetch(world.objects[s] + first);
  }
};

/// The distance of prefetches, in leaves.
inline constexpr std::uint32_t leaves_ahead = 14;

/// Keeps those listed leaves in which the rays may meet something. The members are read once: the compiler has to
/// assume that stores change the wave.
template <class Seen>
void intersect_leaves(const WorldView& world, RayWave& wave) {
  std::uint32_t *const leaves = wave.leaves, *const words = wave.met;
  std::uint32_t count = 0;
  for (std::uint32_t i = 0, k = 0; i < wave.active_count; ++i) {
    const Seen seen(world, wave, wave.active[i]);
    const std::uint32_t own = i << 16;
    for (const std::uint32_t end = wave.begin[1][i + 1]; k < end; ++k) {
      const std::uint32_t leaf = leaves[k];
      seen.prefetch(std::size_t{leaves[k + leaves_ahead]} * detail::world_leaf);
      const std::size_t first = std::size_t{leaf} * detail::world_leaf;
      unsigned met = 0;
      for (unsigned lane = 0; lane < detail::world_leaf; lane += static_cast<unsigned>(Real::width))
        met |= bits(seen.met(first + lane)) << lane;
      leaves[count] = leaf, words[count] = own | met;
      count += met != 0 ? 1U : 0U;
    }
  }
  wave.met_count = count;
}

/// See detail::WorldKernels.
template <class Seen>
[[gnu::flatten]] void step_rays(const WorldView& world, RayWave& wave) {
  open_boxes(world.for_rays, wave);
  open_nodes(world.for_rays, wave);
  intersect_leaves<Seen>(world, wave);
}

}  // namespace lockstep::LOCKSTEP_ISA
