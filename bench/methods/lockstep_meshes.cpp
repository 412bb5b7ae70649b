// lockstep's own methods of meshes: `auto`, and `auto_points`, with triangles, points and normals.
#include <numeric>

#include <lockstep/mesh.hpp>
#include <lockstep/sets.hpp>

#include "methods/methods.hpp"

namespace lockstep::bench {
namespace {

ShapeSet shapes_of(const MeshWorkload& workload) {
  ShapeSet set;
  std::visit(
      [&](const auto& shapes) {
        for (const auto& shape : shapes) set.add(shape);
      },
      workload.shapes);
  return set;
}

class LockstepMeshDistances final : public DistanceMethod {
 public:
  LockstepMeshDistances(const MeshWorkload& workload, bool points, Isa isa)
      : shapes_(shapes_of(workload)),
        mesh_(workload.vertices, workload.indices),
        list_(shapes_.size()),
        distances_(shapes_.size()),
        triangles_(points ? shapes_.size() : 0),
        points_(triangles_.size()),
        normals_(triangles_.size()),
        options_{.check = Check::none, .isa = isa} {
    std::iota(list_.begin(), list_.end(), 0U);
  }

  void run() override {
    lockstep::distance(shapes_, mesh_, list_, MeshDistanceOutput{distances_, triangles_, points_, normals_}, options_);
  }
  Interval distance(std::size_t query) const override { return distances_[query]; }

 private:
  ShapeSet shapes_;
  TriangleMesh mesh_;
  std::vector<std::uint32_t> list_;
  std::vector<Interval> distances_;
  std::vector<std::uint32_t> triangles_;
  std::vector<WitnessPoints> points_;
  std::vector<Vec3d> normals_;
  DistanceOptions options_;
};

class LockstepMeshRays final : public CastMethod {
 public:
  LockstepMeshRays(const MeshWorkload& workload, bool points, Isa isa)
      : rays_(workload.rays),
        mesh_(workload.vertices, workload.indices),
        fractions_(rays_.size()),
        triangles_(points ? rays_.size() : 0),
        points_(triangles_.size()),
        normals_(triangles_.size()),
        options_{.check = Check::none, .isa = isa} {}

  void run() override { cast_rays(rays_, mesh_, MeshCastOutput{fractions_, triangles_, points_, normals_}, options_); }
  Interval fractions(std::size_t query) const override { return fractions_[query]; }

 private:
  const std::vector<Ray>& rays_;
  TriangleMesh mesh_;
  std::vector<Interval> fractions_;
  std::vector<std::uint32_t> triangles_;
  std::vector<Vec3d> points_, normals_;
  CastOptions options_;
};

/// As ShapeSet returns it: the triangle and the fraction.
class LockstepFirstHits final : public CastMethod {
 public:
  LockstepFirstHits(const MeshWorkload& workload, bool, Isa isa)
      : rays_(workload.rays),
        mesh_(workload.vertices, workload.indices),
        triangles_(rays_.size()),
        fractions_(rays_.size()),
        options_{.check = Check::none, .isa = isa} {}

  void run() override { first_hits(rays_, mesh_, RayHits{triangles_, fractions_}, options_); }
  Interval fractions(std::size_t query) const override { return fractions_[query]; }

 private:
  const std::vector<Ray>& rays_;
  TriangleMesh mesh_;
  std::vector<std::uint32_t> triangles_;
  std::vector<Interval> fractions_;
  RayOptions options_;
};

template <class Method, class Spec>
Spec asking(const char* name, bool points) {
  return {name, Answers::exact, [](const MeshWorkloadSpec&) { return true; },
          [points](const MeshWorkload& workload, Isa isa) { return std::make_unique<Method>(workload, points, isa); }};
}

}  // namespace

std::vector<MeshDistanceMethod> lockstep_mesh_distance_methods() {
  return {asking<LockstepMeshDistances, MeshDistanceMethod>("auto", false),
          asking<LockstepMeshDistances, MeshDistanceMethod>("auto_points", true)};
}

std::vector<MeshRayMethod> lockstep_mesh_ray_methods() {
  return {asking<LockstepMeshRays, MeshRayMethod>("auto", false),
          asking<LockstepMeshRays, MeshRayMethod>("auto_points", true)};
}

std::vector<MeshRayMethod> lockstep_first_hit_methods() {
  return {asking<LockstepFirstHits, MeshRayMethod>("lockstep", false)};
}

}  // namespace lockstep::bench
