#include "broad_phase/kept_list.hpp"

#include <algorithm>

#include "broad_phase/broad_phase.hpp"
#include "broad_phase/listed_ids.hpp"

namespace lockstep::detail {

namespace {

/// A longer list costs more time than the search that it saves, and memory.
constexpr std::size_t most_pairs_of_object = 64;
/// The number of pairs per task.
constexpr std::size_t pairs_part = std::size_t{1} << 15;
/// The budget of relisting. An object that has left its bounds is tested against all others, in about a hundredth of
/// the time per object that a new list takes, and each run costs some more. Beyond this budget, a new list is hardly
/// more expensive. An estimate.
constexpr std::size_t most_relisting_cost = most_new_places, one_run = 8;
/// If more than one in 16 objects has left its bounds, rebuild the whole list.
constexpr std::size_t most_few_of = 16;

/// Whether bounds meet; includes balls that nearly meet.
bool bounds_meet(const BallProxy& a, const BallProxy& b, float margin) {
  const double x = double{a.x} - double{b.x}, y = double{a.y} - double{b.y}, z = double{a.z} - double{b.z};
  const double reach = double{a.radius} + double{b.radius} + double{margin};
  return x * x + y * y + z * z <= reach * reach * (1 + 0x1p-20);
}
bool bounds_meet(const Bounds3& a, const Bounds3& b, float) {
  bool meet = true;
  for (int k = 0; k < 3; ++k) meet &= a.low[k] <= b.high[k] && b.low[k] <= a.high[k];
  return meet;
}

auto place_rows(const BallProxy*, const BroadPhaseKernels& kernels) { return kernels.place_balls; }
auto place_rows(const Bounds3*, const BroadPhaseKernels& kernels) { return kernels.place_boxes; }
auto find_listed(const BallProxy*, const BroadPhaseKernels& kernels) { return kernels.listed_balls; }
auto find_listed(const Bounds3*, const BroadPhaseKernels& kernels) { return kernels.listed_boxes; }

}  // namespace

template <class Row>
bool KeptList::begin(const ProxySet<Row> (&sets)[2], bool one_set, const BroadPhaseOptions& options) {
  const bool keeps_order = has_bounds_of(sets, one_set);
  has_bounds_ = is_valid_ = is_too_long_ = false, one_set_ = one_set;
  skin_ = options.skin, margin_ = options.margin;
  pairs_ = 0, relisting_cost_ = 0;
  counts_.room_for(parts_of(std::max(sets[0].count, sets[1].count) + most_new_places, near_part));
  bool all_valid = true;
  for (int set = 0; set < 2; ++set) {
    sets_[set].begin<Row>(sets[set], keeps_order);
    all_valid = sets_[set].make_bounds(sets[set], options.skin) && all_valid;
  }
  return has_bounds_ = all_valid;
}

void KeptList::add(std::span<const Pair> pairs) {
  const std::scoped_lock lock(mutex_);
  const std::size_t most = most_pairs_of_object * (sets_[0].count + sets_[1].count);
  is_too_long_ = is_too_long_ || pairs_ + pairs.size() > most;
  if (is_too_long_) return;
  std::uint32_t* const a = a_.grow(pairs_ + pairs.size() + near_padding, pairs_) + pairs_;
  std::uint32_t* const b = b_.grow(pairs_ + pairs.size() + near_padding, pairs_) + pairs_;
  for (std::size_t i = 0; i < pairs.size(); ++i) a[i] = pairs[i].a, b[i] = pairs[i].b;
  pairs_ += pairs.size();
}

/// Pads the lists, because kernels read past the last pair.
void KeptList::pad() {
  for (Buffer<std::uint32_t>* places : {&a_, &b_})
    std::fill_n(places->grow(pairs_ + near_padding, pairs_) + pairs_, near_padding, 0U);
}

template <class Row>
bool KeptList::end() {
  if (is_too_long_) return false;
  pad();
  const std::uint32_t *const first = sets_[0].place_of.data(), *const second = sets_[one_set_ ? 0 : 1].place_of.data();
  std::uint32_t *const a = a_.data(), *const b = b_.data();
  for_each_range(pairs_, pairs_part, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) a[i] = first[a[i]], b[i] = second[b[i]];
  });
  for (KeptSet& set : sets_) set.reorder<Row>();
  return is_valid_ = true;
}

template <class Row>
std::size_t KeptList::update(const ProxySet<Row> (&sets)[2], const BroadPhaseOptions& options) {
  std::size_t all = 0;
  auto* const kernel = place_rows(static_cast<const Row*>(nullptr), options.kernels);
  for (int set = 0; set < 2; ++set) {
    KeptSet& kept = sets_[set];
    const PlacedRows rows{numbers_of(sets[set].rows), kept.id_of.data(), kept.bounds.data(), kept.rows.data()};
    const std::size_t left = list_in_parts(
        kept.places, kept.outside, counts_,
        [&](std::uint32_t begin, std::uint32_t end, std::uint32_t* at) { return kernel(rows, begin, end, at); });
    std::uint32_t* const outside = kept.outside.data();
    const auto is_gap = [&](std::uint32_t at) { return kept.is_gap(at); };
    kept.outside_count = static_cast<std::size_t>(std::remove_if(outside, outside + left, is_gap) - outside);
    all += kept.outside_count;
  }
  return all;
}

