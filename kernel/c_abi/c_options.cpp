// Options that several calls share.
#include "c_abi/convert.hpp"

namespace lockstep::c_abi {

Cell cell_of(const lockstep_cell& cell) {
  return {object("cell.a", &cell.a),
          object("cell.b", &cell.b),
          object("cell.c", &cell.c),
          {cell.periodic[0] != 0, cell.periodic[1] != 0, cell.periodic[2] != 0}};
}

IntersectOptions options_of_intersect(const lockstep_intersect_options* options) {
  const lockstep_intersect_options from = options_of(options);
  auto to = common_options<IntersectOptions>(from);
  to.method = enumerator<Method>("options.method", from.method, 2);
  return to;
}

DistanceOptions options_of_distance(const lockstep_distance_options* options) {
  const lockstep_distance_options from = options_of(options);
  auto to = common_options<DistanceOptions>(from);
  to.tolerance = from.tolerance;
  if (from.limited != 0) to.no_farther_than = from.no_farther_than;
  return to;
}

ContactOptions options_of_contacts(const lockstep_contact_options* options) {
  const lockstep_contact_options from = options_of(options);
  auto to = common_options<ContactOptions>(from);
  to.margin = from.margin;
  return to;
}

CastOptions options_of_cast(const lockstep_cast_options* options) {
  const lockstep_cast_options from = options_of(options);
  auto to = common_options<CastOptions>(from);
  to.tolerance = from.tolerance;
  to.ignore_start_contact = from.ignore_start_contact != 0;
  to.origin = {from.origin.x, from.origin.y, from.origin.z};
  return to;
}

CullOptions options_of_cull(const lockstep_cull_options* options) {
  const lockstep_cull_options from = options_of(options);
  auto to = common_options<CullOptions>(from);
  to.method = enumerator<CullMethod>("options.method", from.method, 2);
  to.touching = touching_of(from.touching);
  return to;
}

}  // namespace lockstep::c_abi
