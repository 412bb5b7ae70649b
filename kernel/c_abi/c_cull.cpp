// Volumes, and culling against one volume and against many.
#include <algorithm>

#include "c_abi/objects.hpp"

namespace {

using namespace lockstep;
using namespace lockstep::c_abi;

VisibleSets visible_sets_of(const lockstep_visible_sets* visible, std::size_t volumes, std::size_t objects) {
  const lockstep_visible_sets to = any_age("visible", visible);
  return {.by_volume = optional_array(to.by_volume, volumes * mask_words(objects)),
          .by_object = optional_array(to.by_object, objects * mask_words(volumes)),
          .counts = {to.counts, to.counts != nullptr ? volumes : 0},
          .first = {to.first, to.first != nullptr ? volumes + 1 : 0},
          .indices = array("visible.indices", to.indices, to.room)};
}

/// Calls use(objects) for the kinds that can be culled.
void with_culled(const char* call, const lockstep_objects& objects, const auto& use) {
  with_objects<SphereView, AabbView, BoxView, TransformedBoxView, ShapeSet, World, AnyPlaced>(
      call, "objects", objects, [&]<class Objects>(const Objects& of) {
        if constexpr (std::is_same_v<Objects, AnyPlaced>)
          std::visit(use, of.is);
        else
          use(of);
      });
}

MatrixOrder order_of(lockstep_matrix_order order) { return enumerator<MatrixOrder>("order", order, 2); }
DepthRange range_of(lockstep_depth_range range) { return enumerator<DepthRange>("range", range, 2); }

Lens lens_of(const lockstep_lens* lens) {
  const lockstep_lens& of = required("lens", lens);
  return {of.left, of.right, of.bottom, of.top, of.near_depth, of.far_depth, of.orthographic != 0};
}

/// The result of make(numbers, order, range) for a matrix of floats or of doubles.
template <class Make>
auto of_matrix(const lockstep_matrix* matrix, const Make& make) {
  const lockstep_matrix& of = required("matrix", matrix);
  if (of.floats != nullptr && of.doubles != nullptr)
    throw InvalidInput("matrix.doubles: must be NULL beside matrix.floats");
  if (of.doubles != nullptr) return make(of.doubles, order_of(of.order), range_of(of.range));
  return make(&required("matrix.floats", of.floats), order_of(of.order), range_of(of.range));
}

}  // namespace

extern "C" {

lockstep_volume* lockstep_volume_create_view_projection(const lockstep_matrix* matrix,
                                                        const lockstep_clip_window* window) {
  return guard_new<lockstep_volume>([&] {
    const ClipWindow part = window == nullptr ? ClipWindow{} : object("window", window);
    return of_matrix(matrix, [&](const auto* numbers, MatrixOrder order, DepthRange range) {
      return new ConvexVolume(ConvexVolume::from_view_projection(numbers, order, range, part));
    });
  });
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
lockstep_volume_set* lockstep_volume_set_create_grid(const lockstep_matrix* matrix, uint32_t columns, uint32_t rows,
                                                     const double* depths, size_t depth_count) {
  return guard_new<lockstep_volume_set>([&] {
    const ViewGrid grid{columns, rows, array("depths", depths, depth_count)};
    return of_matrix(matrix, [&](const auto* numbers, MatrixOrder order, DepthRange range) {
      return new VolumeSet(VolumeSet::grid(numbers, order, range, grid));
    });
  });
}
lockstep_volume_set* lockstep_volume_set_create_camera_grid(const lockstep_lens* lens, const lockstep_camera_pose* pose,
                                                            uint32_t columns, uint32_t rows, const double* depths,
                                                            size_t depth_count) {
  return guard_new<lockstep_volume_set>([&] {
    const ViewGrid grid{columns, rows, array("depths", depths, depth_count)};
    return new VolumeSet(VolumeSet::grid(lens_of(lens), object("pose", pose), grid));
  });
}
lockstep_volume_set* lockstep_volume_set_create_cube(const lockstep_vec3d* eye, double near_distance,
                                                     double far_distance) {
  return guard_new<lockstep_volume_set>(
      [&] { return new VolumeSet(VolumeSet::cube(object("eye", eye), near_distance, far_distance)); });
}
void lockstep_volume_set_destroy(lockstep_volume_set* volumes) { delete reinterpret_cast<VolumeSet*>(volumes); }
size_t lockstep_volume_set_size(const lockstep_volume_set* volumes) {
  return volumes == nullptr ? 0 : reinterpret_cast<const VolumeSet*>(volumes)->size();
}
lockstep_status lockstep_split_depths(double near_distance, double far_distance, size_t slices, double blend,
                                      double* depths) {
  return guard([&] {
    const std::vector<double> all = split_depths_in_double(near_distance, far_distance, slices, blend);
    std::copy(all.begin(), all.end(), array("depths", depths, all.size()).begin());
  });
}

lockstep_status lockstep_cull(const lockstep_volume* volume, lockstep_objects objects, uint64_t* visible, size_t* count,
                              const lockstep_cull_options* options) {
  return guard([&] {
    const ConvexVolume& by = object("volume", volume);
    const CullOptions how = options_of_cull(options);
    with_culled("lockstep_cull", objects, [&](const auto& of) {
      const std::size_t seen =
          visible == nullptr ? cull_count(by, of, how) : cull(by, of, {visible, mask_words(count_of(of))}, how);
      if (count != nullptr) *count = seen;
    });
  });
}
lockstep_status lockstep_cull_list(const lockstep_volume* volume, lockstep_objects objects, uint32_t* indices,
                                   size_t room, size_t* count, const lockstep_cull_options* options) {
  return guard([&] {
    const ConvexVolume& by = object("volume", volume);
    const std::span<std::uint32_t> list = array("indices", indices, room);
    std::size_t& seen = required("count", count);
    with_culled("lockstep_cull_list", objects,
                [&](const auto& of) { seen = cull(by, of, list, options_of_cull(options)); });
  });
}
lockstep_status lockstep_cull_in_order(const lockstep_volume* volume, const lockstep_world* world, uint64_t* visible,
                                       size_t* count, const lockstep_cull_options* options) {
  return guard([&] {
    const ConvexVolume& by = object("volume", volume);
    const auto* const of_space = std::get_if<World>(&required("world", world).is);
    if (of_space == nullptr) throw InvalidInput("lockstep_cull_in_order: world: must be one of space");
    const World& of = *of_space;
    const CullOptions how = options_of_cull(options);
    const std::size_t seen = visible == nullptr ? cull_count(by, of, how)
                                                : cull_in_order(by, of, {visible, mask_words(of.order().size())}, how);
    if (count != nullptr) *count = seen;
  });
}
lockstep_status lockstep_cull_many(const lockstep_volume_set* volumes, lockstep_objects objects,
                                   const lockstep_visible_sets* visible, size_t* count,
                                   const lockstep_cull_options* options) {
  return guard([&] {
    const VolumeSet& by = object("volumes", volumes);
    with_culled("lockstep_cull_many", objects, [&](const auto& of) {
      const VisibleSets sets = visible_sets_of(visible, by.size(), count_of(of));
      const std::size_t seen = cull(by, of, sets, options_of_cull(options));
      if (count != nullptr) *count = seen;
    });
  });
}
}
