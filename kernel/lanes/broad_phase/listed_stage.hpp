// Verlet lists, pairs that are kept from frame to frame: which objects have left the bounds that the pairs were listed
// for, and which of the listed pairs are near?
//
// Source of lists of all pairs that motions of half a skin may bring together: L. Verlet, "Computer experiments on
// classical fluids", 1967.
#pragma once

#include "lanes/broad_phase/grid_stage.hpp"
#include "lanes/registers/lanes.hpp"
#include "table/broad_phase_batch.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// Row i belongs to lane i.
struct BallsByRow {
  static constexpr std::size_t floats = 4;
  Vec center;
  Real radius;

  template <class RowOf>
  static BallsByRow load(const RowOf& row) {
    Quad ball[1];
    load_rows(row, ball);
    return {{ball[0].x, ball[0].y, ball[0].z}, ball[0].w};
  }
};
struct BoxesByRow {
  static constexpr std::size_t floats = 6;
  Real low[3], high[3];

  template <class RowOf>
  static BoxesByRow load(const RowOf& row) {
    Quad front[1], back[1];  // numbers 0 to 3, and 2 to 5
    load_rows(row, front);
    load_rows([&](int i) { return row(i) + 2; }, back);
    return {{front[0].x, front[0].y, front[0].z}, {back[0].y, back[0].z, back[0].w}};
  }
};

/// By the squares of the distance of the centres and of the difference of the radii, with room for the rounding errors
/// of both and of a verdict. Nothing is proven if the square of the distance may have underflowed, or is infinite.
struct BallInBall {
  using Lanes = BallsByRow;
  static Mask test(const BallsByRow& ball, const BallsByRow& bounds) {
    const Vec d = ball.center - bounds.center;
    const Real square = dot(d, d), slack = bounds.radius * Real(1 - 0x1p-19F) - ball.radius;
    return (slack >= Real(0x1p-40F)) & (square <= Real(detail::most_float)) &
           (square * Real(1 + 0x1p-19F) <= slack * slack);
  }
};

/// Exact.
struct BoxInBox {
  using Lanes = BoxesByRow;
  static Mask test(const BoxesByRow& box, const BoxesByRow& bounds) {
    const auto lies = [&](int axis) {
      return (bounds.low[axis] <= box.low[axis]) & (box.low[axis] <= box.high[axis]) &
             (box.high[axis] <= bounds.high[axis]);
    };
    return lies(0) & lies(1) & lies(2);
  }
};

/// See detail::BroadPhaseKernels. Objects are scattered in memory, so some are prefetched.
template <class In>
[[gnu::flatten]] int place_rows(const detail::PlacedRows& rows, std::uint32_t begin, std::uint32_t end,
                                std::uint32_t* outside) {
  using Lanes = typename In::Lanes;
  constexpr std::size_t floats = Lanes::floats;
  constexpr std::uint32_t ahead = 32;
  int count = 0;
  for (std::uint32_t k = begin; k < end; k += Real::width) {
    const std::uint32_t left = end - k, lanes = left < Real::width ? left : Real::width;
    for (std::uint32_t i = 0; i < lanes; ++i) {
      if (i + ahead < left) __builtin_prefetch(rows.from + floats * rows.id_of[k + i + ahead]);
      __builtin_memcpy(rows.to + floats * (k + i), rows.from + floats * rows.id_of[k + i], floats * sizeof(float));
    }
    const auto load = [&](const float* from) {
      return Lanes::load([&](int i) {
        const auto lane = static_cast<std::uint32_t>(i);
        return from + floats * (k + (lane < lanes ? lane : lanes - 1));
      });
    };
    const Mask leaves = (!In::test(load(rows.to), load(rows.bounds))) & first_lanes(static_cast<int>(lanes));
    if (any(leaves)) [[unlikely]]
      count += compress(outside + count, Index::count_from(k), leaves);
  }
  return count;
}

/// As Balls and Boxes. Each pair checks on its own whether a proof of overlap is valid for numbers of its size.
struct ListedBalls {
  using Lanes = BallsByRow;
  static constexpr bool may_be_open = true;
  static Near test(const detail::ListedPairs& list, const BallsByRow& a, const BallsByRow& b) {
    const Vec d = a.center - b.center;
    const Real reach = (a.radius + Real(list.margin)) + b.radius;
    const Real square = dot(d, d), reach_square = reach * reach;
    const Mask near = !(square > reach_square * Real(1 + 0x1p-20F));
    const Mask proven =
        (square < reach_square * Real(1 - 0x1p-19F)) & (reach >= Real(0x1p-29F)) & (reach <= Real(0x1p61F));
    return {near, near & !proven};
  }
};
struct ListedBoxes {
  using Lanes = BoxesByRow;
  static constexpr bool may_be_open = false;
  static Near test(const detail::ListedPairs&, const BoxesByRow& a, const BoxesByRow& b) {
    const auto meets = [&](int axis) { return (a.low[axis] <= b.high[axis]) & (b.low[axis] <= a.high[axis]); };
    const Mask near = meets(0) & meets(1) & meets(2);
    return {near, near};
  }
};

/// See detail::BroadPhaseKernels.
template <class Shapes>
[[gnu::flatten]] void find_listed(const detail::ListedPairs& list, std::size_t begin, std::size_t end,
                                  detail::NearPairs& result) {
  using Lanes = typename Shapes::Lanes;
  constexpr int ahead = 96;        // objects of the next rows of cells may be far away
  detail::NearPairs out = result;  // a copy: the compiler has to assume that stores below change it
  for (std::size_t k = begin; k < end; k += Real::width) {
    const std::uint32_t *const a = list.a + k, *const b = list.b + k;
    if (k + ahead + Real::width <= end)
      for (int i = 0; i < Real::width; ++i) __builtin_prefetch(list.second + Lanes::floats * b[ahead + i]);
    const Near found = Shapes::test(list, Lanes::load([&](int i) { return list.first + Lanes::floats * a[i]; }),
                                    Lanes::load([&](int i) { return list.second + Lanes::floats * b[i]; }));
    const std::size_t left = end - k;
    const Mask live = first_lanes(left < Real::width ? static_cast<int>(left) : Real::width);
    Mask proven = found.near & live;
    if constexpr (Shapes::may_be_open) {
      const Mask open = found.open & live;
      if (any(open)) [[unlikely]] {
        compress(out.open_a + out.open_count, Index::load(a), open);
        out.open_count += compress(out.open_b + out.open_count, Index::load(b), open);
        proven = proven & !open;
      }
    }
    compress(out.b + out.count, Index::load(b), proven);
    out.count += compress(out.a + out.count, Index::load(a), proven);
  }
  result.count = out.count, result.open_count = out.open_count;
}

}  // namespace lockstep::LOCKSTEP_ISA
