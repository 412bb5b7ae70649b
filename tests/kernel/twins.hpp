// The same queries in two forms: the implications of the first answers for the second.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "pair_list.hpp"

namespace lockstep::test {

/// Whether the second verdict may follow the first.
using Allowed = bool (*)(Verdict, Verdict);

inline bool are_equal(Verdict a, Verdict b) { return a == b; }
/// One truth for both.
inline bool do_not_contradict(Verdict a, Verdict b) {
  return a == b || a == Verdict::touching || b == Verdict::touching;
}
/// The second shapes contain the first.
inline bool may_grow(Verdict before, Verdict after) {
  return before != Verdict::overlapping || after != Verdict::separated;
}

/// Pairs i of both lists correspond.
template <class List>
struct TwinsOf {
  using Shapes = typename decltype(List::shapes)::value_type;
  List before, after;

  void append(const Shapes& first, const Shapes& second) {
    if (!before.append(first) || after.append(second)) return;
    before.pairs.pop_back(), before.shapes.pop_back();  // the second was refused: rounding spoiled a matrix
  }

  /// Runs both methods on the widest and the narrowest instruction set. A forbidden pair of answers fails the test and
  /// prints both lines to replay. Returns the share of answers that differ.
  [[nodiscard]] double differing(Allowed allowed) const {
    int differ = 0, all = 0;
    for (const Isa isa : {supported_isas().front(), Isa::scalar}) {
      for (const Method method : {Method::automatic, Method::gjk}) {
        const IntersectOptions options{.method = method, .check = Check::inputs, .isa = isa};
        const std::vector<Verdict> a = before.answers(options), b = after.answers(options);
        for (std::size_t i = 0; i < a.size(); ++i) {
          ++all, differ += a[i] == b[i] ? 0 : 1;
          EXPECT_TRUE(allowed(a[i], b[i]))
              << name(isa) << (method == Method::gjk ? ", gjk: " : ", automatic: ") << a[i] << ", then " << b[i] << "\n"
              << before.line(i) << "\n"
              << after.line(i);
        }
      }
    }
    return all == 0 ? 0 : double(differ) / all;
  }
};

using Twins = TwinsOf<PairList>;

}  // namespace lockstep::test
