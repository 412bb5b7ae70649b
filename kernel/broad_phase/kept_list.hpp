// The Verlet list that a skin keeps: all pairs whose bounds meet. The bounds have room for the motion of some frames.
// While each object stays in its bounds, no other pair can be near.
//
// Source: L. Verlet, "Computer experiments on classical fluids", 1967 (lists of neighbours within a longer reach).
#pragma once

#include <mutex>
#include <span>

#include "base/buffer.hpp"
#include "broad_phase/kept_set.hpp"
#include "broad_phase/pair_tile.hpp"
#include "broad_phase/skin_choice.hpp"

namespace lockstep::detail {

/// Building a list, and using it while all objects stay in their bounds, or those that left can be relisted:
///
///   if (list.begin(sets, one_set, options)) {
///     ... list.add(pairs of list.bounds(set) that meet) ..., list.place(set, ids) ... until each has a place
///     if (list.end<Row>()) list.search<Row>(rules);
///   }
///   if (list.is_of(sets, one_set, options) && (list.update(sets, options) == 0 || list.relist<Row>(options)))
///     list.search<Row>(rules);
class KeptList {
 public:
  /// Whether the list fits these sets and options.
  template <class Row>
  [[nodiscard]] bool is_of(const ProxySet<Row> (&sets)[2], bool one_set, const BroadPhaseOptions& options) const {
    return is_valid_ && skin_ == options.skin && margin_ == options.margin && has_bounds_of(sets, one_set);
  }
  /// Whether there are bounds for these sets, with or without a list. Without one, they remember the objects'
  /// positions.
  template <class Row>
  [[nodiscard]] bool has_bounds_of(const ProxySet<Row> (&sets)[2], bool one_set) const {
    return has_bounds_ && one_set_ == one_set && sets_[0].is_of(sets[0]) && sets_[1].is_of(sets[1]);
  }

  /// Makes bounds around all objects. False if an object is invalid. The bounds are in the order of the last list's
  /// places, where neighbours already lie near each other in memory.
  template <class Row>
  bool begin(const ProxySet<Row> (&sets)[2], bool one_set, const BroadPhaseOptions& options);
  template <class Row>
  [[nodiscard]] ProxySet<Row> bounds(int set) const {
    return {sets_[set].bounds_as<Row>(), sets_[set].places};
  }
  /// The margin for searches over bounds. It exceeds the given one by more than the error of verdicts.
  [[nodiscard]] static float margin_of_bounds(float margin) { return margin * (1 + 0x1p-17F); }
  /// Adds pairs of bounds. Threads: may be called by several at once.
  void add(std::span<const Pair> pairs);
  /// Assigns the next places to these bounds.
  void place(int set, std::span<const std::uint32_t> bounds) { sets_[set].place(bounds); }
  /// Completes the list. False if it is too long to be kept.
  template <class Row>
  bool end();
  /// Drops the list and the bounds.
  void drop() noexcept { is_valid_ = has_bounds_ = false; }

  /// Reads the objects' current rows; returns the number of objects that have left their bounds.
  template <class Row>
  std::size_t update(const ProxySet<Row> (&sets)[2], const BroadPhaseOptions& options);
  /// Makes new bounds for these objects and lists their pairs. False if that is too expensive, or if one is invalid.
  template <class Row>
  bool relist(const BroadPhaseOptions& options);
  /// The distances between the objects' rows at the last `update` and their positions when the bounds were made.
  template <class Row>
  [[nodiscard]] MotionSurvey motion() const;

  /// Reports the listed pairs that are near.
  template <class Row>
  void search(const PairRules& rules) const;

  [[nodiscard]] std::size_t pairs() const noexcept { return pairs_; }
  [[nodiscard]] std::size_t bytes() const noexcept;

 private:
  template <class Row>
  void list_pairs_of(int set, const BroadPhaseOptions& options);
  void pad();

  bool has_bounds_ = false, is_valid_ = false, one_set_ = false, is_too_long_ = false;
  float skin_ = 0, margin_ = 0;
  KeptSet sets_[2];
  Buffer<std::uint32_t> a_, b_;  // the pairs: indices of bounds while the list is built, then of places
  std::size_t pairs_ = 0;
  std::size_t relisting_cost_ = 0;  // the cost of new bounds since the list was built
  Buffer<std::uint32_t> near_few_;
  Buffer<std::size_t> counts_;
  std::mutex mutex_;
};

}  // namespace lockstep::detail
