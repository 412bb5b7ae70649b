// Bullet's two templates over support mappings, in float. Both compile here, so that the supports are inlined; the
// shapes are of our own, because the packaged ones ask for their margin through a virtual call at every support.
//   bullet_gjk: the GJK of btGjkEpa3.h, stopped at "inside or not" (its callers go on to witness points).
//   bullet_mpr: the MPR of btMprPenetration.h, stopped after the portal is refined (its callers go on to a depth).
// They are Bullet's leanest yes or no. btGjkPairDetector and the box-box detector always compute contacts, which costs
// a multiple.
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa3.h>
#include <BulletCollision/NarrowPhaseCollision/btMprPenetration.h>

#include "../methods.hpp"
#include "pairs.hpp"

namespace lockstep::bench {
namespace {

btVector3 vector3(const Vec3& p) { return {p.x, p.y, p.z}; }

// Shapes in their local space.

struct LocalBox {
  btVector3 half_extents;
  btVector3 support(const btVector3& d) const {
    return {btFsels(d.x(), half_extents.x(), -half_extents.x()), btFsels(d.y(), half_extents.y(), -half_extents.y()),
            btFsels(d.z(), half_extents.z(), -half_extents.z())};
  }
};

struct LocalCapsule {
  btScalar half_length, radius;  // along y, as Bullet has it
  btVector3 support(const btVector3& d) const {
    return btVector3(0, btFsels(d.y(), half_length, -half_length), 0) + d * (radius / d.length());
  }
};

struct LocalHull {
  std::vector<btVector3> points;
  btVector3 support(const btVector3& d) const {
    btScalar furthest = 0;
    return points[static_cast<std::size_t>(d.maxDot(points.data(), static_cast<long>(points.size()), furthest))];
  }
};

/// A shape and where it is, as the templates want to see it.
template <class Shape>
struct Posed {
  Shape shape;
  btTransform pose;
  const btTransform& getWorldTransform() const { return pose; }
  btVector3 getObjectCenterInWorld() const { return pose.getOrigin(); }
  btVector3 getLocalSupportWithMargin(const btVector3& d) const { return shape.support(d); }
};

Posed<LocalBox> posed(const Box& box) {
  btQuaternion rotation(box.rotation.x, box.rotation.y, box.rotation.z, box.rotation.w);
  return {{vector3(box.half_extents)}, btTransform(rotation.normalized(), vector3(box.center))};
}

Posed<LocalCapsule> posed(const Capsule& capsule) {
  const btVector3 p0 = vector3(capsule.p0), p1 = vector3(capsule.p1);
  const btVector3 axis = p1 - p0;
  const btQuaternion rotation = shortestArcQuat(btVector3(0, 1, 0), axis.normalized());
  return {{axis.length() / 2, capsule.radius}, btTransform(rotation, (p0 + p1) / 2)};
}

/// Around the mean vertex, as a user would store it.
Posed<LocalHull> posed(const ConvexHull& hull) {
  btVector3 center(0, 0, 0);
  for (const Vec3& p : hull.vertices) center += vector3(p) / static_cast<float>(hull.vertices.size());
  LocalHull shape;
  for (const Vec3& p : hull.vertices) shape.points.push_back(vector3(p) - center);
  return {std::move(shape), btTransform(btQuaternion::getIdentity(), center)};
}

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

template <class Decide>
std::unique_ptr<Method> pairs_by(const PairWorkload& workload, Isa) {
  return std::visit(
      [&]<class Source>(const Source& source) -> std::unique_ptr<Method> {
        if constexpr (std::is_same_v<Source, std::vector<Sphere>>) {
          return nullptr;
        } else {
          return peer_pairs(
              source, workload, [](const auto& shape) { return posed(shape); }, Decide{});
        }
      },
      workload.shapes);
}

}  // namespace

std::vector<PairMethod> bullet_methods() {
  const auto not_spheres = [](const PairWorkloadSpec& w) { return w.kind != PairKind::sphere; };
  return {{"bullet_gjk", Answers::foreign, not_spheres, pairs_by<ByGjk>},
          {"bullet_mpr", Answers::foreign, not_spheres, pairs_by<ByMpr>}};
}

}  // namespace lockstep::bench
