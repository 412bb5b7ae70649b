// More objects than 32 bits count. One mapping of zeros, few pages of which are ever resident, serves as all streams.
#include <gtest/gtest.h>

#include <sys/mman.h>

#include <array>

#include "lockstep/cull.hpp"

namespace lockstep::test {
namespace {

TEST(Huge, MoreObjectsThan32BitsCount) {
  constexpr std::size_t count = (std::size_t{1} << 32) + 65, bytes = count * sizeof(float);
  void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  ASSERT_NE(memory, MAP_FAILED);
  madvise(memory, bytes, MADV_HUGEPAGE);  // where it is known: four million pages of 4 KB took most of the time
  auto* const zeros = static_cast<float*>(memory);
  for (const std::size_t apart : {std::size_t{0}, count - 66, count - 2}) zeros[apart] = 1000;
  const std::array<Vec3, 8> corners = {
      {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1}, {-1, -1, 1}, {1, -1, 1}, {1, 1, 1}, {-1, 1, 1}}};
  const AabbView points{{zeros}, {zeros}, {zeros}, {zeros}, {zeros}, {zeros}, count};
  const CullOptions options{CullMethod::planes, Touching::overlap, Check::none, {}};
  EXPECT_EQ(cull_count(ConvexVolume::from_corners(corners), points, options), count - 3);
  munmap(memory, bytes);
}

}  // namespace
}  // namespace lockstep::test
