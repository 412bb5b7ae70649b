// A kept world, of space or of the plane: its changes and nearest-neighbour queries.
#include <algorithm>

#include "c_abi/objects.hpp"

namespace {

using namespace lockstep;
using namespace lockstep::c_abi;

/// Converts options that consist of an instruction set and an executor.
template <class To, class From>
To how(const From* options) {
  const From from = options_of(options);
  return {isa_of(from.isa), executor_of(from.executor)};
}

WorldOptions world_options(const lockstep_world_options* options) { return how<WorldOptions>(options); }
NearOptions near_options(const lockstep_near_options* options) {
  auto to = how<NearOptions>(options);
  const lockstep_near_options from = options_of(options);
  to.touching = touching_of(from.touching);
  to.origin = {from.origin.x, from.origin.y, from.origin.z};
  if (from.cell != nullptr) to.cell = cell_of(*from.cell);
  return to;
}

/// Calls use(world), a World or a World2.
template <class C, class Use>
void with_world(C* world, const Use& use) {
  std::visit(use, required("world", world).is);
}

/// The result of `query` for a world; `none` for NULL.
template <class Answer, class Query>
Answer answer_of(const lockstep_world* world, Answer none, const Query& query) {
  return world == nullptr ? none : std::visit([&](const auto& w) { return static_cast<Answer>(query(w)); }, world->is);
}

/// Calls use(objects) for the views that the world can hold.
template <class W, class Use>
void with_view(const W&, const std::string& call, const lockstep_objects& objects, const Use& use) {
  if constexpr (std::is_same_v<W, World2>)
    with_objects<CircleView, Aabb2View>((call + " of the plane").c_str(), "objects", objects, use);
  else
    with_objects<SphereView, AabbView>(call.c_str(), "objects", objects, use);
}

/// A world that has sets.
template <class C>
auto& with_sets(C* world) {
  auto* const of_space = std::get_if<World>(&required("world", world).is);
  if (of_space == nullptr) throw InvalidInput("world: must be one of space, made of shapes or of bodies");
  return *of_space;
}

/// The set that `set_of` finds in a world, as a handle; null if it throws.
template <class Handle, class SetOf>
const Handle* borrowed(const SetOf& set_of) {
  const Handle* handle = nullptr;
  guard([&] { handle = reinterpret_cast<const Handle*>(&set_of()); });
  return handle;
}

template <class Set, class Handle>
auto change_of(void (*change)(void*, Handle*), void* context) {
  if (change == nullptr) throw InvalidInput("change = NULL: must be a function");
  return [=](Set& set) { change(context, reinterpret_cast<Handle*>(&set)); };
}

}  // namespace

