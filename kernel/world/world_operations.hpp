// Operations that World and World2 share. The streams have the names that errors use. The callers check them.
#pragma once

#include <span>
#include <vector>

#include "lockstep/shapes.hpp"
#include "views/streams.hpp"
#include "world/world_store.hpp"

namespace lockstep::detail {

/// Builds a world of spheres or boxes.
template <ViewKind K>
World::Store build_world(const Streams<K>& objects, const WorldOptions& options);

template <ViewKind K>
void move_all(World::Store& store, const Streams<K>& objects, const WorldOptions& options);
template <ViewKind K>
void move_some(World::Store& store, std::span<const std::uint32_t> indices, const Streams<K>& objects,
               const WorldOptions& options);
template <ViewKind K>
std::vector<std::uint32_t> add_objects(World::Store& store, const Streams<K>& objects, const WorldOptions& options);

/// Maps points and rays of the plane into space at z = 0.
inline Vec3 at_no_height(const Vec2& v) { return {v.x, v.y, 0}; }

}  // namespace lockstep::detail
