#include "broad_phase/broad_phase.hpp"

#include <atomic>
#include <cmath>
#include <type_traits>

namespace lockstep::detail {

namespace {

constexpr std::size_t search_part = 2048;
/// The mean number of candidates that an object may find in its own cell, before small objects are left for the next
/// level. An estimate: another level costs another sort and another search, about as much as testing some more objects.
constexpr double most_in_cell = 8;
/// The factor by which that number may be exceeded if candidates are more clustered than all objects.
constexpr double most_crowded = 4;
/// Up to this count, testing all objects is faster than making another level.
constexpr std::size_t few_objects = 64;

}  // namespace

/// Separates valid from invalid objects.
template <class Row>
void BroadPhase::list_valid(const ProxySet<Row>& objects, int set, bool all_valid) {
  CellOrder& rest = rest_[set];
  bad_[set].clear();
  if (all_valid) return;
  std::uint32_t* const ids = valid_[set].room_for(rest.count);
  std::size_t count = 0;
  for (std::size_t i = 0; i < rest.count; ++i)
    if (is_valid(objects.rows[rest.unsorted(i)]))
      ids[count++] = rest.unsorted(i);
    else
      bad_[set].push_back(rest.unsorted(i));
  rest.ids = ids, rest.count = count;
}

/// Sorts and searches level by level. All levels reuse the memory of one.
template <class Row>
void BroadPhase::sort_and_search(const ProxySet<Row> (&sets)[2], const Options& options, const PairRules& rules,
                                 bool places_objects) {
  for (int set = 0; set < 2; ++set) rest_[set].ids = nullptr, rest_[set].count = sets[set].count;
  const int many = sets[0].count > sets[1].count ? 0 : 1;
  if (!rules.one_set && !places_objects && sets[1 - many].count <= most_few) cull_distant(sets, many, options);
  SizeSurvey found;
  for (int set = 0; set < 2; ++set) survey(sets[set], rest_[set], options, found);
  note_sizes(found);
  for (int set = 0; set < 2; ++set) list_valid(sets[set], set, found.invalid == 0);
  overlap_factor_ =
      2 * found.least_radius + options.margin >= 0x1p-30F && found.most_radius <= max_coordinate ? 1 - 0x1p-19F : 0;
  while (rules.one_set ? rest_[0].count > 1 : rest_[0].count != 0 && rest_[1].count != 0) {
    sort_level(sets, found);
    split_level(sets, options, found);
    search_level<Row>(rules);
    for (int set = 0; places_objects && set < 2; ++set)
      list_.place(set, {level_.candidates[set].ids.data(), level_.candidates[set].count});
  }
  for (int set = 0; places_objects && set < 2; ++set)
    for (std::size_t i = 0; i < rest_[set].count; ++i) {
      const std::uint32_t left = rest_[set].unsorted(i);
      list_.place(set, {&left, 1});
    }
}

/// Stores the mean size of the objects, as precisely as the size classes give it.
void BroadPhase::note_sizes(const SizeSurvey& found) {
  double all = 0;
  for (int c = 0; c < size_classes; ++c) all += static_cast<double>(found.count[c]) * found.reach[c];
  mean_reach_ = found.objects() == 0 ? 0 : all / static_cast<double>(found.objects());
  in_plane_ = double{found.range.high[2]} - double{found.range.low[2]} <= mean_reach_;
}

/// Sorts the remaining objects by cell. The cells are as wide as the largest of these objects requires.
template <class Row>
void BroadPhase::sort_level(const ProxySet<Row> (&sets)[2], const SizeSurvey& found) {
  const auto sort = [&](int fold) {
    level_.grid.emplace(found.range, found.reach[found.top()], fold);
    for (int set = 0; set < 2; ++set) {
      rest_[set].sort(sets[set], *level_.grid, sort_memory_);
      work_.sorted += rest_[set].count;
    }
  };
  sort(0);
  if (!level_.grid->is_folded() || found.objects() <= few_objects) return;
  const double pairs = pairs_in_cells();
  if (pairs <= most_in_cell * static_cast<double>(found.objects())) return;
  sort(1);  // the folds may have caused the crowding
  if (pairs_in_cells() > 2 * pairs) sort(0);
}

/// Chooses the candidates of a level, and leaves the other objects for the next level.
template <class Row>
void BroadPhase::split_level(const ProxySet<Row> (&sets)[2], const Options& options, SizeSurvey& found) {
  const int top = found.top();
  const auto left = static_cast<double>(found.objects());
  const bool are_all = found.objects() <= few_objects || found.count[top] == found.objects();
  const double pairs = are_all ? 0 : pairs_in_cells();
  int least = are_all ? 0 : least_class_of_level(found, pairs / left);
  const auto split = [&] {
    const auto is_candidate = [&](const Row& row) { return size_class(reach_of(row, options)) >= least; };
    for (int set = 0; set < 2; ++set)
      rest_[set].split(sets[set], least == 0, is_candidate, level_.candidates[set], level_.queries[set], sort_memory_);
  };
  split();
  if (least != 0 && least != top) {
    // By the Cauchy-Schwarz inequality, the root bounds the number of candidates that objects find in their own cells,
    // or in cells one step aside.
    const double of_candidates = level_.candidates[0].pairs_in_cells() + level_.candidates[1].pairs_in_cells();
    if (std::sqrt(pairs * of_candidates) > most_crowded * most_in_cell * left) least = top, split();
  }
  for (int set = 0; set < 2; ++set)
    rest_[set].ids = level_.queries[set].ids.data(), rest_[set].count = level_.queries[set].count;
  Bounds3 range = level_.queries[0].range();
  range.add(level_.queries[1].range());
  found.keep_below(least, range);
}

/// The smallest size class of a level: as small as possible while its candidates are few in each cell.
int BroadPhase::least_class_of_level(const SizeSurvey& found, double mean_in_cell) {
  const std::size_t left = found.objects();
  int least = found.top();
  std::size_t candidates = found.count[least];
  const auto are_few = [&](std::size_t count) {
    return static_cast<double>(count) * mean_in_cell <= most_in_cell * static_cast<double>(left);
  };
  while (least > 0 && are_few(candidates + found.count[least - 1])) candidates += found.count[--least];
  return candidates == left ? 0 : least;
}

namespace {

auto kernel_of(const BallProxy*, const BroadPhaseKernels& kernels) { return kernels.balls; }
auto kernel_of(const Bounds3*, const BroadPhaseKernels& kernels) { return kernels.boxes; }

/// The traversal of windows for queries from `begin` to `end`, before the first test.
WindowState start_state(const NeighbourQuery& search, std::uint32_t begin, std::uint32_t end, std::size_t candidates) {
  WindowState state;
  state.next = begin, state.end = end, state.row = search.rows;
  const std::uint32_t* const keys = search.candidates.keys;
  for (int r = 0; r < search.rows; ++r) {
    const std::int64_t wanted = std::int64_t{search.queries.keys[begin]} + search.offset[r] - 1;
    const auto at = static_cast<std::uint32_t>(std::lower_bound(keys, keys + candidates, wanted) - keys);
    state.from[r] = state.to[r] = at;
  }
  return state;
}

}  // namespace

/// Searches the pairs of queries, which belong to set `of_queries`, and candidates. If both are the same objects,
/// searches the pairs among them.
template <class Row>
void BroadPhase::search(const UniformGrid& grid, const SortedObjects& queries, const SortedObjects& candidates,
                        int of_queries, const PairRules& rules) {
  if (candidates.count == 0) return;
  const bool half = &queries == &candidates;
  NeighbourQuery search{queries.streams(), candidates.streams(), {}, 0, half, rules.margin + 0x1p-60F, overlap_factor_};
  const int y = grid.cells(1) > 1 ? 1 : 0, z = grid.cells(2) > 1 ? 1 : 0;
  for (int dz = half ? 0 : -z; dz <= z; ++dz)
    for (int dy = half && dz == 0 ? 0 : -y; dy <= y; ++dy)
      search.offset[search.rows++] = dz * grid.slice() + dy * grid.row();
  std::atomic<std::uint64_t> compared = 0;
  for_each_range(queries.count, search_part, [&](std::size_t begin, std::size_t end) {
    PairTile tile(rules);
    WindowState state =
        start_state(search, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), candidates.count);
    tile.search(kernel_of(static_cast<const Row*>(nullptr), rules.kernels), search, state, of_queries);
    compared += state.compared;
  });
  work_.compared += compared;
}

