// Contact at the start of a motion that does not deepen it, for callers that let shapes leave: a pair that touches or
// overlaps at the start has a contact only if the motion makes it deeper than at the start.
//
// The signed distance is a convex function of the fraction, and each measured direction gives a line below it. The
// lines prove that the distance never falls below its value at the start, or show where to measure next (J. E. Kelley,
// "The cutting-plane method for solving convex programs", 1960). Proofs: docs/numerics.md, section 14.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

#include "cast/cast_tile.hpp"
#include "cast/host_vector.hpp"
#include "cast/resting_shape.hpp"
#include "cast/resting_shape2.hpp"

namespace lockstep::detail {

template <class Space>
using RestingIn = std::conditional_t<std::is_same_v<Space, InSpace>, RestingShape, RestingShape2>;

/// Depths that differ by less than this share of the lengths of a pair and of its motion count as equal.
inline constexpr double deeper_share = 0x1p-40;

/// The depth that a pair may reach without a contact: `least` is the proven lower bound of the signed distance at the
/// start.
struct StartDepth {
  double least, most_allowed;

  StartDepth(const DistanceAnswer& found, double motion, double tolerance)
      : least(found.lower), most_allowed(least - std::max(tolerance, deeper_share * (found.size + motion))) {}
};

/// Whether the measurement of the start is usable: invalid numbers have no interval.
inline bool is_measured(const DistanceAnswer& found) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  return found.lower > -infinity && found.upper < infinity && !std::isnan(found.normal[0]);
}

/// A lower bound of the signed gap along a unit normal. The normal is at right angles to the motion, apart from a small
/// component that rounding may have added.
template <class Shape>
double gap_across(const Shape& a, const Shape& b, const HostVector& offset, const HostVector& n) {
  const HostVector apart = a.pivot() - b.pivot();
  const double lengths = (norm_1(apart) + norm_1(offset)) + (a.reach() + b.reach());
  const double gap = dot(n, apart + offset) - (a.support(-n) + b.support(n));
  return gap - (0x1p-46 * lengths + (a.error() + b.error()));
}
inline HostVector across(const HostVector& n, const HostVector& motion) {
  const HostVector left = n - motion * (dot(n, motion) / dot(motion, motion));
  return left * (1 / norm_2(left));
}

/// The search of one pair.
template <class Shape>
class SeparatingContact {
 public:
  enum class Known : std::uint8_t { open, apart, separates, deepens, nothing };

  [[nodiscard]] Known known() const { return known_; }
  [[nodiscard]] double next() const { return next_; }
  void add_measurement(const DistanceAnswer& found, const Shape& a, const Shape& b, const Vec3& motion,
                       double tolerance);

 private:
  static constexpr int most_measured = 12;
  struct Line {
    double at, value, slope;
    [[nodiscard]] double operator()(double t) const { return value + (t - at) * slope; }
  };

  void add(double value, const HostVector& n, const HostVector& motion) {
    const double slope = dot(n, motion);
    if (std::isfinite(value) && std::isfinite(slope))
      line_[lines_++] = {next_, value - norm_1(motion) * few_host_roundings, slope};
  }
  [[nodiscard]] double above_all_lines(double t) const;
  void judge();

  std::array<Line, 2 * most_measured> line_;
  std::size_t lines_ = 0;
  int measured_ = 0;
  double next_ = 0, least_ = 0, most_allowed_ = 0, rounding_ = 0;
  Known known_ = Known::open;
};

template <class Shape>
void SeparatingContact<Shape>::add_measurement(const DistanceAnswer& found, const Shape& a, const Shape& b,
                                               const Vec3& motion, double tolerance) {
  const HostVector m = to_host(motion), n{found.normal[0], found.normal[1], found.normal[2]};
  if (measured_++ == 0) {
    if (found.lower > 0 || !is_measured(found)) {
      known_ = found.lower > 0 ? Known::apart : Known::nothing;
      return;
    }
    const StartDepth start(found, norm_1(m), tolerance);
    least_ = start.least, most_allowed_ = start.most_allowed, rounding_ = 0x1p-46 * (found.size + norm_1(m));
  } else if (found.upper < least_) {
    known_ = Known::deepens;
    return;
  }
  add(found.along, n, m);
  const double rate = dot(n, m);
  if (rate < 0 && -rate <= 0x1p-16 * norm_1(m)) {
    const HostVector beside = across(n, m);
    add(gap_across(a, b, m * next_, beside), beside, m);
  }
  judge();
}

template <class Shape>
double SeparatingContact<Shape>::above_all_lines(double t) const {
  double value = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < lines_; ++i) value = std::max(value, line_[i](t));
  return value;
}

