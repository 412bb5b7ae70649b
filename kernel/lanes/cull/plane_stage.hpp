// The first stage of culling: which objects of a tile no plane has outside, and of which of them that is not yet the
// whole answer. An object with a NaN is outside of no plane, and never inside all of them.
#pragma once

#include "lanes/cull/lane_planes.hpp"
#include "lanes/pairs/pending_queries.hpp"
#include "table/cull_batch.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::cull_tile;
using CullSubset = PositionSubset<cull_tile>;

/// Registers of objects that are held against the planes together: they share what is loaded of a plane, and their
/// chains of minima run side by side.
inline constexpr int group = 4;
inline constexpr int group_lanes = group * Real::width;

/// How far an object reaches into the volume, by the plane that leaves least of it inside and by the next.
struct Reach {
  Real least, second;
};

template <bool Exact, class Object>
void reach_inside(const Planes& planes, const Object (&object)[group], Reach (&reach)[group]) {
  for (Reach& r : reach) r.least = r.second = Real(__builtin_inff());
  for (int i = 0; i < planes.count; ++i) {
    const Plane& plane = planes.plane[i];
#pragma GCC unroll 4
    for (int k = 0; k < group; ++k) {
      const Real inside = object[k].along(plane).most;
      // min and max hand on their second operand where one is NaN. The last plane gives NaN where an edge is NaN.
      if constexpr (Exact) reach[k].second = min(reach[k].second, max(reach[k].least, inside));
      reach[k].least = min(reach[k].least, inside);
    }
  }
  if constexpr (Object::round)
    for (int k = 0; k < group; ++k) {
      reach[k].least = reach[k].least + object[k].radius;
      reach[k].second = reach[k].second + object[k].radius;
    }
}

/// Are all of these objects outside the plane? Then `reach_inside` would have them all culled: none of its minima is
/// more.
template <class Object>
bool all_outside(const Plane& plane, const VolumeData& volume, const Object (&object)[group]) {
  Mask outside = first_lanes(Real::width);
  for (const Object& one : object) {
    Real inside = one.along(plane).most;
    if constexpr (Object::round) inside = inside + one.radius;
    outside = outside & (inside + (one.lengths() * Real(plane_bound) + bound_of(volume)) < Real(0));
  }
  return all(outside);
}

/// A plane that has all of these objects outside, or none (-1): mostly they are outside different ones.
template <class Object>
int plane_outside_all(const Planes& planes, const VolumeData& volume, const Object (&object)[group]) {
  for (int i = 0; i < planes.count; ++i)
    if (all_outside(planes.plane[i], volume, object)) return i;
  return -1;
}

/// Which of four registers of objects no plane culls. `crossing` gets those of which it is not clear yet that they
/// reach into the volume: an object that at most one plane cuts does, by its farthest point inside that plane. (If not
/// `Exact`, those of which it is not clear that no plane culls them.) `hint` is a plane to try first, or -1, and
/// becomes that for the next objects: what lies together in memory often lies together in space.
template <bool Exact, class Loader>
std::uint64_t plane_test(const Loader& loader, const Planes& planes, int first, CullSubset& crossing, int& hint) {
  const detail::CullBatch& batch = loader.batch;
  const VolumeData& volume = *batch.volume;
  using Object = decltype(loader.from(0));
  Object object[group];
  for (int k = 0; k < group; ++k) object[k] = loader.from(first + k * Real::width);
  if (hint >= 0 && all_outside(planes.plane[hint], volume, object)) return 0;
  Reach reach[group];
  reach_inside<Exact>(planes, object, reach);
  std::uint64_t kept_bits = 0;
  for (int k = 0; k < group; ++k) {
    const int at = first + k * Real::width;
    const Real bound = object[k].lengths() * Real(plane_bound) + bound_of(volume);
    // Comparisons with NaN are false: a bad object is kept, and is not inside.
    const Mask culled = reach[k].least + bound < Real(0);
    kept_bits |= std::uint64_t{bits(!culled)} << (k * Real::width);
    Mask unclear = !culled;
    if constexpr (!Exact) {
      unclear = !(culled | (reach[k].least > bound));
    } else if constexpr (Object::is_tight) {
      const Mask visible = (reach[k].least > bound) & (reach[k].second - object[k].breadth() > bound);
      if (volume.planes_are_exact) unclear = !(culled | visible);
    }
    if (any(unclear)) crossing.append(Index::count_from(static_cast<std::uint32_t>(at)), unclear);
  }
  hint = kept_bits == 0 ? plane_outside_all(planes, volume, object) : -1;
  return kept_bits;
}

template <bool Exact, class Loader>
[[gnu::flatten]] void plane_stage(const Loader& loader, CullSubset& crossing) {
  const detail::CullBatch& batch = loader.batch;
  const Planes planes(*batch.volume);
  int hint = -1;
  for (int first = 0; first < batch.count; first += group_lanes) {
    const std::uint64_t kept = plane_test<Exact>(loader, planes, first, crossing, hint);
    std::uint64_t& word = batch.visible[first / 64];
    word = (first % 64 == 0 ? 0 : word) | kept << (first % 64);
  }
  // Lanes past the last object saw copies of it; they come last.
  if (batch.count % 64 != 0) batch.visible[batch.count / 64] &= (std::uint64_t{1} << (batch.count % 64)) - 1;
  while (crossing.count > 0 && crossing.position[crossing.count - 1] >= static_cast<unsigned>(batch.count))
    --crossing.count;
}

}  // namespace lockstep::LOCKSTEP_ISA
