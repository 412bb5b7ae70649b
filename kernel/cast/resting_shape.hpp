// A shape of a set for host code: its support mapping, and its record after a rotation. All numbers are relative to
// its pivot, a point that the record of the rotated shape is made about, so rounding errors are a share of its size,
// whatever its position.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/quaternion.hpp"
#include "base/rounded_up.hpp"
#include "cast/host_vector.hpp"
#include "cast/made_shapes.hpp"
#include "sets/quadric_records.hpp"
#include "sets/shape_bounds.hpp"
#include "sets/shape_records.hpp"
#include "sets/turn.hpp"

namespace lockstep::detail {

using HostRotation = math::Quaternion<double>;

inline HostVector to_host(const float (&row)[4]) { return {row[0], row[1], row[2]}; }
inline Vec3 to_float(const HostVector& v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}
inline HostRotation to_host(const Quat& q) { return {q.x, q.y, q.z, q.w}; }

/// First q, then p.
inline HostRotation after(const HostRotation& p, const HostRotation& q) {
  return {(p.w * q.x + p.x * q.w) + (p.y * q.z - p.z * q.y), (p.w * q.y + p.y * q.w) + (p.z * q.x - p.x * q.z),
          (p.w * q.z + p.z * q.w) + (p.x * q.y - p.y * q.x), (p.w * q.w - p.x * q.x) - (p.y * q.y + p.z * q.z)};
}

/// A rotation rounded to floats for a record. `error` bounds the displacement of a point, as a share of its distance
/// from the pivot.
struct RoundedRotation {
  Quat q;
  double error;

  explicit RoundedRotation(const HostRotation& rotation) {
    const double scale = 1 / std::sqrt(length_squared(rotation));
    const HostRotation unit{rotation.x * scale, rotation.y * scale, rotation.z * scale, rotation.w * scale};
    q = {static_cast<float>(unit.x), static_cast<float>(unit.y), static_cast<float>(unit.z),
         static_cast<float>(unit.w)};
    const HostRotation off{unit.x - double{q.x}, unit.y - double{q.y}, unit.z - double{q.z}, unit.w - double{q.w}};
    // Twice the angle between the two as vectors of four numbers, and the rounding errors of double.
    error = 2.1 * std::sqrt(length_squared(off)) + 0x1p-48;
  }
};

/// An orientation beyond this half angle is unknown.
inline constexpr double largest_half_turn = 1e6;

/// A rotation in double. `error` bounds the displacement of a point, as a share of its distance.
struct TurnedBy {
  HostRotation q{0, 0, 0, 1};
  std::array<HostVector, 3> axes = math::rotation_axes(q);
  double error = 0;

  TurnedBy() = default;
  /// By an angle that is not negative about a unit axis, each with an error of at most four roundings.
  TurnedBy(const HostVector& axis, double angle) {
    const double half_angle = angle * 0.5;
    if (!(half_angle <= largest_half_turn)) {
      error = 2;
      return;
    }
    const auto [cos, sin] = precise_turn_of(half_angle);
    const HostVector v = axis * sin;
    q = {v.x, v.y, v.z, cos}, axes = math::rotation_axes(q);
    error = 0x1p-47 + half_angle * 0x1p-49;
  }
  [[nodiscard]] HostVector to_world(const HostVector& p) const { return math::to_world(axes, p); }
  [[nodiscard]] HostVector to_rest(const HostVector& d) const { return math::to_local(axes, d); }
};

/// The destination of a made shape.
struct Made {
  Record& record;
  Quat& rotation;
  RecordKind& kind;
  MadePlacement& placement;
  std::uint32_t index;
};

class RestingShape {
 public:
  using Turned = TurnedBy;
  RestingShape() = default;
  /// Moved by `by`, a difference of positions that is rounded once.
  RestingShape(const ShapesView& shapes, std::uint32_t index, const Vec3d& by = {});

