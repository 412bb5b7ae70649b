#include "overlap/images.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string>

#include "base/exact_sum.hpp"
#include "base/parallel.hpp"
#include "base/validate.hpp"
#include "sets/shape_bounds2.hpp"

namespace lockstep::detail {

namespace {

constexpr double most_cells = 0x1p28, most_images = 0x1p31;
constexpr std::size_t shapes_of_part = 1024;

Vec3d middle_of(const Bounds3& box, const Vec3d& at) {
  const auto middle = [&](int k) { return 0.5 * (double{box.low[k]} + double{box.high[k]}); };
  return {at.x + middle(0), at.y + middle(1), at.z + middle(2)};
}

/// The sum of the numbers of which a moved shape is made, along an axis.
double size_along(std::size_t axis, std::initializer_list<Vec3d> numbers, const Cells& cells, const CellFrame& frame) {
  double size = 0;
  for (const Vec3d& v : numbers) size += std::abs(along(v, axis));
  for (std::size_t k = 0; k < 3; ++k)
    if (cells[k] != 0) size += std::abs(cells[k] * along(frame.edge[k], axis));
  return size;
}

/// Where a bounded shape stands after it was moved, for its box; docs/numerics.md, "Periodic passes".
struct MovedBox {
  Vec3d position, middle;  // of the shape and of its box, rounded
  Vec3d half;              // extents of the box
  std::array<double, 3> size;

  MovedBox(const Bounds3& box, const Vec3d& own, const Cells& cells, const CellFrame& frame) {
    const auto half_along = [&](int k) { return 0.5 * (double{box.high[k]} - double{box.low[k]}); };
    position = moved_by(own, cells, frame), middle = middle_of(box, position);
    half = {half_along(0), half_along(1), half_along(2)};
    for (std::size_t k = 0; k < 3; ++k) size[k] = size_along(k, {own, position, middle, half}, cells, frame);
  }

  /// The box along an axis, with room for errors of the position: those of another move too, if there is one.
  [[nodiscard]] Region::Range along_axis(std::size_t k, const Bounds3& box, const Vec3d& at,
                                         double size_of_move = 0) const {
    const double error = 0x1p-48 * size[k] + 0x1p-48 * size_of_move;
    return {along(at, k) + box.low[k] - error, along(at, k) + box.high[k] + error};
  }

  /// The fractions of the box's points along direction k.
  [[nodiscard]] Region::Range fractions(std::size_t k, const CellFrame& frame,
                                        const std::array<bool, 3>& is_periodic_along) const {
    double largest = 0;
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (!frame.periodic[k] || is_periodic_along[axis]) largest = std::max(largest, size[axis]);
    const Vec3d& row = frame.row[k];
    const double fraction = frame.fraction(k, middle);
    double reach = std::abs(row.x) * half.x + std::abs(row.y) * half.y + std::abs(row.z) * half.z;
    reach += frame.error[k] * largest + 0x1p-46 * (1 + std::abs(fraction) + reach);
    return {fraction - reach, fraction + reach};
  }
};

/// Infinite beyond the largest float: such shapes have too many images.
float as_float(double x) {
  using Float = std::numeric_limits<float>;
  if (std::abs(x) <= double{Float::max()}) return static_cast<float>(x);
  return x > 0 ? Float::infinity() : -Float::infinity();
}

/// Boxes of floats around the ranges of fractions.
Bounds3 fractions_of(const MovedBox& box, const CellFrame& frame, const std::array<bool, 3>& is_periodic_along) {
  Bounds3 fractions;
  for (std::size_t k = 0; k < 3; ++k) {
    const auto [low, high] = box.fractions(k, frame, is_periodic_along);
    fractions.low[k] = as_float(low - 0x1p-23 * std::abs(low));
    fractions.high[k] = as_float(high + 0x1p-23 * std::abs(high));
  }
  return fractions;
}

/// Moves a shape into the cell, and adds what it fills to the region.
template <class Store>
MovedShape moved_shape(const Store& store, std::size_t i, const CellFrame& frame,
                       const std::array<bool, 3>& is_periodic_along, float margin, Cells& cells, Region& region) {
  MovedShape shape;
  cells = {};
  shape.is_there = !is_free(store, i);
  if (!shape.is_there) return shape;
  const Vec3d own = position_in(store, i);
  shape.box = bounds_of(store, static_cast<std::uint32_t>(i), margin, own);
  const auto is_valid = [](double x) { return std::abs(x) <= double{max_coordinate} && is_position(x); };
  shape.is_bounded = std::isfinite(shape.box.low[0]) && is_valid(own.x) && is_valid(own.y) && is_valid(own.z);
  if (!shape.is_bounded) return shape;
  cells = cells_into(frame, middle_of(shape.box, own), "objects", i);
  const MovedBox box(shape.box, own, cells, frame);
  shape.fractions = fractions_of(box, frame, is_periodic_along);
  for (std::size_t k = 0; k < 3; ++k) {
    region.fraction[k].add({shape.fractions.low[k], shape.fractions.high[k]});
    region.axis[k].add(box.along_axis(k, shape.box, box.position));
  }
  return shape;
}

Region joined(Region region, const Region& other) {
  for (std::size_t k = 0; k < 3; ++k) region.fraction[k].add(other.fraction[k]), region.axis[k].add(other.axis[k]);
  return region;
}

/// Whether the box of a shape, moved by `cells` and on by `by`, may meet the region.
bool may_meet(const Region& region, const Bounds3& box, const MovedBox& moved, const Cells& by,
              const CellFrame& frame) {
  if (region.has_unbounded && by == Cells{}) return true;
  const Vec3d at = moved_by(moved.position, by, frame);
  for (std::size_t k = 0; k < 3; ++k) {
    const auto [low, high] = moved.along_axis(k, box, at, size_along(k, {at}, by, frame));
    if (high < region.axis[k].low || low > region.axis[k].high) return false;
  }
  return true;
}

[[noreturn]] void throw_too_many() {
  throw InvalidInput("objects: more than 2^29 images of one, or 2^31 in all, may meet others");
}

/// The cells by which a moved shape is moved on so that it may meet the region. An unbounded shape is not moved on.
struct CellRange {
  Cells first, last;
  bool is_empty = false;

