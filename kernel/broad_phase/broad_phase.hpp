// The broad phase of overlap passes: which objects come near each other?
//
// Uniform grids without a table of cells. Level by level, the largest objects first: cells as wide as the largest
// object that is left, objects sorted by cell. The cells around a run of objects then are a few windows of the sorted
// array, which slide along as the run does, and lanes compare the run with each object of a window. Objects much
// smaller than a cell, where many of them share one, are left for the next level; here they only look for larger ones.
// So each two objects meet at one level, in one window, once. There are as many levels as the sizes need, an octave
// each at worst.
//
// Where one of two sets has but a few objects, lanes first leave out of the other what is nowhere near any.
//
// With a skin, the search is for pairs whose bounds meet, which are listed; the list serves while objects lie in their
// bounds (kept_list.hpp).
//
// The world has no bounds: where the cells would be more than 2^30, axes are folded like paper. Neighbours stay
// neighbours, what else comes to lie side by side costs time only.
//
// Source: M. Overmars, "Point location in fat subdivisions", 1992; C. Ericson, "Real-Time Collision Detection", 2005,
// 7.1 and 7.2 (hierarchical grids); windows in place of cells are those of sorting by a linear index as in S. Green,
// "Particle simulation using CUDA", 2010.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "broad_phase/cell_order.hpp"
#include "broad_phase/kept_list.hpp"
#include "broad_phase/size_survey.hpp"
#include "broad_phase/take_pairs.hpp"

namespace lockstep::detail {

/// One search and the memory that it works in, kept for the next one.
///
///   BroadPhase broad;
///   broad.find(ProxySet<BoxProxy>{boxes.data(), boxes.size()}, {kernels, skin},
///              [&](std::span<const Pair> near) { ... });
///
/// Boxes are near each other if they share a point, compared exactly: whoever wants a margin or has rounded makes them
/// larger first. Balls are near each other as `intersect` would have it, margin included: no narrow phase is needed.
///
/// Expected O(objects * octaves + pairs that come), where only octaves count that lie close together, each inside the
/// larger ones; worst case all pairs. Memory O(objects), with up to 64 listed pairs for each. Work runs in the caller's
/// TBB arena. The set of pairs is the same for every number of threads; their order is not.
class BroadPhase {
 public:
  using Options = NearOptions;

  /// Whether the objects were sorted; not if a list of pairs served.
  bool find(const ProxySet<BallProxy>& objects, const Options& options, const TakePairs& take);
  bool find(const ProxySet<BoxProxy>& objects, const Options& options, const TakePairs& take);
  bool find(const ProxySet<BallProxy>& first, const ProxySet<BallProxy>& second, const Options& options,
            const TakePairs& take);
  bool find(const ProxySet<BoxProxy>& first, const ProxySet<BoxProxy>& second, const Options& options,
            const TakePairs& take);

  [[nodiscard]] std::size_t memory_bytes() const noexcept;

  /// What the last search took. The same for every number of threads, so that tests can ask for its growth.
  struct Work {
    std::uint64_t sorted = 0;    // objects, as often as a level sorted them
    std::uint64_t compared = 0;  // pairs, with those of empty lanes
    std::uint64_t listed = 0;    // pairs that are listed
  };
  [[nodiscard]] const Work& work() const noexcept { return work_; }

 private:
  /// Pairs with at least one candidate are found at this level. Queries are smaller, and go on to the next.
  struct Level {
    std::optional<UniformGrid> grid;
    SortedObjects candidates[2], queries[2];  // of the first set, of the second
  };

  template <class Row>
  bool find_any(const ProxySet<Row> (&sets)[2], bool one_set, const Options& options, const TakePairs& take);
  /// What a search was made by.
  enum class ByList : std::uint8_t { none, made, kept };
  template <class Row>
  ByList find_by_list(const ProxySet<Row> (&sets)[2], const Options& options, const PairRules& rules);
  template <class Row>
  bool search_list(const ProxySet<Row> (&sets)[2], const Options& options, const PairRules& rules);
  template <class Row>
  bool make_list(const ProxySet<Row> (&sets)[2], const Options& options, const PairRules& rules);
  template <class Row>
  void choose_skin(const ProxySet<Row> (&sets)[2], const Options& options, bool one_set);
  template <class Row>
  void look_at_motion(const ProxySet<Row> (&sets)[2], const Options& options, const PairRules& rules);
  void note_sizes(const SizeSurvey& found);
  template <class Row>
  void sort_and_search(const ProxySet<Row> (&sets)[2], const Options& options, const PairRules& rules,
                       bool places_objects = false);
  template <class Row>
  void leave_out_distant(const ProxySet<Row> (&sets)[2], int many, const Options& options);
  template <class Row>
  void list_valid(const ProxySet<Row>& bodies, int set, bool all_valid);
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
  void meet_everything(const std::size_t (&count)[2], const PairRules& rules) const;

  Level level_;
  CellOrder rest_[2];
  Buffer<std::uint32_t> about_few_;    // ids of what may be near one of the other set, if that is small
  Buffer<std::uint32_t> valid_[2];     // ids of what is an object, if not all are
  std::vector<std::uint32_t> bad_[2];  // and of the others
  float overlap_factor_ = 0;
  KeptList list_;
  SkinChoice choice_;
  std::size_t runs_without_list_ = 0;  // that are to come: the last list was too long
  double mean_reach_ = 0;              // of the last search, and whether all lay in a plane
  bool in_plane_ = false;
  Work work_;
  Buffer<std::size_t> sort_memory_;
};

}  // namespace lockstep::detail
