// The search for the first contact of a rotating shape: conservative advancement from the left, and then a measurement
// behind the contact, which proves it, and bisection. Here the distance is not a convex function of the fraction, so
// chords prove nothing: measurements are the only facts, and how long a gap stays open on either side of one.
#pragma once

#include <algorithm>
#include <cmath>

#include "cast/turning_path.hpp"
#include "table/distance_batch.hpp"

namespace lockstep::detail {

/// A measurement of the shape at a fraction, with bounds for the exact shape.
struct TurnedDistance {
  const DistanceAnswer& found;
  double gap, most, error;  // along the normal; an upper bound of the distance; the error of the made shape

  TurnedDistance(const DistanceAnswer& answer, double off)
      : found(answer),
        gap((answer.along - off) - std::abs(answer.along) * few_host_roundings),
        most((answer.upper + off) + std::abs(answer.upper) * few_host_roundings),
        error(off) {}
  [[nodiscard]] HostVector normal() const { return {found.normal[0], found.normal[1], found.normal[2]}; }
};

template <class Shape>
struct TurningContact {
  using Path = TurningPath<Shape>;
  static constexpr int max_probes = 2, max_halvings = 8;

  FirstContact contact;                   // the result; `lower`, `upper`, `next` and `done` are valid as they are
  double behind = 0;                      // no contact was seen up to this fraction, which is no proof
  double from = 0, step = 0, enough = 0;  // of a probe: its start; its length; a sufficient width of the interval
  int probes = 0, halvings = 0;

  void add_measurement(const TurnedDistance& now, const Path& path, double tolerance) {
    if (contact.upper <= 1)
      narrow(now, path);
    else if (step > 0)
      probe(now, path, tolerance);
    else
      advance(now, path, tolerance);
  }

 private:
  /// Whether the gap at fraction t was open ever since `lower`, until which contact is ruled out.
  static bool reaches_back(const TurnedDistance& now, const Path& path, double t, double lower) {
    const double most = (t - lower) * (1 + few_host_roundings);
    return now.gap > 0 && path.open_for(now.gap, t, now.normal(), -1, most) >= most;
  }
  void keep_place(const TurnedDistance& now) {
    std::copy_n(now.found.on_b, 3, contact.point), std::copy_n(now.found.normal, 3, contact.normal);
  }
  void advance(const TurnedDistance& now, const Path& path, double tolerance);
  void start_probes(const TurnedDistance& now, double speed);
  void probe(const TurnedDistance& now, const Path& path, double tolerance);
  void probe_farther();
  void go_back();
  void narrow(const TurnedDistance& now, const Path& path);
  void halve();
};

/// There was no contact before `next`.
template <class Shape>
void TurningContact<Shape>::advance(const TurnedDistance& now, const Path& path, double tolerance) {
  const double t = contact.next;
  contact.lower = t;
  if (now.gap > 0 || std::isnan(contact.normal[0])) std::copy_n(now.found.normal, 3, contact.normal);
  std::copy_n(now.found.on_b, 3, contact.point);
  if (now.most <= 0) return contact.hit(t);
  double speed = path.fastest();
  if (now.gap > 0) {
    const double most = (1 - t) * (1 + few_host_roundings), open = path.open_for(now.gap, t, now.normal(), 1, most);
    if (open >= most) return contact.miss();
    contact.lower = advanced(t, open, 1);
    const bool near = probes == 0 && now.gap <= std::max({tolerance, now.found.size * 0x1p-30, now.error});
    if (!near && contact.lower > t) {
      contact.next = contact.lower;
      return;
    }
    if (open > 0) speed = now.gap / open;
  }
  from = t;
  start_probes(now, speed);
}

/// Measures as far behind the contact as the shapes are before it.
template <class Shape>
void TurningContact<Shape>::start_probes(const TurnedDistance& now, double speed) {
  step = 2 * (now.most + now.found.size * 0x1p-46) / speed + from * 0x1p-50;
  enough = 0.75 * step;
  contact.done = probes == max_probes || !(step < FirstContact::infinity);  // nothing is known, or nothing moves
  ++probes;
  probe_farther();
}

template <class Shape>
void TurningContact<Shape>::probe_farther() {
  if (contact.next >= 1) return go_back();
  contact.next = std::min(std::max(from + step, contact.lower), 1.0);
  step *= 4;
}

template <class Shape>
void TurningContact<Shape>::probe(const TurnedDistance& now, const Path& path, double tolerance) {
  const double t = contact.next;
  if (now.most <= 0) {
    contact.upper = t;
    return halve();
  }
  if (!reaches_back(now, path, t, contact.lower)) {
    behind = t;
    return probe_farther();
  }
  step = 0;
  advance(now, path, tolerance);
}

/// Continues from the left, as close as possible.
template <class Shape>
void TurningContact<Shape>::go_back() {
  contact.done |= probes == max_probes || !(contact.lower > from);
  step = 0, contact.next = contact.lower;
}

/// There was contact by `upper`.
template <class Shape>
void TurningContact<Shape>::narrow(const TurnedDistance& now, const Path& path) {
  const double t = contact.next;
  if (now.most <= 0) {
    contact.upper = t;
  } else {
    behind = t;
    if (reaches_back(now, path, t, contact.lower)) {
      const double open = path.open_for(now.gap, t, now.normal(), 1, contact.upper - t);
      contact.lower = std::min(std::max(t, advanced(t, open, 1)), contact.upper);
      keep_place(now);
    }
  }
  halve();
}

template <class Shape>
void TurningContact<Shape>::halve() {
  const double left = std::max(behind, contact.lower), middle = left + 0.5 * (contact.upper - left);
  contact.done = contact.upper - contact.lower <= enough || halvings == max_halvings || !(left < middle) ||
                 !(middle < contact.upper);
  ++halvings;
  contact.next = middle;
}

}  // namespace lockstep::detail
