#include "runs/plain_loop.hpp"

namespace lockstep::tools {
namespace {

/// The coordinate of the corner that lies furthest inside: the same one of every box.
struct Furthest {
  const float *x, *y, *z;
};
using Corners = std::array<Furthest, 6>;

[[gnu::always_inline]] inline void test_planes(const Corners& corners, const std::array<LoopPlane, 6>& planes,
                                               std::size_t count, std::uint8_t* __restrict visible) {
  const std::array<LoopPlane, 6> n = planes;
  const Corners at = corners;
  for (std::size_t i = 0; i < count; ++i) {
    bool inside = true;
    for (std::size_t p = 0; p < 6; ++p)
      inside &= n[p].x * at[p].x[i] + n[p].y * at[p].y[i] + n[p].z * at[p].z[i] + n[p].offset >= 0;
    visible[i] = inside;
  }
}

using Loop = void(const Corners&, const std::array<LoopPlane, 6>&, std::size_t, std::uint8_t*);

void baseline(const Corners& corners, const std::array<LoopPlane, 6>& planes, std::size_t count,
              std::uint8_t* visible) {
  test_planes(corners, planes, count, visible);
}

#ifdef __x86_64__
[[gnu::target("avx2,fma")]] void avx2(const Corners& corners, const std::array<LoopPlane, 6>& planes, std::size_t count,
                                      std::uint8_t* visible) {
  test_planes(corners, planes, count, visible);
}

[[gnu::target("avx512f,avx512bw,avx512dq,avx512vl,fma")]] void avx512(const Corners& corners,
                                                                      const std::array<LoopPlane, 6>& planes,
                                                                      std::size_t count, std::uint8_t* visible) {
  test_planes(corners, planes, count, visible);
}

Loop* loop_of(Isa isa) { return isa == Isa::avx512 ? avx512 : isa == Isa::avx2 ? avx2 : baseline; }
#else
Loop* loop_of(Isa) { return baseline; }
#endif

}  // namespace

void plain_plane_loop(const BoxColumns& boxes, const std::array<LoopPlane, 6>& planes, Isa isa, std::uint8_t* visible) {
  Corners corners{};
  for (std::size_t p = 0; p < 6; ++p)
    corners[p] = {(planes[p].x >= 0 ? boxes.max_x : boxes.min_x).data(),
                  (planes[p].y >= 0 ? boxes.max_y : boxes.min_y).data(),
                  (planes[p].z >= 0 ? boxes.max_z : boxes.min_z).data()};
  loop_of(isa)(corners, planes, boxes.size(), visible);
}

}  // namespace lockstep::tools
