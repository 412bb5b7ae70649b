#include "world/incremental_sort.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "world/world_changes.hpp"
#include "world/world_sort.hpp"

namespace lockstep::detail {

namespace {

/// Whether the order has degraded: more than a quarter of the blocks are a quarter larger than when they were sorted,
/// or there are a quarter more blocks than the objects need. One object that flies off enlarges few blocks, however far
/// it goes.
bool is_badly_sorted(const World::Store& store) {
  std::size_t grown = 0, used = 0;
  for (std::size_t b = 0; b < store.blocks(); ++b) {
    if (store.alive(b) == 0) continue;
    ++used;
    grown += store.levels[0].half_perimeter(b) > 1.25F * store.sorted_half_perimeters[b] ? 1U : 0U;
  }
  return grown > used / 4 || used > parts_of(store.count, world_block) * 5 / 4 + 1;
}

}  // namespace

void IncrementalSort::step(World::Store& store, std::size_t changes, std::size_t each, ChangedBlocks* changed,
                           const WorldKernels& kernels) {
  changes_ += changes;
  if (work_ == nullptr) {
    // Early: a sort that begins in a later frame allocates nothing.
    if (scratch_here() != nullptr && spare_ == nullptr) spare_ = memory_for(store, changed != nullptr);
    if (store.count == 0 || changes_ < store.count / 8) return;
    changes_ = 0;
    if (!is_badly_sorted(store)) return;
    begin(store, changed != nullptr);
  }
  if (changed == nullptr) work_->has_numbers = false, work_->numbers.clear();
  std::size_t budget = std::min(each * changes, std::max(store.count / 2, std::size_t{1} << 16));
  while (budget > 0 && !work_->is_sorted) budget -= std::min(budget, advance(store, budget, kernels.split));
  if (!work_->is_sorted) return;
  adopt_order(store, kernels);
  if (changed != nullptr) {
    adopt_numbers(store);
    for (std::size_t block = 0; block < store.blocks(); ++block) store.fill_block(block);
    store.refit(kernels);
    changed->clear();
  }
  if (scratch_here() != nullptr) spare_ = std::move(work_);
  work_ = nullptr;
}

void IncrementalSort::note_put(std::uint32_t index) {
  if (work_ != nullptr) work_->late.push_back(index);
}

void IncrementalSort::note_moved(const World::Store& store, std::uint32_t index) {
  if (work_ != nullptr && work_->has_numbers && is_emitted(index)) copy_numbers(store, index);
}

void IncrementalSort::note_removed(std::uint32_t index, const RawLineVector<std::uint32_t>& position) {
  if (work_ == nullptr) return;
  if (is_emitted(index)) work_->order[work_->position[index]] = no_object;
  if (index < work_->position.size()) work_->position[index] = position[index];
}

void IncrementalSort::after_refit(World::Store& store) {
  if (!std::exchange(adopted_order_, false)) return;
  store.trim();
  store.note_half_perimeters();
}

std::size_t IncrementalSort::memory_bytes() const {
  std::size_t bytes = 0;
  for (const Work* const work : {work_.get(), spare_.get()}) {
    if (work == nullptr) continue;
    const std::size_t numbers = work->order.capacity() + work->position.capacity() + work->late.capacity();
    bytes += sizeof *work + 2 * work->room * (3 * sizeof(float) + sizeof(std::uint32_t)) + work->classes.capacity() +
             work->numbers.capacity() * sizeof(float) + numbers * sizeof(std::uint32_t);
  }
  return bytes;
}

void IncrementalSort::begin(const World::Store& store, bool with_numbers) {
  std::unique_ptr<Work> work = memory_for(store, with_numbers);
  work->positions = store.order.size(), work->has_numbers = with_numbers, work->pitch = store.pitch;
  work_ = std::move(work);
}

std::unique_ptr<IncrementalSort::Work> IncrementalSort::memory_for(const World::Store& store, bool with_numbers) {
  std::unique_ptr<Work> work = std::move(spare_);
  if (work == nullptr || work->room < store.order.size()) work = std::make_unique<Work>(store.order.size());
  static_cast<Progress&>(*work) = {};
  work->classes.clear(), work->numbers.clear(), work->open.clear();
  work->order.clear(), work->position.clear(), work->late.clear();
  work->classes.reserve(store.count), work->open.reserve(most_open);
  if (with_numbers) work->numbers.reserve(store.numbers.size());
  work->order.reserve(store.order.size()), work->position.reserve(store.position.size());
  return work;
}

void IncrementalSort::emit(const World::Store& store, std::uint32_t index) {
  if (!store.contains(index) || is_emitted(index)) return;
  work_->position[index] = static_cast<std::uint32_t>(work_->order.size());
  work_->order.push_back(index);
  if (work_->has_numbers) copy_numbers(store, index);
}

void IncrementalSort::copy_numbers(const World::Store& store, std::uint32_t index) {
  const std::size_t from = store.position[index], to = work_->position[index];
  for (std::size_t s = 0; s < store.streams(); ++s) work_->numbers[s * work_->pitch + to] = store.number(s, from);
}

bool IncrementalSort::is_emitted(std::uint32_t index) const {
  const auto& [order, position] = std::tie(work_->order, work_->position);
  return index < position.size() && position[index] < order.size() && order[position[index]] == index;
}

void IncrementalSort::emit_late(const World::Store& store, const SplitKernels& kernels) {
  auto& late = work_->late;
  std::erase_if(late, [&](std::uint32_t index) { return !store.contains(index) || is_emitted(index); });
  std::vector<std::uint32_t> order(late.size());
  Places places({}, order);
  for (std::size_t i = 0; i < late.size(); ++i)
    places.set(i, middle_of(store, store.position[late[i]]), size_of(store, store.position[late[i]]));
  places.sort(kernels);
  for (const std::uint32_t i : order) emit(store, late[i]);
}

void IncrementalSort::adopt_order(World::Store& store, const WorldKernels& kernels) {
  auto& order = work_->order;
  const std::size_t blocks_at_most = parts_of(order.size() + work_->late.size(), world_block);
  if (blocks_at_most > store.blocks()) store.grow(blocks_at_most, kernels);
  if (work_->has_numbers && work_->pitch < store.pitch)
    change_pitch(work_->numbers, work_->pitch, store.pitch, store.streams());
  work_->position.resize(store.position.size(), no_object);
  emit_late(store, kernels.split);
  if (parts_of(order.size(), world_block) < store.blocks()) order.resize(store.blocks() * world_block, no_object);
  for (std::size_t block = 0; block < store.blocks(); ++block) {
    std::uint64_t alive = 0;
    for (std::size_t at = block * world_block; at < std::min(order.size(), (block + 1) * world_block); ++at)
      alive |= std::uint64_t{order[at] != no_object} << at % world_block;
    store.living[block] = alive;
  }
  store.order.swap(order), store.position.swap(work_->position);
  store.order_bodies();
  store.first_empty = 0;
  adopted_order_ = true;
}

/// Rewrites the numbers in the new order, from their places in the old one.
void IncrementalSort::adopt_numbers(World::Store& store) {
  if (work_->has_numbers) {
    store.numbers.swap(work_->numbers);
    store.pitch = work_->pitch;
    return;
  }
  RawLineVector<float> numbers(store.numbers.size(), 0.0F);
  for (std::size_t s = 0; s < store.streams(); ++s)
    for (std::size_t at = 0; at < store.order.size(); ++at)
      if (const std::uint32_t index = store.order[at]; index != no_object)
        numbers[s * store.pitch + at] = store.number(s, work_->position[index]);
  store.numbers.swap(numbers);
}

}  // namespace lockstep::detail
