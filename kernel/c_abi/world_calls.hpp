// Calls on a kept world that space and the plane share; C is the type of the handle.
#pragma once

#include <algorithm>

#include "c_abi/convert.hpp"

namespace lockstep::c_abi {

/// Converts options that consist of an instruction set and an executor.
template <class To, class From>
To how(const From* options) {
  const From from = options_of(options);
  return {isa_of(from.isa), executor_of(from.executor)};
}

inline WorldOptions world_options(const lockstep_world_options* options) { return how<WorldOptions>(options); }
inline NearOptions near_options(const lockstep_near_options* options) {
  auto to = how<NearOptions>(options);
  to.touching = touching_of(options_of(options).touching);
  return to;
}

template <class C, class View>
C* create(const View* objects, const lockstep_world_options* options) {
  return guard_new<C>([&] { return new TwinOf<C>(object("objects", objects), world_options(options)); });
}

template <class C, class View>
lockstep_status move_all(C* world, const View* objects, const lockstep_world_options* options) {
  return guard([&] { object("world", world).move(object("objects", objects), world_options(options)); });
}

template <class C, class View>
lockstep_status move_some(C* world, const std::uint32_t* indices, const View* objects,
                          const lockstep_world_options* options) {
  return guard([&] {
    auto& of = object("world", world);
    const auto& to = object("objects", objects);
    of.move(array("indices", indices, to.count), to, world_options(options));
  });
}

template <class C, class View>
lockstep_status add(C* world, const View* objects, std::uint32_t* indices, const lockstep_world_options* options) {
  return guard([&] {
    auto& to = object("world", world);
    const std::vector<std::uint32_t> given = to.add(object("objects", objects), world_options(options));
    if (indices != nullptr) std::copy(given.begin(), given.end(), indices);
  });
}

template <class C>
lockstep_status remove_objects(C* world, const std::uint32_t* indices, std::size_t count,
                               const lockstep_world_options* options) {
  return guard([&] { object("world", world).remove(array("indices", indices, count), world_options(options)); });
}

template <class C>
lockstep_status sort_objects(C* world, const lockstep_world_options* options) {
  return guard([&] { object("world", world).sort(world_options(options)); });
}

/// The result of `query` for a world; `none` for NULL.
template <class C, class Answer, class Query>
Answer answer_of(const C* world, Answer none, const Query& query) {
  return world == nullptr ? none : static_cast<Answer>(query(reinterpret_cast<const TwinOf<C>&>(*world)));
}

template <class C>
const std::uint32_t* order_of(const C* world, std::size_t* count) {
  const auto order = answer_of(world, std::span<const std::uint32_t>(), [](const auto& w) { return w.order(); });
  if (count != nullptr) *count = order.size();
  return order.data();
}

template <class C>
lockstep_status handle_of(const C* world, std::uint32_t index, lockstep_object_handle* handle) {
  return guard([&] {
    const auto& of = object("world", world);
    object("handle", handle) = of.handle(index);
  });
}

template <class C>
std::int32_t contains_handle(const C* world, const lockstep_object_handle* handle) {
  if (handle == nullptr) return 0;
  return answer_of(world, std::int32_t{0}, [&](const auto& w) {
    return w.contains(ObjectHandle{handle->index, handle->generation});
  });
}

template <class C>
lockstep_status find_object(const C* world, const lockstep_object_handle* handle, std::uint32_t* index) {
  return guard([&] {
    const auto& in = object("world", world);
    required("index", index) = in.find(object("handle", handle));
  });
}

template <class C, class Vec>
lockstep_status list_within(const C* world, const Vec* points, std::size_t count, float distance, std::size_t* first,
                            std::uint32_t* objects, std::size_t room, std::uint64_t* found,
                            const lockstep_near_options* options) {
  return guard([&] {
    const auto& in = object("world", world);
    const auto of = array("points", points, count);
    const ListArrays to(first, count, objects, room, found);
    to.write(within(in, of, distance, near_options(options)));
  });
}

template <class C, class Shapes>
lockstep_status list_near_shapes(const C* world, const Shapes* shapes, float distance, std::size_t* first,
                                 std::uint32_t* objects, std::size_t room, std::uint64_t* found,
                                 const lockstep_near_options* options) {
  return guard([&] {
    const auto& in = object("world", world);
    const auto& of = object("shapes", shapes);
    const ListArrays to(first, count_of(of), objects, room, found);
    to.write(within(in, of, distance, near_options(options)));
  });
}

template <class C, class Vec>
lockstep_status find_nearest(const C* world, const Vec* points, std::size_t count, std::size_t k,
                             std::uint32_t* objects, lockstep_interval* distances,
                             const lockstep_near_options* options) {
  return guard([&] {
    const auto& in = object("world", world);
    const auto of = array("points", points, count);
    nearest(in, of, k, {array("objects", objects, count * k), optional_array(distances, count * k)},
            near_options(options));
  });
}

}  // namespace lockstep::c_abi
