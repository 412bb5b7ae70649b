// Objects in k-d order, by recursive median splits: a split puts half of the objects before a coordinate on the axis
// of their largest extent, the others behind it, and each half is split again. Source: J. Bentley, "Multidimensional
// binary search trees used for associative searching", 1975.
//
// The order is the same for lanes of any width: the side of an object depends on its coordinate and on the number of
// equal coordinates before it.
#pragma once

#include "lanes/registers/lanes.hpp"
#include "lanes/world/select_rank.hpp"
#include "table/median_split.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::MedianSplit;
using detail::PlacedObjects;

/// Loads W numbers; LoadLast loads the tail alone, because the numbers behind it belong to other objects.
struct LoadAll {
  Real operator()(const float* p) const { return Real::load(p); }
  Index operator()(const std::uint32_t* p) const { return Index::load(p); }
};
struct LoadLast {
  std::size_t count;

  template <class T>
  auto operator()(const T* p) const {
    T last[Real::width] = {};
    __builtin_memcpy(last, p, count * sizeof *p);
    return LoadAll()(last);
  }
};

/// Calls run(live lanes, first, load) for `count` objects, W at a time.
template <class Run>
[[gnu::always_inline]] inline void for_lanes(std::size_t count, const Run& run) {
  constexpr auto width = static_cast<std::size_t>(Real::width);
  const Mask every = first_lanes(Real::width);
  std::size_t i = 0;
  for (; i + width <= count; i += width) run(every, i, LoadAll());
  if (i != count) run(first_lanes(static_cast<int>(count - i)), i, LoadLast{count - i});
}

/// See detail::SplitKernels.
inline detail::Bounds3 bound_places(const PlacedObjects& objects, std::size_t count) {
  Real low[3], high[3];
  for (int k = 0; k < 3; ++k) low[k] = high[k] = objects.at[k][0];
  for_lanes(count, [&](Mask live, std::size_t i, const auto& load) {
    for (int k = 0; k < 3; ++k) {
      const Real x = load(objects.at[k] + i);
      low[k] = select(live, min(low[k], x), low[k]), high[k] = select(live, max(high[k], x), high[k]);
    }
  });
  detail::Bounds3 bounds;
  for (int k = 0; k < 3; ++k) bounds.low[k] = least_of_lanes(low[k]), bounds.high[k] = -least_of_lanes(-high[k]);
  return bounds;
}

/// See detail::SplitKernels.
inline MedianSplit find_split(const PlacedObjects& objects, std::size_t count, const detail::Bounds3& bounds,
                              std::size_t before, float* memory) {
  const std::uint32_t axis = bounds.longest_axis();
  const Rank rank = number_of_rank(objects.at[axis], count, before, {bounds.low[axis], bounds.high[axis]}, memory);
  return {axis, rank.number, rank.first_equal};
}

/// Whether objects come before a cut, W at a time.
class BeforeCut {
 public:
  explicit BeforeCut(const MedianSplit& cut) : coordinate_(cut.coordinate), left_(cut.first_there) {}

  Mask operator()(const Real& x, Mask live) {
    const Mask there = (x == Real(coordinate_)) & live, before = (x < Real(coordinate_)) & live;
    return none(there) ? before : before | first_of(there);
  }

 private:
  /// The first of these lanes, as many as are left.
  Mask first_of(Mask there) {
    unsigned set = bits(there);
    int end = Real::width;
    for (; set != 0; set &= set - 1, --left_)
      if (left_ == 0) {
        end = __builtin_ctz(set);
        break;
      }
    return there & first_lanes(end);
  }

  float coordinate_;
  std::size_t left_;
};

