/* lockstep for C, and for languages that call C: batched collision detection and culling in SIMD lanes, with a proof
 * for every answer. Frustum culling, overlap tests (GJK, separating axes), signed distance and penetration depth (EPA),
 * contact manifolds, shape casts (continuous collision detection) and ray casts, broad phase, kept worlds (BVH) with
 * nearest neighbours, compound bodies, triangle meshes and height fields, in 3D and 2D; periodic neighbour lists.
 *
 *   lockstep_shape_set* shapes = lockstep_shape_set_create();
 *   lockstep_shape ball = {.kind = LOCKSTEP_SHAPE_SPHERE, .as.sphere = {{0, 0, 0}, 1}};
 *   uint32_t index;
 *   if (lockstep_shape_set_add(shapes, &ball, LOCKSTEP_CHECK_INPUTS, &index) != LOCKSTEP_OK)
 *     puts(lockstep_last_error());
 *
 * The calls and their names are those of the C++ headers, and so are the answers, to the bit. The header named at each
 * part (lockstep/cull.hpp) has the whole contract, complexity and sources among it. C11 or C++.
 *
 * Names. One function for one question; its lockstep_objects say which objects it is about. A call that writes vectors
 * has a twin for the plane, lockstep_JOB2. An enumerator has the name of its type (LOCKSTEP_CULL_PLANES), and its type
 * is an integer of a known size. Structs go by pointer; lockstep_objects and lockstep_motions alone go by value.
 *
 * Arrays. A pointer and a number of elements that lie side by side, or a lockstep_stream, which has a stride. If a call
 * has one array per query (`pairs`), all its arrays have `count` elements. An optional output may be NULL. Outputs
 * share no memory with inputs, nor with each other. The library keeps no pointer to an array, a struct or a volume
 * after a call: it copies all that it needs longer. Coordinates, radii, distances and motions are in one unit of
 * length, the caller's; coordinates go up to 1e18. Angles are radians, counter-clockwise; fractions of a motion are 0
 * at its start and 1 at its end. Booleans are 0 and 1.
 *
 * Handles come from *_create and *_copy, belong to the caller, and are freed by *_destroy, which accepts NULL. They may
 * go from thread to thread.
 *
 * Options. NULL stands for the defaults, and so does 0 in each member of a struct but the first: `size` is sizeof the
 * struct. A later version may add members at its end. By `size` the library knows the version of the program; a program
 * that was compiled later may use an older library as long as the new members are 0. The same holds for the structs of
 * several outputs.
 *
 * The contract of all functions; a comment repeats only what differs:
 *
 * Complexity: as the C++ function of that name; reading a handle's size or state is O(1).
 * Allocates: as the C++ function of that name; *_create and *_copy allocate the handle.
 * Returns: functions that can fail return a lockstep_status; *_create and *_copy return NULL on failure.
 * lockstep_last_error() has the message, which names the array, the index and the value. No C++ exception leaves the
 * library, not even one of a callback. A failed call has changed nothing (strong guarantee), except where the C++
 * headers say so: culling and comparing of streams, and running out of memory in the middle of a call.
 * Threads: a set or a world may be read by several threads at once, or changed by one while no other reads it; volumes
 * and meshes never change. A pass and a pair_events object serve one thread at a time. All other functions may be
 * called from any thread at any time. A call runs its parts on several threads if that pays (see lockstep_executor),
 * and all of them have ended when it returns. */
#ifndef LOCKSTEP_H
#define LOCKSTEP_H

#include <stddef.h>
#include <stdint.h>

/* Increases when an existing declaration changes; additions do not increase it. */
#define LOCKSTEP_ABI_VERSION 2

#if defined(_WIN32) && !defined(LOCKSTEP_STATIC)
#if defined(LOCKSTEP_BUILDING)
#define LOCKSTEP_C_API __declspec(dllexport)
#else
#define LOCKSTEP_C_API __declspec(dllimport)
#endif
#elif defined(__GNUC__) && !defined(_WIN32)
#define LOCKSTEP_C_API __attribute__((visibility("default")))
#else
#define LOCKSTEP_C_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Errors and information (lockstep/config.hpp) ---- */

typedef int32_t lockstep_status;
enum {
  LOCKSTEP_OK = 0,
  LOCKSTEP_INVALID_INPUT = 1, /* an argument is invalid */
  LOCKSTEP_OUT_OF_MEMORY = 2,
  LOCKSTEP_FAILED = 3 /* any other failure: an exception of a callback, or threads that cannot be started */
};

/* The message of the last call of this thread that failed; "" before the first one. Valid until the next one fails. Cut
 * after 1023 bytes. */
LOCKSTEP_C_API const char* lockstep_last_error(void);

/* LOCKSTEP_ABI_VERSION of the library, for programs that load it by dlopen. */
LOCKSTEP_C_API uint32_t lockstep_abi_version(void);
/* "MAJOR.MINOR.PATCH": LOCKSTEP_VERSION of lockstep/config.hpp. */
LOCKSTEP_C_API const char* lockstep_version(void);

typedef int32_t lockstep_isa;
enum {
  LOCKSTEP_ISA_DEFAULT = 0, /* the best of this machine, or the value of the environment variable LOCKSTEP_ISA */
  LOCKSTEP_ISA_SCALAR = 1,
  LOCKSTEP_ISA_SSE42 = 2,
  LOCKSTEP_ISA_AVX2 = 3,
  LOCKSTEP_ISA_AVX512 = 4,
  LOCKSTEP_ISA_NEON = 5
};
/* "avx2"; NULL if there is no such instruction set. */
LOCKSTEP_C_API const char* lockstep_isa_name(lockstep_isa isa);
/* The lane width: the number of queries that run side by side; 0 if there is no such instruction set. */
LOCKSTEP_C_API int32_t lockstep_lane_count(lockstep_isa isa);
/* Writes the instruction sets that this machine can run, best first, up to `room`, and returns their number. It is 0 if
 * a library for one instruction set alone (LOCKSTEP_ISAS=best) runs on a machine that lacks it; every call that needs
 * it then fails. */
LOCKSTEP_C_API size_t lockstep_supported_isas(lockstep_isa* isas, size_t room);
/* The meaning of LOCKSTEP_ISA_DEFAULT in this process. */
LOCKSTEP_C_API lockstep_status lockstep_default_isa(lockstep_isa* isa);

/* ---- Types of every call (lockstep/types.hpp, distance.hpp, distance.hpp, cast.hpp) ---- */

typedef struct {
  float x, y;
} lockstep_vec2;
typedef struct {
  float x, y, z;
} lockstep_vec3;
typedef struct {
  double x, y;
} lockstep_vec2d;
typedef struct {
  double x, y, z;
} lockstep_vec3d;
typedef struct {
  float x, y, z, w;
} lockstep_quat; /* | |q|^2 - 1 | <= 1e-3; (0, 0, 0, 1) is no rotation */
typedef struct {
  lockstep_vec3 position;
  lockstep_quat rotation;
} lockstep_pose;
typedef struct {
  uint32_t a, b;
} lockstep_pair; /* an index of the first set, and one of the second */

/* A box that repeats along its vectors, in any orientation and of either hand. A direction that is not periodic has no
 * bounds, and its vector has no meaning. */
typedef struct {
  lockstep_vec3d a, b, c;
  int32_t periodic[3]; /* along a, b and c */
} lockstep_cell;

/* The numbers of cells along a, b and c by which the second point of a pair is moved. */
typedef struct {
  int32_t a, b, c;
} lockstep_cell_shift;

/* separated and overlapping are proven; touching is closer to contact than 2^-20 of the largest coordinate. Flat shapes
 * that lie exactly in one plane of space are overlapping if they overlap in that plane; their distance is then [0,
 * 0]. */
typedef uint8_t lockstep_verdict;
enum { LOCKSTEP_VERDICT_SEPARATED = 0, LOCKSTEP_VERDICT_TOUCHING = 1, LOCKSTEP_VERDICT_OVERLAPPING = 2 };

/* The meaning of touching in answers that are yes or no. */
typedef int32_t lockstep_touching;
enum { LOCKSTEP_TOUCHING_OVERLAPS = 0, LOCKSTEP_TOUCHING_SEPARATES = 1 };

/* Whether a call checks its input. Without checks, indices out of range are undefined. NULL is refused always. */
typedef int32_t lockstep_checking;
enum { LOCKSTEP_CHECK_INPUTS = 0, LOCKSTEP_CHECK_NONE = 1 };

/* An interval that is proven to hold the truth: a signed distance, or the fraction of a motion at the first contact. */
typedef struct {
  double lower, upper;
} lockstep_interval;
typedef struct {
  lockstep_vec3d a, b;
} lockstep_witness_points;
typedef struct {
  lockstep_vec2d a, b;
} lockstep_witness_points2;
typedef struct {
  lockstep_vec3 origin, motion;
} lockstep_ray;
typedef struct {
  lockstep_vec3 by, turn, about;
} lockstep_motion; /* turn: axis times angle */
typedef struct {
  lockstep_vec2 origin, motion;
} lockstep_ray2;
typedef struct {
  lockstep_vec2 by;
  float turn;
  lockstep_vec2 about;
} lockstep_motion2; /* turn: an angle */
typedef struct {
  lockstep_vec3d a, b;
  double separation;
  uint32_t feature_a, feature_b;
} lockstep_contact_point;
typedef struct {
  lockstep_interval distance;
  lockstep_vec3d normal; /* from b to a */
  uint32_t count;        /* number of points, 0 .. 4 */
  lockstep_contact_point points[4];
} lockstep_manifold;
typedef struct {
  lockstep_vec2d a, b;
  double separation;
  uint32_t feature_a, feature_b;
} lockstep_contact_point2;
typedef struct {
  lockstep_interval distance;
  lockstep_vec2d normal; /* from b to a */
  uint32_t count;        /* number of points, 0 .. 2 */
  lockstep_contact_point2 points[2];
} lockstep_manifold2;

