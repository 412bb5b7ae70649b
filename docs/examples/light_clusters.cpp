// Which lights reach which cluster of the view? Prints "5 of 8 clusters are lit; the first by light 0".
#include <lockstep/lockstep.hpp>

#include <array>
#include <cstdint>
#include <cstdio>
#include <vector>

int main() {
  // A camera at the origin that looks along -z: 90 degrees wide, near side at 0.1, far side at 100.
  constexpr std::array<float, 16> view_projection = {1, 0, 0,           0,            //
                                                     0, 1, 0,           0,            //
                                                     0, 0, -1.0010010F, -0.1001001F,  //
                                                     0, 0, -1,          0};
  // Two columns, two rows, and two slices that meet at a depth of 10.
  const std::vector<float> depths = {10};
  const auto clusters = lockstep::VolumeSet::grid(view_projection, lockstep::DepthRange::zero_to_one,
                                                  {.columns = 2, .rows = 2, .depths = depths});

  // One light low on the left, one in the middle of the far slice.
  const std::vector<float> x = {-3, 0}, y = {-3, 0}, z = {-5, -50}, radius = {2, 5};
  const lockstep::SphereView lights{
      .x = {x.data()}, .y = {y.data()}, .z = {z.data()}, .radius = {radius.data()}, .count = x.size()};

  // The lights of cluster c are list[first[c]] .. list[first[c + 1] - 1].
  std::vector<std::size_t> first(clusters.size() + 1);
  std::vector<std::uint32_t> list(16);
  const std::size_t needed = lockstep::cull(clusters, lights, {.first = first, .indices = list});
  if (needed > list.size()) return 1;  // nothing was written: call again with more room

  std::size_t lit = 0;
  for (std::size_t c = 0; c < clusters.size(); ++c) lit += first[c + 1] != first[c] ? 1 : 0;
  std::printf("%zu of %zu clusters are lit; the first by light %u\n", lit, clusters.size(), list[first[0]]);
  return lit == 5 && first[1] - first[0] == 1 ? 0 : 1;
}
