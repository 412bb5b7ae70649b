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
// The world has no bounds: where the cells would be more than 2^30, axes are folded like paper. Neighbours stay
// neighbours, what else comes to lie side by side costs time only.
//
// Source: M. Overmars, "Point location in fat subdivisions", 1992; C. Ericson, "Real-Time Collision Detection", 2005,
// 7.1 and 7.2 (hierarchical grids); windows in place of cells are those of sorting by a linear index as in S. Green,
// "Particle simulation using CUDA", 2010.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "broad_phase/cell_order.hpp"
#include "broad_phase/size_survey.hpp"
#include "lockstep/types.hpp"

namespace lockstep::detail {

/// Receives some pairs at a time, from several threads at once. Of one set a < b, of two a is of the first; each pair
/// comes once, and only if the filters let it pass. What it throws ends the search and reaches whoever called `find`.
using TakePairs = std::function<void(std::span<const Pair>)>;

/// The most pairs that come at a time.
inline constexpr std::size_t most_taken = 4096;
/// Holding an object against one of few takes about a hundredth of the time that putting it in order does.
inline constexpr std::size_t most_few = 128;

struct PairRules;

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
/// larger ones; worst case all pairs. Memory O(objects). Work runs in the caller's TBB arena.
/// The set of pairs is the same for every number of threads; their order is not.
class BroadPhase {
 public:
  using Options = NearOptions;

  /// Whether the objects were sorted anew; not if the skin kept the order of the search before.
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
  };
  [[nodiscard]] const Work& work() const noexcept { return work_; }

 private:
  /// Pairs with at least one candidate are found at this level. Queries are smaller, and go on to the next.
  struct Level {
    std::optional<UniformGrid> grid;
    SortedObjects candidates[2], queries[2];  // of the first set, of the second
  };
  /// What must be the same for an order to be kept, but for motion.
  struct Kept {
    bool is_valid = false, one_set = false;
    std::size_t floats = 0, count[2] = {};
    float skin = 0, margin = 0;
    Buffer<float> rows[2];
  };

  template <class Row>
  bool find_any(const ProxySet<Row> (&sets)[2], bool one_set, const Options& options, const TakePairs& take);
  template <class Row>
  void sort_and_search(const ProxySet<Row> (&sets)[2], const Options& options, const PairRules& rules);
  template <class Row>
  void leave_out_distant(const ProxySet<Row> (&sets)[2], int many, const Options& options);
  template <class Row>
  void list_valid(const ProxySet<Row>& bodies, int set, bool all_valid);
  template <class Row>
  void sort_level(const ProxySet<Row> (&sets)[2], const SizeSurvey& found, Level& level);
  template <class Row>
  void split_level(const ProxySet<Row> (&sets)[2], const Options& options, SizeSurvey& found, Level& level);
  [[nodiscard]] static int least_class_of_level(const SizeSurvey& found, double mean_in_cell);
  [[nodiscard]] double pairs_in_cells() const { return rest_[0].pairs_in_cells() + rest_[1].pairs_in_cells(); }
  Level& next_level();
  template <class Row>
  [[nodiscard]] bool stays(const ProxySet<Row> (&sets)[2], bool one_set, const Options& options) const;
  template <class Row>
  void keep(const ProxySet<Row> (&sets)[2], bool one_set, const Options& options);
  template <class Row>
  void refresh(const ProxySet<Row> (&sets)[2]);
  template <class Row>
  void search(const UniformGrid& grid, const SortedObjects& queries, const SortedObjects& candidates, int of_queries,
              const PairRules& rules);
  template <class Row>
  void search_level(const Level& level, const PairRules& rules);
  void meet_everything(const std::size_t (&count)[2], const PairRules& rules) const;

  std::vector<std::unique_ptr<Level>> levels_;
  std::size_t level_count_ = 0;
  CellOrder rest_[2];
  Buffer<std::uint32_t> about_few_;    // ids of what may be near one of the other set, if that is small
  Buffer<std::uint32_t> valid_[2];     // ids of what is an object, if not all are
  std::vector<std::uint32_t> bad_[2];  // and of the others
  float overlap_factor_ = 0;
  Kept kept_;
  Work work_;
  Buffer<std::size_t> sort_memory_;
};

}  // namespace lockstep::detail
