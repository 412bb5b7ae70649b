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
};

/// Positions in cells: exact sums of three doubles.
struct ImagePositions {
  std::vector<Vec3d> high;
  std::vector<LowPosition> low;

  void resize(std::size_t count) { high.resize(count), low.resize(count); }
  /// Throws `InvalidInput` if the sum needs too many digits.
  void put(std::size_t i, const ShapeStore& store, std::size_t index, const Cells& cells, const CellFrame& frame);
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
  [[nodiscard]] ShapesView view_of(const ShapeStore& store) const;
  [[nodiscard]] std::size_t bytes() const;
};

/// Writes to first[j + 1] how many images of shape j, besides its own, may meet the region.
void count_copies(const ShapeStore& store, const MovedSet& set, const Region& region, const CellFrame& frame,
                  std::vector<std::size_t>& first);

/// The images of a set's shapes that may meet a region, numbered object by object in rising order of their cells. A
/// shape's own image is the shape as it was moved into the cell. Only the others are copied.
struct Images {
  void make(const ShapeStore& store, const MovedSet& set, const Region& region, const CellFrame& frame);

  [[nodiscard]] bool is_own(std::uint32_t image) const { return own[object[image]] == image; }
  /// Where the copy of this image is.
  [[nodiscard]] std::uint32_t copy_of(std::uint32_t image) const {
    const std::uint32_t j = object[image];
    return image - j - (image > own[j] ? 1U : 0U);
  }
  [[nodiscard]] ShapesView view_of(const ShapeStore& store) const;
  [[nodiscard]] std::size_t bytes() const;

  std::vector<std::uint32_t> object;  // of each image
  std::vector<std::uint32_t> own;     // of each object: the number of its own image
  std::vector<std::size_t> first;     // of each object: its first copy
  std::vector<std::uint32_t> number;  // of each copy, as an image
  std::vector<std::uint32_t> copied;  // of each copy: the object
  std::vector<Cells> cells;           // of each copy: by which the object is moved
  ImagePositions positions;           // of each copy

 private:
  std::vector<Record> records_;
  std::vector<Quat> rotations_;
  std::vector<RecordKind> kinds_;
  std::vector<float> balls_;
};

/// What a periodic pass reuses from run to run.
struct PeriodicMemory {
  MovedSet first, second;
  Images images;
  std::vector<std::size_t> copies;  // of the first set, as counted
  std::vector<std::uint32_t> near;  // objects of the first set that may meet copies

  [[nodiscard]] std::size_t bytes() const;
};

}  // namespace lockstep::detail
