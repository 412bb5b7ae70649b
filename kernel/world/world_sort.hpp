// The objects of a world in the order of the curve.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

#include "base/buffer.hpp"
#include "sets/shape_boxes.hpp"
#include "views/streams.hpp"
#include "world/curve_order.hpp"
#include "world/world_store.hpp"

namespace lockstep::detail {

/// Sorts all objects anew, as if the world were built of them; positions without objects are gone.
void sort_store(World::Store& store, const WorldKernels& kernels);

/// A world of the boxes around the shapes of a set, without the set.
World::Store store_of_boxes(const ShapeBoxes& boxes, const WorldKernels& kernels);
/// Others take the place of the objects of such a world, which is not empty, at the same indices.
void move_boxes(World::Store& store, const ShapeBoxes& boxes, const WorldKernels& kernels);

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

/// Where objects are, and how large.
class Places {
 public:
  /// In `spare`, if there is room: in numbers that are written when all are sorted, so that nobody has to ask for fresh
  /// memory, whose pages take longer to come than to fill.
  Places(std::size_t count, std::span<float> spare)
      : middle(spare.size() < floats * count ? middles_.room_for(count) : reinterpret_cast<Vec3*>(spare.data())),
        size(spare.size() < floats * count ? sizes_.room_for(count) : spare.data() + 3 * count) {}
  /// The order of the first `order.size()` of them.
  void sort(std::span<std::uint32_t> order) const {
    sort_along_curve({middle, order.size()}, order, {size, order.size()});
  }

 private:
  static constexpr std::size_t floats = 4;
  static_assert(sizeof(Vec3) == 3 * sizeof(float));

  Buffer<Vec3> middles_;
  Buffer<float> sizes_;

 public:
  Vec3* const middle;
  float* const size;
};

/// Of each object, by index.
template <ViewKind K>
Places places_of(const Streams<K>& objects, std::span<float> spare) {
  Places places(objects.count, spare);
  for_each_range(objects.count, 4096, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const auto object = object_at(objects, i);
      places.middle[i] = middle_of(object), places.size[i] = size_of(object);
    }
  });
  return places;
}

}  // namespace lockstep::detail
