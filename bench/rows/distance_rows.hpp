// Rows of signed distances of pair lists, and of contacts, which say a sign or a depth as well.
#pragma once

#include <lockstep/isa.hpp>

namespace lockstep::bench {

void add_distance_rows(Isa isa);
void add_contact_rows(Isa isa);

}  // namespace lockstep::bench
