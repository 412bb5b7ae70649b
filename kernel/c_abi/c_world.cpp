// A kept world: its changes and queries.
#include "c_abi/visible_sets.hpp"
#include "c_abi/world_calls.hpp"

namespace {

using namespace lockstep;
using namespace lockstep::c_abi;

/// Culls with `write`, which writes the mask and returns the number of visible objects, or only counts if `visible` is
/// NULL.
template <class Cull>
lockstep_status cull_by(const lockstep_volume* volume, const lockstep_world* world, std::uint64_t* visible,
                        std::size_t* count, const lockstep_cull_options* options, const Cull& write) {
  return guard([&] {
    const ConvexVolume& by = object("volume", volume);
    const World& of = object("world", world);
    const CullOptions with = options_of_cull(options);
    const std::size_t seen = visible == nullptr ? cull_count(by, of, with) : write(by, of, with);
    if (count != nullptr) *count = seen;
  });
}

}  // namespace

extern "C" {

lockstep_world* lockstep_world_create(void) {
  return guard_new<lockstep_world>([] { return new World; });
}
lockstep_world* lockstep_world_create_spheres(const lockstep_sphere_view* objects,
                                              const lockstep_world_options* options) {
  return create<lockstep_world>(objects, options);
}
lockstep_world* lockstep_world_create_aabbs(const lockstep_aabb_view* objects, const lockstep_world_options* options) {
  return create<lockstep_world>(objects, options);
}
lockstep_world* lockstep_world_create_shapes(const lockstep_shape_set* shapes, const lockstep_world_options* options) {
  return guard_new<lockstep_world>([&] { return new World(object("shapes", shapes), world_options(options)); });
}
lockstep_world* lockstep_world_create_bodies(const lockstep_body_set* bodies, const lockstep_world_options* options) {
  return guard_new<lockstep_world>([&] { return new World(object("bodies", bodies), world_options(options)); });
}
lockstep_world* lockstep_world_copy(const lockstep_world* world) {
  return guard_new<lockstep_world>([&] { return new World(object("world", world)); });
}
void lockstep_world_destroy(lockstep_world* world) { delete reinterpret_cast<World*>(world); }
size_t lockstep_world_size(const lockstep_world* world) {
  return answer_of(world, size_t{0}, [](const auto& w) { return w.size(); });
}
size_t lockstep_world_holes(const lockstep_world* world) {
  return answer_of(world, size_t{0}, [](const auto& w) { return w.holes(); });
}
int32_t lockstep_world_contains(const lockstep_world* world, uint32_t index) {
  return answer_of(world, int32_t{0}, [&](const auto& w) { return w.contains(index); });
}
size_t lockstep_world_memory_bytes(const lockstep_world* world) {
  return answer_of(world, size_t{0}, [](const auto& w) { return w.memory_bytes(); });
}
const uint32_t* lockstep_world_order(const lockstep_world* world, size_t* count) { return order_of(world, count); }
const lockstep_shape_set* lockstep_world_shapes(const lockstep_world* world) {
  const lockstep_shape_set* shapes = nullptr;
  guard([&] { shapes = reinterpret_cast<const lockstep_shape_set*>(&object("world", world).shapes()); });
  return shapes;
}
const lockstep_body_set* lockstep_world_bodies(const lockstep_world* world) {
  const lockstep_body_set* bodies = nullptr;
  guard([&] { bodies = reinterpret_cast<const lockstep_body_set*>(&object("world", world).bodies()); });
  return bodies;
}

lockstep_status lockstep_world_move_spheres(lockstep_world* world, const lockstep_sphere_view* objects,
                                            const lockstep_world_options* options) {
  return move_all(world, objects, options);
}
lockstep_status lockstep_world_move_aabbs(lockstep_world* world, const lockstep_aabb_view* objects,
                                          const lockstep_world_options* options) {
  return move_all(world, objects, options);
}
lockstep_status lockstep_world_move_shapes(lockstep_world* world, const lockstep_shape_set* shapes,
                                           const lockstep_world_options* options) {
  return guard([&] { object("world", world).move(object("shapes", shapes), world_options(options)); });
}
lockstep_status lockstep_world_move_bodies(lockstep_world* world, const lockstep_body_set* bodies,
                                           const lockstep_world_options* options) {
  return guard([&] { object("world", world).move(object("bodies", bodies), world_options(options)); });
}
lockstep_status lockstep_world_change_shapes(lockstep_world* world,
                                             void (*change)(void* context, lockstep_shape_set* shapes), void* context,
                                             const lockstep_world_options* options) {
  return guard([&] {
    if (change == nullptr) throw InvalidInput("change = NULL: must be a function");
    object("world", world)
        .change_shapes([=](ShapeSet& set) { change(context, reinterpret_cast<lockstep_shape_set*>(&set)); },
                       world_options(options));
  });
}
lockstep_status lockstep_world_change_bodies(lockstep_world* world,
                                             void (*change)(void* context, lockstep_body_set* bodies), void* context,
                                             const lockstep_world_options* options) {
  return guard([&] {
    if (change == nullptr) throw InvalidInput("change = NULL: must be a function");
    object("world", world)
        .change_bodies([=](BodySet& set) { change(context, reinterpret_cast<lockstep_body_set*>(&set)); },
                       world_options(options));
  });
}
lockstep_status lockstep_world_move_some_spheres(lockstep_world* world, const uint32_t* indices,
                                                 const lockstep_sphere_view* objects,
                                                 const lockstep_world_options* options) {
  return move_some(world, indices, objects, options);
}
lockstep_status lockstep_world_move_some_aabbs(lockstep_world* world, const uint32_t* indices,
                                               const lockstep_aabb_view* objects,
                                               const lockstep_world_options* options) {
  return move_some(world, indices, objects, options);
}
lockstep_status lockstep_world_add_spheres(lockstep_world* world, const lockstep_sphere_view* objects,
                                           uint32_t* indices, const lockstep_world_options* options) {
  return add(world, objects, indices, options);
}
lockstep_status lockstep_world_add_aabbs(lockstep_world* world, const lockstep_aabb_view* objects, uint32_t* indices,
                                         const lockstep_world_options* options) {
  return add(world, objects, indices, options);
}
lockstep_status lockstep_world_remove(lockstep_world* world, const uint32_t* indices, size_t count,
                                      const lockstep_world_options* options) {
  return remove_objects(world, indices, count, options);
}
lockstep_status lockstep_world_sort(lockstep_world* world, const lockstep_world_options* options) {
  return sort_objects(world, options);
}

lockstep_status lockstep_world_handle(const lockstep_world* world, uint32_t index, lockstep_object_handle* handle) {
  return handle_of(world, index, handle);
}
int32_t lockstep_world_contains_handle(const lockstep_world* world, const lockstep_object_handle* handle) {
  return contains_handle(world, handle);
}
lockstep_status lockstep_world_find(const lockstep_world* world, const lockstep_object_handle* handle,
                                    uint32_t* index) {
  return find_object(world, handle, index);
}

lockstep_status lockstep_cull_world(const lockstep_volume* volume, const lockstep_world* world, uint64_t* visible,
                                    size_t* count, const lockstep_cull_options* options) {
  return cull_by(volume, world, visible, count, options, [&](const auto& by, const auto& of, const auto& with) {
    return cull(by, of, {visible, mask_words(of.size())}, with);
  });
}
lockstep_status lockstep_cull_world_in_order(const lockstep_volume* volume, const lockstep_world* world,
                                             uint64_t* visible, size_t* count, const lockstep_cull_options* options) {
  return cull_by(volume, world, visible, count, options, [&](const auto& by, const auto& of, const auto& with) {
    return cull_in_order(by, of, {visible, mask_words(of.order().size())}, with);
  });
}

lockstep_status lockstep_cull_many_world(const lockstep_volume_set* volumes, const lockstep_world* world,
                                         const lockstep_visible_sets* visible, size_t* count,
                                         const lockstep_cull_options* options) {
  return guard([&] {
    const VolumeSet& by = object("volumes", volumes);
    const World& of = object("world", world);
    const std::size_t seen = cull(by, of, visible_sets_of(visible, by.size(), of.size()), options_of_cull(options));
    if (count != nullptr) *count = seen;
  });
}

lockstep_status lockstep_within_world(const lockstep_world* world, const lockstep_vec3* points, size_t count,
                                      float distance, size_t* first, uint32_t* objects, size_t room, uint64_t* found,
                                      const lockstep_near_options* options) {
  return list_within(world, points, count, distance, first, objects, room, found, options);
}

lockstep_status lockstep_within_spheres(const lockstep_world* world, const lockstep_sphere_view* shapes, float distance,
                                        size_t* first, uint32_t* objects, size_t room, uint64_t* found,
                                        const lockstep_near_options* options) {
  return list_near_shapes(world, shapes, distance, first, objects, room, found, options);
}
lockstep_status lockstep_within_aabbs(const lockstep_world* world, const lockstep_aabb_view* shapes, float distance,
                                      size_t* first, uint32_t* objects, size_t room, uint64_t* found,
                                      const lockstep_near_options* options) {
  return list_near_shapes(world, shapes, distance, first, objects, room, found, options);
}
lockstep_status lockstep_within_shapes(const lockstep_world* world, const lockstep_shape_set* shapes, float distance,
                                       size_t* first, uint32_t* objects, size_t room, uint64_t* found,
                                       const lockstep_near_options* options) {
  return list_near_shapes(world, shapes, distance, first, objects, room, found, options);
}

lockstep_status lockstep_nearest_world(const lockstep_world* world, const lockstep_vec3* points, size_t count, size_t k,
                                       uint32_t* objects, lockstep_interval* distances,
                                       const lockstep_near_options* options) {
  return find_nearest(world, points, count, k, objects, distances, options);
}
}
