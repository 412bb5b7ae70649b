// Converts C's plain structs to those of the C++ headers, which have the same memory layout.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <variant>

#include <lockstep/lockstep.hpp>

#include "c_abi/guard.hpp"

/// What the handle of a world points to: a world of space, or one of the plane.
struct lockstep_world {
  std::variant<lockstep::World, lockstep::World2> is;
};

namespace lockstep::c_abi {

/// The C++ type with the layout of a C type, or the type that a handle points to.
template <class C>
struct Twin;

#define LOCKSTEP_TWIN(C, CPP)                                              \
  template <>                                                              \
  struct Twin<C> {                                                         \
    using Type = CPP;                                                      \
    static_assert(sizeof(C) == sizeof(CPP) && alignof(C) == alignof(CPP)); \
  };
#define LOCKSTEP_HANDLE(C, CPP) \
  template <>                   \
  struct Twin<C> {              \
    using Type = CPP;           \
  };
LOCKSTEP_TWIN(lockstep_vec2, Vec2)
LOCKSTEP_TWIN(lockstep_vec3, Vec3)
LOCKSTEP_TWIN(lockstep_vec2d, Vec2d)
LOCKSTEP_TWIN(lockstep_vec3d, Vec3d)
LOCKSTEP_TWIN(lockstep_pose, Pose)
LOCKSTEP_TWIN(lockstep_pair, Pair)
LOCKSTEP_TWIN(lockstep_verdict, Verdict)
LOCKSTEP_TWIN(lockstep_interval, Interval)
LOCKSTEP_TWIN(lockstep_witness_points, WitnessPoints)
LOCKSTEP_TWIN(lockstep_witness_points2, WitnessPoints2)
LOCKSTEP_TWIN(lockstep_ray, Ray)
LOCKSTEP_TWIN(lockstep_motion, Motion)
LOCKSTEP_TWIN(lockstep_ray2, Ray2)
LOCKSTEP_TWIN(lockstep_motion2, Motion2)
LOCKSTEP_TWIN(lockstep_manifold, Manifold)
LOCKSTEP_TWIN(lockstep_manifold2, Manifold2)
LOCKSTEP_TWIN(lockstep_body_manifold, BodyManifold)
LOCKSTEP_TWIN(lockstep_separation, Separation)
LOCKSTEP_TWIN(lockstep_clip_window, ClipWindow)
LOCKSTEP_TWIN(lockstep_object_handle, ObjectHandle)
LOCKSTEP_TWIN(lockstep_point, Point)
LOCKSTEP_TWIN(lockstep_sphere, Sphere)
LOCKSTEP_TWIN(lockstep_aabb, Aabb)
LOCKSTEP_TWIN(lockstep_box, Box)
LOCKSTEP_TWIN(lockstep_capsule, Capsule)
LOCKSTEP_TWIN(lockstep_ellipsoid, Ellipsoid)
LOCKSTEP_TWIN(lockstep_cylinder, Cylinder)
LOCKSTEP_TWIN(lockstep_cone, Cone)
LOCKSTEP_TWIN(lockstep_hull_instance, HullInstance)
LOCKSTEP_TWIN(lockstep_circle2, Circle2)
LOCKSTEP_TWIN(lockstep_capsule2, Capsule2)
LOCKSTEP_TWIN(lockstep_box2, Box2)
LOCKSTEP_TWIN(lockstep_ellipse2, Ellipse2)
LOCKSTEP_TWIN(lockstep_slice2, Slice2)
LOCKSTEP_TWIN(lockstep_half_space, HalfSpace)
LOCKSTEP_TWIN(lockstep_camera_pose, CameraPose)
LOCKSTEP_TWIN(lockstep_sphere_view, SphereView)
LOCKSTEP_TWIN(lockstep_aabb_view, AabbView)
LOCKSTEP_TWIN(lockstep_box_view, BoxView)
LOCKSTEP_TWIN(lockstep_capsule_view, CapsuleView)
LOCKSTEP_TWIN(lockstep_circle_view, CircleView)
LOCKSTEP_TWIN(lockstep_aabb2_view, Aabb2View)
LOCKSTEP_TWIN(lockstep_box2_view, Box2View)
LOCKSTEP_TWIN(lockstep_capsule2_view, Capsule2View)
using CellShift = std::array<std::int32_t, 3>;
LOCKSTEP_TWIN(lockstep_cell_shift, CellShift)
LOCKSTEP_TWIN(std::uint32_t, std::uint32_t)
LOCKSTEP_TWIN(std::uint64_t, std::uint64_t)
LOCKSTEP_TWIN(float, float)
LOCKSTEP_TWIN(double, double)
LOCKSTEP_HANDLE(lockstep_shape_set, ShapeSet)
LOCKSTEP_HANDLE(lockstep_shape_set2, ShapeSet2)
LOCKSTEP_HANDLE(lockstep_body_set, BodySet)
LOCKSTEP_HANDLE(lockstep_triangle_mesh, TriangleMesh)
LOCKSTEP_HANDLE(lockstep_volume, ConvexVolume)
LOCKSTEP_HANDLE(lockstep_volume_set, VolumeSet)
LOCKSTEP_HANDLE(lockstep_overlap_pass, OverlapPass)
LOCKSTEP_HANDLE(lockstep_pair_events, PairEvents)
LOCKSTEP_HANDLE(lockstep_neighbour_search, NeighbourSearch)
#undef LOCKSTEP_TWIN
#undef LOCKSTEP_HANDLE

/// A const C type has a const twin.
template <class C>
using TwinOf = std::conditional_t<std::is_const_v<C>, std::add_const_t<typename Twin<std::remove_const_t<C>>::Type>,
                                  typename Twin<std::remove_const_t<C>>::Type>;

/// The C++ object behind a handle or a pointer to a struct.
template <class C>
TwinOf<C>& object(const char* name, C* argument) {
  return reinterpret_cast<TwinOf<C>&>(required(name, argument));
}

/// An array that must not be NULL if it has elements.
template <class C>
std::span<TwinOf<C>> array(const char* name, C* data, std::size_t count) {
  if (data == nullptr && count != 0)
    throw InvalidInput(std::string(name) + " = NULL: needs " + std::to_string(count) + " elements");
  return {reinterpret_cast<TwinOf<C>*>(data), count};
}

/// An array that may be NULL.
template <class C>
std::span<TwinOf<C>> optional_array(C* data, std::size_t count) {
  return {reinterpret_cast<TwinOf<C>*>(data), data == nullptr ? 0 : count};
}

/// The number of objects in a view or a set.
std::size_t count_of(const auto& objects) {
  if constexpr (requires { objects.count; })
    return objects.count;
  else if constexpr (requires { objects.positions; })
    return objects.shapes.count;
  else
    return objects.size();
}

/// The output arrays for lists: the start of each list, and as many elements as there is room for.
class ListArrays {
 public:
  ListArrays(std::size_t* first, std::size_t lists, std::uint32_t* objects, std::size_t room, std::uint64_t* found)
      : first_(&required("first", first), lists + 1),
        objects_(array("objects", objects, room)),
        found_(required("found", found)) {}