  CellRange(const MovedShape& shape, const Region& region, const CellFrame& frame) {
    is_empty = !shape.is_there;
    if (!shape.is_bounded) return;
    double count = 1;
    for (std::size_t k = 0; k < 3; ++k) {
      double low = region.fraction[k].low - shape.fractions.high[k],
             high = region.fraction[k].high - shape.fractions.low[k];
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

  /// Calls take(by) for each move of a bounded shape that may meet the region, in rising order.
  template <class Take>
  void for_each(const Region& region, const Bounds3& box, const MovedBox& moved, const CellFrame& frame,
                const Take& take) const {
    Cells by;
    for (by[0] = first[0]; by[0] <= last[0]; ++by[0])
      for (by[1] = first[1]; by[1] <= last[1]; ++by[1])
        for (by[2] = first[2]; by[2] <= last[2]; ++by[2])
          if (may_meet(region, box, moved, by, frame)) take(by);
  }
};

/// Calls take(by) for each copy of shape i that may meet the region, in rising order.
template <class Store, class Take>
void for_each_copy(const Store& store, const MovedSet& set, std::size_t i, const Region& region, const CellFrame& frame,
                   OwnImage own, Take take) {
  const MovedShape& shape = set.shapes[i];
  const CellRange range(shape, region, frame);
  if (range.is_empty) return;
  if (!shape.is_bounded && own == OwnImage::is_copied) take(Cells{});
  const bool is_alone = range.first == Cells{} && range.last == Cells{} && own == OwnImage::is_moved;
  if (is_alone || !shape.is_bounded) return;
  const MovedBox moved(shape.box, position_in(store, i), set.cells[i], frame);
  range.for_each(region, shape.box, moved, frame, [&](const Cells& by) {
    if (own == OwnImage::is_copied || !(by == Cells{})) take(by);
  });
}

}  // namespace

Vec3d moved_by(Vec3d p, const Cells& cells, const CellFrame& frame) {
  for (std::size_t k = 0; k < 3; ++k) {
    if (cells[k] == 0) continue;
    const Vec3d& edge = frame.edge[k];
    p = {p.x + cells[k] * edge.x, p.y + cells[k] * edge.y, p.z + cells[k] * edge.z};
  }
  return p;
}

namespace {

/// Whether an object with this box may have been checked. Others may stand anywhere.
bool is_bounded(const Bounds3& box, const Vec3d& origin) {
  bool is_bounded = true;
  for (std::size_t k = 0; k < 3; ++k)
    for (const float end : {box.low[k], box.high[k]})
      is_bounded &= std::abs(along(origin, k) + end) <= 4 * double{max_coordinate};
  return is_bounded;
}

}  // namespace

WorldRegion::WorldRegion(const World::Store& store, const CellFrame& frame) {
  if (store.count == 0) return;
  Bounds3 box = empty_bounds;
  const BoxLevel& top = store.levels.back();
  for (std::size_t i = 0; i < top.count; ++i) box.add(top.box(i));
  if (!is_bounded(box, store.origin)) {  // the objects are shapes, which may have been added unchecked
    box = empty_bounds;
    for (std::uint32_t i = 0; i < store.position.size(); ++i) {
      if (!store.contains(i)) continue;
      Bounds3 of_object;
      for (std::size_t s = 0; s < 3; ++s) {
        of_object.low[s] = store.number(s, store.position[i]);
        of_object.high[s] = store.number(s + 3, store.position[i]);
      }
      if (is_bounded(of_object, store.origin))
        box.add(of_object);
      else
        unbounded.push_back(store.owners() == nullptr ? i : store.owners()[i]);
    }
    std::sort(unbounded.begin(), unbounded.end());
    region.has_unbounded = !unbounded.empty();
    if (!is_bounded(box, store.origin)) return;
  }
  const MovedBox moved(box, store.origin, {}, frame);
  const std::array<bool, 3> axes = periodic_axes(frame);
  // Queries find boxes that are this far away: those of views have no room for what rounding leaves open.
  const double room = 0x1p-15 * box.extent() + 0x1p-40 * (moved.size[0] + moved.size[1] + moved.size[2]);
  const auto grown = [](Region::Range range, double by) { return Region::Range{range.low - by, range.high + by}; };
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3d& row = frame.row[k];
    region.fraction[k] =
        grown(moved.fractions(k, frame, axes), room * (std::abs(row.x) + std::abs(row.y) + std::abs(row.z)));
    region.axis[k] = grown(moved.along_axis(k, box, store.origin), room);
  }
}

template <class Store>
void MovedSet::move(const Store& store, const CellFrame& frame, float margin) {
  const std::size_t count = store.records.size();
  shapes.resize(count), cells.resize(count);
  const std::array<bool, 3> axes = periodic_axes(frame);
  region = reduce_tiles(
      count, shapes_of_part, Region{},
      [&](std::size_t begin, std::size_t size) {
        Region filled;
        for (std::size_t i = begin; i < begin + size; ++i)
          shapes[i] = moved_shape(store, i, frame, axes, margin, cells[i], filled);
        return filled;
      },
      joined);
  is_moved = std::any_of(cells.begin(), cells.end(), [](const Cells& by) { return !(by == Cells{}); });
}

template <class Store>
void MovedSet::place(const Store& store, const CellFrame& frame) {
  if (!is_moved) return;
  const std::size_t count = cells.size();
  positions.resize(count);
  for_each_range(count, shapes_of_part, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      if (!positions.put(i, position_in(store, i), cells[i], frame)) throw_too_long("objects", i);
  });
}

std::size_t MovedSet::bytes() const {
  return shapes.capacity() * sizeof(MovedShape) + cells.capacity() * sizeof(Cells) + positions.bytes();
}

bool ImagePositions::put(std::size_t i, const Vec3d& own, const Cells& cells, const CellFrame& frame) {
  high[i] = own, low[i] = {};
  if (cells == Cells{}) return true;
  bool is_whole = true;
  for (double Vec3d::*const axis : {&Vec3d::x, &Vec3d::y, &Vec3d::z}) {
    ExactSum sum = ExactSum::of_any_size(own.*axis);
    for (std::size_t k = 0; k < 3; ++k)
      if (cells[k] != 0 && frame.edge[k].*axis != 0)
        sum = sum + ExactSum::of_any_size(cells[k]) * ExactSum::of_any_size(frame.edge[k].*axis);
    high[i].*axis = sum.take(), low[i].middle.*axis = sum.take(), low[i].last.*axis = sum.take();
    for (const double part : {high[i].*axis, low[i].middle.*axis, low[i].last.*axis}) is_whole &= is_position(part);
    is_whole &= sum.sign() == 0;
  }
  return is_whole;
}

void throw_too_long(const char* name, std::size_t index) {
  throw InvalidInput(std::string(name) + "[" + std::to_string(index) +
                     "]: the sum of its position and cell vectors has more than 159 bits, or bits below 2^-149");
}

std::array<bool, 3> periodic_axes(const CellFrame& frame) {
  std::array<bool, 3> is_used{};
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (std::size_t k = 0; k < 3; ++k) is_used[axis] |= frame.periodic[k] && along(frame.edge[k], axis) != 0;
  return is_used;
}

Cells cells_into(const CellFrame& frame, const Vec3d& point, const char* name, std::size_t index) {
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
        throw InvalidInput(std::string(name) + "[" + std::to_string(index) +
                           "]: more than 2^28 cells away from the cell");
      cells[k] = static_cast<std::int32_t>(cell);
    }
    if (cells == before) break;
  }
  return cells;
}

