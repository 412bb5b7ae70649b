// The distance, the penetration depth, and the direction out. Prints "gap 1.0, depth 0.5 towards (0, 0, 1)".
#include <lockstep/lockstep.hpp>

#include <cstdio>
#include <vector>

int main() {
  lockstep::ShapeSet shapes;
  const auto floor = shapes.add(lockstep::Aabb{.min = {-9, -9, -1}, .max = {9, 9, 0}});
  const auto crate = shapes.add(lockstep::Box{.center = {1, 1, 0.5F}, .rotation = {}, .half_extents = {1, 1, 1}});
  const auto lamp = shapes.add(lockstep::Sphere{.center = {0, 0, 2}, .radius = 1});

  const std::vector<lockstep::Pair> pairs = {{lamp, floor}, {crate, floor}};
  std::vector<lockstep::Interval> distances(pairs.size());
  std::vector<lockstep::Vec3d> normals(pairs.size());
  lockstep::distance(shapes, shapes, pairs, {.distances = distances, .normals = normals});

  const auto& out = normals[1];
  std::printf("gap %.1f, depth %.1f towards (%.0f, %.0f, %.0f)\n", distances[0].lower, -distances[1].lower, out.x,
              out.y, out.z);
  // The truth is 1 and -0.5, and lies in the intervals.
  const bool holds =
      distances[0].lower <= 1 && 1 <= distances[0].upper && distances[1].lower <= -0.5 && -0.5 <= distances[1].upper;
  return holds ? 0 : 1;
}