  /// `shifts` is NULL or has as much room as the objects; those of lists without any are 0.
  void write(const ObjectLists& lists, lockstep_cell_shift* shifts = nullptr) const {
    write(lists.first, lists.objects);
    const auto to = optional_array(shifts, objects_.size());
    std::fill_n(to.begin(), std::min(to.size(), lists.objects.size()), CellShift{});
    std::copy_n(lists.shifts.begin(), std::min(to.size(), lists.shifts.size()), to.begin());
  }
  void write(std::span<const std::size_t> first, std::span<const std::uint32_t> objects) const {
    std::copy(first.begin(), first.end(), first_.begin());
    std::copy_n(objects.begin(), std::min(objects_.size(), objects.size()), objects_.begin());
    found_ = objects.size();
  }

 private:
  std::span<std::size_t> first_;
  std::span<std::uint32_t> objects_;
  std::uint64_t& found_;
};

inline Check check_of(lockstep_checking checking) { return enumerator<Check>("checking", checking, 2); }

inline std::optional<Isa> isa_of(lockstep_isa isa) {
  if (isa == LOCKSTEP_ISA_DEFAULT) return {};
  return static_cast<Isa>(enumerator<int>("options.isa", isa, 6) - 1);
}

inline Executor executor_of(const lockstep_executor& executor) {
  return {executor.parallel_for, executor.context, executor.threads, reinterpret_cast<Scratch*>(executor.scratch)};
}

/// The options that all calls share, except those of a kept world, which checks its objects when it copies them.
template <class To, class From>
To common_options(const From& from) {
  To to;
  to.check = enumerator<Check>("options.checking", from.checking, 2);
  to.isa = isa_of(from.isa);
  to.executor = executor_of(from.executor);
  return to;
}

inline Touching touching_of(lockstep_touching touching) {
  return enumerator<Touching>("options.touching", touching, 2);
}

/// The outputs of casts against pairs of shapes; some of them are passed in the options.
inline CastOutput cast_output_of(lockstep_interval* fractions, lockstep_vec3d* points, lockstep_vec3d* normals,
                                 std::size_t count, const lockstep_cast_options* options) {
  const lockstep_cast_options more = options_of(options);
  return {array("fractions", fractions, count), optional_array(points, count), optional_array(normals, count),
          optional_array(more.starts, count),
          optional_array(reinterpret_cast<lockstep_vec3d*>(more.start_normals), count)};
}
inline CastOutput2 cast_output_of(lockstep_interval* fractions, lockstep_vec2d* points, lockstep_vec2d* normals,
                                  std::size_t count, const lockstep_cast_options* options) {
  const lockstep_cast_options more = options_of(options);
  return CastOutput2{array("fractions", fractions, count), optional_array(points, count),
                     optional_array(normals, count), optional_array(more.starts, count),
                     optional_array(reinterpret_cast<lockstep_vec2d*>(more.start_normals), count)};
}

Cell cell_of(const lockstep_cell& cell);
IntersectOptions options_of_intersect(const lockstep_intersect_options* options);
DistanceOptions options_of_distance(const lockstep_distance_options* options);
ContactOptions options_of_contacts(const lockstep_contact_options* options);
CastOptions options_of_cast(const lockstep_cast_options* options);
CullOptions options_of_cull(const lockstep_cull_options* options);

/// Calls `use` with a part of a body, or another shape of C, as its C++ type.
template <class Use>
void visit_shape(const lockstep_shape& shape, const Use& use) {
  const auto as = [&](const auto& c) { use(std::bit_cast<TwinOf<std::remove_cvref_t<decltype(c)>>>(c)); };
  const lockstep_hull& hull = shape.as.hull;
  switch (shape.kind) {
    case LOCKSTEP_SHAPE_POINT: return as(shape.as.point);
    case LOCKSTEP_SHAPE_SPHERE: return as(shape.as.sphere);
    case LOCKSTEP_SHAPE_AABB: return as(shape.as.aabb);
    case LOCKSTEP_SHAPE_BOX: return as(shape.as.box);
    case LOCKSTEP_SHAPE_CAPSULE: return as(shape.as.capsule);
    case LOCKSTEP_SHAPE_HULL:
      if (hull.radius != 0)
        throw InvalidInput("shape.as.hull.radius: must be 0, or the kind LOCKSTEP_SHAPE_ROUNDED_HULL");
      return use(ConvexHull{array("shape.as.hull.vertices", hull.vertices, hull.count)});
    case LOCKSTEP_SHAPE_VOLUME: return use(object("shape.as.volume", shape.as.volume));
    case LOCKSTEP_SHAPE_ROUNDED_HULL:
      return use(RoundedHull{array("shape.as.hull.vertices", hull.vertices, hull.count), hull.radius});
    case LOCKSTEP_SHAPE_HULL_INSTANCE: return as(shape.as.hull_instance);
    case LOCKSTEP_SHAPE_ELLIPSOID: return as(shape.as.ellipsoid);
    case LOCKSTEP_SHAPE_CYLINDER: return as(shape.as.cylinder);
    case LOCKSTEP_SHAPE_CONE: return as(shape.as.cone);
    default: throw InvalidInput("shape.kind = " + std::to_string(shape.kind) + ": must be from 0 to 11");
  }
}

}  // namespace lockstep::c_abi
