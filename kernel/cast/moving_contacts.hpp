// The first contacts of a tile of pairs. Closed forms in lanes handle two balls, a ball and a capsule, two aligned
// boxes, and circles, capsules and boxes of the plane; the search handles all other pairs, and those that closed
// forms leave open.
#pragma once

#include <array>
#include <span>
#include <type_traits>

#include "cast/cast_tile.hpp"
#include "cast/contact_places.hpp"
#include "cast/separating_contact.hpp"

namespace lockstep::detail {

/// The ClosedCast of two kinds, or else closed_casts.
inline std::uint8_t cast_class(RecordKind a, RecordKind b) {
  const auto number = [](ClosedCast c) { return static_cast<std::uint8_t>(c); };
  if (a == RecordKind::sphere && b == RecordKind::sphere) return number(ClosedCast::two_balls);
  if (a == RecordKind::sphere && b == RecordKind::capsule) return number(ClosedCast::ball_to_capsule);
  if (a == RecordKind::capsule && b == RecordKind::sphere) return number(ClosedCast::capsule_to_ball);
  if (a == RecordKind::aabb && b == RecordKind::aabb) return number(ClosedCast::two_aabbs);
  return closed_casts;
}

/// The same for the plane: a ClosedCast2, or else closed_casts2.
inline std::uint8_t cast_class(ShapeKind2 a, ShapeKind2 b) {
  const auto number = [](ClosedCast2 c) { return static_cast<std::uint8_t>(c); };
  if (a == ShapeKind2::circle && b == ShapeKind2::circle) return number(ClosedCast2::two_circles);
  if (a == ShapeKind2::circle && b == ShapeKind2::capsule) return number(ClosedCast2::circle_to_capsule);
  if (a == ShapeKind2::capsule && b == ShapeKind2::circle) return number(ClosedCast2::capsule_to_circle);
  if (a == ShapeKind2::box && b == ShapeKind2::box) return number(ClosedCast2::two_boxes);
  return closed_casts2;
}

/// Resolves pairs by closed forms, and lists those that these leave open, or that have no closed form.
template <class Space>
void find_closed(const MovedDistanceJob<Space>& job, std::span<const Pair> pairs,
                 std::span<const VectorIn<Space>> motions, const PlacesIn<Space>& out, OpenPlaces& open) {
  constexpr std::size_t classes = std::extent_v<decltype(ClosedKernels<Space>::moving)>;
  const auto &first = job.at_rest.verdicts.first, &second = job.at_rest.verdicts.second;
  const auto class_of = [&](std::size_t i) { return cast_class(first.kinds[pairs[i].a], second.kinds[pairs[i].b]); };
  const PairsByClass<classes + 1> of_class(pairs.size(), job.one_combination(), class_of);
  // Lanes load three numbers as four: memory behind the last motion may not belong to the caller.
  const std::array<VectorIn<Space>, 2> last{motions.back()};
  for (std::size_t k = 0; k < classes; ++k) {
    const std::span<const std::uint16_t> places = of_class[k];
    if (places.empty()) continue;
    const auto queries = padded_list<MovingQueryIn<Space>>(places, [&](std::size_t i) {
      const VectorIn<Space>& motion = i + 1 < pairs.size() ? motions[i] : last[0];
      return MovingQueryIn<Space>{first.records + pairs[i].a, second.records + pairs[i].b, &motion.x};
    });
    const int left = job.closed.of(places.size())
                         .moving[k]({queries.data(), static_cast<int>(places.size()), out.of(places.data(), open.end()),
                                     first, second});
    open.count += static_cast<std::size_t>(left);
  }
  open.append(of_class[classes]);
}

/// Searches the open pairs, at most `Most`.
template <std::size_t Most, class Space, class V, class Places>
void search_open(const MovedDistanceJob<Space>& job, std::span<const Pair> pairs, std::span<const V> motions,
                 double tolerance, const OpenPlaces& open, const Places& out) {
  std::array<Pair, Most> left;
  std::array<Vec3, Most> by;
  std::array<FirstContact, Most> found;
  for (std::size_t k = 0; k < open.count; ++k) left[k] = pairs[open.place[k]], by[k] = in_space(motions[open.place[k]]);
  search_contacts<Most>(job, std::span<const Pair>(left).first(open.count), std::span<const Vec3>(by).first(open.count),
                        tolerance, found.data());
  for (std::size_t k = 0; k < open.count; ++k) out.write(open.place[k], found[k]);
}

/// For the pairs of a tile, at least one, and their motions.
template <class Space>
void find_contacts(const MovedDistanceJob<Space>& job, std::span<const Pair> pairs,
                   std::span<const VectorIn<Space>> motions, double tolerance, const PlacesIn<Space>& out) {
  OpenPlaces open;
  find_closed(job, pairs, motions, out, open);
  if (open.count > few_open)
    search_open<pair_tile>(job, pairs, motions, tolerance, open, out);
  else if (open.count != 0)
    search_open<few_open>(job, pairs, motions, tolerance, open, out);
  ignore_start_contacts<Space>(job, pairs, motions, tolerance, out);
}

template <class Space>
void find_contacts(const MovedDistanceJob<Space>& job, std::span<const Pair> pairs,
                   std::span<const VectorIn<Space>> motions, double tolerance, FirstContact* contacts) {
  TileContacts<Space> found;
  find_contacts(job, pairs, motions, tolerance, found.places());
  found.write(pairs.size(), contacts);
}

}  // namespace lockstep::detail
