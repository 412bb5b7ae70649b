// Moving shapes as movers of a search through a kept world. The search casts the centre of a shape's box as a ray
// against boxes that are larger by the half extents. For a shape that turns, the box contains all of its orientations.
#pragma once

#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <type_traits>

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
  bool any;      // one contact of a shape is enough
  Vec3d origin;  // the position of all shapes of a view
  /// For shapes of a view: their kind, and a function that makes the records of `count` of them from `begin` on.
  RecordKind kind = RecordKind::free_slot;
  std::function<void(std::size_t begin, std::size_t count, Record* records)> make = {};

  [[nodiscard]] std::size_t size() const { return motions.size(); }
};

inline const Vec3& displacement_of(const Vec3& motion) { return motion; }
inline const Vec3& displacement_of(const Motion& motion) { return motion.by; }

/// The box around a moving shape, relative to its position, in floats if its motion is straight. A shape that turns has
/// two: it is in both, and the traversal uses the smaller one.
template <class MotionType>
class MovingBounds {
 public:
  MovingBounds() = default;
  MovingBounds(const ShapesView& shapes, std::uint32_t index, const MotionType& motion)
      : at_rest_(bounds_of(shapes, index, position_of(shapes, index))),
        by_(displacement_of(motion)),
        is_valid_(is_finite(motion)) {
    if constexpr (may_turn) {
      constexpr float infinity = std::numeric_limits<float>::infinity();
      if (!turns(motion) || is_infinite(at_rest_)) return;
      if (!is_valid_) {
        at_rest_ = {{-infinity, -infinity, -infinity}, {infinity, infinity, infinity}};
        return;
      }
      is_turning_ = true;
      std::construct_at(&turning_.known, RestingShape(shapes, index), at_rest_, motion);
    }
  }
  [[nodiscard]] BoxPassage passage(const Bounds3& box) const {
    if constexpr (may_turn)
      if (is_turning_) return passage_of(turning_.known.boxes, box);
    return is_valid_ ? passage_of(at_rest_, box, by_) : BoxPassage();
  }
  /// For TurningTile.
  [[nodiscard]] const BoxedPath<RestingShape>* path() const {
    if constexpr (may_turn)
      if (is_turning_) return &turning_.known;
    return nullptr;
  }
  /// The motion of its centre, against boxes that are larger by the half extents.
  [[nodiscard]] RayOfBox ray() const {
    if constexpr (may_turn)
      if (is_turning_) {
        const auto& [any, chord] = turning_.known.boxes;
        const bool is_float = chord.size() < 0x1p120;  // its motion, as that of `any` always is
        return ray_of(is_float && chord.size() < any.size() ? chord : any);
      }
    RayOfBox to{{}, {by_.x, by_.y, by_.z}, {}, 0};
    for (int k = 0; k < 3; ++k) {
      float& middle = to.origin[k];
      middle = static_cast<float>(0.5 * (double{at_rest_.low[k]} + at_rest_.high[k]));
      to.reach[k] = rounded_up(std::max(double{at_rest_.high[k]} - middle, double{middle} - at_rest_.low[k]));
    }
    return to;
  }

 private:
  static constexpr bool may_turn = std::is_same_v<MotionType, Motion>;
  using Known = BoxedPath<RestingShape>;
  struct Nothing {};
  /// Constructed for what turns.
  union Turning {
    Known known;
    Turning() {}
  };

  static RayOfBox ray_of(const TranslatedBox& box) {
    RayOfBox to{};
    for (int k = 0; k < 3; ++k) {
      to.origin[k] = static_cast<float>(box.center[k]), to.motion[k] = static_cast<float>(box.by[k]);
      const double off = std::abs(box.center[k] - to.origin[k]) + std::abs(box.by[k] - to.motion[k]);
      to.reach[k] = rounded_up(box.half[k] + off);
    }
    return to;
  }

  Bounds3 at_rest_{};
  Vec3 by_{};
  bool is_valid_ = false, is_turning_ = false;
  std::conditional_t<may_turn, Turning, Nothing> turning_;
};

/// Movers of CandidatesOfWorld.
template <class MotionType>
class MovingShapes {
 public:
  using Job = ShapeSearchJob<MotionType>;

  MovingShapes(const Job& job, std::size_t begin, std::size_t count);
  MovingShapes(const MovingShapes&) = delete;
  MovingShapes& operator=(const MovingShapes&) = delete;

  [[nodiscard]] Vec3d origin(std::size_t i) const { return position_of(shapes_, record(i)); }
  bool start_ray(std::size_t i, RayOfBox& to) const;
  [[nodiscard]] bool is_seen(std::size_t i, std::uint32_t object) const {
    return detail::is_seen(job_.filter, begin_ + i, object);
  }
  [[nodiscard]] BoxPassage passage(std::size_t i, const Bounds3& box) const { return bounds_[i].passage(box); }
  static void fetch(std::uint32_t) {}
  static bool passes_by(std::size_t, std::uint32_t) { return false; }
  void find_contacts(std::span<const Pair> pairs, const ContactPlaces& out) const {
    find_contacts(job_.contacts.at_rest.verdicts.second, pairs, out);
  }
  void find_contacts(const ShapesView& objects, std::span<const Pair> pairs, const ContactPlaces& out) const;

 private:
  [[nodiscard]] std::uint32_t record(std::size_t i) const { return static_cast<std::uint32_t>(begin_ + i - first_); }

  const Job& job_;
  std::size_t begin_;
  MadeShapes made_;                                       // from a view,
  std::optional<std::array<Vec3d, ray_tile>> positions_;  // all of them `origin`, if it is not 0
  ShapesView shapes_;                                     // the moving shapes,
  std::size_t first_ = 0;                                 // from this shape on
  std::array<MovingBounds<MotionType>, ray_tile> bounds_;
};

template <class MotionType>
MovingShapes<MotionType>::MovingShapes(const Job& job, std::size_t begin, std::size_t count)
    : job_(job), begin_(begin), made_(job.kind), shapes_(job.contacts.at_rest.verdicts.first) {
  if (job.make) {
    job.make(begin, count, made_.records.data());
    shapes_ = made_.view(), first_ = begin;
    if (job.origin != Vec3d{}) {
      positions_.emplace().fill(job.origin);
      shapes_.positions = positions_->data();
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (!is_free(shapes_, record(i))) bounds_[i] = {shapes_, record(i), job.motions[begin + i]};
  }
}

/// False for a removed shape.
template <class MotionType>
bool MovingShapes<MotionType>::start_ray(std::size_t i, RayOfBox& to) const {
  if (is_free(shapes_, record(i))) return false;
  to = bounds_[i].ray();
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
  const auto job = job_.contacts.with_shapes(shapes_, objects);
  const auto list = std::span<const Pair>(of_records).first(pairs.size());
  const auto moved = std::span<const MotionType>(motions).first(pairs.size());
  if constexpr (std::is_same_v<MotionType, Motion>) {
    std::array<const BoxedPath<RestingShape>*, pair_tile> known;
    for (std::size_t k = 0; k < pairs.size(); ++k) known[k] = bounds_[pairs[k].a - begin_].path();
    detail::find_contacts<InSpace>(job, list, moved, job_.tolerance, out, std::span(known).first(pairs.size()));
  } else {
    detail::find_contacts<InSpace>(job, list, moved, job_.tolerance, out);
  }
}

}  // namespace lockstep::detail
