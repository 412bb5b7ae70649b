// Sets of shapes of space and of the plane.
#include "c_abi/convert.hpp"

namespace {

using namespace lockstep;
using namespace lockstep::c_abi;

/// Whether a shape of this type can replace another.
template <class Set, class Shape>
concept Replaceable = requires(Set& set, const Shape& shape) {
  set.set(0, shape, Check::inputs);
};

template <class Use>
void visit_shape2(const lockstep_shape2& shape, const Use& use) {
  const auto as = [&](const auto& c) { use(std::bit_cast<TwinOf<std::remove_cvref_t<decltype(c)>>>(c)); };
  const lockstep_polygon2& polygon = shape.as.polygon;
  switch (shape.kind) {
    case LOCKSTEP_SHAPE2_CIRCLE: return as(shape.as.circle);
    case LOCKSTEP_SHAPE2_CAPSULE: return as(shape.as.capsule);
    case LOCKSTEP_SHAPE2_BOX: return as(shape.as.box);
    case LOCKSTEP_SHAPE2_ELLIPSE: return as(shape.as.ellipse);
    case LOCKSTEP_SHAPE2_SLICE: return as(shape.as.slice);
    case LOCKSTEP_SHAPE2_POLYGON:
      return use(Polygon2{array("shape.as.polygon.vertices", polygon.vertices, polygon.count),
                          {polygon.position.x, polygon.position.y},
                          polygon.angle});
    default: throw InvalidInput("shape.kind = " + std::to_string(shape.kind) + ": must be from 0 to 5");
  }
}

/// Replaces shape `index` of a set by `shape`.
template <class Set, class Shape>
void replace(Set& set, std::uint32_t index, const Shape& shape, Check check) {
  if constexpr (Replaceable<Set, Shape>)
    set.set(index, shape, check);
  else
    throw InvalidInput("shape.kind: must be one without vertices of its own; remove the shape and add another");
}

}  // namespace

extern "C" {

lockstep_shape_set* lockstep_shape_set_create(void) {
  return guard_new<lockstep_shape_set>([] { return new ShapeSet; });
}
lockstep_shape_set* lockstep_shape_set_copy(const lockstep_shape_set* set) {
  return guard_new<lockstep_shape_set>([&] { return new ShapeSet(object("set", set)); });
}
void lockstep_shape_set_destroy(lockstep_shape_set* set) { delete reinterpret_cast<ShapeSet*>(set); }

lockstep_status lockstep_shape_set_add(lockstep_shape_set* set, const lockstep_shape* shape, lockstep_checking checking,
                                       uint32_t* index) {
  return guard([&] {
    ShapeSet& to = object("set", set);
    std::uint32_t& at = required("index", index);
    visit_shape(required("shape", shape), [&](const auto& s) { at = to.add(s, check_of(checking)); });
  });
}
lockstep_status lockstep_shape_set_set(lockstep_shape_set* set, uint32_t index, const lockstep_shape* shape,
                                       lockstep_checking checking) {
  return guard([&] {
    ShapeSet& to = object("set", set);
    visit_shape(required("shape", shape), [&](const auto& s) { replace(to, index, s, check_of(checking)); });
  });
}
lockstep_status lockstep_shape_set_place(lockstep_shape_set* set, uint32_t index, const lockstep_vec3d* position,
                                         lockstep_checking checking) {
  return guard([&] { object("set", set).place(index, object("position", position), check_of(checking)); });
}
lockstep_status lockstep_shape_set_add_mesh(lockstep_shape_set* set, const lockstep_vec3* vertices, size_t count,
                                            lockstep_checking checking, uint32_t* mesh) {
  return guard([&] {
    ShapeSet& to = object("set", set);
    required("mesh", mesh) = to.add_mesh(ConvexHull{array("vertices", vertices, count)}, check_of(checking));
  });
}
lockstep_status lockstep_shape_set_add_mesh_of(lockstep_shape_set* set, const lockstep_shape_set* other, uint32_t mesh,
                                               uint32_t* number) {
  return guard([&] {
    ShapeSet& to = object("set", set);
    required("number", number) = to.add_mesh(object("other", other), mesh);
  });
}
lockstep_status lockstep_shape_set_remove(lockstep_shape_set* set, uint32_t index) {
  return guard([&] { object("set", set).remove(index); });
}
lockstep_status lockstep_shape_set_reserve(lockstep_shape_set* set, size_t shapes, size_t vertices) {
  return guard([&] { object("set", set).reserve(shapes, vertices); });
}
void lockstep_shape_set_clear(lockstep_shape_set* set) {
  if (set != nullptr) reinterpret_cast<ShapeSet*>(set)->clear();
}

lockstep_shape_set2* lockstep_shape_set2_create(void) {
  return guard_new<lockstep_shape_set2>([] { return new ShapeSet2; });
}
lockstep_shape_set2* lockstep_shape_set2_copy(const lockstep_shape_set2* set) {
  return guard_new<lockstep_shape_set2>([&] { return new ShapeSet2(object("set", set)); });
}
void lockstep_shape_set2_destroy(lockstep_shape_set2* set) { delete reinterpret_cast<ShapeSet2*>(set); }

lockstep_status lockstep_shape_set2_add(lockstep_shape_set2* set, const lockstep_shape2* shape,
                                        lockstep_checking checking, uint32_t* index) {
  return guard([&] {
    ShapeSet2& to = object("set", set);
    std::uint32_t& at = required("index", index);
    visit_shape2(required("shape", shape), [&](const auto& s) { at = to.add(s, check_of(checking)); });
  });
}
lockstep_status lockstep_shape_set2_set(lockstep_shape_set2* set, uint32_t index, const lockstep_shape2* shape,
                                        lockstep_checking checking) {
  return guard([&] {
    ShapeSet2& to = object("set", set);
    visit_shape2(required("shape", shape), [&](const auto& s) { replace(to, index, s, check_of(checking)); });
  });
}
lockstep_status lockstep_shape_set2_place(lockstep_shape_set2* set, uint32_t index, const lockstep_vec2d* position,
                                          lockstep_checking checking) {
  return guard([&] { object("set", set).place(index, object("position", position), check_of(checking)); });
}
lockstep_status lockstep_shape_set2_place_polygon(lockstep_shape_set2* set, uint32_t index,
                                                  const lockstep_vec2* position, float angle,
                                                  lockstep_checking checking) {
  return guard([&] { object("set", set).place(index, object("position", position), angle, check_of(checking)); });
}
lockstep_status lockstep_shape_set2_remove(lockstep_shape_set2* set, uint32_t index) {
  return guard([&] { object("set", set).remove(index); });
}
lockstep_status lockstep_shape_set2_reserve(lockstep_shape_set2* set, size_t shapes, size_t vertices) {
  return guard([&] { object("set", set).reserve(shapes, vertices); });
}
void lockstep_shape_set2_clear(lockstep_shape_set2* set) {
  if (set != nullptr) reinterpret_cast<ShapeSet2*>(set)->clear();
}
}
