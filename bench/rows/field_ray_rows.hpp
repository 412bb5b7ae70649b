// The rows world/rays_{spheres,boxes,hulls}_100k: 20,000 rays from anywhere to anywhere in a field of 100,000 objects,
// by a kept world.
#pragma once

#include <lockstep/config.hpp>

namespace lockstep::bench {

void add_field_ray_rows(Isa isa);

}  // namespace lockstep::bench
