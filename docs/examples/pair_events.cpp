// Pairs that begin, stay and end. Prints "began 1, stayed 0, ended 0; began 1, stayed 0, ended 1".
#include <lockstep/lockstep.hpp>

#include <cstdio>
#include <span>
#include <vector>

int main() {
  // A ball rolls from one pressure plate to the next.
  lockstep::ShapeSet shapes;
  const auto ball = shapes.add(lockstep::Sphere{.center = {-3, 0, 1}, .radius = 1});
  shapes.add(lockstep::Aabb{.min = {-2, -1, -1}, .max = {0, 1, 0.1F}});
  shapes.add(lockstep::Aabb{.min = {3, -1, -1}, .max = {5, 1, 0.1F}});

  lockstep::OverlapPass pass;
  lockstep::PairEvents events;  // keeps the pairs of the last frame
  std::vector<lockstep::Pair> pairs(16);
  bool right = true;
  for (int frame = 0; frame < 2; ++frame) {
    shapes.set(ball, lockstep::Sphere{.center = {frame == 0 ? -1.0F : 4.0F, 0, 1}, .radius = 1});
    const lockstep::OverlapResult found = pass.run(shapes, {.pairs = pairs});
    if (!found.complete) return 1;  // pairs without room would count as ended
    const lockstep::PairChanges changes = events.update(std::span(pairs).first(found.pairs));
    std::printf("began %zu, stayed %zu, ended %zu%s", changes.began.size(), changes.stayed.size(), changes.ended.size(),
                frame == 0 ? "; " : "\n");
    right = right && changes.began.size() == 1 && changes.began[0] == lockstep::Pair{ball, frame == 0 ? 1U : 2U};
  }
  return right ? 0 : 1;
}
