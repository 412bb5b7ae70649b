// An invalid number in one lane changes the answer of no other pair, of space or of the plane, and its own is never a
// false proof.
#pragma once

#include <gtest/gtest.h>

#include "list_parity.hpp"
#include "oracle.hpp"
#include "pair_line.hpp"
#include "plane.hpp"
#include "plane_pair_line.hpp"
#include "spaces.hpp"

namespace lockstep::test {

/// A shape of the plane that is invalid touches everything; of space, one with a number that is not finite.
template <class S>
void judge_poisoned(Verdict verdict, const typename S::Shape& a, const typename S::Shape& b, const Poison& poison) {
  const auto line = [&] { return oracle::to_pair_line(poison.name, a, b); };
  if (!poison.is_number || (is_plane<S> && !is_a_shape(a))) {
    EXPECT_EQ(verdict, Verdict::touching) << line();
  } else if (verdict != Verdict::touching && is_a_shape(a)) {
    const bool apart = oracle::decide(a, b) == oracle::Truth::separated;
    EXPECT_EQ(verdict == Verdict::separated, apart) << verdict << "\n" << line();
  }
}

/// Replaces the first shape of pair `at` by an invalid one and runs the list again.
template <class S>
void poison_pair(typename S::Pairs& list, const std::vector<Verdict> (&before)[2], std::size_t at,
                 const typename S::Shape& shape, const Poison& poison, Isa isa) {
  const Pair good = list.pairs[at];
  list.pairs[at].a = add_to(list.first, shape, Check::none);
  for (const Method method : methods) {
    const std::vector<Verdict>& expected = before[static_cast<std::size_t>(method)];
    const std::vector<Verdict> after = list.answers(with(isa, method));
    for (std::size_t i = 0; i < after.size(); ++i) {
      if (i == at) continue;
      ASSERT_EQ(after[i], expected[i]) << "pair " << i << " beside a " << poison.name << " in pair " << at << "\n"
                                       << list.line(i);
    }
    judge_poisoned<S>(after[at], shape, list.shapes[at].second, poison);
  }
  list.pairs[at] = good;
}

/// Pairs of every two kinds.
template <class S>
void poison_pairs(Isa isa) {
  Rng rng(60);
  for (const auto a : S::bad_kinds) {
    for (const auto b : S::kinds) {
      typename S::Pairs list;
      while (list.pairs.size() < 37) list.append(oracle::random_pair(rng, a, b));
      const std::vector<Verdict> before[2] = {list.answers(with(isa, Method::automatic)),
                                              list.answers(with(isa, Method::gjk))};
      for (const Poison& poison : poisons()) {
        const std::size_t at = rng() % list.pairs.size();
        auto shape = list.shapes[at].first;
        const std::size_t count = numbers_of(shape).size();
        for (std::size_t n = 0; n<count; n += count> 12 ? 5 : 1) {
          auto bad = shape;
          *numbers_of(bad)[n] = poison.value;
          poison_pair<S>(list, before, at, bad, poison, isa);
        }
      }
    }
  }
}

}  // namespace lockstep::test
