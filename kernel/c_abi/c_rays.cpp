// Casts of many rays against many shapes, the objects of a kept world, or triangles, and casts of moving shapes against
// a kept world.
#include <algorithm>

#include "c_abi/objects.hpp"

namespace {

using namespace lockstep;
using namespace lockstep::c_abi;

RayOptions ray_options(const lockstep_ray_options* options, std::size_t rays, std::size_t shapes) {
  const lockstep_ray_options from = options_of(options);
  auto to = common_options<RayOptions>(from);
  to.tolerance = from.tolerance;
  to.touching = touching_of(from.touching);
  to.ignore_start_contact = from.ignore_start_contact != 0;
  to.origin = {from.origin.x, from.origin.y, from.origin.z};
  to.filter = {optional_array(from.masks, rays), optional_array(from.groups, shapes)};
  return to;
}

/// Outputs of first hits and first contacts, of space or of the plane, where objects have no parts.
template <class Hits, class Vec>
Hits hits_of(std::size_t count, std::uint32_t* objects, lockstep_interval* fractions, Vec* points, Vec* normals,
             std::uint32_t* parts) {
  Hits out{optional_array(objects, count), optional_array(fractions, count), optional_array(points, count),
           optional_array(normals, count)};
  if constexpr (requires { out.parts; }) out.parts = optional_array(parts, count);
  return out;
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

using Rays = std::span<const Ray>;
using Rays2 = std::span<const Ray2>;

/// Calls use(rays, objects) for rays of space, or also for those of the plane.
template <class... Plane>
void with_rays(const char* call, const lockstep_objects& rays, const lockstep_objects& among, const auto& use) {
  with_two<Two<Rays, ShapeSet>, Two<Rays, World>, Two<Rays, TriangleMesh>, Plane...>(call, "rays", rays, "among", among,
                                                                                     use);
}

/// Calls use(shapes, motions, world) for a world of space, or of the plane.
template <bool space, bool plane>
void with_moved(const char* call, const lockstep_objects& shapes, const lockstep_motions& motions,
                const lockstep_world* world, const auto& use) {
  const auto by = [&](const auto* all) {
    return [&use, all](const auto& of, const auto& in) { use(of, array("motions", all, count_of(of)), in); };
  };
  const lockstep_objects in = lockstep_of_world(world);
  if constexpr (space) {
    if (motions.kind == LOCKSTEP_MOTIONS_STRAIGHT)
      return with_two<Two<SphereView, World>, Two<AabbView, World>, Two<ShapeSet, World>>(
          call, "shapes", shapes, "world", in, by(motions.as.straight));
    if (motions.kind == LOCKSTEP_MOTIONS_TURNING)
      return with_two<Two<ShapeSet, World>>((std::string(call) + " of turning shapes").c_str(), "shapes", shapes,
                                            "world", in, by(motions.as.turning));
  }
  if constexpr (plane) {
    if (motions.kind == LOCKSTEP_MOTIONS_STRAIGHT2)
      return with_two<Two<CircleView, World2>, Two<Aabb2View, World2>>(call, "shapes", shapes, "world", in,
                                                                       by(motions.as.straight2));
  }
  const std::string given = "motions.kind = " + std::to_string(motions.kind);
  if constexpr (!space)
    refuse(call, given, {"LOCKSTEP_MOTIONS_STRAIGHT2"});
  else if constexpr (!plane)
    refuse(call, given, {"LOCKSTEP_MOTIONS_STRAIGHT", "LOCKSTEP_MOTIONS_TURNING"});
  else
    refuse(call, given, {"LOCKSTEP_MOTIONS_STRAIGHT", "LOCKSTEP_MOTIONS_TURNING", "LOCKSTEP_MOTIONS_STRAIGHT2"});
}

}  // namespace

extern "C" {

lockstep_status lockstep_first_hits(lockstep_objects rays, lockstep_objects among, uint32_t* objects,
                                    lockstep_interval* fractions, lockstep_vec3d* points, lockstep_vec3d* normals,
                                    uint32_t* parts, const lockstep_ray_options* options) {
  return guard([&] {
    with_rays<>("lockstep_first_hits", rays, among, [&](Rays from, const auto& to) {
      first_hits(from, to, hits_of<RayHits>(from.size(), objects, fractions, points, normals, parts),
                 ray_options(options, from.size(), to.size()));
    });
  });
}
lockstep_status lockstep_first_hits2(lockstep_objects rays, lockstep_objects among, uint32_t* objects,
                                     lockstep_interval* fractions, lockstep_vec2d* points, lockstep_vec2d* normals,
                                     const lockstep_ray_options* options) {
  return guard([&] {
    with_two<Two<Rays2, World2>>(
        "lockstep_first_hits2", "rays", rays, "among", among, [&](Rays2 from, const World2& to) {
          first_hits(from, to, hits_of<RayHits2>(from.size(), objects, fractions, points, normals, nullptr),
                     ray_options(options, from.size(), to.size()));
        });
  });
}
lockstep_status lockstep_any_hits(lockstep_objects rays, lockstep_objects among, uint64_t* hits,
                                  const lockstep_ray_options* options) {
  return guard([&] {
    with_rays<Two<Rays2, World2>>("lockstep_any_hits", rays, among, [&](auto from, const auto& to) {
      any_hits(from, to, array("hits", hits, mask_words(from.size())), ray_options(options, from.size(), to.size()));
    });
  });
}
lockstep_status lockstep_all_hits(lockstep_objects rays, lockstep_objects among, size_t* first, uint32_t* objects,
                                  lockstep_interval* fractions, size_t room, uint64_t* found,
                                  const lockstep_ray_options* options) {
  return guard([&] {
    with_rays<Two<Rays2, World2>>("lockstep_all_hits", rays, among, [&](auto from, const auto& to) {
      write_lists(from.size(), to.size(), first, objects, fractions, room, found, options,
                  [&](const RayOptions& by) { return all_hits(from, to, by); });
    });
  });
}

lockstep_status lockstep_first_contacts(lockstep_objects shapes, lockstep_motions motions, const lockstep_world* world,
                                        uint32_t* objects, lockstep_interval* fractions, lockstep_vec3d* points,
                                        lockstep_vec3d* normals, uint32_t* parts, const lockstep_ray_options* options) {
  return guard([&] {
    with_moved<true, false>(
        "lockstep_first_contacts", shapes, motions, world, [&](const auto& of, auto moves, const auto& in) {
          first_contacts(of, moves, in, hits_of<RayHits>(moves.size(), objects, fractions, points, normals, parts),
                         ray_options(options, moves.size(), in.size()));
        });
  });
}
lockstep_status lockstep_first_contacts2(lockstep_objects shapes, lockstep_motions motions, const lockstep_world* world,
                                         uint32_t* objects, lockstep_interval* fractions, lockstep_vec2d* points,
                                         lockstep_vec2d* normals, const lockstep_ray_options* options) {
  return guard([&] {
    with_moved<false, true>(
        "lockstep_first_contacts2", shapes, motions, world, [&](const auto& of, auto moves, const auto& in) {
          first_contacts(of, moves, in, hits_of<RayHits2>(moves.size(), objects, fractions, points, normals, nullptr),
                         ray_options(options, moves.size(), in.size()));
        });
  });
}
lockstep_status lockstep_any_contacts(lockstep_objects shapes, lockstep_motions motions, const lockstep_world* world,
                                      uint64_t* hits, const lockstep_ray_options* options) {
  return guard([&] {
    with_moved<true, true>("lockstep_any_contacts", shapes, motions, world,
                           [&](const auto& of, auto moves, const auto& in) {
                             any_contacts(of, moves, in, array("hits", hits, mask_words(moves.size())),
                                          ray_options(options, moves.size(), in.size()));
                           });
  });
}
lockstep_status lockstep_all_contacts(lockstep_objects shapes, lockstep_motions motions, const lockstep_world* world,
                                      size_t* first, uint32_t* objects, lockstep_interval* fractions, size_t room,
                                      uint64_t* found, const lockstep_ray_options* options) {
  return guard([&] {
    with_moved<true, true>("lockstep_all_contacts", shapes, motions, world,
                           [&](const auto& of, auto moves, const auto& in) {
                             write_lists(moves.size(), in.size(), first, objects, fractions, room, found, options,
                                         [&](const RayOptions& by) { return all_contacts(of, moves, in, by); });
                           });
  });
}
}
