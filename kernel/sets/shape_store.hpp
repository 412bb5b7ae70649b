// The data of a ShapeSet.
#pragma once

#include <array>
#include <initializer_list>
#include <limits>
#include <vector>

#include "base/free_list.hpp"
#include "base/free_parts.hpp"
#include "base/line_vector.hpp"
#include "lockstep/sets.hpp"
#include "sets/change_log.hpp"
#include "sets/shape_records.hpp"

namespace lockstep::detail {

inline constexpr std::size_t most_shapes = std::numeric_limits<std::uint32_t>::max();
inline constexpr std::size_t most_vertices = most_shapes - vertex_padding;
[[noreturn]] void throw_too_many_vertices();

/// The range of one coordinate of some points.
struct Extents {
  double low, high, mean;
  bool is_exact = true;  // two floats hold each of them exactly
};

/// The number of floats of a Placement.
inline constexpr std::size_t placement_floats = padded(sizeof(Placement) / sizeof(float));

/// Vertices that instances share.
struct Mesh {
  Vec3 origin;                      // the vertices are relative to it
  std::uint32_t at = 0, count = 0;  // the location of the vertices, see Record
  Extents extents[3];
  double reach = 0;                                         // an upper bound of |x| + |y| + |z| of all vertices
  double radius = std::numeric_limits<double>::infinity();  // of their distance from the middle of the extents
};

/// The radius if no bounding ball is known.
inline constexpr float no_ball = std::numeric_limits<float>::infinity();

struct ShapeStore {
  std::vector<Record> records;
  std::vector<Quat> rotations;  // see ShapesView
  std::vector<RecordKind> kinds_of_records;
  std::vector<float> balls;  // for hulls, the radius of a ball around the center of the bounding box, or no_ball
  std::vector<ShapeKind> kinds;
  std::vector<Vec3d> positions;           // empty: `place` was never called
  LineVector<float> vertices, low_parts;  // see Record; the second ends with the last hull that needs it
  std::vector<Mesh> meshes;
  std::array<std::size_t, record_kinds + 1> count_of_kind{};
  FreeRoom<vertex_padding> free_vertices;
  FreeList free_list;  // of records
  mutable ChangeLog log;

  [[nodiscard]] std::size_t free_slots() const noexcept {
    return count_of_kind[static_cast<std::size_t>(RecordKind::free_slot)];
  }

  /// Reserves room for one more shape and for these parts of `vertices`, in floats, so that the following steps cannot
  /// fail halfway.
  void make_room(std::initializer_list<std::size_t> parts = {});
  /// Allocates a part of `vertices` that make_room has reserved; in units of `vertex_padding` floats.
  std::uint32_t take_vertices(std::size_t floats);
  /// Allocates a hull of `count` vertices, with its low parts.
  std::uint32_t take_hull(std::uint32_t count);
  std::uint32_t append(const Record& record, const Quat& rotation, RecordKind record_kind, ShapeKind kind,
                       float ball = no_ball);
  void replace(std::uint32_t index, const Record& record, const Quat& rotation, RecordKind record_kind, ShapeKind kind,
               float ball = no_ball);
  void remove(std::uint32_t index);
  void place(std::uint32_t index, const Vec3d& position);
  /// Throws `InvalidInput` if the shape does not exist.
  void require(std::uint32_t index) const;

  /// For calls that take shapes at double positions.
  [[nodiscard]] ShapesView view_with_positions() const noexcept {
    const bool one_kind = !kinds_of_records.empty() &&
                          count_of_kind[static_cast<std::size_t>(kinds_of_records[0])] == kinds_of_records.size();
    return {records.data(),  rotations.data(), kinds_of_records.data(),
            vertices.data(), low_parts.data(), one_kind,
            vertices.data(), balls.data(),     positions.empty() ? nullptr : positions.data()};
  }
  /// For all other calls: throws `InvalidInput` if the set keeps positions.
  [[nodiscard]] ShapesView view() const {
    require_no_positions();
    return view_with_positions();
  }
  void require_no_positions() const;

 private:
  /// Frees the vertices and the placement that belong to the shape alone.
  void release_vertices(std::uint32_t index) noexcept;
  void write(std::uint32_t index, const Record& record, const Quat& rotation, RecordKind record_kind, ShapeKind kind,
             float ball);
};

}  // namespace lockstep::detail
