// Casts of many rays against many shapes, the objects of a kept world, or triangles, and casts of moving shapes against
// a kept world.
#include <algorithm>

#include "c_abi/convert.hpp"

namespace {

using namespace lockstep;
using namespace lockstep::c_abi;

RayOptions ray_options(const lockstep_ray_options* options, std::size_t rays, std::size_t shapes) {
  const lockstep_ray_options from = options_of(options);
  auto to = common_options<RayOptions>(from);
  to.tolerance = from.tolerance;
  to.touching = touching_of(from.touching);
  to.ignore_start_contact = from.ignore_start_contact != 0;
  to.filter = {optional_array(from.masks, rays), optional_array(from.groups, shapes)};
  return to;
}

/// `name` is the name of the argument `of`.
template <class Hits = RayHits, class Rays, class C, class Vec>
lockstep_status first_of(const Rays* rays, std::size_t count, const char* name, const C* of, std::uint32_t* shapes,
                         lockstep_interval* fractions, Vec* points, Vec* normals, const lockstep_ray_options* options,
                         std::uint32_t* parts = nullptr) {
  return guard([&] {
    const auto& all = object(name, of);
    Hits out{optional_array(shapes, count), optional_array(fractions, count), optional_array(points, count),
             optional_array(normals, count)};
    if constexpr (requires { out.parts; }) out.parts = optional_array(parts, count);
    first_hits(array("rays", rays, count), all, out, ray_options(options, count, all.size()));
  });
}

template <class Rays, class C>
lockstep_status any_of(const Rays* rays, std::size_t count, const char* name, const C* of, std::uint64_t* hits,
                       const lockstep_ray_options* options) {
  return guard([&] {
    const auto& all = object(name, of);
    any_hits(array("rays", rays, count), all, array("hits", hits, mask_words(count)),
             ray_options(options, count, all.size()));
  });
}

/// Writes the lists that lists_by(options) returns for `count` rays or shapes against `objects` objects.
template <class Lists>
void write_lists(std::size_t count, std::size_t objects, std::size_t* first, std::uint32_t* shapes,
                 lockstep_interval* fractions, std::size_t room, std::uint64_t* found,
                 const lockstep_ray_options* options, const Lists& lists_by) {
  const ListArrays to(first, count, shapes, room, found);
  const std::span<Interval> intervals = optional_array(fractions, room);
  const HitLists lists = lists_by(ray_options(options, count, objects));
  to.write(lists.first, lists.shapes);
  std::copy_n(lists.fractions.begin(), std::min(intervals.size(), lists.fractions.size()), intervals.begin());
}

template <class Rays, class C>
lockstep_status all_of(const Rays* rays, std::size_t count, const char* name, const C* of, std::size_t* first,
                       std::uint32_t* shapes, lockstep_interval* fractions, std::size_t room, std::uint64_t* found,
                       const lockstep_ray_options* options) {
  return guard([&] {
    const auto& all = object(name, of);
    const auto from = array("rays", rays, count);
    write_lists(count, all.size(), first, shapes, fractions, room, found, options,
                [&](const RayOptions& by) { return all_hits(from, all, by); });
  });
}

/// For space, or for the plane, where objects have no parts.
template <class Hits = RayHits, class C, class MotionType, class W, class Vec>
lockstep_status first_contacts_of(const C* shapes, const MotionType* motions, const W* world, std::uint32_t* objects,
                                  lockstep_interval* fractions, Vec* points, Vec* normals, std::uint32_t* parts,
                                  const lockstep_ray_options* options) {
  return guard([&] {
    const auto& of = object("shapes", shapes);
    const auto& in = object("world", world);
    const std::size_t count = count_of(of);
    Hits out{optional_array(objects, count), optional_array(fractions, count), optional_array(points, count),
             optional_array(normals, count)};
    if constexpr (requires { out.parts; }) out.parts = optional_array(parts, count);
    first_contacts(of, array("motions", motions, count), in, out, ray_options(options, count, in.size()));
  });
}

template <class C, class MotionType, class W>
lockstep_status any_contacts_of(const C* shapes, const MotionType* motions, const W* world, std::uint64_t* hits,
                                const lockstep_ray_options* options) {
  return guard([&] {
    const auto& of = object("shapes", shapes);
    const auto& in = object("world", world);
    const std::size_t count = count_of(of);
    any_contacts(of, array("motions", motions, count), in, array("hits", hits, mask_words(count)),
                 ray_options(options, count, in.size()));
  });
}

template <class C, class MotionType, class W>
lockstep_status all_contacts_of(const C* shapes, const MotionType* motions, const W* world, std::size_t* first,
                                std::uint32_t* objects, lockstep_interval* fractions, std::size_t room,
                                std::uint64_t* found, const lockstep_ray_options* options) {
  return guard([&] {
    const auto& of = object("shapes", shapes);
    const auto& in = object("world", world);
    const auto all_motions = array("motions", motions, count_of(of));
    write_lists(all_motions.size(), in.size(), first, objects, fractions, room, found, options,
                [&](const RayOptions& by) { return all_contacts(of, all_motions, in, by); });
  });
}

}  // namespace

