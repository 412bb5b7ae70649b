// A shape of the plane for host code, as resting_shape.hpp has those of space. Records of the plane hold rotations in
// double, so a rotated shape is the true one but for the rounding of doubles, and for the ends of a capsule.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "cast/host_vector.hpp"
#include "cast/made_shapes.hpp"
#include "sets/shape_records2.hpp"
#include "sets/turn.hpp"
#include "table/records2.hpp"

namespace lockstep::detail {

inline HostVector turned(const Turn& turn, const HostVector& p) {
  return {turn.cos * p.x - turn.sin * p.y, turn.sin * p.x + turn.cos * p.y, 0};
}
inline HostVector turned_back(const Turn& turn, const HostVector& p) { return turned({turn.cos, -turn.sin}, p); }

/// A rotation in double. `error` bounds the displacement of a point, as a share of its distance.
struct TurnedBy2 {
  Turn turn{1, 0};
  double error = 0;

  TurnedBy2() = default;
  /// By an angle that is not negative, about the z axis or its opposite.
  TurnedBy2(const HostVector& axis, double angle) {
    if (!(angle <= double{max_angle})) {
      error = 2;
      return;
    }
    turn = precise_turn_of(angle);
    if (axis.z < 0) turn.sin = -turn.sin;
    error = 0x1p-47 + angle * 0x1p-50;
  }
  [[nodiscard]] HostVector to_world(const HostVector& p) const { return turned(turn, p); }
  [[nodiscard]] HostVector to_rest(const HostVector& d) const { return turned_back(turn, d); }
  /// First the other rotation, then this one; normalised like those of records.
  [[nodiscard]] Turn after(const Turn& first) const {
    const HostVector both = turned(turn, {first.cos, first.sin, 0});
    const double scale = 1 / norm_2(both);
    return {both.x * scale, both.y * scale};
  }
};

class RestingShape2 {
 public:
  using Turned = TurnedBy2;
  RestingShape2() = default;
  /// As a RestingShape.
  RestingShape2(const ShapesView2& shapes, std::uint32_t index, const Vec3d& by = {});

  // See RestingShape.
  [[nodiscard]] const HostVector& pivot() const { return pivot_; }
  [[nodiscard]] double error() const { return error_; }
  [[nodiscard]] double reach() const { return reach_; }
  [[nodiscard]] double support(const HostVector& d) const;
  [[nodiscard]] AlongExtents extents(const Directions& directions) const {
    return extents_by_support(*this, directions);
  }
  /// Writes the shape as rotated about its pivot, which becomes the origin, except for polygons, whose outline
  /// determines it. The floats of the rotation, which double lanes do not read, stay unchanged.
  TurnedPlace make(const TurnedBy2& turn, std::uint32_t index, MadeShapes2& made) const;

 private:
  void read_polygon(const ShapesView2& shapes);
  [[nodiscard]] double farthest_vertex(const HostVector& d) const;
  [[nodiscard]] Turn turn() const { return {record_.precise[0], record_.precise[1]}; }
  [[nodiscard]] HostVector row(int k) const { return {record_.precise[2 * k], record_.precise[2 * k + 1], 0}; }
  TurnedPlace make_capsule(const TurnedBy2& turn, Record2& record) const;
  HostVector make_polygon(Record2& record) const;

  ShapeKind2 kind_ = ShapeKind2::circle;
  Record2 record_{};
  HostVector pivot_{}, edge_{};  // of a capsule, from one end to the other
  double error_ = 0, reach_ = 0;
  Outline outline_{};  // of a polygon
  const float* vertices_ = nullptr;
  std::uint32_t count_ = 0;
};

inline RestingShape2::RestingShape2(const ShapesView2& shapes, std::uint32_t index, const Vec3d& by)
    : kind_(shapes.kinds[index]), record_(shapes.records[index]) {
  const float(&first)[4] = record_.row[0], (&second)[4] = record_.row[1];
  pivot_ = {first[0], first[1], 0};
  switch (kind_) {
    case ShapeKind2::circle:
    case ShapeKind2::slice: reach_ = first[2]; break;
    case ShapeKind2::capsule:
      edge_ = HostVector{second[0], second[1], 0} - pivot_;
      reach_ = norm_2(edge_) + first[2];
      break;
    case ShapeKind2::box:
    case ShapeKind2::ellipse: reach_ = first[3]; break;
    case ShapeKind2::polygon: read_polygon(shapes); break;
  }
  reach_ *= 1 + 0x1p-40;
  move_pivot(by, pivot_, error_);
  error_ += 0x1p-47 * (reach_ + norm_1(pivot_));
}

inline void RestingShape2::read_polygon(const ShapesView2& shapes) {
  const PolygonAt polygon = polygon_at(record_);
  const float* const head = outline_of(shapes.vertices, polygon);
  std::memcpy(&outline_, head, sizeof outline_);
  vertices_ = head + vertex_unit, count_ = polygon.count;
  const HostVector position{outline_.position[0], outline_.position[1], 0};
  const HostVector origin{outline_.origin[0], outline_.origin[1], 0};
  pivot_ = position + turned(turn(), origin);
  reach_ = outline_.reach;
  error_ = 0x1p-47 * (norm_1(position) + norm_1(origin));
}

inline double RestingShape2::farthest_vertex(const HostVector& d) const {
  const HostVector local = turned_back(turn(), d);
  const std::size_t stride = padded2(count_);
  double most = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < count_; ++i) {
    const auto at = [&](std::size_t axis) {
      const float* const high = vertices_ + axis * stride + i;
      return double{*high} + double{high[2 * stride]};
    };
    most = std::max(most, local.x * at(0) + local.y * at(1));
  }
  return most;
}

