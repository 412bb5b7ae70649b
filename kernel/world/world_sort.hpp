// The objects of a world in the order of the curve.
#pragma once

#include <cmath>

#include "base/buffer.hpp"
#include "sets/shape_boxes.hpp"
#include "views/streams.hpp"
#include "world/world_store.hpp"

namespace lockstep::detail {

/// Sorts all objects anew, as if the world were built of them; positions without objects are gone.
void sort_store(World::Store& store, const WorldKernels& kernels);

/// A world of the boxes around the shapes of a set, without the set.
World::Store store_of_boxes(const ShapeBoxes& boxes, const WorldKernels& kernels);

/// The middle of an object.
inline Vec3 middle_of(const std::array<float, 4>& ball) { return {ball[0], ball[1], ball[2]}; }
inline Vec3 middle_of(const std::array<float, 6>& box) {
  if (std::isinf(box[0])) return {};  // around what is no shape
  return {0.5F * (box[0] + box[3]), 0.5F * (box[1] + box[4]), 0.5F * (box[2] + box[5])};
}
inline Vec3 middle_of(const World::Store& store, std::size_t at) {
  const auto number = [&](std::size_t s) { return store.number(s, at); };
  if (store.kind == ViewKind::spheres) return middle_of(std::array{number(0), number(1), number(2), number(3)});
  return middle_of(std::array{number(0), number(1), number(2), number(3), number(4), number(5)});
}

/// The middle of each object, by index.
template <ViewKind K>
Buffer<Vec3> middles_of(const Streams<K>& objects) {
  Buffer<Vec3> middles;
  Vec3* const middle = middles.room_for(objects.count);
  for_each_range(objects.count, 4096, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) middle[i] = middle_of(object_at(objects, i));
  });
  return middles;
}

}  // namespace lockstep::detail