  [[nodiscard]] const HostVector& pivot() const { return pivot_; }
  /// An error bound of the pivot and of all numbers of the shape: more than all roundings, and the uncertainty of a
  /// volume's corners.
  [[nodiscard]] double error() const { return error_; }
  /// An upper bound of the distance of any point of the shape from the pivot.
  [[nodiscard]] double reach() const { return reach_; }
  /// The support mapping: the maximum of d . (x - pivot) over the points x of the shape.
  [[nodiscard]] double support(const HostVector& d) const;
  /// The same for three directions and their opposites.
  [[nodiscard]] AlongExtents extents(const Directions& directions) const;
  /// Writes the shape as rotated about its pivot, which becomes the origin. Returns a bound of the distance between
  /// the points of the written shape and the true one, apart from the error of `turn` itself.
  double make(const TurnedBy& turn, const Made& to) const;
  TurnedPlace make(const TurnedBy& turn, std::uint32_t index, TurnedShapes& made) const {
    return {make(turn, {made.records[index], made.rotations[index], made.kinds[index], made.placements[index], index}),
            {0, 0, 0}};
  }

 private:
  static constexpr std::size_t vertex_lanes = 4;
  static_assert(vertex_padding % vertex_lanes == 0);
  enum class Form : std::uint8_t { ball, box, capsule, ellipsoid, discs, hull };

  void read_box(const Record& r, const Quat& rotation);
  void read_aabb(const Record& r);
  void read_quadric(const Record& r, const Quat& given);
  void read_hull(const ShapesView& shapes, const Record& r, const Quat& rotation);
  template <class Add>
  void for_each_vertex(const Add& add) const;
  [[nodiscard]] double farthest_vertex(const HostVector& d) const;
  double make_turned(const TurnedBy& turn, const Made& to) const;
  double make_along(const TurnedBy& turn, const Made& to) const;
  double make_hull(const TurnedBy& turn, const Made& to) const;

