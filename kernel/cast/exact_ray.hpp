// A ray and a flat shape in exact arithmetic, for degenerate cases that no search can prove: at a corner, on an edge,
// along the plane of the shape, from a point of it, against a segment or a point.
#pragma once

#include <algorithm>
#include <cmath>

#include "cast/first_contact.hpp"
#include "cast/seen_shapes.hpp"
#include "sets/exact_points.hpp"

namespace lockstep::detail {

/// The fractions at which the line of a ray is in a flat shape: the least and the greatest of some quotients.
struct ExactChord {
  bool any = false, has_begun = false, has_not_ended = false, begins = false;  // has_*: at 0; begins: by 1
  double first = FirstContact::infinity;

  void clip(ExactNumber above, ExactNumber below) {
    if (below.sign() < 0) above = ExactNumber() - above, below = ExactNumber() - below;
    any = true;
    has_begun |= above.sign() <= 0, has_not_ended |= above.sign() >= 0, begins |= (below - above).sign() >= 0;
    first = std::min(first, above.value() / below.value());
  }
  [[nodiscard]] bool is_hit() const { return any && has_not_ended && begins; }
};

/// Each product takes at most 710 of the 896 available bits: a motion has 278, a difference of points 213.
class ExactRay {
 public:
  /// Normals lead away from the points if the ray's start moves. If the points move in its place, the normals lead away
  /// from the start.
  ExactRay(const Vec3d& origin, const ExactVector& exact_origin, const Vec3& motion, const ExactPoints& points,
           bool points_move = false)
      : from_(origin),
        by_(motion),
        sense_(points_move ? -1 : 1),
        origin_(exact_origin),
        motion_(exact(motion)),
        points_(points),
        plane_(points) {}

  /// False if the shape is not flat. The normal of a hit changes only if the ray passes through the plane.
  bool find(FirstContact& contact) const;

 private:
  [[nodiscard]] ExactVector offset_to(std::uint32_t i) const { return points_[i] - origin_; }
  [[nodiscard]] bool is_in_view(const ExactVector& along) const;
  void find_through(FirstContact& contact) const;
  void find_within(FirstContact& contact, const ExactVector& normal, const ExactVector& line) const;
  [[nodiscard]] ExactChord chord(int dropped) const;
  void clip_by_edge(ExactChord& chord, int dropped, std::uint32_t left, std::uint32_t right, int sense) const;
  void hit(FirstContact& contact, double fraction) const;

