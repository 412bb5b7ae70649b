// The methods in plain scalar source, compiled once for each instruction set with the flags of the lanes: the
// reference, the loops that a user would write, and the machine's limits. Each instruction set is a small shared
// library that exports one function, so that the linker cannot replace an inline function of one by that of another.
#pragma once

#include <memory>
#include <span>

#include "methods/cast_method.hpp"
#include "methods/ceilings.hpp"
#include "methods/distance_method.hpp"
#include "methods/method.hpp"
#include "methods/overlap_method.hpp"
#include "work/casts.hpp"
#include "work/overlap_scenes.hpp"
#include "work/scenes.hpp"
#include "work/workloads.hpp"
#include "work/workloads2.hpp"

namespace lockstep::bench {

struct PerIsa {
  const char* flags;  ///< the compiler flags of the reference
  std::unique_ptr<Method> (*reference_pairs)(const PairWorkload&);
  std::unique_ptr<Method> (*reference_pairs2)(const PairWorkload2&);
  std::unique_ptr<Method> (*reference_cull)(const CullScene&);
  std::unique_ptr<Method> (*half_space_loop)(const CullScene&);
  std::unique_ptr<Method> (*double_half_space_loop)(const CullScene&);
  std::unique_ptr<Method> (*light_loop)(const CullScene&);
  std::unique_ptr<Method> (*pair_loop)(const PairWorkload&);
  std::unique_ptr<DistanceMethod> (*reference_distances)(const PairWorkload&);
  std::unique_ptr<DistanceMethod> (*plain_distances)(const PairWorkload&);
  std::unique_ptr<DistanceMethod> (*plain_double_distances)(const PairWorkload&);
  std::unique_ptr<DistanceMethod> (*reference_distances2)(const PairWorkload2&);
  std::unique_ptr<DistanceMethod> (*plain_distances2)(const PairWorkload2&);
  std::unique_ptr<DistanceMethod> (*reference_contacts)(const PairWorkload&);
  std::unique_ptr<Method> (*reference_contacts2)(const PairWorkload2&);
  std::unique_ptr<CastMethod> (*reference_casts)(const CastWorkload&);
  std::unique_ptr<CastMethod> (*plain_casts)(const CastWorkload&);
  std::unique_ptr<CastMethod> (*reference_casts2)(const CastWorkload2&);
  std::unique_ptr<CastMethod> (*plain_casts2)(const CastWorkload2&);
  std::unique_ptr<OverlapMethod> (*plain_grid)(const OverlapScene&);
  std::unique_ptr<Method> (*read_pairs)(const PairWorkload&);
  std::unique_ptr<Method> (*read_objects)(const CullScene&);
  void (*read)(const void*, std::size_t);
  std::span<const Ceiling> (*ceilings)();
};

// Defined in this folder, one copy per library.
std::unique_ptr<Method> reference_pairs(const PairWorkload& workload);
std::unique_ptr<Method> reference_pairs2(const PairWorkload2& workload);
std::unique_ptr<Method> reference_cull(const CullScene& scene);
std::unique_ptr<Method> half_space_loop(const CullScene& scene);
std::unique_ptr<Method> double_half_space_loop(const CullScene& scene);  ///< of spheres and boxes
std::unique_ptr<Method> light_loop(const CullScene& scene);              ///< of spheres and the parts of a view
std::unique_ptr<Method> pair_loop(const PairWorkload& workload);         ///< for all shapes but hulls
std::unique_ptr<DistanceMethod> reference_distances(const PairWorkload& workload);
std::unique_ptr<DistanceMethod> plain_distances(
    const PairWorkload& workload);  ///< of spheres, aligned boxes and capsules
std::unique_ptr<DistanceMethod> plain_double_distances(const PairWorkload& workload);
std::unique_ptr<DistanceMethod> reference_distances2(const PairWorkload2& workload);
std::unique_ptr<DistanceMethod> plain_distances2(const PairWorkload2& workload);   ///< of circles
std::unique_ptr<DistanceMethod> reference_contacts(const PairWorkload& workload);  ///< of boxes
std::unique_ptr<Method> reference_contacts2(const PairWorkload2& workload);        ///< of boxes and polygons
std::unique_ptr<CastMethod> reference_casts(const CastWorkload& workload);
std::unique_ptr<CastMethod> plain_casts(const CastWorkload& workload);  ///< of spheres and aligned boxes
std::unique_ptr<CastMethod> reference_casts2(const CastWorkload2& workload);
std::unique_ptr<CastMethod> plain_casts2(const CastWorkload2& workload);
std::unique_ptr<OverlapMethod> plain_grid(const OverlapScene& scene);
std::unique_ptr<Method> read_pairs(const PairWorkload& workload);
std::unique_ptr<Method> read_objects(const CullScene& scene);
void read(const void* data, std::size_t bytes);
std::span<const Ceiling> ceilings();

}  // namespace lockstep::bench

// lockstep_bench_scalar(), lockstep_bench_avx2(), ...
#define LOCKSTEP_BENCH_PASTE(a, b) a##b
#define LOCKSTEP_BENCH_ENTRY(isa) LOCKSTEP_BENCH_PASTE(lockstep_bench_, isa)
#define LOCKSTEP_BENCH_DECLARE(isa) \
  extern "C" __attribute__((visibility("default"))) const lockstep::bench::PerIsa* LOCKSTEP_BENCH_ENTRY(isa)() noexcept
