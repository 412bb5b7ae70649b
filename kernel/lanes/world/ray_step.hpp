// The steps of rays on their ways through a world. Loops over the objects of one ray end where nobody foresees it, so
// what rays do is done by all in turn: first each opens its next boxes, then each looks into what it found there, as
// it was listed without a branch, and so on down to objects. So what a loop asks for has long been known.
#pragma once

#include "lanes/world/ball_on_ray.hpp"
#include "lanes/world/box_order.hpp"
#include "lanes/world/ray_boxes.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::RayNodes;
using detail::RayOnWay;
using detail::RayWave;

/// W of the boxes of a node from lane `lane` on.
inline RaySpan across_node(const LaneRay& ray, const float* node, int lane, const Real& limit) {
  return ray.across([&](std::uint32_t end) { return Real::load(node + end * RayNodes::fanout + lane); }, limit);
}

/// Of the boxes of a level, `count` from the node `first` on, those that the ray may enter, the first one last.
template <std::size_t Most>
void look_into(const RayNodes& tree, RayOnWay& way, std::uint32_t level, std::uint32_t first, std::uint32_t count,
               float limit) {
  constexpr auto fanout = static_cast<std::uint32_t>(RayNodes::fanout);
  const LaneRay ray(way.ray);
  BoxOrderOf<Most> order;
  for (std::uint32_t box = first * fanout; box < first * fanout + count; box += static_cast<unsigned>(Real::width)) {
    const float* const node = tree.nodes[level] + std::size_t{box / fanout} * RayNodes::node_floats;
    const RaySpan span = across_node(ray, node, static_cast<int>(box % fanout), limit);
    order.add(max(span.soonest(), Real(0)), box, span.is_met());
  }
  for (int i = 0; i < order.count; ++i) way.boxes[way.open + order.later_than(i)] = order.place(i, level);
  way.open += static_cast<std::uint32_t>(order.count);
}

/// Looks at the boxes that ways begin with.
inline void start_way(const RayNodes& tree, RayOnWay& way, float limit) {
  const std::uint32_t level = first_level(tree);
  way.open = 0;
  look_into<RayOnWay::first_boxes>(tree, way, level, 0, tree.count[level], limit);
}

/// Goes on until the last box is a coarse one. False: there is none.
inline bool has_next(const RayNodes& tree, RayOnWay& way, float limit) {
  while (way.open != 0) {
    const BoxPlace box(way.boxes[way.open - 1]);
    const bool is_entered = box.key <= limit;
    if (is_entered && box.level == RayNodes::coarse) return true;
    --way.open;
    if (is_entered) look_into<RayNodes::fanout>(tree, way, box.level - 1, box.number, RayNodes::fanout, limit);
  }
  return false;
}

/// What holds of all objects that the way has come to, with those of this box.
inline void widen(const RayNodes& tree, RayOnWay& way, const BoxPlace& box) {
  constexpr std::size_t fanout = RayNodes::fanout;
  const float* const at = tree.nodes[box.level] + box.number / fanout * RayNodes::node_floats + box.number % fanout;
  const auto greater = [](float a, float b) { return a > b ? a : b; };
  for (std::size_t k = 0; k < 3; ++k) {
    const float low = at[k * fanout], high = at[(k + 3) * fanout];
    way.room = greater(way.room, (high - low) * ray_room), way.reach = greater(way.reach, greater(high, -low));
  }
}

/// Lists those of a node's boxes that the ray may enter.
inline void list_boxes(const LaneRay& ray, const float* nodes, std::uint32_t node, const Real& limit,
                       std::uint32_t* list, std::uint32_t& count) {
  constexpr auto fanout = static_cast<std::uint32_t>(RayNodes::fanout);
  const float* const boxes = nodes + std::size_t{node} * RayNodes::node_floats;
  for (int lane = 0; lane < static_cast<int>(fanout); lane += Real::width) {
    const Mask met = across_node(ray, boxes, lane, limit).is_met();
    const Index number = Index::count_from(node * fanout + static_cast<std::uint32_t>(lane));
    count += static_cast<std::uint32_t>(compress(list + count, number, met));
  }
}