/* Stand for a missing shape, triangle or part: for a ray that hits nothing, say. */
#define LOCKSTEP_NO_SHAPE 0xffffffffU
#define LOCKSTEP_NO_TRIANGLE 0xffffffffU
#define LOCKSTEP_NO_PART 0xffffffffU

/* Temporary memory of calls, which they take and give back, so that calls in every frame allocate nothing from the
 * second frame on, but for the handles that they return and for kept worlds and passes (lockstep/config.hpp). Several
 * calls may use one at the same time; no call may when it is destroyed. */
typedef struct lockstep_scratch lockstep_scratch;
LOCKSTEP_C_API lockstep_scratch* lockstep_scratch_create(void);
LOCKSTEP_C_API void lockstep_scratch_destroy(lockstep_scratch* scratch);

/* The caller's scheduler (lockstep/config.hpp): runs body(job, i) for i = 0 .. count - 1, each once, in any threads,
 * and returns when all have returned. No exception may pass through it. `threads`: the number that may run at once; 0:
 * all of the machine. With parallel_for NULL, TBB runs the parts, or the calling thread if there is no TBB. `scratch`,
 * which may be NULL, serves either. */
typedef struct {
  void (*parallel_for)(void* context, size_t count, void (*body)(void* job, size_t index), void* job);
  void* context;
  uint32_t threads;
  lockstep_scratch* scratch;
} lockstep_executor;

/* ---- Bitmasks (lockstep/types.hpp): bit i % 64 of word i / 64 belongs to object i ---- */

/* The number of words in a mask over `count` objects. */
LOCKSTEP_C_API size_t lockstep_mask_words(size_t count);
/* Writes the indices of set bits in rising order, and their number to *count; no indices if `room` is too small. */
LOCKSTEP_C_API lockstep_status lockstep_list_indices(const uint64_t* mask, size_t words, uint32_t* indices, size_t room,
                                                     size_t* count);

/* ---- Shapes of space (lockstep/shapes.hpp) ---- */

typedef struct lockstep_shape_set lockstep_shape_set;
typedef struct lockstep_body_set lockstep_body_set; /* bodies of several parts, below */
typedef struct lockstep_volume lockstep_volume;

typedef struct {
  lockstep_vec3 position;
} lockstep_point;
typedef struct {
  lockstep_vec3 center;
  float radius;
} lockstep_sphere;
typedef struct {
  lockstep_vec3 low, high;
} lockstep_aabb;
typedef struct {
  lockstep_vec3 center;
  lockstep_quat rotation;
  lockstep_vec3 half_extents;
} lockstep_box;
typedef struct {
  lockstep_vec3 p0, p1;
  float radius;
} lockstep_capsule;
typedef struct {
  lockstep_vec3 center;
  lockstep_quat rotation;
  lockstep_vec3 radii;
} lockstep_ellipsoid;
typedef struct {
  lockstep_vec3 p0, p1;
  float radius;
} lockstep_cylinder;
typedef struct {
  lockstep_vec3 base, apex;
  float radius;
} lockstep_cone;
typedef struct {
  const lockstep_vec3* vertices;
  size_t count;
  float radius;
} lockstep_hull; /* all within radius */
typedef struct {
  uint32_t mesh;
  lockstep_pose pose;
  float radius;
} lockstep_hull_instance;

typedef int32_t lockstep_shape_kind;
enum {
  LOCKSTEP_SHAPE_POINT = 0,
  LOCKSTEP_SHAPE_SPHERE = 1,
  LOCKSTEP_SHAPE_AABB = 2,
  LOCKSTEP_SHAPE_BOX = 3,
  LOCKSTEP_SHAPE_CAPSULE = 4,
  LOCKSTEP_SHAPE_HULL = 5, /* its radius must be 0 */
  LOCKSTEP_SHAPE_VOLUME = 6,
  LOCKSTEP_SHAPE_ROUNDED_HULL = 7,
  LOCKSTEP_SHAPE_HULL_INSTANCE = 8,
  LOCKSTEP_SHAPE_ELLIPSOID = 9,
  LOCKSTEP_SHAPE_CYLINDER = 10,
  LOCKSTEP_SHAPE_CONE = 11
};

/* A shape of the named kind. */
typedef struct {
  lockstep_shape_kind kind;
  union {
    lockstep_point point;
    lockstep_sphere sphere;
    lockstep_aabb aabb;
    lockstep_box box;
    lockstep_capsule capsule;
    lockstep_hull hull; /* and rounded hull */
    const lockstep_volume* volume;
    lockstep_hull_instance hull_instance;
    lockstep_ellipsoid ellipsoid;
    lockstep_cylinder cylinder;
    lockstep_cone cone;
  } as;
} lockstep_shape;

/* Shapes by index (lockstep/sets.hpp). O(1) except for vertices and copies. */
LOCKSTEP_C_API lockstep_shape_set* lockstep_shape_set_create(void);
LOCKSTEP_C_API lockstep_shape_set* lockstep_shape_set_copy(const lockstep_shape_set* set);
LOCKSTEP_C_API void lockstep_shape_set_destroy(lockstep_shape_set* set);
LOCKSTEP_C_API lockstep_status lockstep_shape_set_add(lockstep_shape_set* set, const lockstep_shape* shape,
                                                      lockstep_checking checking, uint32_t* index);
/* Replaces a shape by one of a kind without vertices of its own. */
LOCKSTEP_C_API lockstep_status lockstep_shape_set_set(lockstep_shape_set* set, uint32_t index,
                                                      const lockstep_shape* shape, lockstep_checking checking);
/* Moves a shape of any kind to a double position, to which its own numbers are added. Calls about pairs, casts, rays,
   overlap passes and culling take it, others refuse the set: lockstep/sets.hpp. */
LOCKSTEP_C_API lockstep_status lockstep_shape_set_place(lockstep_shape_set* set, uint32_t index,
                                                        const lockstep_vec3d* position, lockstep_checking checking);
/* Keeps vertices for instances to share; *mesh is their number, which is not an index. */
LOCKSTEP_C_API lockstep_status lockstep_shape_set_add_mesh(lockstep_shape_set* set, const lockstep_vec3* vertices,
                                                           size_t count, lockstep_checking checking, uint32_t* mesh);
/* Copies mesh number `mesh` of another set; *number is that of the copy. */
LOCKSTEP_C_API lockstep_status lockstep_shape_set_add_mesh_of(lockstep_shape_set* set, const lockstep_shape_set* other,
                                                              uint32_t mesh, uint32_t* number);
LOCKSTEP_C_API lockstep_status lockstep_shape_set_remove(lockstep_shape_set* set, uint32_t index);
LOCKSTEP_C_API lockstep_status lockstep_shape_set_reserve(lockstep_shape_set* set, size_t shapes, size_t vertices);
LOCKSTEP_C_API void lockstep_shape_set_clear(lockstep_shape_set* set);

/* ---- Shapes of the plane (lockstep/shapes.hpp, sets.hpp) ---- */

typedef struct lockstep_shape_set2 lockstep_shape_set2;

typedef struct {
  lockstep_vec2 center;
  float radius;
} lockstep_circle2;
typedef struct {
  lockstep_vec2 p0, p1;
  float radius;
} lockstep_capsule2;
typedef struct {
  lockstep_vec2 center;
  float angle;
  lockstep_vec2 half_extents;
} lockstep_box2;
typedef struct {
  lockstep_vec2 center;
  float angle;
  lockstep_vec2 radii;
} lockstep_ellipse2;
typedef struct {
  lockstep_vec2 center;
  float angle, half_angle, radius;
} lockstep_slice2;
typedef struct {
  const lockstep_vec2* vertices;
  size_t count;
  lockstep_vec2 position;
  float angle;
} lockstep_polygon2;

typedef int32_t lockstep_shape2_kind;
enum {
  LOCKSTEP_SHAPE2_CIRCLE = 0,
  LOCKSTEP_SHAPE2_CAPSULE = 1,
  LOCKSTEP_SHAPE2_BOX = 2,
  LOCKSTEP_SHAPE2_ELLIPSE = 3,
  LOCKSTEP_SHAPE2_SLICE = 4,
  LOCKSTEP_SHAPE2_POLYGON = 5
};

typedef struct {
  lockstep_shape2_kind kind;
  union {
    lockstep_circle2 circle;
    lockstep_capsule2 capsule;
    lockstep_box2 box;
    lockstep_ellipse2 ellipse;
    lockstep_slice2 slice;
    lockstep_polygon2 polygon;
  } as;
} lockstep_shape2;

