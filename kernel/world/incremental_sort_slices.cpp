// The slices of an incremental sort: each slice continues where the last one ended.
#include <algorithm>
#include <utility>

#include "world/incremental_sort.hpp"
#include "world/world_sort.hpp"

namespace lockstep::detail {

namespace {

/// Ranges up to this size are sorted in one step.
constexpr std::size_t most_in_one_step = 2048;
/// Larger ranges are split at the median of a sample, so that no slice reads the whole range.
constexpr std::size_t many = SplitKernels::few, median_samples = 2048;

/// The end of a slice that continues at `cursor` of `count` elements, if each element costs `cost` of the budget.
std::size_t end_of_slice(std::size_t cursor, std::size_t count, std::size_t budget, std::size_t cost) {
  return std::min(count, cursor + budget / cost + 1);
}

}  // namespace

std::size_t IncrementalSort::advance(const World::Store& store, std::size_t budget, const SplitKernels& kernels) {
  if (work_->position.size() < store.position.size()) return copy_positions(store, budget);
  const std::size_t numbers = work_->has_numbers ? store.streams() * work_->pitch : 0;
  if (work_->numbers.size() < numbers) return make_room(numbers, budget);
  if (work_->gathered < work_->positions) return gather(store, budget);
  if (work_->classified < work_->count) return classify(store, budget);
  if (!work_->is_in_ranges) return sort_by_class(budget);
  if (work_->open.empty()) {
    work_->is_sorted = true;
    return 0;
  }
  Range& range = work_->open.back();
  if (range.end - range.begin > most_in_one_step) return halve(range, budget, kernels);
  const Range last = range;
  work_->open.pop_back();
  return finish(store, last, kernels);
}

/// Copies positions, which matter for free slots: there they form the free list. The positions of objects are written
/// once they are known.
std::size_t IncrementalSort::copy_positions(const World::Store& store, std::size_t budget) {
  const std::size_t begin = work_->position.size(), end = end_of_slice(begin, store.position.size(), budget, 1);
  const auto from = store.position.begin();
  work_->position.insert(work_->position.end(), from + static_cast<std::ptrdiff_t>(begin),
                         from + static_cast<std::ptrdiff_t>(end));
  return end - begin;
}

/// Initialises the memory for numbers, which are later written in random order.
std::size_t IncrementalSort::make_room(std::size_t size, std::size_t budget) {
  const std::size_t begin = work_->numbers.size();
  work_->numbers.resize(end_of_slice(begin, size, 8 * budget, 1), 0.0F);
  return (work_->numbers.size() - begin) / 8 + 1;
}

std::size_t IncrementalSort::gather(const World::Store& store, std::size_t budget) {
  constexpr std::size_t cost = 2;
  const std::size_t begin = work_->gathered, end = end_of_slice(begin, work_->positions, budget, cost);
  for (std::size_t at = begin; at < end; ++at) {
    if (store.order[at] == no_object) continue;
    const Vec3 middle = finite_place(middle_of(store, at));
    const float position[3] = {middle.x, middle.y, middle.z};
    work_->box.add(position);
    put_place(objects(false), work_->count++, middle, static_cast<std::uint32_t>(at));
  }
  work_->gathered = end;
  return cost * (end - begin);
}

/// Classifies objects by their current size. An object that has left its position may get any class.
std::size_t IncrementalSort::classify(const World::Store& store, std::size_t budget) {
  const std::size_t begin = work_->classified, end = end_of_slice(begin, work_->count, budget, 1);
  if (begin == 0) work_->share = side_of_share(work_->box, static_cast<double>(work_->count) / world_block);
  for (std::size_t i = begin; i < end; ++i) {
    const unsigned of = class_of(size_of(store, objects(false).index[i]), work_->share);
    work_->classes.push_back(static_cast<std::uint8_t>(of)), ++work_->starts[of];
  }
  work_->classified = end;
  return end - begin;
}

/// Sorts by class, lowest class first, if there are several classes.
std::size_t IncrementalSort::sort_by_class(std::size_t budget) {
  constexpr std::size_t cost = 5;
  auto& starts = work_->starts;
  const std::size_t begin = work_->moved;
  if (begin == 0) {
    work_->is_one_class = std::find(starts.begin(), starts.end(), work_->count) != starts.end();
    std::size_t next = work_->count;
    for (std::size_t of = share_classes; of-- > 0;) {
      const std::size_t end = std::exchange(next, next - starts[of]);
      if (end != next) work_->open.push_back({next, end, !work_->is_one_class});
      starts[of] = next;
    }
  }
  const std::size_t end = work_->is_one_class ? work_->count : end_of_slice(begin, work_->count, budget, cost);
  for (std::size_t i = begin; !work_->is_one_class && i < end; ++i)
    copy_place(objects(false), i, objects(true), starts[work_->classes[i]]++);
  work_->moved = end, work_->is_in_ranges = end == work_->count;
  return work_->is_one_class ? 1 : cost * (end - begin);
}

std::size_t IncrementalSort::halve(Range& range, std::size_t budget, const SplitKernels& kernels) {
  if (range.phase == Phase::cut) return cut(range, kernels);
  const std::size_t begin = range.cursor, count = end_of_slice(begin, range.end, budget, 1) - begin;
  const PlacedObjects elements = objects(range.in_other).from(begin);
  CutCounts here = kernels.count(elements, count, range.cut);
  range.cursor += count;
  if (range.phase == Phase::count) {
    range.counts.before += here.before, range.counts.there += here.there;
    if (range.cursor == range.end) partition_offsets(range);
    return count;
  }
  MedianSplit cut = range.cut;
  cut.first_there = std::min(cut.first_there, here.there), range.cut.first_there -= cut.first_there;
  const std::size_t before = here.before + cut.first_there, behind = count - before;
  kernels.move(elements, count, cut, objects(!range.in_other),
               {range.before, range.before + before, range.behind, range.behind + behind});
  range.before += before, range.behind += behind;
  if (range.cursor == range.end) push_parts(range);
  return count;
}

/// Many elements are split at the median of a sample, so the two parts differ a little in size.
std::size_t IncrementalSort::cut(Range& range, const SplitKernels& kernels) {
  const std::size_t size = range.end - range.begin, half = split_position(range.begin, range.end) - range.begin;
  const PlacedObjects elements = objects(range.in_other).from(range.begin);
  const PlacedObjects free = objects(!range.in_other).from(range.begin);
  range.phase = Phase::count;
  if (size <= many) {
    range.cut = kernels.cut(elements, size, kernels.bound(elements, size), half, free.at[0]);
    range.counts = {half - range.cut.first_there, range.cut.first_there};
    partition_offsets(range);
    return size;
  }
  for (std::size_t i = 0; i < median_samples; ++i) copy_place(elements, i * (size / median_samples), free, i);
  const Bounds3 bounds = kernels.bound(free, median_samples);
  range.cut = kernels.cut(free, median_samples, bounds, half * median_samples / size, free.at[0] + median_samples);
  return 2 * median_samples;
}

/// Assigns elements on the cut to the first half until that is full.
void IncrementalSort::partition_offsets(Range& range) {
  const auto& [before, there] = range.counts;
  const std::size_t half = split_position(range.begin, range.end) - range.begin;
  range.cut.first_there = before < half ? std::min(there, half - before) : 0;
  range.before = range.begin, range.behind = range.begin + before + range.cut.first_there;
  range.phase = Phase::move, range.cursor = range.begin;
}

/// The first half is processed next.
void IncrementalSort::push_parts(const Range& range) {
  const Range first{range.begin, range.before, !range.in_other}, second{range.before, range.end, !range.in_other};
  work_->open.back() = second;
  work_->open.push_back(first);
}

std::size_t IncrementalSort::finish(const World::Store& store, const Range& range, const SplitKernels& kernels) {
  std::uint32_t* const order = work_->memory.objects.index;
  kernels.sort(objects(range.in_other), objects(!range.in_other), range.begin, range.end, order);
  for (std::size_t at = range.begin; at < range.end; ++at) emit(store, store.order[order[at]]);
  return (work_->has_numbers ? 16 : 10) * (range.end - range.begin);
}

}  // namespace lockstep::detail