/// The next boxes of each ray: lists the nodes in them, and leaves out rays that are at their end.
inline void open_boxes(const RayNodes& tree, RayWave& wave) {
  std::uint32_t going = 0, count = 0;
  for (std::uint32_t i = 0; i < wave.going_count; ++i) {
    RayOnWay& way = wave.ways[wave.going[i]];
    const float limit = wave.limits[wave.going[i]];
    if (way.open == RayOnWay::at_start) start_way(tree, way, limit);
    if (!has_next(tree, way, limit)) continue;
    wave.going[going] = wave.going[i], wave.begin[0][going++] = count;
    const LaneRay ray(way.ray);
    way.room = way.reach = 0;
    for (std::uint32_t k = 0; k < RayWave::boxes_at_once && has_next(tree, way, limit); ++k) {
      const BoxPlace box(way.boxes[--way.open]);
      widen(tree, way, box);
      list_boxes(ray, tree.nodes[RayNodes::coarse - 1], box.number, limit, wave.nodes, count);
    }
  }
  wave.going_count = going, wave.begin[0][going] = count;
}

/// Lists the quarters in the nodes that were listed.
inline void open_nodes(const RayNodes& tree, RayWave& wave) {
  std::uint32_t count = 0;
  for (std::uint32_t i = 0; i < wave.going_count; ++i) {
    const LaneRay ray(wave.ways[wave.going[i]].ray);
    const Real limit = wave.limits[wave.going[i]];
    wave.begin[1][i] = count;
    for (std::uint32_t k = wave.begin[0][i]; k < wave.begin[0][i + 1]; ++k)
      list_boxes(ray, tree.nodes[0], wave.nodes[k], limit, wave.quarters, count);
  }
  wave.begin[1][wave.going_count] = count;
}

/// Objects as a ray sees them by the boxes around them.
template <ViewKind K>
struct SeenByBoxes {
  ObjectsByBoxes<K> boxes;
  Real limit;

  SeenByBoxes(const WalkedWorld& world, const RayWave& wave, std::uint32_t way)
      : boxes(world.objects, wave.ways[way].ray, wave.ways[way].room), limit(wave.limits[way]) {}
  [[nodiscard]] Mask met(std::size_t first) const { return boxes.across(first, limit).is_met(); }
};
/// Balls as it sees them along its line.
struct SeenAlongLine {
  const WalkedWorld& world;
  BallsAlongRay balls;

  SeenAlongLine(const WalkedWorld& of, const RayWave& wave, std::uint32_t way)
      : world(of), balls(wave.rays[way], wave.ways[way].reach) {}
  [[nodiscard]] Mask met(std::size_t first) const { return !balls.missed(world.objects, first); }
};

/// Of the quarters that were listed, keeps those in which the rays may meet something.
template <class Seen>
void look_at_quarters(const WalkedWorld& world, RayWave& wave) {
  std::uint32_t count = 0;
  for (std::uint32_t i = 0; i < wave.going_count; ++i) {
    const Seen seen(world, wave, wave.going[i]);
    wave.begin[2][i] = count;
    for (std::uint32_t k = wave.begin[1][i]; k < wave.begin[1][i + 1]; ++k) {
      const std::uint32_t quarter = wave.quarters[k];
      const std::size_t first = std::size_t{quarter} * detail::world_quarter;
      unsigned met = 0;
      for (unsigned lane = 0; lane < detail::world_quarter; lane += static_cast<unsigned>(Real::width))
        met |= bits(seen.met(first + lane)) << lane;
      wave.quarters[count] = quarter, wave.met[count] = static_cast<std::uint16_t>(met);
      count += met != 0 ? 1U : 0U;
    }
  }
  wave.begin[2][wave.going_count] = count;
}

template <class Seen>
[[gnu::flatten]] void step_rays(const WalkedWorld& world, RayWave& wave) {
  open_boxes(world.for_rays, wave);
  open_nodes(world.for_rays, wave);
  look_at_quarters<Seen>(world, wave);
}

}  // namespace lockstep::LOCKSTEP_ISA
