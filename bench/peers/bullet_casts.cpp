// Bullet's casts of convex shapes, in float. Both shapes are btConvexShapes, which it queries through virtual calls.
//   bullet: btSubsimplexConvexCast, with which btCollisionWorld casts rays; as there, a ray is a sphere without a
//     radius.
//   bullet_continuous: btContinuousConvexCollision, conservative advancement by the GJK and the EPA of its pairs, with
//     which btDiscreteDynamicsWorld moves fast bodies.
#include <memory>

#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btCapsuleShape.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btSubSimplexConvexCast.h>

#include "methods/methods.hpp"
#include "peers/bullet_shapes.hpp"

namespace lockstep::bench {
namespace {

struct PosedConvex {
  std::unique_ptr<btConvexShape> shape;
  btTransform pose;
};

btTransform at(const btVector3& position, const btQuaternion& rotation = btQuaternion::getIdentity()) {
  return btTransform(rotation, position);
}

PosedConvex convex(const Sphere& s) { return {std::make_unique<btSphereShape>(s.radius), at(vector3(s.center))}; }
PosedConvex convex(const Aabb& box) {
  const btVector3 low = vector3(box.min), high = vector3(box.max);
  return {std::make_unique<btBoxShape>((high - low) / 2), at((low + high) / 2)};
}
PosedConvex convex(const Box& box) {
  const btQuaternion rotation(box.rotation.x, box.rotation.y, box.rotation.z, box.rotation.w);
  return {std::make_unique<btBoxShape>(vector3(box.half_extents)), at(vector3(box.center), rotation.normalized())};
}
PosedConvex convex(const Capsule& capsule) {
  const btVector3 p0 = vector3(capsule.p0), p1 = vector3(capsule.p1), axis = p1 - p0;
  return {std::make_unique<btCapsuleShape>(capsule.radius, axis.length()),
          at((p0 + p1) / 2, shortestArcQuat(btVector3(0, 1, 0), axis.normalized()))};
}
/// Around the mean vertex, as a user would store it, and without the margin that Bullet adds to hulls.
PosedConvex convex(const ConvexHull& hull) {
  btVector3 center(0, 0, 0);
  for (const Vec3& p : hull.vertices) center += vector3(p) / static_cast<float>(hull.vertices.size());
  auto shape = std::make_unique<btConvexHullShape>();
  for (const Vec3& p : hull.vertices) shape->addPoint(vector3(p) - center, false);
  shape->recalcLocalAabb();
  shape->setMargin(0);
  return {std::move(shape), at(center)};
}

struct Subsimplex {
  btVoronoiSimplexSolver simplex;
  bool operator()(const PosedConvex& a, const btTransform& end, const PosedConvex& b,
                  btConvexCast::CastResult& result) {
    btSubsimplexConvexCast caster(a.shape.get(), b.shape.get(), &simplex);
    return caster.calcTimeOfImpact(a.pose, end, b.pose, b.pose, result);
  }
};

struct Continuous {
  btVoronoiSimplexSolver simplex;
  btGjkEpaPenetrationDepthSolver depth;
  bool operator()(const PosedConvex& a, const btTransform& end, const PosedConvex& b,
                  btConvexCast::CastResult& result) {
    btContinuousConvexCollision caster(a.shape.get(), b.shape.get(), &simplex, &depth);
    return caster.calcTimeOfImpact(a.pose, end, b.pose, b.pose, result);
  }
};

template <class Caster>
class BulletCasts final : public CastMethod {
 public:
  explicit BulletCasts(const CastWorkload& workload) : pairs_(workload.pairs), found_(pairs_.size()) {
    std::visit(
        [&](const auto& source) {
          for (std::size_t i = 0; i < source.size(); ++i) shapes_.push_back(convex(source[i]));
        },
        workload.shapes);
    for (const Ray& ray : workload.rays) {
      rays_.push_back(convex(Sphere{ray.origin, 0}));
      motions_.push_back(vector3(ray.motion));
    }
    for (const Vec3& motion : workload.motions) motions_.push_back(vector3(motion));
  }

  void run() override {
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      const Pair& pair = pairs_[i];
      const PosedConvex& a = rays_.empty() ? shapes_[pair.a] : rays_[pair.a];
      btConvexCast::CastResult result;
      btTransform end = a.pose;
      end.setOrigin(end.getOrigin() + motions_[i]);
      const bool hits = caster_(a, end, shapes_[pair.b], result);
      found_[i] = hits ? result.m_fraction : BT_LARGE_FLOAT;
    }
  }
  Interval fractions(std::size_t query) const override {
    return found_[query] <= 1 ? hit_at(double{found_[query]}) : miss;
  }

 private:
  Caster caster_;
  std::vector<PosedConvex> shapes_, rays_;
  std::vector<btVector3> motions_;
  const std::vector<Pair>& pairs_;
  std::vector<btScalar> found_;
};

template <class Caster>
std::unique_ptr<CastMethod> casts_by(const CastWorkload& workload, Isa) {
  return std::make_unique<BulletCasts<Caster>>(workload);
}

}  // namespace

std::vector<ShapeCastMethod> bullet_cast_methods() {
  const auto every = [](const CastWorkloadSpec&) { return true; };
  return {{"bullet", Answers::foreign, every, casts_by<Subsimplex>},
          {"bullet_continuous", Answers::foreign, every, casts_by<Continuous>}};
}

}  // namespace lockstep::bench