  Form form_ = Form::ball;
  HostVector pivot_{};
  double error_ = 0, reach_ = 0, radius_ = 0;
  double top_ = 0;                     // the ratio of the second disc's radius to the first's
  HostRotation rotation_{0, 0, 0, 1};  // of boxes, ellipsoids and hulls
  HostVector lengths_{};               // half extents or radii, or the vector from one end to the other
  std::array<HostVector, 3> axes_{};   // of the rotation; for boxes and ellipsoids times the lengths
  const float *high_ = nullptr, *low_ = nullptr;
  std::uint32_t vertices_at_ = 0, count_ = 0;
  HostVector center_{}, half_{};  // of the box around a hull, relative to the pivot
};

inline RestingShape::RestingShape(const ShapesView& shapes, std::uint32_t index, const Vec3d& by) {
  const Record& r = shapes.records[index];
  pivot_ = to_host(r.row[0]);
  switch (shapes.kinds[index]) {
    case RecordKind::aabb: read_aabb(r); break;
    case RecordKind::box: read_box(r, shapes.rotations[index]); break;
    case RecordKind::capsule:
      form_ = Form::capsule, radius_ = r.row[0][3], lengths_ = to_host(r.row[1]) - pivot_;
      reach_ = norm_2(lengths_) + radius_;
      break;
    case RecordKind::quadric: read_quadric(r, shapes.rotations[index]); break;
    case RecordKind::hull: read_hull(shapes, r, shapes.rotations[index]); break;
    default: radius_ = reach_ = r.row[0][3];
  }
  reach_ *= 1 + 0x1p-40;
  move_pivot(by, pivot_, error_);
  error_ += 0x1p-47 * (reach_ + norm_1(pivot_));
}

inline void RestingShape::read_aabb(const Record& r) {
  form_ = Form::box;
  const HostVector low = to_host(r.row[0]), high = to_host(r.row[1]);
  pivot_ = (low + high) * 0.5, lengths_ = (high - low) * 0.5;
  axes_ = {HostVector{lengths_.x, 0, 0}, {0, lengths_.y, 0}, {0, 0, lengths_.z}};
  reach_ = norm_2(lengths_);
  error_ = 0x1p-51 * (norm_1(low) + norm_1(high));
}

inline void RestingShape::read_box(const Record& r, const Quat& rotation) {
  form_ = Form::box, rotation_ = to_host(rotation), lengths_ = {r.row[1][3], r.row[2][3], r.row[3][3]};
  axes_ = math::rotation_axes(rotation_);
  axes_ = {axes_[0] * lengths_.x, axes_[1] * lengths_.y, axes_[2] * lengths_.z};
  reach_ = norm_2(lengths_);
}

/// See Record and ShapesView.
inline void RestingShape::read_quadric(const Record& r, const Quat& given) {
  if (r.row[3][3] < 0) {
    form_ = Form::discs, radius_ = given.w, top_ = r.row[2][3],
    lengths_ = HostVector{given.x, given.y, given.z} - pivot_;
    reach_ = norm_2(lengths_) + radius_;
  } else {
    read_box(r, given);
    form_ = Form::ellipsoid, reach_ = std::max({lengths_.x, lengths_.y, lengths_.z});
  }
}

inline void RestingShape::read_hull(const ShapesView& shapes, const Record& r, const Quat& rotation) {
  form_ = Form::hull;
  std::uint32_t at = std::bit_cast<std::uint32_t>(r.row[1][3]);
  if (std::signbit(r.row[3][3])) {
    Placement p;
    std::memcpy(&p, shapes.placements + std::size_t{at} * vertex_padding, sizeof p);
    at = std::bit_cast<std::uint32_t>(p.row[1][3]);
    rotation_ = to_host(rotation), radius_ = p.row[0][3];
    const HostVector position = to_host(p.row[3]), origin = to_host(p.row[4]);
    pivot_ = position + math::to_world(math::rotation_axes(rotation_), origin);
    error_ = 0x1p-49 * (norm_1(position) + norm_1(origin));
  } else {
    error_ = 2 * double{r.row[3][3]};  // in each coordinate
  }
  axes_ = math::rotation_axes(rotation_);
  vertices_at_ = at, count_ = std::bit_cast<std::uint32_t>(r.row[2][3]);
  high_ = shapes.vertices + std::size_t{at} * vertex_padding,
  low_ = shapes.low_parts + std::size_t{at} * vertex_padding;
  center_ = to_host(r.row[1]), half_ = to_host(r.row[2]);
  reach_ = norm_2({std::abs(center_.x) + half_.x, std::abs(center_.y) + half_.y, std::abs(center_.z) + half_.z});
}

/// Calls add(lane, p) for each vertex and some of the padding, which repeats a vertex: lanes are independent, so that
/// no step waits for the one before.
template <class Add>
void RestingShape::for_each_vertex(const Add& add) const {
  const std::size_t stride = padded(count_);
  for (std::size_t i = 0; i < count_; i += vertex_lanes)
    for (std::size_t lane = 0; lane < vertex_lanes; ++lane) {
      const auto at = [&](std::size_t axis) {
        return double{high_[axis * stride + i + lane]} + double{low_[axis * stride + i + lane]};
      };
      add(lane, HostVector{at(0), at(1), at(2)});
    }
}

inline double RestingShape::farthest_vertex(const HostVector& d) const {
  const HostVector local = math::to_local(axes_, d);
  std::array<double, vertex_lanes> most;
  most.fill(-std::numeric_limits<double>::infinity());
  for_each_vertex([&](std::size_t lane, const HostVector& p) {
    const double along = dot(local, p);
    most[lane] = along > most[lane] ? along : most[lane];
  });
  return *std::max_element(most.begin(), most.end());
}

inline AlongExtents RestingShape::extents(const Directions& directions) const {
  if (form_ != Form::hull) return extents_by_support(*this, directions);
  constexpr double infinity = std::numeric_limits<double>::infinity();
  AlongExtents ends;
  std::array<HostVector, 3> local;
  std::array<std::array<double, vertex_lanes>, 3> least, most;
  for (std::size_t k = 0; k < 3; ++k)
    local[k] = math::to_local(axes_, directions[k]), least[k].fill(infinity), most[k].fill(-infinity);
  for_each_vertex([&](std::size_t lane, const HostVector& p) {
    for (std::size_t k = 0; k < 3; ++k) {
      const double along = dot(local[k], p);
      least[k][lane] = along < least[k][lane] ? along : least[k][lane];
      most[k][lane] = along > most[k][lane] ? along : most[k][lane];
    }
  });
  for (std::size_t k = 0; k < 3; ++k) {
    const double beside = radius_ * norm_2(directions[k]);
    ends[k] = {*std::min_element(least[k].begin(), least[k].end()) - beside,
               *std::max_element(most[k].begin(), most[k].end()) + beside};
  }
  return ends;
}

inline double RestingShape::support(const HostVector& d) const {
  const HostVector along{dot(d, axes_[0]), dot(d, axes_[1]), dot(d, axes_[2])};
  switch (form_) {
    case Form::box: return norm_1(along);
    case Form::ellipsoid: return norm_2(along);
    case Form::capsule: return std::max(0.0, dot(d, lengths_)) + radius_ * norm_2(d);
    case Form::discs: {
      const HostVector n = lengths_ * (1 / norm_2(lengths_));
      const double rim = radius_ * norm_2(d - n * dot(d, n));
      return std::max(rim, dot(d, lengths_) + top_ * rim);
    }
    case Form::hull: return farthest_vertex(d) + radius_ * norm_2(d);
    default: return radius_ * norm_2(d);
  }
}

inline double RestingShape::make(const TurnedBy& turn, const Made& to) const {
  switch (form_) {
    case Form::ball:
      to.kind = RecordKind::sphere, to.record = {{{0, 0, 0, static_cast<float>(radius_)}, {}, {}, {}}};
      return 0;
    case Form::box:
    case Form::ellipsoid: return make_turned(turn, to);
    case Form::hull: return make_hull(turn, to);
    default: return make_along(turn, to);
  }
}

/// For shapes with a rotation and lengths.
inline double RestingShape::make_turned(const TurnedBy& turn, const Made& to) const {
  const RoundedRotation rounded(after(turn.q, rotation_));
  const Vec3 lengths = to_float(lengths_);
  to.rotation = rounded.q;
  if (form_ == Form::box)
    to.kind = RecordKind::box, to.record = make_record(Box{{}, rounded.q, lengths});
  else
    to.kind = RecordKind::quadric, to.record = make_record(Ellipsoid{{}, rounded.q, lengths});
  return rounded.error * reach_ + norm_2(lengths_ - to_host(lengths));
}

/// For shapes with two ends; the first is the pivot.
inline double RestingShape::make_along(const TurnedBy& turn, const Made& to) const {
  const HostVector along = turn.to_world(lengths_);
  const Vec3 end = to_float(along);
  const double off = norm_2(along - to_host(end)) + 0x1p-50 * reach_;
  const auto radius = static_cast<float>(radius_);
  if (form_ == Form::capsule) {
    to.kind = RecordKind::capsule, to.record = make_record(Capsule{{}, end, radius});
    return off;
  }
  const bool is_cylinder = top_ != 0;
  to.kind = RecordKind::quadric;
  to.record = is_cylinder ? make_record(Cylinder{{}, end, radius}) : make_record(Cone{{}, end, radius});
  to.rotation = {end.x, end.y, end.z, radius};
  const double tilt = off / norm_2(along);  // of the discs
  return tilt < 0.25 ? off + 1.1 * tilt * radius_ : std::numeric_limits<double>::infinity();
}

/// As a placed hull of the same vertices. Its slack is left out: only the float lanes need it, and they do not see
/// this shape.
inline double RestingShape::make_hull(const TurnedBy& turn, const Made& to) const {
  const RoundedRotation rounded(after(turn.q, rotation_));
  const Vec3 center = to_float(turn.to_world(center_));
  const auto& a = turn.axes;
  const auto half = [&](double HostVector::*c) {
    return rounded_up((std::abs(a[0].*c) * half_.x + std::abs(a[1].*c) * half_.y + std::abs(a[2].*c) * half_.z) +
                      0x1p-22 * reach_);
  };
  const auto number = [](std::uint32_t x) { return std::bit_cast<float>(x); };
  to.kind = RecordKind::hull, to.rotation = rounded.q;
  to.record = {
      {{0, 0, 0, 0},
       {center.x, center.y, center.z, number(to.index * (sizeof(MadePlacement) / (sizeof(float) * vertex_padding)))},
       {half(&HostVector::x), half(&HostVector::y), half(&HostVector::z), number(count_)},
       {center.x, center.y, center.z, -0.0F}}};
  Placement& p = to.placement.placement;
  p = {};
  p.row[0][3] = static_cast<float>(radius_), p.row[1][3] = number(vertices_at_);
  p.row[2][3] = rounded_up(1.8 * reach_);
  return rounded.error * reach_;
}

}  // namespace lockstep::detail
