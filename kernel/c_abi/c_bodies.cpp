// Bodies of several parts.
#include <vector>

#include "c_abi/convert.hpp"

namespace {

using namespace lockstep;
using namespace lockstep::c_abi;

template <class Shape>
concept IsPart = std::is_constructible_v<BodyPart, const Shape&>;

std::vector<BodyPart> parts_of(const lockstep_shape* parts, std::size_t count) {
  if (parts == nullptr && count != 0) throw InvalidInput("parts = NULL: needs " + std::to_string(count) + " elements");
  std::vector<BodyPart> all;
  all.reserve(count);
  for (std::size_t i = 0; i < count; ++i)
    visit_shape(parts[i], [&](const auto& shape) {
      if constexpr (IsPart<std::remove_cvref_t<decltype(shape)>>)
        all.emplace_back(shape);
      else
        throw InvalidInput("parts[" + std::to_string(i) + "].kind = " + std::to_string(parts[i].kind) +
                           ": no kind of a part; give a point as a sphere of radius 0, a volume as a hull of corners");
    });
  return all;
}

}  // namespace

extern "C" {

lockstep_body_set* lockstep_body_set_create(void) {
  return guard_new<lockstep_body_set>([] { return new BodySet; });
}
lockstep_body_set* lockstep_body_set_copy(const lockstep_body_set* set) {
  return guard_new<lockstep_body_set>([&] { return new BodySet(object("set", set)); });
}
void lockstep_body_set_destroy(lockstep_body_set* set) { delete reinterpret_cast<BodySet*>(set); }

lockstep_status lockstep_body_set_add_mesh(lockstep_body_set* set, const lockstep_vec3* vertices, size_t count,
                                           lockstep_checking checking, uint32_t* mesh) {
  return guard([&] {
    BodySet& to = object("set", set);
    required("mesh", mesh) = to.add_mesh(ConvexHull{array("vertices", vertices, count)}, check_of(checking));
  });
}
lockstep_status lockstep_body_set_add_mesh_of(lockstep_body_set* set, const lockstep_shape_set* other, uint32_t mesh,
                                              uint32_t* number) {
  return guard([&] {
    BodySet& to = object("set", set);
    required("number", number) = to.add_mesh(object("other", other), mesh);
  });
}
lockstep_status lockstep_body_set_add(lockstep_body_set* set, const lockstep_shape* parts, size_t count,
                                      const lockstep_pose* pose, lockstep_checking checking, uint32_t* body) {
  return guard([&] {
    BodySet& to = object("set", set);
    required("body", body) = to.add(parts_of(parts, count), object("pose", pose), check_of(checking));
  });
}
lockstep_status lockstep_body_set_move(lockstep_body_set* set, uint32_t body, const lockstep_pose* pose,
                                       lockstep_checking checking) {
  return guard([&] { object("set", set).move(body, object("pose", pose), check_of(checking)); });
}
lockstep_status lockstep_body_set_place(lockstep_body_set* set, uint32_t body, const lockstep_vec3d* position,
                                        lockstep_checking checking) {
  return guard([&] { object("set", set).place(body, object("position", position), check_of(checking)); });
}
lockstep_status lockstep_body_set_remove(lockstep_body_set* set, uint32_t body) {
  return guard([&] { object("set", set).remove(body); });
}
void lockstep_body_set_clear(lockstep_body_set* set) {
  if (set != nullptr) reinterpret_cast<BodySet*>(set)->clear();
}
const lockstep_shape_set* lockstep_body_set_parts(const lockstep_body_set* set) {
  return set == nullptr ? nullptr
                        : reinterpret_cast<const lockstep_shape_set*>(&reinterpret_cast<const BodySet*>(set)->parts());
}
lockstep_status lockstep_body_set_owner(const lockstep_body_set* set, uint32_t shape, uint32_t* body, uint32_t* part) {
  return guard([&] {
    std::uint32_t &of_body = required("body", body), &of_part = required("part", part);
    const PartName name = object("set", set).owner(shape);
    of_body = name.body, of_part = name.part;
  });
}
}
