#include "overlap/images.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <string>

#include "base/exact_sum.hpp"
#include "base/parallel.hpp"
#include "base/validate.hpp"
#include "sets/shape_bounds.hpp"

namespace lockstep::detail {

namespace {

constexpr double most_cells = 0x1p28, most_images = 0x1p31;
constexpr std::size_t shapes_of_part = 1024;

Vec3d position_in(const ShapeStore& store, std::size_t i) {
  return store.positions.empty() ? Vec3d{} : store.positions[i];
}

/// The cells by which a point is moved into the cell, or close to it.
Cells cells_into(const CellFrame& frame, const Vec3d& point, std::size_t index) {
  Cells cells{};
  // Fractions of far points have large errors: one more step corrects them.
  for (int step = 0; step < 3; ++step) {
    const Vec3d at = moved_by(point, cells, frame);
    const Cells before = cells;
    for (std::size_t k = 0; k < 3; ++k) {
      const double fraction = frame.fraction(k, at);
      if (!frame.periodic[k] || (fraction >= 0 && fraction < 1)) continue;
      const double cell = cells[k] - std::floor(fraction);
      if (!(std::abs(cell) < most_cells))
        throw InvalidInput("objects[" + std::to_string(index) + "]: more than 2^28 cells away from the cell");
      cells[k] = static_cast<std::int32_t>(cell);
    }
    if (cells == before) break;
  }
  return cells;
}

Vec3d middle_of(const Bounds3& box, const Vec3d& at) {
  const auto middle = [&](int k) { return 0.5 * (double{box.low[k]} + double{box.high[k]}); };
  return {at.x + middle(0), at.y + middle(1), at.z + middle(2)};
}

double along(const Vec3d& v, std::size_t axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

/// The sum of the numbers of which a moved shape is made, along an axis.
double size_along(std::size_t axis, std::initializer_list<Vec3d> numbers, const Cells& cells, const CellFrame& frame) {
  double size = 0;
  for (const Vec3d& v : numbers) size += std::abs(along(v, axis));
  for (std::size_t k = 0; k < 3; ++k)
    if (cells[k] != 0) size += std::abs(cells[k] * along(frame.edge[k], axis));
  return size;
}

/// Whether the fractions along periodic directions depend on the coordinate along this axis.
bool is_periodic_along(std::size_t axis, const CellFrame& frame) {
  bool is_used = false;
  for (std::size_t k = 0; k < 3; ++k) is_used |= frame.periodic[k] && along(frame.edge[k], axis) != 0;
  return is_used;
}

/// docs/numerics.md, "Periodic passes".
MovedShape moved_shape(const ShapeStore& store, std::size_t i, const CellFrame& frame, float margin) {
  MovedShape shape;
  shape.is_there = !is_free(store, i);
  if (!shape.is_there) return shape;
  const Vec3d own = position_in(store, i);
  shape.position = own;
  shape.box = bounds_of(store.records[i], store.kinds_of_records[i], margin);
  shape.is_bounded = std::isfinite(shape.box.low[0]) && largest_of(own) <= double{max_coordinate};
  if (!shape.is_bounded) return shape;
  shape.cells = cells_into(frame, middle_of(shape.box, own), i);
  shape.position = moved_by(own, shape.cells, frame);
  const Vec3d at = middle_of(shape.box, shape.position);
  const auto half = [&](int k) { return 0.5 * (double{shape.box.high[k]} - double{shape.box.low[k]}); };
  const Vec3d extent = {half(0), half(1), half(2)};
  double periodic_size = 0, size = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double here = size_along(axis, {own, shape.position, at, extent}, shape.cells, frame);
    shape.error[axis] = 0x1p-48 * here;
    size = std::max(size, here);
    if (is_periodic_along(axis, frame)) periodic_size = std::max(periodic_size, here);
  }
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3d& row = frame.row[k];
    shape.fraction[k] = frame.fraction(k, at);
    const double reach = std::abs(row.x) * extent.x + std::abs(row.y) * extent.y + std::abs(row.z) * extent.z;
    shape.reach[k] = reach + frame.error[k] * (frame.periodic[k] ? periodic_size : size) +
                     0x1p-46 * (1 + std::abs(shape.fraction[k]) + reach);
  }
  return shape;
}

/// What the bounded shapes of a set fill: in fractions of the cell, and along the axes.
struct Region {
  static constexpr double infinity = std::numeric_limits<double>::infinity();
  struct Range {
    double low = infinity, high = -infinity;
    void add(double from, double to) { low = std::min(low, from), high = std::max(high, to); }
  };
  std::array<Range, 3> fraction, axis;
  bool has_unbounded = false;  // shapes, which meet everything

