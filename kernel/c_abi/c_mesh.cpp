// Queries of shapes and rays against triangles.
#include "c_abi/convert.hpp"

using namespace lockstep;
using namespace lockstep::c_abi;

extern "C" {

lockstep_triangle_mesh* lockstep_triangle_mesh_create(const lockstep_vec3* vertices, size_t vertex_count,
                                                      const uint32_t* indices, size_t index_count,
                                                      lockstep_checking checking) {
  return guard_new<lockstep_triangle_mesh>([&] {
    return new TriangleMesh(array("vertices", vertices, vertex_count), array("indices", indices, index_count),
                            check_of(checking));
  });
}
lockstep_triangle_mesh* lockstep_triangle_mesh_create_heights(const lockstep_height_field* terrain,
                                                              lockstep_checking checking) {
  return guard_new<lockstep_triangle_mesh>([&] {
    const auto& [heights, columns, rows, origin, column_step, row_step, up] = required("terrain", terrain);
    const auto vec = [](const lockstep_vec3& v) { return Vec3{v.x, v.y, v.z}; };
    std::size_t count = 0;
    if (__builtin_mul_overflow(columns, rows, &count)) throw InvalidInput("terrain.rows: too many for its columns");
    return new TriangleMesh(HeightField{array("terrain.heights", heights, count), columns, rows, vec(origin),
                                        vec(column_step), vec(row_step), vec(up)},
                            check_of(checking));
  });
}
void lockstep_triangle_mesh_destroy(lockstep_triangle_mesh* mesh) { delete reinterpret_cast<TriangleMesh*>(mesh); }

lockstep_status lockstep_distance_mesh(const lockstep_shape_set* set, const lockstep_triangle_mesh* mesh,
                                       const uint32_t* list, size_t count, lockstep_interval* distances,
                                       uint32_t* triangles, lockstep_witness_points* points, lockstep_vec3d* normals,
                                       const lockstep_distance_options* options) {
  return guard([&] {
    distance(object("set", set), object("mesh", mesh), array("list", list, count),
             MeshDistanceOutput{array("distances", distances, count), optional_array(triangles, count),
                                optional_array(points, count), optional_array(normals, count)},
             options_of_distance(options));
  });
}

lockstep_status lockstep_cast_mesh(const lockstep_shape_set* set, const lockstep_triangle_mesh* mesh,
                                   const uint32_t* list, size_t count, const lockstep_vec3* motions,
                                   lockstep_interval* fractions, uint32_t* triangles, lockstep_vec3d* points,
                                   lockstep_vec3d* normals, const lockstep_cast_options* options) {
  return guard([&] {
    cast(object("set", set), object("mesh", mesh), array("list", list, count), array("motions", motions, count),
         MeshCastOutput{array("fractions", fractions, count), optional_array(triangles, count),
                        optional_array(points, count), optional_array(normals, count)},
         options_of_cast(options));
  });
}

lockstep_status lockstep_cast_rays_mesh(const lockstep_ray* rays, size_t count, const lockstep_triangle_mesh* mesh,
                                        lockstep_interval* fractions, uint32_t* triangles, lockstep_vec3d* points,
                                        lockstep_vec3d* normals, const lockstep_cast_options* options) {
  return guard([&] {
    cast_rays(array("rays", rays, count), object("mesh", mesh),
              MeshCastOutput{array("fractions", fractions, count), optional_array(triangles, count),
                             optional_array(points, count), optional_array(normals, count)},
              options_of_cast(options));
  });
}

lockstep_status lockstep_contacts_mesh(const lockstep_shape_set* set, const lockstep_triangle_mesh* mesh,
                                       const uint32_t* list, size_t count, lockstep_pair* pairs,
                                       lockstep_manifold* manifolds, size_t room, uint64_t* found,
                                       const lockstep_contact_options* options) {
  return guard([&] {
    std::uint64_t& all = required("found", found);
    all = contacts(object("set", set), object("mesh", mesh), array("list", list, count),
                   MeshContactOutput{array("pairs", pairs, room), array("manifolds", manifolds, room)},
                   options_of_contacts(options))
              .pairs;
  });
}
}
