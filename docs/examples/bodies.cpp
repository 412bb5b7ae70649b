// Bodies of several parts: their distance, which parts are nearest, and when do they hit? Prints "0.50 apart, by parts
// 1 and 0; the head hits after 0.25 of the step; 1 manifold there".
#include <lockstep/lockstep.hpp>

#include <cstdio>
#include <vector>

int main() {
  lockstep::BodySet bodies;
  const lockstep::BodyPart hammer_parts[] = {
      lockstep::Capsule{.p0 = {0, 0, 0}, .p1 = {0, 0, 2}, .radius = 0.1F},
      lockstep::Box{.center = {0, 0, 2}, .half_extents = {1, 0.25F, 0.25F}},
  };
  const lockstep::BodyPart table_parts[] = {
      lockstep::Box{.center = {0, 0, 1}, .half_extents = {1, 1, 0.1F}},
      lockstep::Box{.center = {0, 0, 0.5F}, .half_extents = {0.1F, 0.1F, 0.5F}},
  };
  const auto hammer = bodies.add(hammer_parts, {.position = {-2.5F, 0, -1}});
  const auto table = bodies.add(table_parts);

  const std::vector<lockstep::Pair> pairs = {{hammer, table}};
  std::vector<lockstep::Interval> distances(pairs.size()), fractions(pairs.size());
  std::vector<lockstep::Pair> nearest(pairs.size()), first(pairs.size());
  lockstep::distance(bodies, bodies, pairs, {.distances = distances, .parts = nearest});

  const std::vector<lockstep::Vec3> motions = {{2, 0, 0}};
  lockstep::cast(bodies, bodies, pairs, motions, {.fractions = fractions, .parts = first});

  const auto reached = static_cast<float>(fractions[0].lower);
  bodies.move(hammer, {.position = {-2.5F + reached * motions[0].x, 0, -1}});
  std::vector<lockstep::BodyManifold> manifolds(8);
  const lockstep::BodyContactResult touching = lockstep::contacts(bodies, bodies, pairs, manifolds, {.margin = 0.01F});

  std::printf("%.2f apart, by parts %u and %u; the %s hits after %.2f of the step; %u manifold there\n",
              distances[0].lower, nearest[0].a, nearest[0].b, first[0].a == 1 ? "head" : "handle", fractions[0].lower,
              static_cast<unsigned>(touching.manifolds));
  return nearest[0] == lockstep::Pair{1, 0} && touching.manifolds == 1 ? 0 : 1;
}
