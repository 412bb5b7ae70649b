// Which cells of a grid a sphere touches, a register of columns at a time. In the camera's frame a cell is the points
// between two depths whose other two coordinates lie between lines that depend on the depth. So the distance of the
// centre from a cell is the least of a convex function of the depth, which Newton's method finds. It proves nothing: a
// point of the cell within the radius proves that the sphere touches it, and a separating plane that it does not
// (docs/numerics.md). What neither proves is left to GJK.
#pragma once

#include "lanes/cull/lane_planes.hpp"
#include "table/cull_batch.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// A cell's lower and upper side along one axis.
struct CellSides {
  Real low_slope, low_offset, high_slope, high_offset;
};
inline CellSides columns_from(const float* slope, const float* offset) {
  return {Real::load(slope), Real::load(offset), Real::load(slope + 1), Real::load(offset + 1)};
}
inline CellSides row_at(const float* slope, const float* offset) {
  return {Real(slope[0]), Real(offset[0]), Real(slope[1]), Real(offset[1])};
}

/// How far a coordinate lies beside a cell at some depth: above if positive, 0 if within. And the slope of that side.
struct Beside {
  Real by, slope, width;
};
inline Beside beside(const CellSides& cell, Real at, Real depth) {
  const Real low = fused(cell.low_slope, depth, cell.low_offset),
             high = fused(cell.high_slope, depth, cell.high_offset);
  const Real by = at - min(max(at, low), high);
  return {by, select(by < Real(0), cell.low_slope, select(by > Real(0), cell.high_slope, Real(0))), high - low};
}

/// A sphere in the frame, and a slice of the grid cut to its depths.
struct SphereInSlice {
  Real x, y, z, radius;
  Real low, high;  // depths
  Real slack;      // bound on all errors
  Mask deep;       // the slice is thicker than its errors
  Real within(Real depth) const { return min(max(depth, low), high); }
};

struct CellBits {
  unsigned touched, open;
};

inline CellBits touch_cells(const SphereInSlice& s, const CellSides& columns, const CellSides& row) {
  Real depth = s.within(s.z);
  constexpr int steps = 2;  // mostly enough
  for (int step = 0; step < steps; ++step) {
    const Beside x = beside(columns, s.x, depth), y = beside(row, s.y, depth);
    const Real fall = fused(x.by, x.slope, fused(y.by, y.slope, s.z - depth));
    const Real bend = fused(x.slope, x.slope, fused(y.slope, y.slope, Real(1)));
    depth = s.within(depth + fall / bend);
  }
  const Beside x = beside(columns, s.x, depth), y = beside(row, s.y, depth);
  const Real z = s.z - depth, squared = fused(x.by, x.by, fused(y.by, y.by, z * z)), distance = sqrt(squared);
  constexpr Number rounding = 16 * rounding_unit;
  const Mask sane = s.low <= s.high;
  // if (a point of the cell is in the sphere)
  const Mask touched = sane & s.deep & (x.width > s.slack) & (y.width > s.slack) &
                       (fused(distance, Real(rounding), distance) + s.slack < s.radius);
  // if (the plane across the shortest way has the sphere on one side, and the cell on the other at both of its depths)
  const Real slope = Real(0) - fused(x.by, x.slope, fused(y.by, y.slope, z));
  const Real least = min(slope * (s.low - depth), slope * (s.high - depth));
  const Mask apart =
      sane & (s.radius >= Real(0)) & (fused(squared, Real(1 - rounding), least) > distance * (s.radius + s.slack));
  return {bits(touched), bits(!(touched | apart))};
}

inline SphereInSlice sphere_in_frame(const detail::SphereInGrid& grid, Real& lengths) {
  const Vec center = Vec{Real(grid.sphere[0]), Real(grid.sphere[1]), Real(grid.sphere[2])} - broadcast(grid.anchor);
  SphereInSlice s;
  s.x = fused_dot(broadcast(grid.right), center);
  s.y = fused_dot(broadcast(grid.up), center);
  s.z = fused_dot(broadcast(grid.forward), center);
  s.radius = grid.sphere[3];
  lengths = norm_1(center) + abs(s.radius);
  return s;
}

/// Cuts to slice k, and bounds all errors.
inline void cut_to_slice(const detail::SphereInGrid& grid, int k, Real lengths, SphereInSlice& s) {
  const auto off = [&](int i) { return fused(lengths, Real(grid.depth_tilt[i]), Real(grid.depth_shift[i])); };
  const Real steepest = grid.steepest, first = grid.depth[k], last = grid.depth[k + 1];
  const Real of_sides = fused(lengths, Real(grid.tilt), Real(grid.shift)), of_slice = max(off(k), off(k + 1));
  const Real of_sums = lengths * (Real(1) + steepest) * Real(64 * rounding_unit);
  s.slack = (of_sides + of_slice * (Real(1) + steepest + steepest)) * Real(2) + of_sums + Real(0x1p-60F);
  s.low = max(first, s.z - s.radius), s.high = min(last, s.z + s.radius);
  s.deep = last - first > s.slack;
}

/// All rows of the sphere's range.
[[gnu::flatten, gnu::noinline]] inline void sphere_cells_stage(const detail::SphereInGrid& grid) {
  const detail::PartRange& range = grid.range;
  Real lengths;
  SphereInSlice sphere = sphere_in_frame(grid, lengths);
  const int columns = range.last[1] - range.first[1] + 1;
  std::uint64_t *touched = grid.touched, *open = grid.open;
  for (int k = range.first[0]; k <= range.last[0]; ++k) {
    cut_to_slice(grid, k, lengths, sphere);
    for (int j = range.first[2]; j <= range.last[2]; ++j) {
      const CellSides row = row_at(grid.slope[1] + j, grid.offset[1] + j);
      for (int i = 0; i < columns; i += Real::width) {
        if (i % 64 == 0) *touched++ = 0, *open++ = 0;
        const int at = range.first[1] + i;
        const CellBits cells = touch_cells(sphere, columns_from(grid.slope[0] + at, grid.offset[0] + at), row);
        const unsigned inside = bits(first_lanes(columns - i < Real::width ? columns - i : Real::width));
        touched[-1] |= std::uint64_t{cells.touched & inside} << i % 64;
        open[-1] |= std::uint64_t{cells.open & inside} << i % 64;
      }
    }
  }
}

}  // namespace lockstep::LOCKSTEP_ISA
