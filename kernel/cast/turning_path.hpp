// The path of a shape that moves and rotates: its placement at a fraction of the step, and a bound of how long a gap
// along a normal stays open. The bounds are derived in docs/numerics.md, section 14.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "base/perpendicular.hpp"
#include "cast/first_contact.hpp"
#include "cast/host_vector.hpp"
#include "cast/swept_boxes.hpp"
#include "lockstep/cast.hpp"

namespace lockstep::detail {

/// The rotation vector: in the plane its axis is the z axis.
inline HostVector turn_of(const Motion& m) { return to_host(m.turn); }
inline HostVector turn_of(const Motion2& m) { return {0, 0, m.turn}; }

/// `Shape` is RestingShape or RestingShape2.
template <class Shape>
class TurningPath {
 public:
  using TurnedBy = typename Shape::Turned;
  TurningPath() = default;
  template <class AnyMotion>
  TurningPath(const Shape& shape, const AnyMotion& motion);
  /// The path past another shape.
  TurningPath(const TurningPath& path, const Shape& other) : TurningPath(path) { other_ = other; }

  /// The placement of the shape at a fraction of the step: the rotation about its pivot, the place of the pivot, and an
  /// error bound for all points.
  struct Place {
    TurnedBy turn;
    HostVector pivot;
    double error;
  };
  [[nodiscard]] Place at(double fraction) const;
  [[nodiscard]] const Shape& shape() const { return shape_; }
  [[nodiscard]] const Shape& other() const { return other_; }
  /// A unit vector, right-handed.
  [[nodiscard]] const HostVector& axis() const { return axis_; }

  /// A gap along the unit normal n from b to the shape at fraction t stays open until t + sign * result; the result is
  /// at most `most`.
  [[nodiscard]] double open_for(double gap, double t, const HostVector& n, double sign, double most) const;

  /// Boxes that the shape never leaves; `at_rest` contains it at the start.
  [[nodiscard]] TurningBoxes boxes(const Bounds3& at_rest) const;
  /// An upper bound of the speed of its points, in lengths per step.
  [[nodiscard]] double fastest() const { return norm_2(by_) + rate_ * radius_; }

 private:
  [[nodiscard]] TurnedBy turned_by(double fraction) const { return {axis_, rate_ * fraction}; }
  [[nodiscard]] double open_by_speed(double gap, double approach, double speed, double most) const;
  [[nodiscard]] double open_by_support(double gap, double approach, const HostVector& n, const HostVector& across,
                                       double speed, const TurnedBy& turn, double most) const;
  [[nodiscard]] double open_by_other(double gap, double approach, const HostVector& n, const HostVector& across,
                                     double speed, double t, double most) const;
  template <class Left>
  static double open_by_chords(double gap, double most, const Left& left);
  /// The minimum of d . (x - about) over the points of the rotated shape; d need not be a unit vector.
  [[nodiscard]] double least_along(const HostVector& d, const TurnedBy& turn) const {
    const HostVector back = turn.to_rest(-d);
    return -(dot(back, arm_) + shape_.support(back));
  }

