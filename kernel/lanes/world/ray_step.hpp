// The steps of rays on their ways through a world. Loops over the objects of one ray end where nobody foresees it, so
// what rays do is done by all in turn: first each opens its next boxes, then each looks into what it found there, as
// it was listed without a branch, and so on down to objects. So what a loop asks for has long been known.
#pragma once

#include "lanes/registers/last_bits.hpp"
#include "lanes/world/ball_on_ray.hpp"
#include "lanes/world/box_order.hpp"
#include "lanes/world/box_test.hpp"
#include "lanes/world/ray_boxes.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::RayNodes;
using detail::RayOnWay;
using detail::RayWave;

/// W of the boxes of a node from lane `lane` on.
inline RaySpan across_node(const LaneRay& ray, const float* node, int lane, const Real& limit) {
  return ray.across([&](std::uint32_t end) { return Real::load(node + end * RayNodes::fanout + lane); }, limit);
}

/// Boxes in the order in which a ray enters them: whole numbers, of which the upper bits are those of a fraction, no
/// more than it is, and the lower ones tell the box. So no two are equal.
template <std::size_t Most>
struct EntryOrder {
  static constexpr std::uint32_t numbers = 128;
  static_assert(Most <= numbers);

  alignas(64) std::uint32_t key[Most + 2 * std::size_t{Real::width}];
  int count = 0;

  /// Of W boxes from `first` on.
  void add(const Real& entered, std::uint32_t first, Mask those) {
    count += compress(key + count, with_last_bits(entered, numbers - 1, Index::count_from(first)), those);
  }
  /// What is behind the last one comes before all.
  void end() { Index(0U).store(key + count); }
  [[nodiscard]] unsigned later_than(int i) const {
    const Index own = key[i];
    unsigned later = 0;
    for (int k = 0; k < count; k += Real::width)
      later += static_cast<unsigned>(count_of(bits(less(own, Index::load(key + k)))));
    return later;
  }
  /// See BoxPlace.
  [[nodiscard]] std::uint64_t place(int i, std::uint32_t level, std::uint32_t first) const {
    const std::uint32_t number = key[i] % numbers;
    return std::uint64_t{key[i] - number} << 32 | level << 28 | (first + number);
  }
};

/// Of the boxes of a level, `count` from the node `first` on, those that the ray may enter, the first one last.
template <std::size_t Most>
void look_into(const RayNodes& tree, RayOnWay& way, const LaneRay& ray, std::uint32_t level, std::uint32_t first,
               std::uint32_t count, float limit) {
  constexpr auto fanout = static_cast<std::uint32_t>(RayNodes::fanout);
  EntryOrder<Most> order;
  for (std::uint32_t box = 0; box < count; box += static_cast<unsigned>(Real::width)) {
    const float* const node = tree.nodes[level] + (std::size_t{first} + box / fanout) * RayNodes::node_floats;
    const RaySpan span = across_node(ray, node, static_cast<int>(box % fanout), limit);
    order.add(max(span.soonest(), Real(0)), box, span.is_met());
  }
  order.end();
  for (int i = 0; i < order.count; ++i)
    way.boxes[way.open + order.later_than(i)] = order.place(i, level, first * fanout);
  way.open += static_cast<std::uint32_t>(order.count);
}

/// Looks at the boxes that ways begin with.
inline void start_way(const RayNodes& tree, RayOnWay& way, const LaneRay& ray, float limit) {
  const std::uint32_t level = first_level(tree);
  way.open = 0;
  look_into<RayOnWay::first_boxes>(tree, way, ray, level, 0, tree.count[level], limit);
}

/// Goes on until the last box is a coarse one. False: there is none.
inline bool has_next(const RayNodes& tree, RayOnWay& way, const LaneRay& ray, float limit) {
  while (way.open != 0) {
    const BoxPlace box(way.boxes[way.open - 1]);
    const bool is_entered = box.key <= limit;
    if (is_entered && box.level == RayNodes::coarse) return true;
    --way.open;
    if (is_entered) look_into<RayNodes::fanout>(tree, way, ray, box.level - 1, box.number, RayNodes::fanout, limit);
  }
  return false;
}

