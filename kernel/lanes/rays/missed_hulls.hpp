// Rays that miss convex hulls, as bounding balls and boxes prove. The proof needs no vertices, which lie in cache lines
// of their own, and covers most candidates that the boxes of a world or of a set leave. The other queries are packed
// into a list that fills all lanes.
#pragma once

#include "base/ball_on_line.hpp"
#include "lanes/rays/store_hits.hpp"
#include "lanes/rays/supporting_planes.hpp"
#include "lanes/shapes/load.hpp"
#include "table/pair_batch.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// Whether the ray stays in front of a plane with a box around 0 behind it, up to `slack` beyond its sides.
inline Mask misses_box(const LaneRays& rays, const Vec& half, const Real& slack) {
  const auto stays_before = [&](const Vec& n) {
    const Vec size = abs(n);
    const Real along = dot(size, half), loose = norm_1(n) * slack;
    return SupportingPlane(rays, n, {along + loose, along + along + loose}).stays_ahead();
  };
  const Real speed = dot(rays.motion, rays.motion);
  const Vec nearest = rays.origin - rays.motion * (dot(rays.origin, rays.motion) / speed);
  return stays_before(nearest) | stays_before(rays.motion) | stays_before(-rays.motion);
}

/// The lanes whose hulls have more than three vertices. A hull with fewer is flat and left to the search, like
/// triangles of meshes.
template <class ShapeOf>
Mask have_faces(const ShapeOf& shape) {
  Number count[Real::width];
  for (int i = 0; i < Real::width; ++i) count[i] = std::bit_cast<std::uint32_t>(shape(i).record->row[2][3]);
  return Real::load(count) > Real(3);
}

/// The rays of W queries. `base` is a Vec or an Origin.
inline LaneRays rays_of(const detail::RayQuery* queries, const auto& base) {
  Quad start[1];  // the first four of each ray's six numbers
  load_rows([&](int i) { return queries[i].ray; }, start);
  Vec motion{start[0].w, 0, 0};
  load_pairs([&](int i) { return queries[i].ray + 4; }, motion.y, motion.z);
  return {xyz(start[0]) - base, motion};
}

/// The results of W queries without vertices: which of them lanes can answer, and which rays miss.
struct HullsFromFar {
  unsigned good, missed;

  HullsFromFar(const detail::RayBatch& batch, const detail::RayQuery* queries) {
    const detail::ShapesView& shapes = batch.shapes;
    const auto shape = [&](int i) { return shapes.shape_of(queries[i].shape); };
    PairPositions positions;
    const Rows<3> rows(shape);
    // Around the centers. They are relative to the first vertex, whose distance from a center is at most the hull's
    // reach.
    const LaneRays from_vertex = rays_of(queries, positions.origin(xyz(rows.row[0]), rays_at(batch), shape));
    const LaneRays rays(from_vertex.origin - xyz(rows.row[1]), from_vertex.motion);
    const Mask finite = rays.finite() & have_faces(shape);
    Number ball[Real::width];
    for (int i = 0; i < Real::width; ++i)
      ball[i] = shapes.balls == nullptr ? infinite_number : shapes.balls[queries[i].shape - shapes.records];
    const Mask passed = detail::line_misses_ball(rays.origin, rays.motion, rays.origin_norm, Real::load(ball)) |
                        misses_box(rays, xyz(rows.row[2]), rows.row[0].w);
    good = bits(finite), missed = good & bits(passed);
  }
};

/// Infinite fractions, no point and no normal.
inline void store_miss(const detail::HitPlaces& out, std::size_t place) {
  out.fractions[2 * place] = out.fractions[2 * place + 1] = infinite_number;
  for (double* const vectors : {out.points, out.normals})
    for (std::size_t k = 0; vectors != nullptr && k < 3; ++k) vectors[3 * place + k] = __builtin_nan("");
}

/// The distance of prefetches of vertices, in queries, and the largest number of cache lines: waits are for the first
/// lines.
inline constexpr int vertices_ahead = 32;
inline constexpr std::uint32_t lines_ahead = 6;

/// Prefetches vertices of queries from `begin` to `end`, whose records have arrived.
template <class ShapeOf>
[[gnu::always_inline]] inline void fetch_vertices(int begin, int end, const ShapeOf& shape) {
  for (int i = begin; i < end; ++i) {
    const detail::ShapeRef hull = shape(i);
    if (is_placed(hull)) continue;
    const HullVertices vertices = vertices_of(hull, false);
    const std::uint32_t lines = 3 * vertices.stride() / detail::vertex_padding;
    for (std::uint32_t k = 0; k < lines && k < lines_ahead; ++k) {
      __builtin_prefetch(vertices.x + std::size_t{detail::vertex_padding} * k);
      __builtin_prefetch(vertices.low_x + std::size_t{detail::vertex_padding} * k);
    }
  }
}

/// The queries of a batch that need vertices, padded with copies of the last one.
struct HullsInReach {
  detail::RayQuery queries[detail::pair_tile];
  std::uint16_t places[detail::pair_tile];
  int count = 0;

  /// Takes these from a batch of at most pair_tile queries, and answers the others. Returns the number of open queries.
  int answer_others(const detail::RayBatch& batch, int open);
  void pad() {
    for (int k = count; k % detail::query_padding != 0; ++k) queries[k] = queries[count - 1];
  }
};

inline int HullsInReach::answer_others(const detail::RayBatch& batch, int open) {
  std::uint16_t missed[detail::pair_tile];
  int misses = 0;
  for (int k = 0; k < batch.count; k += Real::width) {
    fetch_ahead(k, batch.count, [&](int i) { return QueryPlaces{batch.queries[i].shape, batch.queries[i].ray}; });
    const HullsFromFar far(batch, batch.queries + k);
    const int known = count;
    // Each query is written to all three lists, and stays in one of them.
    for (int i = 0; i < Real::width && k + i < batch.count; ++i) {
      const unsigned is_good = far.good >> i & 1, is_missed = far.missed >> i & 1;
      const std::uint16_t place = batch.out.places[k + i];
      queries[count] = batch.queries[k + i], places[count] = place, missed[misses] = place,
      batch.out.open[open] = place;
      count += static_cast<int>(is_good & ~is_missed), misses += static_cast<int>(is_missed);
      open += static_cast<int>(is_good ^ 1U);
    }
    const int end = count < vertices_ahead ? count : vertices_ahead;
    fetch_vertices(known, end, [&](int i) { return batch.shapes.shape_of(queries[i].shape); });
  }
  for (int i = 0; i < misses; ++i) store_miss(batch.out, missed[i]);
  pad();
  return open;
}

}  // namespace lockstep::LOCKSTEP_ISA