  Shape shape_, other_;
  HostVector by_{}, about_{}, turn_{}, axis_{};
  HostVector arm_{};              // from the centre of rotation to the pivot
  double rate_ = 0;               // radians per step
  double radius_ = 0, rise_ = 0;  // of a cylinder about the axis that contains the shape; half of its height
  double rounding_ = 0;           // an error bound of numbers of these lengths
};

template <class Shape>
template <class AnyMotion>
TurningPath<Shape>::TurningPath(const Shape& shape, const AnyMotion& motion)
    : shape_(shape), by_(to_host(motion.by)), about_(to_host(motion.about)), turn_(turn_of(motion)) {
  rate_ = norm_2(turn_), axis_ = turn_ * (1 / rate_), arm_ = shape.pivot() - about_;
  rounding_ = 0x1p-47 * (norm_1(arm_) + shape.reach() + norm_1(about_)) + shape.error();
  const auto [x, y] = perpendicular_to(axis_, std::copysign(1.0, axis_.z));
  const auto ends = shape_.extents({x, y, axis_});
  const auto farthest = [&](const HostVector& d, const AlongExtent& end) {
    return std::max(dot(d, arm_) + end.high, -dot(d, arm_) - end.low);
  };
  const double across_x = farthest(x, ends[0]), across_y = farthest(y, ends[1]);
  radius_ = std::min(std::sqrt(across_x * across_x + across_y * across_y),
                     norm_2(arm_ - axis_ * dot(arm_, axis_)) + shape_.reach());
  radius_ += rounding_;
  rise_ = farthest(axis_, ends[2]) + rounding_;
}

template <class Shape>
typename TurningPath<Shape>::Place TurningPath<Shape>::at(double fraction) const {
  const TurnedBy turn = turned_by(fraction);
  const HostVector moved = by_ * fraction;
  const double lengths = norm_1(about_) + norm_1(moved) + norm_1(arm_);
  return {turn, (about_ + moved) + turn.to_world(arm_),
          turn.error * (norm_2(arm_) + shape_.reach()) + 0x1p-48 * lengths + rounding_};
}

/// By speeds alone: `approach` is that of the motion, `speed` that of a point at distance 1 from the axis, both along
/// the normal.
template <class Shape>
double TurningPath<Shape>::open_by_speed(double gap, double approach, double speed, double most) const {
  const double closing = approach + speed * radius_;
  double open = closing <= 0 ? most : std::min(gap / closing, most);
  // Whatever its rotation, no point comes nearer to b by more than the diameter of its circle.
  const double left = gap - (speed / rate_) * (2 * radius_);
  if (left > 0) open = std::max(open, approach <= 0 ? most : std::min(left / approach, most));
  return open;
}

/// A path, and boxes that its shape never leaves: what all pairs of a moving shape share.
template <class Shape>
struct BoxedPath {
  TurningPath<Shape> path;
  TurningBoxes boxes;

