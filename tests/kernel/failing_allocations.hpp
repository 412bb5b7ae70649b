// The allocations of sets: a set stays as it was if one fails.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <new>
#include <vector>

#include "counting_new.hpp"
#include "lockstep/intersect.hpp"
#include "lockstep/sets.hpp"

namespace lockstep::test {

/// Of a second call.
template <class Call>
std::size_t allocations_of(const Call& call) {
  call();  // warm up: default_isa() and TBB set up their state
  const std::size_t before = allocations_of_all_threads();
  call();
  return allocations_of_all_threads() - before;
}

/// All queries of a set: the relations of its shapes.
template <class Set>
std::vector<Verdict> state_of(const Set& set) {
  std::vector<Pair> pairs;
  for (std::uint32_t i = 0; i < set.size(); ++i)
    for (std::uint32_t j = 0; j <= i; j += 3)
      if (set.contains(i) && set.contains(j)) pairs.push_back({i, j});
  std::vector<Verdict> verdicts(pairs.size());
  intersect(set, set, pairs, verdicts);
  return verdicts;
}
inline std::vector<Verdict> state_of(const BodySet& bodies) { return state_of(bodies.parts()); }

inline std::uint32_t add_one(ShapeSet& set) { return set.add(Point{{0, 0, 0}}); }
inline std::uint32_t add_one(ShapeSet2& set) { return set.add(Circle2{{0, 0}, 1}); }
inline std::uint32_t add_one(BodySet& set) { return set.add(std::vector<BodyPart>{Sphere{{0, 0, 0}, 1}}); }

/// Lets the n-th allocation of `change` fail, for every n, until none does. After each failure the set is as before.
template <class Set, class Change>
void fail_everywhere(const Set& original, const Change& change) {
  const std::vector<Verdict> before = state_of(original);
  for (std::size_t n = 0;; ++n) {
    Set set = original;
    bool failed = false;
    try {
      const FailingNew failing(n);
      change(set);
    } catch (const std::bad_alloc&) {
      failed = true;
    }
    if (!failed) return;
    ASSERT_LT(n, 1000U) << "it never succeeds";
    ASSERT_EQ(set.size(), original.size()) << "allocation " << n;
    ASSERT_EQ(state_of(set), before) << "allocation " << n;
    const std::uint32_t next = add_one(set);
    Set same = original;
    ASSERT_EQ(next, add_one(same)) << "and it still works";
    ASSERT_EQ(state_of(set), state_of(same)) << "allocation " << n;
  }
}

}  // namespace lockstep::test
