// The first contacts of pairs whose first shape rotates, tile by tile and round by round as in cast_tile.hpp.
#pragma once

#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <span>

#include "cast/moving_contacts.hpp"
#include "cast/resting_shape.hpp"
#include "cast/resting_shape2.hpp"
#include "cast/turning_contact.hpp"

namespace lockstep::detail {

inline bool is_finite(const Motion& m) { return is_finite(m.by) && is_finite(m.turn) && is_finite(m.about); }
inline bool is_finite(const Motion2& m) {
  return is_finite(in_space(m.by)) && std::isfinite(m.turn) && is_finite(in_space(m.about));
}
inline bool is_infinite(const Bounds3& box) { return !(box.high[0] < std::numeric_limits<float>::infinity()); }

/// The number of pairs of a tile, fewer than without rotation: the state of a path takes as much memory as eight
/// records.
inline constexpr std::size_t turning_pairs = 64;

/// The data of the search of a tile of rotating pairs.
template <class Space>
struct TurningTile {
  static constexpr bool of_space = std::is_same_v<Space, InSpace>;
  using Shape = std::conditional_t<of_space, RestingShape, RestingShape2>;
  using Made = std::conditional_t<of_space, TurnedShapes, MadeShapes2>;
  const MovedDistanceJob<Space>& job;
  std::span<const Pair> pairs;
  using Path = TurningPath<Shape>;
  /// Constructed by begin(): most tiles are not full.
  union Slot {
    Path path;
    Slot() {}
  };
  std::array<Slot, turning_pairs> slots;
  std::array<TurningContact<Shape>, turning_pairs> search;
  BoxedPath<Shape> own;  // of the last moving shape without a known path
  std::uint32_t owner = std::numeric_limits<std::uint32_t>::max();
  MotionIn<Space> own_motion{};

  TurningTile(const MovedDistanceJob<Space>& at_rest, std::span<const Pair> list) : job(at_rest), pairs(list) {}

  void begin(std::size_t i, const MotionIn<Space>& motion, const BoxedPath<Shape>* known);
  [[nodiscard]] const Path& path(std::size_t i) const { return slots[i].path; }
  /// Calls add(i, distance) for each pair i, measured at search[i].contact.next.
  template <class Add>
  void measure(std::span<const std::uint16_t> live, bool at_start, const Add& add);
  /// Searches round by round, until no pair is open.
  void search_all(std::array<std::uint16_t, turning_pairs>& live, std::size_t count, double tolerance);
};

/// Starts a search with the bounding boxes of the shapes.
template <class Space>
void TurningTile<Space>::begin(std::size_t i, const MotionIn<Space>& motion, const BoxedPath<Shape>* known) {
  const auto &first = job.at_rest.verdicts.first, &second = job.at_rest.verdicts.second;
  FirstContact& contact = search[i].contact;
  const auto [a, b] = pairs[i];
  if (is_free(first, a) || is_free(second, b)) return contact.miss();
  // All is relative to the position of the moving shape, `about` as well.
  const auto origin = position_of(first, a);
  const Bounds3 box_a = bounds_of(first, a, origin), box_b = bounds_of(second, b, origin);
  if (!is_finite(motion) || is_infinite(box_a) || is_infinite(box_b)) {
    contact.done = true;
    return;
  }
  if (known == nullptr) {
    if (owner != a || !(own_motion == motion)) own = {resting_shape<Shape>(first, a, origin), box_a, motion};
    owner = a, own_motion = motion, known = &own;
  }
  std::construct_at(&slots[i].path, known->path, resting_shape<Shape>(second, b, origin));
  BoxPassage passage;
  pass_box(known->boxes[0], box_b, passage);
  contact.lower = contact.next = passage.enter;
  pass_box(known->boxes[1], box_b, passage);
  if (passage.misses()) contact.miss();
}

/// Measures at the start with the shapes themselves, or later with rotated copies of them.
template <class Space>
template <class Add>
void TurningTile<Space>::measure(std::span<const std::uint16_t> live, bool at_start, const Add& add) {
  Made made;
  std::array<Vec3d, turning_pairs> positions;  // of made shapes
  std::array<MovedPair, turning_pairs> moved;
  std::array<double, turning_pairs> error;
  std::array<std::uint16_t, turning_pairs> source;
  std::uint32_t count = 0;
  for (const std::uint16_t i : live) {
    if ((search[i].contact.next == 0) != at_start) continue;
    source[count] = i, error[count] = 0;
    moved[count] = {pairs[i], {{0, 0, 0}, false}};
    if (!at_start) {
      const auto place = path(i).at(search[i].contact.next);
      const auto [off, pivot] = path(i).shape().make(place.turn, count, made);
      const HostVector shift = place.pivot - pivot;
      error[count] = (place.error + off) * (1 + 0x1p-40);
      moved[count] = {{count, pairs[i].b}, {{shift.x, shift.y, shift.z}, false}};
      positions[count] = position_of(job.at_rest.verdicts.first, pairs[i].a);
    }
    ++count;
  }
  if (count == 0) return;
  MovedDistanceJob<Space> turned = job;
  if (!at_start) turned.at_rest.verdicts.first = made.view_beside(job.at_rest.verdicts.first);
  if (!at_start && have_positions(job.at_rest.verdicts.first, job.at_rest.verdicts.second))
    turned.at_rest.verdicts.first.positions = positions.data();
  std::array<DistanceAnswer, turning_pairs> found;
  decide_tile<turning_pairs>(turned, std::span<const MovedPair>(moved).first(count), found.data());
  for (std::uint32_t k = 0; k < count; ++k) add(source[k], TurnedDistance(found[k], error[k]));
}

template <class Space>
void TurningTile<Space>::search_all(std::array<std::uint16_t, turning_pairs>& live, std::size_t count,
                                    double tolerance) {
  std::array<std::uint16_t, turning_pairs> later;
  const auto add = [&](std::uint16_t i, const TurnedDistance& now) {
    search[i].add_measurement(now, path(i), tolerance);
  };
  for (int round = 0; round < max_measurements && count != 0; ++round) {
    const auto asked = std::span<const std::uint16_t>(live).first(count);
    std::size_t unfinished = 0;
    for (const std::uint16_t i : asked) later[unfinished] = i, unfinished += search[i].contact.next != 0;
    if (unfinished != count) measure(asked, true, add);
    if (unfinished != 0) measure(std::span<const std::uint16_t>(later).first(unfinished), false, add);
    count = 0;
    for (const std::uint16_t i : asked) live[count] = i, count += !search[i].contact.done;
  }
}

/// Resolves contact at the start that callers ignore unless the motion deepens it.
template <class Shape>
struct TurningSeparation {
  static constexpr int steps_at_most = 24, probes_at_most = 8;
  static constexpr double least_step = 0x1p-10;

