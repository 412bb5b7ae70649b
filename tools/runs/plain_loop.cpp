#include "runs/plain_loop.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace lockstep::tools {
namespace {

/// The coordinate of the corner farthest inside: the same corner of every box.
struct Furthest {
  const float *x, *y, *z;
};
using Corners = std::array<Furthest, 6>;
using Planes = std::array<LoopPlane, 6>;

/// Moves the lowest bit of each of eight bytes into one byte.
[[gnu::always_inline]] inline std::uint64_t packed(const std::uint8_t* flags) {
  std::uint64_t eight;
  std::memcpy(&eight, flags, sizeof eight);
  return eight * 0x0102040810204080U >> 56;
}

[[gnu::always_inline]] inline std::size_t test_planes(const Corners& corners, const Planes& planes, std::size_t count,
                                                      std::uint64_t* __restrict visible) {
  const Planes n = planes;
  const Corners at = corners;
  std::size_t kept = 0;
  for (std::size_t first = 0; first < count; first += 64) {
    const std::size_t some = std::min<std::size_t>(64, count - first);
    std::uint8_t flags[64] = {};
    for (std::size_t i = 0; i < some; ++i) {
      bool inside = true;
      for (std::size_t p = 0; p < 6; ++p)
        inside &=
            n[p].x * at[p].x[first + i] + n[p].y * at[p].y[first + i] + n[p].z * at[p].z[first + i] + n[p].offset >= 0;
      flags[i] = inside;
    }
    std::uint64_t word = 0;
    for (std::size_t k = 0; k < 8; ++k) word |= packed(flags + 8 * k) << 8 * k;
    visible[first / 64] = word;
    kept += static_cast<std::size_t>(std::popcount(word));
  }
  return kept;
}

/// The parts in a row that a light reaches: `last` < `first` if it reaches none.
struct Range {
  std::size_t first = 1, last = 0;
};

/// From its distances to the sides between `parts` parts and at both ends.
[[gnu::always_inline]] inline Range parts_within(const float* distances, std::size_t parts, float radius) {
  if (distances[0] < -radius || distances[parts] > radius) return {};
  Range range{0, parts - 1};
  while (distances[range.first + 1] > radius) ++range.first;
  while (distances[range.last] < -radius) --range.last;
  return range;
}

struct Light {
  float x, y, z, radius;

  [[nodiscard, gnu::always_inline]] float to(const LoopPlane& plane) const {
    return plane.x * x + plane.y * y + plane.z * z + plane.offset;
  }
};

[[gnu::always_inline]] inline Range parts_within(const std::vector<LoopPlane>& sides, const Light& light,
                                                 float* distances) {
  const std::size_t count = sides.size();
  for (std::size_t i = 0; i < count; ++i) distances[i] = light.to(sides[i]);
  return parts_within(distances, count - 1, light.radius);
}

[[gnu::always_inline]] inline void list_row(const LightGrid& grid, std::size_t row, const Range& columns,
                                            const std::array<float, 3>& center, float radius, std::uint32_t light,
                                            std::vector<std::uint32_t>* lists) {
  for (std::size_t cluster = row + columns.first; cluster <= row + columns.last; ++cluster) {
    float square = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const float beside =
          std::max(std::max(grid.low[k][cluster] - center[k], center[k] - grid.high[k][cluster]), 0.0F);
      square += beside * beside;
    }
    if (square <= radius * radius) lists[cluster].push_back(light);
  }
}

[[gnu::always_inline]] inline void list_lights(const LightColumns& lights, const LightGrid& grid,
                                               std::vector<std::uint32_t>* lists) {
  std::vector<float> distances(std::max({grid.columns(), grid.rows(), grid.slices()}) + 1);
  for (std::size_t i = 0; i < lights.size(); ++i) {
    const Light light{lights.x[i], lights.y[i], lights.z[i], lights.radius[i]};
    const std::array<float, 3> center{light.to(grid.axes[0]), light.to(grid.axes[1]), light.to(grid.axes[2])};
    for (std::size_t s = 0; s <= grid.slices(); ++s) distances[s] = center[2] - grid.depths[s];
    const Range slices = parts_within(distances.data(), grid.slices(), light.radius);
    if (slices.last < slices.first) continue;
    const Range columns = parts_within(grid.column_sides, light, distances.data());
    if (columns.last < columns.first) continue;
    const Range rows = parts_within(grid.row_sides, light, distances.data());
    for (std::size_t s = slices.first; s <= slices.last; ++s)
      for (std::size_t r = rows.first; r <= rows.last; ++r)
        list_row(grid, (s * grid.rows() + r) * grid.columns(), columns, center, light.radius,
                 static_cast<std::uint32_t>(i), lists);
  }
}

/// Both loops, as compiled for one instruction set.
struct Loops {
  std::size_t (*planes)(const Corners&, const Planes&, std::size_t, std::uint64_t*);
  void (*lights)(const LightColumns&, const LightGrid&, std::vector<std::uint32_t>*);
};

#define LOCKSTEP_LOOPS(NAME, ...)                                                                        \
  __VA_ARGS__ std::size_t NAME##_planes(const Corners& corners, const Planes& planes, std::size_t count, \
                                        std::uint64_t* visible) {                                        \
    return test_planes(corners, planes, count, visible);                                                 \
  }                                                                                                      \
  __VA_ARGS__ void NAME##_lights(const LightColumns& lights, const LightGrid& grid,                      \
                                 std::vector<std::uint32_t>* lists) {                                    \
    list_lights(lights, grid, lists);                                                                    \
  }                                                                                                      \
  constexpr Loops NAME{NAME##_planes, NAME##_lights};

LOCKSTEP_LOOPS(baseline)
#ifdef __x86_64__
LOCKSTEP_LOOPS(avx2, [[gnu::target("avx2,fma")]])
LOCKSTEP_LOOPS(avx512, [[gnu::target("avx512f,avx512bw,avx512dq,avx512vl,fma")]])

const Loops& loops_of(Isa isa) { return isa == Isa::avx512 ? avx512 : isa == Isa::avx2 ? avx2 : baseline; }
#else
const Loops& loops_of(Isa) { return baseline; }
#endif
#undef LOCKSTEP_LOOPS

}  // namespace

std::size_t plain_plane_loop(const BoxColumns& boxes, const std::array<LoopPlane, 6>& planes, Isa isa,
                             std::span<std::uint64_t> visible) {
  Corners corners{};
  for (std::size_t p = 0; p < 6; ++p)
    corners[p] = {(planes[p].x >= 0 ? boxes.max_x : boxes.min_x).data(),
                  (planes[p].y >= 0 ? boxes.max_y : boxes.min_y).data(),
                  (planes[p].z >= 0 ? boxes.max_z : boxes.min_z).data()};
  return loops_of(isa).planes(corners, planes, boxes.size(), visible.data());
}

void plain_light_loop(const LightColumns& lights, const LightGrid& grid, Isa isa,
                      std::span<std::vector<std::uint32_t>> lists) {
  for (std::vector<std::uint32_t>& list : lists) list.clear();
  loops_of(isa).lights(lights, grid, lists.data());
}

}  // namespace lockstep::tools
