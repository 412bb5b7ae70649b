// Does it hit within this step, and when? Prints "ball: 0.50 of the step, laser: 0.75 of its length, door: 0.33".
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

  // A door turns about its hinge by a quarter of a revolution: its end hits the wall at a third of that.
  const auto door = shapes.add(lockstep::Capsule{.p0 = {0, 0, 0}, .p1 = {0, 8, 0}, .radius = 0});
  const std::vector<lockstep::Pair> doors = {{door, wall}};
  const std::vector<lockstep::Motion> turns = {{.by = {}, .turn = {0, 0, -1.57079633F}, .about = {0, 0, 0}}};
  std::vector<lockstep::Interval> angles(doors.size());
  lockstep::cast(shapes, shapes, doors, turns, {.fractions = angles});

  // In the plane the same with shapes, vectors and rays of the plane: a puck hits another one after 3 of 8.
  lockstep::ShapeSet2 table;
  table.add(lockstep::Circle2{.center = {0, 0}, .radius = 1}),
      table.add(lockstep::Circle2{.center = {5, 0}, .radius = 1});
  const std::vector<lockstep::Pair> pucks = {{0, 1}};
  const std::vector<lockstep::Vec2> pushes = {{8, 0}};
  std::vector<lockstep::Interval> meeting(pucks.size());
  lockstep::cast(table, table, pucks, pushes, {.fractions = meeting});

  std::printf("ball: %.2f of the step, laser: %.2f of its length, door: %.2f\n", fractions[0].lower, lengths[0].lower,
              angles[0].lower);
  // The truth is 1/2, 3/4, 1/3 and 3/8, and lies in the intervals.
  const auto holds = [](const lockstep::Interval& f, double truth) { return f.lower <= truth && truth <= f.upper; };
  return holds(fractions[0], 0.5) && holds(lengths[0], 0.75) && holds(angles[0], 1 / 3.0) && holds(meeting[0], 0.375)
             ? 0
             : 1;
}
