// FCL against static levels, in double, the precision in which it is used and packaged.
//   boxes:      DynamicAABBTreeCollisionManager, queried with one object after the other. Spheres and boxes are decided
//               by the plain test in the tree's callback, capsules and boxes by fcl::collide without contacts.
//   triangles:  a BVHModel of OBB volumes, as fcl::collide takes it: for all triangles, without contacts. (OBBRSS takes
//               1.4 times as long.)
#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/math/bv/OBB.h>
#include <fcl/narrowphase/collision.h>

#include "methods/level_method.hpp"
#include "peers/fcl_shapes.hpp"

namespace lockstep::bench {
namespace {

using Object = fcl::CollisionObjectd;

template <class Shape>
Object object_of(const FclShape<Shape>& posed) {
  return Object(std::make_shared<Shape>(posed.shape), posed.pose);
}

class FclBoxes final : public BoxLevelMethod {
 public:
  explicit FclBoxes(const BoxLevel& level) : level_(level) {
    std::vector<Object*> all;
    boxes_.reserve(level.boxes.size());
    for (std::size_t i = 0; i < level.boxes.size(); ++i) {
      boxes_.push_back(object_of(posed(level.boxes[i])));
      all.push_back(&boxes_.back());
    }
    tree_.registerObjects(all);
    tree_.setup();
    for (const Sphere& sphere : level.spheres) spheres_.push_back(object_of(posed(sphere)));
    for (const Capsule& capsule : level.capsules) capsules_.push_back(object_of(posed(capsule)));
  }

  void ask_sphere(std::size_t sphere, std::vector<std::uint32_t>& found) override {
    found.clear();
    const Sphere& asked = level_.spheres[sphere];
    collide(spheres_[sphere], [&](std::uint32_t box) {
      if (meet(asked, level_.boxes[box])) found.push_back(box);
    });
  }

  void ask_capsules(ObjectLists& lists) override {
    write_lists(lists, capsules_.size(), [&](std::size_t i) {
      collide(capsules_[i], [&](std::uint32_t box) {
        fcl::CollisionResultd result;
        if (fcl::collide(&capsules_[i], &boxes_[box], fcl::CollisionRequestd(1, false), result) > 0)
          lists.objects.push_back(box);
      });
    });
  }

 private:
  /// Calls decide(box) for each box whose bounds overlap.
  template <class Decide>
  void collide(Object& asked, const Decide& decide) const {
    struct Call {
      const FclBoxes& self;
      const Object* asked;
      const Decide& decide;
    } call{*this, &asked, decide};
    tree_.collide(&asked, &call, [](Object* a, Object* b, void* data) {
      const Call& to = *static_cast<const Call*>(data);
      to.decide(static_cast<std::uint32_t>((a == to.asked ? b : a) - to.self.boxes_.data()));
      return false;  // go on
    });
  }

  const BoxLevel& level_;
  std::vector<Object> boxes_, spheres_, capsules_;
  fcl::DynamicAABBTreeCollisionManagerd tree_;
};

class FclTriangles final : public LevelMethod {
 public:
  explicit FclTriangles(const TriangleLevel& level) {
    make_model(level.vertices, level.indices, mesh_);
    for (const Capsule& capsule : level.capsules) capsules_.push_back(posed(capsule));
  }

  void ask_capsules(ObjectLists& lists) override {
    const fcl::Transform3d still = fcl::Transform3d::Identity();
    write_lists(lists, capsules_.size(), [&](std::size_t i) {
      fcl::CollisionResultd result;
      fcl::collide(&mesh_, still, &capsules_[i].shape, capsules_[i].pose, fcl::CollisionRequestd(all, false), result);
      for (std::size_t k = 0; k < result.numContacts(); ++k)
        lists.objects.push_back(static_cast<std::uint32_t>(result.getContact(k).b1));
    });
  }

 private:
  static constexpr std::size_t all = 1000;
  fcl::BVHModel<fcl::OBBd> mesh_;
  std::vector<FclShape<fcl::Capsuled>> capsules_;
};

}  // namespace

BoxLevelMethodSpec fcl_box_level_method() {
  return {"fcl", [](const BoxLevel& level, Isa) -> std::unique_ptr<BoxLevelMethod> {
            return std::make_unique<FclBoxes>(level);
          }};
}

TriangleLevelMethodSpec fcl_triangle_level_method() {
  return {"fcl", [](const TriangleLevel& level, Isa) -> std::unique_ptr<LevelMethod> {
            return std::make_unique<FclTriangles>(level);
          }};
}

}  // namespace lockstep::bench
