// Buffers pairs between the lanes of a broad phase and its caller.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <span>

#include "broad_phase/kept_set.hpp"
#include "broad_phase/proxy_set.hpp"
#include "lockstep/types.hpp"

namespace lockstep::detail {

/// Receives batches of pairs. Threads: called by several at once. Within one set a < b; with two sets, a is of the
/// first. Each pair comes once, and only if the filters let it pass. An exception ends the search and reaches the
/// caller of `find`.
using PairSink = std::function<void(std::span<const Pair>)>;

/// The largest batch of pairs.
inline constexpr std::size_t largest_batch = 4096;

/// The sets of a search with their filters, and the destination of its pairs.
struct PairRules {
  const std::uint32_t *group[2], *mask[2];  // null: all bits set
  bool one_set;
  bool keep_touching;
  float margin;
  const BroadPhaseKernels& kernels;
  const PairSink& sink;

  /// Whether the filters let a pair pass. Object a belongs to set `of_a`, b to the other set, or both to the only one.
  [[nodiscard]] bool may_meet(std::uint32_t a, std::uint32_t b, int of_a) const {
    const int of_b = one_set ? of_a : 1 - of_a;
    const auto bits = [](const std::uint32_t* of, std::uint32_t i) { return of == nullptr ? ~0U : of[i]; };
    return (bits(group[of_a], a) & bits(mask[of_b], b)) != 0 && (bits(group[of_b], b) & bits(mask[of_a], a)) != 0;
  }
  [[nodiscard]] bool filters() const { return group[0] || mask[0] || group[1] || mask[1]; }
};

/// A tile of near pairs.
class PairTile {
 public:
  explicit PairTile(const PairRules& rules) : rules_(rules) {}

  /// Runs a kernel to the end of a traversal; the queries belong to set `of_queries`.
  void search(void (*kernel)(const NeighbourQuery&, WindowState&, NearPairs&), const NeighbourQuery& search,
              WindowState& state, int of_queries) {
    constexpr std::size_t room = largest_batch - near_padding - 1;  // leaves room for one more
    for (bool ended = false; !ended; flush(of_queries)) {
      NearPairs found{a_.data(), b_.data(), open_a_.data(), open_b_.data(), int{room}, 0, 0};
      kernel(search, state, found);
      ended = state.has_ended(search.rows);
      count_ = static_cast<std::size_t>(found.count);
      if (found.open_count == 0) continue;
      const auto numbers = [](const BroadPhaseStreams& of) {
        return [&of](std::uint32_t at, std::size_t s) { return of.stream[s][at]; };
      };
      decide(static_cast<std::size_t>(found.open_count), numbers(search.queries), numbers(search.candidates),
             [&](std::uint32_t a, std::uint32_t b) {
               append(search.queries.ids[a], search.candidates.ids[b], of_queries);
             });
    }
  }
  /// Runs a kernel over listed pairs of the first set and the second, or of the only set.
  void test(void (*kernel)(const ListedPairs&, std::size_t, std::size_t, NearPairs&), const ListedPairs& list,
            std::size_t begin, std::size_t end, const KeptSet& first, const KeptSet& second) {
    const std::uint32_t *const first_ids = first.id_of.data(), *const second_ids = second.id_of.data();
    constexpr std::size_t room = largest_batch - near_padding - 1;
    for (; begin < end; begin += room, flush(0)) {
      NearPairs found{a_.data(), b_.data(), open_a_.data(), open_b_.data(), int{room}, 0, 0};
      kernel(list, begin, std::min(end, begin + room), found);
      name(static_cast<std::size_t>(found.count), first, second);
      if (found.open_count == 0) continue;
      const auto numbers = [](const float* rows) {
        return [rows](std::uint32_t at, std::size_t s) { return rows[4 * std::size_t{at} + s]; };
      };
      decide(static_cast<std::size_t>(found.open_count), numbers(list.first), numbers(list.second),
             [&](std::uint32_t a, std::uint32_t b) {
               if (!first.is_gap(a) && !second.is_gap(b)) append(first_ids[a], second_ids[b], 0);
             });
    }
  }
  void append(std::uint32_t a, std::uint32_t b, int of_a) {
    a_[count_] = a, b_[count_] = b;
    if (++count_ == largest_batch) flush(of_a);
  }
  /// Reports the pairs that are left.
  void flush(int of_a) {
    std::array<Pair, largest_batch> pairs;
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
    // Branchless: a branch on which id is lower would be mispredicted.
    if (rules_.one_set)
      take([](std::uint32_t a, std::uint32_t b) { return Pair{std::min(a, b), std::max(a, b)}; });
    else if (of_a == 0)
      take([](std::uint32_t a, std::uint32_t b) { return Pair{a, b}; });
    else
      take([](std::uint32_t a, std::uint32_t b) { return Pair{b, a}; });
    count_ = 0;
    if (kept != 0) rules_.sink(std::span(pairs).first(kept));
  }

 private:
  /// Replaces places by ids. Skips pairs of gaps: their objects are listed again under new places.
  void name(std::size_t found, const KeptSet& first, const KeptSet& second) {
    const std::uint32_t *const first_ids = first.id_of.data(), *const second_ids = second.id_of.data();
    const bool has_gaps = first.has_gaps || second.has_gaps;
    std::size_t named = 0;
    for (std::size_t i = 0; i < found; ++i) {
      const std::uint32_t a = a_[i], b = b_[i];
      a_[named] = first_ids[a], b_[named] = second_ids[b];
      named += has_gaps && (first.is_gap(a) || second.is_gap(b)) ? 0U : 1U;
    }
    count_ = named;
  }

  /// Decides in double the pairs of balls that float lanes leave undecided: calls take(a, b) for near ones.
  template <class First, class Second, class Take>
  void decide(std::size_t open, const First& first, const Second& second, const Take& take) {
    constexpr std::size_t at_a_time = 64;
    std::array<std::array<float, at_a_time>, 8> number;
    std::array<std::uint8_t, at_a_time> codes;
    for (std::size_t begin = 0; begin < open; begin += at_a_time) {
      const std::size_t count = std::min(at_a_time, open - begin);
      for (auto& stream : number) stream.fill(0);
      for (std::size_t s = 0; s < 4; ++s)
        for (std::size_t i = 0; i < count; ++i) {
          number[s][i] = first(open_a_[begin + i], s);
          number[s + 4][i] = second(open_b_[begin + i], s);
        }
      const auto at = [&](std::size_t s) { return number[s].data(); };
      rules_.kernels.decide_balls({{at(0), at(1), at(2), at(3)},
                                   {at(4), at(5), at(6), at(7)},
                                   static_cast<int>(count),
                                   rules_.margin,
                                   codes.data()});
      for (std::size_t i = 0; i < count; ++i) {
        if (codes[i] == code_separated || (codes[i] == code_touching && !rules_.keep_touching)) continue;
        take(open_a_[begin + i], open_b_[begin + i]);
      }
    }
  }

  const PairRules& rules_;
  std::size_t count_ = 0;
  std::array<std::uint32_t, largest_batch + near_padding> a_, b_, open_a_, open_b_;  // kernels write whole registers
};

}  // namespace lockstep::detail
