// The pairs that a skin keeps: all whose bounds meet, where the bounds have room for some frames' motion. While each
// object lies in its bounds, no other pair can be near.
//
// Source: L. Verlet, "Computer experiments on classical fluids", 1967 (lists of what is within a longer reach).
#pragma once

#include <mutex>
#include <span>

#include "base/buffer.hpp"
#include "broad_phase/kept_set.hpp"
#include "broad_phase/pair_tile.hpp"
#include "broad_phase/skin_choice.hpp"

namespace lockstep::detail {

/// How a list is made, and used while nothing is outside, or that could be taken:
///
///   if (list.begin(sets, one_set, options)) {
///     ... list.add(pairs of list.bounds(set) that meet) ..., list.place(set, ids) ... until each has a place
///     if (list.end<Row>()) list.search<Row>(rules);
///   }
///   if (list.is_of(sets, one_set, options) && (list.update(sets, options) == 0 || list.take_outside<Row>(options)))
///     list.search<Row>(rules);
class KeptList {
 public:
  /// Whether the list is one of such sets, and of this question.
  template <class Row>
  [[nodiscard]] bool is_of(const ProxySet<Row> (&sets)[2], bool one_set, const NearOptions& options) const {
    return is_valid_ && skin_ == options.skin && margin_ == options.margin && has_bounds_of(sets, one_set);
  }
  /// Whether it has bounds of such sets, with a list or without: then they remember where objects were.
  template <class Row>
  [[nodiscard]] bool has_bounds_of(const ProxySet<Row> (&sets)[2], bool one_set) const {
    return has_bounds_ && one_set_ == one_set && sets_[0].is_of(sets[0]) && sets_[1].is_of(sets[1]);
  }

  /// Makes bounds around all objects. False if one is no object. They are in the order of the last list's places, so
  /// that neighbours lie near each other in memory already.
  template <class Row>
  bool begin(const ProxySet<Row> (&sets)[2], bool one_set, const NearOptions& options);
  template <class Row>
  [[nodiscard]] ProxySet<Row> bounds(int set) const {
    return {sets_[set].bounds_as<Row>(), sets_[set].places};
  }
  /// The margin that bounds are searched with: larger by more than verdicts are off.
  [[nodiscard]] static float margin_of_bounds(float margin) { return margin * (1 + 0x1p-17F); }
  /// Pairs of bounds, from several threads.
  void add(std::span<const Pair> pairs);
  /// The next places are those of these bounds.
  void place(int set, std::span<const std::uint32_t> bounds) { sets_[set].place(bounds); }
  /// The list is whole. False if it is too long to be kept.
  template <class Row>
  bool end();
  /// Neither a list nor bounds.
  void forget() noexcept { is_valid_ = has_bounds_ = false; }

  /// Takes the objects as they are now; how many have left their bounds.
  template <class Row>
  std::size_t update(const ProxySet<Row> (&sets)[2], const NearOptions& options);
  /// Makes new bounds for these, and lists their pairs; false if that is too much, or one is no object.
  template <class Row>
  bool take_outside(const NearOptions& options);
  /// How far objects have come since the bounds were made; where they are now `update` has seen.
  template <class Row>
  [[nodiscard]] MotionSurvey motion() const;

  /// Hands over those of the listed pairs that are near.
  template <class Row>
  void search(const PairRules& rules) const;

  [[nodiscard]] std::size_t pairs() const noexcept { return pairs_; }
  [[nodiscard]] std::size_t bytes() const noexcept;

 private:
  template <class Row>
  void list_pairs_of(int set, const NearOptions& options);
  void pad();

  bool has_bounds_ = false, is_valid_ = false, one_set_ = false, is_too_long_ = false;
  float skin_ = 0, margin_ = 0;
  KeptSet sets_[2];
  Buffer<std::uint32_t> a_, b_;  // the pairs: bounds at first, then places
  std::size_t pairs_ = 0;
  std::size_t taken_ = 0;  // what it took to make bounds anew since the list was made
  Buffer<std::uint32_t> near_few_;
  Buffer<std::size_t> counts_;
  std::mutex mutex_;
};

}  // namespace lockstep::detail
