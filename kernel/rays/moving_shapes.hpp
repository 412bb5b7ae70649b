// Moving shapes as movers of a search through a kept world. The search casts the centre of a shape's box as a ray
// against boxes that are larger by the half extents. For a shape that turns, the box contains all of its orientations.
#pragma once

#include <cmath>
#include <functional>
#include <limits>

#include "cast/turning_tile.hpp"
#include "rays/boxes_of_world.hpp"

namespace lockstep::detail {

/// The data that all tiles of a call share. A MotionType is a Vec3, or a Motion, which may turn.
template <class MotionType>
struct ShapeSearchJob {
  MovedDistanceJob<InSpace> contacts;  // of the moving set, if there is one, and the set of the world, if it has one
  std::span<const MotionType> motions;
  RayFilter filter;
  double tolerance;
  bool any;  // one contact of a shape is enough
  /// For shapes of a view: their kind, and a function that makes the records of `count` of them from `begin` on.
  RecordKind kind = RecordKind::free_slot;
  std::function<void(std::size_t begin, std::size_t count, Record* records)> make = {};

  [[nodiscard]] std::size_t size() const { return motions.size(); }
};

inline const Vec3& displacement_of(const Vec3& motion) { return motion; }
inline const Vec3& displacement_of(const Motion& motion) { return motion.by; }

/// The box that is translated along the motion.
inline Bounds3 moving_box(const ShapesView& shapes, std::uint32_t index, const Vec3&) {
  return bounds_of(shapes, index);
}
inline Bounds3 moving_box(const ShapesView& shapes, std::uint32_t index, const Motion& motion) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const Bounds3 at_rest = bounds_of(shapes, index);
  if (!turns(motion) || is_infinite(at_rest)) return at_rest;
  if (!is_finite(motion)) return {{-infinity, -infinity, -infinity}, {infinity, infinity, infinity}};
  const RestingShape shape(shapes, index);
  const std::array<double, 3> room = TurningPath<RestingShape>(shape, shape, motion).room();
  const float about[3] = {motion.about.x, motion.about.y, motion.about.z};
  Bounds3 box;
  for (std::size_t k = 0; k < 3; ++k) {
    // The bound of the rounding error of a float sum.
    const float half = rounded_up(room[k] + 0x1p-23 * std::abs(double{about[k]}));
    box.low[k] = about[k] - half, box.high[k] = about[k] + half;
  }
  return box;
}

/// Movers of CandidatesOfWorld.
template <class MotionType>
class MovingShapes {
 public:
  using Job = ShapeSearchJob<MotionType>;

  MovingShapes(const Job& job, std::size_t begin, std::size_t count);
  MovingShapes(const MovingShapes&) = delete;
  MovingShapes& operator=(const MovingShapes&) = delete;

  bool start_ray(std::size_t i, RayOfBox& to) const;
  [[nodiscard]] bool is_seen(std::size_t i, std::uint32_t object) const {
    return detail::is_seen(job_.filter, begin_ + i, object);
  }
  [[nodiscard]] BoxPassage passage(std::size_t i, const Bounds3& box) const {
    const MotionType& motion = job_.motions[begin_ + i];
    return is_finite(motion) ? passage_of(boxes_[i], box, displacement_of(motion)) : BoxPassage();
  }
  static void fetch(std::uint32_t) {}
  static bool passes_by(std::size_t, std::uint32_t) { return false; }
  void find_contacts(std::span<const Pair> pairs, const ContactPlaces& out) const {
    find_contacts(job_.contacts.at_rest.verdicts.second, pairs, out);
  }
  void find_contacts(const ShapesView& objects, std::span<const Pair> pairs, const ContactPlaces& out) const;

 private:
  const Job& job_;
  std::size_t begin_;
  MadeShapes made_;        // from a view
  ShapesView shapes_;      // the moving shapes,
  std::size_t first_ = 0;  // from this shape on
  std::array<Bounds3, ray_tile> boxes_;
};

template <class MotionType>
MovingShapes<MotionType>::MovingShapes(const Job& job, std::size_t begin, std::size_t count)
    : job_(job), begin_(begin), made_(job.kind), shapes_(job.contacts.at_rest.verdicts.first) {
  if (job.make) {
    job.make(begin, count, made_.records.data());
    shapes_ = made_.view(), first_ = begin;
  }
  for (std::size_t i = 0; i < count; ++i) {
    const auto record = static_cast<std::uint32_t>(begin + i - first_);
    if (!is_free(shapes_, record)) boxes_[i] = moving_box(shapes_, record, job.motions[begin + i]);
  }
}

/// False for a removed shape.
template <class MotionType>
bool MovingShapes<MotionType>::start_ray(std::size_t i, RayOfBox& to) const {
  if (is_free(shapes_, static_cast<std::uint32_t>(begin_ + i - first_))) return false;
  const Bounds3& box = boxes_[i];
  const auto& [x, y, z] = displacement_of(job_.motions[begin_ + i]);
  to = {{}, {x, y, z}, {}, 0};
  for (int k = 0; k < 3; ++k) {
    float& middle = to.origin[k];
    middle = static_cast<float>(0.5 * (double{box.low[k]} + box.high[k]));
    to.reach[k] = rounded_up(std::max(double{box.high[k]} - middle, double{middle} - box.low[k]));
  }
  return true;
}

template <class MotionType>
void MovingShapes<MotionType>::find_contacts(const ShapesView& objects, std::span<const Pair> pairs,
                                             const ContactPlaces& out) const {
  std::array<Pair, pair_tile> of_records;
  std::array<MotionType, pair_tile> motions;
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    of_records[k] = {static_cast<std::uint32_t>(pairs[k].a - first_), pairs[k].b};
    motions[k] = job_.motions[pairs[k].a];
  }
  detail::find_contacts<InSpace>(job_.contacts.with_shapes(shapes_, objects),
                                 std::span<const Pair>(of_records).first(pairs.size()),
                                 std::span<const MotionType>(motions).first(pairs.size()), job_.tolerance, out);
}

}  // namespace lockstep::detail
