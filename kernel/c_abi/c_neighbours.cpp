// Periodic neighbour lists.
#include "c_abi/convert.hpp"

namespace {

using namespace lockstep;
using namespace lockstep::c_abi;

NeighbourOptions options_of_search(const lockstep_neighbour_options& from, std::size_t points) {
  std::size_t cutoffs = 0;
  if (__builtin_mul_overflow(from.type_count, from.type_count, &cutoffs))
    throw InvalidInput("options.type_count = " + std::to_string(from.type_count) + ": too many for a table of cutoffs");
  return {from.half != 0,
          array("options.types", from.types, cutoffs == 0 ? 0 : points),
          array("options.cutoffs", from.cutoffs, cutoffs),
          array("options.exclusions", from.exclusions, from.exclusion_count),
          from.nearest,
          executor_of(from.executor)};
}

}  // namespace

extern "C" {

lockstep_neighbour_search* lockstep_neighbour_search_create(const lockstep_vec3d* points, size_t count,
                                                            const lockstep_cell* cell, double cutoff,
                                                            const lockstep_neighbour_options* options) {
  return guard_new<lockstep_neighbour_search>([&] {
    return new NeighbourSearch(array("points", points, count), cell_of(required("cell", cell)), cutoff,
                               options_of_search(options_of(options), count));
  });
}
void lockstep_neighbour_search_destroy(lockstep_neighbour_search* search) {
  delete reinterpret_cast<NeighbourSearch*>(search);
}

const uint64_t* lockstep_neighbour_search_first(const lockstep_neighbour_search* search, size_t* count) {
  if (search == nullptr) return nullptr;
  const std::span<const std::uint64_t> first = reinterpret_cast<const NeighbourSearch*>(search)->first();
  if (count != nullptr) *count = first.size();
  return first.data();
}

lockstep_status lockstep_neighbour_search_write(const lockstep_neighbour_search* search,
                                                const lockstep_neighbour_output* output) {
  return guard([&] {
    const lockstep_neighbour_output to = any_age("output", output);
    object("search", search)
        .write(NeighbourOutput{optional_array(to.i, to.room), optional_array(to.j, to.room),
                               optional_array(to.shifts, to.room), optional_array(to.vectors, to.room),
                               optional_array(to.distances, to.room)});
  });
}

lockstep_status lockstep_neighbour_search_is_stale(const lockstep_neighbour_search* search,
                                                   const lockstep_vec3d* points, size_t count, double skin,
                                                   int32_t* stale) {
  return guard([&] {
    const NeighbourSearch& of = object("search", search);
    required("stale", stale) = static_cast<int32_t>(of.is_stale(array("points", points, count), skin));
  });
}
}