LOCKSTEP_C_API lockstep_shape_set2* lockstep_shape_set2_create(void);
LOCKSTEP_C_API lockstep_shape_set2* lockstep_shape_set2_copy(const lockstep_shape_set2* set);
LOCKSTEP_C_API void lockstep_shape_set2_destroy(lockstep_shape_set2* set);
LOCKSTEP_C_API lockstep_status lockstep_shape_set2_add(lockstep_shape_set2* set, const lockstep_shape2* shape,
                                                       lockstep_checking checking, uint32_t* index);
LOCKSTEP_C_API lockstep_status lockstep_shape_set2_set(lockstep_shape_set2* set, uint32_t index,
                                                       const lockstep_shape2* shape, lockstep_checking checking);
/* As lockstep_shape_set_place. */
LOCKSTEP_C_API lockstep_status lockstep_shape_set2_place(lockstep_shape_set2* set, uint32_t index,
                                                         const lockstep_vec2d* position, lockstep_checking checking);
/* Moves a polygon to another position and angle in float. */
LOCKSTEP_C_API lockstep_status lockstep_shape_set2_place_polygon(lockstep_shape_set2* set, uint32_t index,
                                                                 const lockstep_vec2* position, float angle,
                                                                 lockstep_checking checking);
LOCKSTEP_C_API lockstep_status lockstep_shape_set2_remove(lockstep_shape_set2* set, uint32_t index);
LOCKSTEP_C_API lockstep_status lockstep_shape_set2_reserve(lockstep_shape_set2* set, size_t shapes, size_t vertices);
LOCKSTEP_C_API void lockstep_shape_set2_clear(lockstep_shape_set2* set);

/* ---- Objects in the caller's arrays (lockstep/views.hpp). Number i lies i * stride bytes after data ---- */

typedef struct {
  const float* data;
  ptrdiff_t stride;
} lockstep_stream; /* stride 0: one number for all objects */

typedef struct {
  lockstep_stream x, y, z, radius;
  size_t count;
} lockstep_sphere_view;
typedef int32_t lockstep_aabb_form;
enum { LOCKSTEP_AABB_FORM_CORNERS = 0, LOCKSTEP_AABB_FORM_CENTERED = 1 };
/* CENTERED: low are the centres and high the half extents. Each box is rounded outwards where float does not hold its
 * corners (lockstep/views.hpp). */
typedef struct {
  lockstep_stream low_x, low_y, low_z, high_x, high_y, high_z;
  size_t count;
  lockstep_aabb_form form;
} lockstep_aabb_view;
typedef struct {
  lockstep_stream center_x, center_y, center_z;
  lockstep_stream rotation_x, rotation_y, rotation_z, rotation_w;
  lockstep_stream half_x, half_y, half_z;
  size_t count;
} lockstep_box_view;
typedef struct {
  lockstep_stream p0_x, p0_y, p0_z, p1_x, p1_y, p1_z, radius;
  size_t count;
} lockstep_capsule_view;
/* A point p of an object's own space is at (m00 p.x + m01 p.y + m02 p.z + m03, ..); low and high bound the object in
 * its own space. m30 .. m33 are the last row if it is in memory: it must be 0 0 0 1, which is checked for up to 64
 * objects. */
typedef struct {
  lockstep_stream m00, m01, m02, m03, m10, m11, m12, m13, m20, m21, m22, m23;
  lockstep_stream low_x, low_y, low_z, high_x, high_y, high_z;
  size_t count;
  lockstep_stream m30, m31, m32, m33; /* or zero */
} lockstep_transformed_box_view;
typedef struct {
  lockstep_stream x, y, radius;
  size_t count;
} lockstep_circle_view;
typedef struct {
  lockstep_stream low_x, low_y, high_x, high_y;
  size_t count;
} lockstep_aabb2_view;
typedef struct {
  lockstep_stream center_x, center_y, angle, half_x, half_y;
  size_t count;
} lockstep_box2_view;
typedef struct {
  lockstep_stream p0_x, p0_y, p1_x, p1_y, radius;
  size_t count;
} lockstep_capsule2_view;

/* ---- One range of objects: the argument of every question ----
 *
 *   lockstep_cull(volume, lockstep_of_spheres(&balls), visible, &count, NULL);
 *   lockstep_intersect(lockstep_of_shapes(set), lockstep_of_mesh(mesh), pairs, count, verdicts, NULL);
 *
 * A kind, a pointer to a view, a handle or an array, and the length of an array. It owns nothing, and goes by value.
 * The functions lockstep_of_* make one; other languages fill the struct, whose layout never changes: an int32_t, a
 * pointer, a size_t. A function refuses a kind that it does not take, and its message names the kinds that it takes. */

typedef struct lockstep_world lockstep_world;                 /* below */
typedef struct lockstep_triangle_mesh lockstep_triangle_mesh; /* below */

typedef int32_t lockstep_objects_kind;
enum {
  LOCKSTEP_OBJECTS_NONE = 0,
  LOCKSTEP_OBJECTS_SPHERES = 1,
  LOCKSTEP_OBJECTS_AABBS = 2,
  LOCKSTEP_OBJECTS_BOXES = 3,
  LOCKSTEP_OBJECTS_TRANSFORMED_BOXES = 4,
  LOCKSTEP_OBJECTS_CAPSULES = 5,
  LOCKSTEP_OBJECTS_CIRCLES2 = 6, /* of the plane */
  LOCKSTEP_OBJECTS_AABBS2 = 7,
  LOCKSTEP_OBJECTS_BOXES2 = 8,
  LOCKSTEP_OBJECTS_CAPSULES2 = 9,
  LOCKSTEP_OBJECTS_POINTS = 10, /* arrays of `count` elements, side by side */
  LOCKSTEP_OBJECTS_POINTS2 = 11,
  LOCKSTEP_OBJECTS_RAYS = 12,
  LOCKSTEP_OBJECTS_RAYS2 = 13,
  LOCKSTEP_OBJECTS_SHAPES = 14, /* handles */
  LOCKSTEP_OBJECTS_SHAPES2 = 15,
  LOCKSTEP_OBJECTS_BODIES = 16,
  LOCKSTEP_OBJECTS_WORLD = 17, /* of space or of the plane */
  LOCKSTEP_OBJECTS_MESH = 18,
  LOCKSTEP_OBJECTS_POSITIONS = 19, /* points in double: an array of `count` elements */
  LOCKSTEP_OBJECTS_PLACED = 20
};

typedef struct {
  lockstep_objects_kind kind;
  union {
    const lockstep_sphere_view* spheres;
    const lockstep_aabb_view* aabbs;
    const lockstep_box_view* boxes;
    const lockstep_transformed_box_view* transformed_boxes;
    const lockstep_capsule_view* capsules;
    const lockstep_circle_view* circles2;
    const lockstep_aabb2_view* aabbs2;
    const lockstep_box2_view* boxes2;
    const lockstep_capsule2_view* capsules2;
    const lockstep_vec3* points;
    const lockstep_vec2* points2;
    const lockstep_ray* rays;
    const lockstep_ray2* rays2;
    const lockstep_shape_set* shapes;
    const lockstep_shape_set2* shapes2;
    const lockstep_body_set* bodies;
    const lockstep_world* world;
    const lockstep_triangle_mesh* mesh;
    const lockstep_vec3d* positions;
    const struct lockstep_placed_view* placed;
  } as;
  size_t count; /* the number of points or rays; not read for other kinds */
} lockstep_objects;

typedef struct {
  const double* data;
  ptrdiff_t stride;
} lockstep_double_stream;
/* Objects at double positions: object i of `shapes`, which are spheres, AABBs or boxes, is moved by position i, exactly
 * (lockstep/views.hpp). */
typedef struct lockstep_placed_view {
  lockstep_objects shapes;
  lockstep_double_stream x, y, z;
} lockstep_placed_view;

#define LOCKSTEP_OF(NAME, KIND, TYPE)                             \
  static inline lockstep_objects lockstep_of_##NAME(TYPE* NAME) { \
    lockstep_objects objects;                                     \
    objects.kind = LOCKSTEP_OBJECTS_##KIND;                       \
    objects.as.NAME = NAME;                                       \
    objects.count = 0;                                            \
    return objects;                                               \
  }
#define LOCKSTEP_OF_ARRAY(NAME, KIND, TYPE)                                     \
  static inline lockstep_objects lockstep_of_##NAME(TYPE* NAME, size_t count) { \
    lockstep_objects objects;                                                   \
    objects.kind = LOCKSTEP_OBJECTS_##KIND;                                     \
    objects.as.NAME = NAME;                                                     \
    objects.count = count;                                                      \
    return objects;                                                             \
  }