extern "C" {

lockstep_world* lockstep_world_create(lockstep_objects objects, const lockstep_world_options* options) {
  return guard_new<lockstep_world>([&] {
    lockstep_world* made = nullptr;
    with_objects<Nothing, SphereView, AabbView, ShapeSet, BodySet, CircleView, Aabb2View>(
        "lockstep_world_create", "objects", objects, [&]<class From>(const From& from) {
          const WorldOptions with = world_options(options);
          if constexpr (std::is_same_v<From, Nothing>)
            made = new lockstep_world{World()};
          else if constexpr (std::is_constructible_v<World2, const From&, const WorldOptions&>)
            made = new lockstep_world{World2(from, with)};
          else
            made = new lockstep_world{World(from, with)};
        });
    return made;
  });
}
lockstep_world* lockstep_world_copy(const lockstep_world* world) {
  return guard_new<lockstep_world>([&] { return new lockstep_world(required("world", world)); });
}
void lockstep_world_destroy(lockstep_world* world) { delete world; }
size_t lockstep_world_free_slots(const lockstep_world* world) {
  return answer_of(world, size_t{0}, [](const auto& w) { return w.free_slots(); });
}
size_t lockstep_world_memory_bytes(const lockstep_world* world) {
  return answer_of(world, size_t{0}, [](const auto& w) { return w.memory_bytes(); });
}
const uint32_t* lockstep_world_order(const lockstep_world* world, size_t* count) {
  const auto order = answer_of(world, std::span<const std::uint32_t>(), [](const auto& w) { return w.order(); });
  if (count != nullptr) *count = order.size();
  return order.data();
}
const lockstep_shape_set* lockstep_world_shapes(const lockstep_world* world) {
  return borrowed<lockstep_shape_set>([&]() -> const ShapeSet& { return with_sets(world).shapes(); });
}
const lockstep_body_set* lockstep_world_bodies(const lockstep_world* world) {
  return borrowed<lockstep_body_set>([&]() -> const BodySet& { return with_sets(world).bodies(); });
}

lockstep_status lockstep_world_move(lockstep_world* world, lockstep_objects objects,
                                    const lockstep_world_options* options) {
  return guard([&] {
    with_world(world, [&]<class W>(W& of) {
      const auto move = [&](const auto& to) { of.move(to, world_options(options)); };
      if constexpr (std::is_same_v<W, World2>)
        with_view(of, "lockstep_world_move", objects, move);
      else
        with_objects<SphereView, AabbView, ShapeSet, BodySet>("lockstep_world_move", "objects", objects, move);
    });
  });
}
lockstep_status lockstep_world_move_some(lockstep_world* world, const uint32_t* indices, lockstep_objects objects,
                                         const lockstep_world_options* options) {
  return guard([&] {
    with_world(world, [&](auto& of) {
      with_view(of, "lockstep_world_move_some", objects,
                [&](const auto& to) { of.move(array("indices", indices, to.count), to, world_options(options)); });
    });
  });
}
lockstep_status lockstep_world_add(lockstep_world* world, lockstep_objects objects, uint32_t* indices,
                                   const lockstep_world_options* options) {
  return guard([&] {
    with_world(world, [&](auto& to) {
      with_view(to, "lockstep_world_add", objects, [&](const auto& from) {
        const std::vector<std::uint32_t> given = to.add(from, world_options(options));
        if (indices != nullptr) std::copy(given.begin(), given.end(), indices);
      });
    });
  });
}
lockstep_status lockstep_world_remove(lockstep_world* world, const uint32_t* indices, size_t count,
                                      const lockstep_world_options* options) {
  return guard([&] {
    with_world(world, [&](auto& of) { of.remove(array("indices", indices, count), world_options(options)); });
  });
}
lockstep_status lockstep_world_change_shapes(lockstep_world* world,
                                             void (*change)(void* context, lockstep_shape_set* shapes), void* context,
                                             const lockstep_world_options* options) {
  return guard([&] { with_sets(world).change_shapes(change_of<ShapeSet>(change, context), world_options(options)); });
}
lockstep_status lockstep_world_change_bodies(lockstep_world* world,
                                             void (*change)(void* context, lockstep_body_set* bodies), void* context,
                                             const lockstep_world_options* options) {
  return guard([&] { with_sets(world).change_bodies(change_of<BodySet>(change, context), world_options(options)); });
}
lockstep_status lockstep_world_sort(lockstep_world* world, const lockstep_world_options* options) {
  return guard([&] { with_world(world, [&](auto& of) { of.sort(world_options(options)); }); });
}

lockstep_status lockstep_world_handle(const lockstep_world* world, uint32_t index, lockstep_object_handle* handle) {
  return guard([&] { with_world(world, [&](const auto& of) { object("handle", handle) = of.handle(index); }); });
}
int32_t lockstep_world_contains_handle(const lockstep_world* world, const lockstep_object_handle* handle) {
  if (handle == nullptr) return 0;
  return answer_of(world, int32_t{0}, [&](const auto& w) {
    return w.contains(ObjectHandle{handle->index, handle->generation});
  });
}
lockstep_status lockstep_world_find(const lockstep_world* world, const lockstep_object_handle* handle,
                                    uint32_t* index) {
  return guard([&] {
    with_world(world, [&](const auto& in) { required("index", index) = in.find(object("handle", handle)); });
  });
}

lockstep_status lockstep_within(const lockstep_world* world, lockstep_objects shapes, float distance, size_t* first,
                                uint32_t* objects, size_t room, uint64_t* found, const lockstep_near_options* options) {
  return guard([&] {
    with_two<Two<World, std::span<const Vec3>>, Two<World, std::span<const Vec3d>>, Two<World, SphereView>,
             Two<World, AabbView>, Two<World, ShapeSet>, Two<World2, std::span<const Vec2>>, Two<World2, CircleView>,
             Two<World2, Aabb2View>>(
        "lockstep_within", "world", lockstep_of_world(world), "shapes", shapes, [&](const auto& in, const auto& of) {
          const ListArrays to(first, count_of(of), objects, room, found);
          to.write(within(in, of, distance, near_options(options)), options_of(options).shifts);
        });
  });
}
lockstep_status lockstep_nearest(const lockstep_world* world, lockstep_objects points, size_t k, uint32_t* objects,
                                 lockstep_interval* distances, const lockstep_near_options* options) {
  return guard([&] {
    with_two<Two<World, std::span<const Vec3>>, Two<World, std::span<const Vec3d>>, Two<World2, std::span<const Vec2>>>(
        "lockstep_nearest", "world", lockstep_of_world(world), "points", points, [&](const auto& in, const auto& of) {
          const std::size_t all = of.size() * k;
          const auto shifts = optional_array(options_of(options).shifts, all);
          nearest(in, of, k, {array("objects", objects, all), optional_array(distances, all), shifts},
                  near_options(options));
        });
  });
}
}
