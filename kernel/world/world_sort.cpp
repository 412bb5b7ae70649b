#include "world/world_sort.hpp"

#include "base/scratch.hpp"
#include "world/world_changes.hpp"

namespace lockstep::detail {

namespace {

/// The positions of the objects, by rising index.
ScratchVector<std::uint32_t> living_positions(const World::Store& store) {
  ScratchVector<std::uint32_t> positions;
  positions.reserve(store.count);
  for (std::uint32_t index = 0; index < store.position.size(); ++index)
    if (store.contains(index)) positions.push_back(store.position[index]);
  return positions;
}

}  // namespace

void sort_store(World::Store& store, const WorldKernels& kernels) {
  ScratchVector<std::uint32_t> from = living_positions(store), order(from.size());
  World::Store sorted;
  sorted.kind = store.kind, sorted.in_plane = store.in_plane;
  sorted.resize(store.count);
  Places places(sorted.numbers, order);
  for_each_range(from.size(), usual_part, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) places.set(i, middle_of(store, from[i]), size_of(store, from[i]));
  });
  places.sort(kernels.split);
  for_each_range(order.size(), usual_part, [&](std::size_t begin, std::size_t end) {
    for (std::size_t at = begin; at < end; ++at) {
      const std::uint32_t old = from[order[at]];
      for (std::size_t s = 0; s < store.streams(); ++s) sorted.numbers[s * sorted.pitch + at] = store.number(s, old);
      sorted.order[at] = store.order[old];
    }
  });
  if (sorted.count != 0) sorted.fill_block(sorted.blocks() - 1);
  sorted.clear_gaps();
  sorted.refit(kernels);
  sorted.note_half_perimeters();
  for (std::size_t at = 0; at < order.size(); ++at) store.position[sorted.order[at]] = static_cast<std::uint32_t>(at);
  sorted.position = std::move(store.position), sorted.generation = std::move(store.generation);
  sorted.free_list = store.free_list, sorted.shapes = std::move(store.shapes);
  sorted.bodies = std::move(store.bodies);
  store = std::move(sorted);
  change_as_a_whole(store, [&] { store.order_bodies(); });
}

}  // namespace lockstep::detail
