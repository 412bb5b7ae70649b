// What a ShapeSet holds.
#pragma once

#include <array>
#include <vector>

#include "lockstep/shape_set.hpp"
#include "records.hpp"

namespace lockstep::detail {

struct ShapeStore {
  std::vector<Record> records;
  std::vector<Quat> rotations;  // see ShapesView
  std::vector<RecordKind> kinds_of_records;
  std::vector<ShapeKind> kinds;
  std::vector<float> vertices;  // see Record
  std::array<std::size_t, record_kinds> count_of_kind{};

  [[nodiscard]] ShapesView view() const noexcept {
    const bool one_kind = !kinds_of_records.empty() &&
                          count_of_kind[static_cast<std::size_t>(kinds_of_records[0])] == kinds_of_records.size();
    return {records.data(), rotations.data(), kinds_of_records.data(), vertices.data(), one_kind};
  }
};

}  // namespace lockstep::detail
