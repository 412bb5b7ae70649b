// A terrain of triangles: the hits of rays, the height of a walker above the ground, the time at which a falling one
// lands, and the contacts of a standing one. Prints "ray: triangle 9, walker: 2.0 above, lands at 0.50, 2 contacts".
#include <lockstep/lockstep.hpp>

#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

/// A valley of squares, two triangles each: the ground rises by 1 from x = 2 to x = 3.
lockstep::TriangleMesh valley() {
  const std::vector<float> heights = {0, 0, 0, 1,   //
                                      0, 0, 0, 1,   //
                                      0, 0, 0, 1,   //
                                      0, 0, 0, 1};  // in steps of 1 along x, row by row along y
  return lockstep::TriangleMesh({.heights = heights, .columns = 4, .rows = 4});
}

}  // namespace

int main() {
  const lockstep::TriangleMesh ground = valley();
  lockstep::ShapeSet walkers;
  const auto falling =
      walkers.add(lockstep::Capsule{.p0 = {0.5F, 0.25F, 2.5F}, .p1 = {0.5F, 0.25F, 3.5F}, .radius = 0.5F});
  const auto lying = walkers.add(lockstep::Capsule{.p0 = {0.2F, 2.1F, 0.5F}, .p1 = {0.6F, 2.1F, 0.5F}, .radius = 0.5F});

  const std::vector<lockstep::Ray> rays = {{.origin = {1.75F, 1.875F, 5}, .motion = {0, 0, -10}}};
  std::vector<lockstep::Interval> hits(rays.size());
  std::vector<std::uint32_t> triangles(rays.size());
  lockstep::cast_rays(rays, ground, {.fractions = hits, .triangles = triangles});

  const std::vector<std::uint32_t> list = {falling};
  std::vector<lockstep::Interval> above(list.size()), lands(list.size());
  lockstep::distance(walkers, ground, list, lockstep::MeshDistanceOutput{.distances = above});
  const std::vector<lockstep::Vec3> motions = {{0, 0, -4}};
  lockstep::cast(walkers, ground, list, motions, lockstep::MeshCastOutput{.fractions = lands});

  std::vector<lockstep::Pair> pairs(16);
  std::vector<lockstep::Manifold> manifolds(pairs.size());
  const std::vector<std::uint32_t> on_the_ground = {lying};
  const lockstep::MeshContacts found =
      lockstep::contacts(walkers, ground, on_the_ground, {.pairs = pairs, .manifolds = manifolds}, {.margin = 0.01F});
  const std::uint32_t points = found.pairs > 0 ? manifolds[0].count : 0;

  std::printf("ray: triangle %u, walker: %.1f above, lands at %.2f, %u contacts\n", triangles[0], above[0].lower,
              lands[0].lower, points);
  // The truth is 2 and 1/2, and lies in the intervals.
  const bool holds = above[0].lower <= 2 && 2 <= above[0].upper && lands[0].lower <= 0.5 && 0.5 <= lands[0].upper;
  return holds && triangles[0] == 9 && points == 2 ? 0 : 1;
}
