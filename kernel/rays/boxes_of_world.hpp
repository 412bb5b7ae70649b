// Candidates of rays, or of moving shapes, by BVH traversal of a kept world, in front-to-back order of its nodes.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "base/bits.hpp"
#include "base/rounded_up.hpp"
#include "cast/made_shapes.hpp"
#include "rays/ray_search.hpp"
#include "sets/shape_bounds.hpp"
#include "sets/shape_records.hpp"
#include "world/ray_traversal.hpp"

namespace lockstep::detail {

/// The record of the object at a position of a world of balls or of boxes, as a set would store it.
inline Record record_at(const World::Store& store, std::size_t at) {
  const auto vec = [&](std::size_t s) {
    return Vec3{store.number(s, at), store.number(s + 1, at), store.number(s + 2, at)};
  };
  if (store.kind == ViewKind::spheres) return make_record(Sphere{vec(0), store.number(3, at)});
  return make_record(Aabb{vec(0), vec(3)});
}
inline RecordKind record_kind(const World::Store& store) {
  return store.kind == ViewKind::spheres ? RecordKind::sphere : RecordKind::aabb;
}

/// The object's box, as in ShapeBoxes, relative to the position of a mover.
inline Bounds3 box_at(const WorldOfRays& world, std::size_t at, const Vec3d& origin) {
  const World::Store& store = world.store;
  if (!world.of_shapes) return bounds_of(record_at(store, at), record_kind(store), 0, offset_of({}, origin));
  if (origin != store.origin) return bounds_of(store.shape_set()->store(), store.order[at], 0, origin);
  const auto number = [&](std::size_t s) { return world.view.objects[s][at]; };
  return {{number(0), number(1), number(2)}, {number(3), number(4), number(5)}};
}

/// Moves a ray by a difference of positions, which is rounded. Its box grows by what rounding may take.
inline void move(RayOfBox& ray, const Vec3d& by) {
  const double offset[3] = {by.x, by.y, by.z};
  for (int k = 0; k < 3; ++k) {
    if (offset[k] == 0) continue;
    const double from = ray.origin[k], to = from + offset[k];
    ray.origin[k] = static_cast<float>(to);
    const double error = 0x1p-50 * (std::abs(from) + std::abs(offset[k]));
    ray.reach[k] = rounded_up(ray.reach[k] + std::abs(to - ray.origin[k]) + error);
  }
}

/// A source of RaySearch. `Movers` are the objects that move through the world: constructed from their `Job` and a
/// range of it, in which i is an index:
///   Vec3d origin(i)                               what its numbers are relative to
///   bool start_ray(i, to)                         false: it does not move
///   bool is_seen(i, object)
///   BoxPassage passage(i, box)
///   void fetch(shape), bool passes_by(i, shape)   shapes of the world's set that are surely missed are left out
///   void find_contacts(pairs, places)             with shapes of the world's set
///   void find_contacts(objects, pairs, places)    with others; pairs[k].a is an index in the whole job
template <class Movers>
class CandidatesOfWorld {
 public:
  using Job = typename Movers::Job;
  CandidatesOfWorld(const Job& job, const WorldOfRays& world, std::size_t begin, std::size_t count)
      : world_(world), movers_(job, begin, count), traversal_(world, count) {
    start(count);
  }

  StepCounts advance(std::span<std::uint32_t> active, const float* limits, RayCandidates& to);
  void find_contacts(std::span<const Pair> pairs, const ContactPlaces& out);
  [[nodiscard]] HitName name(std::uint32_t index) const {
    if (owners_ == nullptr) return {index, 0};
    return {owners_[index], world_.store.bodies->set.store().parts[index].number};
  }

 private:
  /// An object that a mover of the last step may meet, as lanes found it.
  struct Met {
    std::uint32_t active, position;
  };

  void start(std::size_t count);
  void list_met(const RayWave& wave);
  void fetch_shapes() const;
  void append(const RayWave& wave, RayCandidates& to);

