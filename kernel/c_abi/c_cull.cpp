// Volumes, and culling against one volume and against many.
#include <algorithm>
#include <bit>

#include "c_abi/visible_sets.hpp"

namespace {

using namespace lockstep;
using namespace lockstep::c_abi;

std::size_t count_of(const ShapeSet& set) { return set.size(); }
std::size_t count_of(const auto& view) { return view.count; }

template <class C>
const auto& view_of(const C* objects) {
  return object("objects", objects);
}
/// In C, the last row is at the end, since it was added later.
TransformedBoxView view_of(const lockstep_transformed_box_view* objects) {
  const lockstep_transformed_box_view& c = required("objects", objects);
  const auto s = [](const lockstep_stream& stream) { return std::bit_cast<Stream>(stream); };
  return {{s(c.m00), s(c.m01), s(c.m02), s(c.m03), s(c.m10), s(c.m11), s(c.m12), s(c.m13), s(c.m20), s(c.m21), s(c.m22),
           s(c.m23), s(c.m30), s(c.m31), s(c.m32), s(c.m33)},
          s(c.low_x),
          s(c.low_y),
          s(c.low_z),
          s(c.high_x),
          s(c.high_y),
          s(c.high_z),
          c.count};
}

template <class C>
lockstep_status cull_one(const lockstep_volume* volume, const C* objects, std::uint64_t* visible, std::size_t* count,
                         const lockstep_cull_options* options) {
  return guard([&] {
    const ConvexVolume& by = object("volume", volume);
    const auto& of = view_of(objects);
    const CullOptions how = options_of_cull(options);
    const std::size_t seen =
        visible == nullptr ? cull_count(by, of, how) : cull(by, of, {visible, mask_words(count_of(of))}, how);
    if (count != nullptr) *count = seen;
  });
}

template <class C>
lockstep_status cull_many(const lockstep_volume_set* volumes, const C* objects, const lockstep_visible_sets* visible,
                          std::size_t* count, const lockstep_cull_options* options) {
  return guard([&] {
    const VolumeSet& by = object("volumes", volumes);
    const auto& of = view_of(objects);
    const VisibleSets sets = visible_sets_of(visible, by.size(), count_of(of));
    const std::size_t seen = cull(by, of, sets, options_of_cull(options));
    if (count != nullptr) *count = seen;
  });
}

MatrixOrder order_of(lockstep_matrix_order order) { return enumerator<MatrixOrder>("order", order, 2); }
DepthRange range_of(lockstep_depth_range range) { return enumerator<DepthRange>("range", range, 2); }

Lens lens_of(const lockstep_lens* lens) {
  const lockstep_lens& of = required("lens", lens);
  return {of.left, of.right, of.bottom, of.top, of.near_depth, of.far_depth, of.orthographic != 0};
}

template <class Number>
lockstep_volume* volume_of_matrix(const Number* matrix, lockstep_matrix_order order, lockstep_depth_range range,
                                  const lockstep_clip_window* window) {
  return guard_new<lockstep_volume>([&] {
    const ClipWindow part = window == nullptr ? ClipWindow{} : object("window", window);
    return new ConvexVolume(
        ConvexVolume::from_view_projection(&required("matrix", matrix), order_of(order), range_of(range), part));
  });
}

template <class Number>
lockstep_volume_set* grid_of_matrix(const Number* matrix, lockstep_matrix_order order, lockstep_depth_range range,
                                    uint32_t columns, uint32_t rows, const Number* depths, size_t depth_count) {
  return guard_new<lockstep_volume_set>([&] {
    const ViewGrid grid{columns, rows, array("depths", depths, depth_count)};
    return new VolumeSet(VolumeSet::grid(&required("matrix", matrix), order_of(order), range_of(range), grid));
  });
}

}  // namespace

