// The hulls of one side of the pairs of a tile, their next directions, and the vertices that lie farthest along them.
#pragma once

#include "lanes/pairs/pending_queries.hpp"
#include "lanes/shapes/load.hpp"
#include "lanes/shapes/scan_vertices.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// What float lanes know of hulls (Hull) without their vertices and placements.
struct HullFrame {
  Vec offset, center;
  Real extent, slack, scale = 1;

  HullFrame(const Rows<3>& r, const auto& origin)
      : offset(xyz(r.row[0]) - origin),
        center(xyz(r.row[1]) + offset),
        extent(norm_max(xyz(r.row[2]))),
        slack(r.row[0].w) {}
  void scale_by(Real s) { center = center * s, extent = extent * s, slack = slack * s, scale = s; }
};

/// Vertices whose number of registers is known to the compiler, and so is every distance in memory.
template <unsigned Registers>
struct FixedVertices {
  static constexpr unsigned padding = detail::vertex_padding;
  static constexpr std::uint32_t count = Registers * scan_width, stride = detail::padded(count);
  const float* x;

  [[nodiscard]] Vec from(std::uint32_t i) const {
    return {Real::load(x + i), Real::load(x + stride + i), Real::load(x + 2 * stride + i)};
  }
  [[nodiscard]] Number at(unsigned axis, std::uint32_t i) const { return x[std::size_t{axis} * stride + i]; }
};

class ScannedHulls {
 public:
  void add(std::size_t position, const detail::ShapeRef& hull) {
    const bool placed = is_placed(hull);
    const HullVertices v = vertices_of(hull, placed);
    const std::uint32_t needed = (v.count + scan_width - 1) / scan_width;
    x_[position] = v.x, count_[position] = v.count;
    placement_[position] = placed ? placement_of(hull) : not_placed;
    registers_ = registers_ == unknown || registers_ == needed ? needed : 0;
    any_placed_ |= placed;
    if (!placed) prefetch(v);  // instances mostly share vertices
  }

  /// Stores the directions of a block of pending pairs.
  void aim(const LaneBlock<Subset>& block, const Vec& v, const Real& scale) {
    const Vec turned = any_placed_ ? placed(block).to_local(v) : v;
    const Vec along = turned * unscaled_direction(scale);
    along.x.store(direction_[0] + block.k), along.y.store(direction_[1] + block.k);
    along.z.store(direction_[2] + block.k);
  }

  /// Finds the vertices that lie farthest along the directions.
  void scan(const Subset& pending) {
    switch (registers_) {
      case 1: return scan_fixed<1>(pending);
      case 2: return scan_fixed<2>(pending);
      case 3: return scan_fixed<3>(pending);
      case 4: return scan_fixed<4>(pending);
      default: return scan_any(pending);
    }
  }

  /// The support points that these vertices make.
  Vec support(const LaneBlock<Subset>& block, const Vec& v, const Vec& offset, const Real& scale) const {
    const Vec p = by_axis<Vec>([&](unsigned axis) { return Real::load(point_[axis] + block.k); });
    if (!any_placed_) return (offset + p) * scale;
    Placed placement = placed(block);
    placement.radius = placement.radius * scale;
    return placement.swept((offset + placement.to_world(p)) * scale, v);
  }

 private:
  static constexpr std::uint32_t unknown = ~0U;
  /// No placement has negative lengths.
  static constexpr float not_placed[3][4] = {{}, {}, {0, 0, 0, -1}};

  /// The first scan comes a hundred hulls later.
  static void prefetch(const HullVertices& v) {
    constexpr std::uint32_t line = 16, most = 12;  // processors drop more at once
    const std::uint32_t lines = 3 * v.stride() / line;
    for (std::uint32_t i = 0; i < (lines < most ? lines : most); ++i) __builtin_prefetch(v.x + std::size_t{line} * i);
  }
  Placed placed(const LaneBlock<Subset>& block) const {
    Quad row[3];
    load_rows([&](int i) { return placement_[block.at(i)][0]; }, row);
    Placed placed;
    placed.lanes = !(row[2].w < Real(0));
    placed.radius = row[0].w;
    for (int k = 0; k < 3; ++k) placed.axis[k] = xyz(row[k]);
    return placed;
  }
  Vec direction_at(int i) const {
    return by_axis<Vec>([&](unsigned axis) { return Real(direction_[axis][i]); });
  }
  template <class Vertices>
  void keep(int i, const Vertices& hull, std::uint32_t vertex) {
    for (unsigned axis = 0; axis < 3; ++axis) point_[axis][i] = hull.at(axis, vertex);
  }
  template <unsigned Registers>
  [[gnu::noinline, gnu::flatten]] void scan_fixed(const Subset& pending) {
    for (int i = 0, end = pending.count; i < end; ++i) {
      const FixedVertices<Registers> hull{x_[pending.position[i]]};
      keep(i, hull, first_farthest_of<Registers>(hull, direction_at(i)));
    }
  }
  [[gnu::noinline, gnu::flatten]] void scan_any(const Subset& pending) {
    for (int i = 0, end = pending.count; i < end; ++i) {
      const HullVertices hull{x_[pending.position[i]], nullptr, count_[pending.position[i]]};
      keep(i, hull, first_farthest(hull, direction_at(i)));
    }
  }

  // By position in the tile:
  const float* x_[pair_tile];
  std::uint32_t count_[pair_tile];
  const PlacementRow* placement_[pair_tile];
  // By place in the list of pending pairs:
  Number direction_[3][Subset::capacity], point_[3][Subset::capacity];
  std::uint32_t registers_ = unknown;  // that each hull fills; 0 if the numbers differ
  bool any_placed_ = false;
};

}  // namespace lockstep::LOCKSTEP_ISA
