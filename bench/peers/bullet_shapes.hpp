// Shapes for Bullet's two templates over support mappings, and the templates stopped at yes or no: see bullet.cpp.
#pragma once

#include <vector>

#include <BulletCollision/NarrowPhaseCollision/btGjkEpa3.h>
#include <BulletCollision/NarrowPhaseCollision/btMprPenetration.h>

#include <lockstep/types.hpp>

namespace lockstep::bench {

inline btVector3 vector3(const Vec3& p) { return {p.x, p.y, p.z}; }

// Shapes in their local space.

struct LocalBox {
  btVector3 half_extents;
  btVector3 support(const btVector3& d) const {
    return {btFsels(d.x(), half_extents.x(), -half_extents.x()), btFsels(d.y(), half_extents.y(), -half_extents.y()),
            btFsels(d.z(), half_extents.z(), -half_extents.z())};
  }
};

struct LocalCapsule {
  btScalar half_length, radius;  // along y, as in Bullet
  btVector3 support(const btVector3& d) const {
    return btVector3(0, btFsels(d.y(), half_length, -half_length), 0) + d * (radius / d.length());
  }
};

struct LocalSegment {
  btScalar half_length;
  btVector3 support(const btVector3& d) const { return {0, btFsels(d.y(), half_length, -half_length), 0}; }
};

struct LocalHull {
  std::vector<btVector3> points;
  btVector3 support(const btVector3& d) const {
    btScalar furthest = 0;
    return points[static_cast<std::size_t>(d.maxDot(points.data(), static_cast<long>(points.size()), furthest))];
  }
};

/// A shape and its pose, with the templates' interface.
template <class Shape>
struct Posed {
  Shape shape;
  btTransform pose;
  const btTransform& getWorldTransform() const { return pose; }
  btVector3 getObjectCenterInWorld() const { return pose.getOrigin(); }
  btVector3 getLocalSupportWithMargin(const btVector3& d) const { return shape.support(d); }
};

struct ByGjk {
  template <class Shape>
  bool operator()(const Shape& a, const Shape& b) const {
    MinkowskiDiff<Shape> difference(a, b);
    difference.m_enableMargin = true;
    difference.m_toshape1 = b.pose.getBasis().transposeTimes(a.pose.getBasis());
    difference.m_toshape0 = a.pose.inverseTimes(b.pose);
    GJK<Shape> gjk(a, b);
    // The guess is a point of the difference, in the space of `a`.
    return gjk.Evaluate(difference, -difference.m_toshape0.getOrigin()) != eGjkValid;
  }
};

struct ByMpr {
  template <class Shape>
  bool operator()(const Shape& a, const Shape& b) const {
    const btMprCollisionDescription description;
    btMprSimplex_t portal;
    const int found = btDiscoverPortal(a, b, description, &portal);
    if (found != 0) return found > 0;  // -1: no. 1, 2: the origin lies on the portal's first point or edge.
    return btRefinePortal(a, b, description, &portal) == 0;
  }
};

}  // namespace lockstep::bench
