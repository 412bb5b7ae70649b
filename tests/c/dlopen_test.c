/* A program that is not linked with the library opens it by name and looks up every call. */
#include <dlfcn.h>
#include <lockstep.h>
#include <stdio.h>
#include <string.h>

static void* library;

static void* find(const char* name) {
  void* const symbol = dlsym(library, name);
  if (symbol == NULL) printf("there is no %s: %s\n", name, dlerror());
  return symbol;
}

/* A function pointer from the result of dlsym, as POSIX specifies. */
#define LOOK_UP(name)                          \
  __typeof__(&name) own_##name = NULL;         \
  {                                            \
    void* const found = find(#name);           \
    if (found == NULL) return 1;               \
    memcpy(&own_##name, &found, sizeof found); \
  }

int main(int argc, char** argv) {
  library = dlopen(argc > 1 ? argv[1] : "liblockstep.so", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return puts(dlerror()), 1;
  LOOK_UP(lockstep_abi_version)
  LOOK_UP(lockstep_last_error)
  LOOK_UP(lockstep_shape_set_create)
  LOOK_UP(lockstep_shape_set_add)
  LOOK_UP(lockstep_shape_set_destroy)
  LOOK_UP(lockstep_intersect)
  if (own_lockstep_abi_version() != LOCKSTEP_ABI_VERSION) return puts("another ABI"), 1;
  lockstep_shape_set* const set = own_lockstep_shape_set_create();
  lockstep_shape ball = {.kind = LOCKSTEP_SHAPE_SPHERE, .as.sphere = {{0, 0, 0}, 1}};
  uint32_t index = 0;
  for (int i = 0; i < 2; ++i) {
    if (own_lockstep_shape_set_add(set, &ball, LOCKSTEP_CHECK_INPUTS, &index) != LOCKSTEP_OK) return 1;
    ball.as.sphere.center.x = 1.5F;
  }
  ball.as.sphere.radius = -1;
  if (own_lockstep_shape_set_add(set, &ball, LOCKSTEP_CHECK_INPUTS, &index) != LOCKSTEP_INVALID_INPUT) return 1;
  if (strstr(own_lockstep_last_error(), "radius = -1") == NULL) return puts(own_lockstep_last_error()), 1;
  const lockstep_pair pair = {0, 1};
  lockstep_verdict verdict = 99;
  if (own_lockstep_intersect(lockstep_of_shapes(set), lockstep_of_shapes(set), &pair, 1, &verdict, NULL) != LOCKSTEP_OK)
    return 1;
  own_lockstep_shape_set_destroy(set);
  if (verdict != LOCKSTEP_VERDICT_OVERLAPPING) return printf("verdict %d\n", verdict), 1;
  return dlclose(library) == 0 ? 0 : 1;
}