/// See detail::SplitKernels.
inline detail::CutCounts count_at_cut(const PlacedObjects& objects, std::size_t count, const MedianSplit& cut) {
  detail::CutCounts counts{0, 0};
  for_lanes(count, [&](Mask live, std::size_t i, const auto& load) {
    const Real x = load(objects.at[cut.axis] + i), coordinate = cut.coordinate;
    counts.before += count_bits((x < coordinate) & live);
    counts.there += count_bits((x == coordinate) & live);
  });
  return counts;
}

/// Packs numbers to `to`: W at a time, if there is room for W.
template <class Lanes, class T>
[[gnu::always_inline]] inline void pack(T* to, std::size_t room, const Lanes& x, Mask those) {
  if (room >= static_cast<std::size_t>(Real::width)) {
    compress(to, x, those);
  } else {
    T some[Real::width];
    const auto count = static_cast<std::size_t>(compress(some, x, those));
    __builtin_memcpy(to, some, count * sizeof(T));
  }
}

/// Moves one side of a cut: objects, or their indices alone, go to positions from `at` on. Nothing is written from
/// `end` on.
template <bool Before, bool IndicesAlone>
[[gnu::always_inline]] inline void move_side(const PlacedObjects& objects, std::size_t count, const MedianSplit& cut,
                                             const PlacedObjects& to, std::size_t at, std::size_t end) {
  BeforeCut is_before(cut);
  for_lanes(count, [&](Mask live, std::size_t i, const auto& load) {
    const Mask before = is_before(load(objects.at[cut.axis] + i), live);
    const Mask those = Before ? before : live & !before;
    for (int k = 0; !IndicesAlone && k < 3; ++k) pack(to.at[k] + at, end - at, load(objects.at[k] + i), those);
    pack(to.index + at, end - at, load(objects.index + i), those);
    at += count_bits(those);
  });
}

/// See detail::SplitKernels.
inline void move_sides(const PlacedObjects& objects, std::size_t count, const MedianSplit& cut, const PlacedObjects& to,
                       const detail::SplitTargets& move) {
  move_side<true, false>(objects, count, cut, to, move.before, move.before_end);
  move_side<false, false>(objects, count, cut, to, move.behind, move.behind_end);
}

/// Sorts objects back and forth between two memories and writes their indices to their final places in `order`, which
/// may be the index array of one of the memories.
struct KdSortRun {
  std::uint32_t* order;

  void sort(const PlacedObjects& from, const PlacedObjects& to, std::size_t begin, std::size_t count) const {
    const PlacedObjects objects = from.from(begin), other = to.from(begin);
    if (count <= detail::undivided) {
      if (objects.index != order + begin) __builtin_memcpy(order + begin, objects.index, count * sizeof *order);
      return;
    }
    const std::size_t half = detail::split_position(begin, begin + count), before = half - begin;
    const MedianSplit cut = find_split(objects, count, bound_places(objects, count), before, other.at[0]);
    if (count <= 2 * detail::undivided) return put_indices(objects, count, cut, order + begin, before);
    move_side<true, false>(objects, count, cut, other, 0, count);
    move_side<false, false>(objects, count, cut, other, before, count);
    sort(to, from, begin, before);
    sort(to, from, half, count - before);
  }

 private:
  /// The last splits move indices alone.
  static void put_indices(PlacedObjects objects, std::size_t count, const MedianSplit& cut, std::uint32_t* to,
                          std::size_t before) {
    std::uint32_t indices[2 * detail::undivided];
    __builtin_memcpy(indices, objects.index, count * sizeof *indices);
    objects.index = indices;
    move_side<true, true>(objects, count, cut, {{}, to}, 0, count);
    move_side<false, true>(objects, count, cut, {{}, to}, before, count);
  }
};

/// See detail::SplitKernels.
[[gnu::flatten]] inline void sort_kd(const PlacedObjects& objects, const PlacedObjects& other, std::size_t begin,
                                     std::size_t end, std::uint32_t* order) {
  KdSortRun{order}.sort(objects, other, begin, end - begin);
}

}  // namespace lockstep::LOCKSTEP_ISA
