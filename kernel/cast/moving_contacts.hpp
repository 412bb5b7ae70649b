// The first contacts of a tile of pairs: of two balls, of balls and capsules, and of aligned boxes, by closed forms
// in lanes; of all others, and what these leave open, by the search.
#pragma once

#include <array>
#include <span>

#include "cast/cast_tile.hpp"
#include "cast/contact_places.hpp"

namespace lockstep::detail {

/// A ClosedCast, or else closed_casts.
inline std::uint8_t cast_class(RecordKind a, RecordKind b) {
  const auto number = [](ClosedCast c) { return static_cast<std::uint8_t>(c); };
  if (a == RecordKind::ball && b == RecordKind::ball) return number(ClosedCast::two_balls);
  if (a == RecordKind::ball && b == RecordKind::capsule) return number(ClosedCast::ball_to_capsule);
  if (a == RecordKind::capsule && b == RecordKind::ball) return number(ClosedCast::capsule_to_ball);
  if (a == RecordKind::aabb && b == RecordKind::aabb) return number(ClosedCast::two_aabbs);
  return closed_casts;
}

/// Those that closed forms settle, and a list of those that these leave open, or that have none.
inline void find_closed(const MovedDistanceJob& job, std::span<const Pair> pairs, std::span<const Vec3> motions,
                        const ContactPlaces& out, OpenPlaces& open) {
  const ShapesView &first = job.at_rest.verdicts.first, &second = job.at_rest.verdicts.second;
  const auto class_of = [&](std::size_t i) { return cast_class(first.kinds[pairs[i].a], second.kinds[pairs[i].b]); };
  const PairsByClass<closed_casts + 1> of_class(pairs.size(), job.one_combination(), class_of);
  for (std::size_t k = 0; k < closed_casts; ++k) {
    const std::span<const std::uint16_t> places = of_class[k];
    if (places.empty()) continue;
    const auto queries = padded_list<MovingQuery>(places, [&](std::size_t i) {
      const Record *const a = first.records + pairs[i].a, *const b = second.records + pairs[i].b;
      return MovingQuery{a, b, {motions[i].x, motions[i].y, motions[i].z, 0}};
    });
    const int left =
        job.closed.of(places.size())
            .moving[k]({queries.data(), static_cast<int>(places.size()), out.of(places.data(), open.end())});
    open.count += static_cast<std::size_t>(left);
  }
  open.append(of_class[closed_casts]);
}

/// Those that are left open, `Most` at most.
template <std::size_t Most>
void search_open(const MovedDistanceJob& job, std::span<const Pair> pairs, std::span<const Vec3> motions,
                 double tolerance, const OpenPlaces& open, const ContactPlaces& out) {
  std::array<Pair, Most> left;
  std::array<Vec3, Most> by;
  std::array<FirstContact, Most> found;
  for (std::size_t k = 0; k < open.count; ++k) left[k] = pairs[open.place[k]], by[k] = motions[open.place[k]];
  search_contacts<Most>(job, std::span<const Pair>(left).first(open.count), std::span<const Vec3>(by).first(open.count),
                        tolerance, found.data());
  for (std::size_t k = 0; k < open.count; ++k) out.write(open.place[k], found[k]);
}

/// Of a tile of pairs at most, and one at least, and their motions.
inline void find_contacts(const MovedDistanceJob& job, std::span<const Pair> pairs, std::span<const Vec3> motions,
                          double tolerance, const ContactPlaces& out) {
  OpenPlaces open;
  find_closed(job, pairs, motions, out, open);
  if (open.count > few_open)
    search_open<pair_tile>(job, pairs, motions, tolerance, open, out);
  else if (open.count != 0)
    search_open<few_open>(job, pairs, motions, tolerance, open, out);
}

inline void find_contacts(const MovedDistanceJob& job, std::span<const Pair> pairs, std::span<const Vec3> motions,
                          double tolerance, FirstContact* contacts) {
  TileContacts found;
  find_contacts(job, pairs, motions, tolerance, found.places());
  found.write(pairs.size(), contacts);
}

}  // namespace lockstep::detail
