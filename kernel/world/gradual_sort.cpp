#include "world/gradual_sort.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "world/changed_blocks.hpp"
#include "world/world_sort.hpp"

namespace lockstep::detail {

namespace {

constexpr unsigned digit_bits = 10;
/// So few are sorted by comparing, at once.
constexpr std::size_t too_few_for_digits = 4096;

constexpr std::uint32_t position_of(std::uint64_t element) { return static_cast<std::uint32_t>(element); }
constexpr std::uint32_t key_of(std::uint64_t element) { return static_cast<std::uint32_t>(element >> 32); }
constexpr std::size_t digit_of(std::uint64_t element, unsigned digit) {
  return key_of(element) >> digit * digit_bits & ((1U << digit_bits) - 1);
}

/// Whether more than a quarter of the blocks are a quarter larger than when they were sorted, or there are a quarter
/// more than it takes. One object that flies off makes few of them large, however large.
bool is_badly_sorted(const World::Store& store) {
  std::size_t grown = 0, used = 0;
  for (std::size_t b = 0; b < store.blocks(); ++b) {
    if (store.alive(b) == 0) continue;
    ++used;
    grown += store.levels[0].girth(b) > 1.25F * store.sorted_girth[b] ? 1U : 0U;
  }
  return grown > used / 4 || used > parts_of(store.count, world_block) * 5 / 4 + 1;
}

/// Where a slice of `count` that goes on at `cursor` ends, if an element costs so much of the budget.
std::size_t end_of_slice(std::size_t cursor, std::size_t count, std::size_t budget, std::size_t cost) {
  return std::min(count, cursor + budget / cost + 1);
}

}  // namespace

void GradualSort::step(World::Store& store, std::size_t changes, std::size_t each, ChangedBlocks* changed,
                       const WorldKernels& kernels) {
  changes_ += changes;
  if (work_ == nullptr) {
    if (store.count == 0 || changes_ < store.count / 8) return;
    changes_ = 0;
    if (!is_badly_sorted(store)) return;
    begin(store, changed != nullptr);
  }
  if (changed == nullptr) work_->has_numbers = false, work_->numbers = {};
  std::size_t budget = std::min(each * changes, std::max(store.count / 2, std::size_t{1} << 16));
  while (budget > 0 && !work_->is_sorted) budget -= std::min(budget, advance(store, budget));
  if (!work_->is_sorted) return;
  take_order(store, kernels);
  if (changed != nullptr) {
    take_numbers(store);
    for (std::size_t block = 0; block < store.blocks(); ++block) store.fill_block(block);
    store.refit(kernels);
    changed->clear();
  }
  work_ = nullptr;
}

void GradualSort::note_put(std::uint32_t index) {
  if (work_ != nullptr) work_->late.push_back(index);
}

void GradualSort::note_moved(const World::Store& store, std::uint32_t index) {
  if (work_ != nullptr && work_->has_numbers && is_handed_out(index)) copy_numbers(store, index);
}

void GradualSort::note_removed(std::uint32_t index, const std::vector<std::uint32_t>& position) {
  if (work_ == nullptr) return;
  if (is_handed_out(index)) work_->order[work_->position[index]] = no_object;
  if (index < work_->position.size()) work_->position[index] = position[index];
}

void GradualSort::after_refit(World::Store& store) {
  if (!std::exchange(took_order_, false)) return;
  store.trim();
  store.note_girths();
}

std::size_t GradualSort::memory_bytes() const {
  if (work_ == nullptr) return 0;
  const std::size_t numbers = work_->order.capacity() + work_->position.capacity() + work_->late.capacity();
  return sizeof *work_ + 2 * work_->positions * sizeof(Element) + work_->numbers.capacity() * sizeof(float) +
         numbers * sizeof(std::uint32_t);
}

void GradualSort::begin(const World::Store& store, bool with_numbers) {
  auto work = std::make_unique<Work>();
  work->positions = store.order.size();
  work->elements.reset(new Element[work->positions]);
  work->other.reset(new Element[work->positions]);
  work->has_numbers = with_numbers, work->pitch = store.pitch;
  if (with_numbers) work->numbers.reserve(store.numbers.size());
  work->order.reserve(store.count), work->position.reserve(store.position.size());
  work_ = std::move(work);
}

std::size_t GradualSort::advance(const World::Store& store, std::size_t budget) {
  if (work_->position.size() < store.position.size()) return copy_positions(store, budget);
  if (work_->has_numbers && work_->numbers.size() < work_->numbers.capacity()) return make_room(budget);
  if (work_->gathered < work_->positions) return gather(store, budget);
  if (work_->open.empty()) {
    work_->is_sorted = true;
    return 0;
  }
  Range& range = work_->open.back();
  switch (range.phase) {
    case Phase::bound: return range.count < too_few_for_digits ? sort_few(store, range) : bound(store, range, budget);
    case Phase::key: return put_keys(store, range, budget);
    case Phase::hand_out:
    case Phase::hand_out_all: return hand_out(store, range, budget);
    default: return sort_digit(range, budget);
  }
}

/// Of holes, whose positions are a list; those of objects are written once they are known.
std::size_t GradualSort::copy_positions(const World::Store& store, std::size_t budget) {
  const std::size_t begin = work_->position.size(), end = end_of_slice(begin, store.position.size(), budget, 1);
  const auto from = store.position.begin();
  work_->position.insert(work_->position.end(), from + static_cast<std::ptrdiff_t>(begin),
                         from + static_cast<std::ptrdiff_t>(end));
  return end - begin;
}

/// For numbers, which are written in any order.
std::size_t GradualSort::make_room(std::size_t budget) {
  const std::size_t begin = work_->numbers.size();
  work_->numbers.resize(end_of_slice(begin, work_->numbers.capacity(), 8 * budget, 1));
  return (work_->numbers.size() - begin) / 8 + 1;
}

std::size_t GradualSort::gather(const World::Store& store, std::size_t budget) {
  const std::size_t begin = work_->gathered, end = end_of_slice(begin, work_->positions, budget, 1);
  for (std::size_t at = begin; at < end; ++at)
    if (store.order[at] != no_object) work_->elements[work_->count++] = at;
  work_->gathered = end;
  if (end == work_->positions) work_->open.push_back({0, work_->count});
  return end - begin;
}

std::size_t GradualSort::bound(const World::Store& store, Range& range, std::size_t budget) {
  const std::size_t begin = range.cursor, end = end_of_slice(begin, range.count, budget, 2);
  const Element* const elements = elements_of(range);
  for (std::size_t i = begin; i < end; ++i) {
    const Vec3 middle = middle_of(store, position_of(elements[i]));
    if (store.order[position_of(elements[i])] != no_object) range.box.add(middle, middle);
  }
  range.cursor = end;
  if (end == range.count) {
    range.phase = range.box.extent() > 0 ? Phase::key : Phase::hand_out_all, range.cursor = 0;
    for (auto& starts : work_->starts) starts.fill(0);
  }
  return 2 * (end - begin);
}

/// With the key of what is at its position now; that it lay in the box is some time ago.
GradualSort::Element GradualSort::with_key(const World::Store& store, const CurveBox& box, Element element) {
  const std::uint32_t at = position_of(element);
  if (store.order[at] == no_object) return at;
  const Vec3 middle = middle_of(store, at);
  const Vec3 inside{std::clamp(middle.x, box.low.x, box.high.x), std::clamp(middle.y, box.low.y, box.high.y),
                    std::clamp(middle.z, box.low.z, box.high.z)};
  return Element{curve_key(inside, box)} << 32 | at;
}

std::size_t GradualSort::put_keys(const World::Store& store, Range& range, std::size_t budget) {
  constexpr std::size_t cost = 6;
  const std::size_t begin = range.cursor, end = end_of_slice(begin, range.count, budget, cost);
  Element* const elements = elements_of(range);
  for (std::size_t i = begin; i < end; ++i) {
    elements[i] = with_key(store, range.box, elements[i]);
    for (unsigned digit = 0; digit < 3; ++digit) ++work_->starts[digit][digit_of(elements[i], digit)];
  }
  range.cursor = end;
  if (end == range.count) {
    for (auto& starts : work_->starts) std::exclusive_scan(starts.begin(), starts.end(), starts.begin(), 0U);
    range.phase = Phase::first_digit, range.cursor = 0;
  }
  return cost * (end - begin);
}

std::size_t GradualSort::sort_few(const World::Store& store, Range& range) {
  bound(store, range, SIZE_MAX);
  if (range.phase == Phase::hand_out_all) return range.count;
  Element* const elements = elements_of(range);
  for (std::size_t i = 0; i < range.count; ++i) elements[i] = with_key(store, range.box, elements[i]);
  std::sort(elements, elements + range.count);
  range.phase = Phase::hand_out;
  return 20 * range.count;
}

std::size_t GradualSort::sort_digit(Range& range, std::size_t budget) {
  const std::size_t begin = range.cursor, end = end_of_slice(begin, range.count, budget, 1);
  const auto digit = static_cast<unsigned>(range.phase) - static_cast<unsigned>(Phase::first_digit);
  const Element *const from = elements_of(range), *const last = from + end;
  Element* const to = elements_of(range, true);
  auto& starts = work_->starts[digit];
  for (const Element* e = from + begin; e != last; ++e) to[starts[digit_of(*e, digit)]++] = *e;
  range.cursor = end;
  if (end == range.count) {
    range.in_other = !range.in_other, range.cursor = 0;
    range.phase = static_cast<Phase>(static_cast<int>(range.phase) + 1);
  }
  return end - begin;
}

/// Elements get the next positions; those of a cell that holds many are sorted before.
std::size_t GradualSort::hand_out(const World::Store& store, Range& range, std::size_t budget) {
  const std::size_t cost = work_->has_numbers ? 8 : 4;
  const std::size_t begin = range.cursor, end = end_of_slice(begin, range.count, budget, cost);
  const Element* const elements = elements_of(range);
  while (range.cursor < end) {
    const std::size_t first = range.cursor, enough = first + enough_for_a_grid;
    const auto is_same = [&, key = key_of(elements[first])](Element e) { return key_of(e) == key; };
    if (range.phase == Phase::hand_out && enough < range.count && is_same(elements[enough])) {
      const Element* const last = std::partition_point(elements + enough, elements + range.count, is_same);
      range.cursor = static_cast<std::size_t>(last - elements);
      work_->open.push_back({range.first + first, range.cursor - first, range.in_other});
      return cost * (first - begin) + 1;
    }
    do hand_out(store, store.order[position_of(elements[range.cursor++])]);
    while (range.cursor < end && is_same(elements[range.cursor]));
  }
  if (range.cursor == range.count) work_->open.pop_back();
  return cost * (end - begin);
}

void GradualSort::hand_out(const World::Store& store, std::uint32_t index) {
  if (!store.contains(index) || is_handed_out(index)) return;
  work_->position[index] = static_cast<std::uint32_t>(work_->order.size());
  work_->order.push_back(index);
  if (work_->has_numbers) copy_numbers(store, index);
}

void GradualSort::copy_numbers(const World::Store& store, std::uint32_t index) {
  const std::size_t from = store.position[index], to = work_->position[index];
  for (std::size_t s = 0; s < store.streams(); ++s) work_->numbers[s * work_->pitch + to] = store.number(s, from);
}

bool GradualSort::is_handed_out(std::uint32_t index) const {
  const auto& [order, position] = std::tie(work_->order, work_->position);
  return index < position.size() && position[index] < order.size() && order[position[index]] == index;
}

void GradualSort::hand_out_late(const World::Store& store) {
  auto& late = work_->late;
  std::erase_if(late, [&](std::uint32_t index) { return !store.contains(index) || is_handed_out(index); });
  std::vector<Vec3> middles(late.size());
  std::vector<std::uint32_t> order(late.size());
  for (std::size_t i = 0; i < late.size(); ++i) middles[i] = middle_of(store, store.position[late[i]]);
  sort_along_curve(middles, order);
  for (const std::uint32_t i : order) hand_out(store, late[i]);
}

void GradualSort::take_order(World::Store& store, const WorldKernels& kernels) {
  auto& order = work_->order;
  const std::size_t blocks_at_most = parts_of(order.size() + work_->late.size(), world_block);
  if (blocks_at_most > store.blocks()) store.grow(blocks_at_most, kernels);
  if (work_->has_numbers && work_->pitch < store.pitch)
    change_pitch(work_->numbers, work_->pitch, store.pitch, store.streams());
  work_->position.resize(store.position.size(), no_object);
  hand_out_late(store);
  if (parts_of(order.size(), world_block) < store.blocks()) order.resize(store.blocks() * world_block, no_object);
  for (std::size_t block = 0; block < store.blocks(); ++block) {
    std::uint64_t alive = 0;
    for (std::size_t at = block * world_block; at < std::min(order.size(), (block + 1) * world_block); ++at)
      alive |= std::uint64_t{order[at] != no_object} << at % world_block;
    store.living[block] = alive;
  }
  store.order.swap(order), store.position.swap(work_->position);
  store.first_empty = 0;
  took_order_ = true;
}

/// After the order, from where the old one has them.
void GradualSort::take_numbers(World::Store& store) {
  if (work_->has_numbers) {
    store.numbers.swap(work_->numbers);
    store.pitch = work_->pitch;
    return;
  }
  LineVector<float> numbers(store.numbers.size());
  for (std::size_t s = 0; s < store.streams(); ++s)
    for (std::size_t at = 0; at < store.order.size(); ++at)
      if (const std::uint32_t index = store.order[at]; index != no_object)
        numbers[s * store.pitch + at] = store.number(s, work_->position[index]);
  store.numbers.swap(numbers);
}

}  // namespace lockstep::detail