LOCKSTEP_OF(spheres, SPHERES, const lockstep_sphere_view)
LOCKSTEP_OF(aabbs, AABBS, const lockstep_aabb_view)
LOCKSTEP_OF(boxes, BOXES, const lockstep_box_view)
LOCKSTEP_OF(transformed_boxes, TRANSFORMED_BOXES, const lockstep_transformed_box_view)
LOCKSTEP_OF(capsules, CAPSULES, const lockstep_capsule_view)
LOCKSTEP_OF(circles2, CIRCLES2, const lockstep_circle_view)
LOCKSTEP_OF(aabbs2, AABBS2, const lockstep_aabb2_view)
LOCKSTEP_OF(boxes2, BOXES2, const lockstep_box2_view)
LOCKSTEP_OF(capsules2, CAPSULES2, const lockstep_capsule2_view)
LOCKSTEP_OF_ARRAY(points, POINTS, const lockstep_vec3)
LOCKSTEP_OF_ARRAY(points2, POINTS2, const lockstep_vec2)
LOCKSTEP_OF_ARRAY(rays, RAYS, const lockstep_ray)
LOCKSTEP_OF_ARRAY(rays2, RAYS2, const lockstep_ray2)
LOCKSTEP_OF(shapes, SHAPES, const lockstep_shape_set)
LOCKSTEP_OF(shapes2, SHAPES2, const lockstep_shape_set2)
LOCKSTEP_OF(bodies, BODIES, const lockstep_body_set)
LOCKSTEP_OF(world, WORLD, const lockstep_world)
LOCKSTEP_OF(mesh, MESH, const lockstep_triangle_mesh)
LOCKSTEP_OF_ARRAY(positions, POSITIONS, const lockstep_vec3d)
LOCKSTEP_OF(placed, PLACED, const struct lockstep_placed_view)
#undef LOCKSTEP_OF
#undef LOCKSTEP_OF_ARRAY
/* The absence of objects: `second` of lockstep_overlap, or a world that starts empty. */
static inline lockstep_objects lockstep_no_objects(void) {
  lockstep_objects objects;
  objects.kind = LOCKSTEP_OBJECTS_NONE;
  objects.as.spheres = NULL;
  objects.count = 0;
  return objects;
}

/* The number of objects, of triangles, or for sets and worlds one more than the largest index, free slots included; 0
 * for NULL. */
LOCKSTEP_C_API size_t lockstep_size(lockstep_objects objects);
/* Whether a set or a world has an object of that index; 0 for NULL and for other kinds. */
LOCKSTEP_C_API int32_t lockstep_contains(lockstep_objects objects, uint32_t index);
/* The kind of a shape of a set: a lockstep_shape_kind, or in the plane a lockstep_shape2_kind. */
LOCKSTEP_C_API lockstep_status lockstep_kind_of(lockstep_objects shapes, uint32_t index, int32_t* kind);

/* The motions of casts, one for each query: straight, or with a turn. */
typedef int32_t lockstep_motions_kind;
enum {
  LOCKSTEP_MOTIONS_STRAIGHT = 1,
  LOCKSTEP_MOTIONS_TURNING = 2,
  LOCKSTEP_MOTIONS_STRAIGHT2 = 3, /* in the plane */
  LOCKSTEP_MOTIONS_TURNING2 = 4
};
typedef struct {
  lockstep_motions_kind kind;
  union {
    const lockstep_vec3* straight;
    const lockstep_motion* turning;
    const lockstep_vec2* straight2;
    const lockstep_motion2* turning2;
  } as;
} lockstep_motions;
#define LOCKSTEP_MOVED_BY(NAME, KIND, TYPE)                   \
  static inline lockstep_motions lockstep_##NAME(TYPE* all) { \
    lockstep_motions motions;                                 \
    motions.kind = LOCKSTEP_MOTIONS_##KIND;                   \
    motions.as.NAME = all;                                    \
    return motions;                                           \
  }
LOCKSTEP_MOVED_BY(straight, STRAIGHT, const lockstep_vec3)
LOCKSTEP_MOVED_BY(turning, TURNING, const lockstep_motion)
LOCKSTEP_MOVED_BY(straight2, STRAIGHT2, const lockstep_vec2)
LOCKSTEP_MOVED_BY(turning2, TURNING2, const lockstep_motion2)
#undef LOCKSTEP_MOVED_BY

/* ---- Volumes for frustum culling (lockstep/volumes.hpp, volumes.hpp). Immutable ---- */

typedef int32_t lockstep_matrix_order;
enum { LOCKSTEP_MATRIX_ROW_MAJOR = 0, LOCKSTEP_MATRIX_COLUMN_MAJOR = 1 };
typedef int32_t lockstep_depth_range;
enum { LOCKSTEP_DEPTH_ZERO_TO_ONE = 0, LOCKSTEP_DEPTH_MINUS_ONE_TO_ONE = 1 };

/* A part of the view in normalised device coordinates; the whole view is {-1, 1, -1, 1, -1, 1}. */
typedef struct {
  float left, right, bottom, top, low_z, high_z;
} lockstep_clip_window;

/* The view-projection matrix of a camera: 16 floats, or 16 doubles for cameras far from the origin, where floats lose
 * too much. One of the two pointers is NULL. */
typedef struct {
  const float* floats;
  const double* doubles;
  lockstep_matrix_order order;
  lockstep_depth_range range;
} lockstep_matrix;
/* The view frustum of a camera, by its matrix. `window` NULL: the whole view. */
LOCKSTEP_C_API lockstep_volume* lockstep_volume_create_view_projection(const lockstep_matrix* matrix,
                                                                       const lockstep_clip_window* window);

/* The lens of a camera (lockstep/volumes.hpp): the sides of its picture at depth 1, or of an orthographic one (not 0)
 * in units of the world, and the depths between which it sees; far_depth may be INFINITY. */
typedef struct {
  double left, right, bottom, top;
  double near_depth, far_depth;
  int32_t orthographic;
} lockstep_lens;
/* Its position and axes: three perpendicular unit vectors of either handedness. */
typedef struct {
  lockstep_vec3d position, right, up, forward;
} lockstep_camera_pose;
/* From the vertical angle in radians, above 0 and below pi, and width / height. */
LOCKSTEP_C_API lockstep_status lockstep_lens_perspective(double vertical_angle, double aspect, double near_depth,
                                                         double far_depth, lockstep_lens* lens);
/* A camera that looks along -z of its own space, turned by the quaternion x, y, z, w. */
LOCKSTEP_C_API lockstep_status lockstep_camera_pose_turned(const lockstep_vec3d* position, const double* rotation,
                                                           lockstep_camera_pose* pose);
LOCKSTEP_C_API lockstep_status lockstep_camera_pose_looking_at(const lockstep_vec3d* from, const lockstep_vec3d* to,
                                                               const lockstep_vec3d* up, lockstep_camera_pose* pose);
/* The view frustum of a camera; nothing is rounded to float before its planes are made. */
LOCKSTEP_C_API lockstep_volume* lockstep_volume_create_camera(const lockstep_lens* lens,
                                                              const lockstep_camera_pose* pose);

/* The points p with normal . p + offset >= 0. */
typedef struct {
  lockstep_vec3d normal;
  double offset;
} lockstep_half_space;
/* The intersection of 1 to 12 half-spaces, bounded or not. */
LOCKSTEP_C_API lockstep_volume* lockstep_volume_create_planes(const lockstep_half_space* planes, size_t count);
/* The hull of 8 corners: the near side in ring order, then the far side. */
LOCKSTEP_C_API lockstep_volume* lockstep_volume_create_corners(const lockstep_vec3* corners);
LOCKSTEP_C_API void lockstep_volume_destroy(lockstep_volume* volume);
/* Writes 8 corners; an infinite far side is cut at far_cut times the size of the near one (1e4 is usual). If the volume
 * is not a frustum, they are those of the box around its vertices. */
LOCKSTEP_C_API lockstep_status lockstep_volume_corners(const lockstep_volume* volume, float far_cut,
                                                       lockstep_vec3* corners);
/* Writes up to `capacity` corners of a volume, ends of its rays included, or no corners if `corners` is NULL; their
 * number goes to *count. */
LOCKSTEP_C_API lockstep_status lockstep_volume_vertices(const lockstep_volume* volume, float far_cut,
                                                        lockstep_vec3* corners, size_t capacity, size_t* count);

typedef struct lockstep_volume_set lockstep_volume_set;
LOCKSTEP_C_API lockstep_volume_set* lockstep_volume_set_create(const lockstep_volume* const* volumes, size_t count);
/* `columns` * `rows` * (`depth_count` + 1) parts of a view; slices meet at `depths`. */
LOCKSTEP_C_API lockstep_volume_set* lockstep_volume_set_create_grid(const lockstep_matrix* matrix, uint32_t columns,
                                                                    uint32_t rows, const double* depths,
                                                                    size_t depth_count);
/* The same with a camera. */
LOCKSTEP_C_API lockstep_volume_set* lockstep_volume_set_create_camera_grid(const lockstep_lens* lens,
                                                                           const lockstep_camera_pose* pose,
                                                                           uint32_t columns, uint32_t rows,
                                                                           const double* depths, size_t depth_count);
/* The six views of a cube map: +x, -x, +y, -y, +z, -z. */
LOCKSTEP_C_API lockstep_volume_set* lockstep_volume_set_create_cube(const lockstep_vec3d* eye, double near_distance,
                                                                    double far_distance);
LOCKSTEP_C_API void lockstep_volume_set_destroy(lockstep_volume_set* volumes);
LOCKSTEP_C_API size_t lockstep_volume_set_size(const lockstep_volume_set* volumes);
/* Writes slices - 1 depths for a grid; blend 1: each slice is deeper than the last by a factor, 0: all have the same
 * depth. */
