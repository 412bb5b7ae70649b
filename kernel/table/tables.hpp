// The tables of kernels in this build: one per job and instruction set, so that a program links the kernels of the jobs
// that it calls, and no others. lanes/isa defines them.
#pragma once

#include <cstddef>
#include <optional>

#include "lockstep/config.hpp"
#include "table/broad_phase_batch.hpp"
#include "table/contact_batch.hpp"
#include "table/cull_batch.hpp"
#include "table/distance_batch.hpp"
#include "table/element_batch.hpp"
#include "table/element_distance_batch.hpp"
#include "table/pair_batch.hpp"
#include "table/ray_batch.hpp"

#if !defined(LOCKSTEP_HAVE_SCALAR) && !defined(LOCKSTEP_HAVE_SSE42) && !defined(LOCKSTEP_HAVE_AVX2) && \
    !defined(LOCKSTEP_HAVE_AVX512) && !defined(LOCKSTEP_HAVE_NEON)
#error "whoever names tables has to know which there are: LOCKSTEP_HAVE_<ISA>, as kernel/CMakeLists.txt defines them"
#endif

// LOCKSTEP_EACH_ISA(F, ...) is F(isa, ...) for each instruction set of the build, best first.
#ifdef LOCKSTEP_HAVE_AVX512
#define LOCKSTEP_AVX512(F, ...) F(avx512, __VA_ARGS__)
#else
#define LOCKSTEP_AVX512(F, ...)
#endif
#ifdef LOCKSTEP_HAVE_AVX2
#define LOCKSTEP_AVX2(F, ...) F(avx2, __VA_ARGS__)
#else
#define LOCKSTEP_AVX2(F, ...)
#endif
#ifdef LOCKSTEP_HAVE_SSE42
#define LOCKSTEP_SSE42(F, ...) F(sse42, __VA_ARGS__)
#else
#define LOCKSTEP_SSE42(F, ...)
#endif
#ifdef LOCKSTEP_HAVE_NEON
#define LOCKSTEP_NEON(F, ...) F(neon, __VA_ARGS__)
#else
#define LOCKSTEP_NEON(F, ...)
#endif
#ifdef LOCKSTEP_HAVE_SCALAR
#define LOCKSTEP_SCALAR(F, ...) F(scalar, __VA_ARGS__)
#else
#define LOCKSTEP_SCALAR(F, ...)
#endif
#define LOCKSTEP_EACH_ISA(F, ...) \
  LOCKSTEP_AVX512(F, __VA_ARGS__) \
  LOCKSTEP_AVX2(F, __VA_ARGS__)   \
  LOCKSTEP_SSE42(F, __VA_ARGS__) LOCKSTEP_NEON(F, __VA_ARGS__) LOCKSTEP_SCALAR(F, __VA_ARGS__)

namespace lockstep {

namespace detail {

/// The table of one job for one instruction set.
template <class Table>
struct TableOf {
  Isa isa;
  const Table* table;
};

}  // namespace detail

// LOCKSTEP_JOB(Table, kernels, tables): the kernels of a job, which lanes/isa defines for each instruction set, and
// detail::tables, all of them. A reference to the latter links the kernels.
#define LOCKSTEP_DECLARE(isa, Table, kernels) \
  namespace isa {                             \
  extern const detail::Table kernels;         \
  }
#define LOCKSTEP_TABLE(isa, kernels) {Isa::isa, &isa::kernels},
#define LOCKSTEP_JOB(Table, kernels, tables)                                               \
  LOCKSTEP_EACH_ISA(LOCKSTEP_DECLARE, Table, kernels)                                      \
  namespace detail {                                                                       \
  inline constexpr TableOf<Table> tables[] = {LOCKSTEP_EACH_ISA(LOCKSTEP_TABLE, kernels)}; \
  }

LOCKSTEP_JOB(SpaceKernels, pair_kernels, pair_tables)
LOCKSTEP_JOB(SpaceKernels, within_kernels, within_tables)
LOCKSTEP_JOB(SpaceDistanceKernels, distance_kernels, distance_tables)
LOCKSTEP_JOB(ContactKernels, contact_kernels, contact_tables)
LOCKSTEP_JOB(ContactKernels2, contact_kernels2, contact_tables2)
LOCKSTEP_JOB(RayKernels, ray_kernels, ray_tables)
LOCKSTEP_JOB(PlaneKernels, pair_kernels2, pair_tables2)
LOCKSTEP_JOB(PlaneKernels, within_kernels2, within_tables2)
LOCKSTEP_JOB(PlaneDistanceKernels, distance_kernels2, distance_tables2)
LOCKSTEP_JOB(ViewKernels, view_kernels, view_tables)
LOCKSTEP_JOB(SetKernels, set_kernels, set_tables)
LOCKSTEP_JOB(StreamKernels, stream_kernels, stream_tables)
LOCKSTEP_JOB(BroadPhaseKernels, broad_phase_kernels, broad_phase_tables)
LOCKSTEP_JOB(ElementKernels, element_kernels, element_tables)
LOCKSTEP_JOB(ElementDistanceKernels, element_distance_kernels, element_distance_tables)

namespace detail {

/// The wanted instruction set, or else the default; throws InvalidInput if it cannot run here.
Isa chosen_isa(std::optional<Isa> wanted);

/// The narrowest lanes that run here, which answer one query soonest; throws InvalidInput if no instruction set does.
Isa narrowest_isa();

/// The kernels of a job for that instruction set.
template <class Table, std::size_t N>
const Table& kernels_for(const TableOf<Table> (&tables)[N], std::optional<Isa> wanted) {
  const Isa isa = chosen_isa(wanted);
  std::size_t i = 0;
  while (tables[i].isa != isa) ++i;  // each job has a table for each that chosen_isa returns
  return *tables[i].table;
}

/// The kernels of a job by the number of queries: narrow lanes answer few queries sooner.
template <class Table>
struct KernelsBySize {
  static constexpr std::size_t few_queries = 4;
  const Table &many, &few;
  [[nodiscard]] const Table& of(std::size_t queries) const { return queries <= few_queries ? few : many; }
};

/// The same; `few` are the kernels with four lanes, if the build has them.
template <class Table, std::size_t N>
KernelsBySize<Table> kernels_by_size(const TableOf<Table> (&tables)[N], std::optional<Isa> wanted) {
  const Isa isa = chosen_isa(wanted);
  const Table& chosen = kernels_for(tables, isa);
  if (lane_count(isa) > 4)
    for (const TableOf<Table>& narrow : tables)
      if (lane_count(narrow.isa) == 4) return {chosen, *narrow.table};
  return {chosen, chosen};
}

}  // namespace detail
}  // namespace lockstep
