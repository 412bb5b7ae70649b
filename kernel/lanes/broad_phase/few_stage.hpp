// Many objects against a few boxes, without a broad phase: for a set so small that sorting the other one would be
// most of the work.
#pragma once

#include "lanes/registers/lanes.hpp"
#include "table/broad_phase_batch.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// The bounds of W objects, and which of these are valid.
struct LaneBounds {
  Real low[3], high[3];
  Mask valid;
};

/// Row i belongs to lane i.
struct BallRows {
  static constexpr std::size_t floats = 4;

  template <class RowOf>
  static LaneBounds bounds(const RowOf& row) {
    Quad ball[1];
    load_rows(row, ball);
    const Real center[] = {ball[0].x, ball[0].y, ball[0].z}, radius = ball[0].w;
    LaneBounds out;
    out.valid = (radius >= Real(0)) & (radius <= Real(detail::most_float));
    for (int axis = 0; axis < 3; ++axis) {
      out.low[axis] = center[axis] - radius, out.high[axis] = center[axis] + radius;
      out.valid = out.valid & (abs(center[axis]) <= Real(detail::most_float));
    }
    return out;
  }
};

struct BoxRows {
  static constexpr std::size_t floats = 6;

  template <class RowOf>
  static LaneBounds bounds(const RowOf& row) {
    Quad front[1], back[1];  // numbers 0 to 3, and 2 to 5
    load_rows(row, front);
    load_rows([&](int i) { return row(i) + 2; }, back);
    LaneBounds out{{front[0].x, front[0].y, front[0].z}, {back[0].y, back[0].z, back[0].w}, first_lanes(Real::width)};
    for (int axis = 0; axis < 3; ++axis)
      out.valid = out.valid & (out.low[axis] >= Real(-detail::most_float)) & (out.low[axis] <= out.high[axis]) &
                  (out.high[axis] <= Real(detail::most_float));
    return out;
  }
};

/// See detail::BroadPhaseKernels. The bounds of balls are rounded; the boxes of `few` have room for that.
template <class Rows>
[[gnu::flatten]] int list_overlapping(const detail::FewBoxes& few, const float* rows, std::uint32_t begin,
                                      std::uint32_t end, std::uint32_t* ids) {
  int count = 0;
  for (std::uint32_t k = begin; k < end; k += Real::width) {
    const std::uint32_t last = end - 1 - k;
    const LaneBounds object = Rows::bounds([&](int i) {
      return rows + Rows::floats * (k + (static_cast<std::uint32_t>(i) < last ? static_cast<std::uint32_t>(i) : last));
    });
    Mask near = !object.valid;
    for (int i = 0; i < few.count; ++i) {
      const float(&box)[6] = few.box[i];
      Mask meets = first_lanes(Real::width);
      for (int axis = 0; axis < 3; ++axis)
        meets = meets & !(object.high[axis] < Real(box[axis])) & !(object.low[axis] > Real(box[axis + 3]));
      near = near | meets;
    }
    const auto lanes = static_cast<int>(last < Real::width ? last + 1 : Real::width);
    count += compress(ids + count, Index::count_from(k), near & first_lanes(lanes));
  }
  return count;
}

}  // namespace lockstep::LOCKSTEP_ISA
