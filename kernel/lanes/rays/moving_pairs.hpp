// Loads pairs of a moving shape and a resting one.
#pragma once

#include "lanes/rays/store_hits.hpp"
#include "lanes/registers/differences.hpp"
#include "lanes/shapes/load.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// The properties of pairs in space; plane_rays.hpp has those of the plane.
struct MovesInSpace {
  using Query = detail::MovingQuery;
  using Batch = detail::MovingBatch;
  static constexpr unsigned coordinates = 3;
  static const Quad& row(const Quad& q) { return q; }
  static Vec motion(const Query* queries) {
    Quad by[1];
    load_rows([=](int i) { return queries[i].motion; }, by);
    return xyz(by[0]);
  }
  static Vec vector(const Vec& v) { return v; }
};

/// W pairs, the first rows of their records, and the motion of a.
template <class Space, unsigned RowsOfA, unsigned RowsOfB>
struct MovingPairs {
  Quad a[RowsOfA], b[RowsOfB];
  Vec motion;

  explicit MovingPairs(const typename Space::Query* queries) {
    load_rows([=](int i) { return &queries[i].a->row[0][0]; }, a);
    load_rows([=](int i) { return &queries[i].b->row[0][0]; }, b);
    motion = Space::motion(queries);
    for (Quad& row : a) row = Space::row(row);
    for (Quad& row : b) row = Space::row(row);
  }
  /// NaN if one radius is NaN: invalid records have no other radius.
  Real radii() const { return a[0].w + b[0].w; }
};

/// Where the shapes of W pairs of a batch stand, from pair k on.
template <class Batch>
struct PlacesOfPairs {
  const Batch& batch;
  int k;
  PairPositions positions;

  PlacesOfPairs(const Batch& of, int first) : batch(of), k(first) {}  // and leaves the positions as they are
  [[nodiscard]] auto a() const {
    return [this](int i) { return batch.first.shape_of(batch.queries[k + i].a); };
  }
  [[nodiscard]] auto b() const {
    return [this](int i) { return batch.second.shape_of(batch.queries[k + i].b); };
  }
  /// The anchor of b, for numbers of a.
  template <class V>
  OriginOf<V> origin(const V& anchor) {
    return positions.origin(anchor, a(), b());
  }
};

template <class Batch>
bool has_placed_shapes(const Batch& batch) {
  return batch.first.positions != nullptr || batch.second.positions != nullptr;
}

/// The number of registers of balls, or of aligned boxes, that take turns. More would load too much memory at
/// once.
inline constexpr unsigned registers_in_turn = 2;
static_assert(registers_in_turn * Real::width <= detail::query_padding);

/// Prefetches the records of pairs at the prefetch distance behind those from k on.
template <class Batch>
[[gnu::always_inline]] inline void fetch_records(const Batch& batch, int k) {
  fetch_ahead(k, batch.count, [&](int i) { return QueryPlaces{batch.queries[i].a, batch.queries[i].b}; });
}

}  // namespace lockstep::LOCKSTEP_ISA
