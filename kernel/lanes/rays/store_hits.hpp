// What lists of casts have in common: where their records are fetched from, and where what is known of W of them goes.
#pragma once

#include "lanes/distance/lane_points.hpp"
#include "lanes/rays/lane_rays.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// So many queries before they are answered, their records are asked for.
inline constexpr int fetched_ahead = 24;

/// Calls fetch(i) for queries on behalf of k, and of k + 1 .. k + W - 1; `count` there are.
template <class Fetch>
void fetch_ahead(int k, int count, const Fetch& fetch) {
  const int last = k + fetched_ahead + Real::width, end = last < count ? last : count;
  for (int i = k == 0 ? 0 : k + fetched_ahead; i < end; ++i) fetch(i);
}

/// With so many coordinates each; in the plane the third one is left out.
template <unsigned coordinates>
void store_vectors(const Vec& v, const std::uint16_t* places, int live, double* to) {
  const LanePoints lanes(v);
  for (int i = 0; i < live; ++i) {
    double* const out = to + std::size_t{coordinates} * places[i];
    out[0] = lanes.x[i], out[1] = lanes.y[i];
    if constexpr (coordinates == 3) out[2] = lanes.z[i];
  }
}

/// Of queries k and behind, of `count`; `point` is in world space. `open` have been left open so far, and are with these
/// what is returned.
template <unsigned coordinates = 3>
int store_hits(const LaneHits& hits, const Vec& point, int k, int count, const detail::HitPlaces& out, int open) {
  const std::uint16_t* const places = out.places + k;
  const int live = count - k < Real::width ? count - k : Real::width;
  const Real infinite = infinite_number;
  double lower[Real::width], upper[Real::width];
  select(hits.missed, infinite, hits.lower).store(lower);
  select(hits.missed, infinite, hits.upper).store(upper);
  for (int i = 0; i < live; ++i) {
    double* const fractions = out.fractions + std::size_t{2} * places[i];
    fractions[0] = lower[i], fractions[1] = upper[i];
  }
  const unsigned left = ~bits(hits.missed | hits.hit) & ((1U << live) - 1);
  for (int i = 0; left >> i != 0; ++i) out.open[open] = places[i], open += static_cast<int>(left >> i & 1U);
  const Real nan = __builtin_nan("");
  const Vec no_place{nan, nan, nan};
  if (out.points != nullptr) store_vectors<coordinates>(select(hits.missed, no_place, point), places, live, out.points);
  if (out.normals != nullptr)
    store_vectors<coordinates>(select(hits.missed, no_place, hits.normal), places, live, out.normals);
  return open;
}

}  // namespace lockstep::LOCKSTEP_ISA
