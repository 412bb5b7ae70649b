// Shared by all lists of casts: prefetches of their records, and scattered stores of the results of W queries.
#pragma once

#include "lanes/distance/lane_points.hpp"
#include "lanes/rays/lane_rays.hpp"
#include "lanes/shapes/origin.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// The distance of prefetches of records, in queries.
inline constexpr int fetched_ahead = 32;

/// The places of a query's operands in memory.
struct QueryPlaces {
  const void *first, *second;
};

// Always inlined: g++ removes calls of functions that only prefetch, as if they had no effect.

/// Prefetches the first queries; places(i) are those of query i.
template <class PlacesOf>
[[gnu::always_inline]] inline void fetch_first(int count, const PlacesOf& places) {
  for (int i = 0; i < fetched_ahead && i < count; ++i) {
    const QueryPlaces at = places(i);
    __builtin_prefetch(at.first), __builtin_prefetch(at.second);
  }
}
/// Prefetches the queries at the prefetch distance behind a register of queries from k on.
template <class PlacesOf>
[[gnu::always_inline]] inline void fetch_ahead(int k, int count, const PlacesOf& places) {
  if (k + fetched_ahead + Real::width > count) return;  // few are left, and near
  for (int i = 0; i < Real::width; ++i) {
    const QueryPlaces at = places(k + fetched_ahead + i);
    __builtin_prefetch(at.first), __builtin_prefetch(at.second);
  }
}

/// Rays in the form of shapes, for PairPositions.
template <class Batch>
auto rays_at(const Batch& batch) {
  return [origin = batch.origin](int /*lane*/) {
    detail::ShapeRef ray{};
    ray.position = origin;
    return ray;
  };
}

/// Scatters two numbers for each of `live` lanes to their places.
inline void store_twos(const Real& x, const Real& y, const std::uint16_t* places, int live, double* to) {
  const auto place = [=](int i) { return to + std::size_t{2} * places[i]; };
  if (live == Real::width) return store_pairs(x, y, place);
  double first[Real::width], second[Real::width];
  x.store(first), y.store(second);
  for (int i = 0; i < live; ++i) place(i)[0] = first[i], place(i)[1] = second[i];
}

/// Vectors of `coordinates` numbers; in the plane the third one is left out.
template <unsigned coordinates>
void store_vectors(const Vec2& v, const std::uint16_t* places, int live, double* to) {
  static_assert(coordinates == 2);
  store_twos(v.x, v.y, places, live, to);
}
template <unsigned coordinates>
void store_vectors(const Vec& v, const std::uint16_t* places, int live, double* to) {
  if constexpr (coordinates == 2) return store_twos(v.x, v.y, places, live, to);
  const auto place = [=](int i) { return to + std::size_t{3} * places[i]; };
  const LanePoints lanes(v);
  if (live == Real::width) {
    store_pairs(v.x, v.y, place);
    for (int i = 0; i < live; ++i) place(i)[2] = lanes.z[i];
    return;
  }
  for (int i = 0; i < live; ++i) place(i)[0] = lanes.x[i], place(i)[1] = lanes.y[i], place(i)[2] = lanes.z[i];
}

/// Stores the results of queries k and following, of `count`; `point` is in world space. `open` is the number of open
/// queries before; returns the number after.
template <unsigned coordinates = 3, class V>
int store_hits(const LaneHitsOf<V>& hits, const V& point, int k, int count, const detail::HitPlaces& out, int open) {
  const std::uint16_t* const places = out.places + k;
  const int behind = count - k, live = behind < Real::width ? (behind > 0 ? behind : 0) : Real::width;
  const Real infinite = infinite_number;
  store_twos(select(hits.missed, infinite, hits.lower), select(hits.missed, infinite, hits.upper), places, live,
             out.fractions);
  unsigned left = ~bits(hits.missed | hits.hit) & ((1U << live) - 1);
  for (; left != 0; left &= left - 1) out.open[open++] = places[__builtin_ctz(left)];
  const V no_place = by_axis<V>([](unsigned) { return Real(__builtin_nan("")); });
  if (out.points != nullptr) store_vectors<coordinates>(select(hits.missed, no_place, point), places, live, out.points);
  if (out.normals != nullptr)
    store_vectors<coordinates>(select(hits.missed, no_place, hits.normal), places, live, out.normals);
  return open;
}

}  // namespace lockstep::LOCKSTEP_ISA
