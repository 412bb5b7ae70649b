// Bullet's two templates over support mappings, in float. Both compile here, so that the supports are inlined; the
// shapes are of our own, because the packaged ones ask for their margin through a virtual call at every support.
//   bullet_gjk: the GJK of btGjkEpa3.h, stopped at "inside or not" (its callers go on to witness points).
//   bullet_mpr: the MPR of btMprPenetration.h, stopped after the portal is refined (its callers go on to a depth).
// They are Bullet's leanest yes or no. btGjkPairDetector and the box-box detector always compute contacts, which costs
// a multiple.
#include "methods/methods.hpp"
#include "peers/bullet_shapes.hpp"
#include "peers/pairs.hpp"

namespace lockstep::bench {
namespace {

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
