#include "lockstep/world.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "world/world_store.hpp"

namespace lockstep {

template <>
LOCKSTEP_API WorldState state_of(const World& world) {
  const World::Store& store = world.store();
  WorldState state;
  state.generations = store.generation;
  if (store.shape_set() != nullptr) return state;
  state.streams = static_cast<std::uint32_t>(store.streams());
  state.numbers.resize(state.streams * store.position.size());
  for (std::uint32_t i = 0; i < store.position.size(); ++i)
    for (std::size_t s = 0; s < state.streams && store.contains(i); ++s)
      state.numbers[state.streams * i + s] = store.number(s, store.position[i]);
  for (detail::FreeList slots = store.free_list; !slots.empty();) state.free_slots.push_back(slots.pop(store.position));
  std::reverse(state.free_slots.begin(), state.free_slots.end());  // the last freed slot is reused first
  return state;
}

template <>
LOCKSTEP_API void set_generations(World& world, std::vector<std::uint32_t> generations) {
  if (generations.size() > world.size() && world.store().shape_set() == nullptr)
    throw InvalidInput("generations: there are " + std::to_string(generations.size()) + ", the world has " +
                       std::to_string(world.size()) + " indices");
  world.store_->generation = std::move(generations);
}

template <>
LOCKSTEP_API WorldState state_of(const World2& world) {
  return state_of(world.in_space());
}
template <>
LOCKSTEP_API void set_generations(World2& world, std::vector<std::uint32_t> generations) {
  set_generations(world.world_, std::move(generations));
}

}  // namespace lockstep