  double least = 0, most_allowed = 0;  // below `least`: deeper than at the start; below `most_allowed`: too deep
  double open = 0;                     // until this fraction the shapes are not deeper, or not by an amount that counts
  int steps = 0, probes = 0;           // of advancing `open`, and of searching for a proof that they become deeper

  /// Takes the measurement at the start. False if it resolves the pair.
  bool begin(const TurnedDistance& now, const TurningPath<Shape>& path, double tolerance, FirstContact& contact) {
    if (now.found.lower > 0) return false;
    contact.upper = FirstContact::infinity;
    if (!is_measured(now.found)) return false;
    const StartDepth start(now.found, path.fastest(), tolerance);
    const HostVector n = now.normal(), off = cross(n, path.axis());
    least = start.least, most_allowed = start.most_allowed;
    const double along = now.found.along - most_allowed;
    open = along > 0 ? path.open_for(along, 0, n, 1, 1) : 0;
    if (open < 1 && norm_1(off) < 0x1p-16) {  // rotation on a floor is about its normal, which rounding has tilted
      const HostVector upright = path.axis() * std::copysign(1.0, dot(n, path.axis()));
      const double gap = gap_across(path.shape(), path.other(), {0, 0, 0}, upright) - most_allowed;
      if (gap > 0) open = std::max(open, path.open_for(gap, 0, upright, 1, 1));
    }
    if (open >= 1) return contact.miss(), false;
    contact.next = open > 0 ? open : least_step;
    return true;
  }
  /// Takes a later measurement. `restarts`: the shapes have left each other, and the search continues with their next
  /// contact.
  bool add_measurement(const TurnedDistance& now, const TurningPath<Shape>& path, FirstContact& contact,
                       bool& restarts) {
    const double t = contact.next;
    restarts = now.gap > 0 && t <= open;
    if (restarts) return false;
    if (now.most < least) {
      contact.lower = std::min(open, t), contact.upper = t;
      return false;
    }
    if (t <= open && now.gap > most_allowed) {
      const double rest = (1 - t) * (1 + few_host_roundings),
                   more = path.open_for(now.gap - most_allowed, t, now.normal(), 1, rest);
      if (more >= rest) return contact.miss(), false;
      open = std::max(open, advanced(t, more, 1));
    }
    contact.lower = std::min(open, 1.0);
    const bool is_step = open - t > least_step && steps < steps_at_most;
    if (t >= 1 || probes == probes_at_most) return false;
    ++(is_step ? steps : probes);
    contact.next = is_step ? open : std::min(open + 0.25 * least_step * static_cast<double>(1 << 2 * probes), 1.0);
    return true;
  }
};

/// For a tile with known first contacts.
template <class Space>
void ignore_turning_start_contacts(TurningTile<Space>& tile, double tolerance) {
  using Shape = typename TurningTile<Space>::Shape;
  std::array<TurningSeparation<Shape>, turning_pairs> separation;
  std::array<std::uint16_t, turning_pairs> live, again;
  std::size_t count = 0, left = 0, restarted = 0;
  for (std::size_t i = 0; i < tile.pairs.size(); ++i) {
    FirstContact& contact = tile.search[i].contact;
    live[count] = static_cast<std::uint16_t>(i);
    const bool is_asked = contact.lower == 0 && !std::isnan(contact.normal[0]);
    if (is_asked) contact.next = 0, ++count;
  }
  tile.measure(std::span<const std::uint16_t>(live).first(count), true,
               [&](std::uint16_t i, const TurnedDistance& now) {
                 live[left] = i, left += separation[i].begin(now, tile.path(i), tolerance, tile.search[i].contact);
               });
  while (left != 0) {
    count = left, left = 0;
    tile.measure(
        std::span<const std::uint16_t>(live).first(count), false, [&](std::uint16_t i, const TurnedDistance& now) {
          bool restarts = false;
          const bool goes_on = separation[i].add_measurement(now, tile.path(i), tile.search[i].contact, restarts);
          const double t = tile.search[i].contact.next;
          live[left] = i, left += goes_on;
          if (!restarts) return;
          tile.search[i] = {}, tile.search[i].contact.lower = tile.search[i].contact.next = t;
          again[restarted++] = i;
        });
  }
  tile.search_all(again, restarted, tolerance);
}

/// The known paths of pairs, or null; empty: no path is known.
template <class Space>
using KnownPaths = std::span<const BoxedPath<typename TurningTile<Space>::Shape>* const>;

/// For at most `turning_pairs` pairs, which all rotate.
template <class Space>
void find_turning_contacts(const MovedDistanceJob<Space>& job, std::span<const Pair> pairs,
                           const MotionIn<Space>* motions, KnownPaths<Space> known, double tolerance,
                           FirstContact* contacts) {
  TurningTile<Space> tile(job, pairs);
  std::array<std::uint16_t, turning_pairs> live;
  std::size_t count = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    tile.begin(i, motions[i], known[i]);
    live[count] = static_cast<std::uint16_t>(i), count += !tile.search[i].contact.done;
  }
  tile.search_all(live, count, tolerance);
  if (job.ignores_start_contact) ignore_turning_start_contacts(tile, tolerance);
  for (std::size_t i = 0; i < pairs.size(); ++i) contacts[i] = tile.search[i].contact;
  if (!job.ignores_start_contact) prove_starts<turning_pairs>(job, pairs, contacts);
}