inline double RestingShape2::support(const HostVector& d) const {
  const HostVector flat{d.x, d.y, 0};
  const double radius = record_.row[0][2];
  switch (kind_) {
    case ShapeKind2::capsule: return std::max(0.0, dot(flat, edge_)) + radius * norm_2(flat);
    case ShapeKind2::box: {
      const HostVector local = turned_back(turn(), flat);
      return std::abs(local.x) * record_.row[1][2] + std::abs(local.y) * record_.row[1][3];
    }
    case ShapeKind2::ellipse: return norm_2({dot(flat, row(0)), dot(flat, row(1)), 0});
    case ShapeKind2::slice: {  // see lanes/shapes/slice.hpp
      const HostVector local = turned_back(turn(), flat), spread = row(1);
      const double beside = std::abs(local.y);
      if (local.x * spread.y > beside * spread.x) return radius * norm_2(flat);
      return std::max(0.0, radius * (local.x * spread.x + beside * spread.y));
    }
    case ShapeKind2::polygon: return farthest_vertex(flat);
    default: return radius * norm_2(flat);
  }
}

inline TurnedPlace RestingShape2::make(const TurnedBy2& turn, std::uint32_t index, MadeShapes2& made) const {
  Record2& record = made.records[index];
  made.kinds[index] = kind_, record = record_;
  record.row[0][0] = record.row[0][1] = 0;
  if (kind_ == ShapeKind2::circle) return {0, {0, 0, 0}};
  if (kind_ == ShapeKind2::capsule) return make_capsule(turn, record);
  HostVector pivot{0, 0, 0};
  if (kind_ == ShapeKind2::ellipse) {
    for (int k = 0; k < 2; ++k) {
      const HostVector axis = turn.to_world(row(k));
      record.precise[2 * k] = axis.x, record.precise[2 * k + 1] = axis.y;
    }
  } else {
    const Turn both = turn.after(this->turn());
    record.precise[0] = both.cos, record.precise[1] = both.sin;
    if (kind_ == ShapeKind2::polygon) pivot = make_polygon(record);
  }
  return {0x1p-47 * reach_, pivot};
}

/// From two ends; the first is the pivot.
inline TurnedPlace RestingShape2::make_capsule(const TurnedBy2& turn, Record2& record) const {
  const HostVector along = turn.to_world(edge_);
  const Vec2 end{static_cast<float>(along.x), static_cast<float>(along.y)};
  record = make_record(Capsule2{{}, end, record_.row[0][2]});
  return {norm_2(along - to_host(end)) + 0x1p-50 * reach_, {0, 0, 0}};
}

/// The outline determines the position: only the rotation changes.
inline HostVector RestingShape2::make_polygon(Record2& record) const {
  const Turn both{record.precise[0], record.precise[1]};
  const HostVector position{outline_.position[0], outline_.position[1], 0};
  const HostVector origin{outline_.origin[0], outline_.origin[1], 0};
  const HostVector middle = turned(both, {outline_.middle[0], outline_.middle[1], 0});
  const HostVector pivot = position + turned(both, origin);
  record.row[0][0] = static_cast<float>(pivot.x), record.row[0][1] = static_cast<float>(pivot.y);
  record.row[1][0] = static_cast<float>(middle.x), record.row[1][1] = static_cast<float>(middle.y);
  record.precise[3] = 0x1p-47 * (norm_1(origin) + double{outline_.reach});
  return pivot;
}

}  // namespace lockstep::detail
