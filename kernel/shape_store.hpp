// What a ShapeSet holds.
#pragma once

#include <vector>

#include "lockstep/shape_set.hpp"
#include "records.hpp"

namespace lockstep::detail {

struct ShapeStore {
  std::vector<Record> records;
  std::vector<RecordKind> record_kinds;
  std::vector<ShapeKind> kinds;
  std::vector<float> vertices;  // see Record

  [[nodiscard]] ShapesView view() const noexcept { return {records.data(), record_kinds.data(), vertices.data()}; }
};

}  // namespace lockstep::detail
