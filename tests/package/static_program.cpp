// The smallest program that culls boxes: its size is what a static program pays for one question about one kind.
#include <cstddef>
#include <cstdint>
#include <vector>

#include <lockstep/cull.hpp>

int main() {
  const std::vector<lockstep::Aabb> boxes(100, {{-1, -1, -1}, {1, 1, 1}});
  const auto view = lockstep::AabbView::of(boxes, &lockstep::Aabb::min, &lockstep::Aabb::max);
  const auto camera = lockstep::ConvexVolume::from_camera(lockstep::Lens::perspective(1, 1, 1, 100),
                                                          lockstep::CameraPose::looking_at({0, 0, 9}, {0, 0, 0}));
  std::vector<std::uint64_t> visible(lockstep::mask_words(boxes.size()));
  return lockstep::cull(camera, view, visible) == boxes.size() ? 0 : 1;
}
