// Shapes of one kind that are made for a tile of pairs, where no set holds them.
#pragma once

#include <array>

#include "table/pair_batch.hpp"

namespace lockstep::detail {

struct MadeShapes {
  std::array<Record, pair_tile> records;
  std::array<Quat, pair_tile> rotations;  // of kinds that have none
  std::array<RecordKind, pair_tile> kinds;

  explicit MadeShapes(RecordKind kind) { kinds.fill(kind); }
  [[nodiscard]] ShapesView view() const {
    return {records.data(), rotations.data(), kinds.data(), nullptr, nullptr, true};
  }
};

}  // namespace lockstep::detail
