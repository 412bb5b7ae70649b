// The signed distances of a tile of pairs of the plane: the parts of distance_stage.hpp that differ there.
#pragma once

#include "lanes/distance/box_distance2.hpp"
#include "lanes/distance/depth_search2.hpp"
#include "lanes/distance/distance_stage.hpp"
#include "lanes/pairs/order2.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// A slice's radius is not a radius around a core.
inline Real take_radius(Slice& /*slice*/) { return 0; }

/// The properties of the plane that a tile needs.
struct DistanceTraits2 {
  using Kind = ShapeKind2;
  using Batch = detail::DistanceBatch2;
  using Scratch = PolygonScratch;
  template <ShapeKind2 A, ShapeKind2 B>
  using Pair = PairOf2<A, B>;
  template <ShapeKind2 K>
  using Rows = RowsOf2<K>;
  static constexpr bool is_box(ShapeKind2 kind) { return kind == ShapeKind2::box; }
  template <ShapeKind2 A, ShapeKind2 B>
  static constexpr bool has_closed_form = B < ShapeKind2::ellipse;

  template <ShapeKind2 K>
  static int order(const ShapeRef2& a, const ShapeRef2& b) {
    return compare2<K>(a, b);
  }
  template <ShapeKind2 K>
  static void prefetch(const ShapeRef2& /*shape*/) {}  // everything except vertices is in the record
  static Vec2 anchor(const Quad& row) { return xy(row); }
  static Real ball_radius(const Quad& row) { return row.z; }
  static constexpr ShapeKind2 ball = ShapeKind2::circle;
  /// The core of W shapes of kind K, for any partner.
  template <ShapeKind2 K, ShapeKind2 Partner, class ShapeOf>
  static auto load(const RowsOf2<K>& rows, const ShapeOf& shape, const auto& origin, PolygonScratch* scratch) {
    if constexpr (K == ShapeKind2::circle) {
      return PointCoreOf<Vec2>{xy(rows.row[0]) - origin, rows.row[0].z, rows.row[0].z};
    } else if constexpr (K == ShapeKind2::capsule) {
      const Zonogon<1, true> capsule = load_capsule2(rows, origin);
      return SegmentCoreOf<Vec2>{capsule.center, capsule.edge[0], capsule.extent, capsule.radius};
    } else if constexpr (K == ShapeKind2::box) {
      const TurnedBox box = load_box2(rows, shape, origin);
      return BoxCore2{box.center, {box.turn, left_of(box.turn)}, {box.half.x, box.half.y}, box.extent};
    } else {
      return load2<K>(rows, shape, origin, scratch);
    }
  }
};

}  // namespace lockstep::LOCKSTEP_ISA