  explicit Region(const std::vector<MovedShape>& shapes) {
    for (const MovedShape& shape : shapes) {
      has_unbounded |= shape.is_there && !shape.is_bounded;
      if (!shape.is_bounded) continue;
      const double at[3] = {shape.position.x, shape.position.y, shape.position.z};
      for (std::size_t k = 0; k < 3; ++k) {
        fraction[k].add(shape.fraction[k] - shape.reach[k], shape.fraction[k] + shape.reach[k]);
        axis[k].add(at[k] + shape.box.low[k] - shape.error[k], at[k] + shape.box.high[k] + shape.error[k]);
      }
    }
  }

  /// Whether the shape, moved on by these cells, may meet it.
  [[nodiscard]] bool may_meet(const MovedShape& shape, const Cells& by, const CellFrame& frame) const {
    if (!shape.is_bounded || (has_unbounded && by == Cells{})) return true;
    const Vec3d p = moved_by(shape.position, by, frame);
    const double at[3] = {p.x, p.y, p.z};
    for (std::size_t k = 0; k < 3; ++k) {
      const double error = shape.error[k] + 0x1p-48 * size_along(k, {p}, by, frame);
      if (at[k] + shape.box.high[k] + error < axis[k].low || at[k] + shape.box.low[k] - error > axis[k].high)
        return false;
    }
    return true;
  }
};

/// The cells by which a moved shape is moved on so that it may meet the region.
struct CellRange {
  Cells first, last;
  bool is_empty = false;

  CellRange(const MovedShape& shape, const Region& region, const CellFrame& frame) {
    is_empty = !shape.is_there;
    if (!shape.is_bounded) return;
    double count = 1;
    for (std::size_t k = 0; k < 3; ++k) {
      double low = region.fraction[k].low - (shape.fraction[k] + shape.reach[k]),
             high = region.fraction[k].high - (shape.fraction[k] - shape.reach[k]);
      if (low > -1 && low <= 0 && high >= 0 && high < 1) continue;  // nearly always
      low = std::ceil(low), high = std::floor(high);
      if (!frame.periodic[k]) low = std::max(low, 0.0), high = std::min(high, 0.0);
      if (region.has_unbounded) low = std::min(low, 0.0), high = std::max(high, 0.0);
      is_empty |= !(low <= high);
      const bool fits = std::abs(low) < most_images / 4 && std::abs(high) < most_images / 4;
      count *= fits ? high - low + 1 : most_images;
      first[k] = fits ? static_cast<std::int32_t>(low) : 0, last[k] = fits ? static_cast<std::int32_t>(high) : 0;
    }
    if (!is_empty && !(count < most_images / 4)) throw_too_many();
  }

  /// Calls take(by) for each image that may meet the region, in rising order.
  template <class Take>
  static void for_each(const MovedShape& shape, const Region& region, const CellFrame& frame, Take take) {
    const CellRange range(shape, region, frame);
    if (range.is_empty) return;
    Cells by;
    for (by[0] = range.first[0]; by[0] <= range.last[0]; ++by[0])
      for (by[1] = range.first[1]; by[1] <= range.last[1]; ++by[1])
        for (by[2] = range.first[2]; by[2] <= range.last[2]; ++by[2])
          if (region.may_meet(shape, by, frame)) take(by);
  }

  [[noreturn]] static void throw_too_many() {
    throw InvalidInput("objects: more than 2^29 images of one, or 2^31 in all, may meet others");
  }
};

}  // namespace

Vec3d moved_by(Vec3d p, const Cells& cells, const CellFrame& frame) {
  for (std::size_t k = 0; k < 3; ++k) {
    if (cells[k] == 0) continue;
    const Vec3d& edge = frame.edge[k];
    p = {p.x + cells[k] * edge.x, p.y + cells[k] * edge.y, p.z + cells[k] * edge.z};
  }
  return p;
}

