// A camera flies through many boxes in a World: how long does culling take in each frame?
//
//   camera_flight 10000000 300     # ten million boxes (1 GB), 300 frames; else 20,000 and 30
#include <lockstep/lockstep.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// One box for each 200 cubic units of a flat land.
std::vector<lockstep::Aabb> make_boxes(std::size_t count) {
  std::mt19937 random(1);
  const float side = std::sqrt(static_cast<float>(count) * 200 / 20);
  const auto number = [&random](float below) { return std::ldexp(static_cast<float>(random() >> 8), -24) * below; };
  std::vector<lockstep::Aabb> boxes(count);
  for (lockstep::Aabb& box : boxes) {
    box.min = {number(side) - side / 2, number(20), number(side) - side / 2};
    box.max = {box.min.x + 0.5F + number(2), box.min.y + 0.5F + number(3), box.min.z + 0.5F + number(2)};
  }
  return boxes;
}

/// On a circle about the middle, looking ahead; 90 degrees wide, to 300 units away.
lockstep::ConvexVolume camera_at(float turn, float radius) {
  const float c = std::cos(turn), s = std::sin(turn), near = 0.1F, far = 300;
  const float depth = far / (far - near), x = radius * c, z = radius * s;
  // The axes of the camera: right (c, 0, s), up (0, 1, 0), ahead (-s, 0, c).
  const std::array<float, 16> matrix = {c,          0, s,         -(c * x + s * z),                //
                                        0,          1, 0,         -10,                             //
                                        -s * depth, 0, c * depth, (s * x - c * z - near) * depth,  //
                                        -s,         0, c,         s * x - c * z};
  return lockstep::ConvexVolume::from_view_projection(matrix, lockstep::MatrixOrder::row_major,
                                                      lockstep::DepthRange::zero_to_one);
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t count = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 20'000;
  const int frames = argc > 2 ? std::max(1, std::atoi(argv[2])) : 30;
  const std::vector<lockstep::Aabb> boxes = make_boxes(count);
  auto start = Clock::now();
  const lockstep::World world(lockstep::AabbView::of(boxes, &lockstep::Aabb::min, &lockstep::Aabb::max));
  std::printf("%zu boxes, sorted in %.1f ms\n", world.size(), milliseconds_since(start));

  std::vector<std::uint64_t> visible(lockstep::mask_words(world.order().size()));
  const float radius = std::sqrt(static_cast<float>(count)) / 2;
  std::vector<double> times;
  std::size_t seen = 0;
  for (int frame = 0; frame < frames; ++frame) {
    const lockstep::ConvexVolume camera =
        camera_at(6.2831853F * static_cast<float>(frame) / static_cast<float>(frames), radius);
    start = Clock::now();
    seen += lockstep::cull_in_order(camera, world, visible);  // bit p is that of box world.order()[p]
    times.push_back(milliseconds_since(start));
  }
  std::sort(times.begin(), times.end());
  std::printf("%d frames: median %.3f ms, longest %.3f ms; %zu boxes seen in each\n", frames, times[times.size() / 2],
              times.back(), seen / static_cast<std::size_t>(frames));
  return seen > 0 ? 0 : 1;
}