template <class Row>
void BroadPhase::search_level(const PairRules& rules) {
  const SortedObjects(&candidates)[2] = level_.candidates, (&queries)[2] = level_.queries;
  const int other = rules.one_set ? 0 : 1;
  search<Row>(*level_.grid, candidates[0], candidates[other], 0, rules);
  search<Row>(*level_.grid, queries[0], candidates[other], 0, rules);
  if (!rules.one_set) search<Row>(*level_.grid, queries[1], candidates[0], 1, rules);
}

/// Reports an invalid object as near to every object, each pair once.
void BroadPhase::pair_invalid(const std::size_t (&count)[2], const PairRules& rules) const {
  for (int set = 0; set < (rules.one_set ? 1 : 2); ++set) {
    const int other = rules.one_set ? 0 : 1 - set;
    const bool skips = rules.one_set || set == 1;  // the first set, or the lower id, reports pairs of two invalid
                                                   // objects
    for (const std::uint32_t bad : bad_[set])
      for_each_range(count[other], near_part, [&](std::size_t begin, std::size_t end) {
        PairTile tile(rules);
        auto next = std::lower_bound(bad_[other].begin(), bad_[other].end(), begin);
        for (std::size_t i = begin; i < end; ++i) {
          const bool is_bad = next != bad_[other].end() && *next == i;
          if (is_bad) ++next;
          if (skips && is_bad && (set == 1 || i <= bad)) continue;
          tile.append(bad, static_cast<std::uint32_t>(i), set);
        }
        tile.flush(set);
      });
  }
}

