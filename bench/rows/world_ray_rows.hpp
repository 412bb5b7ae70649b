// Rows of incoherent rays against static geometry.
#pragma once

#include <lockstep/config.hpp>

namespace lockstep::bench {

/// world/rays_triangles_100k/<method>, on one thread.
void add_world_ray_rows(Isa isa);

}  // namespace lockstep::bench
