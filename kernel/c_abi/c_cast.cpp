// Casts of moving shapes and of rays against shapes, pair by pair, of space and of the plane.
#include "c_abi/convert.hpp"

namespace {

using namespace lockstep;
using namespace lockstep::c_abi;

template <class Set, class AnyMotion, class Vector>
lockstep_status cast_motions(const Set* first, const Set* second, const lockstep_pair* pairs, std::size_t count,
                             const AnyMotion* motions, lockstep_interval* fractions, Vector* points, Vector* normals,
                             const lockstep_cast_options* options) {
  return guard([&] {
    cast(object("first", first), object("second", second), array("pairs", pairs, count),
         array("motions", motions, count), cast_output_of(fractions, points, normals, count, options),
         options_of_cast(options));
  });
}

template <class AnyRay, class Set, class Vector>
lockstep_status cast_each_ray(const AnyRay* rays, std::size_t ray_count, const Set* shapes, const lockstep_pair* pairs,
                              std::size_t count, lockstep_interval* fractions, Vector* points, Vector* normals,
                              const lockstep_cast_options* options) {
  return guard([&] {
    cast_rays(array("rays", rays, ray_count), object("shapes", shapes), array("pairs", pairs, count),
              cast_output_of(fractions, points, normals, count, options), options_of_cast(options));
  });
}

}  // namespace

extern "C" {

lockstep_status lockstep_cast(const lockstep_shape_set* first, const lockstep_shape_set* second,
                              const lockstep_pair* pairs, size_t count, const lockstep_vec3* motions,
                              lockstep_interval* fractions, lockstep_vec3d* points, lockstep_vec3d* normals,
                              const lockstep_cast_options* options) {
  return cast_motions(first, second, pairs, count, motions, fractions, points, normals, options);
}
lockstep_status lockstep_cast_turning(const lockstep_shape_set* first, const lockstep_shape_set* second,
                                      const lockstep_pair* pairs, size_t count, const lockstep_motion* motions,
                                      lockstep_interval* fractions, lockstep_vec3d* points, lockstep_vec3d* normals,
                                      const lockstep_cast_options* options) {
  return cast_motions(first, second, pairs, count, motions, fractions, points, normals, options);
}
lockstep_status lockstep_cast_rays(const lockstep_ray* rays, size_t ray_count, const lockstep_shape_set* shapes,
                                   const lockstep_pair* pairs, size_t count, lockstep_interval* fractions,
                                   lockstep_vec3d* points, lockstep_vec3d* normals,
                                   const lockstep_cast_options* options) {
  return cast_each_ray(rays, ray_count, shapes, pairs, count, fractions, points, normals, options);
}

lockstep_status lockstep_cast2(const lockstep_shape_set2* first, const lockstep_shape_set2* second,
                               const lockstep_pair* pairs, size_t count, const lockstep_vec2* motions,
                               lockstep_interval* fractions, lockstep_vec2d* points, lockstep_vec2d* normals,
                               const lockstep_cast_options* options) {
  return cast_motions(first, second, pairs, count, motions, fractions, points, normals, options);
}
lockstep_status lockstep_cast_turning2(const lockstep_shape_set2* first, const lockstep_shape_set2* second,
                                       const lockstep_pair* pairs, size_t count, const lockstep_motion2* motions,
                                       lockstep_interval* fractions, lockstep_vec2d* points, lockstep_vec2d* normals,
                                       const lockstep_cast_options* options) {
  return cast_motions(first, second, pairs, count, motions, fractions, points, normals, options);
}
lockstep_status lockstep_cast_rays2(const lockstep_ray2* rays, size_t ray_count, const lockstep_shape_set2* shapes,
                                    const lockstep_pair* pairs, size_t count, lockstep_interval* fractions,
                                    lockstep_vec2d* points, lockstep_vec2d* normals,
                                    const lockstep_cast_options* options) {
  return cast_each_ray(rays, ray_count, shapes, pairs, count, fractions, points, normals, options);
}
}
