// Bullet against static levels, in float.
//   boxes:      btDbvt, built top down, queried for the boxes that one box meets. Spheres and boxes are decided by the
//               plain test, capsules and boxes by Bullet's MPR, stopped at yes or no (bullet.cpp).
//   triangles:  btBvhTriangleMeshShape with its quantised tree (without, 1.2 times as long), and a closed form in the
//               callback: its own collision of shape and triangle computes contacts.
#include <algorithm>

#include <BulletCollision/BroadphaseCollision/btDbvt.h>
#include <BulletCollision/CollisionShapes/btBvhTriangleMeshShape.h>
#include <BulletCollision/CollisionShapes/btTriangleIndexVertexArray.h>

#include "methods/level_method.hpp"
#include "peers/bullet_shapes.hpp"

namespace lockstep::bench {
namespace {

/// Bullet's templates take one type of shape.
struct LocalBody {
  btVector3 half_extents;
  btScalar radius = 0;  // of a capsule, whose segment has these half extents
  btVector3 support(const btVector3& d) const {
    const btVector3 corner = LocalBox{half_extents}.support(d);
    return radius > 0 ? corner + d * (radius / d.length()) : corner;
  }
};

Posed<LocalBody> posed(const Aabb& box) {
  const btVector3 low = vector3(box.min), high = vector3(box.max);
  return {{(high - low) / 2}, btTransform(btQuaternion::getIdentity(), (low + high) / 2)};
}

/// Along y, as in Bullet.
Posed<LocalBody> posed(const Capsule& capsule) {
  const btVector3 p0 = vector3(capsule.p0), p1 = vector3(capsule.p1), axis = p1 - p0;
  const btQuaternion rotation = shortestArcQuat(btVector3(0, 1, 0), axis.normalized());
  return {{btVector3(0, axis.length() / 2, 0), capsule.radius}, btTransform(rotation, (p0 + p1) / 2)};
}

struct Bounds {
  btVector3 low, high;
};

Bounds bounds(const btVector3& p, const btVector3& q, btScalar radius) {
  btVector3 low = p, high = p;
  low.setMin(q), high.setMax(q);
  const btVector3 reach(radius, radius, radius);
  return {low - reach, high + reach};
}
Bounds bounds(const Capsule& capsule) { return bounds(vector3(capsule.p0), vector3(capsule.p1), capsule.radius); }

class BulletBoxes final : public BoxLevelMethod {
 public:
  explicit BulletBoxes(const BoxLevel& level) : level_(level) {
    for (std::size_t i = 0; i < level.boxes.size(); ++i) {
      const Aabb box = level.boxes[i];
      tree_.insert(btDbvtVolume::FromMM(vector3(box.min), vector3(box.max)), reinterpret_cast<void*>(i));
      boxes_.push_back(posed(box));
    }
    tree_.optimizeTopDown();
    for (const Capsule& capsule : level.capsules) capsules_.push_back(posed(capsule));
  }

  void ask_sphere(std::size_t sphere, std::vector<std::uint32_t>& found) override {
    found.clear();
    const Sphere& asked = level_.spheres[sphere];
    const btVector3 center = vector3(asked.center);
    collide(bounds(center, center, asked.radius), [&](std::uint32_t box) {
      if (meet(asked, level_.boxes[box])) found.push_back(box);
    });
  }

  void ask_capsules(ObjectLists& lists) override {
    write_lists(lists, capsules_.size(), [&](std::size_t i) {
      collide(bounds(level_.capsules[i]), [&](std::uint32_t box) {
        if (ByMpr{}(capsules_[i], boxes_[box])) lists.objects.push_back(box);
      });
    });
  }

 private:
  /// Calls decide(box) for each box that meets these bounds.
  template <class Decide>
  void collide(const Bounds& asked, const Decide& decide) {
    struct Each final : btDbvt::ICollide {
      explicit Each(const Decide& to) : decide(to) {}
      void Process(const btDbvtNode* leaf) {
        decide(static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(leaf->data)));
      }
      const Decide& decide;
    } each(decide);
    tree_.collideTVNoStackAlloc(tree_.m_root, btDbvtVolume::FromMM(asked.low, asked.high), stack_, each);
  }

