// FCL: DynamicAABBTreeCollisionManager, in double, the precision in which it is used and packaged. Each frame moves all
// of its objects, refits the tree and queries it for its own pairs. Rebuilding the tree each frame takes two to three
// times as long, the manager with the tree in an array a third more. Spheres and circles are decided by a plain test in
// the tree's callback, bodies by fcl::collide without contacts.
#include <memory>
#include <type_traits>

#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/capsule.h>
#include <fcl/geometry/shape/convex.h>
#include <fcl/geometry/shape/sphere.h>
#include <fcl/narrowphase/collision.h>

#include "methods/methods.hpp"
#include "work/overlap_shapes.hpp"

namespace lockstep::bench {
namespace {

using Geometry = std::shared_ptr<fcl::CollisionGeometryd>;

fcl::Vector3d vector3(const Vec3& p) { return {double{p.x}, double{p.y}, double{p.z}}; }

Geometry geometry(const Sphere& s) { return std::make_shared<fcl::Sphered>(double{s.radius}); }
Geometry geometry(const Circle2& c) { return std::make_shared<fcl::Sphered>(double{c.radius}); }
Geometry geometry(const Box& b) { return std::make_shared<fcl::Boxd>(2 * vector3(b.half_extents)); }
Geometry geometry(const Capsule& c) { return std::make_shared<fcl::Capsuled>(double{c.radius}, 2 * double{c.p1.z}); }
/// Up to 32 vertices FCL scans them, so the hull needs no faces.
Geometry geometry(const std::vector<Vec3>& mesh) {
  auto points = std::make_shared<std::vector<fcl::Vector3d>>();
  for (const Vec3& p : mesh) points->push_back(vector3(p));
  return std::make_shared<fcl::Convexd>(points, 0, std::make_shared<std::vector<int>>());
}

/// One for each object, or one for all instances of a mesh.
template <class Columns>
std::vector<Geometry> geometries(const Columns& objects) {
  std::vector<Geometry> found;
  for (std::size_t i = 0; i < objects.size(); ++i) found.push_back(geometry(object(objects, i)));
  return found;
}
std::vector<Geometry> geometries(const BodyColumns& bodies) {
  std::vector<Geometry> meshes, found;
  for (const std::vector<Vec3>& mesh : bodies.what->meshes) meshes.push_back(geometry(mesh));
  for (const BodyShape& body : bodies.what->shapes) {
    if (const auto* instance = std::get_if<HullInstance>(&body)) found.push_back(meshes[instance->mesh]);
    if (const auto* sphere = std::get_if<Sphere>(&body)) found.push_back(geometry(*sphere));
    if (const auto* box = std::get_if<Box>(&body)) found.push_back(geometry(*box));
    if (const auto* capsule = std::get_if<Capsule>(&body)) found.push_back(geometry(*capsule));
  }
  return found;
}

void place(fcl::CollisionObjectd& at, const Sphere& s) { at.setTranslation(vector3(s.center)); }
void place(fcl::CollisionObjectd& at, const Circle2& c) {
  at.setTranslation({double{c.center.x}, double{c.center.y}, 0});
}
void place(fcl::CollisionObjectd& at, const PlacedBody& body) {
  const Quat& q = body.pose.rotation;
  at.setTransform(fcl::Quaterniond(double{q.w}, double{q.x}, double{q.y}, double{q.z}).normalized(),
                  vector3(body.pose.position));
}

template <class Columns>
class FclOverlap final : public OverlapMethod {
 public:
  explicit FclOverlap(const std::vector<Columns>& frames) : frames_(frames) {
    objects_.reserve(frames.front().size());
    for (const Geometry& geometry : geometries(frames.front())) {
      objects_.emplace_back(geometry);
      all_.push_back(&objects_.back());
    }
    move_all(frames.front());
    manager_.registerObjects(all_);
  }

  void run(std::size_t frame) override {
    move_all(frames_[frame]);
    manager_.update();
    pairs_.clear();
    manager_.collide(this, [](fcl::CollisionObjectd* a, fcl::CollisionObjectd* b, void* self) {
      static_cast<FclOverlap*>(self)->decide(a, b);
      return false;  // go on
    });
  }

 private:
  void move_all(const Columns& objects) {
    placed_.clear();
    for (std::size_t i = 0; i < objects.size(); ++i) {
      placed_.push_back(object(objects, i));
      place(objects_[i], placed_.back());
      objects_[i].computeAABB();
    }
  }
  void decide(const fcl::CollisionObjectd* a, const fcl::CollisionObjectd* b) {
    const auto i = static_cast<std::uint32_t>(a - objects_.data()), j = static_cast<std::uint32_t>(b - objects_.data());
    if (overlap(i, j)) pairs_.push_back({i, j});
  }
  [[nodiscard]] bool overlap(std::uint32_t i, std::uint32_t j) const {
    if constexpr (std::is_same_v<Columns, BodyColumns>) {
      fcl::CollisionResultd result;
      return fcl::collide(&objects_[i], &objects_[j], fcl::CollisionRequestd(1, false), result) > 0;
    } else {
      return meet(placed_[i], placed_[j]);
    }
  }

  const std::vector<Columns>& frames_;
  std::vector<fcl::CollisionObjectd> objects_;
  std::vector<fcl::CollisionObjectd*> all_;
  std::vector<ObjectOf<Columns>> placed_;
  fcl::DynamicAABBTreeCollisionManagerd manager_;
};

OverlapSceneMethod method(Answers answers, bool bodies) {
  const auto takes = [bodies](const OverlapSceneSpec& spec) {
    return !spec.series && (spec.kind == OverlapKind::bodies) == bodies;
  };
  return {"fcl", answers, takes, [](const OverlapScene& scene, Isa) {
            return std::visit(
                []<class Columns>(const std::vector<Columns>& frames) -> std::unique_ptr<OverlapMethod> {
                  return std::make_unique<FclOverlap<Columns>>(frames);
                },
                scene.frames);
          }};
}

}  // namespace

std::vector<OverlapSceneMethod> fcl_overlap_methods() {
  return {method(Answers::exact, false), method(Answers::foreign, true)};
}

}  // namespace lockstep::bench
