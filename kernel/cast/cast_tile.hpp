// The first contacts of a tile of pairs: all unresolved pairs are measured together, round by round.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "cast/exact_ray.hpp"
#include "cast/exact_touch.hpp"
#include "cast/first_contact.hpp"
#include "cast/made_shapes.hpp"
#include "cast/moved_distances.hpp"
#include "cast/seen_shapes.hpp"
#include "cast/swept_boxes.hpp"
#include "intersect/flat_pairs.hpp"

namespace lockstep::detail {

/// The path of a point around a fraction of its motion: a segment around the origin, and the place of its middle.
struct PointPath {
  float from[3], to[3];
  double middle[3];
  double error = 0;  // of the middle; infinite if the segment is not exact

  PointPath(const Vec3& point, const Vec3& motion, const FirstContact& contact) {
    const float origin[3] = {point.x, point.y, point.z}, m[3] = {motion.x, motion.y, motion.z};
    const double fastest = std::max({std::abs(m[0]), std::abs(m[1]), std::abs(m[2])});
    // A power of two, so that the segment is exact: a share of the size, and at least the rest of the step.
    const double wanted = std::max(contact.size / fastest * 0x1p-4, 2 * (contact.crossed_by - contact.lower));
    const double half = std::ldexp(1.0, std::ilogb(wanted));
    for (int k = 0; k < 3; ++k) {
      const double edge = half * m[k], along = contact.lower * m[k];
      from[k] = static_cast<float>(-edge), to[k] = static_cast<float>(edge);
      middle[k] = origin[k] + along;
      error += (std::abs(double{origin[k]}) + std::abs(along)) * 0x1p-50;
      if (double{to[k]} != edge) error = std::numeric_limits<double>::infinity();
    }
  }
  template <class AnyRecord>
  void make(AnyRecord& segment) const {
    make_segment(segment, {from[0], from[1], from[2]}, {to[0], to[1], to[2]});
  }
};

/// Tests whether the paths of points, of the first or of the second set, cross the shapes that they pass. A point that
/// passes through a flat shape, or an almost flat one, is never inside anything, but its path, a segment, overlaps the
/// shape.
template <class Space>
void find_crossings(const MovedDistanceJob<Space>& job, std::span<const Pair> pairs, std::span<const Vec3> motions,
                    bool of_second, std::span<const std::uint16_t> live, FirstContact* contacts) {
  const auto &first = job.at_rest.verdicts.first, &second = job.at_rest.verdicts.second;
  MadeShapesOf<Space> segments(MadeShapesOf<Space>::capsule);
  std::array<Vec3d, pair_tile> positions;
  std::array<MovedPair, pair_tile> moved_pairs;
  std::array<double, pair_tile> error;
  std::array<std::uint16_t, pair_tile> source;
  std::uint32_t count = 0;
  for (const std::uint16_t i : live) {
    const Pair& pair = pairs[i];
    if (!contacts[i].is_crossing || is_point(first, pair.a) == of_second) continue;
    const Vec3 m = of_second ? Vec3{-motions[i].x, -motions[i].y, -motions[i].z} : motions[i];
    const auto& point = of_second ? second.records[pair.b] : first.records[pair.a];
    const PointPath path(place_of(point), m, contacts[i]);
    path.make(segments.records[count]), error[count] = path.error, source[count] = i;
    positions[count] = of_second ? position_of(second, pair.b) : position_of(first, pair.a);
    moved_pairs[count] = {{count, of_second ? pair.a : pair.b},
                          {{path.middle[0], path.middle[1], path.middle[2]}, false}};
    ++count;
  }
  if (count == 0) return;
  MovedDistanceJob<Space> crossing = job;
  crossing.at_rest.verdicts.first = segments.view();
  if (have_positions(first, second)) crossing.at_rest.verdicts.first.positions = positions.data();
  crossing.at_rest.verdicts.second = of_second ? first : second;
  std::array<DistanceAnswer, pair_tile> found;
  decide_tile<pair_tile>(crossing, std::span<const MovedPair>(moved_pairs).first(count), found.data());
  for (std::uint32_t k = 0; k < count; ++k) contacts[source[k]].add_crossing(found[k].upper + error[k] < 0);
}

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
    // The same for (b, a) and the opposite motion.
    const Vec3d of_a = position_of(shapes.first, pair.a), of_b = position_of(shapes.second, pair.b);
    const bool rests = motion.x == 0 && motion.y == 0 && motion.z == 0;
    const Vec3d origin = rests ? Vec3d{std::min(of_a.x, of_b.x), std::min(of_a.y, of_b.y), std::min(of_a.z, of_b.z)}
                         : shift_at(0, motion).is_backward ? of_b
                                                           : of_a;
    const BoxPassage passage =
        passage_of(bounds_of(shapes.first, pair.a, origin), bounds_of(shapes.second, pair.b, origin), motion);
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
  const ExactPoints of_b(second, pair.b);
  const ExactVector on_b = of_b[0] - of_b.position();
  const double on_plane[3] = {on_b.x.value() * 0x1p-149, on_b.y.value() * 0x1p-149, on_b.z.value() * 0x1p-149};
  const Vec3d at = position_of(second, pair.b);
  const double from[3] = {at.x, at.y, at.z};
  lift_place(flat, on_plane, {found.point[0] - from[u], found.point[1] - from[v]}, contact);
  lift_normal(flat, {found.normal[0], found.normal[1]}, contact);
  if (second.positions != nullptr)
    for (int k = 0; k < 3; ++k) contact.point[k] += from[k];
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
