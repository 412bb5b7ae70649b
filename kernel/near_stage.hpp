// The broad phase in lanes: a run of neighbouring objects, one in each lane, against each object of some windows.
#pragma once

#include "kernel_table.hpp"
#include "vec.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// Which lanes are near an object, and of which of those nothing is proven yet.
struct Near {
  Mask near;
  Mask open;
};

/// Balls, by the squares of distance and reach: both are off by no more than 6 u (docs/numerics.md, section 11). What is
/// neither apart nor overlapping by more than that is open.
struct BallLanes {
  static constexpr bool may_be_open = true;
  Vec center;
  Real radius;  // and margin
  Real sure;

  BallLanes(const detail::NearBatch& batch, int k)
      : center{Real::load(batch.run[0] + k), Real::load(batch.run[1] + k), Real::load(batch.run[2] + k)},
        radius(Real::load(batch.run[3] + k) + Real(batch.margin)),
        sure(batch.sure) {}

  Near test(const detail::NearStreams& other, std::size_t j) const {
    const Vec d = center - Vec{Real(other.stream[0][j]), Real(other.stream[1][j]), Real(other.stream[2][j])};
    const Real reach = radius + Real(other.stream[3][j]);
    const Real square = dot(d, d), reach_square = reach * reach;
    const Mask near = !(square > reach_square * Real(1 + 0x1p-20F));
    return {near, near & !(square < reach_square * sure)};
  }
};

/// Boxes by their corners: comparisons have no rounding error.
struct BoxLanes {
  static constexpr bool may_be_open = false;
  Vec min, max;

  BoxLanes(const detail::NearBatch& batch, int k)
      : min{Real::load(batch.run[0] + k), Real::load(batch.run[1] + k), Real::load(batch.run[2] + k)},
        max{Real::load(batch.run[3] + k), Real::load(batch.run[4] + k), Real::load(batch.run[5] + k)} {}

  Near test(const detail::NearStreams& other, std::size_t j) const {
    const auto meets = [&](const Real& low, const Real& high, int axis) {
      return (low <= Real(other.stream[axis + 3][j])) & (Real(other.stream[axis][j]) <= high);
    };
    const Mask near = meets(min.x, max.x, 0) & meets(min.y, max.y, 1) & meets(min.z, max.z, 2);
    return {near, near};
  }
};

/// Appends the lanes `found`, objects `ids` of the run from k on, paired with object j.
template <bool MayBeOpen>
void append_near(detail::NearPairs& out, const Near& found, int k, const Index& ids, std::uint32_t j,
                 std::uint32_t other_id) {
  Mask proven = found.near;
  if constexpr (MayBeOpen) {
    if (any(found.open)) [[unlikely]] {
      proven = found.near & !found.open;
      Index(j).store(out.open_b + out.open_count);
      out.open_count +=
          compress(out.open_a + out.open_count, Index::count_from(static_cast<std::uint32_t>(k)), found.open);
    }
  }
  Index(other_id).store(out.b + out.count);
  out.count += compress(out.a + out.count, ids, proven);
}

/// See KernelTable::near_balls and near_boxes.
template <class Lanes>
[[gnu::flatten]] void find_near(const detail::NearBatch& batch, detail::NearPairs& result) {
  const detail::NearStreams other = batch.other;  // copies: for all the compiler knows, stores below may change them
  detail::NearPairs out = result;
  for (int k = 0; k < batch.run_size; k += Real::width) {
    const Lanes lanes(batch, k);
    const Index ids = Index::load(batch.run_ids + k);
    const auto meet = [&](Mask live, std::uint32_t j) {
      const Near found = lanes.test(other, j);
      append_near<Lanes::may_be_open>(out, {found.near & live, found.open & live}, k, ids, j, other.ids[j]);
    };
    const auto lanes_below = [](int end) { return first_lanes(end < Real::width ? end : Real::width); };
    if (batch.among_others)
      for (int j = k + 1; j < batch.run_size; ++j)
        meet(lanes_below(j - k), batch.run_begin + static_cast<std::uint32_t>(j));
    const Mask live = lanes_below(batch.run_size - k);
    for (int w = 0; w < batch.window_count; ++w)
      for (std::uint32_t j = batch.windows[w].begin; j < batch.windows[w].end; ++j) meet(live, j);
  }
  result.count = out.count, result.open_count = out.open_count;
}

}  // namespace lockstep::LOCKSTEP_ISA
