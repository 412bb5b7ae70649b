// A crowd that stands too close steps apart, frame after frame. Prints "overlapping pairs: 180 at first, 0 after 85
// frames".
#include <lockstep/lockstep.hpp>

#include <cstddef>
#include <cstdio>
#include <span>
#include <vector>

int main() {
  struct Agent {
    float x, y, radius;
  };
  std::vector<Agent> agents;
  for (int i = 0; i < 100; ++i) agents.push_back({0.5F * float(i % 10), 0.5F * float(i / 10), 0.3F});
  const auto view = lockstep::CircleView::of(agents, &Agent::x, &Agent::y, &Agent::radius);

  lockstep::OverlapPass pass(lockstep::automatic_skin);  // keeps its memory and, if that pays, the pairs that may meet
  std::vector<lockstep::Pair> pairs(agents.size() * 8);
  std::vector<lockstep::Separation> separations(pairs.size());
  std::size_t at_first = 0, frames = 0;
  for (;; ++frames) {
    const lockstep::OverlapResult found =
        pass.run(view, {.pairs = pairs, .separations = separations}, {.touching = lockstep::Touching::separate});
    if (!found.complete) return 1;  // more pairs than there is room for: found.pairs is their number
    if (frames == 0) at_first = found.pairs;
    if (found.pairs == 0 || frames == 1000) break;

    for (std::size_t i = 0; i < found.pairs; ++i) {
      Agent &a = agents[pairs[i].a], &b = agents[pairs[i].b];
      const lockstep::Separation& s = separations[i];
      const float step = 0.5F * s.depth + 0.001F;  // half of it each, and a little more, so that they do not touch
      a.x += step * s.direction.x, a.y += step * s.direction.y;
      b.x -= step * s.direction.x, b.y -= step * s.direction.y;
    }
  }
  std::printf("overlapping pairs: %zu at first, 0 after %zu frames\n", at_first, frames);
  return frames < 1000 && at_first == 180 ? 0 : 1;
}
