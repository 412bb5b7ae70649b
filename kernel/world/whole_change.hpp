// Changes of a world complete, or leave it without objects.
#pragma once

#include "world/world_store.hpp"

namespace lockstep::detail {

/// Running out of memory, or an executor that breaks its contract, may interrupt a change anywhere: between numbers and
/// boxes, or while positions refer to objects that do not exist yet. Queries must not see such a world.
template <class Change>
void change_as_a_whole(World::Store& store, const Change& change) {
  try {
    change();
  } catch (...) {
    store.clear();
    throw;
  }
}

}  // namespace lockstep::detail
