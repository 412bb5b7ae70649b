// A kept world of the plane: its changes and nearest-neighbour queries.
#include "c_abi/world_calls.hpp"

using namespace lockstep;
using namespace lockstep::c_abi;

extern "C" {

lockstep_world2* lockstep_world2_create(void) {
  return guard_new<lockstep_world2>([] { return new World2; });
}
lockstep_world2* lockstep_world2_create_circles(const lockstep_circle_view* objects,
                                                const lockstep_world_options* options) {
  return create<lockstep_world2>(objects, options);
}
lockstep_world2* lockstep_world2_create_aabbs(const lockstep_aabb2_view* objects,
                                              const lockstep_world_options* options) {
  return create<lockstep_world2>(objects, options);
}
lockstep_world2* lockstep_world2_copy(const lockstep_world2* world) {
  return guard_new<lockstep_world2>([&] { return new World2(object("world", world)); });
}
void lockstep_world2_destroy(lockstep_world2* world) { delete reinterpret_cast<World2*>(world); }
size_t lockstep_world2_size(const lockstep_world2* world) {
  return answer_of(world, size_t{0}, [](const auto& w) { return w.size(); });
}
size_t lockstep_world2_holes(const lockstep_world2* world) {
  return answer_of(world, size_t{0}, [](const auto& w) { return w.holes(); });
}
int32_t lockstep_world2_contains(const lockstep_world2* world, uint32_t index) {
  return answer_of(world, int32_t{0}, [&](const auto& w) { return w.contains(index); });
}
size_t lockstep_world2_memory_bytes(const lockstep_world2* world) {
  return answer_of(world, size_t{0}, [](const auto& w) { return w.memory_bytes(); });
}
const uint32_t* lockstep_world2_order(const lockstep_world2* world, size_t* count) { return order_of(world, count); }
lockstep_status lockstep_world2_move_circles(lockstep_world2* world, const lockstep_circle_view* objects,
                                             const lockstep_world_options* options) {
  return move_all(world, objects, options);
}
lockstep_status lockstep_world2_move_aabbs(lockstep_world2* world, const lockstep_aabb2_view* objects,
                                           const lockstep_world_options* options) {
  return move_all(world, objects, options);
}
lockstep_status lockstep_world2_move_some_circles(lockstep_world2* world, const uint32_t* indices,
                                                  const lockstep_circle_view* objects,
                                                  const lockstep_world_options* options) {
  return move_some(world, indices, objects, options);
}
lockstep_status lockstep_world2_move_some_aabbs(lockstep_world2* world, const uint32_t* indices,
                                                const lockstep_aabb2_view* objects,
                                                const lockstep_world_options* options) {
  return move_some(world, indices, objects, options);
}
lockstep_status lockstep_world2_add_circles(lockstep_world2* world, const lockstep_circle_view* objects,
                                            uint32_t* indices, const lockstep_world_options* options) {
  return add(world, objects, indices, options);
}
lockstep_status lockstep_world2_add_aabbs(lockstep_world2* world, const lockstep_aabb2_view* objects, uint32_t* indices,
                                          const lockstep_world_options* options) {
  return add(world, objects, indices, options);
}
lockstep_status lockstep_world2_remove(lockstep_world2* world, const uint32_t* indices, size_t count,
                                       const lockstep_world_options* options) {
  return remove_objects(world, indices, count, options);
}
lockstep_status lockstep_world2_sort(lockstep_world2* world, const lockstep_world_options* options) {
  return sort_objects(world, options);
}
lockstep_status lockstep_world2_handle(const lockstep_world2* world, uint32_t index, lockstep_object_handle* handle) {
  return handle_of(world, index, handle);
}
int32_t lockstep_world2_contains_handle(const lockstep_world2* world, const lockstep_object_handle* handle) {
  return contains_handle(world, handle);
}
lockstep_status lockstep_world2_find(const lockstep_world2* world, const lockstep_object_handle* handle,
                                     uint32_t* index) {
  return find_object(world, handle, index);
}
lockstep_status lockstep_within_world2(const lockstep_world2* world, const lockstep_vec2* points, size_t count,
                                       float distance, size_t* first, uint32_t* objects, size_t room, uint64_t* found,
                                       const lockstep_near_options* options) {
  return list_within(world, points, count, distance, first, objects, room, found, options);
}
lockstep_status lockstep_nearest_world2(const lockstep_world2* world, const lockstep_vec2* points, size_t count,
                                        size_t k, uint32_t* objects, lockstep_interval* distances,
                                        const lockstep_near_options* options) {
  return find_nearest(world, points, count, k, objects, distances, options);
}
lockstep_status lockstep_within_circles(const lockstep_world2* world, const lockstep_circle_view* shapes,
                                        float distance, size_t* first, uint32_t* objects, size_t room, uint64_t* found,
                                        const lockstep_near_options* options) {
  return list_near_shapes(world, shapes, distance, first, objects, room, found, options);
}
lockstep_status lockstep_within_aabbs2(const lockstep_world2* world, const lockstep_aabb2_view* shapes, float distance,
                                       size_t* first, uint32_t* objects, size_t room, uint64_t* found,
                                       const lockstep_near_options* options) {
  return list_near_shapes(world, shapes, distance, first, objects, room, found, options);
}
}
