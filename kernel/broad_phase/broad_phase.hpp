// The broad phase of overlap passes: finds the pairs of objects that come near each other.
//
// Hierarchical uniform grids without a table of cells. The levels run from the largest objects to the smallest. At each
// level, cells are as wide as the largest object that is left, and objects are sorted by cell. The cells around a run
// of objects are then a few windows of the sorted array. The windows slide along with the run, and lanes compare the
// run with each object of a window. Objects much smaller than a cell are left for the next level if many of them share
// one; at this level, they only look for larger objects. So each pair meets at one level, in one window, once. There
// are as many levels as the sizes require, an octave each at worst.
//
// If one of two sets has only a few objects, lanes first cull the objects of the other set that are near none of these.
//
// With a skin, the search lists the pairs whose bounds meet. The list (a Verlet list) is valid while objects stay in
// their bounds (kept_list.hpp).
//
// The domain is unbounded: if there would be more than 2^30 cells, axes are folded like paper. Neighbours stay
// neighbours; other objects that share a cell by folding only cost time.
//
// Source: M. Overmars, "Point location in fat subdivisions", 1992; C. Ericson, "Real-Time Collision Detection", 2005,
// 7.1 and 7.2 (hierarchical grids); windows in place of cells are those of sorting by a linear index as in S. Green,
// "Particle simulation using CUDA", 2010.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <numeric>
#include <optional>
#include <vector>

#include "broad_phase/cell_order.hpp"
#include "broad_phase/grid_keys.hpp"
#include "broad_phase/kept_list.hpp"
#include "broad_phase/pair_tile.hpp"

namespace lockstep::detail {

/// The objects of a size class have sizes with the same exponent, from the smallest float (class 1) to sums of the
/// largest. Class 0 is size zero.
inline constexpr int size_classes = 280;
inline int size_class(double reach) {
  constexpr int below_all = 1023 - 150;  // the exponent of 2^-150, as doubles store it
  return std::max(0, static_cast<int>(std::bit_cast<std::uint64_t>(reach) >> 52) - below_all);
}

/// A histogram of object sizes, from which levels are chosen.
struct SizeSurvey {
  Bounds3 range = empty_bounds;
  std::size_t invalid = 0;
  float least_radius = std::numeric_limits<float>::max(), most_radius = 0;
  std::size_t count[size_classes] = {};
  double reach[size_classes] = {};  // the largest of each class

  template <class Row>
  void add(const Row& row, const BroadPhaseOptions& options) {
    if (!is_valid(row)) {
      ++invalid;
      return;
    }
    range.add(numbers_of(&row));
    least_radius = std::min(least_radius, radius_of(row)), most_radius = std::max(most_radius, radius_of(row));
    const double r = reach_of(row, options);
    const int c = size_class(r);
    ++count[c];
    reach[c] = std::max(reach[c], r);
  }
  void add(const SizeSurvey& other) {
    range.add(other.range);
    invalid += other.invalid;
    least_radius = std::min(least_radius, other.least_radius), most_radius = std::max(most_radius, other.most_radius);
    for (int c = 0; c < size_classes; ++c) count[c] += other.count[c], reach[c] = std::max(reach[c], other.reach[c]);
  }

  [[nodiscard]] std::size_t objects() const { return std::accumulate(count, count + size_classes, std::size_t{0}); }
  /// The class of the largest object.
  [[nodiscard]] int top() const {
    int c = size_classes - 1;
    while (c > 0 && count[c] == 0) --c;
    return c;
  }
  /// Keeps only classes below `least`; the remaining objects lie in `where`.
  void keep_below(int least, const Bounds3& where) {
    std::fill(count + least, count + size_classes, std::size_t{0});
    range = where;
  }
};

/// Surveys the remaining objects.
template <class Row>
void survey(const ProxySet<Row>& objects, const CellOrder& rest, const BroadPhaseOptions& options, SizeSurvey& all) {
  std::mutex mutex;
  for_each_range(rest.count, near_part, [&](std::size_t begin, std::size_t end) {
    SizeSurvey part;
    for (std::size_t i = begin; i < end; ++i) part.add(objects.rows[rest.unsorted(i)], options);
    const std::scoped_lock lock(mutex);
    all.add(part);
  });
}

/// One search and its memory, which the next search reuses.
///
///   BroadPhase broad;
///   broad.find(ProxySet<Bounds3>{boxes.data(), boxes.size()}, {kernels, skin},
///              [&](std::span<const Pair> near) { ... });
///
/// Boxes are near each other if they share a point, compared exactly. Callers enlarge them by a margin, and by their
/// rounding errors. Balls are near each other as `intersect` would have it, margin included: they need no narrow phase.
///
/// Complexity: expected O(objects * octaves + reported pairs), where an octave counts only if its objects lie close
/// together, each inside the larger ones; worst case all pairs. Allocates: O(objects), with up to 64 listed pairs for
/// each. Threads: work runs in the caller's TBB arena. The set of pairs is the same for every number of threads; their
/// order is not.
class BroadPhase {
 public:
  using Options = BroadPhaseOptions;

