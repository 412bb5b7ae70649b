// Temporary shapes for a tile of pairs, which no set contains.
#pragma once

#include <array>

#include "intersect/pair_tiles.hpp"

namespace lockstep::detail {

/// Its size is a multiple of `vertex_padding` floats, the unit of positions of placements.
struct alignas(vertex_padding * sizeof(float)) MadePlacement {
  Placement placement;
};

struct MadeShapes {
  static constexpr RecordKind ball = RecordKind::sphere, capsule = RecordKind::capsule;
  std::array<Record, pair_tile> records;
  std::array<Quat, pair_tile> rotations;  // not used by these kinds
  std::array<RecordKind, pair_tile> kinds;

  MadeShapes() = default;
  explicit MadeShapes(RecordKind kind) { kinds.fill(kind); }
  [[nodiscard]] ShapesView view() const {
    return {records.data(), rotations.data(), kinds.data(), nullptr, nullptr, true};
  }
};

/// Shapes of any kind; their hulls are placed and share the vertices of a set.
struct TurnedShapes : MadeShapes {
  std::array<MadePlacement, pair_tile> placements;

  [[nodiscard]] ShapesView view_beside(const ShapesView& set) const {
    return {records.data(),
            rotations.data(),
            kinds.data(),
            set.vertices,
            set.low_parts,
            false,
            placements[0].placement.row[0]};
  }
};

/// The same for the plane. Polygons need no placements: their records have their positions.
struct MadeShapes2 {
  static constexpr ShapeKind2 ball = ShapeKind2::circle, capsule = ShapeKind2::capsule;
  std::array<Record2, pair_tile> records;
  std::array<ShapeKind2, pair_tile> kinds;

  MadeShapes2() = default;
  explicit MadeShapes2(ShapeKind2 kind) { kinds.fill(kind); }
  [[nodiscard]] ShapesView2 view() const { return {records.data(), kinds.data(), nullptr, true}; }
  [[nodiscard]] ShapesView2 view_beside(const ShapesView2& set) const {
    return {records.data(), kinds.data(), set.vertices, false};
  }
};

template <class Space>
using MadeShapesOf = std::conditional_t<std::is_same_v<Space, InSpace>, MadeShapes, MadeShapes2>;

}  // namespace lockstep::detail
