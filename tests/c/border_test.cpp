// No exception crosses the border to C, whether it comes from a callback of a C++ program or from a failed
// allocation.
#include <lockstep.h>

#include <array>
#include <cstring>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "counting_new.hpp"

namespace lockstep::test {
namespace {

/// A row of spheres that overlap their neighbours: more than one part of a pass.
struct Row {
  std::vector<float> x;
  float zero = 0, radius = 0.75F;
  lockstep_sphere_view view;

  explicit Row(std::size_t count) : x(count) {
    for (std::size_t i = 0; i < count; ++i) x[i] = static_cast<float>(i);
    view = {{x.data(), sizeof(float)}, {&zero, 0}, {&zero, 0}, {&radius, 0}, count};
  }
};

struct Pass {
  lockstep_overlap_pass* pass = lockstep_overlap_pass_create(0);
  Pass() = default;
  ~Pass() { lockstep_overlap_pass_destroy(pass); }
  Pass(const Pass&) = delete;
  Pass& operator=(const Pass&) = delete;

  lockstep_status run(const lockstep_sphere_view& view, const lockstep_overlap_output& output,
                      const lockstep_executor& executor = {}) {
    lockstep_overlap_options options = {};
    options.size = sizeof options, options.executor = executor;
    lockstep_overlap_result result;
    return lockstep_overlap(pass, lockstep_of_spheres(&view), lockstep_no_objects(), &output, &result, &options);
  }
};

lockstep_overlap_output to_tile(void (*tile)(void*, const lockstep_pair*, size_t)) {
  lockstep_overlap_output output = {};
  output.size = sizeof output, output.tile = tile;
  return output;
}

void run_serially(void* /*context*/, size_t count, void (*body)(void*, size_t), void* job) {
  for (size_t i = 0; i < count; ++i) body(job, i);
}

TEST(Border, KeepsWhatCallbacksThrow) {
  const Row row(5000);
  Pass pass;
  for (const lockstep_executor& executor :
       {lockstep_executor{}, lockstep_executor{&run_serially, nullptr, 2, nullptr}}) {
    const auto thrown_by = [&](auto tile) { return pass.run(row.view, to_tile(tile), executor); };
    EXPECT_EQ(thrown_by([](void*, const lockstep_pair*, size_t) { throw std::runtime_error("of the host's own"); }),
              LOCKSTEP_FAILED);
    EXPECT_STREQ(lockstep_last_error(), "of the host's own");
    EXPECT_EQ(thrown_by([](void*, const lockstep_pair*, size_t) { throw std::bad_alloc(); }), LOCKSTEP_OUT_OF_MEMORY);
    EXPECT_STREQ(lockstep_last_error(), "out of memory");
    EXPECT_EQ(thrown_by([](void*, const lockstep_pair*, size_t) { throw 17; }), LOCKSTEP_FAILED);
    EXPECT_STREQ(lockstep_last_error(), "an exception that is no std::exception");
    EXPECT_EQ(thrown_by([](void*, const lockstep_pair*, size_t) {}), LOCKSTEP_OK);
  }
}

TEST(Border, KeepsWhatALoopThrowsThatHasEnded) {
  const Row row(5000);
  Pass pass;
  const auto loop = [](void*, size_t count, void (*body)(void*, size_t), void* job) {
    run_serially(nullptr, count, body, job);
    throw std::runtime_error("the job system is full");
  };
  EXPECT_EQ(pass.run(row.view, to_tile([](void*, const lockstep_pair*, size_t) {}), {loop, nullptr, 2, nullptr}),
            LOCKSTEP_FAILED);
  EXPECT_STREQ(lockstep_last_error(), "the job system is full");
}

TEST(Border, CutsLongSentences) {
  const Row row(50);
  Pass pass;
  EXPECT_EQ(pass.run(row.view, to_tile([](void*, const lockstep_pair*, size_t) {
                       throw std::runtime_error(std::string(5000, 'x'));
                     })),
            LOCKSTEP_FAILED);
  EXPECT_EQ(std::string(lockstep_last_error()), std::string(1023, 'x'));
}

/// Lets the n-th allocation of `call` fail, for every n, until it succeeds; returns the number of failures.
template <class Call>
std::size_t failures_of(const Call& call) {
  for (std::size_t n = 0; n < 1000; ++n) {
    lockstep_status status;
    {
      const FailingNew failing(n);
      status = call();
    }
    if (status == LOCKSTEP_OK) return n;
    EXPECT_EQ(status, LOCKSTEP_OUT_OF_MEMORY) << "allocation " << n << ": " << lockstep_last_error();
    EXPECT_STREQ(lockstep_last_error(), "out of memory");
  }
  ADD_FAILURE() << "it never succeeds";
  return 0;
}

TEST(Border, TellsThatMemoryRanOut) {
  if (!replaces_new()) GTEST_SKIP() << "allocations cannot fail here";
  lockstep_shape_set* set = nullptr;
  const auto created = [](auto* handle) { return handle != nullptr ? LOCKSTEP_OK : LOCKSTEP_OUT_OF_MEMORY; };
  EXPECT_GT(failures_of([&] { return created(set = lockstep_shape_set_create()); }), 0U);
  const std::array<lockstep_vec3, 4> corners = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  lockstep_shape hull = {};
  hull.kind = LOCKSTEP_SHAPE_HULL, hull.as.hull = {corners.data(), corners.size(), 0};
  std::uint32_t index = 99;
  EXPECT_GT(failures_of([&] { return lockstep_shape_set_add(set, &hull, LOCKSTEP_CHECK_INPUTS, &index); }), 0U);
  EXPECT_EQ(index, 0U);
  EXPECT_EQ(lockstep_size(lockstep_of_shapes(set)), 1U);
  lockstep_shape_set* copy = nullptr;
  EXPECT_GT(failures_of([&] { return created(copy = lockstep_shape_set_copy(set)); }), 0U);
  lockstep_shape_set_destroy(copy);
  lockstep_shape_set_destroy(set);

  const Row row(200);
  lockstep_world* world = nullptr;
  EXPECT_GT(
      failures_of([&] { return created(world = lockstep_world_create(lockstep_of_spheres(&row.view), nullptr)); }), 0U);
  std::uint64_t found = 99;
  std::array<std::size_t, 2> first = {};
  std::array<std::uint32_t, 4> near = {};
  EXPECT_GT(failures_of([&] {
              return lockstep_within(world, lockstep_of_points(corners.data(), 1), 1, first.data(), near.data(), 4,
                                     &found, nullptr);
            }),
            0U);
  EXPECT_EQ(found, 2U);
  lockstep_world_destroy(world);

  // The message needs memory as well; if that allocation fails, it says so.
  Pass pass;
  std::array<lockstep_pair, 300> pairs;
  lockstep_overlap_output output = {};
  output.size = sizeof output, output.room = pairs.size(), output.pairs = pairs.data();
  EXPECT_GT(failures_of([&] { return pass.run(row.view, output, {&run_serially, nullptr, 1, nullptr}); }), 0U);
  const FailingNew failing(0);
  EXPECT_EQ(lockstep_shape_set_remove(nullptr, 0), LOCKSTEP_OUT_OF_MEMORY);
}

}  // namespace
}  // namespace lockstep::test
