// Changes of a world are made as a whole, or leave it without objects.
#pragma once

#include "world/world_store.hpp"

namespace lockstep::detail {

/// Memory that runs out, or an executor that breaks its word, may stop a change anywhere: between numbers and boxes, or
/// with positions of objects that are not there yet. Nobody is to be told what such a world says.
template <class Change>
void change_as_a_whole(World::Store& store, const Change& change) {
  try {
    change();
  } catch (...) {
    store.lose_objects();
    throw;
  }
}

}  // namespace lockstep::detail