  /// Returns whether the objects were sorted: false if a list of pairs served.
  bool find(const ProxySet<BallProxy>& objects, const Options& options, const PairSink& sink);
  bool find(const ProxySet<Bounds3>& objects, const Options& options, const PairSink& sink);
  bool find(const ProxySet<BallProxy>& first, const ProxySet<BallProxy>& second, const Options& options,
            const PairSink& sink);
  bool find(const ProxySet<Bounds3>& first, const ProxySet<Bounds3>& second, const Options& options,
            const PairSink& sink);

  [[nodiscard]] std::size_t memory_bytes() const noexcept;

  /// The work of the last search. It is the same for every number of threads, so that tests can check its growth.
  struct Work {
    std::uint64_t sorted = 0;    // objects, as often as a level sorted them
    std::uint64_t compared = 0;  // pairs, including those in unused lanes
    std::uint64_t listed = 0;    // pairs in the list
  };
  [[nodiscard]] const Work& work() const noexcept { return work_; }

 private:
  /// A level finds all pairs with at least one candidate. Queries are smaller objects, which go on to the next level.
  struct Level {
    std::optional<UniformGrid> grid;
    SortedObjects candidates[2], queries[2];  // of the first set, of the second
  };

  template <class Row>
  bool find_any(const ProxySet<Row> (&sets)[2], bool one_set, const Options& options, const PairSink& sink);
  /// The result of find_by_list. `none`: the search is left to do. `sorted`: it is done, with a new list or a survey of
  /// motion. `reused`: it is done, with an earlier list.
  enum class ByList : std::uint8_t { none, sorted, reused };
  template <class Row>
  ByList find_by_list(const ProxySet<Row> (&sets)[2], const Options& options, const PairRules& rules);
  template <class Row>
  bool search_list(const ProxySet<Row> (&sets)[2], const Options& options, const PairRules& rules);
  template <class Row>
  bool make_list(const ProxySet<Row> (&sets)[2], const Options& options, const PairRules& rules);
  template <class Row>
  void choose_skin(const ProxySet<Row> (&sets)[2], const Options& options, bool one_set);
  template <class Row>
  void survey_motion(const ProxySet<Row> (&sets)[2], const Options& options, const PairRules& rules);
  void note_sizes(const SizeSurvey& found);
  template <class Row>
  void sort_and_search(const ProxySet<Row> (&sets)[2], const Options& options, const PairRules& rules,
                       bool places_objects = false);
  template <class Row>
  void cull_distant(const ProxySet<Row> (&sets)[2], int many, const Options& options);
  template <class Row>
  void list_valid(const ProxySet<Row>& objects, int set, bool all_valid);
  template <class Row>
  void sort_level(const ProxySet<Row> (&sets)[2], const SizeSurvey& found);
  template <class Row>
  void split_level(const ProxySet<Row> (&sets)[2], const Options& options, SizeSurvey& found);
  [[nodiscard]] static int least_class_of_level(const SizeSurvey& found, double mean_in_cell);
  [[nodiscard]] double pairs_in_cells() const { return rest_[0].pairs_in_cells() + rest_[1].pairs_in_cells(); }
  template <class Row>
  void search(const UniformGrid& grid, const SortedObjects& queries, const SortedObjects& candidates, int of_queries,
              const PairRules& rules);
  template <class Row>
  void search_level(const PairRules& rules);
  void pair_invalid(const std::size_t (&count)[2], const PairRules& rules) const;

  Level level_;
  CellOrder rest_[2];
  Buffer<std::uint32_t>
      overlapping_few_;                // ids of objects that may be near an object of the other set, if that is small
  Buffer<std::uint32_t> valid_[2];     // ids of valid objects, if not all are valid
  std::vector<std::uint32_t> bad_[2];  // ids of the invalid objects
  float overlap_factor_ = 0;
  KeptList list_;
  SkinChoice choice_;
  std::size_t runs_without_list_ = 0;  // runs left before the next list: the last one was too long
  double mean_reach_ = 0;              // of the last search, and whether all lay in a plane
  bool in_plane_ = false;
  Work work_;
  Buffer<std::size_t> sort_memory_;
};

}  // namespace lockstep::detail
