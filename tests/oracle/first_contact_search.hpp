// The two searches for a first contact, of space and of the plane.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include <lockstep/distance.hpp>

namespace lockstep::oracle {

/// The place of the origin relative to a difference of two shapes.
enum class Place { outside, inside, open };

/// For shapes that do not turn, `met_by` says whether they have met by a fraction: bisection finds the contact. `near`
/// may be a guess of it.
template <class MetBy>
Interval first_met(const MetBy& met_by, const Interval& near) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (met_by(0.0)) return {0, 0};
  if (!met_by(1.0)) return {infinity, infinity};
  Interval found{0, 1};
  for (const double end : {near.lower, near.upper}) {
    if (!(end > found.lower && end < found.upper)) continue;
    // An end that is the first contact itself is right on either side of it.
    if (met_by(end)) found.upper = end;
    if (const double before = std::nextafter(end, 0.0); !met_by(before)) found.lower = end;
  }
  constexpr int halvings = 64;  // to neighbours, unless they are next to 0
  for (int i = 0; i < halvings; ++i) {
    const double middle = (found.lower + found.upper) / 2;
    if (middle == found.lower || middle == found.upper) break;
    (met_by(middle) ? found.upper : found.lower) = middle;
  }
  return found;
}

/// A lower bound on the time that a shape takes to cross a gap, if its fastest point, pushed and swung, went straight
/// for the other. `ball_gap`: the same for the ball that contains it at any turn.
template <class Number>
Number passage_of(const Number& gap, const Number& ball_gap, const Number& push, const Number& swing) {
  const Number enough = Number(2), room = gap * Number(1 - 0x1p-50);
  const Number straight = push + swing > 0 ? Number(room / (push + swing)) : enough;
  if (!(ball_gap > 0)) return straight;
  return std::max(straight, push > 0 ? Number(ball_gap / push) : enough);
}

/// For shapes that turn, stretch by stretch. `pair.look(t)` returns their place at a fraction and, if they are
/// separated, `pair.passage()` the time for which they are.
template <class Pair>
Interval first_of_turn(Pair pair) {
  using Number = typename Pair::Number;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr int stretches = 10000;
  const auto below = [](const Number& t) {
    return std::max(0.0, std::nextafter(t.template convert_to<double>(), 0.0));
  };
  // They meet some time after the last fraction at which they do not.
  const auto contact_after = [&](const Number& passed) {
    for (int k = 46; k > 0; k -= 2) {
      const double t = Number(passed + Number(std::ldexp(1.0, -k))).template convert_to<double>();
      if (t <= 1 && pair.look(Number(t)) == Place::inside) return t;
    }
    return pair.look(Number(1)) == Place::inside ? 1 : infinity;
  };
  Number passed = 0;
  for (int i = 0; i < stretches; ++i) {
    const Place found = pair.look(passed);
    if (found == Place::inside) {
      const auto t = passed.template convert_to<double>();
      return {t, t};
    }
    const Number next = found == Place::outside ? Number(passed + pair.passage()) : passed;
    if (next > 1) return {infinity, infinity};
    if (!(next - passed > Number(0x1p-44))) return {below(next), contact_after(next)};
    passed = next;
  }
  return {below(passed), contact_after(passed)};
}

}  // namespace lockstep::oracle
