// Two shapes that are flat and lie in one plane of space: none is inside of the other, and no search proves that they
// share a point. In the plane they do or do not, as shapes of the plane.
#pragma once

#include <cstdint>

#include "sets/exact_points.hpp"
#include "sets/polygon_layout.hpp"
#include "table/records.hpp"

namespace lockstep::detail {

/// Both with one coordinate left out, which is exact and makes no two points of their plane one.
class FlatPair {
 public:
  enum class Places : std::uint8_t { unknown, apart, in_one_plane };

  FlatPair(const ShapesView& first, std::uint32_t a, const ShapesView& second, std::uint32_t b);

  /// `apart`: all of one lies on one side of the plane of the other. Where nothing is known both may have a volume, lie
  /// on one line or where rounding puts them, or have more vertices than a MadePolygon.
  [[nodiscard]] Places places() const { return places_; }
  /// Whether a motion leads along the common plane, or along the one that parts them.
  [[nodiscard]] bool is_along_plane(const Vec3& motion) const { return dot(exact_normal_, exact(motion)).sign() == 0; }
  /// The coordinate that is left out, and the normal of the common plane, of any length.
  [[nodiscard]] int dropped() const { return dropped_; }
  [[nodiscard]] double normal(int axis) const { return component(exact_normal_, axis).value(); }
  /// Each of one polygon, of shapes in one plane.
  [[nodiscard]] ShapesView2 first() const { return polygons_[0].view(); }
  [[nodiscard]] ShapesView2 second() const { return polygons_[1].view(); }

 private:
  Places places_ = Places::unknown;
  int dropped_ = 0;
  ExactVector exact_normal_;
  MadePolygon polygons_[2];
};

/// The verdict on a pair of records of two sets that kernels have left `touching`.
std::uint8_t decide_flat(const ShapesView& first, const Record* a, const ShapesView& second, const Record* b);

}  // namespace lockstep::detail
