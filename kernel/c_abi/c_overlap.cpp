// Overlap passes, overlap queries of a kept world, and pair events.
#include "c_abi/objects.hpp"

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
  if (from.cell != nullptr) to.cell = cell_of(*from.cell);
  return to;
}

/// `objects` is the number of objects in `counts` and `any`.
OverlapOutput output_of(const lockstep_overlap_output& to, std::size_t objects) {
  OverlapOutput out{.pairs = optional_array(to.pairs, to.room),
                    .separations = optional_array(to.separations, to.room),
                    .contacts = optional_array(to.contacts, to.room),
                    .counts = optional_array(to.counts, objects),
                    .any = optional_array(to.any, mask_words(objects)),
                    .shifts = optional_array(to.shifts, to.room)};
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

/// Calls use(world or mesh, shapes).
void with_asked(const char* call, const lockstep_objects& among, const lockstep_objects& shapes, const auto& use) {
  with_two<Two<World, SphereView>, Two<World, AabbView>, Two<World, ShapeSet>, Two<TriangleMesh, SphereView>,
           Two<TriangleMesh, AabbView>, Two<TriangleMesh, ShapeSet>, Two<World2, CircleView>, Two<World2, Aabb2View>>(
      call, "among", among, "shapes", shapes, use);
}

/// Calls use(objects, Nothing) or use(first, second), for the kinds that passes take.
template <class... Types>
void with_passed(const lockstep_objects& first, const lockstep_objects& second, const auto& use) {
  if (second.kind == LOCKSTEP_OBJECTS_NONE)
    with_objects<Types...>("lockstep_overlap", "first", first, [&](const auto& a) { use(a, Nothing{}); });
  else
    with_two<Two<Types>...>("lockstep_overlap", "first", first, "second", second, use);
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

lockstep_status lockstep_overlap(lockstep_overlap_pass* pass, lockstep_objects first, lockstep_objects second,
                                 const lockstep_overlap_output* output, lockstep_overlap_result* result,
                                 const lockstep_overlap_options* options) {
  return guard([&] {
    OverlapPass& with = object("pass", pass);
    const lockstep_overlap_options from = options_of(options);
    const auto report = enumerator<BodyPairs>("options.report", from.report, 2);
    with_passed<SphereView, CircleView, ShapeSet, ShapeSet2, BodySet, World, World2>(
        first, second, [&]<class A, class B>(const A& a, const B& b) {
          constexpr bool one = std::is_same_v<B, Nothing>;
          const OverlapOutput out = output_of(any_age("output", output), reported(a, report));
          lockstep_overlap_result& to = required("result", result);
          std::size_t seconds = 0;
          if constexpr (!one) seconds = count_of(b);
          const OverlapOptions how = overlap_options(from, count_of(a), seconds);
          const auto run = [&](const auto&... objects) {
            if constexpr (std::is_same_v<A, BodySet>)
              return with.run(objects..., out, how, report);
            else
              return with.run(objects..., out, how);
          };
          OverlapResult found;
          if constexpr (one)
            found = run(a);
          else
            found = run(a, b);
          to = {found.pairs, found.complete ? 1 : 0, found.sorted ? 1 : 0};
        });
  });
}
lockstep_status lockstep_overlapping(lockstep_objects among, lockstep_objects shapes, size_t* first, uint32_t* objects,
                                     size_t room, uint64_t* found, const lockstep_overlap_options* options) {
  return guard([&] {
    with_asked("lockstep_overlapping", among, shapes, [&](const auto& in, const auto& of) {
      const ListArrays to(first, count_of(of), objects, room, found);
      const lockstep_overlap_options from = options_of(options);
      to.write(overlapping(in, of, overlap_options(from, count_of(of), in.size())), from.list_shifts);
    });
  });
}
lockstep_status lockstep_any_overlapping(lockstep_objects among, lockstep_objects shapes, uint64_t* any,
                                         const lockstep_overlap_options* options) {
  return guard([&] {
    with_asked("lockstep_any_overlapping", among, shapes, [&](const auto& in, const auto& of) {
      any_overlapping(in, of, array("any", any, mask_words(count_of(of))),
                      overlap_options(options_of(options), count_of(of), in.size()));
    });
  });
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