void move_shapes(const ShapeStore& store, const CellFrame& frame, float margin, std::vector<MovedShape>& shapes) {
  shapes.resize(store.records.size());
  for_each_range(shapes.size(), shapes_of_part, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) shapes[i] = moved_shape(store, i, frame, margin);
  });
}

void ImagePositions::put(std::size_t i, const ShapeStore& store, std::size_t index, const Cells& cells,
                         const CellFrame& frame) {
  const Vec3d own = position_in(store, index);
  high[i] = own, low[i] = {};
  if (cells == Cells{}) return;
  for (double Vec3d::*const axis : {&Vec3d::x, &Vec3d::y, &Vec3d::z}) {
    ExactSum sum = ExactSum::of_any_size(own.*axis);
    for (std::size_t k = 0; k < 3; ++k)
      sum = sum + ExactSum::of_any_size(cells[k]) * ExactSum::of_any_size(frame.edge[k].*axis);
    high[i].*axis = sum.take(), low[i].middle.*axis = sum.take(), low[i].last.*axis = sum.take();
    if (sum.sign() != 0)
      throw InvalidInput("objects[" + std::to_string(index) +
                         "]: the sum of its position and cell vectors has more than 159 bits");
  }
}

void ImagePositions::put_all(const ShapeStore& store, const std::vector<MovedShape>& shapes, const CellFrame& frame) {
  resize(shapes.size());
  for_each_range(shapes.size(), shapes_of_part, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) put(i, store, i, shapes[i].cells, frame);
  });
}

void Images::make(const ShapeStore& store, const std::vector<MovedShape>& shapes, const std::vector<MovedShape>& others,
                  const CellFrame& frame) {
  const Region region(others);
  std::vector<std::size_t> first(shapes.size() + 1);
  for_each_range(shapes.size(), shapes_of_part, [&](std::size_t begin, std::size_t end) {
    for (std::size_t j = begin; j < end; ++j)
      CellRange::for_each(shapes[j], region, frame, [&](const Cells&) { ++first[j + 1]; });
  });
  for (std::size_t j = 0; j < shapes.size(); ++j) first[j + 1] += first[j];
  const std::size_t size = first.back();
  if (!(static_cast<double>(size) < most_images)) CellRange::throw_too_many();
  object.resize(size), cells.resize(size), positions.resize(size);
  records_.resize(size), rotations_.resize(size), kinds_.resize(size), balls_.resize(size);
  for_each_range(shapes.size(), shapes_of_part, [&](std::size_t begin, std::size_t end) {
    for (std::size_t j = begin; j < end; ++j)
      CellRange::for_each(shapes[j], region, frame, [&, at = first[j]](const Cells& by) mutable {
        for (std::size_t k = 0; k < 3; ++k) cells[at][k] = shapes[j].cells[k] + by[k];
        object[at] = static_cast<std::uint32_t>(j);
        positions.put(at, store, j, cells[at], frame);
        records_[at] = store.records[j], rotations_[at] = store.rotations[j];
        kinds_[at] = store.kinds_of_records[j], balls_[at] = store.balls[j];
        ++at;
      });
  });
}

ShapesView Images::view_of(const ShapeStore& store) const {
  ShapesView view = positions.in(store.view_with_positions());
  view.records = records_.data(), view.rotations = rotations_.data(), view.kinds = kinds_.data();
  view.balls = balls_.data();
  return view;
}

std::size_t Images::bytes() const {
  return object.capacity() * sizeof(std::uint32_t) + cells.capacity() * sizeof(Cells) + positions.bytes() +
         records_.capacity() * sizeof(Record) + rotations_.capacity() * sizeof(Quat) + kinds_.capacity() +
         balls_.capacity() * sizeof(float);
}

std::size_t PeriodicMemory::bytes() const {
  return (shapes.capacity() + of_second.capacity()) * sizeof(MovedShape) + cells.capacity() * sizeof(Cells) +
         positions.bytes() + images.bytes() + (own.capacity() + searched.capacity()) * sizeof(std::uint32_t);
}

}  // namespace lockstep::detail
