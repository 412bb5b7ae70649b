// Bullet's two templates over support mappings, in float. Both compile here, so that the supports are inlined; the
// shapes are our own, because the packaged ones read their margin through a virtual call at every support.
//   bullet_gjk: the GJK of btGjkEpa3.h, stopped at "inside or not" (its callers continue to witness points).
//   bullet_mpr: the MPR of btMprPenetration.h, stopped after the portal is refined (its callers continue to a depth).
// They are Bullet's leanest yes or no. btGjkPairDetector and the box-box detector always compute contacts, which costs
// a multiple. For distances:
//   bullet_gjk: btGjkEpaSolver3_Distance, and btGjkEpaSolver3_Penetration if that finds an overlap, which is what
//     btGjkEpaSolver2::SignedDistance does, as templates. Capsules are segments with a margin, as in Bullet.
//   bullet_boxes: btBoxBoxDetector, 15 axes and contacts: the deepest contact of an overlap; for a gap it only reports
//     that there is one.
// For contacts:
//   bullet_boxes: the same detector, and all contacts that it finds, up to four, stored.
#include <array>
#include <variant>

#include <BulletCollision/CollisionDispatch/btBoxBoxDetector.h>
#include <BulletCollision/CollisionShapes/btBoxShape.h>

#include "methods/methods.hpp"
#include "peers/bullet_shapes.hpp"
#include "peers/pairs.hpp"