LOCKSTEP_C_API lockstep_status lockstep_split_depths(double near_distance, double far_distance, size_t slices,
                                                     double blend, double* depths);

/* ---- Culling (lockstep/cull.hpp) ---- */

typedef int32_t lockstep_cull_method;
enum { LOCKSTEP_CULL_EXACT = 0, LOCKSTEP_CULL_PLANES = 1 };

typedef struct {
  size_t size;
  lockstep_cull_method method;
  lockstep_touching touching;
  lockstep_checking checking;
  lockstep_isa isa;
  lockstep_executor executor;
} lockstep_cull_options;

/* Frustum culling: which objects touch the volume? Takes spheres, AABBs and boxes, at double positions too (placed),
 * transformed boxes, shapes and worlds.
 * Writes a bit for each object, or for each index of a world, which for bodies says whether a part is visible:
 * lockstep_mask_words(count) words to `visible` unless it is NULL; and the number of visible objects to *count unless
 * it is NULL. A world's bits are those of its objects in a view or a set. */
LOCKSTEP_C_API lockstep_status lockstep_cull(const lockstep_volume* volume, lockstep_objects objects, uint64_t* visible,
                                             size_t* count, const lockstep_cull_options* options);
/* The same as a list: writes the indices of the visible objects in rising order, or none if there are more than `room`.
 * *count is their number either way. */
LOCKSTEP_C_API lockstep_status lockstep_cull_list(const lockstep_volume* volume, lockstep_objects objects,
                                                  uint32_t* indices, size_t room, size_t* count,
                                                  const lockstep_cull_options* options);
/* The same for a world in its own order, which is faster, except for bodies: bit p is that of object order[p], in
 * lockstep_mask_words(n) words with n the *count of lockstep_world_order. */
LOCKSTEP_C_API lockstep_status lockstep_cull_in_order(const lockstep_volume* volume, const lockstep_world* world,
                                                      uint64_t* visible, size_t* count,
                                                      const lockstep_cull_options* options);

/* Outputs of culling against many volumes, each may be NULL. */
typedef struct {
  size_t size;
  uint64_t* by_volume; /* a mask over the objects for each volume: volumes * lockstep_mask_words(objects) words */
  uint64_t* by_object; /* a mask over the volumes for each object: objects * lockstep_mask_words(volumes) words */
  size_t* counts;      /* the number of objects that each volume sees */
  size_t* first;       /* volumes + 1 offsets: volume v sees indices[first[v]] .. indices[first[v + 1] - 1] */
  uint32_t* indices;   /* rising for each volume; nothing is written to it if *count is greater than `room` */
  size_t room;         /* of `indices` */
} lockstep_visible_sets;

/* The same against many volumes in one pass; *count is the sum over them. In a world each volume sees the objects that
 * it sees alone; in a grid the outputs are those for the same objects in a view or a set. */
LOCKSTEP_C_API lockstep_status lockstep_cull_many(const lockstep_volume_set* volumes, lockstep_objects objects,
                                                  const lockstep_visible_sets* visible, size_t* count,
                                                  const lockstep_cull_options* options);

/* ---- A kept world: a dynamic BVH over objects that move a little and are queried often (lockstep/world.hpp) ----
 *
 * An object has its index in the view or the set that it came from, until it is removed. With bodies an object is the
 * body, whichever part of it is seen, near or hit. */

/* Stands for a missing object. */
#define LOCKSTEP_NO_OBJECT 0xffffffffU

/* An object by index and generation, so that a stale handle is noticed. */
typedef struct {
  uint32_t index, generation;
} lockstep_object_handle;

typedef struct {
  size_t size;
  lockstep_isa isa;
  lockstep_executor executor;
} lockstep_world_options;

/* With copies of the objects: spheres, AABBs, shapes or bodies make a world of space, circles or AABBs of the plane one
 * of the plane (lockstep/world.hpp), and lockstep_no_objects() an empty one of space. O(objects * log(objects)). */
LOCKSTEP_C_API lockstep_world* lockstep_world_create(lockstep_objects objects, const lockstep_world_options* options);
LOCKSTEP_C_API lockstep_world* lockstep_world_copy(const lockstep_world* world);
LOCKSTEP_C_API void lockstep_world_destroy(lockstep_world* world);
/* The number of free slots; 0 for NULL. */
LOCKSTEP_C_API size_t lockstep_world_free_slots(const lockstep_world* world);
LOCKSTEP_C_API size_t lockstep_world_memory_bytes(const lockstep_world* world);
/* The world's own order, *count numbers: the index of the object at each position, or LOCKSTEP_NO_OBJECT; a body stands
 * there once for each part. A part of the world, valid until it is changed; NULL for NULL. */
LOCKSTEP_C_API const uint32_t* lockstep_world_order(const lockstep_world* world, size_t* count);
/* The set of a world of shapes or of bodies: a part of the world, not to be destroyed, valid until it is changed. NULL
 * if the world was made of something else. */
LOCKSTEP_C_API const lockstep_shape_set* lockstep_world_shapes(const lockstep_world* world);
LOCKSTEP_C_API const lockstep_body_set* lockstep_world_bodies(const lockstep_world* world);

/* New numbers for all objects: number i is that of index i. Refused if there are not exactly as many, or of another
 * kind than those of the world. A set replaces that of the world. */
LOCKSTEP_C_API lockstep_status lockstep_world_move(lockstep_world* world, lockstep_objects objects,
                                                   const lockstep_world_options* options);
/* New numbers for some of a world that was made of a view: number k of `objects` is that of index indices[k]; both have
 * the same length. */
LOCKSTEP_C_API lockstep_status lockstep_world_move_some(lockstep_world* world, const uint32_t* indices,
                                                        lockstep_objects objects,
                                                        const lockstep_world_options* options);
/* Adds objects of a view: the index of each goes to `indices`, which may be NULL. Free slots are filled first. */
LOCKSTEP_C_API lockstep_status lockstep_world_add(lockstep_world* world, lockstep_objects objects, uint32_t* indices,
                                                  const lockstep_world_options* options);
/* Removes objects; their slots are free then. */
LOCKSTEP_C_API lockstep_status lockstep_world_remove(lockstep_world* world, const uint32_t* indices, size_t count,
                                                     const lockstep_world_options* options);
/* Changes the set that a world of shapes, or of bodies, keeps: `change` is called once with it and `context`, and may
 * add, set, move and remove; the world follows these changes. `change` must not query the world, nor destroy the set or
 * keep it. */
LOCKSTEP_C_API lockstep_status lockstep_world_change_shapes(lockstep_world* world,
                                                            void (*change)(void* context, lockstep_shape_set* shapes),
                                                            void* context, const lockstep_world_options* options);
LOCKSTEP_C_API lockstep_status lockstep_world_change_bodies(lockstep_world* world,
                                                            void (*change)(void* context, lockstep_body_set* bodies),
                                                            void* context, const lockstep_world_options* options);
/* Rebuilds the tree of the world. */
LOCKSTEP_C_API lockstep_status lockstep_world_sort(lockstep_world* world, const lockstep_world_options* options);

/* The handle of an object; whether the object of a handle is there; its index, refused for a stale handle. */
LOCKSTEP_C_API lockstep_status lockstep_world_handle(const lockstep_world* world, uint32_t index,
                                                     lockstep_object_handle* handle);
LOCKSTEP_C_API int32_t lockstep_world_contains_handle(const lockstep_world* world,
                                                      const lockstep_object_handle* handle);
LOCKSTEP_C_API lockstep_status lockstep_world_find(const lockstep_world* world, const lockstep_object_handle* handle,
                                                   uint32_t* index);

typedef struct {
  size_t size;
  lockstep_isa isa;
  lockstep_executor executor;
  lockstep_touching touching; /* whether `within` lists unproven shapes */
  lockstep_vec3d origin;      /* added to each point, exactly: at a world of shapes, which may be placed */
  /* The world repeats along the vectors of this cell, for lockstep_within, and for lockstep_nearest in a world of
   * shapes (lockstep/world.hpp); NULL: it does not. */
  const lockstep_cell* cell;
  lockstep_cell_shift* shifts; /* as many as `objects`: the cells by which each is moved where it is near, or NULL */
} lockstep_near_options;

/* Range query: all objects that are no farther than `distance` from each point or shape, exactly those, in rising order
 * (lockstep/world.hpp). Takes points, in double at a world of shapes too, spheres, AABBs and shapes, for a world of the
 * plane points, circles and AABBs of the plane. The objects near point i are objects[first[i]] up to and without
 * objects[first[i + 1]]: `first` has count + 1 elements. Writes up to `room` objects, and their total number to *found,
 * which may be larger. Shapes, and points near a world of shapes, go by proven distances; options->touching decides the
 * undecided ones. */
LOCKSTEP_C_API lockstep_status lockstep_within(const lockstep_world* world, lockstep_objects shapes, float distance,
                                               size_t* first, uint32_t* objects, size_t room, uint64_t* found,
                                               const lockstep_near_options* options);
