// The order that a world will have, in slices: each takes up where the last one ended.
#include <algorithm>
#include <numeric>

#include "world/curve_grid.hpp"
#include "world/gradual_sort.hpp"
#include "world/world_sort.hpp"

namespace lockstep::detail {

namespace {

constexpr unsigned digit_bits = 11;
static_assert(3 * digit_bits > place_bits);
/// So few are sorted by comparing, at once.
constexpr std::size_t too_few_for_digits = 4096;

constexpr std::uint32_t position_of(std::uint64_t element) { return static_cast<std::uint32_t>(element); }
constexpr std::uint32_t key_of(std::uint64_t element) { return static_cast<std::uint32_t>(element >> 32); }
constexpr std::size_t digit_of(std::uint64_t element, unsigned digit) {
  return key_of(element) >> digit * digit_bits & ((1U << digit_bits) - 1);
}

/// Where a slice of `count` that goes on at `cursor` ends, if an element costs so much of the budget.
std::size_t end_of_slice(std::size_t cursor, std::size_t count, std::size_t budget, std::size_t cost) {
  return std::min(count, cursor + budget / cost + 1);
}

}  // namespace

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
  work_->numbers.resize(end_of_slice(begin, work_->numbers.capacity(), 8 * budget, 1), 0.0F);
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
    if (work_->open.size() == 1) range.share = side_of_share(range.box, static_cast<double>(range.count) / world_block);
    for (auto& starts : work_->starts) starts.fill(0);
  }
  return 2 * (end - begin);
}

/// With the key of what is at its position now; that it lay in the box is some time ago.
GradualSort::Element GradualSort::with_key(const World::Store& store, const Range& range, const CurveGrid& grid,
                                           Element element) {
  const std::uint32_t at = position_of(element);
  if (store.order[at] == no_object) return at;
  const Vec3 middle = middle_of(store, at);
  const auto& [low, high] = range.box;
  const Vec3 inside{std::clamp(middle.x, low.x, high.x), std::clamp(middle.y, low.y, high.y),
                    std::clamp(middle.z, low.z, high.z)};
  return Element{class_of(size_of(store, at), range.share) | grid.place_of(inside)} << 32 | at;
}

std::size_t GradualSort::put_keys(const World::Store& store, Range& range, std::size_t budget) {
  constexpr std::size_t cost = 6;
  const std::size_t begin = range.cursor, end = end_of_slice(begin, range.count, budget, cost);
  Element* const elements = elements_of(range);
  const CurveGrid grid(range.box);
  for (std::size_t i = begin; i < end; ++i) {
    elements[i] = with_key(store, range, grid, elements[i]);
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
  const CurveGrid grid(range.box);
  for (std::size_t i = 0; i < range.count; ++i) elements[i] = with_key(store, range, grid, elements[i]);
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

}  // namespace lockstep::detail
