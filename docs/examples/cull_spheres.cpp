// Which spheres does the camera see? Prints "2 of 3 visible: 0 2".
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
  const auto camera = lockstep::ConvexVolume::from_view_projection(view_projection, lockstep::MatrixOrder::row_major,
                                                                   lockstep::DepthRange::zero_to_one);

  // Your own structures, as they lie in memory: nothing is copied.
  struct Ball {
    float x, y, z, radius;
  };
  const std::vector<Ball> balls = {{0, 0, -5, 1}, {0, 0, 5, 1}, {6, 0, -5, 1}};
  const auto view = lockstep::SphereView::of(balls, &Ball::x, &Ball::y, &Ball::z, &Ball::radius);

  std::vector<std::uint64_t> visible(lockstep::mask_words(balls.size()));
  const std::size_t count = lockstep::cull(camera, view, visible);

  std::vector<std::uint32_t> indices(count);
  lockstep::list_indices(visible, indices);
  std::printf("%zu of %zu visible:", count, balls.size());
  for (const std::uint32_t index : indices) std::printf(" %u", index);
  std::printf("\n");
  return count == 2 ? 0 : 1;
}
