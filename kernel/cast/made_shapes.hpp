// Shapes that are made for a tile of pairs, where no set holds them.
#pragma once

#include <array>

#include "table/pair_batch.hpp"

namespace lockstep::detail {

/// As long as a whole number of `vertex_padding` floats, by which placements are counted.
struct alignas(vertex_padding * sizeof(float)) MadePlacement {
  Placement placement;
};

struct MadeShapes {
  std::array<Record, pair_tile> records;
  std::array<Quat, pair_tile> rotations;  // of kinds that have none
  std::array<RecordKind, pair_tile> kinds;

  MadeShapes() = default;
  explicit MadeShapes(RecordKind kind) { kinds.fill(kind); }
  [[nodiscard]] ShapesView view() const {
    return {records.data(), rotations.data(), kinds.data(), nullptr, nullptr, true};
  }
};

/// Shapes of any kinds, whose hulls are placed and have the vertices of a set.
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

}  // namespace lockstep::detail
