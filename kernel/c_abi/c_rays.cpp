// Many rays against many shapes.
#include "c_abi/convert.hpp"

namespace {

using namespace lockstep;
using namespace lockstep::c_abi;

RayOptions ray_options(const lockstep_ray_options* options, std::size_t rays, std::size_t shapes) {
  const lockstep_ray_options from = options_of(options);
  auto to = common_options<RayOptions>(from);
  to.tolerance = from.tolerance;
  to.touching = touching_of(from.touching);
  to.filter = {optional_array(from.masks, rays), optional_array(from.groups, shapes)};
  return to;
}

}  // namespace

extern "C" {

lockstep_status lockstep_first_hits(const lockstep_ray* rays, size_t count, const lockstep_shape_set* set,
                                    uint32_t* shapes, lockstep_interval* fractions, lockstep_vec3d* points,
                                    lockstep_vec3d* normals, const lockstep_ray_options* options) {
  return guard([&] {
    const ShapeSet& all = object("set", set);
    first_hits(array("rays", rays, count), all,
               RayHits{optional_array(shapes, count), optional_array(fractions, count), optional_array(points, count),
                       optional_array(normals, count)},
               ray_options(options, count, all.size()));
  });
}

lockstep_status lockstep_any_hits(const lockstep_ray* rays, size_t count, const lockstep_shape_set* set, uint64_t* hits,
                                  const lockstep_ray_options* options) {
  return guard([&] {
    const ShapeSet& all = object("set", set);
    any_hits(array("rays", rays, count), all, array("hits", hits, mask_words(count)),
             ray_options(options, count, all.size()));
  });
}
}
