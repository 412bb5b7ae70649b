// The entry of a ray into a convex shape that is known by its support mapping alone: a portal of three points of the
// shape that the ray passes between, with no point of the shape in front of it. Source: G. Snethen, "XenoCollide",
// Game Programming Gems 7, 2008; a point behind the shape takes the place of its origin.
//
// The search for these points rounds. The only proof here is a plane that the ray stays in front of.
#pragma once

#include "base/perpendicular.hpp"
#include "lanes/rays/supporting_planes.hpp"
#include "lanes/registers/vec2.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// A point counts as farther along a direction if it is farther by this share of the lengths involved: more than
/// rounding.
inline constexpr Number farther_share = 0x1p-46;
/// No search of a hull in the tests takes half as many steps; a search that has not ended by then stays open.
inline constexpr int most_portals = 32;

/// W shapes seen by W rays. `Shape` has support(v, active); reach(n, along) returns the shape's SupportReach along n.
template <class Shape, class ReachOf>
class PortalSearch {
 public:
  /// `inner` is a point inside the shape, or close to it. For round shapes the search ends at the first portal.
  PortalSearch(const LaneRays& rays, const Vec& inner, const Shape& shape, const ReachOf& reach, Mask active,
               Mask round)
      : rays_(rays),
        shape_(shape),
        reach_(reach),
        active_(active),
        round_(round),
        missed_(first_lanes(0)),
        found_(missed_) {
    const Vec n = rays.motion * (Real(1) / sqrt(dot(rays.motion, rays.motion)));
    axes_ = detail::perpendicular_to(n, flip_sign(Real(1), n.z));
    across_ = first_lanes(0);
    for (int k = 0; k < 3; ++k) corner_[k] = inner, seen_[k] = seen(inner), replaced_[k] = across_;
    inner_ = seen_[0];
    // If a ray passes through the inner point but for rounding, any direction of search is good.
    const Real near = reach(n, Real(0)).made_of * Real(farther_share);
    toward_ = select(norm_1(inner_) > near, -inner_, Vec2{Real(1), Real(0)});
  }

  bool goes_on() const { return any(active_); }
  void step();

  /// Proven: the ray stays in front of the shape.
  Mask missed() const { return missed_; }
  /// The portal consists of points of the shape, and none of these lies farther along the normal than `along`.
  Mask found() const { return found_ & replaced_[0] & replaced_[1] & replaced_[2]; }
  const Vec& corner(int k) const { return corner_[k]; }  // counter-clockwise, seen along the ray
  const Vec& normal() const { return normal_; }
  const Real& along() const { return along_; }

 private:
  /// Coordinates across the ray, relative to it.
  Vec2 seen(const Vec& p) const {
    const Vec from = p - rays_.origin;
    return {dot(axes_.x, from), dot(axes_.y, from)};
  }
  Vec direction() const;
  void add_support(const Vec& p);

  const LaneRays& rays_;
  const Shape& shape_;
  const ReachOf& reach_;
  detail::Perpendicular<Real> axes_;
  Mask active_, round_, missed_, found_;
  // The portal: the inner point, later a first point; the point right of the line from it to the ray; the point left
  // of it.
  Vec corner_[3];
  Vec2 seen_[3];
  Mask replaced_[3];     // from the shape
  Vec2 inner_, toward_;  // from it to the ray
  Mask across_;          // the ray passes through the portal; before that, beyond its right-left edge
  Vec normal_{Real(0), Real(0), Real(0)};
  Real along_ = 0;
};

/// The normal of the portal, towards the start of the ray; before there is a portal, that of its edge, towards the
/// ray.
template <class Shape, class ReachOf>
Vec PortalSearch<Shape, ReachOf>::direction() const {
  const Vec2 of_edge = select(replaced_[1] | replaced_[2], left_of(seen_[1] - seen_[2]), toward_);
  const Vec beside = axes_.x * of_edge.x + axes_.y * of_edge.y;
  return select(across_, cross(corner_[2] - corner_[0], corner_[1] - corner_[0]), beside);
}

/// Not inlined: two places call it.
template <class Shape, class ReachOf>
[[gnu::noinline, gnu::flatten]] void PortalSearch<Shape, ReachOf>::step() {
  const Vec n = direction();
  const Vec p = shape_.support(n, active_);
  const Real along = dot(n, p);
  const SupportReach reach = reach_(n, along);
  missed_ = missed_ | (active_ & SupportingPlane(rays_, n, reach).stays_ahead());
  const Mask farther = along - dot(n, corner_[2]) > reach.made_of * Real(farther_share);
  // If `across_` and no farther point: nothing lies in front of the portal. If not `across_`: the edge is one of the
  // shape.
  const Mask ends = active_ & across_ & (!farther) & (!missed_);
  found_ = found_ | ends;
  normal_ = select(ends, n, normal_), along_ = select(ends, along, along_);
  active_ = active_ & farther & (!missed_);
  if (any(active_)) add_support(p);
}

/// Replaces the corner such that the ray still passes between the new point and the two others.
template <class Shape, class ReachOf>
void PortalSearch<Shape, ReachOf>::add_support(const Vec& p) {
  const Vec2 s = seen(p);
  const Mask left = cross(toward_, s - inner_) > Real(0);
  const Real c0 = cross(s, seen_[0]), c1 = cross(s, seen_[1]), c2 = cross(s, seen_[2]);
  const Mask first = (c1 >= Real(0)) & (c2 <= Real(0)), last = (!first) & (c0 >= Real(0)) & (c1 <= Real(0));
  const Mask into[3] = {active_ & across_ & first, active_ & ((across_ & (!first) & (!last)) | ((!across_) & (!left))),
                        active_ & ((across_ & last) | ((!across_) & left))};
  for (int k = 0; k < 3; ++k) {
    corner_[k] = select(into[k], p, corner_[k]), seen_[k] = select(into[k], s, seen_[k]);
    replaced_[k] = replaced_[k] | into[k];
  }
  const Mask beyond = dot(left_of(seen_[1] - seen_[2]), seen_[2]) >= Real(0);  // the edge, seen from the ray
  across_ = across_ | (active_ & replaced_[1] & replaced_[2] & beyond);
  active_ = active_ & !(across_ & round_);
}

}  // namespace lockstep::LOCKSTEP_ISA
