// Two flat (degenerate) shapes in a common plane of space: neither has an interior, so no search proves that they share
// a point. The decision is made in the plane, between shapes of the plane.
#pragma once

#include <cstdint>

#include "sets/exact_points.hpp"
#include "sets/polygon_layout.hpp"
#include "table/records.hpp"

namespace lockstep::detail {

/// Projects both shapes by dropping one coordinate, which is exact and keeps the points of their plane distinct.
class FlatPair {
 public:
  enum class Places : std::uint8_t { unknown, apart, in_one_plane };

  FlatPair(const ShapesView& first, std::uint32_t a, const ShapesView& second, std::uint32_t b);

  /// `apart`: all of one shape lies on one side of the other's plane. If unknown, both may have a volume, may lie on
  /// one line or in unknown places because of rounding, or may have more vertices than a MadePolygon.
  [[nodiscard]] Places places() const { return places_; }
  /// Whether a motion is parallel to the common plane, or to the separating plane.
  [[nodiscard]] bool is_along_plane(const Vec3& motion) const { return dot(exact_normal_, exact(motion)).sign() == 0; }
  /// The dropped coordinate, and the normal of the common plane, of any length.
  [[nodiscard]] int dropped() const { return dropped_; }
  [[nodiscard]] double normal(int axis) const { return component(exact_normal_, axis).value(); }
  /// The shapes in the common plane, as sets of one polygon each.
  [[nodiscard]] ShapesView2 first() const { return polygons_[0].view(); }
  [[nodiscard]] ShapesView2 second() const { return polygons_[1].view(); }

 private:
  Places places_ = Places::unknown;
  int dropped_ = 0;
  ExactVector exact_normal_;
  MadePolygon polygons_[2];
};

/// Decides a pair of records of two sets for which kernels returned `touching`.
std::uint8_t decide_flat(const ShapesView& first, const Record* a, const ShapesView& second, const Record* b);

}  // namespace lockstep::detail
