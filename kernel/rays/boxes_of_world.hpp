// Candidates of rays, or of shapes that move, by the blocks of a kept world, those that are entered first before the
// others.
#pragma once

#include <optional>

#include "base/bits.hpp"
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

/// A source of RaySearch. `Movers` is what moves through the world, made from its `Job` and the part of it, of which i
/// is one:
///   optional<RayOfBox> way(i)                     or it goes nowhere
///   bool is_seen(i, object)
///   BoxPassage passage(i, box)
///   void find_contacts(pairs, places)             with shapes of the world's set
///   void find_contacts(objects, pairs, places)    with others; pairs[k].a is counted from the first of the whole
template <class Movers>
class CandidatesOfWorld {
 public:
  using Job = typename Movers::Job;
  CandidatesOfWorld(const Job& job, const WorldOfRays& world, std::size_t begin, std::size_t count)
      : world_(world), movers_(job, begin, count), ways_(world, count) {
    start(count);
  }

  LookAhead look_ahead(std::span<std::uint32_t> going, const float* limits);
  void append(std::size_t i, std::vector<RayCandidate>& to);
  void find_contacts(std::span<const Pair> pairs, const ContactPlaces& out);
  [[nodiscard]] HitName name(std::uint32_t index) const {
    if (owners_ == nullptr) return {index, 0};
    return {owners_[index], world_.store.bodies->set.store().parts[index].number};
  }

 private:
  void start(std::size_t count);

  const WorldOfRays& world_;
  const std::uint32_t* const owners_ = world_.store.owners();
  Movers movers_;
  RaysToBoxes rays_;
  RaysOnWays ways_;
  const RayWave* wave_ = nullptr;                 // after the last step
  std::array<std::uint32_t, ray_tile> number_{};  // of each in it
};

template <class Movers>
void CandidatesOfWorld<Movers>::start(std::size_t count) {
  std::array<RayOfBox, RaysToBoxes::most> ways{};
  std::uint64_t started = 0;
  for (std::size_t i = 0; i < count; ++i)
    if (const std::optional<RayOfBox> way = movers_.way(i)) ways[i] = *way, started |= std::uint64_t{1} << i;
  world_.kernels.in_double.start_rays(ways.data(), count, rays_);
  ways_.start(rays_, started);
}

template <class Movers>
LookAhead CandidatesOfWorld<Movers>::look_ahead(std::span<std::uint32_t> going, const float* limits) {
  wave_ = &ways_.step(going, limits);
  for (std::uint32_t k = 0; k < wave_->going_count; ++k) number_[wave_->going[k]] = k;
  // The lanes have read the boxes, and nobody whose they are.
  for (std::uint32_t k = wave_->begin[2][0]; k < wave_->begin[2][wave_->going_count]; ++k)
    __builtin_prefetch(&world_.store.order[std::size_t{wave_->quarters[k]} * world_quarter]);
  return {wave_->asked, wave_->going_count};
}

template <class Movers>
void CandidatesOfWorld<Movers>::append(std::size_t i, std::vector<RayCandidate>& to) {
  const std::uint32_t* const begin = wave_->begin[2] + number_[i];
  for (std::uint32_t k = begin[0]; k < begin[1]; ++k) {
    const std::uint32_t quarter = wave_->quarters[k];
    for_each_bit(wave_->met[k] & living_in(world_.walked, quarter), [&](std::size_t bit) {
      const std::size_t at = quarter * world_quarter + bit;
      const std::uint32_t index = world_.store.order[at];
      if (movers_.is_seen(i, owners_ == nullptr ? index : owners_[index]))
        append_candidate(movers_.passage(i, box_at(world_, at)), index, to);
    });
  }
}

/// Of balls and boxes records are made for the pairs.
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
