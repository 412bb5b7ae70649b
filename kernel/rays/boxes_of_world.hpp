// Candidates of rays by the blocks of a kept world, those that a ray enters first before the others.
#pragma once

#include <memory>

#include "base/rounded_up.hpp"
#include "cast/made_shapes.hpp"
#include "rays/ray_search.hpp"
#include "sets/shape_bounds.hpp"
#include "sets/shape_records.hpp"
#include "world/ray_walk.hpp"

namespace lockstep::detail {

/// The record of the object at a position of a world of balls or of boxes, as a set would keep it.
inline Record record_at(const World::Store& store, std::size_t at) {
  const auto vec = [&](std::size_t s) {
    return Vec3{store.number(s, at), store.number(s + 1, at), store.number(s + 2, at)};
  };
  if (store.kind == ViewKind::spheres) return make_record(Sphere{vec(0), store.number(3, at)});
  return make_record(Aabb{vec(0), vec(3)});
}
inline RecordKind record_kind(const World::Store& store) {
  return store.kind == ViewKind::spheres ? RecordKind::ball : RecordKind::aabb;
}

/// The box that ShapeBoxes has for the object.
inline BoxProxy box_at(const WorldOfRays& world, std::size_t at) {
  const World::Store& store = world.store;
  if (!world.of_shapes) return bounds_of(record_at(store, at), record_kind(store), 0);
  const auto number = [&](std::size_t s) { return store.number(s, at); };
  return {{number(0), number(1), number(2)}, {number(3), number(4), number(5)}};
}

/// A source of RaySearch.
class CandidatesOfWorld {
 public:
  CandidatesOfWorld(const RaySearchJob& job, const WorldOfRays& world, std::size_t begin, std::size_t count)
      : job_(job), world_(world), begin_(begin) {
    const std::size_t most = RayWalk::most_on_way(world.store);
    room_.reset(new RayWalk::Box[count * most]);
    for (std::size_t i = 0; i < count; ++i) walks_[i] = RayWalk(world, job.rays[begin + i], &room_[i * most]);
  }

  /// A block is a place.
  bool look_ahead(std::size_t i, double limit) { return walks_[i].next(world_, rounded_up(limit)); }
  void append(std::size_t i, double limit, std::vector<RayCandidate>& to);
  void find_contacts(std::span<const Pair> pairs, FirstContact* contacts);

 private:
  const RaySearchJob& job_;
  const WorldOfRays& world_;
  std::size_t begin_;
  std::array<RayWalk, ray_tile> walks_;
  std::unique_ptr<RayWalk::Box[]> room_;
};

inline void CandidatesOfWorld::append(std::size_t i, double limit, std::vector<RayCandidate>& to) {
  const World::Store& store = world_.store;
  const std::size_t first = walks_[i].block() * world_block;
  for_each_bit(walks_[i].objects(world_, rounded_up(limit)), [&](std::size_t bit) {
    const std::uint32_t index = store.order[first + bit];
    if (job_.is_seen(begin_ + i, index))
      append_candidate(job_.rays[begin_ + i], box_at(world_, first + bit), index, to);
  });
}

/// Of balls and boxes records are made for the pairs.
inline void CandidatesOfWorld::find_contacts(std::span<const Pair> pairs, FirstContact* contacts) {
  const World::Store& store = world_.store;
  if (world_.of_shapes) return find_ray_contacts(job_.contacts, job_.rays, pairs, contacts);
  MadeShapes made(record_kind(store));
  std::array<Pair, pair_tile> of_made;
  for (std::uint32_t k = 0; k < pairs.size(); ++k) {
    made.records[k] = record_at(store, store.position[pairs[k].b]);
    of_made[k] = {pairs[k].a, k};
  }
  find_ray_contacts(job_.contacts.about(made.view()), job_.rays, std::span<const Pair>(of_made).first(pairs.size()),
                    contacts);
}

}  // namespace lockstep::detail
