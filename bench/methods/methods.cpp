#include "methods/methods.hpp"

#include <stdexcept>
#include <utility>

#include "methods/per_isa.hpp"

LOCKSTEP_BENCH_DECLARE(scalar);
#ifdef LOCKSTEP_BENCH_HAVE_SSE42
LOCKSTEP_BENCH_DECLARE(sse42);
#endif
#ifdef LOCKSTEP_BENCH_HAVE_AVX2
LOCKSTEP_BENCH_DECLARE(avx2);
#endif
#ifdef LOCKSTEP_BENCH_HAVE_AVX512
LOCKSTEP_BENCH_DECLARE(avx512);
#endif
#ifdef LOCKSTEP_BENCH_HAVE_NEON
LOCKSTEP_BENCH_DECLARE(neon);
#endif

namespace lockstep::bench {
namespace {

/// The methods compiled with the flags of this instruction set.
const PerIsa& per_isa(Isa isa) {
  switch (isa) {
    case Isa::scalar: return *lockstep_bench_scalar();
#ifdef LOCKSTEP_BENCH_HAVE_SSE42
    case Isa::sse42: return *lockstep_bench_sse42();
#endif
#ifdef LOCKSTEP_BENCH_HAVE_AVX2
    case Isa::avx2: return *lockstep_bench_avx2();
#endif
#ifdef LOCKSTEP_BENCH_HAVE_AVX512
    case Isa::avx512: return *lockstep_bench_avx512();
#endif
#ifdef LOCKSTEP_BENCH_HAVE_NEON
    case Isa::neon: return *lockstep_bench_neon();
#endif
    default: throw std::invalid_argument("the benchmarks have no reference for this instruction set");
  }
}

}  // namespace

std::string compiler_flags(Isa isa) { return per_isa(isa).flags; }

std::vector<PairMethod> pair_methods() {
  const auto every = [](const PairWorkloadSpec&) { return true; };
  const auto in_one_call = [](const PairWorkloadSpec& spec) { return spec.batch == 0; };
  const auto loop_of = [&](const char* name, PairKind kind) -> PairMethod {
    return {name, Answers::exact, [=](const PairWorkloadSpec& spec) { return spec.kind == kind && spec.batch == 0; },
            [](const PairWorkload& workload, Isa isa) { return per_isa(isa).pair_loop(workload); }};
  };
  std::vector<PairMethod> methods{
      {"reference", Answers::exact, every,
       [](const PairWorkload& workload, Isa isa) { return per_isa(isa).reference_pairs(workload); }},
      loop_of("sat_loop", PairKind::box),
      loop_of("closed_loop", PairKind::capsule),
      loop_of("closed_loop", PairKind::sphere),
      loop_of("closed_loop", PairKind::aabb)};
  const auto append = [&](std::vector<PairMethod> more) {
    methods.insert(methods.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  };
  append(lockstep_pair_methods());
#ifdef LOCKSTEP_BENCH_HAVE_FCL
  append(fcl_methods());
#endif
#ifdef LOCKSTEP_BENCH_HAVE_LIBCCD
  append(libccd_methods());
#endif
#ifdef LOCKSTEP_BENCH_HAVE_BULLET
  append(bullet_methods());
#endif
  append({{"read", Answers::none, in_one_call,
           [](const PairWorkload& workload, Isa isa) { return per_isa(isa).read_pairs(workload); }}});
  return methods;
}

std::vector<PairMethod2> pair_methods2() {
  std::vector<PairMethod2> methods = lockstep_pair_methods2();
  methods.insert(methods.begin(),
                 {"reference", Answers::exact, [](const PairWorkloadSpec2&) { return true; },
                  [](const PairWorkload2& workload, Isa isa) { return per_isa(isa).reference_pairs2(workload); }});
  return methods;
}

std::vector<CullSceneMethod> cull_methods() {
  const auto every = [](const CullSceneSpec&) { return true; };
  const auto lists = [](const CullSceneSpec& spec) { return spec.lists; };
  std::vector<CullSceneMethod> methods{
      {"reference", Answers::exact, every,
       [](const CullScene& scene, Isa isa) { return per_isa(isa).reference_cull(scene); }},
      {"plain_loop", Answers::superset, every,
       [](const CullScene& scene, Isa isa) { return per_isa(isa).half_space_loop(scene); }},
      {"plain_double", Answers::superset, has_double_form,
       [](const CullScene& scene, Isa isa) { return per_isa(isa).double_half_space_loop(scene); }},
      {"light_loop", Answers::superset, lists,
       [](const CullScene& scene, Isa isa) { return per_isa(isa).light_loop(scene); }}};
  for (CullSceneMethod& method : lockstep_cull_methods()) methods.push_back(std::move(method));
  for (CullSceneMethod& method : kept_cull_methods()) methods.push_back(std::move(method));
  methods.push_back({"read", Answers::none, [](const CullSceneSpec& spec) { return spec.batch == 0; },
                     [](const CullScene& scene, Isa isa) { return per_isa(isa).read_objects(scene); }});
  return methods;
}

std::vector<CullSceneMethod> world_cull_methods() {
  std::vector<CullSceneMethod> methods = kept_cull_methods();
  for (CullSceneMethod& method : cull_methods())
    if (method.name == "plain_loop") methods.push_back(std::move(method));
  return methods;
}

std::vector<PairDistanceMethod> distance_methods() {
  std::vector<PairDistanceMethod> methods = lockstep_distance_methods();
  const auto append = [&](std::vector<PairDistanceMethod> more) {
    methods.insert(methods.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  };
  const auto short_ones = [](const PairWorkloadSpec& spec) { return !spec.scaling; };
  const auto closed = [](const PairWorkloadSpec& spec) {
    return spec.kind == PairKind::sphere || spec.kind == PairKind::aabb || spec.kind == PairKind::capsule;
  };
  append({{"reference", Answers::rounded, short_ones,
           [](const PairWorkload& workload, Isa isa) { return per_isa(isa).reference_distances(workload); }},
          {"plain", Answers::rounded, closed,
           [](const PairWorkload& workload, Isa isa) { return per_isa(isa).plain_distances(workload); }},
          {"plain_double", Answers::rounded, closed,
           [](const PairWorkload& workload, Isa isa) { return per_isa(isa).plain_double_distances(workload); }}});
#ifdef LOCKSTEP_BENCH_HAVE_FCL
  append(fcl_distance_methods());
#endif
#ifdef LOCKSTEP_BENCH_HAVE_LIBCCD
  append(libccd_distance_methods());
#endif
#ifdef LOCKSTEP_BENCH_HAVE_BULLET
  append(bullet_distance_methods());
#endif
  return methods;
}

std::vector<PairDistanceMethod2> distance_methods2() {
  std::vector<PairDistanceMethod2> methods = lockstep_distance_methods2();
  const auto every = [](const PairWorkloadSpec2&) { return true; };
  const auto circles = [](const PairWorkloadSpec2& spec) { return spec.kind == PairKind2::circle; };
  methods.push_back({"reference", Answers::rounded, every, [](const PairWorkload2& workload, Isa isa) {
                       return per_isa(isa).reference_distances2(workload);
                     }});
  methods.push_back({"plain", Answers::rounded, circles,
                     [](const PairWorkload2& workload, Isa isa) { return per_isa(isa).plain_distances2(workload); }});
#ifdef LOCKSTEP_BENCH_HAVE_BOX2D
  for (PairDistanceMethod2& method : box2d_distance_methods()) methods.push_back(std::move(method));
#endif
  return methods;
}

std::vector<PairDistanceMethod> contact_methods() {
  std::vector<PairDistanceMethod> methods = lockstep_contact_methods();
  const auto append = [&](std::vector<PairDistanceMethod> more) {
    methods.insert(methods.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  };
  append({{"reference", Answers::rounded, [](const PairWorkloadSpec& spec) { return spec.kind == PairKind::box; },
           [](const PairWorkload& workload, Isa isa) { return per_isa(isa).reference_contacts(workload); }}});
#ifdef LOCKSTEP_BENCH_HAVE_FCL
  append(fcl_contact_methods());
#endif
#ifdef LOCKSTEP_BENCH_HAVE_BULLET
  append(bullet_contact_methods());
#endif
  return methods;
}

/// The reference: a manifold if its distance may be 0, which loses no hit.
std::vector<PairMethod2> contact_methods2() {
  std::vector<PairMethod2> methods = lockstep_contact_methods2();
  methods.push_back({"reference", Answers::superset, methods[0].takes, [](const PairWorkload2& workload, Isa isa) {
                       return per_isa(isa).reference_contacts2(workload);
                     }});
  return methods;
}

std::vector<ShapeCastMethod> shape_cast_methods() {
  std::vector<ShapeCastMethod> methods = lockstep_cast_methods();
  const auto every = [](const CastWorkloadSpec&) { return true; };
  const auto has_plain = [](const CastWorkloadSpec& spec) {
    return spec.kind == CastKind::sphere || spec.kind == CastKind::aabb;
  };
  methods.push_back({"reference", Answers::rounded, every,
                     [](const CastWorkload& workload, Isa isa) { return per_isa(isa).reference_casts(workload); }});
  methods.push_back({"plain", Answers::rounded, has_plain,
                     [](const CastWorkload& workload, Isa isa) { return per_isa(isa).plain_casts(workload); }});
#ifdef LOCKSTEP_BENCH_HAVE_FCL
  for (ShapeCastMethod& method : fcl_cast_methods()) methods.push_back(std::move(method));
#endif
#ifdef LOCKSTEP_BENCH_HAVE_BULLET
  for (ShapeCastMethod& method : bullet_cast_methods()) methods.push_back(std::move(method));
#endif
  return methods;
}

std::vector<ShapeCastMethod2> shape_cast_methods2() {
  std::vector<ShapeCastMethod2> methods = lockstep_cast_methods2();
  const auto every = [](const CastWorkloadSpec2&) { return true; };
  methods.push_back({"reference", Answers::rounded, every,
                     [](const CastWorkload2& workload, Isa isa) { return per_isa(isa).reference_casts2(workload); }});
  methods.push_back({"plain", Answers::rounded, every,
                     [](const CastWorkload2& workload, Isa isa) { return per_isa(isa).plain_casts2(workload); }});
  return methods;
}

std::vector<MeshDistanceMethod> mesh_distance_methods() {
  std::vector<MeshDistanceMethod> methods = lockstep_mesh_distance_methods();
#ifdef LOCKSTEP_BENCH_HAVE_FCL
  for (MeshDistanceMethod& method : fcl_mesh_methods()) methods.push_back(std::move(method));
#endif
  return methods;
}

std::vector<MeshRayMethod> mesh_ray_methods() {
  std::vector<MeshRayMethod> methods = lockstep_mesh_ray_methods();
#ifdef LOCKSTEP_BENCH_HAVE_EMBREE
  for (MeshRayMethod& method : embree_ray_methods()) methods.push_back(std::move(method));
#endif
  return methods;
}

std::vector<OverlapSceneMethod> overlap_methods() {
  std::vector<OverlapSceneMethod> methods = lockstep_overlap_methods();
  const auto append = [&](std::vector<OverlapSceneMethod> more) {
    methods.insert(methods.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  };
  append({{"plain", Answers::exact, [](const OverlapSceneSpec& spec) { return !spec.series; },
           [](const OverlapScene& scene, Isa isa) { return per_isa(isa).plain_grid(scene); }}});
#ifdef LOCKSTEP_BENCH_HAVE_FCL
  append(fcl_overlap_methods());
#endif
#ifdef LOCKSTEP_BENCH_HAVE_BULLET
  append(bullet_overlap_methods());
#endif
#ifdef LOCKSTEP_BENCH_HAVE_CGAL
  append(cgal_overlap_methods());
#endif
#ifdef LOCKSTEP_BENCH_HAVE_BOX2D
  append(box2d_overlap_methods());
#endif
#ifdef LOCKSTEP_BENCH_HAVE_NANOFLANN
  append(nanoflann_overlap_methods());
#endif
#ifdef LOCKSTEP_BENCH_HAVE_EMBREE
  append(embree_overlap_methods());
#endif
  return methods;
}

std::vector<Ceiling> ceilings(Isa isa) {
  const std::span<const Ceiling> found = per_isa(isa).ceilings();
  return {found.begin(), found.end()};
}

void (*reader(Isa isa))(const void*, std::size_t) { return per_isa(isa).read; }

}  // namespace lockstep::bench
