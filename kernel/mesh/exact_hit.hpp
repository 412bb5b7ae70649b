// A ray and a triangle in exact arithmetic, for the few hits that double lanes leave open: on an edge or a corner, or
// close to one.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "cast/first_contact.hpp"
#include "lockstep/cast.hpp"
#include "sets/exact_points.hpp"

namespace lockstep::detail {

/// The formula of the lanes (lanes/rays/triangle_form.hpp); only the answer is rounded. False for degenerate cases: a
/// ray that moves within the plane of the triangle, or not at all, and a triangle without area. The search and
/// ExactRay resolve these.
inline bool find_exactly(const Ray& ray, const std::array<Vec3, 3>& corners, FirstContact& contact) {
  const ExactVector motion = exact(ray.motion), to_a = exact(corners[0]) - exact(ray.origin),
                    ab = exact(corners[1]) - exact(corners[0]), ac = exact(corners[2]) - exact(corners[0]);
  const ExactVector normal = cross(ab, ac), moment = cross(motion, to_a);
  ExactNumber speed = dot(normal, motion), height = dot(normal, to_a);
  ExactNumber b = ExactNumber() - dot(moment, ac), c = dot(moment, ab);
  const int side = speed.sign();
  if (side == 0 && height.sign() == 0) return false;
  if (side < 0)
    for (ExactNumber* const x : {&speed, &height, &b, &c}) *x = ExactNumber() - *x;
  const ExactNumber a = (speed - b) - c, left = speed - height;
  const bool beside = a.sign() < 0 || b.sign() < 0 || c.sign() < 0;
  if (side == 0 || beside || height.sign() < 0 || left.sign() < 0) return contact.miss(), true;
  const double fraction = height.value() / speed.value();  // off by 7 roundings
  contact.lower = fraction * (1 - few_host_roundings);
  contact.hit(std::min(fraction * (1 + few_host_roundings), 1.0));
  const double part_b = b.value() / speed.value(), part_c = c.value() / speed.value();
  const double n[3] = {normal.x.value(), normal.y.value(), normal.z.value()};
  const double length = -side * std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  const auto on = [&](float p, float q, float r) { return p + part_b * (double{q} - p) + part_c * (double{r} - p); };
  contact.point[0] = on(corners[0].x, corners[1].x, corners[2].x);
  contact.point[1] = on(corners[0].y, corners[1].y, corners[2].y);
  contact.point[2] = on(corners[0].z, corners[1].z, corners[2].z);
  for (int k = 0; k < 3; ++k) contact.normal[k] = n[k] / length;
  return true;
}

}  // namespace lockstep::detail
