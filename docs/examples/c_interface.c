/* In C, on the threads of a program that has its own: which of these spheres does a camera see, and which touch? */
#include <lockstep.h>
#include <stdio.h>

/* A job system's loop; this one has a single thread. */
static void parallel_for(void* context, size_t count, void (*body)(void* job, size_t index), void* job) {
  (void)context;
  for (size_t i = 0; i < count; ++i) body(job, i);
}

struct ball {
  float x, y, z, radius;
};

int main(void) {
  const struct ball balls[3] = {{0, 0, -5, 1}, {1.5F, 0, -5, 1}, {0, 0, 5, 1}};
  const ptrdiff_t stride = sizeof(struct ball);
  const lockstep_sphere_view view = {
      {&balls->x, stride}, {&balls->y, stride}, {&balls->z, stride}, {&balls->radius, stride}, 3};

  /* A camera at the origin that looks along -z, from 1 to 10. */
  const float numbers[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -10.0F / 9, -10.0F / 9, 0, 0, -1, 0};
  const lockstep_matrix matrix = {numbers, NULL, LOCKSTEP_MATRIX_ROW_MAJOR, LOCKSTEP_DEPTH_ZERO_TO_ONE};
  lockstep_volume* const camera = lockstep_volume_create_view_projection(&matrix, NULL);
  const lockstep_cull_options options = {.size = sizeof options, .executor = {.parallel_for = parallel_for}};
  uint64_t visible = 0;
  size_t seen = 0;
  if (camera == NULL || lockstep_cull(camera, lockstep_of_spheres(&view), &visible, &seen, &options) != LOCKSTEP_OK) {
    fprintf(stderr, "%s\n", lockstep_last_error());
    return 1;
  }
  printf("%zu visible\n", seen);
  lockstep_volume_destroy(camera);

  lockstep_overlap_pass* const pass = lockstep_overlap_pass_create(0);
  lockstep_pair pairs[3];
  const lockstep_overlap_output output = {.size = sizeof output, .room = 3, .pairs = pairs};
  lockstep_overlap_result result;
  if (pass == NULL || lockstep_overlap(pass, lockstep_of_spheres(&view), lockstep_no_objects(), &output, &result,
                                       NULL) != LOCKSTEP_OK) {
    fprintf(stderr, "%s\n", lockstep_last_error());
    return 1;
  }
  for (uint64_t i = 0; i < result.pairs; ++i) printf("%u touches %u\n", (unsigned)pairs[i].a, (unsigned)pairs[i].b);
  lockstep_overlap_pass_destroy(pass);
  return seen == 2 && result.pairs == 1 ? 0 : 1;
}
