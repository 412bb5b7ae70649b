// Finds the two parts of two objects that are nearest to each other, or that meet first, by branch and bound. A measure
// provides an interval for two parts, and a lower bound of that interval from the boxes of the parts.
//
// The answer is the least of all lower ends and the least of all upper ends. A lower end is at least the bound of its
// boxes: if necessary, it is raised to that. So parts whose bound is above some upper end change neither, and the
// answer does not depend on which of them were culled.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

#include "bodies/objects.hpp"

namespace lockstep::detail {

/// Two parts: their shapes in the sets, and their numbers in the objects.
struct TwoParts {
  Pair shapes, numbers;
};

/// Lower numbers first, regardless of their order in the pair.
inline bool has_lower_numbers(const Pair& p, const Pair& q) {
  const auto [p_low, p_high] = std::minmax(p.a, p.b);
  const auto [q_low, q_high] = std::minmax(q.a, q.b);
  return p_high != q_high ? p_high < q_high : p_low < q_low;
}

/// A total order of boxes, -1, 0 or 1, that does not depend on the caller.
inline int compare(const Bounds3& a, const Bounds3& b) {
  for (int k = 0; k < 3; ++k) {
    if (a.low[k] != b.low[k]) return a.low[k] < b.low[k] ? -1 : 1;
    if (a.high[k] != b.high[k]) return a.high[k] < b.high[k] ? -1 : 1;
  }
  return 0;
}

/// Selects the pair to name among equally near ones. If only (m, n) and (n, m) are left, the boxes of the two parts m
/// decide, then those of the parts n, so that (b, a) names the same parts.
inline bool comes_first(const Objects& first, const Objects& second, const TwoParts& p, const TwoParts& q) {
  if (has_lower_numbers(p.numbers, q.numbers)) return true;
  if (has_lower_numbers(q.numbers, p.numbers)) return false;
  const Vec3d origin = lesser_of(position_of(first.shapes, p.shapes.a), position_of(second.shapes, p.shapes.b));
  const auto box = [&](const Objects& objects, std::uint32_t part) { return box_of_part(objects, part, 0, origin); };
  const bool in_rising_order = p.numbers.a < p.numbers.b;
  const TwoParts &rising = in_rising_order ? p : q, &falling = in_rising_order ? q : p;
  int order = compare(box(first, rising.shapes.a), box(second, falling.shapes.b));
  if (order == 0) order = compare(box(first, falling.shapes.a), box(second, rising.shapes.b));
  return (order <= 0) == in_rising_order;
}

/// Orders -0 before 0, so that the result does not depend on the order of arguments.
inline double least_of(double a, double b) { return b < a || (b == a && std::signbit(b)) ? b : a; }

/// Processes up to pair_tile pairs of objects. A Measure has
///
///   Answer                            with lower and upper
///   limit()                           larger lower ends are not reported, nor parts for which no more is known
///   origin_of(position, position)     what the boxes of the parts of two objects are relative to
///   bound(pair, box, box)             a lower bound of all intervals between contents of the boxes, for that pair
///   measure(parts, pairs, answers)    for a tile of pairs of parts, and the indices of their pairs of objects
///   nothing()                         the answer if no parts are named
template <class Measure>
class FirstParts {
 public:
  using Answer = typename Measure::Answer;

  FirstParts(const Measure& measure, const Objects& first, const Objects& second, std::span<const Pair> pairs)
      : measure_(measure), first_(first), second_(second), pairs_(pairs) {}

  /// answers[i] is the answer to pairs[i]; numbers[i] names the two parts.
  void find(Answer* answers, Pair* numbers) {
    for (std::size_t i = 0; i < pairs_.size(); ++i) guess(i);
    flush();
    for (std::size_t i = 0; i < pairs_.size(); ++i) search(i);
    flush();
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      const Named& named = named_[i];
      numbers[i] = named.parts.numbers;
      answers[i] = named.is_none() ? measure_.nothing() : named.answer;
      if (named.is_none()) continue;
      answers[i].lower = std::min(named.answer.lower, measure_.limit());
      answers[i].upper = named.upper;
    }
  }

 private:
  static constexpr double infinity = std::numeric_limits<double>::infinity();
  static constexpr Pair no_shapes{Objects::none, Objects::none};

  struct Named {
    Answer answer;
    double upper = infinity;  // the least of all pairs of parts
    TwoParts parts{no_shapes, no_shapes};
    Pair guessed = no_shapes;
    [[nodiscard]] bool is_none() const { return parts.shapes == no_shapes; }
  };

  template <class IsWanted, class Take>
  void for_each_of(std::size_t i, const IsWanted& is_wanted, const Take& take) {
    const auto bound = [&](const Bounds3& a, const Bounds3& b) { return measure_.bound(i, a, b); };
    for_each_two_chunks(first_, second_, pairs_[i], 0, Measure::origin_of,
                        [&](const PartChunk& a, const PartChunk& b) { for_each_wanted(a, b, bound, is_wanted, take); });
  }

  /// Measures the two parts with the nearest boxes first: their upper end culls most others.
  void guess(std::size_t i) {
    double least = infinity;
    Pair& nearest = named_[i].guessed;
    const auto is_nearer = [&](double bound) { return bound < least && bound <= measure_.limit(); };
    for_each_of(i, is_nearer, [&](const Pair& shapes, double bound) { nearest = shapes, least = bound; });
    if (nearest != no_shapes) add(i, nearest, least);
  }

  void search(std::size_t i) {
    const auto may_be_least = [&](double bound) {
      return bound <= std::min(measure_.limit(), named_[i].upper) && bound < infinity;
    };
    for_each_of(i, may_be_least, [&](const Pair& shapes, double bound) {
      if (shapes != named_[i].guessed) add(i, shapes, bound);
    });
  }

  void add(std::size_t i, const Pair& shapes, double bound) {
    shapes_[count_] = shapes, source_[count_] = static_cast<std::uint16_t>(i), bound_[count_] = bound;
    if (++count_ == pair_tile) flush();
  }

  void flush() {
    if (count_ == 0) return;
    std::array<Answer, pair_tile> answers;
    measure_.measure(std::span<const Pair>(shapes_.data(), count_),
                     std::span<const std::uint16_t>(source_.data(), count_), answers.data());
    for (std::size_t k = 0; k < count_; ++k) take(named_[source_[k]], shapes_[k], answers[k], bound_[k]);
    count_ = 0;
  }

  void take(Named& named, const Pair& shapes, Answer& answer, double bound) {
    if (answer.upper == infinity && answer.lower >= measure_.limit()) return;
    answer.lower = std::max(answer.lower, bound);
    named.upper = least_of(named.upper, answer.upper);
    if (!named.is_none() && answer.lower > named.answer.lower) return;
    const TwoParts parts{shapes, {first_.number(shapes.a), second_.number(shapes.b)}};
    if (!named.is_none() && answer.lower == named.answer.lower && !comes_first(first_, second_, parts, named.parts))
      return;
    named.answer = answer, named.parts = parts;
  }

  const Measure& measure_;
  const Objects &first_, &second_;
  std::span<const Pair> pairs_;
  std::array<Named, pair_tile> named_;
  // Buffered for the next measurement.
  std::array<Pair, pair_tile> shapes_;
  std::array<std::uint16_t, pair_tile> source_;  // indices into pairs_
  std::array<double, pair_tile> bound_;
  std::size_t count_ = 0;
};

}  // namespace lockstep::detail
