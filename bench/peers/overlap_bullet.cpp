// Bullet, in float.
//   bullet:       btDbvtBroadphase, the broad phase of its worlds: a tree of boxes, and a hash table of overlapping
//                 pairs, kept from frame to frame. Its collisions are deferred to one pass, which is faster if all
//                 objects move. All of its pairs are then decided.
//   bullet_dbvt:  the tree alone, btDbvt, queried for its own pairs in each frame.
// An object that leaves its box is inserted again, the others stay. The boxes' margin was chosen by trial: Bullet's
// 0.05 causes more insertions, a larger one more candidates. (Rebuilding the tree takes five times as long.) Spheres
// and circles are decided by a plain test, also two spheres among bodies, the other bodies by Bullet's MPR, stopped at
// yes or no (bullet.cpp); its GJK took 1.4 times as long here.
#include <algorithm>
#include <type_traits>

#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>

#include "methods/methods.hpp"
#include "peers/bullet_shapes.hpp"
#include "work/overlap_shapes.hpp"

namespace lockstep::bench {
namespace {

constexpr btScalar margin = 0.2F;

/// A body about its own origin. Its support function distinguishes the kinds, because Bullet's templates take one type
/// of shape.
struct LocalBody {
  BodyShape shape;
  std::vector<btVector3> points = {};

  btVector3 support(const btVector3& d) const {
    if (const auto* box = std::get_if<Box>(&shape)) return LocalBox{vector3(box->half_extents)}.support(d);
    if (const auto* sphere = std::get_if<Sphere>(&shape)) return d * (sphere->radius / d.length());
    if (const auto* capsule = std::get_if<Capsule>(&shape))
      return btVector3(0, 0, btFsels(d.z(), capsule->p1.z, capsule->p0.z)) + d * (capsule->radius / d.length());
    btScalar furthest = 0;
    return points[static_cast<std::size_t>(d.maxDot(points.data(), static_cast<long>(points.size()), furthest))];
  }
};

// The narrow phase of each kind of object: place(i, object) once a frame, overlap(i, j).

template <class Object>
class Narrow {
 public:
  template <class Columns>
  explicit Narrow(const Columns& objects) : objects_(objects.size()) {}
  void place(std::size_t i, const Object& object) { objects_[i] = object; }
  [[nodiscard]] bool overlap(std::size_t i, std::size_t j) const { return meet(objects_[i], objects_[j]); }

 private:
  std::vector<Object> objects_;
};

template <>
class Narrow<PlacedBody> {
 public:
  explicit Narrow(const BodyColumns& bodies) {
    for (const BodyShape& shape : bodies.what->shapes) {
      bodies_.push_back({{shape}, btTransform::getIdentity()});
      if (const auto* instance = std::get_if<HullInstance>(&shape))
        for (const Vec3& p : bodies.what->meshes[instance->mesh]) bodies_.back().shape.points.push_back(vector3(p));
    }
  }
  void place(std::size_t i, const PlacedBody& body) {
    const Quat& q = body.pose.rotation;
    bodies_[i].pose = btTransform(btQuaternion(q.x, q.y, q.z, q.w), vector3(body.pose.position));
  }
  [[nodiscard]] bool overlap(std::size_t i, std::size_t j) const {
    const auto *p = std::get_if<Sphere>(&bodies_[i].shape.shape), *q = std::get_if<Sphere>(&bodies_[j].shape.shape);
    if (p == nullptr || q == nullptr) return ByMpr{}(bodies_[i], bodies_[j]);
    const btScalar reach = p->radius + q->radius;
    return bodies_[i].pose.getOrigin().distance2(bodies_[j].pose.getOrigin()) <= reach * reach;
  }

 private:
  std::vector<Posed<LocalBody>> bodies_;
};

void* as_pointer(std::size_t i) { return reinterpret_cast<void*>(i); }
std::uint32_t as_index(const void* pointer) {
  return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(pointer));
}

/// The common part of both rows: all objects are placed, their boxes go to the broad phase, and candidates are decided.
template <class Columns>
class BulletMethod : public OverlapMethod {
 protected:
  explicit BulletMethod(const std::vector<Columns>& frames) : frames_(frames), narrow_(frames.front()) {}