/// What holds of all objects that the way has come to, with those of this box.
inline void widen(const RayNodes& tree, RayOnWay& way, const BoxPlace& box) {
  const auto greater = [](float a, float b) { return a > b ? a : b; };
  way.room = greater(way.room, tree.room[box.number]), way.reach = greater(way.reach, tree.reach[box.number]);
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

/// The next boxes of each ray, as long as there is room: lists the nodes in them, and leaves out rays that are at their
/// end.
inline void open_boxes(const RayNodes& tree, RayWave& wave) {
  std::uint32_t going = 0, count = 0;
  std::uint32_t i = 0;
  for (; i < wave.asked && count + RayWave::most_nodes <= wave.room; ++i) {
    const std::uint32_t number = wave.going[i];
    RayOnWay& way = wave.ways[number];
    const float limit = wave.limits[number];
    const LaneRay ray(*wave.rays, number);
    if (way.open == RayOnWay::at_start) start_way(tree, way, ray, limit);
    if (!has_next(tree, way, ray, limit)) continue;
    wave.going[going] = number, wave.begin[0][going++] = count;
    way.room = way.reach = 0;
    for (std::uint32_t k = 0; k < RayWave::boxes_at_once && has_next(tree, way, ray, limit); ++k) {
      const BoxPlace box(way.boxes[--way.open]);
      widen(tree, way, box);
      list_boxes(ray, tree.nodes[RayNodes::coarse - 1], box.number, limit, wave.nodes, count);
    }
  }
  wave.asked = i, wave.going_count = going, wave.begin[0][going] = count;
}

/// Lists the quarters in the nodes that were listed.
inline void open_nodes(const RayNodes& tree, RayWave& wave) {
  std::uint32_t count = 0;
  for (std::uint32_t i = 0; i < wave.going_count; ++i) {
    const LaneRay ray(*wave.rays, wave.going[i]);
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
  static constexpr int streams = K == ViewKind::aabbs ? 6 : 4;
  ObjectsByBoxes<K> boxes;
  Real limit;

  SeenByBoxes(const WalkedWorld& world, const RayWave& wave, std::uint32_t way)
      : boxes(world.objects, *wave.rays, way, wave.ways[way].room), limit(wave.limits[way]) {}
  [[nodiscard]] Mask met(std::size_t first) const { return boxes.across(first, limit).is_met(); }
};
/// Balls as it sees them along its line.
struct SeenAlongLine {
  static constexpr int streams = 4;
  const WalkedWorld& world;
  BallsAlongRay balls;

  SeenAlongLine(const WalkedWorld& of, const RayWave& wave, std::uint32_t way)
      : world(of), balls(*wave.at_balls, way, wave.ways[way].reach) {}
  [[nodiscard]] Mask met(std::size_t first) const { return !balls.missed(world.objects, first); }
};

/// Asks for the objects of a quarter that comes soon.
inline constexpr std::uint32_t quarters_ahead = 8;
template <class Seen>
[[gnu::always_inline]] inline void prefetch_quarter(const WalkedWorld& world, std::uint32_t quarter) {
  const std::size_t first = std::size_t{quarter} * detail::world_quarter;
  for (int s = 0; s < Seen::streams; ++s) __builtin_prefetch(world.objects[s] + first);
}

/// Of the quarters that were listed, keeps those in which the rays may meet something.
template <class Seen>
void look_at_quarters(const WalkedWorld& world, RayWave& wave) {
  std::uint32_t count = 0;
  for (std::uint32_t i = 0; i < wave.going_count; ++i) {
    const Seen seen(world, wave, wave.going[i]);
    wave.begin[2][i] = count;
    for (std::uint32_t k = wave.begin[1][i]; k < wave.begin[1][i + 1]; ++k) {
      const std::uint32_t quarter = wave.quarters[k];
      prefetch_quarter<Seen>(world, wave.quarters[k + quarters_ahead]);
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

/// See detail::WorldKernels.
template <class Seen>
[[gnu::flatten]] void step_rays(const WalkedWorld& world, RayWave& wave) {
  open_boxes(world.for_rays, wave);
  open_nodes(world.for_rays, wave);
  look_at_quarters<Seen>(world, wave);
}

}  // namespace lockstep::LOCKSTEP_ISA
