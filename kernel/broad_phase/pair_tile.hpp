// Pairs on their way from the lanes of a broad phase to whoever takes them.
#pragma once

#include <algorithm>
#include <array>

#include "broad_phase/broad_phase.hpp"

namespace lockstep::detail {

/// The sets of a search, by their filters, and what becomes of a pair.
struct PairRules {
  const std::uint32_t *group[2], *mask[2];  // null: all bits set
  bool one_set;
  bool keep_touching;
  float margin;
  const NearKernels& kernels;
  const TakePairs& take;

  /// a is of set `of_a`, b of the other, or both are of the only one.
  [[nodiscard]] bool may_meet(std::uint32_t a, std::uint32_t b, int of_a) const {
    const int of_b = one_set ? of_a : 1 - of_a;
    const auto bits = [](const std::uint32_t* of, std::uint32_t i) { return of == nullptr ? ~0U : of[i]; };
    return (bits(group[of_a], a) & bits(mask[of_b], b)) != 0 && (bits(group[of_b], b) & bits(mask[of_a], a)) != 0;
  }
  [[nodiscard]] bool filters() const { return group[0] || mask[0] || group[1] || mask[1]; }
};

/// A tile of pairs that are near each other.
class PairTile {
 public:
  explicit PairTile(const PairRules& rules) : rules_(rules) {}

  /// Runs a kernel to the end of a walk; the queries are of set `of_queries`.
  void search(void (*kernel)(const NeighbourQuery&, WindowWalk&, NearPairs&), const NeighbourQuery& search,
              WindowWalk& walk, int of_queries) {
    constexpr std::size_t room = most_taken - near_padding - 1;  // so that one more always fits
    for (bool ended = false; !ended; hand_over(of_queries)) {
      NearPairs found{a_.data(), b_.data(), open_a_.data(), open_b_.data(), int{room}, 0, 0};
      kernel(search, walk, found);
      ended = walk.has_ended(search.rows);
      count_ = static_cast<std::size_t>(found.count);
      if (found.open_count != 0) decide(search, static_cast<std::size_t>(found.open_count), of_queries);
    }
  }
  void append(std::uint32_t a, std::uint32_t b, int of_a) {
    a_[count_] = a, b_[count_] = b;
    if (++count_ == most_taken) hand_over(of_a);
  }
  /// What is left.
  void hand_over(int of_a) {
    std::array<Pair, most_taken> pairs;
    std::size_t kept = 0;
    const bool filters = rules_.filters();
    const auto take = [&](const auto& pair_of) {
      if (!filters) {
        for (std::size_t i = 0; i < count_; ++i) pairs[i] = pair_of(a_[i], b_[i]);
        kept = count_;
        return;
      }
      for (std::size_t i = 0; i < count_; ++i) {
        pairs[kept] = pair_of(a_[i], b_[i]);
        kept += rules_.may_meet(a_[i], b_[i], of_a) ? 1U : 0U;
      }
    };
    // No branch on which id is lower: nobody could foresee it.
    if (rules_.one_set)
      take([](std::uint32_t a, std::uint32_t b) { return Pair{std::min(a, b), std::max(a, b)}; });
    else if (of_a == 0)
      take([](std::uint32_t a, std::uint32_t b) { return Pair{a, b}; });
    else
      take([](std::uint32_t a, std::uint32_t b) { return Pair{b, a}; });
    count_ = 0;
    if (kept != 0) rules_.take(std::span(pairs).first(kept));
  }

 private:
  /// Balls that float lanes cannot tell apart, in double.
  void decide(const NeighbourQuery& search, std::size_t open, int of_queries) {
    constexpr std::size_t at_a_time = 64;
    std::array<std::array<float, at_a_time>, 8> number;
    std::array<std::uint8_t, at_a_time> codes;
    for (std::size_t begin = 0; begin < open; begin += at_a_time) {
      const std::size_t count = std::min(at_a_time, open - begin);
      for (auto& stream : number) stream.fill(0);
      for (std::size_t s = 0; s < 4; ++s)
        for (std::size_t i = 0; i < count; ++i) {
          number[s][i] = search.queries.stream[s][open_a_[begin + i]];
          number[s + 4][i] = search.candidates.stream[s][open_b_[begin + i]];
        }
      const auto at = [&](std::size_t s) { return number[s].data(); };
      rules_.kernels.decide_balls({{at(0), at(1), at(2), at(3)},
                                   {at(4), at(5), at(6), at(7)},
                                   static_cast<int>(count),
                                   rules_.margin,
                                   codes.data()});
      for (std::size_t i = 0; i < count; ++i) {
        if (codes[i] == code_separated || (codes[i] == code_touching && !rules_.keep_touching)) continue;
        append(search.queries.ids[open_a_[begin + i]], search.candidates.ids[open_b_[begin + i]], of_queries);
      }
    }
  }

  const PairRules& rules_;
  std::size_t count_ = 0;
  std::array<std::uint32_t, most_taken + near_padding> a_, b_, open_a_, open_b_;  // kernels write whole registers
};

}  // namespace lockstep::detail
