// Sizes and kinds of any range of objects.
#include "c_abi/objects.hpp"

namespace {

using namespace lockstep;
using namespace lockstep::c_abi;

bool is_null(const lockstep_objects& objects) { return std::bit_cast<const void*>(objects.as) == nullptr; }

}  // namespace

extern "C" {

size_t lockstep_size(lockstep_objects objects) {
  std::size_t size = 0;
  if (!is_null(objects))
    guard([&] {
      with_objects<SphereView, AabbView, BoxView, TransformedBoxView, CapsuleView, CircleView, Aabb2View, Box2View,
                   Capsule2View, std::span<const Vec3>, std::span<const Vec3d>, std::span<const Vec2>,
                   std::span<const Ray>, std::span<const Ray2>, ShapeSet, ShapeSet2, BodySet, World, World2,
                   TriangleMesh, AnyPlaced>("lockstep_size", "objects", objects,
                                            [&](const auto& of) { size = count_of(of); });
    });
  return size;
}
int32_t lockstep_contains(lockstep_objects objects, uint32_t index) {
  bool contains = false;
  if (!is_null(objects))
    guard([&] {
      with_objects<ShapeSet, ShapeSet2, BodySet, World, World2>("lockstep_contains", "objects", objects,
                                                                [&](const auto& of) { contains = of.contains(index); });
    });
  return contains ? 1 : 0;
}
lockstep_status lockstep_kind_of(lockstep_objects shapes, uint32_t index, int32_t* kind) {
  return guard([&] {
    with_objects<ShapeSet, ShapeSet2>("lockstep_kind_of", "shapes", shapes, [&](const auto& of) {
      required("kind", kind) = static_cast<std::int32_t>(of.kind(index));
    });
  });
}
}
