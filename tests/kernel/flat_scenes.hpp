// Flat shapes of small whole numbers, in one plane: corners, edges and planes meet by the thousand.
#pragma once

#include <random>
#include <utility>
#include <vector>

#include "shape.hpp"

namespace lockstep::test {

using Random = std::minstd_rand;

inline int whole(Random& random, int least, int most) {
  return std::uniform_int_distribution<int>(least, most)(random);
}
inline Vec3 whole_vector(Random& random, int most) {
  const auto number = [&] { return static_cast<float>(whole(random, -most, most)); };
  return {number(), number(), number()};
}
inline Vec3 along(const Vec3& p, const Vec3& u, float s, const Vec3& v, float t) {
  return {p.x + s * u.x + t * v.x, p.y + s * u.y + t * v.y, p.z + s * u.z + t * v.z};
}
inline Vec3 scaled(const Vec3& v, float s) { return {s * v.x, s * v.y, s * v.z}; }
inline oracle::AnyShape hull_of(std::vector<Vec3> vertices) { return oracle::HullShape{std::move(vertices)}; }

/// Points of a plane through a point, or of a line if u and v are parallel.
struct CommonPlane {
  Vec3 at, u, v;

  explicit CommonPlane(Random& random)
      : at(whole_vector(random, 5)), u(whole_vector(random, 2)), v(whole_vector(random, 2)) {}
  Vec3 point(Random& random, int most) const {
    return along(at, u, static_cast<float>(whole(random, -most, most)), v,
                 static_cast<float>(whole(random, -most, most)));
  }
};

inline oracle::AnyShape flat_shape(Random& random, const CommonPlane& plane) {
  const int kind = whole(random, 0, 5);
  if (kind == 0) return Capsule{plane.point(random, 2), plane.point(random, 2), 0};
  if (kind == 1) return Point{plane.point(random, 2)};
  if (kind == 2) {
    Aabb box{plane.at, plane.at};
    float* const most[3] = {&box.max.x, &box.max.y, &box.max.z};
    const int flat = whole(random, 0, 2);
    for (int axis = 0; axis < 3; ++axis) *most[axis] += axis == flat ? 0 : static_cast<float>(whole(random, 0, 3));
    return box;
  }
  std::vector<Vec3> vertices;
  for (int count = whole(random, 1, kind == 3 ? 20 : 5); count > 0; --count) vertices.push_back(plane.point(random, 2));
  return hull_of(vertices);
}

}  // namespace lockstep::test