template <class Row>
bool KeptList::relist(const BroadPhaseOptions& options) {
  const std::size_t count = sets_[0].outside_count + sets_[1].outside_count;
  is_valid_ = false;  // in case the following code throws or gives up
  relisting_cost_ += count + one_run;
  if (count > most_few || relisting_cost_ > most_relisting_cost ||
      count * most_few_of > sets_[0].count + sets_[1].count)
    return false;
  for (KeptSet& set : sets_)
    for (const std::uint32_t at : set.places_outside())
      if (!is_valid(set.rows_as<Row>()[at])) return false;
  for (KeptSet& set : sets_)
    for (std::size_t i = 0; i < set.outside_count; ++i)
      set.outside.data()[i] = set.move_to_new_place<Row>(set.outside.data()[i], skin_);
  for (int set = 0; set < 2; ++set)
    if (sets_[set].outside_count != 0) list_pairs_of<Row>(set, options);
  pad();
  return is_valid_ = true;
}

/// Lists the pairs of the objects that have left their bounds in a set, and now have its last places: with all other
/// objects of the set, or with all of the other set.
template <class Row>
void KeptList::list_pairs_of(int set, const BroadPhaseOptions& options) {
  const float margin = margin_of_bounds(options.margin);
  const KeptSet &kept = sets_[set], &other = sets_[one_set_ ? set : 1 - set];
  const Row *const bounds = kept.bounds_as<Row>(), *const others = other.bounds_as<Row>();
  const std::span<const std::uint32_t> few = kept.places_outside();
  float boxes[most_few][6];
  for (std::size_t i = 0; i < few.size(); ++i) reach_box(bounds[few[i]], margin, boxes[i]);
  auto* const list = list_overlapping(static_cast<const Row*>(nullptr), options.kernels);
  const FewBoxes few_boxes{boxes, static_cast<int>(few.size())};
  const std::size_t near = list_in_parts(other.places, near_few_, counts_,
                                         [&](std::uint32_t begin, std::uint32_t end, std::uint32_t* places) {
                                           return list(few_boxes, numbers_of(others), begin, end, places);
                                         });
  const std::size_t first_outside = other.places - other.outside_count;
  for (const std::uint32_t j : std::span(near_few_.data(), near)) {
    if (other.is_gap(j)) continue;
    for (const std::uint32_t i : few) {
      // Two objects that have both left their bounds are listed once.
      if (j >= first_outside && (one_set_ ? i >= j : set == 1)) continue;
      if (!bounds_meet(bounds[i], others[j], margin)) continue;
      a_.grow(pairs_ + 1, pairs_)[pairs_] = set == 0 ? i : j;
      b_.grow(pairs_ + 1, pairs_)[pairs_] = set == 0 ? j : i;
      ++pairs_;
    }
  }
}

template <class Row>
MotionSurvey KeptList::motion() const {
  MotionSurvey all;
  std::mutex mutex;
  for (const KeptSet& set : sets_)
    for_each_range(set.places, near_part, [&](std::size_t begin, std::size_t end) {
      MotionSurvey part;
      for (std::size_t i = begin; i < end; ++i)
        if (!set.is_gap(static_cast<std::uint32_t>(i)))
          part.add(distance_moved(set.rows_as<Row>()[i], set.bounds_as<Row>()[i]));
      const std::scoped_lock lock(mutex);
      all.add(part);
    });
  return all;
}

template <class Row>
void KeptList::search(const PairRules& rules) const {
  const KeptSet &first = sets_[0], &second = sets_[one_set_ ? 0 : 1];
  const ListedPairs list{a_.data(), b_.data(), first.rows.data(), second.rows.data(), rules.margin + 0x1p-60F};
  auto* const kernel = find_listed(static_cast<const Row*>(nullptr), rules.kernels);
  for_each_range(pairs_, pairs_part, [&](std::size_t begin, std::size_t end) {
    PairTile tile(rules);
    tile.test(kernel, list, begin, end, first, second);
  });
}

std::size_t KeptList::bytes() const noexcept {
  return sets_[0].bytes() + sets_[1].bytes() + a_.bytes() + b_.bytes() + near_few_.bytes() + counts_.bytes();
}

#define LOCKSTEP_KEPT_LIST(Row)                                                               \
  template bool KeptList::begin(const ProxySet<Row>(&)[2], bool, const BroadPhaseOptions&);   \
  template bool KeptList::end<Row>();                                                         \
  template std::size_t KeptList::update(const ProxySet<Row>(&)[2], const BroadPhaseOptions&); \
  template bool KeptList::relist<Row>(const BroadPhaseOptions&);                              \
  template MotionSurvey KeptList::motion<Row>() const;                                        \
  template void KeptList::search<Row>(const PairRules&) const;
LOCKSTEP_KEPT_LIST(BallProxy)
LOCKSTEP_KEPT_LIST(Bounds3)
#undef LOCKSTEP_KEPT_LIST

}  // namespace lockstep::detail
