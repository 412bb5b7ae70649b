// Agents of the plane that look ahead: a ray finds the distance of the wall, the nearest two find agents that are too
// close. An agent that sees a wall turns; one that would come too close to one with a lower number waits. Prints a line
// every 20 frames.
#include <lockstep/lockstep.hpp>

#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

struct Agent {
  lockstep::Vec2 position, step;
  float radius = 0.25F;
};

std::vector<lockstep::Aabb2> make_walls() {
  std::vector<lockstep::Aabb2> walls = {
      {{-21, -21}, {21, -20}}, {{-21, 20}, {21, 21}}, {{-21, -21}, {-20, 21}}, {{20, -21}, {21, 21}}};
  for (float x = -16; x <= 12; x += 4)
    for (float y = -16; y <= 12; y += 8) walls.push_back({{x, y}, {x + 1, y + 5}});
  return walls;
}

}  // namespace

int main() {
  const std::vector<lockstep::Aabb2> wall_list = make_walls();
  const lockstep::World2 walls(lockstep::Aabb2View::of(wall_list, &lockstep::Aabb2::min, &lockstep::Aabb2::max));
  std::vector<Agent> agents;
  for (int i = 0; i < 300; ++i)
    agents.push_back({{static_cast<float>(i % 20) * 2 - 18.5F, static_cast<float>(i / 20) * 2 - 18.75F},
                      i % 2 == 0 ? lockstep::Vec2{0.125F, 0} : lockstep::Vec2{0, -0.125F}});
  const auto view = lockstep::CircleView::of(agents, &Agent::position, &Agent::radius);
  lockstep::World2 crowd(view);

  std::size_t turns = 0, waits = 0;
  for (int frame = 1; frame <= 60; ++frame) {
    std::vector<lockstep::Ray2> looks;  // two units ahead
    std::vector<lockstep::Vec2> places;
    for (const Agent& agent : agents) {
      looks.push_back({agent.position, {16 * agent.step.x, 16 * agent.step.y}});
      places.push_back(agent.position);
    }
    std::vector<std::uint32_t> seen(agents.size()), nearest(2 * agents.size());
    std::vector<lockstep::Interval> distances(nearest.size());
    lockstep::first_hits(looks, walls, {.shapes = seen});
    lockstep::nearest(crowd, places, 2, {nearest, distances});  // one of the two is the agent

    for (std::size_t i = 0; i < agents.size(); ++i) {
      Agent& agent = agents[i];
      const std::size_t other = 2 * i + (nearest[2 * i] == i ? 1 : 0);
      const lockstep::Vec2 there = places[nearest[other]];
      const bool is_ahead =
          (there.x - agent.position.x) * agent.step.x + (there.y - agent.position.y) * agent.step.y > 0;
      if (seen[i] != lockstep::no_object) {
        agent.step = {-agent.step.y, agent.step.x}, ++turns;
      } else if (is_ahead && distances[other].lower < 0.75 && nearest[other] < i) {
        ++waits;
      } else {
        agent.position = {agent.position.x + agent.step.x, agent.position.y + agent.step.y};
      }
    }
    crowd.move(view);
    if (frame % 20 == 0) std::printf("frame %d: %zu turns, %zu waits so far\n", frame, turns, waits);
  }
  const std::size_t in_walls = lockstep::overlapping(walls, view).objects.size();
  std::printf("%s\n", in_walls == 0 ? "nobody is in a wall" : "somebody is in a wall");
  return turns > 0 ? 0 : 1;
}
