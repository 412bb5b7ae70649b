// Does it hit within this step, and when? Prints "ball: 0.50 of the step, laser: 0.75 of its length".
#include <lockstep/lockstep.hpp>

#include <cstdio>
#include <vector>

int main() {
  lockstep::ShapeSet shapes;
  const auto wall = shapes.add(lockstep::Aabb{.min = {4, -9, -9}, .max = {5, 9, 9}});
  const auto ball = shapes.add(lockstep::Sphere{.center = {0, 0, 0}, .radius = 1});

  const std::vector<lockstep::Pair> pairs = {{ball, wall}};
  const std::vector<lockstep::Vec3> motions = {{6, 0, 0}};
  std::vector<lockstep::Interval> fractions(pairs.size());
  lockstep::cast(shapes, shapes, pairs, motions, {.fractions = fractions});

  const std::vector<lockstep::Ray> lasers = {{.origin = {1, 2, 3}, .motion = {4, 1, 0}}};
  const std::vector<lockstep::Pair> aims = {{0, wall}};
  std::vector<lockstep::Interval> lengths(aims.size());
  lockstep::cast_rays(lasers, shapes, aims, {.fractions = lengths});

  std::printf("ball: %.2f of the step, laser: %.2f of its length\n", fractions[0].lower, lengths[0].lower);
  // The truth is 1/2 and 3/4, and lies in the intervals.
  const bool holds =
      fractions[0].lower <= 0.5 && 0.5 <= fractions[0].upper && lengths[0].lower <= 0.75 && 0.75 <= lengths[0].upper;
  return holds ? 0 : 1;
}
