// The first contacts of a tile of pairs: all unresolved pairs are measured together, round by round.
#pragma once

#include <array>
#include <cmath>
#include <span>

#include "cast/crossings.hpp"
#include "cast/exact_ray.hpp"
#include "cast/exact_touch.hpp"
#include "cast/first_contact.hpp"
#include "cast/moved_distances.hpp"
#include "cast/seen_shapes.hpp"
#include "cast/swept_boxes.hpp"
#include "intersect/flat_pairs.hpp"

namespace lockstep::detail {

inline bool is_finite(const Vec3& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

/// The translation of a at a fraction of the motion.
inline Shift shift_at(double fraction, const Vec3& m) {
  const bool is_backward = m.x != 0 ? m.x < 0 : m.y != 0 ? m.y < 0 : m.z < 0;
  return {{fraction * m.x, fraction * m.y, fraction * m.z}, is_backward};
}

/// Starts a search with the bounding boxes of the shapes.
template <class Space>
FirstContact begin(const PairJob<Space>& shapes, const Pair& pair, const Vec3& motion) {
  FirstContact contact;
  if (is_free(shapes.first, pair.a) || is_free(shapes.second, pair.b)) {
    contact.miss();
  } else if (!is_finite(motion)) {
    contact.done = true;
  } else {
    const BoxPassage passage = passage_of(bounds_of(shapes.first, pair.a), bounds_of(shapes.second, pair.b), motion);
    contact.lower = contact.next = passage.enter;
    contact.can_cross = (is_point(shapes.first, pair.a) && !is_ball(shapes.second, pair.b)) ||
                        (is_point(shapes.second, pair.b) && !is_ball(shapes.first, pair.a));
    if (passage.misses()) contact.miss();
  }
  return contact;
}

inline constexpr int max_measurements = 64;
/// The usual maximum of pairs of a tile that closed forms leave open. A search initialises two cache lines for each
/// pair that it has capacity for.
inline constexpr std::size_t few_open = 16;

template <std::size_t Most, class Space>
void search_contacts(const MovedDistanceJob<Space>& job, std::span<const Pair> pairs, std::span<const Vec3> motions,
                     double tolerance, FirstContact* contacts);

/// Lifts a point from the plane of a pair to space: the plane gives its third coordinate.
inline void lift_place(const FlatPair& flat, const double (&on_plane)[3], const double (&point)[2],
                       FirstContact& contact) {
  const int d = flat.dropped(), u = (d + 1) % 3, v = (d + 2) % 3;
  const double slope_u = flat.normal(u) / flat.normal(d), slope_v = flat.normal(v) / flat.normal(d);
  contact.point[u] = point[0], contact.point[v] = point[1];
  contact.point[d] = on_plane[d] - slope_u * (point[0] - on_plane[u]) - slope_v * (point[1] - on_plane[v]);
}

/// Projects a normal of the plane's own set to the plane of the pair, with unit length.
inline void lift_normal(const FlatPair& flat, const double (&normal)[2], FirstContact& contact) {
  const int d = flat.dropped(), u = (d + 1) % 3, v = (d + 2) % 3;
  const double slope_u = flat.normal(u) / flat.normal(d), slope_v = flat.normal(v) / flat.normal(d);
  const double off = (normal[0] * slope_u + normal[1] * slope_v) / (slope_u * slope_u + slope_v * slope_v + 1);
  double n[3];
  n[u] = normal[0] - off * slope_u, n[v] = normal[1] - off * slope_v, n[d] = -off;
  const double length = std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  for (int k = 0; k < 3; ++k) contact.normal[k] = n[k] / length;
}

/// Resolves unproven casts of flat shapes of space along their common plane, as casts of shapes of the plane.
inline void prove_in_plane(const ShapesView& first, const ShapesView& second, const Pair& pair, const Vec3& motion,
                           double tolerance, FirstContact& contact) {
  const FlatPair flat(first, pair.a, second, pair.b);
  if (flat.places() == FlatPair::Places::unknown || !flat.is_along_plane(motion)) return;
  if (flat.places() == FlatPair::Places::apart) return contact.miss();
  const float by[3] = {motion.x, motion.y, motion.z};
  const int u = (flat.dropped() + 1) % 3, v = (flat.dropped() + 2) % 3;
  const auto job = moved_distances<InPlane>(flat.first(), flat.second(), tolerance, narrowest_isa());
  const Pair only{0, 0};
  const Vec3 in_plane{by[u], by[v], 0};
  FirstContact found;
  search_contacts<few_open>(job, std::span(&only, 1), std::span(&in_plane, 1), tolerance, &found);
  if (found.lower > 1) return contact.miss();
  contact.lower = std::max(contact.lower, found.lower);
  if (found.upper > 1) return;
  contact.hit(std::max(found.upper, contact.lower));
  const ExactVector on_b = ExactPoints(second, pair.b)[0];
  const double on_plane[3] = {on_b.x.value() * 0x1p-149, on_b.y.value() * 0x1p-149, on_b.z.value() * 0x1p-149};
  lift_place(flat, on_plane, {found.point[0], found.point[1]}, contact);
  lift_normal(flat, {found.normal[0], found.normal[1]}, contact);
}

/// Searches the contacts of at most `Most` pairs of any shapes.
template <std::size_t Most, class Space>
void search_contacts(const MovedDistanceJob<Space>& job, std::span<const Pair> pairs, std::span<const Vec3> motions,
                     double tolerance, FirstContact* contacts) {
  std::array<std::uint16_t, Most> live;
  std::size_t count = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    contacts[i] = begin(job.at_rest.verdicts, pairs[i], motions[i]);
    live[count] = static_cast<std::uint16_t>(i), count += !contacts[i].done;
  }
  std::array<MovedPair, Most> moved;
  std::array<DistanceAnswer, Most> found;
  for (int round = 0; round < max_measurements && count != 0; ++round) {
    for (std::size_t k = 0; k < count; ++k)
      moved[k] = {pairs[live[k]], shift_at(contacts[live[k]].next, motions[live[k]])};
    decide_tile<Most>(job, std::span<const MovedPair>(moved).first(count), found.data());
    const auto asked = std::span(live).first(count);
    bool any_crossing = false;
    for (std::size_t k = 0; k < count; ++k) {
      contacts[live[k]].add_measurement(found[k], Speed(motions[live[k]]), tolerance);
      any_crossing |= contacts[live[k]].is_crossing;
    }
    if (any_crossing)
      for (const bool of_second : {false, true}) find_crossings(job, pairs, motions, of_second, asked, contacts);
    count = 0;
    for (const std::uint16_t i : asked) live[count] = i, count += !contacts[i].done;
  }
  prove_starts<Most>(job, pairs, contacts);
  const PairJob<Space>& shapes = job.at_rest.verdicts;
  for (std::size_t i = 0; i < pairs.size(); ++i)
    if (is_unproven(contacts[i]) && is_finite(motions[i])) {
      prove_flat(shapes.first, shapes.second, pairs[i], motions[i], contacts[i]);
      if constexpr (std::is_same_v<Space, InSpace>)
        if (is_unproven(contacts[i]))
          prove_in_plane(shapes.first, shapes.second, pairs[i], motions[i], tolerance, contacts[i]);
    }
}

}  // namespace lockstep::detail
