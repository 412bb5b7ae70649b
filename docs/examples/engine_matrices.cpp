// Which objects does the camera see, given their world matrices and one box that they share? Prints "2 of 3 visible: 0
// 2".
#include <lockstep/lockstep.hpp>

#include <array>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <vector>

int main() {
  // A camera at the origin that looks along -z: 90 degrees wide, near side at 0.1, far side at 100.
  constexpr std::array<float, 16> view_projection = {1, 0, 0,           0,            //
                                                     0, 1, 0,           0,            //
                                                     0, 0, -1.0010010F, -0.1001001F,  //
                                                     0, 0, -1,          0};
  const auto camera = lockstep::ConvexVolume::from_view_projection(view_projection, lockstep::DepthRange::zero_to_one);

  // As in engines: a 4x4 matrix for each instance, column-major, with the position in the last column.
  using Matrix = std::array<float, 16>;
  const std::vector<Matrix> worlds = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, -5, 1},   // in front of the eye
                                      {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 8, 0, -5, 1},   // beside the view
                                      {4, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 8, 0, -5, 1}};  // as well, but stretched
  // And the box of the model in its own space. All instances share it: a stride of 0.
  const lockstep::Aabb model{{-1, -1, -1}, {1, 1, 1}};
  const auto matrices = lockstep::MatrixStreams::of(worlds, lockstep::MatrixOrder::column_major, std::identity());
  const lockstep::TransformedBoxView objects{.matrix = matrices,
                                             .min_x = {&model.min.x, 0},
                                             .min_y = {&model.min.y, 0},
                                             .min_z = {&model.min.z, 0},
                                             .max_x = {&model.max.x, 0},
                                             .max_y = {&model.max.y, 0},
                                             .max_z = {&model.max.z, 0},
                                             .count = worlds.size()};

  std::vector<std::uint64_t> visible(lockstep::mask_words(objects.count));
  const std::size_t count = lockstep::cull(camera, objects, visible);

  std::vector<std::uint32_t> indices(count);
  lockstep::list_indices(visible, indices);
  std::printf("%zu of %zu visible:", count, objects.count);
  for (const std::uint32_t index : indices) std::printf(" %u", index);
  std::printf("\n");
  return count == 2 ? 0 : 1;
}
