// Overlap passes, overlap queries of a kept world, and pair events.
#include "c_abi/convert.hpp"

namespace {

using namespace lockstep;
using namespace lockstep::c_abi;

OverlapFilter filter_of(const lockstep_overlap_filter& filter, std::size_t count) {
  return {optional_array(filter.group, count), optional_array(filter.mask, count)};
}

OverlapOptions overlap_options(const lockstep_overlap_options& from, std::size_t first, std::size_t second) {
  auto to = common_options<OverlapOptions>(from);
  to.margin = from.margin;
  to.touching = touching_of(from.touching);
  to.filter = filter_of(from.filter, first);
  to.second_filter = filter_of(from.second_filter, second);
  to.order = enumerator<PairOrder>("options.order", from.order, 2);
  return to;
}

/// `objects` is the number of objects in `counts` and `any`.
OverlapOutput output_of(const lockstep_overlap_output& to, std::size_t objects) {
  OverlapOutput out{.pairs = optional_array(to.pairs, to.room),
                    .separations = optional_array(to.separations, to.room),
                    .contacts = optional_array(to.contacts, to.room),
                    .counts = optional_array(to.counts, objects),
                    .any = optional_array(to.any, mask_words(objects))};
  if (to.tile != nullptr)
    out.tile = [tile = to.tile, context = to.tile_context](std::span<const Pair> pairs) {
      tile(context, reinterpret_cast<const lockstep_pair*>(pairs.data()), pairs.size());
    };
  return out;
}

template <class Objects>
std::size_t reported(const Objects& objects, BodyPairs report) {
  if constexpr (std::is_same_v<Objects, BodySet>)
    if (report == BodyPairs::parts) return objects.parts().size();
  return count_of(objects);
}

template <class C>
lockstep_status run(lockstep_overlap_pass* pass, const C* first, const C* second, const lockstep_overlap_output* output,
                    lockstep_overlap_result* result, const lockstep_overlap_options* options) {
  return guard([&] {
    OverlapPass& with = object("pass", pass);
    const auto& a = object("first", first);
    const auto* const b = second == nullptr ? nullptr : &object("second", second);
    const lockstep_overlap_options from = options_of(options);
    const auto report = enumerator<BodyPairs>("options.report", from.report, 2);
    const OverlapOutput out = output_of(any_age("output", output), reported(a, report));
    lockstep_overlap_result& to = required("result", result);
    const OverlapOptions how = overlap_options(from, count_of(a), b == nullptr ? 0 : count_of(*b));
    OverlapResult found;
    if constexpr (std::is_same_v<C, lockstep_body_set>)
      found = b == nullptr ? with.run(a, out, how, report) : with.run(a, *b, out, how, report);
    else
      found = b == nullptr ? with.run(a, out, how) : with.run(a, *b, out, how);
    to = {found.pairs, found.complete ? 1 : 0, found.sorted ? 1 : 0};
  });
}

constexpr const char* name_of(const lockstep_world*) { return "world"; }
constexpr const char* name_of(const lockstep_world2*) { return "world"; }
constexpr const char* name_of(const lockstep_triangle_mesh*) { return "mesh"; }

template <class Target, class C>
lockstep_status list_of(const Target* target, const C* shapes, std::size_t* first, std::uint32_t* objects,
                        std::size_t room, std::uint64_t* found, const lockstep_overlap_options* options) {
  return guard([&] {
    const auto& in = object(name_of(target), target);
    const auto& of = object("shapes", shapes);
    const ListArrays to(first, count_of(of), objects, room, found);
    to.write(overlapping(in, of, overlap_options(options_of(options), count_of(of), in.size())));
  });
}

template <class Target, class C>
lockstep_status any_of(const Target* target, const C* shapes, std::uint64_t* any,
                       const lockstep_overlap_options* options) {
  return guard([&] {
    const auto& in = object(name_of(target), target);
    const auto& of = object("shapes", shapes);
    any_overlapping(in, of, array("any", any, mask_words(count_of(of))),
                    overlap_options(options_of(options), count_of(of), in.size()));
  });
}

template <class Query>
lockstep_status write_changes(lockstep_pair_events* events, lockstep_pair_changes* changes,
                              const lockstep_event_options* options, const Query& query) {
  return guard([&] {
    lockstep_pair_changes& to = required("changes", changes);
    const lockstep_event_options from = options_of(options);
    const PairChanges found = query(object("events", events), enumerator<Check>("options.checking", from.checking, 2),
                                    executor_of(from.executor));
    const auto list = [](std::span<const Pair> some) { return reinterpret_cast<const lockstep_pair*>(some.data()); };
    to = {list(found.began),   found.began.size(), list(found.stayed),
          found.stayed.size(), list(found.ended),  found.ended.size()};
  });
}

}  // namespace

