// The shapes of a set in a periodic cell, for passes: each one moved into the cell, and copies at its other images.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "neighbours/cell_frame.hpp"
#include "sets/shape_store.hpp"
#include "table/bounds3.hpp"
#include "world/world_store.hpp"

namespace lockstep::detail {

/// Numbers of cells along the three vectors. Compared without a call, as an array would be.
struct Cells {
  std::int32_t along[3] = {};

  [[nodiscard]] std::int32_t& operator[](std::size_t k) { return along[k]; }
  [[nodiscard]] std::int32_t operator[](std::size_t k) const { return along[k]; }
  friend bool operator==(const Cells& a, const Cells& b) {
    return ((a[0] ^ b[0]) | (a[1] ^ b[1]) | (a[2] ^ b[2])) == 0;
  }
  friend bool operator>(const Cells& a, const Cells& b) {
    for (std::size_t k = 0; k < 3; ++k)
      if (a[k] != b[k]) return a[k] > b[k];
    return false;
  }
};

inline double along(const Vec3d& v, std::size_t axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

/// p, moved by whole cells, rounded.
Vec3d moved_by(Vec3d p, const Cells& cells, const CellFrame& frame);

/// The position of a shape of a set, or 0.
inline Vec3d position_in(const ShapeStore& store, std::size_t i) {
  return store.positions.empty() ? Vec3d{} : store.positions[i];
}

/// A shape of a set, moved into the cell.
struct MovedShape {
  bool is_there = false, is_bounded = false;
  Bounds3 box;        // around the shape and half of the margin, relative to the position
  Bounds3 fractions;  // holds the fractions of the cell of all points of the box
};

/// What the bounded shapes of a set fill: in fractions of the cell, and along the axes.
struct Region {
  static constexpr double infinity = std::numeric_limits<double>::infinity();
  struct Range {
    double low = infinity, high = -infinity;
    void add(const Range& other) { low = std::min(low, other.low), high = std::max(high, other.high); }
  };
  std::array<Range, 3> fraction, axis;
  bool has_unbounded = false;  // objects, which meet every shape where it was moved to
};

/// Positions in cells: exact sums of three doubles.
struct ImagePositions {
  std::vector<Vec3d> high;
  std::vector<LowPosition> low;

  void resize(std::size_t count) { high.resize(count), low.resize(count); }
  /// `own` moved by cells. Returns whether three doubles hold the sum.
  [[nodiscard]] bool put(std::size_t i, const Vec3d& own, const Cells& cells, const CellFrame& frame);
  [[nodiscard]] std::size_t bytes() const {
    return high.capacity() * sizeof(Vec3d) + low.capacity() * sizeof(LowPosition);
  }
  [[nodiscard]] ShapesView in(ShapesView view) const {
    view.positions = high.data(), view.low_positions = low.data();
    return view;
  }
};

/// The shapes of a set, moved into the cell.
struct MovedSet {
  std::vector<MovedShape> shapes;
  std::vector<Cells> cells;  // by which each shape is moved
  Region region;
  bool is_moved = false;     // a shape of the set
  ImagePositions positions;  // if so

  /// Throws `InvalidInput` if a shape is too far away.
  void move(const ShapeStore& store, const CellFrame& frame, float margin);
  /// Writes the positions.
  void place(const ShapeStore& store, const CellFrame& frame);
  [[nodiscard]] ShapesView view_of(const ShapeStore& store) const;
  [[nodiscard]] std::size_t bytes() const;
};

/// The image of a shape where it was moved to: one shape of the moved set, or a copy as the other images.
enum class OwnImage : bool { is_moved, is_copied };

/// Writes to first[j + 1] how many copies of shape j may meet the region.
void count_copies(const ShapeStore& store, const MovedSet& set, const Region& region, const CellFrame& frame,
                  OwnImage own, std::vector<std::size_t>& first);
[[noreturn]] void throw_too_long(const char* name, std::size_t index);
/// Which coordinates fractions along periodic directions depend on.
std::array<bool, 3> periodic_axes(const CellFrame& frame);
/// The cells by which a point is moved into the cell, or close to it. Throws `InvalidInput` if it is too far away.
Cells cells_into(const CellFrame& frame, const Vec3d& point, const char* name, std::size_t index);
/// Lists the cells by which a box, relative to `at`, is moved so that it may meet the region, in rising order.
void list_moves(const Bounds3& box, const Vec3d& at, const Region& region, const CellFrame& frame,
                std::vector<Cells>& moves);
/// What the objects of a world fill.
struct WorldRegion {
  Region region;
  std::vector<std::uint32_t> unbounded;  // the objects without bounds, as callers name them, in rising order

  WorldRegion(const World::Store& store, const CellFrame& frame);
  [[nodiscard]] bool is_unbounded(std::uint32_t object) const {
    return std::binary_search(unbounded.begin(), unbounded.end(), object);
  }
};

/// Copies of a set's shapes at their images that may meet a region: object by object, in rising order of their cells.
struct Images {
  void make(const ShapeStore& store, const MovedSet& set, const Region& region, const CellFrame& frame, OwnImage own);

  [[nodiscard]] ShapesView view_of(const ShapeStore& store) const;
  [[nodiscard]] std::size_t bytes() const;

  std::vector<std::size_t> first;     // of each object: its first copy
  std::vector<std::uint32_t> copied;  // of each copy: the object
  std::vector<Cells> cells;           // of each copy: by which the object is moved
  ImagePositions positions;           // of each copy

 private:
  std::vector<Record> records_;
  std::vector<Quat> rotations_;
  std::vector<RecordKind> kinds_;
  std::vector<float> balls_;
};

/// Numbers of images, object by object in rising order of their cells: of copies, and of the shapes of the moved set.
struct ImageNumbers {
  void number(const Images& images, const MovedSet& set);

  [[nodiscard]] bool is_own(std::uint32_t image) const { return own[object[image]] == image; }
  /// Where the copy of this image is.
  [[nodiscard]] std::uint32_t copy_of(std::uint32_t image) const {
    const std::uint32_t j = object[image];
    return image - j - (image > own[j] ? 1U : 0U);
  }

  std::vector<std::uint32_t> object;   // of each image
  std::vector<std::uint32_t> own;      // of each shape of the moved set
  std::vector<std::uint32_t> of_copy;  // of each copy
};

/// What a periodic pass reuses from run to run.
struct PeriodicMemory {
  MovedSet first, second;
  Images images;
  ImageNumbers numbers;
  std::vector<std::size_t> copies;  // of the first set, as counted
  std::vector<std::uint32_t> near;  // objects of the first set that may meet copies

  [[nodiscard]] std::size_t bytes() const;
};

}  // namespace lockstep::detail