  BoxedPath() = default;
  template <class AnyMotion>
  BoxedPath(const Shape& shape, const Bounds3& at_rest, const AnyMotion& motion)
      : path(shape, motion), boxes(path.boxes(at_rest)) {}
};

/// A lower bound of the remaining gap at all times up to `end`: the line from the gap at time 0 to `chord` at `end`,
/// minus `bend` times the square of the time.
struct LeftOfGap {
  double chord, bend;
};

template <class Shape>
template <class Left>
double TurningPath<Shape>::open_by_chords(double gap, double most, const Left& left) {
  double open = 0, end = most;
  for (int i = 0; i < 6; ++i) {
    const auto [then, bend] = left(end);
    const double slope = (gap - then) / end, root = std::sqrt(slope * slope + 4 * bend * gap);
    const double zero = slope > 0 ? 2 * gap / (root + slope) : (root - slope) / (2 * bend);
    const double until = zero * (1 - 0x1p-40);
    if (then - bend * end * end > 0) {
      open = std::max(open, end);
      if (!(end < most)) break;
      end = std::min(most, until);  // the zero is no later, unless the bend becomes less
    } else {
      if (until > open) open = std::min(until, end);
      if (!(until < 0.5 * end)) break;
      end = 2 * until;
    }
  }
  return open;
}

/// By the support of the shape along the normal: the points that approach fastest may be the farthest away.
template <class Shape>
double TurningPath<Shape>::open_by_support(double gap, double approach, const HostVector& n, const HostVector& across,
                                           double speed, const TurnedBy& turn, double most) const {
  const double bend = 0.5 * rate_ * speed * radius_, now = least_along(n, turn);
  const double off = 2 * turn.error * (norm_2(arm_) + shape_.reach()) + 2 * rounding_;
  return open_by_chords(gap, most, [&](double end) -> LeftOfGap {
    const double nearer = now - least_along(n + across * end, turn);
    return {gap - end * approach - nearer - off * (2 + end * speed), bend};
  });
}

/// By the support of the other shape along a normal that rotates with this shape, whose own support along it stays the
/// same: a face of this shape stays between the two, even if one end of it swings past the former place of the other
/// shape.
template <class Shape>
double TurningPath<Shape>::open_by_other(double gap, double approach, const HostVector& n, const HostVector& across,
                                         double speed, double t, double most) const {
  const HostVector moved = by_ * t, arm = (other_.pivot() - about_) - moved;
  const double length = norm_2(by_), reach = (norm_2(arm) + other_.reach()) * (1 + 0x1p-40);
  const double lengths = norm_1(other_.pivot()) + norm_1(about_) + norm_1(moved) + other_.reach();
  const double off = 2 * (0x1p-47 * lengths + other_.error()), faster = approach + 0x1p-48 * rate_ * reach;
  const auto most_along = [&](const HostVector& d) { return dot(d, arm) + other_.support(d); };
  const double now = most_along(n);
  return open_by_chords(gap, most, [&](double end) -> LeftOfGap {
    const double nearer = most_along(n - across * end) - now;
    return {gap - end * faster - nearer - off * (2 + end * speed),
            speed * (0.5 * rate_ * (reach + off + end * length) + length)};
  });
}

template <class Shape>
double TurningPath<Shape>::open_for(double gap, double t, const HostVector& n, double sign, double most) const {
  // A small part of the gap is kept, so that it is still open at the end.
  const double kept = gap * (1 - 0x1p-30);
  const HostVector across = cross(n, turn_) * sign;
  const double off = 0x1p-48 * (norm_1(by_) + rate_ * (radius_ + rise_)), approach = off - sign * dot(n, by_);
  const double speed = norm_2(across) + 0x1p-48 * rate_;
  const double by_speed = open_by_speed(kept, approach, speed, most);
  if (by_speed >= most) return most;
  const double open = std::max(by_speed, open_by_support(kept, approach, n, across, speed, turned_by(t), most));
  return open >= most ? most : std::max(open, open_by_other(kept, approach, n, across, speed, t, most));
}

/// A box around all orientations, and one around the chords of the points, grown by the distance of points from them.
template <class Shape>
TurningBoxes TurningPath<Shape>::boxes(const Bounds3& at_rest) const {
  const double about[3] = {about_.x, about_.y, about_.z}, by[3] = {by_.x, by_.y, by_.z};
  const double axis[3] = {axis_.x, axis_.y, axis_.z};
  const Place last = at(1);
  const auto ends =
      shape_.extents({last.turn.to_rest({1, 0, 0}), last.turn.to_rest({0, 1, 0}), last.turn.to_rest({0, 0, 1})});
  const double pivot[3] = {last.pivot.x, last.pivot.y, last.pivot.z};
  TurningBoxes boxes;
  auto& [any, chord] = boxes;
  for (std::size_t k = 0; k < 3; ++k) {
    const double across = std::sqrt(std::max(0.0, 1 - axis[k] * axis[k])) + 0x1p-25;
    any.center[k] = about[k], any.by[k] = by[k];
    any.half[k] = (std::abs(axis[k]) * rise_ + across * radius_) * (1 + 0x1p-40) + rounding_;
    const double low = at_rest.low[k], high = at_rest.high[k], middle = 0.5 * (low + high);
    const double bend = 0.125 * (rate_ * rate_) * (across * radius_);
    chord.center[k] = middle, chord.by[k] = pivot[k] + 0.5 * (ends[k].low + ends[k].high) - middle;
    const double lengths = std::abs(low) + std::abs(high) + std::abs(pivot[k]);
    chord.half[k] = std::max(0.5 * (high - low), 0.5 * (ends[k].high - ends[k].low)) + bend;
    chord.half[k] = chord.half[k] * (1 + 0x1p-40) + last.error + 0x1p-48 * lengths;
  }
  return boxes;
}

}  // namespace lockstep::detail
