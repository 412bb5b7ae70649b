// Distances of pairs of shapes and of objects side by side, of space and of the plane.
#include "c_abi/convert.hpp"

namespace {

using namespace lockstep;
using namespace lockstep::c_abi;

auto output_of(lockstep_interval* distances, lockstep_witness_points* points, lockstep_vec3d* normals,
               std::size_t count) {
  return DistanceOutput{array("distances", distances, count), optional_array(points, count),
                        optional_array(normals, count)};
}
auto output_of(lockstep_interval* distances, lockstep_witness_points2* points, lockstep_vec2d* normals,
               std::size_t count) {
  return DistanceOutput2{array("distances", distances, count), optional_array(points, count),
                         optional_array(normals, count)};
}

template <class Set, class Points, class Vector>
lockstep_status measure_pairs(const Set* first, const Set* second, const lockstep_pair* pairs, std::size_t count,
                              lockstep_interval* distances, Points* points, Vector* normals,
                              const lockstep_distance_options* options) {
  return guard([&] {
    distance(object("first", first), object("second", second), array("pairs", pairs, count),
             output_of(distances, points, normals, count), options_of_distance(options));
  });
}

template <class View, class Points, class Vector>
lockstep_status measure_views(const View* first, const View* second, lockstep_interval* distances, Points* points,
                              Vector* normals, const lockstep_distance_options* options) {
  return guard([&] {
    const auto &a = object("first", first), &b = object("second", second);
    distance(a, b, output_of(distances, points, normals, b.count), options_of_distance(options));
  });
}

}  // namespace

extern "C" {

lockstep_status lockstep_distance(const lockstep_shape_set* first, const lockstep_shape_set* second,
                                  const lockstep_pair* pairs, size_t count, lockstep_interval* distances,
                                  lockstep_witness_points* points, lockstep_vec3d* normals,
                                  const lockstep_distance_options* options) {
  return measure_pairs(first, second, pairs, count, distances, points, normals, options);
}
lockstep_status lockstep_distance2(const lockstep_shape_set2* first, const lockstep_shape_set2* second,
                                   const lockstep_pair* pairs, size_t count, lockstep_interval* distances,
                                   lockstep_witness_points2* points, lockstep_vec2d* normals,
                                   const lockstep_distance_options* options) {
  return measure_pairs(first, second, pairs, count, distances, points, normals, options);
}
lockstep_status lockstep_distance_spheres(const lockstep_sphere_view* first, const lockstep_sphere_view* second,
                                          lockstep_interval* distances, lockstep_witness_points* points,
                                          lockstep_vec3d* normals, const lockstep_distance_options* options) {
  return measure_views(first, second, distances, points, normals, options);
}
lockstep_status lockstep_distance_aabbs(const lockstep_aabb_view* first, const lockstep_aabb_view* second,
                                        lockstep_interval* distances, lockstep_witness_points* points,
                                        lockstep_vec3d* normals, const lockstep_distance_options* options) {
  return measure_views(first, second, distances, points, normals, options);
}
lockstep_status lockstep_distance_boxes(const lockstep_box_view* first, const lockstep_box_view* second,
                                        lockstep_interval* distances, lockstep_witness_points* points,
                                        lockstep_vec3d* normals, const lockstep_distance_options* options) {
  return measure_views(first, second, distances, points, normals, options);
}
lockstep_status lockstep_distance_capsules(const lockstep_capsule_view* first, const lockstep_capsule_view* second,
                                           lockstep_interval* distances, lockstep_witness_points* points,
                                           lockstep_vec3d* normals, const lockstep_distance_options* options) {
  return measure_views(first, second, distances, points, normals, options);
}
lockstep_status lockstep_distance_circles2(const lockstep_circle_view* first, const lockstep_circle_view* second,
                                           lockstep_interval* distances, lockstep_witness_points2* points,
                                           lockstep_vec2d* normals, const lockstep_distance_options* options) {
  return measure_views(first, second, distances, points, normals, options);
}
lockstep_status lockstep_distance_boxes2(const lockstep_box2_view* first, const lockstep_box2_view* second,
                                         lockstep_interval* distances, lockstep_witness_points2* points,
                                         lockstep_vec2d* normals, const lockstep_distance_options* options) {
  return measure_views(first, second, distances, points, normals, options);
}
lockstep_status lockstep_distance_capsules2(const lockstep_capsule2_view* first, const lockstep_capsule2_view* second,
                                            lockstep_interval* distances, lockstep_witness_points2* points,
                                            lockstep_vec2d* normals, const lockstep_distance_options* options) {
  return measure_views(first, second, distances, points, normals, options);
}
}