  void decide(std::uint32_t i, std::uint32_t j) {
    if (narrow_.overlap(i, j)) pairs_.push_back({i, j});
  }
  /// Calls `move(i, low, high)` with the box about each object.
  template <class Move>
  void place_all(std::size_t frame, Move move) {
    for (std::size_t i = 0; i < frames_[frame].size(); ++i) {
      const auto one = object(frames_[frame], i);
      narrow_.place(i, one);
      const Aabb box = bounds(one);
      move(i, vector3(box.min), vector3(box.max));
    }
  }

 private:
  const std::vector<Columns>& frames_;
  Narrow<ObjectOf<Columns>> narrow_;
};

template <class Columns>
class BulletOverlap final : public BulletMethod<Columns> {
 public:
  explicit BulletOverlap(const std::vector<Columns>& frames) : BulletMethod<Columns>(frames) {
    gDbvtMargin = margin;
    broad_phase_.m_deferedcollide = true;
    this->place_all(0, [&](std::size_t i, const btVector3& low, const btVector3& high) {
      proxies_.push_back(broad_phase_.createProxy(low, high, SPHERE_SHAPE_PROXYTYPE, as_pointer(i), 1, 1, nullptr));
    });
    broad_phase_.optimize();
  }
  ~BulletOverlap() override {
    for (btBroadphaseProxy* proxy : proxies_) broad_phase_.destroyProxy(proxy, nullptr);
  }

  void run(std::size_t frame) override {
    this->place_all(frame, [&](std::size_t i, const btVector3& low, const btVector3& high) {
      broad_phase_.setAabb(proxies_[i], low, high, nullptr);
    });
    broad_phase_.calculateOverlappingPairs(nullptr);
    this->pairs_.clear();
    const btBroadphasePairArray& candidates = broad_phase_.getOverlappingPairCache()->getOverlappingPairArray();
    for (int k = 0; k < candidates.size(); ++k)
      this->decide(as_index(candidates[k].m_pProxy0->m_clientObject),
                   as_index(candidates[k].m_pProxy1->m_clientObject));
  }

 private:
  btDbvtBroadphase broad_phase_;
  std::vector<btBroadphaseProxy*> proxies_;
};

template <class Columns>
class DbvtOverlap final : public BulletMethod<Columns> {
 public:
  explicit DbvtOverlap(const std::vector<Columns>& frames) : BulletMethod<Columns>(frames) {
    this->place_all(0, [&](std::size_t i, const btVector3& low, const btVector3& high) {
      leaves_.push_back(tree_.insert(btDbvtVolume::FromMM(low, high), as_pointer(i)));
    });
    tree_.optimizeTopDown();
  }

  void run(std::size_t frame) override {
    this->place_all(frame, [&](std::size_t i, const btVector3& low, const btVector3& high) {
      btDbvtVolume volume = btDbvtVolume::FromMM(low, high);
      tree_.update(leaves_[i], volume, margin);
    });
    this->pairs_.clear();
    Candidates candidates(*this);
    tree_.collideTTpersistentStack(tree_.m_root, tree_.m_root, candidates);
  }

 private:
  struct Candidates : btDbvt::ICollide {
    explicit Candidates(DbvtOverlap& of) : owner(of) {}
    void Process(const btDbvtNode* a, const btDbvtNode* b) { owner.decide(as_index(a->data), as_index(b->data)); }
    DbvtOverlap& owner;
  };

  btDbvt tree_;
  std::vector<btDbvtNode*> leaves_;
};

template <template <class> class Overlap>
OverlapSceneMethod method(const char* name, Answers answers, bool bodies) {
  // With a million spheres neither of the two finished within 25 minutes.
  constexpr std::size_t most_objects = 100'000;
  const auto takes = [bodies](const OverlapSceneSpec& spec) {
    return !spec.series && spec.objects <= most_objects && (spec.kind == OverlapKind::bodies) == bodies;
  };
  return {name, answers, takes, [](const OverlapScene& scene, Isa) {
            return std::visit(
                []<class Columns>(const std::vector<Columns>& frames) -> std::unique_ptr<OverlapMethod> {
                  return std::make_unique<Overlap<Columns>>(frames);
                },
                scene.frames);
          }};
}

}  // namespace

std::vector<OverlapSceneMethod> bullet_overlap_methods() {
  return {method<BulletOverlap>("bullet", Answers::exact, false),
          method<BulletOverlap>("bullet", Answers::foreign, true),
          method<DbvtOverlap>("bullet_dbvt", Answers::exact, false),
          method<DbvtOverlap>("bullet_dbvt", Answers::foreign, true)};
}

}  // namespace lockstep::bench