  const WorldOfRays& world_;
  const std::uint32_t* const owners_ = world_.store.owners();
  Movers movers_;
  RaysToBoxes rays_;
  WavefrontTraversal traversal_;
  ScratchVector<std::uint32_t> owner_;  // of the candidates that a step has appended
  ScratchVector<Met> met_;
};

template <class Movers>
void CandidatesOfWorld<Movers>::start(std::size_t count) {
  std::array<RayOfBox, RaysToBoxes::most> rays{};
  std::uint64_t started = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (!movers_.start_ray(i, rays[i])) continue;
    started |= std::uint64_t{1} << i;
    move(rays[i], offset_of(movers_.origin(i), world_.store.origin));
  }
  world_.kernels.in_double.start_rays(rays.data(), count, rays_);
  traversal_.start(rays_, started);
}

template <class Movers>
StepCounts CandidatesOfWorld<Movers>::advance(std::span<std::uint32_t> active, const float* limits, RayCandidates& to) {
  const RayWave& wave = traversal_.step(active, limits);
  // The lanes have read the boxes; the indices of their objects are not in the caches yet.
  for (std::uint32_t k = 0; k < wave.met_count; ++k)
    __builtin_prefetch(&world_.store.order[std::size_t{wave.leaves[k]} * world_leaf]);
  list_met(wave);
  append(wave, to);
  return {wave.asked, wave.active_count};
}

template <class Movers>
void CandidatesOfWorld<Movers>::list_met(const RayWave& wave) {
  met_.clear();
  for (std::uint32_t k = 0; k < wave.met_count; ++k) {
    const std::uint32_t leaf = wave.leaves[k], word = wave.met[k];
    for_each_bit(wave.objects_of(word) & living_in(world_.view, leaf), [&](std::size_t bit) {
      met_.push_back({wave.active_of(word), static_cast<std::uint32_t>(leaf * world_leaf + bit)});
    });
  }
}

/// Prefetches the records and positions that box_at reads. They lie anywhere in the set.
template <class Movers>
void CandidatesOfWorld<Movers>::fetch_shapes() const {
  const ShapeSet* const set = world_.store.shape_set();
  if (set == nullptr || set->store().positions.empty()) return;
  for (const Met& met : met_) {
    const std::uint32_t index = world_.store.order[met.position];
    __builtin_prefetch(&set->store().records[index]), __builtin_prefetch(&set->store().positions[index]);
  }
}

template <class Movers>
void CandidatesOfWorld<Movers>::append(const RayWave& wave, RayCandidates& to) {
  std::fill_n(to.count.data(), wave.active_count, 0);
  const std::size_t first = to.all.size();
  std::size_t count = first;
  to.all.resize(count + met_.size()), owner_.resize(met_.size());
  fetch_shapes();
  for (const Met& met : met_) {
    const std::uint32_t index = world_.store.order[met.position], mover = wave.active[met.active];
    const BoxPassage passage = movers_.passage(mover, box_at(world_, met.position, movers_.origin(mover)));
    const bool is_met = !passage.misses() && movers_.is_seen(mover, owners_ == nullptr ? index : owners_[index]);
    if (world_.of_shapes) movers_.fetch(index);
    to.all[count] = {passage.enter, index}, owner_[count - first] = met.active, count += is_met;
  }
  const std::size_t end = count;
  count = first;
  for (std::size_t k = first; k < end; ++k) {
    const std::uint32_t owner = owner_[k - first];
    const bool is_left = !world_.of_shapes || !movers_.passes_by(wave.active[owner], to.all[k].shape);
    to.all[count] = to.all[k], count += is_left, to.count[owner] += is_left;
  }
  to.all.resize(count);
}

/// Worlds of balls and boxes have no records: they are made for the pairs.
template <class Movers>
void CandidatesOfWorld<Movers>::find_contacts(std::span<const Pair> pairs, const ContactPlaces& out) {
  const World::Store& store = world_.store;
  if (world_.of_shapes) return movers_.find_contacts(pairs, out);
  MadeShapes made(record_kind(store));
  std::array<Pair, pair_tile> of_made;
  for (std::uint32_t k = 0; k < pairs.size(); ++k) {
    made.records[k] = record_at(store, store.position[pairs[k].b]);
    of_made[k] = {pairs[k].a, k};
  }
  movers_.find_contacts(made.view(), std::span<const Pair>(of_made).first(pairs.size()), out);
}

}  // namespace lockstep::detail
