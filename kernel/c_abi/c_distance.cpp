// Signed distances of pairs and of objects side by side, of space and of the plane.
#include "c_abi/objects.hpp"

using namespace lockstep;
using namespace lockstep::c_abi;

extern "C" {

lockstep_status lockstep_distance(lockstep_objects first, lockstep_objects second, const lockstep_pair* pairs,
                                  size_t count, lockstep_interval* distances, lockstep_witness_points* points,
                                  lockstep_vec3d* normals, lockstep_pair* parts,
                                  const lockstep_distance_options* options) {
  return guard([&] {
    const DistanceOptions how = options_of_distance(options);
    with_two<Two<ShapeSet>, Two<ShapeSet, TriangleMesh>, Two<BodySet>, Two<ShapeSet, BodySet>, Two<SphereView>,
             Two<AabbView>, Two<BoxView>, Two<CapsuleView>>(
        "lockstep_distance", "first", first, "second", second, [&]<class A, class B>(const A& a, const B& b) {
          const DistanceOutput out{array("distances", distances, count), optional_array(points, count),
                                   optional_array(normals, count)};
          if constexpr (std::is_same_v<B, BodySet>) {
            distance(a, b, pairs_of(pairs, count),
                     BodyDistanceOutput{out.distances, out.points, out.normals, optional_array(parts, count)}, how);
          } else {
            refuse_parts(parts);
            if constexpr (is_view<A>) {
              check_side_by_side(a, pairs, count);
              distance(a, b, out, how);
            } else {
              distance(a, b, pairs_of(pairs, count), out, how);
            }
          }
        });
  });
}
lockstep_status lockstep_distance2(lockstep_objects first, lockstep_objects second, const lockstep_pair* pairs,
                                   size_t count, lockstep_interval* distances, lockstep_witness_points2* points,
                                   lockstep_vec2d* normals, const lockstep_distance_options* options) {
  return guard([&] {
    const DistanceOptions how = options_of_distance(options);
    with_two<Two<ShapeSet2>, Two<CircleView>, Two<Box2View>, Two<Capsule2View>>(
        "lockstep_distance2", "first", first, "second", second, [&]<class A>(const A& a, const A& b) {
          const DistanceOutput2 out{array("distances", distances, count), optional_array(points, count),
                                    optional_array(normals, count)};
          if constexpr (is_view<A>) {
            check_side_by_side(a, pairs, count);
            distance(a, b, out, how);
          } else {
            distance(a, b, pairs_of(pairs, count), out, how);
          }
        });
  });
}
}