extern "C" {

lockstep_volume* lockstep_volume_create_view_projection(const float* matrix, lockstep_matrix_order order,
                                                        lockstep_depth_range range,
                                                        const lockstep_clip_window* window) {
  return volume_of_matrix(matrix, order, range, window);
}
lockstep_volume* lockstep_volume_create_view_projection_double(const double* matrix, lockstep_matrix_order order,
                                                               lockstep_depth_range range,
                                                               const lockstep_clip_window* window) {
  return volume_of_matrix(matrix, order, range, window);
}
lockstep_status lockstep_lens_perspective(double vertical_angle, double aspect, double near_depth, double far_depth,
                                          lockstep_lens* lens) {
  return guard([&] {
    lockstep_lens& out = required("lens", lens);
    const Lens made = Lens::perspective(vertical_angle, aspect, near_depth, far_depth);
    out = {made.left, made.right, made.bottom, made.top, made.near_depth, made.far_depth, 0};
  });
}
lockstep_status lockstep_camera_pose_turned(const lockstep_vec3d* position, const double* rotation,
                                            lockstep_camera_pose* pose) {
  return guard([&] {
    const auto q = array("rotation", rotation, 4);
    CameraPose& out = object("pose", pose);
    out = CameraPose::turned(object("position", position), q[0], q[1], q[2], q[3]);
  });
}
lockstep_status lockstep_camera_pose_looking_at(const lockstep_vec3d* from, const lockstep_vec3d* to,
                                                const lockstep_vec3d* up, lockstep_camera_pose* pose) {
  return guard([&] {
    CameraPose& out = object("pose", pose);
    out = CameraPose::looking_at(object("from", from), object("to", to), object("up", up));
  });
}
lockstep_volume* lockstep_volume_create_camera(const lockstep_lens* lens, const lockstep_camera_pose* pose) {
  return guard_new<lockstep_volume>(
      [&] { return new ConvexVolume(ConvexVolume::from_camera(lens_of(lens), object("pose", pose))); });
}
lockstep_volume* lockstep_volume_create_planes(const lockstep_half_space* planes, size_t count) {
  return guard_new<lockstep_volume>(
      [&] { return new ConvexVolume(ConvexVolume::from_planes(array("planes", planes, count))); });
}
lockstep_volume* lockstep_volume_create_corners(const lockstep_vec3* corners) {
  return guard_new<lockstep_volume>(
      [&] { return new ConvexVolume(ConvexVolume::from_corners(array("corners", corners, 8).first<8>())); });
}
void lockstep_volume_destroy(lockstep_volume* volume) { delete reinterpret_cast<ConvexVolume*>(volume); }
lockstep_status lockstep_volume_corners(const lockstep_volume* volume, float far_cut, lockstep_vec3* corners) {
  return guard([&] {
    const ConvexVolume& of = object("volume", volume);
    const auto eight = of.corners(far_cut);
    std::copy(eight.begin(), eight.end(), array("corners", corners, 8).begin());
  });
}
lockstep_status lockstep_volume_vertices(const lockstep_volume* volume, float far_cut, lockstep_vec3* corners,
                                         size_t capacity, size_t* count) {
  return guard([&] {
    const std::vector<Vec3> all = object("volume", volume).vertices(far_cut);
    if (corners != nullptr)
      std::copy_n(all.begin(), std::min(capacity, all.size()), array("corners", corners, capacity).begin());
    required("count", count) = all.size();
  });
}

lockstep_volume_set* lockstep_volume_set_create(const lockstep_volume* const* volumes, size_t count) {
  return guard_new<lockstep_volume_set>([&] {
    if (volumes == nullptr && count != 0)
      throw InvalidInput("volumes = NULL: needs " + std::to_string(count) + " elements");
    std::vector<ConvexVolume> all;
    for (std::size_t i = 0; i < count; ++i)
      all.push_back(object(("volumes[" + std::to_string(i) + "]").c_str(), volumes[i]));
    return new VolumeSet(all);
  });
}
lockstep_volume_set* lockstep_volume_set_create_grid(const float* matrix, lockstep_matrix_order order,
                                                     lockstep_depth_range range, uint32_t columns, uint32_t rows,
                                                     const float* depths, size_t depth_count) {
  return grid_of_matrix(matrix, order, range, columns, rows, depths, depth_count);
}
lockstep_volume_set* lockstep_volume_set_create_grid_double(const double* matrix, lockstep_matrix_order order,
                                                            lockstep_depth_range range, uint32_t columns, uint32_t rows,
                                                            const double* depths, size_t depth_count) {
  return grid_of_matrix(matrix, order, range, columns, rows, depths, depth_count);
}
lockstep_volume_set* lockstep_volume_set_create_camera_grid(const lockstep_lens* lens, const lockstep_camera_pose* pose,
                                                            uint32_t columns, uint32_t rows, const double* depths,
                                                            size_t depth_count) {
  return guard_new<lockstep_volume_set>([&] {
    const ViewGrid grid{columns, rows, array("depths", depths, depth_count)};
    return new VolumeSet(VolumeSet::grid(lens_of(lens), object("pose", pose), grid));
  });
}
lockstep_volume_set* lockstep_volume_set_create_cube(const lockstep_vec3* eye, float near_distance,
                                                     float far_distance) {
  return guard_new<lockstep_volume_set>(
      [&] { return new VolumeSet(VolumeSet::cube(object("eye", eye), near_distance, far_distance)); });
}
lockstep_volume_set* lockstep_volume_set_create_cube_double(const lockstep_vec3d* eye, double near_distance,
                                                            double far_distance) {
  return guard_new<lockstep_volume_set>(
      [&] { return new VolumeSet(VolumeSet::cube(object("eye", eye), near_distance, far_distance)); });
}
void lockstep_volume_set_destroy(lockstep_volume_set* volumes) { delete reinterpret_cast<VolumeSet*>(volumes); }
size_t lockstep_volume_set_size(const lockstep_volume_set* volumes) {
  return volumes == nullptr ? 0 : reinterpret_cast<const VolumeSet*>(volumes)->size();
}
lockstep_status lockstep_split_depths(float near_distance, float far_distance, size_t slices, float blend,
                                      float* depths) {
  return guard([&] {
    const std::vector<float> all = split_depths(near_distance, far_distance, slices, blend);
    std::copy(all.begin(), all.end(), array("depths", depths, all.size()).begin());
  });
}

lockstep_status lockstep_split_depths_double(double near_distance, double far_distance, size_t slices, double blend,
                                             double* depths) {
  return guard([&] {
    const std::vector<double> all = split_depths_in_double(near_distance, far_distance, slices, blend);
    std::copy(all.begin(), all.end(), array("depths", depths, all.size()).begin());
  });
}

lockstep_status lockstep_cull_spheres(const lockstep_volume* volume, const lockstep_sphere_view* objects,
                                      uint64_t* visible, size_t* count, const lockstep_cull_options* options) {
  return cull_one(volume, objects, visible, count, options);
}

lockstep_status lockstep_cull_aabbs(const lockstep_volume* volume, const lockstep_aabb_view* objects, uint64_t* visible,
                                    size_t* count, const lockstep_cull_options* options) {
  return cull_one(volume, objects, visible, count, options);
}

lockstep_status lockstep_cull_boxes(const lockstep_volume* volume, const lockstep_box_view* objects, uint64_t* visible,
                                    size_t* count, const lockstep_cull_options* options) {
  return cull_one(volume, objects, visible, count, options);
}

lockstep_status lockstep_cull_transformed_boxes(const lockstep_volume* volume,
                                                const lockstep_transformed_box_view* objects, uint64_t* visible,
                                                size_t* count, const lockstep_cull_options* options) {
  return cull_one(volume, objects, visible, count, options);
}

lockstep_status lockstep_cull_shapes(const lockstep_volume* volume, const lockstep_shape_set* objects,
                                     uint64_t* visible, size_t* count, const lockstep_cull_options* options) {
  return cull_one(volume, objects, visible, count, options);
}

lockstep_status lockstep_cull_many_spheres(const lockstep_volume_set* volumes, const lockstep_sphere_view* objects,
                                           const lockstep_visible_sets* visible, size_t* count,
                                           const lockstep_cull_options* options) {
  return cull_many(volumes, objects, visible, count, options);
}

lockstep_status lockstep_cull_many_aabbs(const lockstep_volume_set* volumes, const lockstep_aabb_view* objects,
                                         const lockstep_visible_sets* visible, size_t* count,
                                         const lockstep_cull_options* options) {
  return cull_many(volumes, objects, visible, count, options);
}

lockstep_status lockstep_cull_many_boxes(const lockstep_volume_set* volumes, const lockstep_box_view* objects,
                                         const lockstep_visible_sets* visible, size_t* count,
                                         const lockstep_cull_options* options) {
  return cull_many(volumes, objects, visible, count, options);
}

lockstep_status lockstep_cull_many_transformed_boxes(const lockstep_volume_set* volumes,
                                                     const lockstep_transformed_box_view* objects,
                                                     const lockstep_visible_sets* visible, size_t* count,
                                                     const lockstep_cull_options* options) {
  return cull_many(volumes, objects, visible, count, options);
}

lockstep_status lockstep_cull_many_shapes(const lockstep_volume_set* volumes, const lockstep_shape_set* objects,
                                          const lockstep_visible_sets* visible, size_t* count,
                                          const lockstep_cull_options* options) {
  return cull_many(volumes, objects, visible, count, options);
}
}