void list_moves(const Bounds3& box, const Vec3d& at, const Region& region, const CellFrame& frame,
                std::vector<Cells>& moves) {
  moves.clear();
  const MovedBox moved(box, at, {}, frame);
  const CellRange range({true, true, box, fractions_of(moved, frame, periodic_axes(frame))}, region, frame);
  if (!range.is_empty) range.for_each(region, box, moved, frame, [&](const Cells& by) { moves.push_back(by); });
}

template <class Store>
void count_copies(const Store& store, const MovedSet& set, const Region& region, const CellFrame& frame, OwnImage own,
                  std::vector<std::size_t>& first) {
  first.assign(set.shapes.size() + 1, 0);
  for_each_range(set.shapes.size(), shapes_of_part, [&](std::size_t begin, std::size_t end) {
    for (std::size_t j = begin; j < end; ++j)
      for_each_copy(store, set, j, region, frame, own, [&](const Cells&) { ++first[j + 1]; });
  });
}

template <class Store>
void ImagesOf<Store>::make(const Store& store, const MovedSet& set, const Region& region, const CellFrame& frame,
                           OwnImage own) {
  const std::size_t objects = set.shapes.size();
  count_copies(store, set, region, frame, own, first);
  for (std::size_t j = 0; j < objects; ++j) first[j + 1] += first[j];
  const std::size_t copies = first.back();
  if (!(static_cast<double>(objects + copies) < most_images)) throw_too_many();
  copied.resize(copies), cells.resize(copies), positions.resize(copies), copies_.resize(copies);
  for_each_range(objects, shapes_of_part, [&](std::size_t begin, std::size_t end) {
    for (std::size_t j = begin; j < end; ++j) {
      if (j + 32 < objects && first[j + 32] != first[j + 33]) __builtin_prefetch(&store.records[j + 32]);
      if (first[j] == first[j + 1]) continue;
      for_each_copy(store, set, j, region, frame, own, [&, at = first[j]](const Cells& by) mutable {
        for (std::size_t k = 0; k < 3; ++k) cells[at][k] = set.cells[j][k] + by[k];
        copied[at] = static_cast<std::uint32_t>(j);
        if (!positions.put(at, position_in(store, j), cells[at], frame)) throw_too_long("objects", j);
        copies_.copy(store, j, at++);
      });
    }
  });
}