namespace lockstep::bench {
namespace {

Posed<LocalBox> posed(const Box& box) {
  btQuaternion rotation(box.rotation.x, box.rotation.y, box.rotation.z, box.rotation.w);
  return {{vector3(box.half_extents)}, btTransform(rotation.normalized(), vector3(box.center))};
}

Posed<LocalBox> posed(const Aabb& box) {
  const btVector3 low = vector3(box.min), high = vector3(box.max);
  return {{(high - low) / 2}, btTransform(btQuaternion::getIdentity(), (low + high) / 2)};
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

// Mixed kinds: one type that distinguishes them, because Bullet's templates take one type of shape.

/// Along y, as in Bullet.
struct LocalCylinder {
  btScalar half_length, radius;
  btVector3 support(const btVector3& d) const {
    const btScalar across = btSqrt(d.x() * d.x() + d.z() * d.z()), scale = across > 0 ? radius / across : 0;
    return {d.x() * scale, btFsels(d.y(), half_length, -half_length), d.z() * scale};
  }
};

struct LocalRounded {
  LocalHull hull;
  btScalar radius;
  btVector3 support(const btVector3& d) const { return hull.support(d) + d * (radius / d.length()); }
};

struct LocalMixed {
  std::variant<LocalBox, LocalCapsule, LocalSegment, LocalCylinder, LocalHull, LocalRounded> shape;
  btVector3 support(const btVector3& d) const {
    return std::visit([&](const auto& one) { return one.support(d); }, shape);
  }
};

Posed<LocalCylinder> posed(const Cylinder& cylinder) {
  const auto along = posed(Capsule{cylinder.p0, cylinder.p1, cylinder.radius});
  return {{along.shape.half_length, along.shape.radius}, along.pose};
}

Posed<LocalRounded> posed(const RoundedHull& rounded) {
  auto hull = posed(ConvexHull{rounded.vertices});
  return {{std::move(hull.shape), rounded.radius}, hull.pose};
}

template <class Shape>
Posed<LocalMixed> any(Posed<Shape> one) {
  return {{std::move(one.shape)}, one.pose};
}
Posed<LocalMixed> posed(const MixedShape& shape) {
  return std::visit([](const auto& one) { return any(posed(one)); }, shape);
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

// Distances.

template <class Shape>
struct WithMargin {
  Posed<Shape> core;
  btScalar margin;
};

WithMargin<LocalBox> with_margin(const Aabb& box) { return {posed(box), 0}; }
WithMargin<LocalBox> with_margin(const Box& box) { return {posed(box), 0}; }
WithMargin<LocalHull> with_margin(const ConvexHull& hull) { return {posed(hull), 0}; }
WithMargin<LocalSegment> with_margin(const Capsule& capsule) {
  const auto whole = posed(capsule);
  return {{{whole.shape.half_length}, whole.pose}, whole.shape.radius};
}

WithMargin<LocalCylinder> with_margin(const Cylinder& cylinder) { return {posed(cylinder), 0}; }
WithMargin<LocalHull> with_margin(const RoundedHull& rounded) {
  return {posed(ConvexHull{rounded.vertices}), rounded.radius};
}
WithMargin<LocalMixed> with_margin(const MixedShape& shape) {
  return std::visit(
      [](const auto& one) -> WithMargin<LocalMixed> {
        auto found = with_margin(one);
        return {any(std::move(found.core)), found.margin};
      },
      shape);
}

template <class Shape>
Interval signed_distance(const WithMargin<Shape>& a, const WithMargin<Shape>& b) {
  const btTransform& pose = a.core.pose;
  // A point of the difference, in the space of `a`; for an overlap Bullet takes its opposite.
  const btVector3 guess = pose.getBasis().transpose() * (pose.getOrigin() - b.core.pose.getOrigin());
  btGjkEpaSolver3::sResults found;
  if (!btGjkEpaSolver3_Distance(a.core, b.core, guess, found) &&
      !btGjkEpaSolver3_Penetration(a.core, b.core, -guess, found))
    return nothing_known;
  return exactly(double{found.distance} - double{a.margin} - double{b.margin});
}

struct PosedBox {
  btBoxShape shape;
  btTransform pose;
};

PosedBox posed_box(const Box& box) { return {btBoxShape(vector3(box.half_extents)), posed(box).pose}; }

/// The deepest contact.
struct Deepest final : btDiscreteCollisionDetectorInterface::Result {
  Interval distance = some_gap;
  void setShapeIdentifiersA(int, int) override {}
  void setShapeIdentifiersB(int, int) override {}
  void addContactPoint(const btVector3&, const btVector3&, btScalar depth) override {
    if (double{depth} < distance.lower) distance = exactly(double{depth});
  }
};

void find_contacts(const PosedBox& a, const PosedBox& b, btDiscreteCollisionDetectorInterface::Result& result) {
  btDiscreteCollisionDetectorInterface::ClosestPointInput input;
  input.m_transformA = a.pose;
  input.m_transformB = b.pose;
  btBoxBoxDetector(&a.shape, &b.shape).getClosestPoints(input, result, nullptr);
}

Interval by_contacts(const PosedBox& a, const PosedBox& b) {
  Deepest deepest;
  find_contacts(a, b, deepest);
  return deepest.distance;
}

/// The contacts themselves, as many as the detector is asked for.
struct BoxContacts {
  struct Contact {
    btVector3 normal, on_b;
    btScalar depth;
  };
  std::array<Contact, 4> contacts;
  std::size_t count = 0;

  explicit operator Interval() const {
    if (count == 0) return some_gap;
    btScalar deepest = contacts[0].depth;
    for (std::size_t i = 1; i < count; ++i) deepest = std::min(deepest, contacts[i].depth);
    return exactly(double{deepest});
  }
};

struct AllContacts final : btDiscreteCollisionDetectorInterface::Result {
  BoxContacts found;
  void setShapeIdentifiersA(int, int) override {}
  void setShapeIdentifiersB(int, int) override {}
  void addContactPoint(const btVector3& normal, const btVector3& on_b, btScalar depth) override {
    if (found.count < found.contacts.size()) found.contacts[found.count++] = {normal, on_b, depth};
  }
};

BoxContacts all_contacts(const PosedBox& a, const PosedBox& b) {
  AllContacts all;
  find_contacts(a, b, all);
  return all.found;
}

std::unique_ptr<DistanceMethod> distances_by_gjk(const PairWorkload& workload, Isa) {
  return std::visit(
      [&]<class Source>(const Source& source) -> std::unique_ptr<DistanceMethod> {
        if constexpr (std::is_same_v<Source, std::vector<Sphere>>) {
          return nullptr;
        } else {
          return peer_distances(
              source, workload, [](const auto& shape) { return with_margin(shape); },
              [](const auto& a, const auto& b) { return signed_distance(a, b); });
        }
      },
      workload.shapes);
}

std::unique_ptr<DistanceMethod> distances_of_boxes(const PairWorkload& workload, Isa) {
  return peer_distances(std::get<std::vector<Box>>(workload.shapes), workload, posed_box, by_contacts);
}

std::unique_ptr<DistanceMethod> contacts_of_boxes(const PairWorkload& workload, Isa) {
  return peer_distances(std::get<std::vector<Box>>(workload.shapes), workload, posed_box, all_contacts);
}

bool no_spheres(const PairWorkloadSpec& spec) { return spec.kind != PairKind::sphere; }
bool has_boxes(const PairWorkloadSpec& spec) { return spec.kind == PairKind::box; }

}  // namespace

std::vector<PairDistanceMethod> bullet_distance_methods() {
  return {{"bullet_gjk", Answers::foreign, no_spheres, distances_by_gjk},
          {"bullet_boxes", Answers::foreign, has_boxes, distances_of_boxes}};
}

std::vector<PairDistanceMethod> bullet_contact_methods() {
  return {{"bullet_boxes", Answers::foreign, has_boxes, contacts_of_boxes}};
}

std::vector<PairMethod> bullet_methods() {
  return {{"bullet_gjk", Answers::foreign, no_spheres, pairs_by<ByGjk>},
          {"bullet_mpr", Answers::foreign, no_spheres, pairs_by<ByMpr>}};
}

}  // namespace lockstep::bench