extern "C" {

lockstep_overlap_pass* lockstep_overlap_pass_create(float skin) {
  return guard_new<lockstep_overlap_pass>([&] { return new OverlapPass(skin); });
}
lockstep_overlap_pass* lockstep_overlap_pass_create_automatic() {
  return guard_new<lockstep_overlap_pass>([] { return new OverlapPass(lockstep::automatic_skin); });
}
void lockstep_overlap_pass_destroy(lockstep_overlap_pass* pass) { delete reinterpret_cast<OverlapPass*>(pass); }
size_t lockstep_overlap_pass_memory_bytes(const lockstep_overlap_pass* pass) {
  return pass == nullptr ? 0 : reinterpret_cast<const OverlapPass*>(pass)->memory_bytes();
}

lockstep_status lockstep_overlap_spheres(lockstep_overlap_pass* pass, const lockstep_sphere_view* first,
                                         const lockstep_sphere_view* second, const lockstep_overlap_output* output,
                                         lockstep_overlap_result* result, const lockstep_overlap_options* options) {
  return run(pass, first, second, output, result, options);
}
lockstep_status lockstep_overlap_circles2(lockstep_overlap_pass* pass, const lockstep_circle_view* first,
                                          const lockstep_circle_view* second, const lockstep_overlap_output* output,
                                          lockstep_overlap_result* result, const lockstep_overlap_options* options) {
  return run(pass, first, second, output, result, options);
}
lockstep_status lockstep_overlap_shapes(lockstep_overlap_pass* pass, const lockstep_shape_set* first,
                                        const lockstep_shape_set* second, const lockstep_overlap_output* output,
                                        lockstep_overlap_result* result, const lockstep_overlap_options* options) {
  return run(pass, first, second, output, result, options);
}
lockstep_status lockstep_overlap_shapes2(lockstep_overlap_pass* pass, const lockstep_shape_set2* first,
                                         const lockstep_shape_set2* second, const lockstep_overlap_output* output,
                                         lockstep_overlap_result* result, const lockstep_overlap_options* options) {
  return run(pass, first, second, output, result, options);
}
lockstep_status lockstep_overlap_worlds(lockstep_overlap_pass* pass, const lockstep_world* first,
                                        const lockstep_world* second, const lockstep_overlap_output* output,
                                        lockstep_overlap_result* result, const lockstep_overlap_options* options) {
  return run(pass, first, second, output, result, options);
}
lockstep_status lockstep_overlap_worlds2(lockstep_overlap_pass* pass, const lockstep_world2* first,
                                         const lockstep_world2* second, const lockstep_overlap_output* output,
                                         lockstep_overlap_result* result, const lockstep_overlap_options* options) {
  return run(pass, first, second, output, result, options);
}
lockstep_status lockstep_overlap_bodies(lockstep_overlap_pass* pass, const lockstep_body_set* first,
                                        const lockstep_body_set* second, const lockstep_overlap_output* output,
                                        lockstep_overlap_result* result, const lockstep_overlap_options* options) {
  return run(pass, first, second, output, result, options);
}

lockstep_status lockstep_overlapping_spheres(const lockstep_world* world, const lockstep_sphere_view* shapes,
                                             size_t* first, uint32_t* objects, size_t room, uint64_t* found,
                                             const lockstep_overlap_options* options) {
  return list_of(world, shapes, first, objects, room, found, options);
}
lockstep_status lockstep_overlapping_aabbs(const lockstep_world* world, const lockstep_aabb_view* shapes, size_t* first,
                                           uint32_t* objects, size_t room, uint64_t* found,
                                           const lockstep_overlap_options* options) {
  return list_of(world, shapes, first, objects, room, found, options);
}
lockstep_status lockstep_overlapping_shapes(const lockstep_world* world, const lockstep_shape_set* shapes,
                                            size_t* first, uint32_t* objects, size_t room, uint64_t* found,
                                            const lockstep_overlap_options* options) {
  return list_of(world, shapes, first, objects, room, found, options);
}
lockstep_status lockstep_any_overlapping_spheres(const lockstep_world* world, const lockstep_sphere_view* shapes,
                                                 uint64_t* any, const lockstep_overlap_options* options) {
  return any_of(world, shapes, any, options);
}
lockstep_status lockstep_any_overlapping_aabbs(const lockstep_world* world, const lockstep_aabb_view* shapes,
                                               uint64_t* any, const lockstep_overlap_options* options) {
  return any_of(world, shapes, any, options);
}
lockstep_status lockstep_any_overlapping_shapes(const lockstep_world* world, const lockstep_shape_set* shapes,
                                                uint64_t* any, const lockstep_overlap_options* options) {
  return any_of(world, shapes, any, options);
}

lockstep_status lockstep_overlapping_spheres_mesh(const lockstep_triangle_mesh* mesh,
                                                  const lockstep_sphere_view* shapes, size_t* first,
                                                  uint32_t* triangles, size_t room, uint64_t* found,
                                                  const lockstep_overlap_options* options) {
  return list_of(mesh, shapes, first, triangles, room, found, options);
}
lockstep_status lockstep_overlapping_aabbs_mesh(const lockstep_triangle_mesh* mesh, const lockstep_aabb_view* shapes,
                                                size_t* first, uint32_t* triangles, size_t room, uint64_t* found,
                                                const lockstep_overlap_options* options) {
  return list_of(mesh, shapes, first, triangles, room, found, options);
}
lockstep_status lockstep_overlapping_shapes_mesh(const lockstep_triangle_mesh* mesh, const lockstep_shape_set* shapes,
                                                 size_t* first, uint32_t* triangles, size_t room, uint64_t* found,
                                                 const lockstep_overlap_options* options) {
  return list_of(mesh, shapes, first, triangles, room, found, options);
}
lockstep_status lockstep_any_overlapping_spheres_mesh(const lockstep_triangle_mesh* mesh,
                                                      const lockstep_sphere_view* shapes, uint64_t* any,
                                                      const lockstep_overlap_options* options) {
  return any_of(mesh, shapes, any, options);
}
lockstep_status lockstep_any_overlapping_aabbs_mesh(const lockstep_triangle_mesh* mesh,
                                                    const lockstep_aabb_view* shapes, uint64_t* any,
                                                    const lockstep_overlap_options* options) {
  return any_of(mesh, shapes, any, options);
}
lockstep_status lockstep_any_overlapping_shapes_mesh(const lockstep_triangle_mesh* mesh,
                                                     const lockstep_shape_set* shapes, uint64_t* any,
                                                     const lockstep_overlap_options* options) {
  return any_of(mesh, shapes, any, options);
}
lockstep_status lockstep_overlapping_circles(const lockstep_world2* world, const lockstep_circle_view* shapes,
                                             size_t* first, uint32_t* objects, size_t room, uint64_t* found,
                                             const lockstep_overlap_options* options) {
  return list_of(world, shapes, first, objects, room, found, options);
}
lockstep_status lockstep_any_overlapping_circles(const lockstep_world2* world, const lockstep_circle_view* shapes,
                                                 uint64_t* any, const lockstep_overlap_options* options) {
  return any_of(world, shapes, any, options);
}
lockstep_status lockstep_overlapping_aabbs2(const lockstep_world2* world, const lockstep_aabb2_view* shapes,
                                            size_t* first, uint32_t* objects, size_t room, uint64_t* found,
                                            const lockstep_overlap_options* options) {
  return list_of(world, shapes, first, objects, room, found, options);
}
lockstep_status lockstep_any_overlapping_aabbs2(const lockstep_world2* world, const lockstep_aabb2_view* shapes,
                                                uint64_t* any, const lockstep_overlap_options* options) {
  return any_of(world, shapes, any, options);
}

lockstep_pair_events* lockstep_pair_events_create(void) {
  return guard_new<lockstep_pair_events>([] { return new PairEvents; });
}
void lockstep_pair_events_destroy(lockstep_pair_events* events) { delete reinterpret_cast<PairEvents*>(events); }
lockstep_status lockstep_pair_events_update(lockstep_pair_events* events, const lockstep_pair* pairs, size_t count,
                                            lockstep_pair_changes* changes, const lockstep_event_options* options) {
  return write_changes(events, changes, options, [&](PairEvents& by, Check check, const Executor& executor) {
    return by.update(array("pairs", pairs, count), check, executor);
  });
}
lockstep_status lockstep_pair_events_compare(lockstep_pair_events* events, const lockstep_pair* before,
                                             size_t before_count, const lockstep_pair* now, size_t now_count,
                                             lockstep_pair_changes* changes, const lockstep_event_options* options) {
  return write_changes(events, changes, options, [&](PairEvents& by, Check check, const Executor& executor) {
    return by.compare(array("before", before, before_count), array("now", now, now_count), check, executor);
  });
}
void lockstep_pair_events_forget(lockstep_pair_events* events) {
  if (events != nullptr) reinterpret_cast<PairEvents*>(events)->forget();
}
}