  const BoxLevel& level_;
  btDbvt tree_;
  btNodeStack stack_;
  std::vector<Posed<LocalBody>> boxes_, capsules_;
};

// Closed form of a segment and a triangle.

struct Segment {
  btVector3 from, way;
};

/// Source: Ericson, Real-Time Collision Detection, 5.1.9, for segments of positive length.
btScalar squared_distance(const Segment& p, const Segment& q) {
  const btVector3 between = p.from - q.from;
  const btScalar a = p.way.length2(), e = q.way.length2(), b = p.way.dot(q.way), c = p.way.dot(between),
                 f = q.way.dot(between), parallel = a * e - b * b;
  const auto on_segment = [](btScalar s) { return std::clamp<btScalar>(s, 0, 1); };
  btScalar s = parallel > 0 ? on_segment((b * f - c * e) / parallel) : 0;
  const btScalar t = on_segment((b * s + f) / e);
  s = on_segment((b * t - c) / a);
  return (between + p.way * s - q.way * t).length2();
}

/// Whether a capsule's segment is within its radius of a triangle: over its face, through it, or at its edges.
bool meets(const Segment& axis, btScalar radius, const btVector3* corners) {
  const btVector3 &a = corners[0], &b = corners[1], &c = corners[2], normal = (b - a).cross(c - a);
  const auto over_face = [&](const btVector3& p) {
    return normal.dot((b - a).cross(p - a)) >= 0 && normal.dot((c - b).cross(p - b)) >= 0 &&
           normal.dot((a - c).cross(p - c)) >= 0;
  };
  const btScalar from = normal.dot(axis.from - a), to = from + normal.dot(axis.way), square = radius * radius;
  const btScalar reach = square * normal.length2();
  if (from * to <= 0 && from != to && over_face(axis.from + axis.way * (from / (from - to)))) return true;
  if (from * from <= reach && over_face(axis.from)) return true;
  if (to * to <= reach && over_face(axis.from + axis.way)) return true;
  return squared_distance(axis, {a, b - a}) <= square || squared_distance(axis, {b, c - b}) <= square ||
         squared_distance(axis, {c, a - c}) <= square;
}

class BulletTriangles final : public LevelMethod {
 public:
  explicit BulletTriangles(const TriangleLevel& level)
      : level_(level),
        vertices_(level.vertices),
        indices_(level.indices.begin(), level.indices.end()),
        arrays_(static_cast<int>(level.triangle_count()), indices_.data(), 3 * sizeof(int),
                static_cast<int>(vertices_.size()), &vertices_[0].x, sizeof(Vec3)),
        mesh_(&arrays_, true) {}

  void ask_capsules(ObjectLists& lists) override {
    struct Each final : btTriangleCallback {
      explicit Each(std::vector<std::uint32_t>& into) : found(into) {}
      void processTriangle(btVector3* corners, int, int triangle) override {
        if (meets(axis, radius, corners)) found.push_back(static_cast<std::uint32_t>(triangle));
      }
      std::vector<std::uint32_t>& found;
      Segment axis{};
      btScalar radius = 0;
    } each(lists.objects);
    write_lists(lists, level_.capsules.size(), [&](std::size_t i) {
      const Capsule& capsule = level_.capsules[i];
      each.axis = {vector3(capsule.p0), vector3(capsule.p1) - vector3(capsule.p0)}, each.radius = capsule.radius;
      const Bounds box = bounds(capsule);
      mesh_.processAllTriangles(&each, box.low, box.high);
    });
  }

 private:
  const TriangleLevel& level_;
  std::vector<Vec3> vertices_;
  std::vector<int> indices_;
  btTriangleIndexVertexArray arrays_;
  btBvhTriangleMeshShape mesh_;
};

}  // namespace

BoxLevelMethodSpec bullet_box_level_method() {
  return {"bullet", [](const BoxLevel& level, Isa) -> std::unique_ptr<BoxLevelMethod> {
            return std::make_unique<BulletBoxes>(level);
          }};
}

TriangleLevelMethodSpec bullet_triangle_level_method() {
  return {"bullet", [](const TriangleLevel& level, Isa) -> std::unique_ptr<LevelMethod> {
            return std::make_unique<BulletTriangles>(level);
          }};
}

}  // namespace lockstep::bench
