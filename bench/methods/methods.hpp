// All methods by name, and the workloads of each.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <lockstep/config.hpp>

#include "methods/cast_method.hpp"
#include "methods/ceilings.hpp"
#include "methods/distance_method.hpp"
#include "methods/method.hpp"
#include "methods/overlap_method.hpp"
#include "work/casts.hpp"
#include "work/meshes.hpp"
#include "work/overlap_scenes.hpp"
#include "work/scenes.hpp"
#include "work/workloads.hpp"
#include "work/workloads2.hpp"

namespace lockstep::bench {

/// Whether objects at double positions are timed as well: each kind once.
inline bool has_double_form(const CullSceneSpec& spec) {
  const std::string_view name = spec.name;
  return name == "sphere_100k" || name == "aabb_100k" || name == "obb_100k";
}

/// The required quality of a method's answers: exact, or losing no hit (a plane test may keep too many). Our own
/// methods fail if they violate it; for another library the row says how often it does. `none`: it only reads the data.
/// `rounded`: exact within rounding in float, for methods that return numbers.
enum class Answers : std::uint8_t { exact, rounded, superset, foreign, none };

template <class Workload, class Spec, class Made = Method>
struct MethodSpec {
  std::string name;
  Answers answers;
  std::function<bool(const Spec&)> takes;
  std::function<std::unique_ptr<Made>(const Workload&, Isa)> make;
};

using PairMethod = MethodSpec<PairWorkload, PairWorkloadSpec>;
using PairMethod2 = MethodSpec<PairWorkload2, PairWorkloadSpec2>;
using CullSceneMethod = MethodSpec<CullScene, CullSceneSpec>;
using PairDistanceMethod = MethodSpec<PairWorkload, PairWorkloadSpec, DistanceMethod>;
using PairDistanceMethod2 = MethodSpec<PairWorkload2, PairWorkloadSpec2, DistanceMethod>;
using ShapeCastMethod = MethodSpec<CastWorkload, CastWorkloadSpec, CastMethod>;
using ShapeCastMethod2 = MethodSpec<CastWorkload2, CastWorkloadSpec2, CastMethod>;
using MeshDistanceMethod = MethodSpec<MeshWorkload, MeshWorkloadSpec, DistanceMethod>;
using MeshRayMethod = MethodSpec<MeshWorkload, MeshWorkloadSpec, CastMethod>;
using OverlapSceneMethod = MethodSpec<OverlapScene, OverlapSceneSpec, OverlapMethod>;

[[nodiscard]] std::vector<PairMethod> pair_methods();    ///< lockstep, the reference, plain loops, all peers found
[[nodiscard]] std::vector<PairMethod2> pair_methods2();  ///< lockstep and the reference
[[nodiscard]] std::vector<CullSceneMethod> cull_methods();
[[nodiscard]] std::vector<CullSceneMethod> world_cull_methods();   ///< a kept world and the plain loop
[[nodiscard]] std::vector<PairDistanceMethod> distance_methods();  ///< as for pairs, where there is one
[[nodiscard]] std::vector<PairDistanceMethod2> distance_methods2();
[[nodiscard]] std::vector<PairDistanceMethod> contact_methods();  ///< judged by the distance that they imply
[[nodiscard]] std::vector<PairMethod2> contact_methods2();        ///< the same of the plane, judged by yes and no
[[nodiscard]] std::vector<ShapeCastMethod> shape_cast_methods();  ///< lockstep, the reference, plain loops, peers
[[nodiscard]] std::vector<ShapeCastMethod2> shape_cast_methods2();
[[nodiscard]] std::vector<MeshDistanceMethod> mesh_distance_methods();  ///< lockstep and FCL
[[nodiscard]] std::vector<MeshRayMethod> mesh_ray_methods();            ///< lockstep and Embree
[[nodiscard]] std::vector<OverlapSceneMethod> overlap_methods();        ///< lockstep, a plain grid, all peers found

/// This machine's limits, with registers of this instruction set.
[[nodiscard]] std::vector<Ceiling> ceilings(Isa isa);

/// Reads that number of bytes, one register of this instruction set after the other.
[[nodiscard]] void (*reader(Isa isa))(const void*, std::size_t);

/// The compiler flags of lanes and reference for this instruction set.
[[nodiscard]] std::string compiler_flags(Isa isa);

// Parts of the above.
[[nodiscard]] std::vector<PairMethod> lockstep_pair_methods();
[[nodiscard]] std::vector<PairMethod2> lockstep_pair_methods2();
[[nodiscard]] std::vector<CullSceneMethod> lockstep_cull_methods();
[[nodiscard]] std::vector<CullSceneMethod> kept_cull_methods();
[[nodiscard]] std::vector<PairDistanceMethod> lockstep_distance_methods();
[[nodiscard]] std::vector<PairDistanceMethod2> lockstep_distance_methods2();
[[nodiscard]] PairDistanceMethod lockstep_distances_with_points(const char* name);
[[nodiscard]] std::vector<PairDistanceMethod> lockstep_contact_methods();
[[nodiscard]] std::vector<PairMethod2> lockstep_contact_methods2();
[[nodiscard]] std::vector<ShapeCastMethod> lockstep_cast_methods();
[[nodiscard]] std::vector<ShapeCastMethod2> lockstep_cast_methods2();
[[nodiscard]] std::vector<MeshDistanceMethod> lockstep_mesh_distance_methods();
[[nodiscard]] std::vector<MeshRayMethod> lockstep_mesh_ray_methods();
[[nodiscard]] std::vector<MeshRayMethod> lockstep_first_hit_methods();
[[nodiscard]] std::vector<OverlapSceneMethod> lockstep_overlap_methods();
// Each defined if CMake found the library.
[[nodiscard]] std::vector<PairMethod> fcl_methods();
[[nodiscard]] std::vector<PairMethod> libccd_methods();
[[nodiscard]] std::vector<PairMethod> bullet_methods();
[[nodiscard]] std::vector<PairDistanceMethod> fcl_distance_methods();
[[nodiscard]] std::vector<PairDistanceMethod> libccd_distance_methods();
[[nodiscard]] std::vector<PairDistanceMethod> bullet_distance_methods();
[[nodiscard]] std::vector<PairDistanceMethod2> box2d_distance_methods();
[[nodiscard]] std::vector<PairDistanceMethod> fcl_contact_methods();
[[nodiscard]] std::vector<PairDistanceMethod> bullet_contact_methods();
[[nodiscard]] std::vector<ShapeCastMethod> bullet_cast_methods();
[[nodiscard]] std::vector<ShapeCastMethod> fcl_cast_methods();
[[nodiscard]] std::vector<MeshDistanceMethod> fcl_mesh_methods();
[[nodiscard]] std::vector<MeshRayMethod> cgal_ray_methods();
[[nodiscard]] std::vector<MeshRayMethod> embree_ray_methods();
[[nodiscard]] std::vector<OverlapSceneMethod> fcl_overlap_methods();
[[nodiscard]] std::vector<OverlapSceneMethod> bullet_overlap_methods();
[[nodiscard]] std::vector<OverlapSceneMethod> cgal_overlap_methods();
[[nodiscard]] std::vector<OverlapSceneMethod> box2d_overlap_methods();
[[nodiscard]] std::vector<OverlapSceneMethod> nanoflann_overlap_methods();
[[nodiscard]] std::vector<OverlapSceneMethod> embree_overlap_methods();

}  // namespace lockstep::bench
