// Searches that use a list of pairs, and searches that build one.
#include <algorithm>
#include <atomic>

#include "broad_phase/broad_phase.hpp"

namespace lockstep::detail {

namespace {

/// The number of runs without a list after a list was too long.
constexpr std::size_t runs_after_long_list = 16;
/// The outliers that do not count in the motion of objects: one in 256 objects, and at most 64. If only a few objects
/// leave their bounds, their pairs alone are listed again.
constexpr std::size_t most_that_leap = 64, one_leaps_of = 256;

}  // namespace

template <class Row>
BroadPhase::ByList BroadPhase::find_by_list(const ProxySet<Row> (&sets)[2], const Options& options,
                                            const PairRules& rules) {
  Options how = options;
  if (options.chooses_skin) how.skin = choice_.skin();
  if (how.skin > 0 && search_list(sets, how, rules)) return ByList::reused;
  if (options.chooses_skin) {
    choose_skin(sets, how, rules.one_set);
    how.skin = choice_.skin();
  }
  if (how.skin > 0 && make_list(sets, how, rules)) return ByList::sorted;
  if (!options.chooses_skin) return ByList::none;
  survey_motion(sets, how, rules);
  return ByList::sorted;
}

/// Searches with the list of an earlier search, if it is still valid.
template <class Row>
bool BroadPhase::search_list(const ProxySet<Row> (&sets)[2], const Options& options, const PairRules& rules) {
  if (!list_.is_of(sets, rules.one_set, options)) return false;
  if (list_.update(sets, options) != 0 && !list_.relist<Row>(options)) return false;
  choice_.count_run();
  work_.listed = list_.pairs();
  list_.search<Row>(rules);
  return true;
}

/// Searches with a new list. The list ignores filters, which may differ in the next run; they are applied to the pairs
/// that it reports.
template <class Row>
bool BroadPhase::make_list(const ProxySet<Row> (&sets)[2], const Options& options, const PairRules& rules) {
  if (runs_without_list_ != 0) return --runs_without_list_, false;
  if (!list_.begin(sets, rules.one_set, options)) return false;
  const ProxySet<Row> bounds[2] = {list_.bounds<Row>(0), list_.bounds<Row>(1)};
  const PairSink add = [this](std::span<const Pair> pairs) { list_.add(pairs); };
  const Options wider{options.kernels, 0, KeptList::margin_of_bounds(options.margin), true};
  sort_and_search(bounds, wider, PairRules{{}, {}, rules.one_set, true, wider.margin, rules.kernels, add}, true);
  if (!list_.end<Row>()) {
    runs_without_list_ = runs_after_long_list;
    return false;
  }
  choice_.note_listed(list_.pairs());
  work_.listed = list_.pairs();
  list_.search<Row>(rules);
  return true;
}

/// Chooses the skin of the next list, if the motion of the objects is known.
template <class Row>
void BroadPhase::choose_skin(const ProxySet<Row> (&sets)[2], const Options& options, bool one_set) {
  if (!list_.has_bounds_of(sets, one_set)) return choice_.rest(0);
  if (choice_.skin() == 0) (void)list_.update(sets, options);  // otherwise this run has tried the list
  const std::size_t objects = sets[0].count + sets[1].count;
  const double moved = list_.motion<Row>().distance_of_all_but(std::min(objects / one_leaps_of, most_that_leap));
  choice_.choose(moved, objects, mean_reach_, in_plane_);
}

/// Searches without a list, and records the objects' positions for the next run, unless motion is ignored for some
/// runs.
template <class Row>
void BroadPhase::survey_motion(const ProxySet<Row> (&sets)[2], const Options& options, const PairRules& rules) {
  std::atomic<std::uint64_t> near = 0;
  const PairSink count = [&](std::span<const Pair> pairs) {
    near += pairs.size();
    rules.sink(pairs);
  };
  sort_and_search(sets, options,
                  PairRules{{rules.group[0], rules.group[1]},
                            {rules.mask[0], rules.mask[1]},
                            rules.one_set,
                            rules.keep_touching,
                            rules.margin,
                            rules.kernels,
                            count});
  if (!choice_.wants_motion()) return list_.drop();
  choice_.note_near(near);
  (void)list_.begin(sets, rules.one_set, {options.kernels, 0, options.margin});
}

template BroadPhase::ByList BroadPhase::find_by_list(const ProxySet<BallProxy> (&)[2], const Options&,
                                                     const PairRules&);
template BroadPhase::ByList BroadPhase::find_by_list(const ProxySet<Bounds3> (&)[2], const Options&, const PairRules&);

}  // namespace lockstep::detail
