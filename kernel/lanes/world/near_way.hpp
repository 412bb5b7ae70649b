// The way of a point from the boxes at the top of a world to its nearest objects, in float lanes: bounds of distances,
// and what is proven to be too far is left out (docs/numerics.md). The nearest of sixteen boxes first.
#pragma once

#include "lanes/world/box_order.hpp"
#include "lanes/world/point_distances.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::NearWalk;

/// The bits of a number that is not negative, which are in the same order.
inline std::uint32_t bits_of(float x) {
  std::uint32_t bits;
  __builtin_memcpy(&bits, &x, sizeof bits);
  return bits;
}

/// The k least of some numbers that are not negative: in order, and if they are many as a heap.
struct LeastNumbers {
  static constexpr std::uint32_t most_in_order = 32;

  std::uint32_t* least;  // their bits
  std::uint32_t k;

  /// The k-th, infinite where there are fewer.
  [[nodiscard]] float greatest() const {
    float x;
    __builtin_memcpy(&x, least + (k > most_in_order ? 0 : k - 1), sizeof x);
    return x;
  }
  /// Two of them. In order: without branches, which nobody could foresee, and so of bits, as g++ makes branches of
  /// floats; from the first on, as what is written is read next time.
  void add(std::uint32_t x, std::uint32_t y) {
    if (k > most_in_order) return add_to_heap(x), add_to_heap(y);
    for (std::uint32_t i = 0; i < k; ++i) {
      const std::uint32_t other = least[i], less = x < other ? x : other;
      x = x > other ? x : other;
      least[i] = y < less ? y : less;
      y = y > less ? y : less;
    }
  }

 private:
  void add_to_heap(std::uint32_t x) {
    if (x >= least[0]) return;
    std::size_t hole = 0;
    for (std::size_t child = 1; child < k; child = 2 * hole + 1) {
      if (child + 1 < k && least[child] < least[child + 1]) ++child;
      if (x >= least[child]) break;
      least[hole] = least[child], hole = child;
    }
    least[hole] = x;
  }
};

/// The lanes of a register that are set.
inline Mask lanes_in(std::uint64_t set) {
  float lane[Real::width];
  for (int i = 0; i < Real::width; ++i) lane[i] = (set >> i & 1) != 0 ? 1.0F : 0.0F;
  return Real::load(lane) > Real(0);
}

/// Lists the objects of a block that may matter.
template <ViewKind K>
void list_objects(const WalkedWorld& world, NearWalk& walk, std::uint32_t block) {
  constexpr int enough = 8;  // upper ends that wait
  const std::uint64_t alive = world.living[block];
  const std::size_t first = std::size_t{block} * detail::world_block;
  // Copies: for all the compiler knows, what is listed may change them.
  float *const lower = walk.lower, reach = walk.reach;
  std::uint32_t *const position = walk.position, found = walk.found;
  LeastNumbers least{walk.least, walk.k};
  float ends[enough + 2 * Real::width];
  int waiting = 0;
  const auto take = [&] {
    ends[waiting] = __builtin_inff();
    for (int i = 0; i < waiting; i += 2) least.add(bits_of(ends[i]), bits_of(ends[i + 1]));
    waiting = 0;
    if (least.greatest() < reach) reach = least.greatest();
  };
  // All bounds first: where lanes are plain numbers, g++ makes registers of them.
  detail::DistanceBounds bounds;
  distances_to<K>(world.objects, first, walk.point, reach, bounds);
  for (std::size_t bit = 0; bit < detail::world_block; bit += Real::width) {
    const Real low = Real::load(bounds.lower + bit), high = Real::load(bounds.upper + bit);
    Mask maybe = low <= Real(reach);
    if (~alive != 0) maybe = maybe & lanes_in(alive >> bit);
    compress(lower + found, low, maybe);
    found += static_cast<std::uint32_t>(
        compress(position + found, Index::count_from(static_cast<std::uint32_t>(first + bit)), maybe));
    waiting += compress(ends + waiting, high, maybe & (high < Real(least.greatest())));
    if (waiting > enough) take();
  }
  take();
  walk.found = found, walk.reach = reach;
}

/// The sixteen boxes that make up one, or are the top ones: those within reach.
inline void look_into(const WalkedWorld& world, NearWalk& walk, const Vec& point, std::uint32_t level,
                      std::uint32_t first, float reach_square) {
  BoxOrder order;
  const int behind = boxes_behind(world, level, first);
  float squares[detail::world_fanout];
  put_squares(world.boxes[level], first, point, squares);
  for (int i = 0; i < behind; i += Real::width) {
    const Real square = Real::load(squares + i);
    order.add(square, first + static_cast<std::uint32_t>(i), (square <= Real(reach_square)) & lanes_before(behind - i));
  }
  std::uint64_t* const open = walk.boxes + walk.open;
  for (int i = 0; i < order.count; ++i) open[order.later_than(i)] = order.place(i, level);
  walk.open += static_cast<std::uint32_t>(order.count);
}

/// Of the objects that were listed, those that still matter.
inline void leave_out_distant(NearWalk& walk) {
  std::uint32_t left = 0;
  for (std::uint32_t i = 0; i < walk.found; i += Real::width) {
    const Real lower = Real::load(walk.lower + i);
    const Mask near = (lower <= Real(walk.reach)) & lanes_before(static_cast<int>(walk.found - i));
    compress(walk.lower + left, lower, near);
    left += static_cast<std::uint32_t>(compress(walk.position + left, Index::load(walk.position + i), near));
  }
  walk.found = left;
}

/// See detail::WorldKernels.
template <ViewKind K>
[[gnu::flatten]] bool list_near(const WalkedWorld& world, NearWalk& walk) {
  const Vec point = broadcast(walk.point);
  if (walk.is_at_block) list_objects<K>(world, walk, walk.block);
  if (walk.found > walk.room) leave_out_distant(walk);
  while (walk.open != 0) {
    const BoxPlace box(walk.boxes[--walk.open]);
    const float reach_square = walk.reach * walk.reach * (1 + square_bound) + lost_square;
    if (!(box.key <= reach_square)) continue;
    if (box.level == 0) {
      prefetch_block<K>(world, box.number);
      walk.block = box.number;
      return walk.is_at_block = true;
    }
    look_into(world, walk, point, box.level - 1, box.number * detail::world_fanout, reach_square);
  }
  leave_out_distant(walk);
  return walk.is_at_block = false;
}

}  // namespace lockstep::LOCKSTEP_ISA
