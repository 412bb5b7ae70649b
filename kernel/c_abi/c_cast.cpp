// Shape casts and ray casts, pair by pair, of space and of the plane.
#include "c_abi/objects.hpp"

namespace {

using namespace lockstep;
using namespace lockstep::c_abi;

[[noreturn]] void refuse_motions(const char* call, const lockstep_motions& motions, const char* straight,
                                 const char* turning) {
  refuse(call, "motions.kind = " + std::to_string(motions.kind), {straight, turning});
}

/// Casts a against b; `parts` is for bodies.
template <class A, class B>
void cast_at(const A& a, const B& b, const lockstep_pair* pairs, std::size_t count, std::span<const Vec3> motions,
             lockstep_interval* fractions, lockstep_vec3d* points, lockstep_vec3d* normals, lockstep_pair* parts,
             const lockstep_cast_options* options) {
  const CastOptions how = options_of_cast(options);
  if constexpr (std::is_same_v<B, BodySet>) {
    cast(a, b, pairs_of(pairs, count), motions,
         BodyCastOutput{array("fractions", fractions, count), optional_array(points, count),
                        optional_array(normals, count), optional_array(parts, count)},
         how);
  } else {
    refuse_parts(parts);
    cast(a, b, pairs_of(pairs, count), motions, cast_output_of(fractions, points, normals, count, options), how);
  }
}

}  // namespace

extern "C" {

lockstep_status lockstep_cast(lockstep_objects first, lockstep_objects second, const lockstep_pair* pairs, size_t count,
                              lockstep_motions motions, lockstep_interval* fractions, lockstep_vec3d* points,
                              lockstep_vec3d* normals, lockstep_pair* parts, const lockstep_cast_options* options) {
  return guard([&] {
    if (motions.kind == LOCKSTEP_MOTIONS_STRAIGHT)
      with_two<Two<ShapeSet>, Two<ShapeSet, TriangleMesh>, Two<BodySet>, Two<ShapeSet, BodySet>>(
          "lockstep_cast", "first", first, "second", second, [&](const auto& a, const auto& b) {
            cast_at(a, b, pairs, count, array("motions", motions.as.straight, count), fractions, points, normals, parts,
                    options);
          });
    else if (motions.kind == LOCKSTEP_MOTIONS_TURNING)
      with_two<Two<ShapeSet>>(
          "lockstep_cast of turning shapes", "first", first, "second", second, [&](const auto& a, const auto& b) {
            refuse_parts(parts);
            cast(a, b, pairs_of(pairs, count), array("motions", motions.as.turning, count),
                 cast_output_of(fractions, points, normals, count, options), options_of_cast(options));
          });
    else
      refuse_motions("lockstep_cast", motions, "LOCKSTEP_MOTIONS_STRAIGHT", "LOCKSTEP_MOTIONS_TURNING");
  });
}
lockstep_status lockstep_cast_rays(lockstep_objects rays, lockstep_objects objects, const lockstep_pair* pairs,
                                   size_t count, lockstep_interval* fractions, lockstep_vec3d* points,
                                   lockstep_vec3d* normals, lockstep_pair* parts,
                                   const lockstep_cast_options* options) {
  return guard([&] {
    using Rays = std::span<const Ray>;
    const CastOptions how = options_of_cast(options);
    with_two<Two<Rays, ShapeSet>, Two<Rays, BodySet>, Two<Rays, TriangleMesh>>(
        "lockstep_cast_rays", "rays", rays, "objects", objects, [&]<class B>(Rays from, const B& to) {
          if constexpr (std::is_same_v<B, BodySet>) {
            cast_rays(from, to, pairs_of(pairs, count),
                      BodyCastOutput{array("fractions", fractions, count), optional_array(points, count),
                                     optional_array(normals, count), optional_array(parts, count)},
                      how);
          } else {
            refuse_parts(parts);
            cast_rays(from, to, pairs_of(pairs, count), cast_output_of(fractions, points, normals, count, options),
                      how);
          }
        });
  });
}
lockstep_status lockstep_cast2(lockstep_objects first, lockstep_objects second, const lockstep_pair* pairs,
                               size_t count, lockstep_motions motions, lockstep_interval* fractions,
                               lockstep_vec2d* points, lockstep_vec2d* normals, const lockstep_cast_options* options) {
  return guard([&] {
    with_two<Two<ShapeSet2>>("lockstep_cast2", "first", first, "second", second, [&](const auto& a, const auto& b) {
      const auto list = pairs_of(pairs, count);
      const auto cast_by = [&](auto moves) {
        cast(a, b, list, moves, cast_output_of(fractions, points, normals, count, options), options_of_cast(options));
      };
      if (motions.kind == LOCKSTEP_MOTIONS_STRAIGHT2)
        cast_by(array("motions", motions.as.straight2, count));
      else if (motions.kind == LOCKSTEP_MOTIONS_TURNING2)
        cast_by(array("motions", motions.as.turning2, count));
      else
        refuse_motions("lockstep_cast2", motions, "LOCKSTEP_MOTIONS_STRAIGHT2", "LOCKSTEP_MOTIONS_TURNING2");
    });
  });
}
lockstep_status lockstep_cast_rays2(lockstep_objects rays, lockstep_objects objects, const lockstep_pair* pairs,
                                    size_t count, lockstep_interval* fractions, lockstep_vec2d* points,
                                    lockstep_vec2d* normals, const lockstep_cast_options* options) {
  return guard([&] {
    with_two<Two<std::span<const Ray2>, ShapeSet2>>(
        "lockstep_cast_rays2", "rays", rays, "objects", objects, [&](std::span<const Ray2> from, const auto& to) {
          cast_rays(from, to, pairs_of(pairs, count), cast_output_of(fractions, points, normals, count, options),
                    options_of_cast(options));
        });
  });
}
}
