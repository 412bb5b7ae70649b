// The shapes of a set in a periodic cell, for passes: each one moved into the cell, and copies at its other images.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
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

/// A shape of a set, moved into the cell.
struct MovedShape {
  Cells cells{};  // by which it is moved
  bool is_there = false, is_bounded = false;
  Vec3d position;                             // rounded
  Bounds3 box;                                // around the shape and half of the margin, relative to the position
  std::array<double, 3> error{};              // bounds those of the position and of the box, along each axis
  std::array<double, 3> fraction{}, reach{};  // of the middle of its box, and from there to the box's ends
};

/// p, moved by whole cells, rounded.
Vec3d moved_by(Vec3d p, const Cells& cells, const CellFrame& frame);

/// Writes all shapes of a set, moved into the cell. Throws `InvalidInput` if one is too far away.
void move_shapes(const ShapeStore& store, const CellFrame& frame, float margin, std::vector<MovedShape>& shapes);

/// The positions of moved shapes: the exact sums of their own and of cell vectors.
struct ImagePositions {
  std::vector<Vec3d> high;
  std::vector<LowPosition> low;

  void resize(std::size_t count) { high.resize(count), low.resize(count); }
  /// Those of the shapes themselves.
  void put_all(const ShapeStore& store, const std::vector<MovedShape>& shapes, const CellFrame& frame);
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

/// All images of a set's shapes that may meet one of `others`: object by object, in rising order of their cells.
struct Images {
  void make(const ShapeStore& store, const std::vector<MovedShape>& shapes, const std::vector<MovedShape>& others,
            const CellFrame& frame);

  [[nodiscard]] std::size_t size() const { return object.size(); }
  [[nodiscard]] ShapesView view_of(const ShapeStore& store) const;
  [[nodiscard]] std::size_t bytes() const;

  std::vector<std::uint32_t> object;  // in the set
  std::vector<Cells> cells;           // by which it is moved
  ImagePositions positions;

 private:
  std::vector<Record> records_;
  std::vector<Quat> rotations_;
  std::vector<RecordKind> kinds_;
  std::vector<float> balls_;
};

/// What a periodic pass reuses from run to run.
struct PeriodicMemory {
  std::vector<MovedShape> shapes, of_second;
  std::vector<Cells> cells;  // of the shapes
  ImagePositions positions;  // likewise
  Images images;
  std::vector<std::uint32_t> own, searched;  // images

  [[nodiscard]] std::size_t bytes() const;
};

}  // namespace lockstep::detail
