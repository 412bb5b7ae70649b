// Sorts the objects of a world in k-d order.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

#include "base/parallel.hpp"
#include "base/scratch.hpp"
#include "sets/shape_boxes.hpp"
#include "views/streams.hpp"
#include "world/kd_order.hpp"
#include "world/world_store.hpp"

namespace lockstep::detail {

/// Rebuilds the order of all objects, as a new world would have it; free positions vanish.
void sort_store(World::Store& store, const WorldKernels& kernels);

/// A world of the boxes around the shapes of a set, which does not keep the set.
World::Store store_of_boxes(const ShapeBoxes& boxes, const WorldKernels& kernels);
/// Replaces the objects of such a world, which must not be empty, at the same indices.
void move_boxes(World::Store& store, const ShapeBoxes& boxes, const WorldKernels& kernels);

/// The centre of an object.
inline Vec3 middle_of(const std::array<float, 4>& ball) { return {ball[0], ball[1], ball[2]}; }
inline Vec3 middle_of(const std::array<float, 6>& box) {
  if (std::isinf(box[0])) return {};  // around an invalid shape
  return {0.5F * (box[0] + box[3]), 0.5F * (box[1] + box[4]), 0.5F * (box[2] + box[5])};
}
inline Vec3 middle_of(const World::Store& store, std::size_t at) {
  const auto number = [&](std::size_t s) { return store.number(s, at); };
  if (store.kind == ViewKind::spheres) return middle_of(std::array{number(0), number(1), number(2), number(3)});
  return middle_of(std::array{number(0), number(1), number(2), number(3), number(4), number(5)});
}

/// The longest side of an object.
inline float size_of(const std::array<float, 4>& ball) { return 2 * ball[3]; }
inline float size_of(const std::array<float, 6>& box) {
  return std::max({box[3] - box[0], box[4] - box[1], box[5] - box[2]});
}
inline float size_of(const World::Store& store, std::size_t at) {
  const auto number = [&](std::size_t s) { return store.number(s, at); };
  if (store.kind == ViewKind::spheres) return 2 * number(3);
  return size_of(std::array{number(0), number(1), number(2), number(3), number(4), number(5)});
}

/// Places of all objects, or of those with the indices `some`; see Places.
template <ViewKind K>
Places places_of(const Streams<K>& objects, const ScratchVector<std::uint32_t>* some, std::span<float> spare,
                 std::span<std::uint32_t> order) {
  Places places(spare, order);
  for_each_range(order.size(), 4096, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const auto object = object_at(objects, some != nullptr ? (*some)[i] : i);
      places.set(i, middle_of(object), size_of(object));
    }
  });
  return places;
}

}  // namespace lockstep::detail