/* k nearest neighbours: the k nearest objects of each point, of space (in double too) or of the plane, the nearest
 * first, and among exactly equal distances the lowest index first; LOCKSTEP_NO_OBJECT, infinitely far, if there are
 * fewer. Shapes are in rising order of lower ends, then of upper ones, then of indices. count * k elements; distances
 * may be NULL. */
LOCKSTEP_C_API lockstep_status lockstep_nearest(const lockstep_world* world, lockstep_objects points, size_t k,
                                                uint32_t* objects, lockstep_interval* distances,
                                                const lockstep_near_options* options);

/* ---- Overlap tests of pairs (lockstep/intersect.hpp, intersect.hpp, intersect.hpp) ---- */

typedef int32_t lockstep_method;
enum { LOCKSTEP_METHOD_AUTOMATIC = 0, LOCKSTEP_METHOD_GJK = 1 };

typedef struct {
  size_t size;
  lockstep_method method;
  lockstep_checking checking;
  lockstep_isa isa;
  lockstep_executor executor;
} lockstep_intersect_options;

/* verdicts[i] = the verdict on object pairs[i].a of `first` and object pairs[i].b of `second`: two sets of shapes of
 * space or two of the plane, which may be the same set, or shapes and the triangles of a mesh. Or on objects i of two
 * views of one kind (spheres, AABBs, boxes or capsules, of space or of the plane): then `pairs` is NULL, and `count` is
 * the number of objects of both. (For one against many, give all streams of the one a stride of 0.) */
LOCKSTEP_C_API lockstep_status lockstep_intersect(lockstep_objects first, lockstep_objects second,
                                                  const lockstep_pair* pairs, size_t count, lockstep_verdict* verdicts,
                                                  const lockstep_intersect_options* options);

typedef struct {
  size_t size;
  lockstep_method method;
  lockstep_touching touching;
  lockstep_checking checking;
  lockstep_isa isa;
  lockstep_executor executor;
} lockstep_group_options;

/* Group k is pairs[ends[k - 1]] up to and without pairs[ends[k]]; the last end is `count`. Sets the bits of the groups
 * with an overlapping pair: lockstep_mask_words(groups) words; *total, unless NULL, is their number. Takes two sets of
 * shapes, of space or of the plane. */
LOCKSTEP_C_API lockstep_status lockstep_any_overlap(lockstep_objects first, lockstep_objects second,
                                                    const lockstep_pair* pairs, size_t count, const size_t* ends,
                                                    size_t groups, uint64_t* any, size_t* total,
                                                    const lockstep_group_options* options);
/* The number of overlapping pairs of each group, and the total. */
LOCKSTEP_C_API lockstep_status lockstep_count_overlaps(lockstep_objects first, lockstep_objects second,
                                                       const lockstep_pair* pairs, size_t count, const size_t* ends,
                                                       size_t groups, size_t* counts, size_t* total,
                                                       const lockstep_group_options* options);

/* ---- Signed distances (lockstep/distance.hpp, distance.hpp, distance.hpp, mesh.hpp) ---- */

typedef struct {
  size_t size;
  double tolerance;      /* the width that an interval may keep */
  float no_farther_than; /* if `limited`: pairs proven to be farther apart get only that bound */
  int32_t limited;
  lockstep_checking checking;
  lockstep_isa isa;
  lockstep_executor executor;
} lockstep_distance_options;

/* distances[i] = the signed distance of objects pairs[i].a and pairs[i].b: of two sets of shapes, of shapes and the
 * triangles of a mesh, of two sets of bodies, or of shapes and bodies. Or of objects i of two views (spheres, AABBs,
 * boxes or capsules), without pairs, as in lockstep_intersect. Points and normals (from b to a) may be NULL, and so may
 * `parts`, which for bodies alone are the two parts that are least apart; a shape is its own part 0. */
LOCKSTEP_C_API lockstep_status lockstep_distance(lockstep_objects first, lockstep_objects second,
                                                 const lockstep_pair* pairs, size_t count, lockstep_interval* distances,
                                                 lockstep_witness_points* points, lockstep_vec3d* normals,
                                                 lockstep_pair* parts, const lockstep_distance_options* options);
/* The same in the plane: two sets of shapes, or two views of circles, boxes or capsules. */
LOCKSTEP_C_API lockstep_status lockstep_distance2(lockstep_objects first, lockstep_objects second,
                                                  const lockstep_pair* pairs, size_t count,
                                                  lockstep_interval* distances, lockstep_witness_points2* points,
                                                  lockstep_vec2d* normals, const lockstep_distance_options* options);

/* ---- Contact manifolds (lockstep/distance.hpp) ---- */

typedef struct {
  size_t size;
  float margin; /* shapes no farther apart than this are in contact as well */
  lockstep_checking checking;
  lockstep_isa isa;
  lockstep_executor executor;
} lockstep_contact_options;

/* Takes two sets of shapes, or shapes and the triangles of a mesh. */
LOCKSTEP_C_API lockstep_status lockstep_contacts(lockstep_objects first, lockstep_objects second,
                                                 const lockstep_pair* pairs, size_t count, lockstep_manifold* manifolds,
                                                 const lockstep_contact_options* options);
/* Takes two sets of shapes of the plane. */
LOCKSTEP_C_API lockstep_status lockstep_contacts2(lockstep_objects first, lockstep_objects second,
                                                  const lockstep_pair* pairs, size_t count,
                                                  lockstep_manifold2* manifolds,
                                                  const lockstep_contact_options* options);

/* ---- Shape casts and ray casts (lockstep/cast.hpp, rays.hpp) ---- */

typedef struct {
  size_t size;
  double tolerance; /* the search for the first contact ends at this distance */
  lockstep_checking checking;
  lockstep_isa isa;
  lockstep_executor executor;
  /* Not 0: ignores contact at the start that the motion does not deepen. */
  int32_t ignore_start_contact;
  /* For pairs of shapes, rays and triangles (not bodies, nor a whole mesh), or NULL: the signed distance of each pair
   * at the start, which is minus the depth if below 0, and its unit normal: three numbers each, or two in the plane. */
  lockstep_interval* starts;
  double* start_normals;
  /* Added to the origin of each ray, exactly (lockstep_shape_set_place): at shapes and bodies, and in ray options at a
   * world, also to the shapes of a view that move through it. Its z is 0 in the plane; 0 for triangles. */
  lockstep_vec3d origin;
} lockstep_cast_options;

/* Object a moves by motions[i], b rests: fractions[i] holds the fraction of the motion at the first contact; both ends
 * are infinite without a contact. Takes two sets of shapes, shapes and the triangles of a mesh, two sets of bodies, or
 * shapes and bodies; only shapes among shapes turn. Points and normals may be NULL, and so may `parts`, which are for
 * bodies alone. */
LOCKSTEP_C_API lockstep_status lockstep_cast(lockstep_objects first, lockstep_objects second,
                                             const lockstep_pair* pairs, size_t count, lockstep_motions motions,
                                             lockstep_interval* fractions, lockstep_vec3d* points,
                                             lockstep_vec3d* normals, lockstep_pair* parts,
                                             const lockstep_cast_options* options);
/* Ray casts: pairs[i].a is a ray, pairs[i].b a shape, a body or a triangle. */
LOCKSTEP_C_API lockstep_status lockstep_cast_rays(lockstep_objects rays, lockstep_objects objects,
                                                  const lockstep_pair* pairs, size_t count,
                                                  lockstep_interval* fractions, lockstep_vec3d* points,
                                                  lockstep_vec3d* normals, lockstep_pair* parts,
                                                  const lockstep_cast_options* options);
/* lockstep_cast and lockstep_cast_rays in the plane. */
LOCKSTEP_C_API lockstep_status lockstep_cast2(lockstep_objects first, lockstep_objects second,
                                              const lockstep_pair* pairs, size_t count, lockstep_motions motions,
                                              lockstep_interval* fractions, lockstep_vec2d* points,
                                              lockstep_vec2d* normals, const lockstep_cast_options* options);
LOCKSTEP_C_API lockstep_status lockstep_cast_rays2(lockstep_objects rays, lockstep_objects objects,
                                                   const lockstep_pair* pairs, size_t count,
                                                   lockstep_interval* fractions, lockstep_vec2d* points,
                                                   lockstep_vec2d* normals, const lockstep_cast_options* options);

typedef struct {
  size_t size;
  double tolerance;
  lockstep_touching touching;
  /* Ray i is tested against shape j only if masks[i] & groups[j]; NULL: all bits. One mask for each ray, one group for
   * each index of the set. */
  const uint32_t* masks;
  const uint32_t* groups;
  lockstep_checking checking;
  lockstep_isa isa;
  lockstep_executor executor;
  /* For shapes that move: as in lockstep_cast_options. Rays hit the shapes that they start in. */
  int32_t ignore_start_contact;
  lockstep_vec3d origin; /* as in lockstep_cast_options */
} lockstep_ray_options;

/* The first hit of each ray among the shapes of a set, the objects of a kept world (lockstep/rays.hpp) or the
 * triangles of a mesh, the last two by traversal of a BVH: the object, LOCKSTEP_NO_SHAPE if none, and when. `parts`:
 * for bodies in a world the number of the part that is hit; else 0, or LOCKSTEP_NO_OBJECT. Each output may be NULL. A
 * mesh has a group for each triangle; this call is many times as fast as lockstep_cast_rays_mesh. */
