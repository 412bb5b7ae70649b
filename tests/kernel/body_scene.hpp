// Bodies of parts of all kinds, anywhere.
#pragma once

#include <cmath>
#include <vector>

#include "generate.hpp"
#include "lockstep/sets.hpp"

namespace lockstep::test {

using oracle::below;
using oracle::Rng;
using oracle::uniform;

inline Vec3 point(Rng& rng, double half) {
  return {static_cast<float>(uniform(rng, -half, half)), static_cast<float>(uniform(rng, -half, half)),
          static_cast<float>(uniform(rng, -half, half))};
}

inline float length(Rng& rng) { return static_cast<float>(uniform(rng, 0.1, 0.5)); }

inline Quat rotation(Rng& rng) {
  const double x = uniform(rng, -1, 1), y = uniform(rng, -1, 1), z = uniform(rng, -1, 1), w = uniform(rng, 0.1, 1);
  const double k = 1 / std::sqrt(x * x + y * y + z * z + w * w);
  return {static_cast<float>(x * k), static_cast<float>(y * k), static_cast<float>(z * k), static_cast<float>(w * k)};
}

inline Pose pose(Rng& rng, double half) { return {point(rng, half), rotation(rng)}; }

inline BodyPart random_part(Rng& rng, double half, std::uint32_t mesh) {
  const Vec3 at = point(rng, half), to{at.x + length(rng), at.y - length(rng), at.z + length(rng)};
  switch (below(rng, 7)) {
    case 0: return Sphere{at, length(rng)};
    case 1: return Box{at, rotation(rng), {length(rng), length(rng), length(rng)}};
    case 2: return Capsule{at, to, length(rng)};
    case 3: return Ellipsoid{at, rotation(rng), {length(rng), length(rng), length(rng)}};
    case 4: return Cylinder{at, to, length(rng)};
    case 5: return Cone{at, to, length(rng)};
    default: return HullInstance{mesh, {at, rotation(rng)}, length(rng)};
  }
}

inline std::uint32_t add_pyramid(BodySet& bodies) {
  return bodies.add_mesh(
      ConvexHull{std::vector<Vec3>{{0, 0, 0}, {0.5F, 0, 0}, {0, 0.5F, 0}, {0.5F, 0.5F, 0}, {0.2F, 0.2F, 0.5F}}});
}

/// Bodies of 1 to `most_parts` parts; their size goes with the number of parts.
inline BodySet random_bodies(Rng& rng, std::size_t count, int most_parts, double half) {
  BodySet bodies;
  const std::uint32_t mesh = add_pyramid(bodies);
  for (std::size_t i = 0; i < count; ++i) {
    const int parts = 1 + below(rng, most_parts);
    std::vector<BodyPart> of_body;
    for (int k = 0; k < parts; ++k) of_body.push_back(random_part(rng, 0.5 * std::cbrt(parts), mesh));
    bodies.add(of_body, pose(rng, half));
  }
  return bodies;
}

}  // namespace lockstep::test