/// Whether the motion is more than its translation `by`. True for invalid numbers, so that nothing is proven about
/// them.
template <class AnyMotion>
bool turns(const AnyMotion& motion) {
  return motion.turn != decltype(motion.turn){} || !is_finite(in_space(motion.about));
}

/// For the pairs of a tile: those that do not rotate get the same answers as in a cast without rotations.
template <class Space>
void find_contacts(const MovedDistanceJob<Space>& job, std::span<const Pair> pairs,
                   std::span<const MotionIn<Space>> motions, double tolerance, const PlacesIn<Space>& out,
                   KnownPaths<Space> known = {}) {
  std::array<std::uint16_t, pair_tile> order;  // pairs that rotate come last
  std::array<Pair, pair_tile> sorted;
  std::array<FirstContact, pair_tile> found;
  std::size_t straight = 0, next = 0;
  for (const bool turning : {false, true}) {
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if (turns(motions[i]) != turning) continue;
      order[next] = static_cast<std::uint16_t>(i), sorted[next] = pairs[i], ++next;
    }
    if (!turning) straight = next;
  }
  const auto list = std::span<const Pair>(sorted).first(next);
  std::array<VectorIn<Space>, pair_tile> by;
  std::array<MotionIn<Space>, turning_pairs> turned;
  std::array<typename KnownPaths<Space>::value_type, turning_pairs> paths{};
  for (std::size_t i = 0; i < straight; ++i) by[i] = motions[order[i]].by;
  if (straight != 0)
    find_contacts(job, list.first(straight), std::span<const VectorIn<Space>>(by).first(straight), tolerance,
                  found.data());
  for (std::size_t begin = straight; begin < next; begin += turning_pairs) {
    const std::size_t count = std::min(turning_pairs, next - begin);
    for (std::size_t i = 0; i < count; ++i) turned[i] = motions[order[begin + i]];
    for (std::size_t i = 0; i < count && !known.empty(); ++i) paths[i] = known[order[begin + i]];
    find_turning_contacts<Space>(job, list.subspan(begin, count), turned.data(), paths, tolerance, &found[begin]);
  }
  for (std::size_t i = 0; i < next; ++i) out.write(order[i], found[i]);
}

}  // namespace lockstep::detail
