// Lists of pairs of two kinds, of space or of the plane, for tests that compare answers with the exact oracle.
#pragma once

#include <gtest/gtest.h>

#include <cmath>

#include "judge.hpp"
#include "long_tests.hpp"
#include "spaces.hpp"

namespace lockstep::test {

/// Neither a polytope nor one grown by a radius: the truth is slow to compute.
inline bool is_slow(Kind kind) { return oracle::is_smooth(kind); }
inline bool is_slow(Kind2) { return false; }

/// Whether a distance is proven to be outside of an interval.
inline bool is_refuted(const ShapePair& pair, const Interval& d) {
  return oracle::refutes(pair.first, pair.second, d.lower, d.upper);
}
inline bool is_refuted(const ShapePair2& pair, const Interval& d) {
  return oracle::false_end(pair.first, pair.second, d.lower, d.upper).has_value();
}

inline int count_of(int few) { return long_tests() ? 100 * few : few; }

/// The distribution of results of casts.
struct Counts {
  int hits = 0, misses = 0, unproven = 0;
  int from_start = 0;  ///< the hits that overlap before they move

  void add(const Interval& fractions) {
    from_start += fractions == Interval{0, 0};
    switch (result_of(fractions)) {
      case CastResult::hits: ++hits; break;
      case CastResult::misses: ++misses; break;
      case CastResult::unproven: ++unproven; break;
    }
  }
};

/// In either order, with a first shape that can be moved if one can.
template <class AnyPair>
AnyPair either_way(Rng& rng, AnyPair pair) {
  if (oracle::below(rng, 2) == 0 || !can_be_moved(pair.first)) std::swap(pair.first, pair.second);
  if (!can_be_moved(pair.first)) std::swap(pair.first, pair.second);
  return pair;
}

/// `make(rng)` gives a pair.
template <class S>
class ExactPairs : public testing::TestWithParam<typename S::Kinds> {
 protected:
  using Pairs = typename S::Pairs;
  const decltype(S::Kinds::first) a_ = this->GetParam().first, b_ = this->GetParam().second;

  [[nodiscard]] int few_if_slow(int count) const { return is_slow(a_) || is_slow(b_) ? (count + 9) / 10 : count; }

  template <class Make>
  Pairs list_of(int count, std::uint64_t seed, const Make& make) {
    count = few_if_slow(count);
    Rng rng(seed);
    Pairs list;
    while (static_cast<int>(list.pairs.size()) < count) list.append(make(rng));
    return list;
  }
  auto random() {
    return [this](Rng& rng) { return random_pair(rng, a_, b_); };
  }
  /// A gap or a depth of 10^-9 to 10^-2.
  auto near_contact() {
    return [this](Rng& rng) {
      const double gap = std::pow(10, oracle::uniform(rng, -9, -2));
      return near_contact_pair(rng, a_, b_, oracle::below(rng, 2) == 0 ? gap : -gap);
    };
  }
  auto hard(oracle::Hardness hardness) {
    return [this, hardness](Rng& rng) { return hard_pair(rng, a_, b_, hardness); };
  }
};

}  // namespace lockstep::test
