// Shapes that move as the search through a kept world asks about them: a box that moves is a ray of its middle at boxes
// that are larger by its reach.
#pragma once

#include <functional>

#include "cast/moving_contacts.hpp"
#include "rays/boxes_of_world.hpp"

namespace lockstep::detail {

/// What all tiles of a call share.
struct ShapeSearchJob {
  MovedDistanceJob<InSpace> contacts;  // of the set that moves, if it is one, with that of the world, if it is one
  std::span<const Vec3> motions;
  RayFilter filter;
  double tolerance;
  bool any;  // one contact of a shape is enough
  /// Of shapes that lie in a view: their kind, and what makes the records of `count` of them from `begin` on.
  RecordKind kind = RecordKind::hole;
  std::function<void(std::size_t begin, std::size_t count, Record* records)> make = {};

  [[nodiscard]] std::size_t size() const { return motions.size(); }
};

/// Movers of CandidatesOfWorld.
class MovingShapes {
 public:
  using Job = ShapeSearchJob;

  MovingShapes(const ShapeSearchJob& job, std::size_t begin, std::size_t count);
  MovingShapes(const MovingShapes&) = delete;
  MovingShapes& operator=(const MovingShapes&) = delete;

  [[nodiscard]] RayWalk walk(std::size_t i, const WorldOfRays& world, RayWalk::Box* memory) const;
  [[nodiscard]] bool is_seen(std::size_t i, std::uint32_t object) const {
    return detail::is_seen(job_.filter, begin_ + i, object);
  }
  [[nodiscard]] BoxPassage passage(std::size_t i, const BoxProxy& box) const {
    const Vec3& motion = job_.motions[begin_ + i];
    return is_finite(motion) ? passage_of(boxes_[i], box, motion) : BoxPassage();
  }
  void find_contacts(std::span<const Pair> pairs, FirstContact* contacts) const {
    find_contacts(job_.contacts.at_rest.verdicts.second, pairs, contacts);
  }
  void find_contacts(const ShapesView& objects, std::span<const Pair> pairs, FirstContact* contacts) const;

 private:
  const ShapeSearchJob& job_;
  std::size_t begin_;
  MadeShapes made_;        // of a view
  ShapesView shapes_;      // what moves,
  std::size_t first_ = 0;  // from this shape on
  std::array<BoxProxy, ray_tile> boxes_;
};

inline MovingShapes::MovingShapes(const ShapeSearchJob& job, std::size_t begin, std::size_t count)
    : job_(job), begin_(begin), made_(job.kind), shapes_(job.contacts.at_rest.verdicts.first) {
  if (job.make) {
    job.make(begin, count, made_.records.data());
    shapes_ = made_.view(), first_ = begin;
  }
  for (std::size_t i = 0; i < count; ++i) {
    const auto record = static_cast<std::uint32_t>(begin + i - first_);
    if (!is_hole(shapes_, record)) boxes_[i] = bounds_of(shapes_, record);
  }
}

/// A hole goes nowhere.
inline RayWalk MovingShapes::walk(std::size_t i, const WorldOfRays& world, RayWalk::Box* memory) const {
  if (is_hole(shapes_, static_cast<std::uint32_t>(begin_ + i - first_))) return {};
  const BoxProxy& box = boxes_[i];
  float middle[3], reach[3];
  for (int k = 0; k < 3; ++k) {
    middle[k] = static_cast<float>(0.5 * (double{box.min[k]} + box.max[k]));
    reach[k] = rounded_up(std::max(double{box.max[k]} - middle[k], double{middle[k]} - box.min[k]));
  }
  const Ray ray{{middle[0], middle[1], middle[2]}, job_.motions[begin_ + i]};
  return {world, ray, memory, {reach[0], reach[1], reach[2]}};
}

inline void MovingShapes::find_contacts(const ShapesView& objects, std::span<const Pair> pairs,
                                        FirstContact* contacts) const {
  std::array<Pair, pair_tile> of_records;
  std::array<Vec3, pair_tile> motions;
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    of_records[k] = {static_cast<std::uint32_t>(pairs[k].a - first_), pairs[k].b};
    motions[k] = job_.motions[pairs[k].a];
  }
  detail::find_contacts<InSpace>(job_.contacts.about(shapes_, objects),
                                 std::span<const Pair>(of_records).first(pairs.size()),
                                 std::span<const Vec3>(motions).first(pairs.size()), job_.tolerance, contacts);
}

}  // namespace lockstep::detail
