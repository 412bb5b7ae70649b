// What a ShapeSet2 holds.
#pragma once

#include <array>
#include <limits>
#include <vector>

#include "plane/records.hpp"

namespace lockstep::detail {

inline constexpr std::size_t most_shapes2 = std::numeric_limits<std::uint32_t>::max();
/// So that all sums of sizes have room.
inline constexpr std::size_t most_vertices2 = most_shapes2 - 16;
[[noreturn]] void throw_too_many_vertices2();

struct ShapeStore2 {
  std::vector<Record2> records;
  std::vector<ShapeKind2> kinds;
  std::vector<float> vertices;  // see Outline
  std::array<std::size_t, shape_kinds2> count_of_kind{};

  [[nodiscard]] std::size_t vertex_units() const noexcept { return vertices.size() / vertex_unit; }
  /// Room for one more shape and so many floats of vertices, so that appending cannot fail half way.
  void make_room(std::size_t floats = 0);
  std::uint32_t append(const Record2& record, ShapeKind2 kind);
  void replace(std::uint32_t index, const Record2& record, ShapeKind2 kind);
  /// Throws `InvalidInput` if there is no such shape.
  void require(std::uint32_t index) const;

  [[nodiscard]] ShapesView2 view() const noexcept {
    const bool one_kind = !kinds.empty() && count_of_kind[static_cast<std::size_t>(kinds[0])] == kinds.size();
    return {records.data(), kinds.data(), vertices.data(), one_kind};
  }
};

}  // namespace lockstep::detail
