// The search for the first contact of a pair, one measurement after another: conservative advancement, whose steps are
// those of Newton's method from the left, and then a measurement beyond the contact, which proves it.
//
// The signed distance is a convex function of the fraction (docs/numerics.md, section 14). So a gap along a normal
// proves that there is no contact until the gap closes, and a chord from a fraction before the contact to one behind
// it proves that there is contact by its zero.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "lockstep/types.hpp"
#include "table/distance_batch.hpp"

namespace lockstep::detail {

/// An upper bound of the relative error of a few roundings.
inline constexpr double few_host_roundings = 0x1p-49;
/// A generous upper bound of the loss to underflow.
inline constexpr double host_underflow = 0x1p-1000;

/// The speed at which gaps close, in lengths per step.
struct Speed {
  double x, y, z;
  double bound;  // of the error of a speed along a normal, including its own rounding

  explicit Speed(const Vec3& m)
      : x(m.x), y(m.y), z(m.z), bound((std::abs(x) + std::abs(y) + std::abs(z)) * few_host_roundings) {}

  [[nodiscard]] double along(const double (&n)[3]) const { return (x * n[0] + y * n[1]) + z * n[2]; }
  /// An upper bound of the closing speed of gaps along the normal.
  [[nodiscard]] double closing(const double (&normal)[3]) const { return bound - along(normal); }
  /// An upper bound of their opening speed.
  [[nodiscard]] double opening(const double (&normal)[3]) const { return bound + along(normal); }
};

/// The gap does not close in the rest of the step after fraction t.
inline bool stays_apart(double gap, double closing, double t) {
  return closing <= 0 || (closing * (1 - t)) * (1 + few_host_roundings) + host_underflow < gap;
}

/// A fraction until which a gap at fraction t stays open; at least t.
inline double advanced(double t, double gap, double closing) {
  const double next = (t + gap / closing) * (1 - few_host_roundings) - host_underflow;
  return std::min(std::max(t, next), 1.0);  // NaN: t
}

/// A fraction since which a gap at fraction t has been open; at most t.
inline double retreated(double t, double gap, double opening) {
  return std::min(t, (t - gap / opening) + t * few_host_roundings + host_underflow);
}

/// A fraction by which there has been contact: the signed distance is at most `above` (> 0) at fraction t, and at most
/// `below` (<= 0) at a later fraction u.
inline double crossing(double t, double above, double u, double below) {
  const double chord = t + (u - t) * (above / (above - below));
  const double bound = chord * (1 + few_host_roundings) + host_underflow;
  return bound < u ? bound : u;
}

/// The state of the search for the first contact of a pair: the result so far, and the next fraction to measure.
struct FirstContact {
  static constexpr double infinity = std::numeric_limits<double>::infinity();
  static constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  static constexpr int max_probes = 2;

  double lower = 0, upper = infinity;
  double next = 0;                  // the fraction to measure
  double from = 0, most_there = 0;  // the last one before the contact, and an upper bound of the distance there
  double step = 0;                  // beyond it, during the search for a proof of contact
  int probes = 0;                   // attempts at such a proof
  bool done = false;
  // For a point and a shape that seem to have passed each other: test once whether the point's path crosses the shape.
  bool can_cross = false, is_crossing = false;
  bool was_apart = false;           // along the kept normal
  double crossed_by = 0, size = 0;  // they are separate from this fraction on; the size of the pair
  double point[3] = {nan, nan, nan}, normal[3] = {nan, nan, nan};

  void miss() {
    lower = upper = infinity, done = true;
    std::fill_n(point, 3, nan), std::fill_n(normal, 3, nan);
  }
  void hit(double fraction) { upper = fraction, done = true; }
  /// Takes a measurement at `next`.
  void add_measurement(const DistanceAnswer& found, const Speed& speed, double tolerance) {
    if (step > 0)
      probe_behind(found, speed, tolerance);
    else
      advance(found, speed, tolerance);
  }
  /// Takes the result of the test whether the path crosses the shape.
  void add_crossing(bool crosses) {
    is_crossing = can_cross = false;
    if (crosses)
      hit(crossed_by);
    else
      go_back();
  }

 private:
  void advance(const DistanceAnswer& found, const Speed& speed, double tolerance);
  void probe_behind(const DistanceAnswer& found, const Speed& speed, double tolerance);
  void start_probes(const DistanceAnswer& found, double closing, const Speed& speed);
  void probe_farther();
  void go_back();
};

/// There was no contact before `next`.
inline void FirstContact::advance(const DistanceAnswer& found, const Speed& speed, double tolerance) {
  const double t = next, closing = speed.closing(found.normal), gap = found.along;
  const bool apart = gap > 0;
  if (apart || std::isnan(normal[0])) std::copy_n(found.normal, 3, normal);
  std::copy_n(found.on_b, 3, point);
  was_apart |= apart;
  if (found.upper <= 0) return hit(t);
  from = t, most_there = found.upper;
  if (apart) {
    if (stays_apart(gap, closing, t)) return miss();
    lower = advanced(t, gap, closing);
    const bool near = gap <= (probes == 0 ? std::max(tolerance, found.size * 0x1p-30) : 0);
    if (!near && lower > t) {
      next = lower;
      return;
    }
  }
  start_probes(found, closing, speed);
}

/// Measures as far beyond the contact as the shapes are before it, estimated from a speed.
inline void FirstContact::start_probes(const DistanceAnswer& found, double closing, const Speed& speed) {
  const double speed_at_least = std::max(closing, speed.bound * 0x1p30);
  step = 2 * (most_there + found.size * 0x1p-46) / speed_at_least + from * 0x1p-50;
  done = probes == max_probes || !(step < infinity);  // NaN or infinity: nothing is known, or nothing moves
  ++probes;
  probe_farther();
}

inline void FirstContact::probe_farther() {
  if (next >= 1) done = true;
  next = std::min(from + step, 1.0);
  step *= 4;
}

inline void FirstContact::probe_behind(const DistanceAnswer& found, const Speed& speed, double tolerance) {
  if (found.upper <= 0) return hit(crossing(from, most_there, next, found.upper));
  const double gap = found.along, opening = speed.opening(found.normal);
  if (!(gap > 0)) return probe_farther();
  if (opening <= 0) {  // the gap was wider before
    step = 0;
    return advance(found, speed, tolerance);
  }
  // The shapes have passed each other.
  const double closing = speed.closing(found.normal);
  crossed_by = retreated(next, gap, opening), size = found.size;
  if (crossed_by <= lower && stays_apart(gap, closing, next)) return miss();
  // Separate at all fractions before `lower`, also below 0, and behind `crossed_by`, also above 1.
  is_crossing = can_cross && was_apart && closing <= 0 && speed.opening(normal) <= 0;
  if (!is_crossing) go_back();
}

/// Continues from the left, as close as possible.
inline void FirstContact::go_back() {
  done = probes == max_probes || !(lower > from);
  step = 0, next = lower;
}

}  // namespace lockstep::detail