/// The minimum of the upper envelope of the lines lies at an end of the step, or at an intersection of two lines.
template <class Shape>
void SeparatingContact<Shape>::judge() {
  double least = above_all_lines(0), at = 0;
  const auto evaluate = [&](double t) {
    if (!(t > 0) || !(t <= 1)) return;
    const double value = above_all_lines(t);
    if (value < least) least = value, at = t;
  };
  evaluate(1);
  for (std::size_t i = 0; i < lines_; ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const Line &p = line_[i], &q = line_[j];
      evaluate(((q.value - q.slope * q.at) - (p.value - p.slope * p.at)) / (p.slope - q.slope));
    }
  if (least - rounding_ >= most_allowed_) {
    known_ = Known::separates;
    return;
  }
  const auto is_old = [&](const Line& line) { return std::abs(line.at - at) < 0x1p-40; };
  const std::span<const Line> lines(line_.data(), lines_);
  const bool is_new = std::none_of(lines.begin(), lines.end(), is_old);
  if (!is_new || measured_ == most_measured) known_ = Known::nothing;
  next_ = at;
}

/// The number of pairs at a time: the state of one takes as much memory as a dozen records.
inline constexpr std::size_t separating_pairs = 32;

/// Replaces the fractions of a pair by those for shapes that may leave.
template <class Shape, class Places>
void write_separating(const SeparatingContact<Shape>& separating, std::size_t i, const Places& out) {
  using Known = typename SeparatingContact<Shape>::Known;
  FirstContact contact;
  if (separating.known() == Known::separates) contact.miss(), out.write(i, contact);
  if (separating.known() == Known::deepens)
    out.fractions[i].upper = std::min(out.fractions[i].upper, separating.next());
  if (separating.known() == Known::nothing || separating.known() == Known::open)
    out.fractions[i] = {0, std::numeric_limits<double>::infinity()};
}

/// The pairs of a tile at these places, at most separating_pairs.
template <class Space, class V, class Places>
void ignore_some_start_contacts(const MovedDistanceJob<Space>& job, std::span<const Pair> pairs,
                                std::span<const V> motions, double tolerance, std::span<const std::uint16_t> places,
                                const Places& out) {
  using Shape = RestingIn<Space>;
  using Known = typename SeparatingContact<Shape>::Known;
  std::array<SeparatingContact<Shape>, separating_pairs> separating;
  std::array<std::uint16_t, separating_pairs> live;
  std::array<MovedPair, separating_pairs> moved;
  std::array<DistanceAnswer, separating_pairs> found;
  const auto &first = job.at_rest.verdicts.first, &second = job.at_rest.verdicts.second;
  std::size_t count = 0;
  for (std::size_t k = 0; k < places.size(); ++k) live[count++] = static_cast<std::uint16_t>(k);
  for (bool at_start = true; count != 0; at_start = false) {
    std::array<Pair, separating_pairs> some;
    for (std::size_t k = 0; k < count; ++k) {
      const std::uint16_t i = places[live[k]];
      some[k] = pairs[i], moved[k] = {pairs[i], shift_at(separating[live[k]].next(), in_space(motions[i]))};
    }
    if (at_start)  // exactly as in `distance`
      decide_tile<separating_pairs>(job.at_rest, std::span<const Pair>(some).first(count), found.data());
    else
      decide_tile<separating_pairs>(job, std::span<const MovedPair>(moved).first(count), found.data());
    std::size_t left = 0;
    for (std::size_t k = 0; k < count; ++k) {
      const auto [a, b] = some[k];
      SeparatingContact<Shape>& one = separating[live[k]];
      const auto origin = position_of(second, b);
      one.add_measurement(found[k], resting_shape<Shape>(first, a, origin), resting_shape<Shape>(second, b, origin),
                          in_space(motions[places[live[k]]]), tolerance);
      live[left] = live[k], left += one.known() == Known::open;
    }
    count = left;
  }
  for (std::size_t k = 0; k < places.size(); ++k) write_separating(separating[k], places[k], out);
}

/// For a tile of pairs with known first contacts.
template <class Space, class V, class Places>
void ignore_start_contacts(const MovedDistanceJob<Space>& job, std::span<const Pair> pairs, std::span<const V> motions,
                           double tolerance, const Places& out) {
  if (!job.ignores_start_contact) return;
  std::array<std::uint16_t, pair_tile> places;
  std::size_t count = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    places[count] = static_cast<std::uint16_t>(i);
    count += out.fractions[i].lower == 0 && is_finite(in_space(motions[i]));
  }
  for (std::size_t begin = 0; begin < count; begin += separating_pairs)
    ignore_some_start_contacts<Space, V>(
        job, pairs, motions, tolerance,
        std::span<const std::uint16_t>(places).subspan(begin, std::min(separating_pairs, count - begin)), out);
}

}  // namespace lockstep::detail