void ImageNumbers::number(const ImageList& images, const MovedSet& set) {
  const std::size_t objects = set.shapes.size();
  object.resize(objects + images.copied.size()), own.resize(objects), of_copy.resize(images.copied.size());
  for_each_range(objects, shapes_of_part, [&](std::size_t begin, std::size_t end) {
    for (std::size_t j = begin; j < end; ++j) {
      auto next = static_cast<std::uint32_t>(images.first[j] + j);
      own[j] = next;
      for (std::size_t copy = images.first[j]; copy != images.first[j + 1]; ++copy) {
        if (set.cells[j] > images.cells[copy])
          ++own[j];
        else if (next == own[j])
          ++next;
        object[of_copy[copy] = next++] = static_cast<std::uint32_t>(j);
      }
      object[own[j]] = static_cast<std::uint32_t>(j);
    }
  });
}

template <class Store>
std::size_t ImagesOf<Store>::bytes() const {
  return copied.capacity() * sizeof(std::uint32_t) + first.capacity() * sizeof(std::size_t) +
         cells.capacity() * sizeof(Cells) + positions.bytes() + copies_.bytes();
}

template struct ImagesOf<ShapeStore>;
template struct ImagesOf<ShapeStore2>;
#define LOCKSTEP_OF_STORE(Store)                                                                       \
  template void MovedSet::move(const Store&, const CellFrame&, float);                                 \
  template void MovedSet::place(const Store&, const CellFrame&);                                       \
  template void count_copies(const Store&, const MovedSet&, const Region&, const CellFrame&, OwnImage, \
                             std::vector<std::size_t>&);
LOCKSTEP_OF_STORE(ShapeStore)
LOCKSTEP_OF_STORE(ShapeStore2)
#undef LOCKSTEP_OF_STORE

std::size_t PeriodicMemory::bytes() const {
  return first.bytes() + second.bytes() + images.bytes() + images2.bytes() + copies.capacity() * sizeof(std::size_t) +
         (near.capacity() + numbers.object.capacity() + numbers.own.capacity() + numbers.of_copy.capacity()) *
             sizeof(std::uint32_t);
}

}  // namespace lockstep::detail
