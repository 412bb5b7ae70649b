// Validates objects and indices passed to a world, before the world changes.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string>

#include "views/check_streams.hpp"
#include "world/world_store.hpp"

namespace lockstep::detail {

inline void check_count(const char* name, std::size_t objects) {
  if (objects >= no_object) throw InvalidInput(std::string(name) + ": a world holds up to 2^32 - 2 objects");
}

template <ViewKind K>
void check_objects(const Streams<K>& objects, std::optional<Isa> isa) {
  check_streams(objects, {}, "world");
  check_numbers(StridedObjects<K>(objects, kernels_for(stream_tables, isa)));
}

/// For spheres or boxes.
template <ViewKind K>
bool is_object(const Streams<K>& objects, std::size_t i) {
  const auto o = object_at(objects, i);
  if constexpr (K == ViewKind::aabbs)
    if (!(o[0] <= o[3] && o[1] <= o[4] && o[2] <= o[5])) return false;
  if (K == ViewKind::spheres && !is_valid_length(o[3])) return false;
  return std::all_of(o.begin(), o.end(), is_valid_coordinate);
}

/// Checks new numbers for all objects, except those in free slots.
template <ViewKind K>
void check_live_objects(const World::Store& store, const Streams<K>& objects, std::optional<Isa> isa) {
  if (store.count == objects.count) return check_objects(objects, isa);
  check_streams(objects, {}, "world");
  BadObjects bad;
  for_each_range(objects.count, 4096, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      if (store.contains(static_cast<std::uint32_t>(i)) && !is_object(objects, i)) bad.note(i);
  });
  bad.check(objects);
}

/// Whether the set has shapes at exactly the indices where the world has objects.
inline bool has_the_indices_of(const World::Store& store, const ShapeSet& shapes) {
  if (shapes.size() != store.position.size()) return false;
  for (std::uint32_t i = 0; i < shapes.size(); ++i)
    if (shapes.contains(i) != store.contains(i)) return false;
  return true;
}

inline void check_kind(const World::Store& store, const std::string& name) {
  const bool is_of_any = store.position.empty() && store.shape_set() == nullptr;
  if (!is_of_any && store.objects_name() != name)
    throw InvalidInput(name + ": the world is one of " + store.objects_name());
}

inline void check_size(const World::Store& store, const char* name, std::size_t objects) {
  if (objects != store.size())
    throw InvalidInput(std::string(name) + ": has " + std::to_string(objects) + " objects, the world has " +
                       std::to_string(store.size()));
}

/// The origin of points. Objects of views are compared with them as floats, exactly.
inline void check_origin(const World::Store& store, const Vec3d& origin) {
  check_position(origin, "options.origin");
  if (store.shape_set() == nullptr && origin != Vec3d{})
    throw InvalidInput(std::string("options.origin: must be 0, the world is one of ") + store.objects_name());
}

/// Throws unless the object exists; `what` names the index.
inline void check_index(const World::Store& store, std::uint32_t index, const std::string& what) {
  if (store.has(index)) return;
  const std::string begin = what + " = " + std::to_string(index) + ": ";
  if (index < store.size()) throw InvalidInput(begin + "was removed");
  throw InvalidInput(begin + "out of range, the world has " + std::to_string(store.size()) + " objects");
}

inline void check_indices(const World::Store& store, std::span<const std::uint32_t> indices) {
  const auto bad = std::find_if_not(indices.begin(), indices.end(), [&](auto i) { return store.has(i); });
  if (bad != indices.end()) check_index(store, *bad, "indices[" + std::to_string(bad - indices.begin()) + "]");
}

}  // namespace lockstep::detail
