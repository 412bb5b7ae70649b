// Where does the crate touch the floor, and how deep? Prints "4 points, 0.1 deep: the crate is put back".
#include <lockstep/lockstep.hpp>

#include <cstdio>
#include <vector>

int main() {
  lockstep::ShapeSet shapes;
  lockstep::Box crate{.center = {1, 1, 0.875F}, .rotation = {}, .half_extents = {1, 1, 1}};
  const auto floor = shapes.add(lockstep::Aabb{.min = {-9, -9, -1}, .max = {9, 9, 0}});
  const auto box = shapes.add(crate);

  const std::vector<lockstep::Pair> pairs = {{box, floor}};
  std::vector<lockstep::Manifold> manifolds(pairs.size());
  lockstep::contacts(shapes, shapes, pairs, manifolds, {.margin = 0.02F});

  const lockstep::Manifold& m = manifolds[0];
  std::printf("%u points, %.1f deep: ", m.count, -m.points[0].separation);
  // A solver gives each point (m.points[i].a, .b) an impulse along the normal, and finds those of the frame before by
  // the two features. Here the whole crate moves.
  const double depth = -m.points[0].separation;
  crate.center.z += static_cast<float>(depth * m.normal.z);
  shapes.set(box, crate);
  lockstep::contacts(shapes, shapes, pairs, manifolds);
  const bool is_out = m.count == 4 && m.points[0].separation > -1e-6;
  std::printf(is_out ? "the crate is put back\n" : "the crate is stuck\n");
  return is_out ? 0 : 1;
}
