// Rows of signed distances of pair lists and of shapes and meshes, and of contacts, whose sign or depth is judged as
// well.
#pragma once

#include <lockstep/config.hpp>

namespace lockstep::bench {

void add_distance_rows(Isa isa);
void add_plane_distance_rows(Isa isa);
void add_mesh_distance_rows(Isa isa);
void add_contact_rows(Isa isa);

}  // namespace lockstep::bench