template <class Row>
bool BroadPhase::find_any(const ProxySet<Row> (&sets)[2], bool one_set, const Options& options, const PairSink& sink) {
  const PairRules rules{{sets[0].group, sets[1].group},
                        {sets[0].mask, sets[1].mask},
                        one_set,
                        options.keep_touching,
                        options.margin,
                        options.kernels,
                        sink};
  work_ = {};
  const bool may_list = options.skin > 0 || options.chooses_skin;
  const ByList by = may_list ? find_by_list(sets, options, rules) : ByList::none;
  if (by == ByList::none) sort_and_search(sets, options, rules);
  if (std::is_same_v<Row, Bounds3> || options.keep_touching) pair_invalid({sets[0].count, sets[1].count}, rules);
  return by != ByList::reused;
}

template void BroadPhase::sort_and_search(const ProxySet<BallProxy> (&)[2], const Options&, const PairRules&, bool);
template void BroadPhase::sort_and_search(const ProxySet<Bounds3> (&)[2], const Options&, const PairRules&, bool);

bool BroadPhase::find(const ProxySet<BallProxy>& objects, const Options& options, const PairSink& sink) {
  return find_any<BallProxy>({objects, {}}, true, options, sink);
}
bool BroadPhase::find(const ProxySet<Bounds3>& objects, const Options& options, const PairSink& sink) {
  return find_any<Bounds3>({objects, {}}, true, options, sink);
}
bool BroadPhase::find(const ProxySet<BallProxy>& first, const ProxySet<BallProxy>& second, const Options& options,
                      const PairSink& sink) {
  return find_any<BallProxy>({first, second}, false, options, sink);
}
bool BroadPhase::find(const ProxySet<Bounds3>& first, const ProxySet<Bounds3>& second, const Options& options,
                      const PairSink& sink) {
  return find_any<Bounds3>({first, second}, false, options, sink);
}

std::size_t BroadPhase::memory_bytes() const noexcept {
  std::size_t bytes = sort_memory_.bytes() + overlapping_few_.bytes() + list_.bytes();
  for (int set = 0; set < 2; ++set)
    bytes += level_.candidates[set].bytes() + level_.queries[set].bytes() + rest_[set].bytes() + valid_[set].bytes() +
             bad_[set].capacity() * sizeof(std::uint32_t);
  return bytes;
}

}  // namespace lockstep::detail