LOCKSTEP_C_API lockstep_status lockstep_first_hits(lockstep_objects rays, lockstep_objects among, uint32_t* objects,
                                                   lockstep_interval* fractions, lockstep_vec3d* points,
                                                   lockstep_vec3d* normals, uint32_t* parts,
                                                   const lockstep_ray_options* options);
/* The same for rays of the plane and a world of it. */
LOCKSTEP_C_API lockstep_status lockstep_first_hits2(lockstep_objects rays, lockstep_objects among, uint32_t* objects,
                                                    lockstep_interval* fractions, lockstep_vec2d* points,
                                                    lockstep_vec2d* normals, const lockstep_ray_options* options);
/* Any hit (occlusion, line of sight), of space or of the plane: a bit for each ray, lockstep_mask_words(rays) words. */
LOCKSTEP_C_API lockstep_status lockstep_any_hits(lockstep_objects rays, lockstep_objects among, uint64_t* hits,
                                                 const lockstep_ray_options* options);
/* All objects that each ray hits, of space or of the plane, with the fractions of each, in rising order of lower ends,
 * then upper ones, then indices. Those of ray i are objects[first[i]] up to and without objects[first[i + 1]], and so
 * are their fractions, which may be NULL: `first` has rays + 1 elements. Writes up to `room` hits, and their total
 * number to *found, which may be larger. `options->touching` decides whether unproven hits are listed. */
LOCKSTEP_C_API lockstep_status lockstep_all_hits(lockstep_objects rays, lockstep_objects among, size_t* first,
                                                 uint32_t* objects, lockstep_interval* fractions, size_t room,
                                                 uint64_t* found, const lockstep_ray_options* options);

/* The first object of a kept world that each shape meets when it moves by motions[i], LOCKSTEP_NO_OBJECT if none, and
 * when (lockstep/rays.hpp). Spheres, AABBs and shapes move straight, shapes turn as well. Outputs and options
 * are those of rays: one motion, mask and output for each shape, one group for each index of the world. Each output may
 * be NULL. */
LOCKSTEP_C_API lockstep_status lockstep_first_contacts(lockstep_objects shapes, lockstep_motions motions,
                                                       const lockstep_world* world, uint32_t* objects,
                                                       lockstep_interval* fractions, lockstep_vec3d* points,
                                                       lockstep_vec3d* normals, uint32_t* parts,
                                                       const lockstep_ray_options* options);
/* The same for circles and AABBs of the plane, which move straight, and a world of it. */
LOCKSTEP_C_API lockstep_status lockstep_first_contacts2(lockstep_objects shapes, lockstep_motions motions,
                                                        const lockstep_world* world, uint32_t* objects,
                                                        lockstep_interval* fractions, lockstep_vec2d* points,
                                                        lockstep_vec2d* normals, const lockstep_ray_options* options);
/* Any contact, of space or of the plane: a bit for each shape, lockstep_mask_words(shapes) words. */
LOCKSTEP_C_API lockstep_status lockstep_any_contacts(lockstep_objects shapes, lockstep_motions motions,
                                                     const lockstep_world* world, uint64_t* hits,
                                                     const lockstep_ray_options* options);
/* All objects that each shape meets on its path, of space or of the plane: lists as those of lockstep_all_hits. */
LOCKSTEP_C_API lockstep_status lockstep_all_contacts(lockstep_objects shapes, lockstep_motions motions,
                                                     const lockstep_world* world, size_t* first, uint32_t* objects,
                                                     lockstep_interval* fractions, size_t room, uint64_t* found,
                                                     const lockstep_ray_options* options);

/* ---- Compound bodies of several parts (lockstep/sets.hpp, distance.hpp) ---- */

typedef struct {
  uint32_t pair, part_a, part_b;
  lockstep_manifold manifold;
} lockstep_body_manifold;

LOCKSTEP_C_API lockstep_body_set* lockstep_body_set_create(void);
LOCKSTEP_C_API lockstep_body_set* lockstep_body_set_copy(const lockstep_body_set* set);
LOCKSTEP_C_API void lockstep_body_set_destroy(lockstep_body_set* set);
LOCKSTEP_C_API lockstep_status lockstep_body_set_add_mesh(lockstep_body_set* set, const lockstep_vec3* vertices,
                                                          size_t count, lockstep_checking checking, uint32_t* mesh);
/* From a set of shapes, or of bodies by lockstep_body_set_parts; as lockstep_shape_set_add_mesh_of. */
LOCKSTEP_C_API lockstep_status lockstep_body_set_add_mesh_of(lockstep_body_set* set, const lockstep_shape_set* other,
                                                             uint32_t mesh, uint32_t* number);
/* Parts are shapes of any kind but points and volumes, in the body's own space (lockstep/sets.hpp). */
LOCKSTEP_C_API lockstep_status lockstep_body_set_add(lockstep_body_set* set, const lockstep_shape* parts, size_t count,
                                                     const lockstep_pose* pose, lockstep_checking checking,
                                                     uint32_t* body);
LOCKSTEP_C_API lockstep_status lockstep_body_set_move(lockstep_body_set* set, uint32_t body, const lockstep_pose* pose,
                                                      lockstep_checking checking);
/* Moves a body to a double position: its parts stand where its pose takes them plus `position`, exactly. */
LOCKSTEP_C_API lockstep_status lockstep_body_set_place(lockstep_body_set* set, uint32_t body,
                                                       const lockstep_vec3d* position, lockstep_checking checking);
LOCKSTEP_C_API lockstep_status lockstep_body_set_remove(lockstep_body_set* set, uint32_t body);
LOCKSTEP_C_API void lockstep_body_set_clear(lockstep_body_set* set);
/* All parts as shapes of the world: a part of the set, not to be destroyed, valid as long as the set. */
LOCKSTEP_C_API const lockstep_shape_set* lockstep_body_set_parts(const lockstep_body_set* set);
/* The owner of a shape of these: *body, and the number of its part. */
LOCKSTEP_C_API lockstep_status lockstep_body_set_owner(const lockstep_body_set* set, uint32_t shape, uint32_t* body,
                                                       uint32_t* part);

/* The contacts of all parts of bodies with bodies or shapes: writes up to `room`, and their total number to *found,
 * which may be larger. A shape is its own part 0. */
LOCKSTEP_C_API lockstep_status lockstep_contacts_bodies(lockstep_objects first, const lockstep_body_set* second,
                                                        const lockstep_pair* pairs, size_t count,
                                                        lockstep_body_manifold* manifolds, size_t room, uint64_t* found,
                                                        const lockstep_contact_options* options);

/* ---- Static triangle meshes and height fields (lockstep/mesh.hpp) ---- */

/* `index_count` is 3 for each triangle. O(triangles * log(triangles)). */
LOCKSTEP_C_API lockstep_triangle_mesh* lockstep_triangle_mesh_create(const lockstep_vec3* vertices, size_t vertex_count,
                                                                     const uint32_t* indices, size_t index_count,
                                                                     lockstep_checking checking);
/* A terrain: heights over a grid, row by row, columns * rows; the cells around a NaN are left out. The point of column
 * c in row r stands at origin + c * column_step + r * row_step + heights[r * columns + c] * up. Each cell, row by row,
 * has two triangles. */
typedef struct lockstep_height_field {
  const float* heights;
  size_t columns, rows;
  lockstep_vec3 origin, column_step, row_step, up;
} lockstep_height_field;
LOCKSTEP_C_API lockstep_triangle_mesh* lockstep_triangle_mesh_create_heights(const lockstep_height_field* terrain,
                                                                             lockstep_checking checking);
LOCKSTEP_C_API void lockstep_triangle_mesh_destroy(lockstep_triangle_mesh* mesh);

/* By traversal of the BVH of the whole mesh; pairs of a shape and a triangle are for lockstep_distance and the like.
 * The distance of shape list[i] of the set and the nearest triangle. Triangles, points and normals may be NULL. */
LOCKSTEP_C_API lockstep_status lockstep_distance_mesh(const lockstep_shape_set* set, const lockstep_triangle_mesh* mesh,
                                                      const uint32_t* list, size_t count, lockstep_interval* distances,
                                                      uint32_t* triangles, lockstep_witness_points* points,
                                                      lockstep_vec3d* normals,
                                                      const lockstep_distance_options* options);
LOCKSTEP_C_API lockstep_status lockstep_cast_mesh(const lockstep_shape_set* set, const lockstep_triangle_mesh* mesh,
                                                  const uint32_t* list, size_t count, const lockstep_vec3* motions,
                                                  lockstep_interval* fractions, uint32_t* triangles,
                                                  lockstep_vec3d* points, lockstep_vec3d* normals,
                                                  const lockstep_cast_options* options);
LOCKSTEP_C_API lockstep_status lockstep_cast_rays_mesh(const lockstep_ray* rays, size_t count,
                                                       const lockstep_triangle_mesh* mesh, lockstep_interval* fractions,
                                                       uint32_t* triangles, lockstep_vec3d* points,
                                                       lockstep_vec3d* normals, const lockstep_cast_options* options);
/* All triangles in contact with shapes: writes up to `room` pairs (an index of the set, a triangle) and manifolds, and
 * their total number to *found, which may be larger. */
