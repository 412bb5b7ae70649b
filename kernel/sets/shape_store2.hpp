// The data of a ShapeSet2.
#pragma once

#include <array>
#include <limits>
#include <vector>

#include "base/free_list.hpp"
#include "base/free_parts.hpp"
#include "base/line_vector.hpp"
#include "table/records2.hpp"

namespace lockstep::detail {

inline constexpr std::size_t most_shapes2 = std::numeric_limits<std::uint32_t>::max();
/// Sums of sizes below this do not overflow.
inline constexpr std::size_t most_vertices2 = most_shapes2 - 16;
[[noreturn]] void throw_too_many_vertices2();

/// The number of units of the vertex array that a polygon takes, including its outline.
constexpr std::uint32_t polygon_units(std::uint32_t count) { return 1 + 4 * padded2(count) / vertex_unit; }

struct ShapeStore2 {
  std::vector<Record2> records;
  std::vector<ShapeKind2> kinds;
  LineVector<float> vertices;    // see Outline
  std::vector<Vec3d> positions;  // at z = 0; empty: no shape was placed at a double position
  std::array<std::size_t, shape_kinds2 + 1> count_of_kind{};
  FreeRoom<vertex_unit> free_vertices;
  FreeList free_list;  // of records

  [[nodiscard]] std::size_t free_slots() const noexcept { return count_of_kind[static_cast<std::size_t>(free_slot2)]; }

  /// Reserves room for one more shape and `units` units of vertices, so that the following steps cannot fail halfway.
  void make_room(std::uint32_t units = 0);
  /// Allocates a part of `vertices` that make_room has reserved.
  std::uint32_t take_vertices(std::uint32_t units) noexcept;
  std::uint32_t append(const Record2& record, ShapeKind2 kind);
  void replace(std::uint32_t index, const Record2& record, ShapeKind2 kind);
  void remove(std::uint32_t index);
  void place(std::uint32_t index, const Vec2d& position);
  /// Throws `InvalidInput` if the shape does not exist.
  void require(std::uint32_t index) const;

  /// For calls that take shapes at double positions.
  [[nodiscard]] ShapesView2 view_with_positions() const noexcept {
    const bool one_kind = !kinds.empty() && count_of_kind[static_cast<std::size_t>(kinds[0])] == kinds.size();
    return {records.data(), kinds.data(), vertices.data(), one_kind, positions.empty() ? nullptr : positions.data()};
  }
  /// For all other calls: throws `InvalidInput` if the set keeps positions.
  [[nodiscard]] ShapesView2 view() const;

 private:
  void write(std::uint32_t index, const Record2& record, ShapeKind2 kind);
};

}  // namespace lockstep::detail
