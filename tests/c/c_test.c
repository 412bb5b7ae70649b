/* The C interface, in a program that only a C compiler compiles: makes every call once with a known answer, and checks
 * the messages about bad input. Prints each failure; the exit code is their number. */
#define near /* as windows.h does */
#define far
#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))
#include <lockstep.h>
#undef near
#undef far

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures = 0;

#define CHECK(condition)                                                                             \
  do {                                                                                               \
    if (!(condition)) {                                                                              \
      printf("%s:%d: %s (last error: %s)\n", __FILE__, __LINE__, #condition, lockstep_last_error()); \
      ++failures;                                                                                    \
    }                                                                                                \
  } while (0)
#define OK(call) CHECK((call) == LOCKSTEP_OK)
/* The call is refused, with a message that contains these words. */
#define REFUSED(call, words)                               \
  do {                                                     \
    CHECK((call) == LOCKSTEP_INVALID_INPUT);               \
    CHECK(strstr(lockstep_last_error(), (words)) != NULL); \
  } while (0)

static lockstep_shape sphere(float x, float y, float z, float radius) {
  const lockstep_shape shape = {.kind = LOCKSTEP_SHAPE_SPHERE, .as.sphere = {{x, y, z}, radius}};
  return shape;
}

/* Balls of radius 1 at x = 0, 1.5, 10 and 11. */
static lockstep_shape_set* four_balls(void) {
  static const float at[] = {0, 1.5F, 10, 11};
  lockstep_shape_set* const set = lockstep_shape_set_create();
  for (uint32_t i = 0; i < 4; ++i) {
    const lockstep_shape ball = sphere(at[i], 0, 0, 1);
    uint32_t index = 99;
    OK(lockstep_shape_set_add(set, &ball, LOCKSTEP_CHECK_INPUTS, &index));
    CHECK(index == i);
  }
  return set;
}

static lockstep_volume* cube(void) { /* from -2 to 2 */
  static const lockstep_vec3 corners[8] = {{-2, -2, -2}, {2, -2, -2}, {2, 2, -2}, {-2, 2, -2},
                                           {-2, -2, 2},  {2, -2, 2},  {2, 2, 2},  {-2, 2, 2}};
  return lockstep_volume_create_corners(corners);
}

/* A camera far from the origin: by lens and pose, as a grid, and as half-spaces. */
static void cameras(void) {
  const lockstep_vec3d eye = {1e7, -2e7, 10}, to = {1e7, -2e7, -90}, up = {0, 1, 0};
  const double turn[4] = {0, 0, 0, 1}, depths[1] = {50};
  lockstep_lens lens;
  lockstep_camera_pose pose;
  OK(lockstep_lens_perspective(1.2, 1.5, 0.1, 1000, &lens));
  CHECK(lockstep_lens_perspective(60, 1.5, 0.1, 1000, &lens) != LOCKSTEP_OK);
  OK(lockstep_camera_pose_looking_at(&eye, &to, &up, &pose));
  OK(lockstep_camera_pose_turned(&eye, turn, &pose));
  const lockstep_half_space half[2] = {{{0, 0, -1}, 9.9}, {{0, 0, 1}, 990}};
  lockstep_volume* const volumes[2] = {lockstep_volume_create_camera(&lens, &pose),
                                       lockstep_volume_create_planes(half, 2)};
  lockstep_volume_set* const sets[2] = {lockstep_volume_set_create_camera_grid(&lens, &pose, 1, 1, depths, 1),
                                        lockstep_volume_set_create_cube(&eye, 0.1, 1000)};
  const float x[2] = {1e7f, 1e7f}, y[2] = {-2e7f, -2e7f}, z[2] = {-900, 30}, r[2] = {1, 1};
  const lockstep_sphere_view balls = {{x, sizeof x[0]}, {y, sizeof y[0]}, {z, sizeof z[0]}, {r, sizeof r[0]}, 2};
  size_t count = 0;
  for (int i = 0; i < 2; ++i) {
    OK(lockstep_cull(volumes[i], lockstep_of_spheres(&balls), NULL, &count, NULL));
    CHECK(count == 1);
  }
  CHECK(lockstep_volume_set_size(sets[0]) == 2 && lockstep_volume_set_size(sets[1]) == 6);
  lockstep_vec3 corners[8];
  OK(lockstep_volume_vertices(volumes[0], 1, corners, 8, &count));
  CHECK(count == 8);
  for (int i = 0; i < 2; ++i) lockstep_volume_destroy(volumes[i]), lockstep_volume_set_destroy(sets[i]);
}

static void test_information(void) {
  CHECK(lockstep_abi_version() == LOCKSTEP_ABI_VERSION);
  CHECK(strchr(lockstep_version(), '.') != NULL);
  lockstep_isa isas[8], isa = 99;
  const size_t count = lockstep_supported_isas(isas, 8);
  CHECK(count >= 1 && count <= 8 && isas[count - 1] == LOCKSTEP_ISA_SCALAR);
  CHECK(lockstep_supported_isas(NULL, 0) == count);
  OK(lockstep_default_isa(&isa));
  CHECK(lockstep_lane_count(isa) >= 1 && lockstep_lane_count(LOCKSTEP_ISA_SCALAR) == 1);
  CHECK(lockstep_lane_count(7) == 0 && lockstep_isa_name(0) == NULL);
  CHECK(strcmp(lockstep_isa_name(LOCKSTEP_ISA_AVX2), "avx2") == 0);
}

static void test_positions_in_plane(void) {
  lockstep_shape_set2* const set = lockstep_shape_set2_create();
  const lockstep_shape2 circle = {.kind = LOCKSTEP_SHAPE2_CIRCLE, .as.circle = {{0, 0}, 1}};
  const lockstep_vec2d here = {391779.25, 5820072.5}, beside = {391781, 5820072.5}, nowhere = {0, 2e18};
  const lockstep_pair pair = {0, 1};
  lockstep_verdict verdict = 99;
  uint32_t index = 99;
  for (int i = 0; i < 2; ++i) OK(lockstep_shape_set2_add(set, &circle, LOCKSTEP_CHECK_INPUTS, &index));
  OK(lockstep_shape_set2_place(set, 0, &here, LOCKSTEP_CHECK_INPUTS));
  OK(lockstep_intersect(lockstep_of_shapes2(set), lockstep_of_shapes2(set), &pair, 1, &verdict, NULL));
  CHECK(verdict == LOCKSTEP_VERDICT_SEPARATED);
  OK(lockstep_shape_set2_place(set, 1, &beside, LOCKSTEP_CHECK_INPUTS));
  OK(lockstep_intersect(lockstep_of_shapes2(set), lockstep_of_shapes2(set), &pair, 1, &verdict, NULL));
  CHECK(verdict == LOCKSTEP_VERDICT_OVERLAPPING);
  const lockstep_ray2 ray = {{-3, 0}, {4, 0}};
  const lockstep_pair ray_and_circle = {0, 0};
  lockstep_interval fraction = {9, 9};
  lockstep_cast_options options = {.size = sizeof options, .origin = {here.x, here.y, 0}};
  OK(lockstep_cast_rays2(lockstep_of_rays2(&ray, 1), lockstep_of_shapes2(set), &ray_and_circle, 1, &fraction, NULL,
                         NULL, &options));
  CHECK(fraction.lower <= 0.5 && fraction.upper >= 0.5 && fraction.upper - fraction.lower < 1e-9);
  options.origin.z = 1;
  REFUSED(lockstep_cast_rays2(lockstep_of_rays2(&ray, 1), lockstep_of_shapes2(set), &ray_and_circle, 1, &fraction, NULL,
                              NULL, &options),
          "options.origin.z = 1: must be 0 for rays of the plane");
  REFUSED(lockstep_shape_set2_place(set, 1, &nowhere, LOCKSTEP_CHECK_INPUTS), "position.y = 2e+18");
  REFUSED(lockstep_shape_set2_place(set, 1, NULL, LOCKSTEP_CHECK_INPUTS), "position");
  lockstep_shape_set2_destroy(set);
}

static void test_positions(void) {
  lockstep_shape_set* const set = lockstep_shape_set_create();
  const lockstep_shape ball = sphere(0, 0, 0, 1);
  const lockstep_vec3d here = {1e9, -1e9, 0.25}, beside = {1e9 + 1.5, -1e9, 0.25}, nowhere = {0, 2e18, 0};
  const lockstep_pair pair = {0, 1};
  lockstep_verdict verdict = 99;
  uint32_t index = 99;
  for (int i = 0; i < 2; ++i) OK(lockstep_shape_set_add(set, &ball, LOCKSTEP_CHECK_INPUTS, &index));
  OK(lockstep_shape_set_place(set, 0, &here, LOCKSTEP_CHECK_INPUTS));
  OK(lockstep_intersect(lockstep_of_shapes(set), lockstep_of_shapes(set), &pair, 1, &verdict, NULL));
  CHECK(verdict == LOCKSTEP_VERDICT_SEPARATED);
  OK(lockstep_shape_set_place(set, 1, &beside, LOCKSTEP_CHECK_INPUTS));
  OK(lockstep_intersect(lockstep_of_shapes(set), lockstep_of_shapes(set), &pair, 1, &verdict, NULL));
  CHECK(verdict == LOCKSTEP_VERDICT_OVERLAPPING);
  const lockstep_ray ray = {{-3, 0, 0}, {4, 0, 0}};
  const lockstep_pair ray_and_ball = {0, 0};
  lockstep_interval fraction = {9, 9};
  lockstep_cast_options cast_options = {.size = sizeof cast_options, .origin = here};
  OK(lockstep_cast_rays(lockstep_of_rays(&ray, 1), lockstep_of_shapes(set), &ray_and_ball, 1, &fraction, NULL, NULL,
                        NULL, &cast_options));
  CHECK(fraction.lower <= 0.5 && fraction.upper >= 0.5 && fraction.upper - fraction.lower < 1e-9);
  const lockstep_ray_options ray_options = {.size = sizeof ray_options, .origin = here};
  uint32_t first = 99;
  OK(lockstep_first_hits(lockstep_of_rays(&ray, 1), lockstep_of_shapes(set), &first, NULL, NULL, NULL, NULL,
                         &ray_options));
  CHECK(first == 0);
  lockstep_world* const world = lockstep_world_create(lockstep_of_shapes(set), NULL);
  first = 99;
  OK(lockstep_first_hits(lockstep_of_rays(&ray, 1), lockstep_of_world(world), &first, NULL, NULL, NULL, NULL,
                         &ray_options));
  CHECK(first == 0);
  const lockstep_vec3 point = {3, 0, 0};
  const lockstep_near_options near_options = {.size = sizeof near_options, .origin = here};
  OK(lockstep_nearest(world, lockstep_of_points(&point, 1), 1, &first, &fraction, &near_options));
  CHECK(first == 1 && fraction.lower <= 0.5 && fraction.upper >= 0.5);
  const lockstep_vec3d position = {here.x + 3, here.y, here.z};
  first = 99, fraction.lower = 99;
  OK(lockstep_nearest(world, lockstep_of_positions(&position, 1), 1, &first, &fraction, NULL));
  CHECK(first == 1 && fraction.lower <= 0.5 && fraction.upper >= 0.5);
  size_t near_firsts[2];
  uint64_t near_count = 0;
  OK(lockstep_within(world, lockstep_of_positions(&position, 1), 0.625F, near_firsts, &first, 1, &near_count, NULL));
  CHECK(near_count == 1 && near_firsts[1] == 1 && first == 1);
  REFUSED(lockstep_nearest(world, lockstep_of_positions(&position, 1), 1, &first, &fraction, &near_options),
          "options.origin: is for points in float");
  lockstep_world_destroy(world);
  lockstep_body_set* const bodies = lockstep_body_set_create();
  const lockstep_pose still = {{0, 0, 0}, {0, 0, 0, 1}};
  for (int i = 0; i < 2; ++i) OK(lockstep_body_set_add(bodies, &ball, 1, &still, LOCKSTEP_CHECK_INPUTS, &index));
  OK(lockstep_body_set_place(bodies, 0, &here, LOCKSTEP_CHECK_INPUTS));
  OK(lockstep_body_set_place(bodies, 1, &beside, LOCKSTEP_CHECK_INPUTS));
  OK(lockstep_distance(lockstep_of_bodies(bodies), lockstep_of_bodies(bodies), &pair, 1, &fraction, NULL, NULL, NULL,
                       NULL));
  CHECK(fraction.lower <= -0.5 && fraction.upper >= -0.5);
  REFUSED(lockstep_body_set_place(bodies, 1, &nowhere, LOCKSTEP_CHECK_INPUTS), "position.y = 2e+18");
  REFUSED(lockstep_body_set_place(bodies, 2, &here, LOCKSTEP_CHECK_INPUTS), "index 2 is out of range");
  lockstep_body_set_destroy(bodies);
  REFUSED(lockstep_shape_set_place(set, 1, &nowhere, LOCKSTEP_CHECK_INPUTS), "position.y = 2e+18");
  REFUSED(lockstep_shape_set_place(set, 1, NULL, LOCKSTEP_CHECK_INPUTS), "position");
  lockstep_shape_set_destroy(set);
}

static void test_shapes(void) {
  lockstep_shape_set* const set = four_balls();
  static const lockstep_vec3 tetrahedron[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  lockstep_volume* const volume = cube();
  uint32_t mesh = 99, index = 99;
  OK(lockstep_shape_set_add_mesh(set, tetrahedron, 4, LOCKSTEP_CHECK_INPUTS, &mesh));
  CHECK(mesh == 0);
  const lockstep_quat still = {0, 0, 0, 1};
  lockstep_shape shapes[12] = {
      {.kind = LOCKSTEP_SHAPE_POINT, .as.point = {{0, 0, 0}}},
      sphere(0, 0, 0, 1),
      {.kind = LOCKSTEP_SHAPE_AABB, .as.aabb = {{0, 0, 0}, {1, 1, 1}}},
      {.kind = LOCKSTEP_SHAPE_BOX, .as.box = {{0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}}},
      {.kind = LOCKSTEP_SHAPE_CAPSULE, .as.capsule = {{0, 0, 0}, {1, 0, 0}, 1}},
      {.kind = LOCKSTEP_SHAPE_HULL, .as.hull = {tetrahedron, 4, 0}},
      {.kind = LOCKSTEP_SHAPE_VOLUME, .as.volume = NULL},
      {.kind = LOCKSTEP_SHAPE_ROUNDED_HULL, .as.hull = {tetrahedron, 4, 1}},
      {.kind = LOCKSTEP_SHAPE_HULL_INSTANCE, .as.hull_instance = {0, {{0, 0, 0}, {0, 0, 0, 1}}, 0}},
      {.kind = LOCKSTEP_SHAPE_ELLIPSOID, .as.ellipsoid = {{0, 0, 0}, {0, 0, 0, 1}, {1, 2, 3}}},
      {.kind = LOCKSTEP_SHAPE_CYLINDER, .as.cylinder = {{0, 0, 0}, {1, 0, 0}, 1}},
      {.kind = LOCKSTEP_SHAPE_CONE, .as.cone = {{0, 0, 0}, {1, 0, 0}, 1}}};
  shapes[LOCKSTEP_SHAPE_VOLUME].as.volume = volume;
  for (lockstep_shape_kind kind = 0; kind < 12; ++kind) {
    lockstep_shape_kind found = 99;
    OK(lockstep_shape_set_add(set, &shapes[kind], LOCKSTEP_CHECK_INPUTS, &index));
    OK(lockstep_kind_of(lockstep_of_shapes(set), index, &found));
    CHECK(found == kind && shapes[kind].kind == kind);
  }
  OK(lockstep_shape_set_set(set, 1, &shapes[LOCKSTEP_SHAPE_BOX], LOCKSTEP_CHECK_INPUTS));
  REFUSED(lockstep_shape_set_set(set, 1, &shapes[LOCKSTEP_SHAPE_HULL], LOCKSTEP_CHECK_INPUTS), "shape.kind");

  CHECK(lockstep_size(lockstep_of_shapes(set)) == 16 && lockstep_contains(lockstep_of_shapes(set), 15) == 1);
  lockstep_shape_set* const copy = lockstep_shape_set_copy(set);
  OK(lockstep_shape_set_remove(set, 15));
  CHECK(lockstep_contains(lockstep_of_shapes(set), 15) == 0 && lockstep_contains(lockstep_of_shapes(copy), 15) == 1);
  REFUSED(lockstep_shape_set_remove(set, 15), "15");
  OK(lockstep_shape_set_reserve(set, 100, 100));
  lockstep_shape_set_clear(set);
  CHECK(lockstep_size(lockstep_of_shapes(set)) == 0 && lockstep_size(lockstep_of_shapes(NULL)) == 0);

  lockstep_shape bad = sphere(0, 0, 0, -1);
  REFUSED(lockstep_shape_set_add(set, &bad, LOCKSTEP_CHECK_INPUTS, &index), "radius = -1");
  CHECK(lockstep_size(lockstep_of_shapes(set)) == 0);
  OK(lockstep_shape_set_add(set, &bad, LOCKSTEP_CHECK_NONE, &index));
  bad.kind = 12;
  REFUSED(lockstep_shape_set_add(set, &bad, LOCKSTEP_CHECK_INPUTS, &index), "shape.kind = 12");
  REFUSED(lockstep_shape_set_add(set, NULL, LOCKSTEP_CHECK_INPUTS, &index), "shape = NULL");
  REFUSED(lockstep_shape_set_add(NULL, &shapes[1], LOCKSTEP_CHECK_INPUTS, &index), "set = NULL");
  REFUSED(lockstep_shape_set_add(set, &shapes[1], LOCKSTEP_CHECK_INPUTS, NULL), "index = NULL");
  REFUSED(lockstep_shape_set_add(set, &shapes[1], 2, &index), "checking = 2");
  shapes[LOCKSTEP_SHAPE_HULL].as.hull.vertices = NULL;
  REFUSED(lockstep_shape_set_add(set, &shapes[LOCKSTEP_SHAPE_HULL], LOCKSTEP_CHECK_INPUTS, &index), "vertices = NULL");
  CHECK(lockstep_shape_set_copy(NULL) == NULL && still.w == 1);
  lockstep_shape_set_destroy(copy);
  lockstep_shape_set_destroy(set);
  lockstep_shape_set_destroy(NULL);
  lockstep_volume_destroy(volume);
}

static void test_plane(void) {
  static const lockstep_vec2 triangle[3] = {{0, 0}, {1, 0}, {0, 1}};
  const lockstep_shape2 shapes[6] = {{.kind = LOCKSTEP_SHAPE2_CIRCLE, .as.circle = {{0, 0}, 1}},
                                     {.kind = LOCKSTEP_SHAPE2_CAPSULE, .as.capsule = {{1, 0}, {2, 0}, 0.5F}},
                                     {.kind = LOCKSTEP_SHAPE2_BOX, .as.box = {{9, 0}, 0, {1, 1}}},
                                     {.kind = LOCKSTEP_SHAPE2_ELLIPSE, .as.ellipse = {{20, 0}, 0, {2, 1}}},
                                     {.kind = LOCKSTEP_SHAPE2_SLICE, .as.slice = {{30, 0}, 0, 0.5F, 2}},
                                     {.kind = LOCKSTEP_SHAPE2_POLYGON, .as.polygon = {triangle, 3, {40, 0}, 0}}};
  lockstep_shape_set2* const set = lockstep_shape_set2_create();
  uint32_t index = 99;
  for (lockstep_shape2_kind kind = 0; kind < 6; ++kind) {
    lockstep_shape2_kind found = 99;
    OK(lockstep_shape_set2_add(set, &shapes[kind], LOCKSTEP_CHECK_INPUTS, &index));
    OK(lockstep_kind_of(lockstep_of_shapes2(set), index, &found));
    CHECK(found == kind);
  }
  const lockstep_pair pairs[2] = {{0, 1}, {0, 2}};
  lockstep_verdict verdicts[2];
  OK(lockstep_intersect(lockstep_of_shapes2(set), lockstep_of_shapes2(set), pairs, 2, verdicts, NULL));
  CHECK(verdicts[0] == LOCKSTEP_VERDICT_OVERLAPPING && verdicts[1] == LOCKSTEP_VERDICT_SEPARATED);
  lockstep_interval distances[2];
  lockstep_vec2d normals[2];
  OK(lockstep_distance2(lockstep_of_shapes2(set), lockstep_of_shapes2(set), pairs, 2, distances, NULL, normals, NULL));
  CHECK(distances[1].lower <= 7 && 7 <= distances[1].upper && normals[1].x == -1);
  lockstep_manifold2 manifolds[2];
  OK(lockstep_contacts2(lockstep_of_shapes2(set), lockstep_of_shapes2(set), pairs, 2, manifolds, NULL));
  CHECK(manifolds[0].count == 1 && manifolds[0].normal.x == -1 && manifolds[1].count == 0);
  CHECK(fabs(manifolds[0].points[0].separation + 0.5) < 1e-12 && manifolds[0].points[0].a.x == 1);
  REFUSED(lockstep_contacts2(lockstep_of_shapes2(set), lockstep_of_shapes2(set), pairs, 2, NULL, NULL),
          "manifolds = NULL: needs 2 elements");
  const lockstep_vec2 motions[2] = {{0, 9}, {14, 0}};
  lockstep_interval fractions[2];
  lockstep_vec2d points[2];
  OK(lockstep_cast2(lockstep_of_shapes2(set), lockstep_of_shapes2(set), pairs, 2, lockstep_straight2(motions),
                    fractions, points, normals, NULL));
  CHECK(fractions[0].upper == 0 && fractions[1].lower <= 0.5 && 0.5 <= fractions[1].upper);
  CHECK(fabs(points[1].x - 8) < 1e-6 && fabs(normals[1].x + 1) < 1e-12);
  const lockstep_motion2 turning[2] = {{{0, 9}, 0, {0, 0}}, {{14, 0}, 3, {0, 0}}};
  OK(lockstep_cast2(lockstep_of_shapes2(set), lockstep_of_shapes2(set), pairs, 2, lockstep_turning2(turning), fractions,
                    NULL, NULL, NULL));
  CHECK(fractions[1].lower <= 0.5 && 0.5 <= fractions[1].upper && fractions[1].upper < 0.51);
  const lockstep_ray2 rays[2] = {{{0, 5}, {0, -8}}, {{9, 5}, {0, 8}}};
  OK(lockstep_cast_rays2(lockstep_of_rays2(rays, 2), lockstep_of_shapes2(set), (const lockstep_pair[]){{0, 0}, {1, 2}},
                         2, fractions, NULL, NULL, NULL));
  CHECK(fractions[0].lower <= 0.5 && 0.5 <= fractions[0].upper && isinf(fractions[1].lower));
  REFUSED(lockstep_cast_rays2(lockstep_of_rays2(rays, 1), lockstep_of_shapes2(set), (const lockstep_pair[]){{1, 0}}, 1,
                              fractions, NULL, NULL, NULL),
          "pairs[0].a = 1: out of range, there are 1 rays");
  const lockstep_vec2 nowhere[2] = {{0, 0}, {0, NAN}};
  REFUSED(lockstep_cast2(lockstep_of_shapes2(set), lockstep_of_shapes2(set), pairs, 2, lockstep_straight2(nowhere),
                         fractions, NULL, NULL, NULL),
          "motions[1]");
  uint64_t any = 0;
  size_t total = 99, counts[1];
  const size_t ends[1] = {2};
  OK(lockstep_any_overlap(lockstep_of_shapes2(set), lockstep_of_shapes2(set), pairs, 2, ends, 1, &any, &total, NULL));
  CHECK(any == 1 && total == 1);
  OK(lockstep_count_overlaps(lockstep_of_shapes2(set), lockstep_of_shapes2(set), pairs, 2, ends, 1, counts, &total,
                             NULL));
  CHECK(counts[0] == 1 && total == 1);
  const lockstep_vec2 there = {0.5F, 0};
  OK(lockstep_shape_set2_place_polygon(set, 5, &there, 1, LOCKSTEP_CHECK_INPUTS));
  OK(lockstep_shape_set2_set(set, 2, &shapes[0], LOCKSTEP_CHECK_INPUTS));
  REFUSED(lockstep_shape_set2_set(set, 2, &shapes[5], LOCKSTEP_CHECK_INPUTS), "shape.kind");
  OK(lockstep_shape_set2_remove(set, 2));
  OK(lockstep_shape_set2_reserve(set, 9, 9));
  lockstep_overlap_pass* const pass = lockstep_overlap_pass_create(0);
  lockstep_pair found[9];
  const lockstep_overlap_output output = {.size = sizeof output, .room = 9, .pairs = found};
  lockstep_overlap_result result;
  OK(lockstep_overlap(pass, lockstep_of_shapes2(set), lockstep_no_objects(), &output, &result, NULL));
  CHECK(result.pairs == 3 && result.complete == 1); /* circle, capsule and triangle */
  const float numbers[] = {0, 0, 1, 1.5F, 0, 1};
  const lockstep_circle_view circles = {{numbers, 12}, {numbers + 1, 12}, {numbers + 2, 12}, 2};
  lockstep_manifold in_plane[9];
  lockstep_overlap_output with_contacts = output;
  with_contacts.contacts = in_plane;
  OK(lockstep_overlap(pass, lockstep_of_circles2(&circles), lockstep_no_objects(), &with_contacts, &result, NULL));
  CHECK(result.pairs == 1 && found[0].a == 0 && found[0].b == 1);
  CHECK(in_plane[0].count == 1 && in_plane[0].normal.x == -1 && in_plane[0].normal.z == 0);
  lockstep_overlap_pass_destroy(pass);
  lockstep_shape_set2* const copy = lockstep_shape_set2_copy(set);
  lockstep_shape_set2_clear(set);
  CHECK(lockstep_size(lockstep_of_shapes2(set)) == 0 && lockstep_contains(lockstep_of_shapes2(copy), 5) == 1);
  lockstep_shape_set2_destroy(copy);
  lockstep_shape_set2_destroy(set);
}

static void test_placed_views(void) {
  const float zero = 0, one = 1;
  const lockstep_stream zeros = {&zero, 0}, ones = {&one, 0};
  const double far_x[4] = {1e9, 1e9 + 1.5, 1e9 + 10, 1e9 + 11}, nothing = 0;
  const lockstep_sphere_view own = {zeros, zeros, zeros, ones, 4};
  const lockstep_placed_view placed = {
      lockstep_of_spheres(&own), {far_x, sizeof(double)}, {&nothing, 0}, {&nothing, 0}};
  const lockstep_vec3d eye = {1e9, 0, 0};
  lockstep_volume_set* const around = lockstep_volume_set_create_cube(&eye, 0.5, 1);
  size_t counts[6];
  const lockstep_visible_sets of_each = {.size = sizeof of_each, .counts = counts};
  OK(lockstep_cull_many(around, lockstep_of_placed(&placed), &of_each, NULL, NULL));
  CHECK(counts[0] == 2 && counts[1] == 1 && counts[2] == 1);
  lockstep_volume_set_destroy(around);
  lockstep_volume* const volume = cube();
  uint64_t visible = ~(uint64_t)0;
  size_t count = 99;
  OK(lockstep_cull(volume, lockstep_of_placed(&placed), &visible, &count, NULL));
  CHECK(visible == 0 && count == 0);
  lockstep_volume_destroy(volume);
}

static void test_culling(void) {
  lockstep_volume* const volume = cube();
  lockstep_shape_set* const set = four_balls();
  uint64_t visible = ~(uint64_t)0;
  size_t count = 99;
  OK(lockstep_cull(volume, lockstep_of_shapes(set), &visible, &count, NULL));
  CHECK(visible == 3 && count == 2);
  const float x[4] = {0, 1.5F, 10, 11}, zero = 0, one = 1;
  const lockstep_stream zeros = {&zero, 0}, ones = {&one, 0}, along = {x, sizeof(float)};
  const lockstep_sphere_view balls = {along, zeros, zeros, ones, 4};
  OK(lockstep_cull(volume, lockstep_of_spheres(&balls), &visible, NULL, NULL));
  CHECK(visible == 3);
  OK(lockstep_cull(volume, lockstep_of_spheres(&balls), NULL, &count, NULL));
  CHECK(count == 2);
  const lockstep_aabb_view aabbs = {along, zeros, zeros, {x + 1, sizeof(float)},
                                    ones,  ones,  3,     LOCKSTEP_AABB_FORM_CORNERS};
  OK(lockstep_cull(volume, lockstep_of_aabbs(&aabbs), &visible, &count, NULL));
  CHECK(visible == 3 && count == 2);
  lockstep_aabb_view centered = {along, zeros, zeros, ones, ones, ones, 3, LOCKSTEP_AABB_FORM_CENTERED};
  OK(lockstep_cull(volume, lockstep_of_aabbs(&centered), &visible, &count, NULL));
  CHECK(visible == 3 && count == 2);
  centered.form = 7;
  REFUSED(lockstep_cull(volume, lockstep_of_aabbs(&centered), &visible, NULL, NULL),
          "objects.as.aabbs.form = 7: must be from 0 to 1");
  const lockstep_box_view boxes = {along, zeros, zeros, zeros, zeros, zeros, ones, ones, ones, ones, 4};
  OK(lockstep_cull(volume, lockstep_of_boxes(&boxes), &visible, &count, NULL));
  CHECK(visible == 3);
  const lockstep_stream none = {NULL, 0};
  const lockstep_transformed_box_view transformed = {ones,  zeros, zeros, along, zeros, ones,  zeros, zeros,
                                                     zeros, zeros, ones,  zeros, zeros, zeros, zeros, ones,
                                                     ones,  ones,  4,     none,  none,  none,  none};
  OK(lockstep_cull(volume, lockstep_of_transformed_boxes(&transformed), &visible, &count, NULL));
  CHECK(visible == 3);
  lockstep_transformed_box_view sixteen = transformed;
  sixteen.m30 = sixteen.m31 = sixteen.m32 = zeros, sixteen.m33 = ones;
  OK(lockstep_cull(volume, lockstep_of_transformed_boxes(&sixteen), &visible, &count, NULL));
  sixteen.m30 = along;
  REFUSED(lockstep_cull(volume, lockstep_of_transformed_boxes(&sixteen), &visible, &count, NULL),
          "transformed_boxes.matrix.m30[1] = 1.5: the last row of an object's matrix must be 0 0 0 1");
  uint32_t indices[2] = {9, 9};
  OK(lockstep_cull_list(volume, lockstep_of_spheres(&balls), indices, 1, &count, NULL));
  CHECK(count == 2 && indices[0] == 9);
  OK(lockstep_cull_list(volume, lockstep_of_spheres(&balls), indices, 2, &count, NULL));
  CHECK(count == 2 && indices[0] == 0 && indices[1] == 1);
  REFUSED(lockstep_cull_list(volume, lockstep_of_spheres(&balls), NULL, 2, &count, NULL), "indices = NULL");
  OK(lockstep_list_indices(&visible, lockstep_mask_words(4), indices, 2, &count));
  CHECK(count == 2 && indices[0] == 0 && indices[1] == 1);

  const lockstep_volume* const both[2] = {volume, volume};
  cameras();
  lockstep_volume_set* const volumes = lockstep_volume_set_create(both, 2);
  CHECK(lockstep_volume_set_size(volumes) == 2);
  uint64_t by_volume[2], by_object[4];
  size_t counts[2];
  const lockstep_visible_sets sets = {
      .size = sizeof sets, .by_volume = by_volume, .by_object = by_object, .counts = counts};
  OK(lockstep_cull_many(volumes, lockstep_of_shapes(set), &sets, &count, NULL));
  CHECK(count == 4 && by_volume[1] == 3 && by_object[1] == 3 && by_object[2] == 0 && counts[0] == 2);
  OK(lockstep_cull_many(volumes, lockstep_of_spheres(&balls), &sets, &count, NULL));
  OK(lockstep_cull_many(volumes, lockstep_of_boxes(&boxes), &sets, &count, NULL));
  OK(lockstep_cull_many(volumes, lockstep_of_transformed_boxes(&transformed), &sets, &count, NULL));
  CHECK(count == 4 && by_volume[0] == 3);
  const lockstep_visible_sets counts_alone = {.size = sizeof counts_alone, .counts = counts};
  OK(lockstep_cull_many(volumes, lockstep_of_aabbs(&aabbs), &counts_alone, NULL, NULL));
  CHECK(counts[1] == 2);
  size_t first[3];
  uint32_t lists[4] = {9, 9, 9, 9};
  lockstep_visible_sets in_lists = {.size = sizeof in_lists, .first = first, .indices = lists, .room = 3};
  OK(lockstep_cull_many(volumes, lockstep_of_aabbs(&aabbs), &in_lists, &count, NULL));
  CHECK(count == 4 && first[0] == 0 && first[1] == 2 && first[2] == 4 && lists[0] == 9);
  in_lists.room = 4;
  OK(lockstep_cull_many(volumes, lockstep_of_aabbs(&aabbs), &in_lists, &count, NULL));
  CHECK(lists[0] == 0 && lists[1] == 1 && lists[2] == 0 && lists[3] == 1);
  in_lists.indices = NULL;
  REFUSED(lockstep_cull_many(volumes, lockstep_of_aabbs(&aabbs), &in_lists, &count, NULL),
          "visible.indices = NULL: needs 4 elements");

  REFUSED(lockstep_cull(volume, lockstep_of_spheres(NULL), &visible, NULL, NULL), "objects.as.spheres = NULL");
  const float nan_radius[4] = {1, 1, NAN, 1};
  lockstep_sphere_view bad = balls;
  bad.radius.data = nan_radius, bad.radius.stride = sizeof(float);
  REFUSED(lockstep_cull(volume, lockstep_of_spheres(&bad), &visible, NULL, NULL), "spheres.radius[2] = nan");
  const lockstep_volume* const holed[2] = {volume, NULL};
  CHECK(lockstep_volume_set_create(holed, 2) == NULL && strstr(lockstep_last_error(), "volumes[1] = NULL") != NULL);
  lockstep_volume_set_destroy(volumes);
  lockstep_shape_set_destroy(set);
  lockstep_volume_destroy(volume);
}

/* Balls of radius 1 at x = 0, 1.5, 10 and 11, and the same in reverse order. */
static const float at_x[4] = {0, 1.5F, 10, 11}, back_x[4] = {11, 10, 1.5F, 0}, at_0 = 0, of_1 = 1;
static const lockstep_sphere_view ball_view = {{at_x, sizeof(float)}, {&at_0, 0}, {&at_0, 0}, {&of_1, 0}, 4};
static const lockstep_sphere_view back_view = {{back_x, sizeof(float)}, {&at_0, 0}, {&at_0, 0}, {&of_1, 0}, 4};
static const lockstep_aabb_view cube_view = {
    {at_x, sizeof(float)},     {&at_0, 0}, {&at_0, 0}, {at_x + 1, sizeof(float)}, {&of_1, 0}, {&of_1, 0}, 3,
    LOCKSTEP_AABB_FORM_CORNERS};
static const lockstep_vec3 near_points[2] = {{3, 0, 0}, {20, 0, 0}};

static void test_world(void) {
  lockstep_volume* const volume = cube();
  lockstep_world* const world = lockstep_world_create(lockstep_of_spheres(&ball_view), NULL);
  CHECK(lockstep_size(lockstep_of_world(world)) == 4 && lockstep_world_free_slots(world) == 0 &&
        lockstep_world_memory_bytes(world) > 0);
  uint64_t visible = ~(uint64_t)0, in_order = 0, named = 0;
  size_t count = 99, positions = 99;
  OK(lockstep_cull(volume, lockstep_of_world(world), &visible, &count, NULL));
  CHECK(visible == 3 && count == 2);
  OK(lockstep_cull(volume, lockstep_of_world(world), NULL, &count, NULL));
  CHECK(count == 2);
  OK(lockstep_cull_in_order(volume, world, &in_order, NULL, NULL));
  const uint32_t* const order = lockstep_world_order(world, &positions);
  CHECK(positions == 4);
  for (size_t p = 0; p < positions; ++p) named |= (in_order >> p & 1) << order[p];
  CHECK(named == 3);

  const lockstep_volume* const twice[2] = {volume, volume};
  lockstep_volume_set* const volumes = lockstep_volume_set_create(twice, 2);
  uint64_t by_volume[2], by_object[4];
  size_t counts[2];
  const lockstep_visible_sets sets = {
      .size = sizeof sets, .by_volume = by_volume, .by_object = by_object, .counts = counts};
  OK(lockstep_cull_many(volumes, lockstep_of_world(world), &sets, &count, NULL));
  CHECK(count == 4 && by_volume[0] == 3 && by_volume[1] == 3 && counts[0] == 2 && counts[1] == 2);
  CHECK(by_object[0] == 3 && by_object[1] == 3 && by_object[2] == 0 && by_object[3] == 0);
  REFUSED(lockstep_cull_many(volumes, lockstep_of_world(NULL), &sets, &count, NULL), "world = NULL");
  lockstep_volume_set_destroy(volumes);

  size_t first[3];
  uint32_t within[8], nearest[6];
  uint64_t found = 99;
  OK(lockstep_within(world, lockstep_of_points(near_points, 2), 6, first, within, 8, &found, NULL));
  CHECK(found == 3 && first[0] == 0 && first[1] == 3 && first[2] == 3);
  CHECK(within[0] == 0 && within[1] == 1 && within[2] == 2);
  OK(lockstep_within(world, lockstep_of_points(near_points, 2), 100, first, within, 2, &found, NULL));
  CHECK(found == 8 && first[1] == 4 && first[2] == 8 && within[1] == 1 && within[2] == 2);
  lockstep_interval distances[6];
  const lockstep_near_options scalar = {.size = sizeof scalar, .isa = LOCKSTEP_ISA_SCALAR};
  OK(lockstep_nearest(world, lockstep_of_points(near_points, 2), 3, nearest, distances, &scalar));
  CHECK(nearest[0] == 1 && nearest[1] == 0 && nearest[2] == 2 && nearest[3] == 3 && nearest[5] == 1);
  CHECK(distances[3].lower <= 8 && 8 <= distances[3].upper && distances[3].upper < 8.001);
  OK(lockstep_nearest(world, lockstep_of_points(near_points, 1), 6, nearest, NULL, NULL));
  CHECK(nearest[3] == 3 && nearest[4] == LOCKSTEP_NO_OBJECT);

  lockstep_overlap_pass* const pass = lockstep_overlap_pass_create_automatic();
  lockstep_overlap_result met;
  uint32_t meets[4];
  const lockstep_overlap_output of_world = {.size = sizeof of_world, .counts = meets};
  OK(lockstep_overlap(pass, lockstep_of_world(world), lockstep_no_objects(), &of_world, &met, NULL));
  const uint64_t of_itself = met.pairs;
  OK(lockstep_overlap(pass, lockstep_of_world(world), lockstep_of_world(world), &of_world, &met, NULL));
  CHECK(met.pairs == 2 * of_itself + 4 && meets[0] != 0);
  lockstep_overlap_pass_destroy(pass);

  lockstep_world* const empty = lockstep_world_create(lockstep_no_objects(), NULL);
  OK(lockstep_cull(volume, lockstep_of_world(empty), &visible, &count, NULL));
  CHECK(count == 0);
  OK(lockstep_within(empty, lockstep_of_points(near_points, 2), 1, first, NULL, 0, &found, NULL));
  CHECK(found == 0 && first[2] == 0);
  lockstep_world_destroy(empty);
  lockstep_world_destroy(world);
  lockstep_volume_destroy(volume);
}

/* A world of circles at 0, 4 and 9: objects near shapes, contacts of moving shapes, overlaps with itself. */
static void test_moving_in_the_plane(const lockstep_world* world, const lockstep_circle_view* circles,
                                     const lockstep_aabb2_view* boxes) {
  size_t first[4];
  uint32_t objects[4] = {9, 9, 9, 9};
  uint64_t found = 0, bits = 0;
  OK(lockstep_within(world, lockstep_of_circles2(circles), 2, first, objects, 4, &found, NULL));
  CHECK(found == 5 && first[1] == 2 && objects[0] == 0 && objects[1] == 1);
  OK(lockstep_within(world, lockstep_of_aabbs2(boxes), 2, first, objects, 4, &found, NULL));
  CHECK(found == 4 && first[2] == 4 && objects[3] == 2);
  REFUSED(lockstep_within(NULL, lockstep_of_circles2(circles), 2, first, objects, 4, &found, NULL), "world = NULL");

  const float x[] = {2}, y[] = {5, 6}, radius = 1;
  const lockstep_circle_view above = {{x, sizeof(float)}, {y, sizeof(float)}, {&radius, 0}, 1};
  const lockstep_aabb2_view box = {{x, 0}, {y, 0}, {x, 0}, {y + 1, 0}, 1};
  const lockstep_vec2 motions[] = {{4, -10}};
  lockstep_interval when;
  lockstep_vec2d point, normal;
  OK(lockstep_first_contacts2(lockstep_of_circles2(&above), lockstep_straight2(motions), world, objects, &when, &point,
                              &normal, NULL));
  CHECK(objects[0] == 1 && when.lower > 0.2 && when.upper < 0.5 && normal.y > 0.9);
  OK(lockstep_first_contacts2(lockstep_of_aabbs2(&box), lockstep_straight2(motions), world, objects, &when, NULL,
                              &normal, NULL));
  CHECK(objects[0] == 1 && when.lower > 0.3 && when.upper < 0.6 && normal.y > 0.9);
  OK(lockstep_any_contacts(lockstep_of_circles2(&above), lockstep_straight2(motions), world, &bits, NULL));
  CHECK(bits == 1);
  OK(lockstep_any_contacts(lockstep_of_aabbs2(&box), lockstep_straight2(motions), world, &bits, NULL));
  CHECK(bits == 1);
  OK(lockstep_all_contacts(lockstep_of_circles2(&above), lockstep_straight2(motions), world, first, objects, &when, 1,
                           &found, NULL));
  CHECK(found == 1 && first[1] == 1 && objects[0] == 1 && when.upper < 0.5);
  OK(lockstep_all_contacts(lockstep_of_aabbs2(&box), lockstep_straight2(motions), world, first, objects, NULL, 1,
                           &found, NULL));
  CHECK(found == 1 && objects[0] == 1);
  REFUSED(lockstep_first_contacts2(lockstep_of_aabbs2(&box), lockstep_straight2(NULL), world, objects, NULL, NULL, NULL,
                                   NULL),
          "motions = NULL");

  lockstep_overlap_pass* const pass = lockstep_overlap_pass_create(0);
  lockstep_pair pairs[3];
  const lockstep_overlap_output output = {.size = sizeof output, .pairs = pairs, .room = 3};
  lockstep_overlap_result met;
  OK(lockstep_overlap(pass, lockstep_of_world(world), lockstep_no_objects(), &output, &met, NULL));
  CHECK(met.pairs == 0);
  OK(lockstep_overlap(pass, lockstep_of_world(world), lockstep_of_world(world), &output, &met, NULL));
  CHECK(met.pairs == 3 && pairs[2].a == 2 && pairs[2].b == 2);
  lockstep_overlap_pass_destroy(pass);
}

/* A world of circles at 0, 4 and 9, in the calls of the plane. */
static void test_world_of_the_plane(void) {
  const float x[] = {0, 4, 9}, one = 1, zero = 0;
  const lockstep_circle_view circles = {{x, sizeof(float)}, {&zero, 0}, {&one, 0}, 3};
  const lockstep_aabb2_view boxes = {{x, sizeof(float)}, {&zero, 0}, {x + 1, sizeof(float)}, {&one, 0}, 2};
  lockstep_world* const world = lockstep_world_create(lockstep_of_circles2(&circles), NULL);
  CHECK(lockstep_size(lockstep_of_world(world)) == 3 && lockstep_world_free_slots(world) == 0);
  CHECK(lockstep_world_memory_bytes(world) > 0 && lockstep_world_memory_bytes(NULL) == 0);
  CHECK(lockstep_contains(lockstep_of_world(world), 2) == 1 && lockstep_contains(lockstep_of_world(world), 3) == 0);
  const lockstep_vec2 points[1] = {{5, 0}};
  size_t first[3], positions = 0;
  uint32_t objects[4] = {9, 9, 9, 9};
  uint64_t found = 0, bits = 0;
  OK(lockstep_within(world, lockstep_of_points2(points, 1), 3, first, objects, 4, &found, NULL));
  CHECK(found == 2 && first[1] == 2 && objects[0] == 1 && objects[1] == 2);
  lockstep_interval distances[2];
  OK(lockstep_nearest(world, lockstep_of_points2(points, 1), 2, objects, distances, NULL));
  CHECK(objects[0] == 1 && objects[1] == 2 && distances[1].lower <= 3 && 3 <= distances[1].upper);
  CHECK(lockstep_world_order(world, &positions) != NULL && positions == 3);

  OK(lockstep_overlapping(lockstep_of_world(world), lockstep_of_circles2(&circles), first, NULL, 0, &found, NULL));
  CHECK(found == 3);
  OK(lockstep_overlapping(lockstep_of_world(world), lockstep_of_aabbs2(&boxes), first, objects, 4, &found, NULL));
  CHECK(found == 4 && objects[1] == 1 && objects[2] == 1 && objects[3] == 2);
  OK(lockstep_any_overlapping(lockstep_of_world(world), lockstep_of_circles2(&circles), &bits, NULL));
  CHECK(bits == 7);
  OK(lockstep_any_overlapping(lockstep_of_world(world), lockstep_of_aabbs2(&boxes), &bits, NULL));
  CHECK(bits == 3);
  const lockstep_ray2 rays[2] = {{{2, 0}, {4, 0}}, {{2, 0}, {0, 4}}};
  lockstep_interval fractions[2];
  lockstep_vec2d hit[2], normals[2];
  OK(lockstep_first_hits2(lockstep_of_rays2(rays, 2), lockstep_of_world(world), objects, fractions, hit, normals,
                          NULL));
  CHECK(objects[0] == 1 && objects[1] == LOCKSTEP_NO_SHAPE && fractions[0].lower <= 0.25 && 0.25 <= fractions[0].upper);
  CHECK(normals[0].x == -1 && normals[0].y == 0);
  OK(lockstep_any_hits(lockstep_of_rays2(rays, 2), lockstep_of_world(world), &bits, NULL));
  CHECK(bits == 1);
  OK(lockstep_all_hits(lockstep_of_rays2(rays, 2), lockstep_of_world(world), first, objects, fractions, 2, &found,
                       NULL));
  CHECK(found == 1 && first[2] == 1 && objects[0] == 1 && fractions[0].lower <= 0.25 && 0.25 <= fractions[0].upper);
  test_moving_in_the_plane(world, &circles, &boxes);

  const uint32_t last[] = {2};
  lockstep_object_handle handle;
  OK(lockstep_world_handle(world, 2, &handle));
  OK(lockstep_world_remove(world, last, 1, NULL));
  CHECK(lockstep_world_contains_handle(world, &handle) == 0 && lockstep_world_free_slots(world) == 1);
  REFUSED(lockstep_world_find(world, &handle, objects), "the object was removed");
  const lockstep_circle_view one_circle = {{x, sizeof(float)}, {&zero, 0}, {&one, 0}, 1};
  OK(lockstep_world_add(world, lockstep_of_circles2(&one_circle), objects, NULL));
  CHECK(objects[0] == 2);
  OK(lockstep_world_handle(world, 2, &handle));
  OK(lockstep_world_find(world, &handle, objects));
  CHECK(objects[0] == 2 && lockstep_world_contains_handle(world, &handle) == 1);
  OK(lockstep_world_move(world, lockstep_of_circles2(&circles), NULL));
  OK(lockstep_world_move_some(world, last, lockstep_of_circles2(&one_circle), NULL));
  OK(lockstep_world_sort(world, NULL));
  REFUSED(lockstep_world_move(world, lockstep_of_aabbs2(&boxes), NULL), "aabbs: ");
  lockstep_world* const copy = lockstep_world_copy(world);
  CHECK(lockstep_size(lockstep_of_world(copy)) == 3);
  lockstep_world_destroy(copy);
  lockstep_world_destroy(world);

  lockstep_world* const of_boxes = lockstep_world_create(lockstep_of_aabbs2(&boxes), NULL);
  OK(lockstep_world_move(of_boxes, lockstep_of_aabbs2(&boxes), NULL));
  OK(lockstep_world_move_some(of_boxes, (const uint32_t[]){1, 0}, lockstep_of_aabbs2(&boxes), NULL));
  OK(lockstep_world_add(of_boxes, lockstep_of_aabbs2(&boxes), NULL, NULL));
  CHECK(lockstep_size(lockstep_of_world(of_boxes)) == 4);
  lockstep_world_destroy(of_boxes);
  const lockstep_circle_view no_circles = {{NULL, 0}, {NULL, 0}, {NULL, 0}, 0};
  lockstep_world* const empty = lockstep_world_create(lockstep_of_circles2(&no_circles), NULL);
  OK(lockstep_within(empty, lockstep_of_points2(points, 1), 3, first, NULL, 0, &found, NULL));
  CHECK(found == 0);
  lockstep_world_destroy(empty);
  REFUSED(lockstep_within(NULL, lockstep_of_points2(points, 1), 3, first, objects, 4, &found, NULL), "world = NULL");
}

static void test_moved_world(void) {
  lockstep_volume* const volume = cube();
  lockstep_world* const world = lockstep_world_create(lockstep_of_spheres(&ball_view), NULL);
  uint64_t visible = 0;
  size_t count = 99;
  const lockstep_world_options options = {.size = sizeof options, .isa = LOCKSTEP_ISA_SCALAR};
  OK(lockstep_world_move(world, lockstep_of_spheres(&back_view), &options));
  OK(lockstep_cull(volume, lockstep_of_world(world), &visible, NULL, NULL));
  CHECK(visible == 12);
  const uint32_t last[1] = {3};
  lockstep_sphere_view one_ball = back_view;
  one_ball.count = 1;
  OK(lockstep_world_move_some(world, last, lockstep_of_spheres(&one_ball), NULL));
  OK(lockstep_cull(volume, lockstep_of_world(world), &visible, NULL, NULL));
  CHECK(visible == 4);

  lockstep_world* const of_boxes = lockstep_world_create(lockstep_of_aabbs(&cube_view), NULL);
  OK(lockstep_cull(volume, lockstep_of_world(of_boxes), &visible, &count, NULL));
  CHECK(visible == 3 && count == 2);
  OK(lockstep_world_move(of_boxes, lockstep_of_aabbs(&cube_view), NULL));
  lockstep_aabb_view one_box = cube_view;
  one_box.count = 1;
  const uint32_t third[1] = {2};
  uint32_t given[1];
  OK(lockstep_world_move_some(of_boxes, third, lockstep_of_aabbs(&one_box), NULL));
  OK(lockstep_world_add(of_boxes, lockstep_of_aabbs(&one_box), given, NULL));
  OK(lockstep_cull(volume, lockstep_of_world(of_boxes), &visible, NULL, NULL));
  CHECK(visible == 15 && given[0] == 3);
  lockstep_world_destroy(of_boxes);
  lockstep_world_destroy(world);
  lockstep_volume_destroy(volume);
}

/* Moves the shape whose index `context` points to, and removes shape 1. */
static void change_two(void* context, lockstep_shape_set* shapes) {
  const lockstep_shape ball = sphere(-7, 0, 0, 1);
  OK(lockstep_shape_set_set(shapes, *(uint32_t*)context, &ball, LOCKSTEP_CHECK_INPUTS));
  OK(lockstep_shape_set_remove(shapes, 1));
}

static void move_the_first(void* context, lockstep_body_set* bodies) {
  OK(lockstep_body_set_move(bodies, 0, (const lockstep_pose*)context, LOCKSTEP_CHECK_INPUTS));
}

static void test_changed_bodies(void) {
  lockstep_body_set* const set = lockstep_body_set_create();
  const lockstep_shape part = sphere(0, 0, 0, 1);
  lockstep_pose pose = {{3, 0, 0}, {0, 0, 0, 1}};
  uint32_t body, object;
  OK(lockstep_body_set_add(set, &part, 1, &pose, LOCKSTEP_CHECK_INPUTS, &body));
  lockstep_world* const world = lockstep_world_create(lockstep_of_bodies(set), NULL);
  const lockstep_ray ray = {{-9, 0, 0}, {16, 0, 0}};
  OK(lockstep_first_hits(lockstep_of_rays(&ray, 1), lockstep_of_world(world), &object, NULL, NULL, NULL, NULL, NULL));
  CHECK(object == 0);
  pose.position.y = 5;
  OK(lockstep_world_change_bodies(world, move_the_first, &pose, NULL));
  OK(lockstep_first_hits(lockstep_of_rays(&ray, 1), lockstep_of_world(world), &object, NULL, NULL, NULL, NULL, NULL));
  CHECK(object == LOCKSTEP_NO_OBJECT);
  REFUSED(lockstep_world_change_shapes(world, change_two, &body, NULL), "shapes: the world is one of bodies");
  lockstep_world_destroy(world);
  lockstep_body_set_destroy(set);
}

static void test_changed_set(void) {
  lockstep_shape_set* const set = four_balls();
  lockstep_world* const world = lockstep_world_create(lockstep_of_shapes(set), NULL);
  const lockstep_ray ray = {{-9, 0, 0}, {16, 0, 0}};
  uint32_t index = 3, object;
  OK(lockstep_world_change_shapes(world, change_two, &index, NULL));
  OK(lockstep_first_hits(lockstep_of_rays(&ray, 1), lockstep_of_world(world), &object, NULL, NULL, NULL, NULL, NULL));
  CHECK(object == 3 && lockstep_contains(lockstep_of_world(world), 1) == 0 && lockstep_world_free_slots(world) == 1);
  REFUSED(lockstep_world_change_shapes(world, NULL, NULL, NULL), "change = NULL");
  REFUSED(lockstep_world_change_shapes(NULL, change_two, &index, NULL), "world = NULL");
  REFUSED(lockstep_world_change_bodies(world, NULL, NULL, NULL), "change = NULL");
  lockstep_world_destroy(world);
  lockstep_shape_set_destroy(set);
}

static void test_world_of_shapes(void) {
  lockstep_shape_set* const set = four_balls();
  lockstep_world* const world = lockstep_world_create(lockstep_of_shapes(set), NULL);
  const lockstep_ray rays[2] = {{{-9, 0, 0}, {16, 0, 0}}, {{20, 5, 0}, {-16, 0, 0}}};
  uint32_t objects[2], objects_of_four[4];
  lockstep_interval fractions[2];
  OK(lockstep_first_hits(lockstep_of_rays(rays, 2), lockstep_of_world(world), objects, fractions, NULL, NULL, NULL,
                         NULL));
  CHECK(objects[0] == 0 && objects[1] == LOCKSTEP_NO_OBJECT);
  CHECK(fractions[0].lower <= 0.5 && 0.5 <= fractions[0].upper && fractions[0].upper < 0.501);
  const uint32_t groups[4] = {1, 1, 2, 2}, masks[2] = {2, 2};
  const lockstep_ray_options options = {.size = sizeof options, .masks = masks, .groups = groups};
  uint64_t hits = 99;
  OK(lockstep_any_hits(lockstep_of_rays(rays, 2), lockstep_of_world(world), &hits, NULL));
  CHECK(hits == 1);
  OK(lockstep_any_hits(lockstep_of_rays(rays, 2), lockstep_of_world(world), &hits, &options));
  CHECK(hits == 0);
  size_t first[3], four_firsts[5];
  uint64_t found = 0;
  const lockstep_ray through = {{-9, 0, 0}, {99, 0, 0}}, each[2] = {rays[1], through};
  OK(lockstep_all_hits(lockstep_of_rays(each, 2), lockstep_of_world(world), first, objects, fractions, 2, &found,
                       NULL));
  CHECK(found == 4 && first[0] == 0 && first[1] == 0 && first[2] == 4);
  CHECK(objects[0] == 0 && objects[1] == 1 && fractions[0].upper < fractions[1].lower);
  OK(lockstep_all_hits(lockstep_of_rays(each, 2), lockstep_of_shapes(set), first, objects, NULL, 1, &found, &options));
  CHECK(found == 2 && first[2] == 2 && objects[0] == 2 && objects[1] == 1);
  OK(lockstep_all_hits(lockstep_of_rays(each, 2), lockstep_of_shapes(set), first, NULL, NULL, 0, &found, NULL));
  REFUSED(lockstep_all_hits(lockstep_of_rays(each, 2), lockstep_of_shapes(set), first, NULL, NULL, 1, &found, NULL),
          "objects = NULL: needs 1 elements");
  REFUSED(lockstep_all_hits(lockstep_of_rays(each, 2), lockstep_of_shapes(set), NULL, objects, NULL, 1, &found, NULL),
          "first = NULL");
  REFUSED(lockstep_all_hits(lockstep_of_rays(each, 2), lockstep_of_world(world), first, objects, NULL, 1, NULL, NULL),
          "found = NULL");
  static const lockstep_vec3 points[2] = {{-4, 0, 0}, {12.5F, 0, 0}};
  const lockstep_near_options proven = {.size = sizeof proven, .touching = LOCKSTEP_TOUCHING_SEPARATES};
  OK(lockstep_within(world, lockstep_of_points(points, 2), 2, first, objects, 2, &found, &proven));
  CHECK(found == 2 && first[1] == 0 && objects[0] == 2 && objects[1] == 3);
  OK(lockstep_within(world, lockstep_of_shapes(set), 1, four_firsts, objects, 2, &found, NULL));
  CHECK(found == 8 && four_firsts[1] == 2 && objects[0] == 0 && objects[1] == 1);
  OK(lockstep_nearest(world, lockstep_of_points(points, 2), 1, objects, fractions, NULL));
  CHECK(objects[0] == 0 && objects[1] == 3 && fractions[1].lower <= 0.5 && fractions[1].upper >= 0.5);
  REFUSED(lockstep_within(world, lockstep_of_shapes(set), -1, four_firsts, objects, 2, &found, NULL), "distance = -1");
  REFUSED(lockstep_within(NULL, lockstep_of_shapes(set), 1, four_firsts, objects, 2, &found, NULL), "world = NULL");
  static const lockstep_vec3 motions[4] = {{16, 0, 0}, {16, 0, 0}, {0, 5, 0}, {0, 5, 0}};
  OK(lockstep_first_contacts(lockstep_of_shapes(set), lockstep_straight(motions), world, objects_of_four, NULL, NULL,
                             NULL, NULL, NULL));
  CHECK(objects_of_four[0] == 0 && objects_of_four[1] == 0 && objects_of_four[2] == 2 && objects_of_four[3] == 2);
  const float place[3] = {-4, 0, 0}, size = 1;
  const lockstep_sphere_view one = {{place, 4}, {place + 1, 4}, {place + 2, 4}, {&size, 4}, 1};
  lockstep_vec3d normal;
  OK(lockstep_first_contacts(lockstep_of_spheres(&one), lockstep_straight(motions), world, objects, fractions, NULL,
                             &normal, NULL, NULL));
  CHECK(objects[0] == 0 && fractions[0].lower <= 0.125 && fractions[0].upper >= 0.125 && normal.x == -1);
  const lockstep_aabb_view point = {{place, 4},
                                    {place + 1, 4},
                                    {place + 2, 4},
                                    {place, 4},
                                    {place + 1, 4},
                                    {place + 2, 4},
                                    1,
                                    LOCKSTEP_AABB_FORM_CORNERS};
  OK(lockstep_within(world, lockstep_of_spheres(&one), 3.5F, first, objects, 2, &found, NULL));
  CHECK(found == 2 && first[1] == 2 && objects[0] == 0 && objects[1] == 1);
  OK(lockstep_within(world, lockstep_of_aabbs(&point), 3.5F, first, objects, 2, &found, NULL));
  CHECK(found == 1 && objects[0] == 0);
  OK(lockstep_first_contacts(lockstep_of_aabbs(&point), lockstep_straight(motions + 2), world, objects, NULL, NULL,
                             NULL, NULL, NULL));
  CHECK(objects[0] == LOCKSTEP_NO_OBJECT);
  OK(lockstep_any_contacts(lockstep_of_spheres(&one), lockstep_straight(motions), world, &hits, NULL));
  CHECK(hits == 1);
  OK(lockstep_any_contacts(lockstep_of_aabbs(&point), lockstep_straight(motions + 2), world, &hits, NULL));
  CHECK(hits == 0);
  OK(lockstep_any_contacts(lockstep_of_shapes(set), lockstep_straight(motions), world, &hits, NULL));
  CHECK(hits == 15);
  size_t two_firsts[2];
  OK(lockstep_all_contacts(lockstep_of_spheres(&one), lockstep_straight(motions), world, two_firsts, objects, fractions,
                           2, &found, NULL));
  CHECK(found == 4 && two_firsts[1] == 4 && objects[0] == 0 && objects[1] == 1);
  CHECK(fractions[0].lower <= 0.125 && fractions[0].upper >= 0.125 && fractions[1].lower > fractions[0].lower);
  OK(lockstep_all_contacts(lockstep_of_aabbs(&point), lockstep_straight(motions + 2), world, two_firsts, objects, NULL,
                           2, &found, NULL));
  CHECK(found == 0 && two_firsts[1] == 0);
  OK(lockstep_all_contacts(lockstep_of_shapes(set), lockstep_straight(motions), world, four_firsts, NULL, NULL, 0,
                           &found, NULL));
  CHECK(found >= 4 && four_firsts[4] == found);
  static const lockstep_motion turns[4] = {{{16, 0, 0}, {0, 0, 1}, {0, 0, 0}}, {{16, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
  OK(lockstep_first_contacts(lockstep_of_shapes(set), lockstep_turning(turns), world, objects_of_four, NULL, NULL, NULL,
                             NULL, NULL));
  CHECK(objects_of_four[0] == 0 && objects_of_four[1] == 0 && objects_of_four[2] == 2 && objects_of_four[3] == 2);
  OK(lockstep_any_contacts(lockstep_of_shapes(set), lockstep_turning(turns), world, &hits, NULL));
  CHECK(hits == 15);
  OK(lockstep_all_contacts(lockstep_of_shapes(set), lockstep_turning(turns), world, four_firsts, NULL, NULL, 0, &found,
                           NULL));
  CHECK(found >= 4 && four_firsts[4] == found);
  REFUSED(lockstep_any_contacts(lockstep_of_shapes(set), lockstep_turning(NULL), world, &hits, NULL),
          "motions = NULL: needs 4 elements");
  REFUSED(lockstep_all_contacts(lockstep_of_spheres(&one), lockstep_straight(motions), world, NULL, objects, NULL, 2,
                                &found, NULL),
          "first = NULL");
  REFUSED(lockstep_first_contacts(lockstep_of_shapes(set), lockstep_straight(NULL), world, NULL, NULL, NULL, NULL, NULL,
                                  NULL),
          "motions = NULL: needs 4 elements");
  REFUSED(lockstep_first_contacts(lockstep_of_spheres(&one), lockstep_straight(motions), NULL, NULL, NULL, NULL, NULL,
                                  NULL, NULL),
          "world = NULL");
  REFUSED(lockstep_any_contacts(lockstep_of_aabbs(NULL), lockstep_straight(motions), world, &hits, NULL),
          "shapes.as.aabbs = NULL");
  REFUSED(lockstep_any_contacts(lockstep_of_shapes(set), lockstep_straight(motions), world, NULL, NULL), "hits = NULL");
  const lockstep_shape ball = sphere(-7, 0, 0, 1);
  OK(lockstep_shape_set_set(set, 3, &ball, LOCKSTEP_CHECK_INPUTS));
  OK(lockstep_world_move(world, lockstep_of_shapes(set), NULL));
  OK(lockstep_first_hits(lockstep_of_rays(rays, 2), lockstep_of_world(world), objects, NULL, NULL, NULL, NULL, NULL));
  CHECK(objects[0] == 3 && lockstep_size(lockstep_of_shapes(lockstep_world_shapes(world))) == 4);
  REFUSED(
      lockstep_first_hits(lockstep_of_rays(rays, 2), lockstep_of_world(NULL), objects, NULL, NULL, NULL, NULL, NULL),
      "world = NULL");
  REFUSED(lockstep_any_hits(lockstep_of_rays(rays, 2), lockstep_of_world(world), NULL, NULL), "hits = NULL");
  CHECK(lockstep_world_create(lockstep_of_shapes(NULL), NULL) == NULL && lockstep_world_shapes(NULL) == NULL);
  lockstep_world_destroy(world);
  lockstep_shape_set_destroy(set);
}

static void test_overlapping_a_world(void) {
  lockstep_world* const world = lockstep_world_create(lockstep_of_spheres(&ball_view), NULL);
  lockstep_shape_set* const set = four_balls();
  size_t first[5];
  uint32_t objects[8];
  uint64_t found = 99, any = 99;
  OK(lockstep_overlapping(lockstep_of_world(world), lockstep_of_spheres(&ball_view), first, objects, 8, &found, NULL));
  CHECK(found == 8 && first[1] == 2 && first[4] == 8 && objects[0] == 0 && objects[1] == 1 && objects[7] == 3);
  OK(lockstep_overlapping(lockstep_of_world(world), lockstep_of_shapes(set), first, objects, 3, &found, NULL));
  CHECK(found == 8 && first[4] == 8 && objects[2] == 0);
  OK(lockstep_overlapping(lockstep_of_world(world), lockstep_of_aabbs(&cube_view), first, objects, 8, &found, NULL));
  CHECK(first[3] == found && first[1] > 0 && objects[0] == 0);
  OK(lockstep_any_overlapping(lockstep_of_world(world), lockstep_of_spheres(&ball_view), &any, NULL));
  CHECK(any == 15);
  const uint32_t group[4] = {1, 1, 1, 2}, mask[4] = {1, 1, 1, 1};
  const lockstep_overlap_options filtered = {
      .size = sizeof filtered, .filter = {group, mask}, .second_filter = {mask, mask}};
  OK(lockstep_any_overlapping(lockstep_of_world(world), lockstep_of_shapes(set), &any, &filtered));
  CHECK(any == 7);
  OK(lockstep_any_overlapping(lockstep_of_world(world), lockstep_of_aabbs(&cube_view), &any, NULL));
  CHECK(any == 7);
  REFUSED(lockstep_overlapping(lockstep_of_world(world), lockstep_of_spheres(NULL), first, objects, 8, &found, NULL),
          "shapes.as.spheres = NULL");
  REFUSED(
      lockstep_overlapping(lockstep_of_world(world), lockstep_of_spheres(&ball_view), NULL, objects, 8, &found, NULL),
      "first = NULL");
  REFUSED(lockstep_any_overlapping(lockstep_of_world(world), lockstep_of_spheres(&ball_view), NULL, NULL),
          "any = NULL");
  const float far_x[2] = {0, 6.5F}, zero = 0, one = 1;
  const lockstep_stream zeros = {&zero, 0}, ones = {&one, 0};
  const lockstep_sphere_view far_balls = {{far_x, sizeof(float)}, zeros, zeros, ones, 2};
  lockstep_world* const repeating = lockstep_world_create(lockstep_of_spheres(&far_balls), NULL);
  const lockstep_cell cell = {{4, 0, 0}, {0, 8, 0}, {0, 0, 8}, {1, 1, 0}};
  lockstep_cell_shift shifts[3];
  const lockstep_overlap_options periodic = {.size = sizeof periodic, .cell = &cell, .list_shifts = shifts};
  OK(lockstep_overlapping(lockstep_of_world(repeating), lockstep_of_spheres(&far_balls), first, objects, 3, &found,
                          &periodic));
  CHECK(found == 4 && first[1] == 2 && objects[1] == 1 && shifts[0].a == 0 && shifts[1].a == -2 && shifts[2].a == 2);
  OK(lockstep_any_overlapping(lockstep_of_world(repeating), lockstep_of_spheres(&far_balls), &any, &periodic));
  CHECK(any == 3);
  const lockstep_vec3 probe = {-1.25F, 0, 0};
  lockstep_near_options near_images = {.size = sizeof near_images, .cell = &cell, .shifts = shifts};
  OK(lockstep_within(repeating, lockstep_of_points(&probe, 1), 0.5F, first, objects, 3, &found, &near_images));
  CHECK(found == 2 && objects[0] == 0 && shifts[0].a == 0 && objects[1] == 1 && shifts[1].a == -2);
  near_images.cell = NULL;
  OK(lockstep_within(repeating, lockstep_of_points(&probe, 1), 0.5F, first, objects, 3, &found, &near_images));
  CHECK(found == 1 && objects[0] == 0 && shifts[0].a == 0);
  lockstep_world* const of_set = lockstep_world_create(lockstep_of_shapes(set), NULL);
  lockstep_interval distances[3];
  near_images.cell = &cell;
  OK(lockstep_nearest(of_set, lockstep_of_points(&probe, 1), 3, objects, distances, &near_images));
  CHECK(distances[0].lower <= distances[2].lower && (shifts[0].a != 0 || shifts[1].a != 0 || shifts[2].a != 0));
  lockstep_world_destroy(of_set);
  lockstep_world_destroy(repeating);
  lockstep_shape_set_destroy(set);
  lockstep_world_destroy(world);
}

static void test_overlapping_a_mesh(void) {
  const lockstep_vec3 corners[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {9, 9, 9}};
  const uint32_t indices[6] = {0, 1, 2, 1, 2, 3};
  lockstep_triangle_mesh* const mesh = lockstep_triangle_mesh_create(corners, 4, indices, 6, LOCKSTEP_CHECK_INPUTS);
  lockstep_shape_set* const set = four_balls();
  size_t first[5];
  uint32_t triangles[8], again[8];
  uint64_t found = 99, same = 99, any = 99;
  OK(lockstep_overlapping(lockstep_of_mesh(mesh), lockstep_of_spheres(&ball_view), first, triangles, 8, &found, NULL));
  CHECK(found >= 1 && found <= 8 && first[4] == found && triangles[0] == 0);
  OK(lockstep_overlapping(lockstep_of_mesh(mesh), lockstep_of_shapes(set), first, again, 8, &same, NULL));
  CHECK(same == found && memcmp(triangles, again, found * sizeof *again) == 0);
  OK(lockstep_any_overlapping(lockstep_of_mesh(mesh), lockstep_of_shapes(set), &any, NULL));
  CHECK((any & 1) == 1 && any >> 4 == 0);
  OK(lockstep_any_overlapping(lockstep_of_mesh(mesh), lockstep_of_spheres(&ball_view), &same, NULL));
  CHECK(same == any);
  OK(lockstep_overlapping(lockstep_of_mesh(mesh), lockstep_of_aabbs(&cube_view), first, triangles, 0, &found, NULL));
  OK(lockstep_any_overlapping(lockstep_of_mesh(mesh), lockstep_of_aabbs(&cube_view), &any, NULL));
  CHECK((any != 0) == (found != 0) && first[3] == found);
  REFUSED(
      lockstep_overlapping(lockstep_of_mesh(NULL), lockstep_of_spheres(&ball_view), first, triangles, 8, &found, NULL),
      "mesh = NULL");
  REFUSED(lockstep_any_overlapping(lockstep_of_mesh(mesh), lockstep_of_spheres(&ball_view), NULL, NULL), "any = NULL");
  lockstep_shape_set_destroy(set);
  lockstep_triangle_mesh_destroy(mesh);
}

static void test_world_with_free_slots(void) {
  lockstep_world* const world = lockstep_world_create(lockstep_of_spheres(&ball_view), NULL);
  lockstep_world* const copy = lockstep_world_copy(world);
  lockstep_object_handle handle = {99, 99};
  uint32_t index = 99, given[2];
  OK(lockstep_world_handle(world, 2, &handle));
  OK(lockstep_world_find(world, &handle, &index));
  CHECK(index == 2 && lockstep_world_contains_handle(world, &handle) == 1);
  const uint32_t gone[1] = {2};
  OK(lockstep_world_remove(world, gone, 1, NULL));
  CHECK(lockstep_world_free_slots(world) == 1 && lockstep_contains(lockstep_of_world(world), 2) == 0);
  CHECK(lockstep_contains(lockstep_of_world(copy), 2) == 1 && lockstep_world_contains_handle(world, &handle) == 0);
  REFUSED(lockstep_world_find(world, &handle, &index), "the object was removed");
  lockstep_sphere_view one_ball = ball_view, two_balls = ball_view;
  one_ball.count = 1, two_balls.count = 2;
  OK(lockstep_world_add(world, lockstep_of_spheres(&two_balls), given, NULL));
  CHECK(given[0] == 2 && given[1] == 4 && lockstep_size(lockstep_of_world(world)) == 5);
  OK(lockstep_world_add(world, lockstep_of_spheres(&one_ball), NULL, NULL));
  CHECK(lockstep_size(lockstep_of_world(world)) == 6 && lockstep_world_contains_handle(world, &handle) == 0);
  OK(lockstep_world_sort(world, NULL));
  lockstep_world_destroy(copy);
  lockstep_world_destroy(world);
}

static void test_world_refuses(void) {
  lockstep_volume* const volume = cube();
  lockstep_world* const world = lockstep_world_create(lockstep_of_spheres(&ball_view), NULL);
  uint64_t visible = 0, found = 99;
  size_t first[3], positions = 99;
  uint32_t within[8], nearest[6];
  lockstep_sphere_view three = ball_view;
  three.count = 3;
  const uint32_t some[3] = {0, 1, 2};
  REFUSED(lockstep_world_move_some(world, some, lockstep_of_aabbs(&cube_view), NULL), "the world is one of spheres");
  REFUSED(lockstep_world_move(world, lockstep_of_spheres(&three), NULL), "spheres: has 3 objects, the world has 4");
  REFUSED(lockstep_world_move_some(world, NULL, lockstep_of_spheres(&ball_view), NULL),
          "indices = NULL: needs 4 elements");
  const float bad_radius[4] = {1, 1, NAN, 1};
  lockstep_sphere_view bad = ball_view;
  bad.radius.data = bad_radius, bad.radius.stride = sizeof(float);
  CHECK(lockstep_world_create(lockstep_of_spheres(&bad), NULL) == NULL);
  CHECK(strstr(lockstep_last_error(), "radius[2] = nan") != NULL);
  CHECK(lockstep_world_create(lockstep_of_aabbs(NULL), NULL) == NULL &&
        strstr(lockstep_last_error(), "objects.as.aabbs = NULL") != NULL);
  REFUSED(lockstep_cull(volume, lockstep_of_world(NULL), &visible, NULL, NULL), "world = NULL");
  REFUSED(lockstep_within(world, lockstep_of_points(near_points, 2), NAN, first, within, 8, &found, NULL),
          "distance = nan");
  REFUSED(lockstep_within(world, lockstep_of_points(near_points, 2), 1, NULL, within, 8, &found, NULL), "first = NULL");
  REFUSED(lockstep_within(world, lockstep_of_points(near_points, 2), 1, first, within, 8, NULL, NULL), "found = NULL");
  REFUSED(lockstep_nearest(world, lockstep_of_points(near_points, 2), 3, NULL, NULL, NULL),
          "objects = NULL: needs 6 elements");
  REFUSED(lockstep_nearest(world, lockstep_of_points(near_points, 2), SIZE_MAX, nearest, NULL, NULL), "objects: has");
  const lockstep_near_options unsized = {.isa = LOCKSTEP_ISA_SCALAR};
  REFUSED(lockstep_nearest(world, lockstep_of_points(near_points, 2), 3, nearest, NULL, &unsized), "options.size = 0");
  const lockstep_world_options unknown = {.size = sizeof unknown, .isa = 6};
  REFUSED(lockstep_world_sort(world, &unknown), "options.isa = 6");

  CHECK(lockstep_size(lockstep_of_world(NULL)) == 0 && lockstep_world_free_slots(NULL) == 0);
  CHECK(lockstep_world_order(NULL, &positions) == NULL && positions == 0 && lockstep_world_copy(NULL) == NULL);
  lockstep_world_destroy(world);
  lockstep_world_destroy(NULL);
  lockstep_volume_destroy(volume);
}

static void test_volumes(void) {
  /* An orthographic camera that sees -1 .. 1. */
  const float numbers[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
  const lockstep_clip_window left = {-1, 0, -1, 1, -1, 1};
  double of_doubles[16];
  for (int i = 0; i < 16; ++i) of_doubles[i] = numbers[i];
  lockstep_matrix matrix = {numbers, NULL, LOCKSTEP_MATRIX_ROW_MAJOR, LOCKSTEP_DEPTH_MINUS_ONE_TO_ONE};
  lockstep_matrix doubles = matrix;
  doubles.floats = NULL, doubles.doubles = of_doubles;
  lockstep_volume* const halves[2] = {lockstep_volume_create_view_projection(&matrix, &left),
                                      lockstep_volume_create_view_projection(&doubles, &left)};
  lockstep_vec3 corners[8];
  for (int h = 0; h < 2; ++h) {
    OK(lockstep_volume_corners(halves[h], 1e4F, corners));
    for (int i = 0; i < 8; ++i) CHECK(corners[i].x == -1 || corners[i].x == 0);
    lockstep_volume_destroy(halves[h]);
  }
  const double depth = 1;
  lockstep_volume_set* const grid = lockstep_volume_set_create_grid(&matrix, 3, 2, &depth, 1);
  CHECK(lockstep_volume_set_size(grid) == 12);
  const lockstep_vec3d eye = {0, 0, 0};
  lockstep_volume_set* const views = lockstep_volume_set_create_cube(&eye, 0.1, 9);
  CHECK(lockstep_volume_set_size(views) == 6);
  double depths[3];
  OK(lockstep_split_depths(1, 16, 4, 1, depths));
  CHECK(fabs(depths[0] - 2) < 1e-5 && fabs(depths[2] - 8) < 1e-5);
  REFUSED(lockstep_split_depths(2, 1, 4, 1, depths), "far");
  doubles.floats = numbers;
  CHECK(lockstep_volume_create_view_projection(&doubles, NULL) == NULL);
  CHECK(strstr(lockstep_last_error(), "matrix.doubles: must be NULL beside matrix.floats") != NULL);
  doubles.floats = NULL, doubles.doubles = NULL;
  CHECK(lockstep_volume_create_view_projection(&doubles, NULL) == NULL);
  CHECK(strstr(lockstep_last_error(), "matrix.floats = NULL") != NULL);
  matrix.order = 2;
  CHECK(lockstep_volume_create_view_projection(&matrix, NULL) == NULL);
  CHECK(strstr(lockstep_last_error(), "order = 2") != NULL);
  lockstep_volume_set_destroy(views);
  lockstep_volume_set_destroy(grid);
}

static void test_pairs(void) {
  lockstep_shape_set* const set = four_balls();
  const lockstep_pair pairs[3] = {{0, 1}, {0, 2}, {2, 3}};
  lockstep_verdict verdicts[3];
  OK(lockstep_intersect(lockstep_of_shapes(set), lockstep_of_shapes(set), pairs, 3, verdicts, NULL));
  CHECK(verdicts[0] == 2 && verdicts[1] == 0 && verdicts[2] == 2);
  const size_t ends[2] = {1, 3};
  uint64_t any = 0;
  size_t counts[2], total = 99;
  OK(lockstep_any_overlap(lockstep_of_shapes(set), lockstep_of_shapes(set), pairs, 3, ends, 2, &any, &total, NULL));
  CHECK(any == 3 && total == 2);
  OK(lockstep_count_overlaps(lockstep_of_shapes(set), lockstep_of_shapes(set), pairs, 3, ends, 2, counts, NULL, NULL));
  CHECK(counts[0] == 1 && counts[1] == 1);

  lockstep_interval distances[3];
  lockstep_witness_points points[3];
  lockstep_vec3d normals[3];
  OK(lockstep_distance(lockstep_of_shapes(set), lockstep_of_shapes(set), pairs, 3, distances, points, normals, NULL,
                       NULL));
  CHECK(distances[1].lower <= 8 && 8 <= distances[1].upper && normals[1].x == -1 && points[1].a.x == 1);
  const lockstep_distance_options limited = {.size = sizeof limited, .no_farther_than = 1, .limited = 1};
  OK(lockstep_distance(lockstep_of_shapes(set), lockstep_of_shapes(set), pairs, 3, distances, NULL, NULL, NULL,
                       &limited));
  CHECK(distances[1].lower == 1 && isinf(distances[1].upper));

  lockstep_manifold manifolds[3];
  OK(lockstep_contacts(lockstep_of_shapes(set), lockstep_of_shapes(set), pairs, 3, manifolds, NULL));
  CHECK(manifolds[0].count == 1 && manifolds[0].normal.x == -1 && manifolds[1].count == 0);
  CHECK(fabs(manifolds[0].points[0].separation + 0.5) < 1e-12);

  const lockstep_vec3 motions[3] = {{0, 0, 0}, {16, 0, 0}, {0, 9, 0}};
  lockstep_interval fractions[3];
  OK(lockstep_cast(lockstep_of_shapes(set), lockstep_of_shapes(set), pairs, 3, lockstep_straight(motions), fractions,
                   NULL, NULL, NULL, NULL));
  CHECK(fractions[0].upper == 0 && fractions[1].lower <= 0.5 && 0.5 <= fractions[1].upper);
  lockstep_interval starts[3];
  lockstep_vec3d start_normals[3];
  const lockstep_cast_options leaving = {
      .size = sizeof leaving, .ignore_start_contact = 1, .starts = starts, .start_normals = &start_normals[0].x};
  OK(lockstep_cast(lockstep_of_shapes(set), lockstep_of_shapes(set), pairs, 3, lockstep_straight(motions), fractions,
                   NULL, NULL, NULL, &leaving));
  CHECK(isinf(fractions[0].lower) && fractions[1].lower <= 0.5 && 0.5 <= fractions[1].upper);
  CHECK(fabs(starts[0].lower + 0.5) < 1e-9 && starts[1].lower <= 8 && start_normals[0].x == -1);
  const lockstep_motion turning[3] = {
      {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, {{16, 0, 0}, {1, 0, 0}, {0, 0, 0}}, {{0, 9, 0}, {0, 0, 0}, {0, 0, 0}}};
  OK(lockstep_cast(lockstep_of_shapes(set), lockstep_of_shapes(set), pairs, 3, lockstep_turning(turning), fractions,
                   NULL, NULL, NULL, NULL));
  CHECK(fractions[1].lower <= 0.5 && 0.5 <= fractions[1].upper && fractions[1].upper < 0.51);
  const lockstep_ray rays[2] = {{{0, 0, 5}, {0, 0, -8}}, {{0, 0, 5}, {0, 0, 8}}};
  const lockstep_pair ray_pairs[1] = {{0, 0}};
  OK(lockstep_cast_rays(lockstep_of_rays(rays, 2), lockstep_of_shapes(set), ray_pairs, 1, fractions, NULL, NULL, NULL,
                        NULL));
  CHECK(fractions[0].lower <= 0.5 && 0.5 <= fractions[0].upper);
  uint32_t shapes[2];
  uint64_t hits = 99;
  OK(lockstep_first_hits(lockstep_of_rays(rays, 2), lockstep_of_shapes(set), shapes, fractions, NULL, NULL, NULL,
                         NULL));
  CHECK(shapes[0] == 0 && shapes[1] == LOCKSTEP_NO_SHAPE);
  OK(lockstep_any_hits(lockstep_of_rays(rays, 2), lockstep_of_shapes(set), &hits, NULL));
  CHECK(hits == 1);
  const uint32_t masks[2] = {1, 1}, groups[4] = {2, 2, 2, 2};
  const lockstep_ray_options filtered = {.size = sizeof filtered, .masks = masks, .groups = groups};
  OK(lockstep_any_hits(lockstep_of_rays(rays, 2), lockstep_of_shapes(set), &hits, &filtered));
  CHECK(hits == 0);

  const lockstep_pair wild[1] = {{0, 7}};
  REFUSED(lockstep_intersect(lockstep_of_shapes(set), lockstep_of_shapes(set), wild, 1, verdicts, NULL),
          "pairs[0].b = 7");
  REFUSED(lockstep_intersect(lockstep_of_shapes(set), lockstep_of_shapes(set), NULL, 1, verdicts, NULL),
          "pairs = NULL: needs 1 elements");
  REFUSED(lockstep_distance(lockstep_of_shapes(set), lockstep_of_shapes(set), pairs, 3, NULL, NULL, NULL, NULL, NULL),
          "distances = NULL");
  REFUSED(lockstep_cast(lockstep_of_shapes(set), lockstep_of_shapes(set), pairs, 3, lockstep_straight(motions), NULL,
                        NULL, NULL, NULL, NULL),
          "fractions = NULL");
  REFUSED(lockstep_any_overlap(lockstep_of_shapes(set), lockstep_of_shapes(set), pairs, 3, NULL, 2, &any, NULL, NULL),
          "ends = NULL");
  lockstep_shape_set_destroy(set);
}

static void test_streams(void) {
  const float x[2] = {0, 10}, zero = 0, one = 1;
  const lockstep_stream zeros = {&zero, 0}, ones = {&one, 0}, along = {x, sizeof(float)};
  lockstep_verdict verdicts[2];
#define MEETS_THE_FIRST(call)                                                                        \
  do {                                                                                               \
    OK(call);                                                                                        \
    CHECK(verdicts[0] == LOCKSTEP_VERDICT_OVERLAPPING && verdicts[1] == LOCKSTEP_VERDICT_SEPARATED); \
  } while (0)
  lockstep_interval apart[2];
  lockstep_vec3d normals[2];
/* The first pair overlaps; the second is 10 - `reach` apart. */
#define APART_BUT(reach, call)                                                                     \
  do {                                                                                             \
    OK(call);                                                                                      \
    CHECK(apart[0].upper < 0 && apart[1].lower <= 10 - (reach) && 10 - (reach) <= apart[1].upper); \
  } while (0)
  const lockstep_sphere_view sphere_at_0 = {zeros, zeros, zeros, ones, 2}, spheres = {along, zeros, zeros, ones, 2};
  MEETS_THE_FIRST(
      lockstep_intersect(lockstep_of_spheres(&sphere_at_0), lockstep_of_spheres(&spheres), NULL, 2, verdicts, NULL));
  APART_BUT(2, lockstep_distance(lockstep_of_spheres(&sphere_at_0), lockstep_of_spheres(&spheres), NULL, 2, apart, NULL,
                                 normals, NULL, NULL));
  CHECK(normals[1].x == -1);
  const lockstep_aabb_view aabb = {zeros, zeros, zeros, ones, ones, ones, 2, LOCKSTEP_AABB_FORM_CORNERS};
  const float high[2] = {1, 11};
  const lockstep_aabb_view aabbs = {along, zeros, zeros, {high, sizeof(float)},
                                    ones,  ones,  2,     LOCKSTEP_AABB_FORM_CORNERS};
  MEETS_THE_FIRST(lockstep_intersect(lockstep_of_aabbs(&aabb), lockstep_of_aabbs(&aabbs), NULL, 2, verdicts, NULL));
  APART_BUT(1, lockstep_distance(lockstep_of_aabbs(&aabb), lockstep_of_aabbs(&aabbs), NULL, 2, apart, NULL, NULL, NULL,
                                 NULL));
  const lockstep_box_view box = {zeros, zeros, zeros, zeros, zeros, zeros, ones, ones, ones, ones, 2};
  lockstep_box_view boxes = box;
  boxes.center_x = along;
  MEETS_THE_FIRST(lockstep_intersect(lockstep_of_boxes(&box), lockstep_of_boxes(&boxes), NULL, 2, verdicts, NULL));
  APART_BUT(
      2, lockstep_distance(lockstep_of_boxes(&box), lockstep_of_boxes(&boxes), NULL, 2, apart, NULL, NULL, NULL, NULL));
  const lockstep_capsule_view capsule = {zeros, zeros, zeros, zeros, zeros, ones, ones, 2};
  lockstep_capsule_view capsules = capsule;
  capsules.p0_x = capsules.p1_x = along;
  MEETS_THE_FIRST(
      lockstep_intersect(lockstep_of_capsules(&capsule), lockstep_of_capsules(&capsules), NULL, 2, verdicts, NULL));
  APART_BUT(2, lockstep_distance(lockstep_of_capsules(&capsule), lockstep_of_capsules(&capsules), NULL, 2, apart, NULL,
                                 normals, NULL, NULL));
  CHECK(normals[1].x == -1);
  const lockstep_circle_view circle = {zeros, zeros, ones, 2}, circles = {along, zeros, ones, 2};
  MEETS_THE_FIRST(
      lockstep_intersect(lockstep_of_circles2(&circle), lockstep_of_circles2(&circles), NULL, 2, verdicts, NULL));
  APART_BUT(2, lockstep_distance2(lockstep_of_circles2(&circle), lockstep_of_circles2(&circles), NULL, 2, apart, NULL,
                                  NULL, NULL));
  const lockstep_aabb2_view aabb2 = {zeros, zeros, ones, ones, 2},
                            aabbs2 = {along, zeros, {high, sizeof(float)}, ones, 2};
  MEETS_THE_FIRST(lockstep_intersect(lockstep_of_aabbs2(&aabb2), lockstep_of_aabbs2(&aabbs2), NULL, 2, verdicts, NULL));
  const lockstep_box2_view box2 = {zeros, zeros, zeros, ones, ones, 2}, boxes2 = {along, zeros, zeros, ones, ones, 2};
  MEETS_THE_FIRST(lockstep_intersect(lockstep_of_boxes2(&box2), lockstep_of_boxes2(&boxes2), NULL, 2, verdicts, NULL));
  APART_BUT(
      2, lockstep_distance2(lockstep_of_boxes2(&box2), lockstep_of_boxes2(&boxes2), NULL, 2, apart, NULL, NULL, NULL));
  const lockstep_capsule2_view capsule2 = {zeros, zeros, zeros, ones, ones, 2},
                               capsules2 = {along, zeros, along, ones, ones, 2};
  MEETS_THE_FIRST(
      lockstep_intersect(lockstep_of_capsules2(&capsule2), lockstep_of_capsules2(&capsules2), NULL, 2, verdicts, NULL));
  APART_BUT(2, lockstep_distance2(lockstep_of_capsules2(&capsule2), lockstep_of_capsules2(&capsules2), NULL, 2, apart,
                                  NULL, NULL, NULL));
  REFUSED(lockstep_intersect(lockstep_of_spheres(&sphere_at_0), lockstep_of_spheres(&spheres), NULL, 2, NULL, NULL),
          "verdicts = NULL");
  REFUSED(lockstep_distance(lockstep_of_spheres(&sphere_at_0), lockstep_of_spheres(&spheres), NULL, 2, NULL, NULL, NULL,
                            NULL, NULL),
          "distances = NULL");
  lockstep_sphere_view fewer = spheres;
  fewer.count = 1;
  REFUSED(lockstep_distance(lockstep_of_spheres(&sphere_at_0), lockstep_of_spheres(&fewer), NULL, 2, apart, NULL, NULL,
                            NULL, NULL),
          "second: has 1 objects, needs one for each of the 2 of first");
}

static void test_bodies(void) {
  lockstep_body_set* const set = lockstep_body_set_create();
  const lockstep_shape parts[2] = {sphere(0, 0, 0, 1), sphere(2, 0, 0, 1)};
  const lockstep_pose at_0 = {{0, 0, 0}, {0, 0, 0, 1}}, at_9 = {{9, 0, 0}, {0, 0, 0, 1}};
  uint32_t body = 99, part = 99;
  OK(lockstep_body_set_add(set, parts, 2, &at_0, LOCKSTEP_CHECK_INPUTS, &body));
  OK(lockstep_body_set_add(set, parts, 2, &at_0, LOCKSTEP_CHECK_INPUTS, &body));
  OK(lockstep_body_set_move(set, 1, &at_9, LOCKSTEP_CHECK_INPUTS));
  CHECK(lockstep_size(lockstep_of_bodies(set)) == 2 && lockstep_contains(lockstep_of_bodies(set), 1) == 1);
  CHECK(lockstep_size(lockstep_of_shapes(lockstep_body_set_parts(set))) == 4);
  OK(lockstep_body_set_owner(set, 3, &body, &part));
  CHECK(body == 1 && part == 1);
  const lockstep_pair pairs[1] = {{0, 1}};
  lockstep_interval answer;
  lockstep_pair named;
  OK(lockstep_distance(lockstep_of_bodies(set), lockstep_of_bodies(set), pairs, 1, &answer, NULL, NULL, &named, NULL));
  CHECK(answer.lower <= 5 && 5 <= answer.upper && named.a == 1 && named.b == 0);
  const lockstep_vec3 motion = {10, 0, 0};
  OK(lockstep_cast(lockstep_of_bodies(set), lockstep_of_bodies(set), pairs, 1, lockstep_straight(&motion), &answer,
                   NULL, NULL, NULL, NULL));
  CHECK(answer.lower <= 0.5 && 0.5 <= answer.upper);
  const lockstep_ray ray = {{0, 0, 5}, {0, 0, -8}};
  const lockstep_pair ray_pair = {0, 0};
  OK(lockstep_cast_rays(lockstep_of_rays(&ray, 1), lockstep_of_bodies(set), &ray_pair, 1, &answer, NULL, NULL, &named,
                        NULL));
  CHECK(answer.lower <= 0.5 && 0.5 <= answer.upper && named.b == 0);
  const lockstep_pose at_3 = {{3, 0, 0}, {0, 0, 0, 1}};
  OK(lockstep_body_set_move(set, 1, &at_3, LOCKSTEP_CHECK_INPUTS));
  lockstep_body_manifold manifolds[4];
  uint64_t found = 99;
  OK(lockstep_contacts_bodies(lockstep_of_bodies(set), set, pairs, 1, manifolds, 4, &found, NULL));
  CHECK(found == 1 && manifolds[0].part_a == 1 && manifolds[0].part_b == 0 && manifolds[0].manifold.count == 1);
  lockstep_shape_set* const single = lockstep_shape_set_create();
  const lockstep_shape ball = sphere(7, 0, 0, 1.5F);
  OK(lockstep_shape_set_add(single, &ball, LOCKSTEP_CHECK_INPUTS, &body));
  const lockstep_pair with_1[1] = {{0, 1}};
  OK(lockstep_distance(lockstep_of_shapes(single), lockstep_of_bodies(set), with_1, 1, &answer, NULL, NULL, &named,
                       NULL));
  CHECK(answer.lower <= -0.5 && -0.5 <= answer.upper && named.a == 0 && named.b == 1);
  OK(lockstep_contacts_bodies(lockstep_of_shapes(single), set, with_1, 1, manifolds, 4, &found, NULL));
  CHECK(found == 1 && manifolds[0].part_b == 1);
  OK(lockstep_cast(lockstep_of_shapes(single), lockstep_of_bodies(set), pairs, 1, lockstep_straight(&motion), &answer,
                   NULL, NULL, NULL, NULL));
  CHECK(answer.lower == 0 && answer.upper == 0);
  lockstep_shape_set_destroy(single);
  lockstep_overlap_pass* const pass = lockstep_overlap_pass_create(0);
  lockstep_pair all[4];
  const lockstep_overlap_output output = {.size = sizeof output, .room = 4, .pairs = all};
  lockstep_overlap_options options = {.size = sizeof options, .report = LOCKSTEP_REPORT_PARTS};
  lockstep_overlap_result result;
  OK(lockstep_overlap(pass, lockstep_of_bodies(set), lockstep_no_objects(), &output, &result, &options));
  CHECK(result.pairs == 1 && all[0].a == 1 && all[0].b == 2);
  lockstep_overlap_pass_destroy(pass);
  static const lockstep_vec3 corners[1] = {{0, 0, 0}};
  OK(lockstep_body_set_add_mesh(set, corners, 1, LOCKSTEP_CHECK_INPUTS, &part));
  const lockstep_shape hull = {.kind = LOCKSTEP_SHAPE_HULL, .as.hull = {corners, 1, 0}};
  lockstep_body_set* const others = lockstep_body_set_create();
  uint32_t mesh = 9;
  OK(lockstep_body_set_add_mesh_of(others, lockstep_body_set_parts(set), 0, &mesh));
  CHECK(mesh == 0);
  REFUSED(lockstep_body_set_add_mesh_of(others, lockstep_body_set_parts(set), 1, &mesh),
          "mesh = 1: is out of range, the other set has 1 meshes");
  const lockstep_shape direct[] = {hull, {.kind = LOCKSTEP_SHAPE_AABB, .as.aabb = {{0, 0, 0}, {1, 1, 1}}}};
  OK(lockstep_body_set_add(others, direct, 2, &at_0, LOCKSTEP_CHECK_INPUTS, &body));
  CHECK(lockstep_size(lockstep_of_shapes(lockstep_body_set_parts(others))) == 2);
  const lockstep_shape point = {.kind = LOCKSTEP_SHAPE_POINT, .as.point = {{0, 0, 0}}};
  REFUSED(lockstep_body_set_add(others, &point, 1, &at_0, LOCKSTEP_CHECK_INPUTS, &body), "parts[0].kind = 0");
  lockstep_body_set_destroy(others);
  lockstep_shape_set* const sharing = lockstep_shape_set_create();
  OK(lockstep_shape_set_add_mesh_of(sharing, lockstep_body_set_parts(set), 0, &mesh));
  CHECK(mesh == 0);
  lockstep_shape_set_destroy(sharing);
  lockstep_body_set* const copy = lockstep_body_set_copy(set);
  OK(lockstep_body_set_remove(set, 0));
  lockstep_body_set_clear(set);
  CHECK(lockstep_size(lockstep_of_bodies(set)) == 0 && lockstep_size(lockstep_of_bodies(copy)) == 2);
  lockstep_body_set_destroy(copy);
  lockstep_body_set_destroy(set);
}

static void test_world_of_bodies(void) {
  lockstep_body_set* const set = lockstep_body_set_create();
  const lockstep_shape parts[2] = {sphere(0, 0, 0, 1), sphere(2, 0, 0, 1)};
  uint32_t body = 99;
  for (int i = 0; i < 3; ++i) {
    const lockstep_pose pose = {{(float)(10 * i), 0, 0}, {0, 0, 0, 1}};
    OK(lockstep_body_set_add(set, parts, 2, &pose, LOCKSTEP_CHECK_INPUTS, &body));
  }
  lockstep_world* const world = lockstep_world_create(lockstep_of_bodies(set), NULL);
  CHECK(lockstep_size(lockstep_of_world(world)) == 3 && lockstep_world_free_slots(world) == 0);
  size_t positions = 0;
  CHECK(lockstep_world_order(world, &positions) != NULL && positions == 6);
  CHECK(lockstep_size(lockstep_of_bodies(lockstep_world_bodies(world))) == 3 && lockstep_world_shapes(world) == NULL);
  const lockstep_ray rays[2] = {{{12, 9, 0}, {0, -16, 0}}, {{30, 5, 0}, {-16, 0, 0}}};
  uint32_t objects[4], named[2];
  OK(lockstep_first_hits(lockstep_of_rays(rays, 2), lockstep_of_world(world), objects, NULL, NULL, NULL, named, NULL));
  CHECK(objects[0] == 1 && named[0] == 1 && objects[1] == LOCKSTEP_NO_OBJECT && named[1] == LOCKSTEP_NO_OBJECT);
  const float place[3] = {-4, 0, 0}, size = 1;
  const lockstep_sphere_view one = {{place, 4}, {place + 1, 4}, {place + 2, 4}, {&size, 4}, 1};
  const lockstep_vec3 point = {30, 0, 0};
  OK(lockstep_first_contacts(lockstep_of_spheres(&one), lockstep_straight(&point), world, objects, NULL, NULL, NULL,
                             named, NULL));
  CHECK(objects[0] == 0 && named[0] == 0);
  size_t first[2];
  uint64_t found = 0;
  OK(lockstep_within(world, lockstep_of_spheres(&one), 14, first, objects, 4, &found, NULL));
  CHECK(found == 2 && objects[0] == 0 && objects[1] == 1);
  OK(lockstep_nearest(world, lockstep_of_points(&point, 1), 4, objects, NULL, NULL));
  CHECK(objects[0] == 2 && objects[1] == 1 && objects[2] == 0 && objects[3] == LOCKSTEP_NO_OBJECT);
  OK(lockstep_world_remove(world, (const uint32_t[]){1}, 1, NULL));
  CHECK(lockstep_contains(lockstep_of_world(world), 1) == 0 &&
        lockstep_contains(lockstep_of_bodies(lockstep_world_bodies(world)), 1) == 0);
  OK(lockstep_world_move(world, lockstep_of_bodies(set), NULL));
  CHECK(lockstep_world_free_slots(world) == 0);
  REFUSED(lockstep_world_move(world, lockstep_of_bodies(NULL), NULL), "bodies = NULL");
  CHECK(lockstep_world_create(lockstep_of_bodies(NULL), NULL) == NULL && lockstep_world_bodies(NULL) == NULL);
  lockstep_world_destroy(world);
  lockstep_body_set_destroy(set);
}

static void test_mesh(void) {
  static const lockstep_vec3 vertices[4] = {{-9, -9, 0}, {9, -9, 0}, {9, 9, 0}, {-9, 9, 0}};
  static const uint32_t indices[6] = {0, 1, 2, 0, 2, 3};
  lockstep_triangle_mesh* const mesh = lockstep_triangle_mesh_create(vertices, 4, indices, 6, LOCKSTEP_CHECK_INPUTS);
  CHECK(lockstep_size(lockstep_of_mesh(mesh)) == 2);
  lockstep_shape_set* const set = lockstep_shape_set_create();
  const lockstep_shape ball = sphere(3, -3, 4, 1);
  const uint32_t list[1] = {0};
  uint32_t index, triangle = 99;
  OK(lockstep_shape_set_add(set, &ball, LOCKSTEP_CHECK_INPUTS, &index));
  lockstep_interval answer;
  OK(lockstep_distance_mesh(set, mesh, list, 1, &answer, &triangle, NULL, NULL, NULL));
  CHECK(answer.lower <= 3 && 3 <= answer.upper && triangle == 0);
  const lockstep_vec3 down = {0, 0, -6};
  OK(lockstep_cast_mesh(set, mesh, list, 1, &down, &answer, &triangle, NULL, NULL, NULL));
  CHECK(answer.lower <= 0.5 && 0.5 <= answer.upper && triangle == 0);
  const lockstep_ray ray = {{3, -3, 4}, {0, 0, -8}};
  OK(lockstep_cast_rays_mesh(&ray, 1, mesh, &answer, &triangle, NULL, NULL, NULL));
  CHECK(answer.lower <= 0.5 && 0.5 <= answer.upper && triangle == 0);
  uint64_t hits = 0;
  triangle = 99;
  OK(lockstep_first_hits(lockstep_of_rays(&ray, 1), lockstep_of_mesh(mesh), &triangle, &answer, NULL, NULL, NULL,
                         NULL));
  CHECK(answer.lower <= 0.5 && 0.5 <= answer.upper && triangle == 0);
  OK(lockstep_any_hits(lockstep_of_rays(&ray, 1), lockstep_of_mesh(mesh), &hits, NULL));
  CHECK(hits == 1);
  const lockstep_ray on_the_edge = {{3, 3, 4}, {0, 0, -8}};
  size_t firsts[2];
  uint32_t both[2];
  OK(lockstep_all_hits(lockstep_of_rays(&on_the_edge, 1), lockstep_of_mesh(mesh), firsts, both, NULL, 2, &hits, NULL));
  CHECK(hits == 2 && firsts[1] == 2 && both[0] == 0 && both[1] == 1);
  const lockstep_pair listed[1] = {{0, 0}};
  lockstep_verdict verdict = 99;
  OK(lockstep_intersect(lockstep_of_shapes(set), lockstep_of_mesh(mesh), listed, 1, &verdict, NULL));
  CHECK(verdict == LOCKSTEP_VERDICT_SEPARATED);
  OK(lockstep_distance(lockstep_of_shapes(set), lockstep_of_mesh(mesh), listed, 1, &answer, NULL, NULL, NULL, NULL));
  CHECK(answer.lower <= 3 && 3 <= answer.upper);
  OK(lockstep_cast(lockstep_of_shapes(set), lockstep_of_mesh(mesh), listed, 1, lockstep_straight(&down), &answer, NULL,
                   NULL, NULL, NULL));
  CHECK(answer.lower <= 0.5 && 0.5 <= answer.upper);
  OK(lockstep_cast_rays(lockstep_of_rays(&ray, 1), lockstep_of_mesh(mesh), listed, 1, &answer, NULL, NULL, NULL, NULL));
  CHECK(answer.lower <= 0.5 && 0.5 <= answer.upper);
  const lockstep_contact_options options = {.size = sizeof options, .margin = 4};
  lockstep_pair pair;
  lockstep_manifold manifold;
  uint64_t found = 99;
  OK(lockstep_contacts_mesh(set, mesh, list, 1, &pair, &manifold, 1, &found, &options));
  CHECK(found == 1 && pair.b == 0 && manifold.count == 1);
  OK(lockstep_contacts(lockstep_of_shapes(set), lockstep_of_mesh(mesh), listed, 1, &manifold, NULL));
  CHECK(manifold.count == 0 && manifold.distance.lower > 0);
  CHECK(lockstep_triangle_mesh_create(vertices, 3, indices, 6, LOCKSTEP_CHECK_INPUTS) == NULL);
  CHECK(strstr(lockstep_last_error(), "indices[5] = 3") != NULL);
  lockstep_shape_set_destroy(set);
  lockstep_triangle_mesh_destroy(mesh);
}

static void test_height_field(void) {
  static const float heights[6] = {0, 0, 1, 0, 0, 1};
  lockstep_height_field terrain = {heights, 3, 2, {-1, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 2}};
  lockstep_triangle_mesh* const mesh = lockstep_triangle_mesh_create_heights(&terrain, LOCKSTEP_CHECK_INPUTS);
  CHECK(lockstep_size(lockstep_of_mesh(mesh)) == 4);
  const lockstep_ray ray = {{0.75F, 0.5F, 3}, {0, 0, -3}};
  lockstep_interval fraction;
  uint32_t triangle = 99;
  OK(lockstep_first_hits(lockstep_of_rays(&ray, 1), lockstep_of_mesh(mesh), &triangle, &fraction, NULL, NULL, NULL,
                         NULL));
  CHECK(fraction.lower <= 0.5 && 0.5 <= fraction.upper && triangle == 2);
  terrain.heights = NULL;
  CHECK(lockstep_triangle_mesh_create_heights(&terrain, LOCKSTEP_CHECK_INPUTS) == NULL);
  CHECK(strstr(lockstep_last_error(), "terrain.heights = NULL") != NULL);
  terrain.rows = terrain.columns = SIZE_MAX;
  CHECK(lockstep_triangle_mesh_create_heights(&terrain, LOCKSTEP_CHECK_INPUTS) == NULL);
  CHECK(strstr(lockstep_last_error(), "terrain.rows") != NULL);
  lockstep_triangle_mesh_destroy(mesh);
}

static void count_pairs(void* context, const lockstep_pair* pairs, size_t count) {
  for (size_t i = 0; i < count; ++i) *(size_t*)context += pairs[i].b;
}

static void test_passes(void) {
  lockstep_shape_set* const set = four_balls();
  lockstep_overlap_pass* const pass = lockstep_overlap_pass_create(0);
  lockstep_pair pairs[2];
  lockstep_separation separations[2];
  uint32_t counts[4];
  uint64_t any = 0;
  size_t sum = 0;
  lockstep_overlap_output output = {sizeof output, 2, pairs, separations, NULL, counts, &any, count_pairs, &sum, NULL};
  lockstep_overlap_result result;
  OK(lockstep_overlap(pass, lockstep_of_shapes(set), lockstep_no_objects(), &output, &result, NULL));
  CHECK(result.pairs == 2 && result.complete == 1 && any == 15 && counts[3] == 1 && sum == 1 + 3);
  CHECK(pairs[1].a == 2 && pairs[1].b == 3 && fabsf(separations[0].depth - 0.5F) < 1e-6F);
  CHECK(lockstep_overlap_pass_memory_bytes(pass) > 0);
  lockstep_pair_events* const events = lockstep_pair_events_create();
  lockstep_pair_changes changes;
  OK(lockstep_pair_events_update(events, pairs, 2, &changes, NULL));
  CHECK(changes.began_count == 2 && changes.stayed_count == 0 && changes.ended_count == 0);
  OK(lockstep_pair_events_update(events, pairs, 1, &changes, NULL));
  CHECK(changes.began_count == 0 && changes.stayed_count == 1 && changes.ended_count == 1 && changes.ended[0].b == 3);
  OK(lockstep_pair_events_compare(events, pairs, 1, pairs + 1, 1, &changes, NULL));
  CHECK(changes.began_count == 1 && changes.stayed_count == 0 && changes.ended_count == 1);
  lockstep_pair_events_forget(events);
  OK(lockstep_pair_events_update(events, pairs, 1, &changes, NULL));
  CHECK(changes.began_count == 1);
  lockstep_pair_events_destroy(events);

  output.room = 1, output.tile = NULL;
  OK(lockstep_overlap(pass, lockstep_of_shapes(set), lockstep_no_objects(), &output, &result, NULL));
  CHECK(result.pairs == 2 && result.complete == 0);
  const float x[2] = {0, 1.5F}, zero = 0, one = 1;
  const lockstep_stream zeros = {&zero, 0}, ones = {&one, 0};
  const lockstep_sphere_view balls = {{x, sizeof(float)}, zeros, zeros, ones, 2};
  const lockstep_overlap_output counted = {.size = sizeof counted, .counts = counts};
  OK(lockstep_overlap(pass, lockstep_of_spheres(&balls), lockstep_of_spheres(&balls), &counted, &result, NULL));
  CHECK(result.pairs == 4 && counts[0] == 2);
  lockstep_overlap_pass* const automatic = lockstep_overlap_pass_create_automatic();
  CHECK(automatic != NULL && lockstep_overlap_pass_memory_bytes(automatic) != 0);
  lockstep_overlap_pass_destroy(automatic);
  CHECK(lockstep_overlap_pass_create(-1) == NULL && strstr(lockstep_last_error(), "skin = -1") != NULL);
  REFUSED(lockstep_overlap(pass, lockstep_of_shapes(set), lockstep_no_objects(), NULL, &result, NULL), "output = NULL");
  const lockstep_overlap_output unsized = {.room = 2, .pairs = pairs};
  REFUSED(lockstep_overlap(pass, lockstep_of_shapes(set), lockstep_no_objects(), &unsized, &result, NULL),
          "output.size = 0");
  lockstep_cell_shift shifts[2];
  const lockstep_cell cell = {{4, 0, 0}, {0, 8, 0}, {0, 0, 8}, {1, 1, 0}};
  const lockstep_overlap_options periodic = {.size = sizeof periodic, .cell = &cell};
  const float far_x[2] = {0, 6.5F};
  const lockstep_sphere_view far_balls = {{far_x, sizeof(float)}, zeros, zeros, ones, 2};
  const lockstep_overlap_output shifted = {.size = sizeof shifted, .room = 2, .pairs = pairs, .shifts = shifts};
  OK(lockstep_overlap(pass, lockstep_of_spheres(&far_balls), lockstep_no_objects(), &shifted, &result, &periodic));
  CHECK(result.pairs == 1 && pairs[0].a == 0 && pairs[0].b == 1 && shifts[0].a == -2 && shifts[0].b == 0);
  const lockstep_cell singular = {{4, 0, 0}, {8, 0, 0}, {0, 0, 8}, {1, 1, 0}};
  const lockstep_overlap_options refused = {.size = sizeof refused, .cell = &singular};
  REFUSED(lockstep_overlap(pass, lockstep_of_spheres(&far_balls), lockstep_no_objects(), &shifted, &result, &refused),
          "cell: the vectors of its periodic directions are linearly dependent");
  lockstep_overlap_pass_destroy(pass);
  lockstep_shape_set_destroy(set);
}

struct host {
  size_t loops, bodies, left_out;
};

static void run_backwards(void* context, size_t count, void (*body)(void* job, size_t index), void* job) {
  struct host* const host = context;
  ++host->loops;
  for (size_t i = count; i-- > host->left_out; ++host->bodies) body(job, i);
}

/* Two points of a cube of side 4: across its faces they are 1 apart, and 4 from their own images. */
static void test_neighbours(void) {
  const lockstep_vec3d points[2] = {{0.5, 1, 1}, {3.5, 1, 1}};
  lockstep_cell cell = {{4, 0, 0}, {0, 4, 0}, {0, 0, 4}, {1, 1, 1}};
  lockstep_neighbour_search* search = lockstep_neighbour_search_create(points, 2, &cell, 1, NULL);
  size_t count = 0;
  const uint64_t* first = lockstep_neighbour_search_first(search, &count);
  CHECK(count == 3 && first[0] == 0 && first[1] == 1 && first[2] == 2);
  uint32_t i[2], j[2];
  lockstep_cell_shift shifts[2];
  lockstep_vec3d vectors[2];
  double distances[2];
  lockstep_neighbour_output output = {
      .size = sizeof output, .room = 2, .i = i, .j = j, .shifts = shifts, .vectors = vectors, .distances = distances};
  OK(lockstep_neighbour_search_write(search, &output));
  CHECK(i[0] == 0 && j[0] == 1 && shifts[0].a == -1 && shifts[0].b == 0 && shifts[0].c == 0);
  CHECK(i[1] == 1 && j[1] == 0 && shifts[1].a == 1 && vectors[1].x == 1 && distances[0] == 1 && distances[1] == 1);
  output.room = 1;
  REFUSED(lockstep_neighbour_search_write(search, &output), "needs one for each of the 2 pairs");
  REFUSED(lockstep_neighbour_search_write(search, NULL), "output = NULL");
  REFUSED(lockstep_neighbour_search_write(NULL, &output), "search = NULL");
  lockstep_neighbour_search_destroy(search);

  struct host host = {0, 0, 0};
  const lockstep_neighbour_options half = {.size = sizeof half, .half = 1, .executor = {run_backwards, &host, 4, NULL}};
  search = lockstep_neighbour_search_create(points, 2, &cell, 4, &half);
  first = lockstep_neighbour_search_first(search, NULL);
  CHECK(first[0] == 0 && first[1] == 5 && first[2] == 8);
  lockstep_neighbour_search_destroy(search);
  const uint32_t types[2] = {0, 1};
  const double cutoffs[4] = {-1, 1, 1, 4};
  const lockstep_pair bond = {1, 0};
  lockstep_neighbour_options rules = {.size = sizeof rules, .type_count = 2, .types = types, .cutoffs = cutoffs};
  search = lockstep_neighbour_search_create(points, 2, &cell, 4, &rules);
  first = lockstep_neighbour_search_first(search, NULL);
  CHECK(first[1] == 1 && first[2] == 8);
  lockstep_neighbour_search_destroy(search);
  rules.exclusion_count = 1, rules.exclusions = &bond;
  search = lockstep_neighbour_search_create(points, 2, &cell, 4, &rules);
  first = lockstep_neighbour_search_first(search, NULL);
  CHECK(first[1] == 0 && first[2] == 6);
  lockstep_neighbour_search_destroy(search);
  rules.types = NULL;
  CHECK(lockstep_neighbour_search_create(points, 2, &cell, 4, &rules) == NULL);
  CHECK(strcmp(lockstep_last_error(), "options.types = NULL: needs 2 elements") == 0);
  const lockstep_neighbour_options nearest = {.size = sizeof nearest, .nearest = 3};
  search = lockstep_neighbour_search_create(points, 2, &cell, 9, &nearest);
  CHECK(lockstep_neighbour_search_first(search, NULL)[2] == 6);
  lockstep_neighbour_search_destroy(search);
  search = lockstep_neighbour_search_create(points, 2, &cell, 2, NULL);
  const lockstep_vec3d moved[2] = {{0.5, 1, 1}, {3.5, 1.5, 1}};
  int32_t stale = -1;
  OK(lockstep_neighbour_search_is_stale(search, moved, 2, 0.75, &stale));
  CHECK(stale == 0);
  OK(lockstep_neighbour_search_is_stale(search, moved, 2, 0.25, &stale));
  CHECK(stale == 1);
  REFUSED(lockstep_neighbour_search_is_stale(search, moved, 1, 0.25, &stale), "points: has 1 elements");
  REFUSED(lockstep_neighbour_search_is_stale(search, NULL, 2, 0.25, &stale), "points = NULL");
  REFUSED(lockstep_neighbour_search_is_stale(search, moved, 2, 0.25, NULL), "stale = NULL");
  REFUSED(lockstep_neighbour_search_is_stale(NULL, moved, 2, 0.25, &stale), "search = NULL");
  lockstep_neighbour_search_destroy(search);
  cell.periodic[0] = 0, cell.a.x = 0;
  search = lockstep_neighbour_search_create(points, 2, &cell, 1, NULL);
  CHECK(lockstep_neighbour_search_first(search, NULL)[2] == 0);
  lockstep_neighbour_search_destroy(search);
  cell.periodic[0] = 1;
  CHECK(lockstep_neighbour_search_create(points, 2, &cell, 1, NULL) == NULL);
  CHECK(strstr(lockstep_last_error(), "cell") != NULL);
  CHECK(lockstep_neighbour_search_create(points, 2, NULL, 1, NULL) == NULL);
  CHECK(lockstep_neighbour_search_first(NULL, NULL) == NULL);
  lockstep_neighbour_search_destroy(NULL);
}

static void test_options(void) {
  enum { many = 5000 };
  lockstep_shape_set* const set = four_balls();
  lockstep_pair* const pairs = malloc(many * sizeof *pairs);
  lockstep_verdict* const verdicts = malloc(2 * many);
  for (uint32_t i = 0; i < many; ++i) pairs[i].a = i % 4, pairs[i].b = i / 4 % 4;
  OK(lockstep_intersect(lockstep_of_shapes(set), lockstep_of_shapes(set), pairs, many, verdicts, NULL));
  struct host host = {0, 0, 0};
  lockstep_intersect_options options = {
      .size = sizeof options, .isa = LOCKSTEP_ISA_SCALAR, .executor = {run_backwards, &host, 4, NULL}};
  OK(lockstep_intersect(lockstep_of_shapes(set), lockstep_of_shapes(set), pairs, many, verdicts + many, &options));
  CHECK(memcmp(verdicts, verdicts + many, many) == 0 && host.loops == 1 && host.bodies > 1);
  options.executor.scratch = lockstep_scratch_create();
  OK(lockstep_intersect(lockstep_of_shapes(set), lockstep_of_shapes(set), pairs, many, verdicts + many, &options));
  CHECK(memcmp(verdicts, verdicts + many, many) == 0);
  lockstep_world* const world = lockstep_world_create(lockstep_of_shapes(set), NULL);
  lockstep_volume_set* const cube = lockstep_volume_set_create_cube(&(lockstep_vec3d){0, 0, 0}, 0.5, 9);
  const lockstep_cull_options in_frames = {.size = sizeof in_frames, .executor = options.executor};
  size_t seen[6], count, expected;
  const lockstep_visible_sets counts = {.size = sizeof counts, .counts = seen};
  OK(lockstep_cull_many(cube, lockstep_of_world(world), &counts, &expected, NULL));
  for (int frame = 0; frame < 3; ++frame) {
    OK(lockstep_cull_many(cube, lockstep_of_world(world), &counts, &count, &in_frames));
    CHECK(count == expected);
  }
  lockstep_volume_set_destroy(cube);
  lockstep_world_destroy(world);
  lockstep_scratch_destroy(options.executor.scratch);
  lockstep_scratch_destroy(NULL);
  options.executor.scratch = NULL;
  host.left_out = 1;
  REFUSED(lockstep_intersect(lockstep_of_shapes(set), lockstep_of_shapes(set), pairs, many, verdicts, &options),
          "options.executor: parallel_for");

  /* The struct of a program that knows only the first members, and of one that knows more. */
  options.size = offsetof(lockstep_intersect_options, executor);
  host.loops = 0;
  OK(lockstep_intersect(lockstep_of_shapes(set), lockstep_of_shapes(set), pairs, many, verdicts, &options));
  CHECK(host.loops == 0);
  struct {
    lockstep_intersect_options known;
    uint64_t newer;
  } later = {{.size = sizeof later}, 0};
  OK(lockstep_intersect(lockstep_of_shapes(set), lockstep_of_shapes(set), pairs, 1, verdicts, &later.known));
  later.newer = 1;
  REFUSED(lockstep_intersect(lockstep_of_shapes(set), lockstep_of_shapes(set), pairs, 1, verdicts, &later.known),
          "is older than the program");
  options.size = 3;
  REFUSED(lockstep_intersect(lockstep_of_shapes(set), lockstep_of_shapes(set), pairs, 1, verdicts, &options),
          "options.size = 3");
  options.size = sizeof options, options.method = 2;
  REFUSED(lockstep_intersect(lockstep_of_shapes(set), lockstep_of_shapes(set), pairs, 1, verdicts, &options),
          "options.method = 2: must be from 0 to 1");
  options.method = 0, options.isa = 6;
  REFUSED(lockstep_intersect(lockstep_of_shapes(set), lockstep_of_shapes(set), pairs, 1, verdicts, &options),
          "options.isa = 6");
  free(pairs);
  free(verdicts);
  lockstep_shape_set_destroy(set);
}

int main(void) {
  CHECK(strcmp(lockstep_last_error(), "") == 0);
  test_information();
  test_positions();
  test_positions_in_plane();
  test_shapes();
  test_plane();
  test_culling();
  test_placed_views();
  test_world();
  test_moved_world();
  test_world_of_the_plane();
  test_world_of_shapes();
  test_changed_set();
  test_changed_bodies();
  test_overlapping_a_world();
  test_overlapping_a_mesh();
  test_world_with_free_slots();
  test_world_refuses();
  test_volumes();
  test_pairs();
  test_streams();
  test_bodies();
  test_world_of_bodies();
  test_mesh();
  test_height_field();
  test_passes();
  test_neighbours();
  test_options();
  printf("%d failures\n", failures);
  return failures;
}
