// Pair lists of real contact: shapes of unit size on a lattice of whole numbers, as in levels of blocks, and the random
// list of mixed kinds that stands beside the one of the lattice.
#pragma once

#include "work/workloads.hpp"
#include "work/workloads2.hpp"

namespace lockstep::bench {

[[nodiscard]] PairWorkload lattice_boxes();
[[nodiscard]] PairWorkload lattice_hulls();  ///< cubes, by their corners
[[nodiscard]] PairWorkload lattice_mixed();
[[nodiscard]] PairWorkload2 lattice_polygons();  ///< octagons
[[nodiscard]] PairWorkload random_mixed();       ///< as `lattice_mixed`, turned and placed at random

}  // namespace lockstep::bench