LOCKSTEP_C_API lockstep_status lockstep_contacts_mesh(const lockstep_shape_set* set, const lockstep_triangle_mesh* mesh,
                                                      const uint32_t* list, size_t count, lockstep_pair* pairs,
                                                      lockstep_manifold* manifolds, size_t room, uint64_t* found,
                                                      const lockstep_contact_options* options);

/* ---- Overlap passes: broad phase and narrow phase, and pair events (lockstep/overlap.hpp, overlap.hpp) ---- */

typedef struct lockstep_overlap_pass lockstep_overlap_pass;

typedef int32_t lockstep_pair_order;
enum { LOCKSTEP_ORDER_SORTED = 0, LOCKSTEP_ORDER_ANY = 1 };
typedef int32_t lockstep_body_pairs;
enum { LOCKSTEP_REPORT_BODIES = 0, LOCKSTEP_REPORT_PARTS = 1 };

/* Objects i and j are tested only if group[i] & mask[j] and group[j] & mask[i]. NULL: all bits. */
typedef struct {
  const uint32_t* group;
  const uint32_t* mask;
} lockstep_overlap_filter;

typedef struct {
  size_t size;
  float margin;
  lockstep_touching touching;
  lockstep_overlap_filter filter;        /* for the only set, or the first of two */
  lockstep_overlap_filter second_filter; /* for the second of two */
  lockstep_pair_order order;
  lockstep_body_pairs report; /* for passes over bodies */
  lockstep_checking checking;
  lockstep_isa isa;
  lockstep_executor executor;
  /* The world repeats along the vectors of this cell, for spheres, circles, shapes, and worlds of spheres, circles,
   * shapes or boxes, and for queries of worlds; NULL: it does not. */
  const lockstep_cell* cell;
  /* Of lockstep_overlapping in a cell: as many as `objects`, the cells by which each is moved where it meets the shape,
   * or NULL. An object is listed for each of its images. */
  lockstep_cell_shift* list_shifts;
} lockstep_overlap_options;

typedef struct {
  lockstep_vec3 direction;
  float depth;
} lockstep_separation; /* moves a away from b */

/* Outputs of a pass; each may be NULL. */
typedef struct {
  size_t size;
  size_t room; /* for pairs, separations, contacts and shifts */
  lockstep_pair* pairs;
  lockstep_separation* separations; /* of the pairs */
  lockstep_manifold* contacts;      /* of the pairs; in the plane z is 0, and there are up to two points */
  uint32_t* counts;                 /* the number of others that each object of the first set meets */
  uint64_t* any;                    /* bit i: object i of the first set meets another */
  /* Called with a batch of pairs, from several threads at once; all calls together pass each pair once. */
  void (*tile)(void* context, const lockstep_pair* pairs, size_t count);
  void* tile_context;
  lockstep_cell_shift* shifts; /* of the pairs: the cells by which b is moved where it meets a; 0 without a cell */
} lockstep_overlap_output;

typedef struct {
  uint64_t pairs;   /* total number, whatever fits in the buffers */
  int32_t complete; /* 0: the buffers were too short */
  int32_t sorted;   /* 0: the skin saved the search */
} lockstep_overlap_result;

/* `skin`: 0, or see OverlapPass. */
LOCKSTEP_C_API lockstep_overlap_pass* lockstep_overlap_pass_create(float skin);
/* A pass that chooses its skin. */
LOCKSTEP_C_API lockstep_overlap_pass* lockstep_overlap_pass_create_automatic(void);
LOCKSTEP_C_API void lockstep_overlap_pass_destroy(lockstep_overlap_pass* pass);
LOCKSTEP_C_API size_t lockstep_overlap_pass_memory_bytes(const lockstep_overlap_pass* pass);

/* Finds the overlapping pairs of two objects of `first`, or, unless `second` is lockstep_no_objects(), of an object of
 * `first` and one of `second`. Takes spheres, circles of the plane, shapes of space or of the plane, bodies and worlds;
 * both of one kind. For worlds, counts, bits and filters have an element for each index. */
LOCKSTEP_C_API lockstep_status lockstep_overlap(lockstep_overlap_pass* pass, lockstep_objects first,
                                                lockstep_objects second, const lockstep_overlap_output* output,
                                                lockstep_overlap_result* result,
                                                const lockstep_overlap_options* options);

/* The objects of a kept world (lockstep/overlap.hpp), or the triangles of a mesh (lockstep/overlap.hpp),
 * that each of these shapes overlaps, in rising order. Takes spheres, AABBs and shapes, for a world of the plane
 * circles and AABBs of the plane. Lists as those of lockstep_within. `filter` applies to the shapes, `second_filter` to
 * the objects. */
LOCKSTEP_C_API lockstep_status lockstep_overlapping(lockstep_objects among, lockstep_objects shapes, size_t* first,
                                                    uint32_t* objects, size_t room, uint64_t* found,
                                                    const lockstep_overlap_options* options);
/* A bit for each shape that overlaps any object: lockstep_mask_words(shapes) words. */
LOCKSTEP_C_API lockstep_status lockstep_any_overlapping(lockstep_objects among, lockstep_objects shapes, uint64_t* any,
                                                        const lockstep_overlap_options* options);

typedef struct lockstep_pair_events lockstep_pair_events;
/* Valid until the next call of the same object. */
typedef struct {
  const lockstep_pair* began;
  size_t began_count;
  const lockstep_pair* stayed;
  size_t stayed_count;
  const lockstep_pair* ended;
  size_t ended_count;
} lockstep_pair_changes;
typedef struct {
  size_t size;
  lockstep_checking checking;
  lockstep_executor executor;
} lockstep_event_options;

LOCKSTEP_C_API lockstep_pair_events* lockstep_pair_events_create(void);
LOCKSTEP_C_API void lockstep_pair_events_destroy(lockstep_pair_events* events);
/* The changes from the pairs of the last call to these, which are remembered: sorted ones, as a pass writes them. */
LOCKSTEP_C_API lockstep_status lockstep_pair_events_update(lockstep_pair_events* events, const lockstep_pair* pairs,
                                                           size_t count, lockstep_pair_changes* changes,
                                                           const lockstep_event_options* options);
/* The changes from `before` to `now`, if the caller keeps both; the remembered pairs stay. */
LOCKSTEP_C_API lockstep_status lockstep_pair_events_compare(lockstep_pair_events* events, const lockstep_pair* before,
                                                            size_t before_count, const lockstep_pair* now,
                                                            size_t now_count, lockstep_pair_changes* changes,
                                                            const lockstep_event_options* options);
/* Returns to the state before the first update. */
LOCKSTEP_C_API void lockstep_pair_events_forget(lockstep_pair_events* events);

/* ---- Periodic neighbour lists: cell lists (lockstep/neighbours.hpp) ---- */

typedef struct {
  size_t size;
  int32_t half; /* each pair once, with i < j; otherwise both ways */
  lockstep_executor executor;
  /* The type of each point, and type_count * type_count cutoffs of each two types; type_count 0: all points have the
   * cutoff of the search. A cutoff below 0: such points are no neighbours. */
  size_t type_count;
  const uint32_t* types;
  const double* cutoffs;
  /* Two points each, no image of which is a neighbour of the other. */
  size_t exclusion_count;
  const lockstep_pair* exclusions;
  /* Above 0: only so many neighbours of each point, the nearest first. Has no half list. */
  uint32_t nearest;
} lockstep_neighbour_options;

/* One element for each pair; each array may be NULL. */
typedef struct {
  size_t size;
  size_t room; /* the number of pairs */
  uint32_t* i;
  uint32_t* j;
  lockstep_cell_shift* shifts;
  lockstep_vec3d* vectors; /* from point i to the image of point j */
  double* distances;
} lockstep_neighbour_output;

typedef struct lockstep_neighbour_search lockstep_neighbour_search;

/* Finds all pairs of points and images no farther apart than the cutoff, and counts them. */
LOCKSTEP_C_API lockstep_neighbour_search* lockstep_neighbour_search_create(const lockstep_vec3d* points, size_t count,
                                                                           const lockstep_cell* cell, double cutoff,
                                                                           const lockstep_neighbour_options* options);
LOCKSTEP_C_API void lockstep_neighbour_search_destroy(lockstep_neighbour_search* search);
/* Pairs first[i] to first[i + 1] - 1 are those of point i; first[points] is the number of pairs. `count`, which may be
 * NULL, becomes the number of elements, one more than points. Valid as long as the search. */
LOCKSTEP_C_API const uint64_t* lockstep_neighbour_search_first(const lockstep_neighbour_search* search, size_t* count);
/* Several threads may write at the same time. */
LOCKSTEP_C_API lockstep_status lockstep_neighbour_search_write(const lockstep_neighbour_search* search,
                                                               const lockstep_neighbour_output* output);
/* Whether points that have moved since may have pairs within the cutoff less the skin that the search lacks: 0 is a
 * proof that they have none. `points` has as many as the search. */
LOCKSTEP_C_API lockstep_status lockstep_neighbour_search_is_stale(const lockstep_neighbour_search* search,
                                                                  const lockstep_vec3d* points, size_t count,
                                                                  double skin, int32_t* stale);

#ifdef __cplusplus
}
#endif

#endif
