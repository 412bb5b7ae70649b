// A crowd that is kept from frame to frame: nearest neighbours, frustum culling, and the agents in the way of a cart.
// Prints a line for each frame.
#include <lockstep/lockstep.hpp>

#include <array>
#include <cstdint>
#include <cstdio>
#include <vector>

int main() {
  struct Agent {
    lockstep::Vec3 position;
    float radius;
  };
  std::vector<Agent> agents;
  for (int i = 0; i < 1000; ++i)
    agents.push_back({{static_cast<float>(i % 40) - 20, 0, -1 - static_cast<float>(i / 40)}, 0.25F});
  const auto view = lockstep::SphereView::of(agents, &Agent::position, &Agent::radius);
  lockstep::World world(view);

  constexpr std::array<float, 16> view_projection = {1, 0, 0,           0,            //
                                                     0, 1, 0,           0,            //
                                                     0, 0, -1.0010010F, -0.1001001F,  //
                                                     0, 0, -1,          0};
  const auto camera = lockstep::ConvexVolume::from_view_projection(view_projection, lockstep::MatrixOrder::row_major,
                                                                   lockstep::DepthRange::zero_to_one);
  const std::vector<lockstep::Vec3> places = {{0, 0, -10}};
  lockstep::ShapeSet carts;
  carts.add(lockstep::Capsule{{-1, 0, -6}, {1, 0, -6}, 0.5F});
  std::size_t seen = 0;
  for (int frame = 0; frame < 2; ++frame) {
    seen = lockstep::cull_count(camera, world);
    std::vector<std::uint32_t> nearest(3 * places.size());
    lockstep::nearest(world, places, 3, {nearest});
    const lockstep::ObjectLists near = lockstep::within(world, places, 1.5F);
    const lockstep::ObjectLists hit = lockstep::overlapping(world, carts);
    std::printf("%zu seen, nearest %u %u %u, %zu near, %zu in the way\n", seen, nearest[0], nearest[1], nearest[2],
                near[0].size(), hit[0].size());

    for (Agent& agent : agents) agent.position.x += 0.5F;  // the next frame
    world.move(view);
  }

  // agents leave: their indices become free slots until others come, and a handle of a removed agent finds nothing
  const lockstep::ObjectHandle leader = world.handle(7);
  world.remove(std::vector<std::uint32_t>{7, 8, 9});
  const std::vector<Agent> more = {{{0, 0, -8}, 0.5F}, {{1, 0, -8}, 0.5F}};
  const auto came = world.add(lockstep::SphereView::of(more, &Agent::position, &Agent::radius));
  std::printf("%u and %u came, %zu hole is left, the leader is %s\n", came[0], came[1], world.free_slots(),
              world.contains(leader) ? "there" : "gone");
  return seen > 0 && seen < agents.size() ? 0 : 1;
}