  Vec3d from_;  // rounded
  Vec3 by_;
  double sense_;
  ExactVector origin_, motion_;
  const ExactPoints& points_;
  ExactPlane plane_;
};

inline bool ExactRay::find(FirstContact& contact) const {
  if (!plane_.is_flat) return false;
  const ExactVector to_first = offset_to(0);
  if (!is_zero(plane_.normal)) {
    if (dot(plane_.normal, motion_).sign() != 0)
      find_through(contact);
    else if (dot(plane_.normal, to_first).sign() != 0)
      contact.miss();
    else
      find_within(contact, plane_.normal, {});
    return true;
  }
  // A segment or a point: coplanar with the ray, or not.
  const ExactVector line = is_zero(plane_.edge) ? motion_ : plane_.edge;
  const ExactVector normal = cross(line, motion_), beside = cross(line, to_first);
  if (!is_zero(normal))
    dot(normal, to_first).sign() != 0 ? contact.miss() : find_within(contact, normal, line);
  else if (is_zero(line))
    is_zero(to_first) ? hit(contact, 0) : contact.miss();
  else if (!is_zero(beside))
    contact.miss();
  else
    find_within(contact, {}, line);
  return true;
}

/// Whether the line from the ray's start along a direction meets the shape. Seen along the line, the start lies in the
/// convex hull of the points unless all points lie in one half plane: in a cone between a right and a left point.
inline bool ExactRay::is_in_view(const ExactVector& along) const {
  ExactVector right = offset_to(0), left = right;
  if (is_zero(cross(along, right))) return true;
  const auto side = [&](const ExactVector& p, const ExactVector& q) { return dot(along, cross(p, q)).sign(); };
  const auto is_opposite = [&](const ExactVector& p, const ExactVector& q) {  // p and q are parallel
    const ExactVector of_p = cross(along, p), of_q = cross(along, q);
    for (const int axis : {0, 1, 2})
      if (const int sign = component(of_p, axis).sign(); sign != 0) return sign != component(of_q, axis).sign();
    return false;
  };
  for (std::uint32_t i = 1; i < points_.count(); ++i) {
    const ExactVector offset = offset_to(i);
    if (is_zero(cross(along, offset))) return true;
    const int beyond_right = side(right, offset), before_left = side(offset, left);
    if (beyond_right == 0 || before_left == 0) {
      if (is_opposite(beyond_right == 0 ? right : left, offset)) return true;
    } else if (beyond_right < 0 && before_left < 0) {
      return true;
    } else if (beyond_right < 0) {
      right = offset;
    } else if (before_left < 0) {
      left = offset;
    }
  }
  return false;
}

/// A ray through the plane, by the formula of the lanes for triangles (lanes/rays/triangle_form.hpp).
inline void ExactRay::find_through(FirstContact& contact) const {
  ExactNumber speed = dot(plane_.normal, motion_), height = dot(plane_.normal, offset_to(0));
  const int side = speed.sign();
  if (side < 0) speed = ExactNumber() - speed, height = ExactNumber() - height;
  if (height.sign() < 0 || (speed - height).sign() < 0 || !is_in_view(motion_)) return contact.miss();
  hit(contact, height.value() / speed.value());
  const double n[3] = {plane_.normal.x.value(), plane_.normal.y.value(), plane_.normal.z.value()};
  const double length = -side * sense_ * std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  for (int k = 0; k < 3; ++k) contact.normal[k] = n[k] / length;
}

/// A ray coplanar with the shape, in two coordinates. The dropped one is along the plane's normal or, for a line, one
/// other than the axis that the line moves along.
inline void ExactRay::find_within(FirstContact& contact, const ExactVector& normal, const ExactVector& line) const {
  const bool is_line = is_zero(normal);
  const int axis = first_axis(is_line ? line : normal), dropped = is_line ? (axis + 1) % 3 : axis;
  if (is_zero(motion_)) {
    ExactVector along;
    ExactNumber* const of_along[3] = {&along.x, &along.y, &along.z};
    *of_along[dropped] = ExactNumber(1.0F);
    return is_in_view(along) ? hit(contact, 0) : contact.miss();
  }
  const ExactChord found = chord(dropped);
  found.is_hit() ? hit(contact, found.has_begun ? 0 : found.first) : contact.miss();
}

/// Each point lies left of the ray, right of it or on it. The chord lies between points of different sides.
inline ExactChord ExactRay::chord(int dropped) const {
  const int u = (dropped + 1) % 3, v = (dropped + 2) % 3;
  const int along = component(motion_, u).sign() != 0 ? u : v;
  ExactChord found;
  std::uint32_t some[2] = {points_.count(), points_.count()};  // right, left
  for (std::uint32_t i = 0; i < points_.count(); ++i) {
    const ExactVector offset = offset_to(i);
    const int side = component(cross(motion_, offset), dropped).sign();
    if (side == 0)
      found.clip(component(offset, along), component(motion_, along));
    else
      some[side > 0 ? 1 : 0] = i;
  }
  if (some[0] != points_.count() && some[1] != points_.count())
    for (const int sense : {-1, 1}) clip_by_edge(found, dropped, some[1], some[0], sense);
  return found;
}

/// The edge from a point on the left to one on the right that the line crosses first (sense -1) or last (1): no point
/// lies beyond it. The search ends, because each step takes a crossing farther out.
inline void ExactRay::clip_by_edge(ExactChord& chord, int dropped, std::uint32_t left, std::uint32_t right,
                                   int sense) const {
  const auto turn = [&](std::uint32_t i, std::uint32_t j, std::uint32_t k) {
    return component(cross(points_[j] - points_[i], points_[k] - points_[i]), dropped).sign();
  };
  for (bool farther = true; farther;) {
    farther = false;
    for (std::uint32_t k = 0; k < points_.count(); ++k) {
      const int side = component(cross(motion_, offset_to(k)), dropped).sign();
      if (side < 0 && turn(left, right, k) == sense) right = k, farther = true;
      if (side > 0 && turn(right, left, k) == -sense) left = k, farther = true;
    }
  }
  const ExactVector edge = points_[right] - points_[left];
  chord.clip(component(cross(offset_to(left), edge), dropped), component(cross(motion_, edge), dropped));
}

/// The fraction has the error of seven roundings.
inline void ExactRay::hit(FirstContact& contact, double fraction) const {
  contact.lower = std::max(contact.lower, fraction * (1 - few_host_roundings));
  contact.hit(std::min(fraction * (1 + few_host_roundings), 1.0));
  const double from[3] = {from_.x, from_.y, from_.z}, by[3] = {by_.x, by_.y, by_.z};
  const double length = std::sqrt(by[0] * by[0] + by[1] * by[1] + by[2] * by[2]);
  const bool has_normal = !std::isnan(contact.normal[0]);
  for (int k = 0; k < 3; ++k) {
    contact.point[k] = from[k] + fraction * by[k];
    if (!has_normal) contact.normal[k] = -sense_ * by[k] / length;
  }
}

inline bool is_unproven(const FirstContact& contact) {
  return contact.upper == FirstContact::infinity && contact.lower <= 1;
}

inline ExactVector exact_position(const Vec3d& p, bool& is_exact) {
  ExactVector exact;
  is_exact = to_exact(p.x, exact.x) && to_exact(p.y, exact.y) && to_exact(p.z, exact.z);
  return exact;
}
/// Keeps the sign of a zero if nothing is added.
inline Vec3d sum_of(const Vec3& own, const Vec3d& position) {
  const auto sum = [](double x, double by) { return by == 0 ? x : x + by; };
  return {sum(own.x, position.x), sum(own.y, position.y), sum(own.z, position.z)};
}

/// Resolves an unproven search if one shape of the pair is a point and the other is flat. `Shapes` is a view of space
/// or of the plane.
template <class Shapes>
void prove_flat(const Shapes& first, const Shapes& second, const Pair& pair, const Vec3& motion,
                FirstContact& contact) {
  const bool moves = is_point(first, pair.a);
  if (!moves && !is_point(second, pair.b)) return;
  const Vec3 from = place_of(moves ? first.records[pair.a] : second.records[pair.b]);
  if (!may_be_flat(moves ? second : first, moves ? pair.b : pair.a)) return;
  const ExactPoints points(moves ? second : first, moves ? pair.b : pair.a);
  bool is_exact = points.count() != 0 && is_valid_vec3(from);
  if (!is_exact) return;
  const auto position = moves ? position_of(first, pair.a) : position_of(second, pair.b);
  const ExactVector origin = exact(from) + exact_position(position, is_exact);
  if (!is_exact) return;
  const Vec3d place = sum_of(from, position);
  const Vec3 by = moves ? motion : Vec3{-motion.x, -motion.y, -motion.z};
  if (!ExactRay(place, origin, by, points, !moves).find(contact) || moves || contact.upper > 1) return;
  // The point did not move, and was hit.
  const double at[3] = {place.x, place.y, place.z};
  std::copy_n(at, 3, contact.point);
}

}  // namespace lockstep::detail