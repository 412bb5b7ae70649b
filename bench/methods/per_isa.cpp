#include "methods/per_isa.hpp"

LOCKSTEP_BENCH_DECLARE(LOCKSTEP_BENCH_ISA) {
  using namespace lockstep::bench;
  static constexpr PerIsa table{LOCKSTEP_BENCH_FLAGS,
                                reference_pairs,
                                reference_pairs2,
                                reference_cull,
                                half_space_loop,
                                double_half_space_loop,
                                light_loop,
                                pair_loop,
                                reference_distances,
                                plain_distances,
                                plain_double_distances,
                                reference_distances2,
                                plain_distances2,
                                reference_contacts,
                                reference_contacts2,
                                reference_casts,
                                plain_casts,
                                reference_casts2,
                                plain_casts2,
                                plain_grid,
                                read_pairs,
                                read_objects,
                                read,
                                ceilings};
  return &table;
}
