// The shapes of a set in a periodic cell, for passes: each one moved into the cell, and copies at its other images. A
// `Store` is that of a set of space or of the plane.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "neighbours/cell_frame.hpp"
#include "sets/shape_store.hpp"
#include "sets/shape_store2.hpp"
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
template <class Store>
Vec3d position_in(const Store& store, std::size_t i) {
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
  template <class View>
  [[nodiscard]] View in(View view) const {
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
  template <class Store>
  void move(const Store& store, const CellFrame& frame, float margin);
  /// Writes the positions.
  template <class Store>
  void place(const Store& store, const CellFrame& frame);
  template <class Store>
  [[nodiscard]] auto view_of(const Store& store) const {
    return is_moved ? positions.in(store.view_with_positions()) : store.view_with_positions();
  }
  [[nodiscard]] std::size_t bytes() const;
};

/// The image of a shape where it was moved to: one shape of the moved set, or a copy as the other images.
enum class OwnImage : bool { is_moved, is_copied };

/// Writes to first[j + 1] how many copies of shape j may meet the region.
template <class Store>
void count_copies(const Store& store, const MovedSet& set, const Region& region, const CellFrame& frame, OwnImage own,
                  std::vector<std::size_t>& first);
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

/// Copies of shapes beside those of a set.
struct ShapeCopies {
  std::vector<Record> records;
  std::vector<Quat> rotations;
  std::vector<RecordKind> kinds;
  std::vector<float> balls;

  void resize(std::size_t count) {
    records.resize(count), rotations.resize(count), kinds.resize(count), balls.resize(count);
  }
  void copy(const ShapeStore& store, std::size_t from, std::size_t to) {
    records[to] = store.records[from], rotations[to] = store.rotations[from];
    kinds[to] = store.kinds_of_records[from], balls[to] = store.balls[from];
  }
  [[nodiscard]] ShapesView in(ShapesView view) const {
    view.records = records.data(), view.rotations = rotations.data();
    view.kinds = kinds.data(), view.balls = balls.data();
    return view;
  }
  [[nodiscard]] std::size_t bytes() const {
    return records.capacity() * (sizeof(Record) + sizeof(Quat) + sizeof(RecordKind) + sizeof(float));
  }
};
/// The same in the plane.
struct ShapeCopies2 {
  std::vector<Record2> records;
  std::vector<ShapeKind2> kinds;

  void resize(std::size_t count) { records.resize(count), kinds.resize(count); }
  void copy(const ShapeStore2& store, std::size_t from, std::size_t to) {
    records[to] = store.records[from], kinds[to] = store.kinds[from];
  }
  [[nodiscard]] ShapesView2 in(ShapesView2 view) const {
    view.records = records.data(), view.kinds = kinds.data();
    return view;
  }
  [[nodiscard]] std::size_t bytes() const { return records.capacity() * (sizeof(Record2) + sizeof(ShapeKind2)); }
};

/// Which images of a set's shapes are copied: object by object, in rising order of their cells.
struct ImageList {
  std::vector<std::size_t> first;     // of each object: its first copy
  std::vector<std::uint32_t> copied;  // of each copy: the object
  std::vector<Cells> cells;           // of each copy: by which the object is moved
  ImagePositions positions;           // of each copy
};

/// Copies of a set's shapes at their images that may meet a region.
template <class Store>
struct ImagesOf : ImageList {
  void make(const Store& store, const MovedSet& set, const Region& region, const CellFrame& frame, OwnImage own);
  [[nodiscard]] auto view_of(const Store& store) const { return copies_.in(positions.in(store.view_with_positions())); }
  [[nodiscard]] std::size_t bytes() const;

 private:
  std::conditional_t<std::is_same_v<Store, ShapeStore>, ShapeCopies, ShapeCopies2> copies_;
};
using Images = ImagesOf<ShapeStore>;

/// Numbers of images, object by object in rising order of their cells: of copies, and of the shapes of the moved set.
struct ImageNumbers {
  void number(const ImageList& images, const MovedSet& set);

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
  ImagesOf<ShapeStore2> images2;
  ImageNumbers numbers;
  std::vector<std::size_t> copies;  // of the first set, as counted
  std::vector<std::uint32_t> near;  // objects of the first set that may meet copies

  template <class Store>
  [[nodiscard]] ImagesOf<Store>& images_of(const Store&) {
    if constexpr (std::is_same_v<Store, ShapeStore>)
      return images;
    else
      return images2;
  }
  [[nodiscard]] std::size_t bytes() const;
};

}  // namespace lockstep::detail