extern "C" {

lockstep_status lockstep_first_hits(const lockstep_ray* rays, size_t count, const lockstep_shape_set* set,
                                    uint32_t* shapes, lockstep_interval* fractions, lockstep_vec3d* points,
                                    lockstep_vec3d* normals, const lockstep_ray_options* options) {
  return first_of(rays, count, "set", set, shapes, fractions, points, normals, options);
}
lockstep_status lockstep_any_hits(const lockstep_ray* rays, size_t count, const lockstep_shape_set* set, uint64_t* hits,
                                  const lockstep_ray_options* options) {
  return any_of(rays, count, "set", set, hits, options);
}

lockstep_status lockstep_all_hits(const lockstep_ray* rays, size_t count, const lockstep_shape_set* set, size_t* first,
                                  uint32_t* shapes, lockstep_interval* fractions, size_t room, uint64_t* found,
                                  const lockstep_ray_options* options) {
  return all_of(rays, count, "set", set, first, shapes, fractions, room, found, options);
}

lockstep_status lockstep_first_hits_world(const lockstep_ray* rays, size_t count, const lockstep_world* world,
                                          uint32_t* objects, lockstep_interval* fractions, lockstep_vec3d* points,
                                          lockstep_vec3d* normals, uint32_t* parts,
                                          const lockstep_ray_options* options) {
  return first_of(rays, count, "world", world, objects, fractions, points, normals, options, parts);
}
lockstep_status lockstep_any_hits_world(const lockstep_ray* rays, size_t count, const lockstep_world* world,
                                        uint64_t* hits, const lockstep_ray_options* options) {
  return any_of(rays, count, "world", world, hits, options);
}
lockstep_status lockstep_all_hits_world(const lockstep_ray* rays, size_t count, const lockstep_world* world,
                                        size_t* first, uint32_t* objects, lockstep_interval* fractions, size_t room,
                                        uint64_t* found, const lockstep_ray_options* options) {
  return all_of(rays, count, "world", world, first, objects, fractions, room, found, options);
}

lockstep_status lockstep_first_contacts_spheres(const lockstep_sphere_view* shapes, const lockstep_vec3* motions,
                                                const lockstep_world* world, uint32_t* objects,
                                                lockstep_interval* fractions, lockstep_vec3d* points,
                                                lockstep_vec3d* normals, uint32_t* parts,
                                                const lockstep_ray_options* options) {
  return first_contacts_of(shapes, motions, world, objects, fractions, points, normals, parts, options);
}
lockstep_status lockstep_first_contacts_aabbs(const lockstep_aabb_view* shapes, const lockstep_vec3* motions,
                                              const lockstep_world* world, uint32_t* objects,
                                              lockstep_interval* fractions, lockstep_vec3d* points,
                                              lockstep_vec3d* normals, uint32_t* parts,
                                              const lockstep_ray_options* options) {
  return first_contacts_of(shapes, motions, world, objects, fractions, points, normals, parts, options);
}
lockstep_status lockstep_first_contacts_shapes(const lockstep_shape_set* shapes, const lockstep_vec3* motions,
                                               const lockstep_world* world, uint32_t* objects,
                                               lockstep_interval* fractions, lockstep_vec3d* points,
                                               lockstep_vec3d* normals, uint32_t* parts,
                                               const lockstep_ray_options* options) {
  return first_contacts_of(shapes, motions, world, objects, fractions, points, normals, parts, options);
}
lockstep_status lockstep_any_contacts_spheres(const lockstep_sphere_view* shapes, const lockstep_vec3* motions,
                                              const lockstep_world* world, uint64_t* hits,
                                              const lockstep_ray_options* options) {
  return any_contacts_of(shapes, motions, world, hits, options);
}
lockstep_status lockstep_any_contacts_aabbs(const lockstep_aabb_view* shapes, const lockstep_vec3* motions,
                                            const lockstep_world* world, uint64_t* hits,
                                            const lockstep_ray_options* options) {
  return any_contacts_of(shapes, motions, world, hits, options);
}
lockstep_status lockstep_any_contacts_shapes(const lockstep_shape_set* shapes, const lockstep_vec3* motions,
                                             const lockstep_world* world, uint64_t* hits,
                                             const lockstep_ray_options* options) {
  return any_contacts_of(shapes, motions, world, hits, options);
}
lockstep_status lockstep_all_contacts_spheres(const lockstep_sphere_view* shapes, const lockstep_vec3* motions,
                                              const lockstep_world* world, size_t* first, uint32_t* objects,
                                              lockstep_interval* fractions, size_t room, uint64_t* found,
                                              const lockstep_ray_options* options) {
  return all_contacts_of(shapes, motions, world, first, objects, fractions, room, found, options);
}
lockstep_status lockstep_all_contacts_aabbs(const lockstep_aabb_view* shapes, const lockstep_vec3* motions,
                                            const lockstep_world* world, size_t* first, uint32_t* objects,
                                            lockstep_interval* fractions, size_t room, uint64_t* found,
                                            const lockstep_ray_options* options) {
  return all_contacts_of(shapes, motions, world, first, objects, fractions, room, found, options);
}
lockstep_status lockstep_all_contacts_shapes(const lockstep_shape_set* shapes, const lockstep_vec3* motions,
                                             const lockstep_world* world, size_t* first, uint32_t* objects,
                                             lockstep_interval* fractions, size_t room, uint64_t* found,
                                             const lockstep_ray_options* options) {
  return all_contacts_of(shapes, motions, world, first, objects, fractions, room, found, options);
}
lockstep_status lockstep_first_contacts_turning(const lockstep_shape_set* shapes, const lockstep_motion* motions,
                                                const lockstep_world* world, uint32_t* objects,
                                                lockstep_interval* fractions, lockstep_vec3d* points,
                                                lockstep_vec3d* normals, uint32_t* parts,
                                                const lockstep_ray_options* options) {
  return first_contacts_of(shapes, motions, world, objects, fractions, points, normals, parts, options);
}
lockstep_status lockstep_any_contacts_turning(const lockstep_shape_set* shapes, const lockstep_motion* motions,
                                              const lockstep_world* world, uint64_t* hits,
                                              const lockstep_ray_options* options) {
  return any_contacts_of(shapes, motions, world, hits, options);
}
lockstep_status lockstep_all_contacts_turning(const lockstep_shape_set* shapes, const lockstep_motion* motions,
                                              const lockstep_world* world, size_t* first, uint32_t* objects,
                                              lockstep_interval* fractions, size_t room, uint64_t* found,
                                              const lockstep_ray_options* options) {
  return all_contacts_of(shapes, motions, world, first, objects, fractions, room, found, options);
}

lockstep_status lockstep_first_hits_mesh(const lockstep_ray* rays, size_t count, const lockstep_triangle_mesh* mesh,
                                         uint32_t* triangles, lockstep_interval* fractions, lockstep_vec3d* points,
                                         lockstep_vec3d* normals, const lockstep_ray_options* options) {
  return first_of(rays, count, "mesh", mesh, triangles, fractions, points, normals, options);
}
lockstep_status lockstep_any_hits_mesh(const lockstep_ray* rays, size_t count, const lockstep_triangle_mesh* mesh,
                                       uint64_t* hits, const lockstep_ray_options* options) {
  return any_of(rays, count, "mesh", mesh, hits, options);
}
lockstep_status lockstep_all_hits_mesh(const lockstep_ray* rays, size_t count, const lockstep_triangle_mesh* mesh,
                                       size_t* first, uint32_t* triangles, lockstep_interval* fractions, size_t room,
                                       uint64_t* found, const lockstep_ray_options* options) {
  return all_of(rays, count, "mesh", mesh, first, triangles, fractions, room, found, options);
}

lockstep_status lockstep_first_hits_world2(const lockstep_ray2* rays, size_t count, const lockstep_world2* world,
                                           uint32_t* objects, lockstep_interval* fractions, lockstep_vec2d* points,
                                           lockstep_vec2d* normals, const lockstep_ray_options* options) {
  return first_of<RayHits2>(rays, count, "world", world, objects, fractions, points, normals, options);
}
lockstep_status lockstep_any_hits_world2(const lockstep_ray2* rays, size_t count, const lockstep_world2* world,
                                         uint64_t* hits, const lockstep_ray_options* options) {
  return any_of(rays, count, "world", world, hits, options);
}
lockstep_status lockstep_all_hits_world2(const lockstep_ray2* rays, size_t count, const lockstep_world2* world,
                                         size_t* first, uint32_t* objects, lockstep_interval* fractions, size_t room,
                                         uint64_t* found, const lockstep_ray_options* options) {
  return all_of(rays, count, "world", world, first, objects, fractions, room, found, options);
}
lockstep_status lockstep_first_contacts_circles(const lockstep_circle_view* shapes, const lockstep_vec2* motions,
                                                const lockstep_world2* world, uint32_t* objects,
                                                lockstep_interval* fractions, lockstep_vec2d* points,
                                                lockstep_vec2d* normals, const lockstep_ray_options* options) {
  return first_contacts_of<RayHits2>(shapes, motions, world, objects, fractions, points, normals, nullptr, options);
}
lockstep_status lockstep_first_contacts_aabbs2(const lockstep_aabb2_view* shapes, const lockstep_vec2* motions,
                                               const lockstep_world2* world, uint32_t* objects,
                                               lockstep_interval* fractions, lockstep_vec2d* points,
                                               lockstep_vec2d* normals, const lockstep_ray_options* options) {
  return first_contacts_of<RayHits2>(shapes, motions, world, objects, fractions, points, normals, nullptr, options);
}
lockstep_status lockstep_any_contacts_circles(const lockstep_circle_view* shapes, const lockstep_vec2* motions,
                                              const lockstep_world2* world, uint64_t* hits,
                                              const lockstep_ray_options* options) {
  return any_contacts_of(shapes, motions, world, hits, options);
}
lockstep_status lockstep_any_contacts_aabbs2(const lockstep_aabb2_view* shapes, const lockstep_vec2* motions,
                                             const lockstep_world2* world, uint64_t* hits,
                                             const lockstep_ray_options* options) {
  return any_contacts_of(shapes, motions, world, hits, options);
}
lockstep_status lockstep_all_contacts_circles(const lockstep_circle_view* shapes, const lockstep_vec2* motions,
                                              const lockstep_world2* world, size_t* first, uint32_t* objects,
                                              lockstep_interval* fractions, size_t room, uint64_t* found,
                                              const lockstep_ray_options* options) {
  return all_contacts_of(shapes, motions, world, first, objects, fractions, room, found, options);
}
lockstep_status lockstep_all_contacts_aabbs2(const lockstep_aabb2_view* shapes, const lockstep_vec2* motions,
                                             const lockstep_world2* world, size_t* first, uint32_t* objects,
                                             lockstep_interval* fractions, size_t room, uint64_t* found,
                                             const lockstep_ray_options* options) {
  return all_contacts_of(shapes, motions, world, first, objects, fractions, room, found, options);
}
}
