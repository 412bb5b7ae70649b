// A moving box of the plane against another one: the separating axis test with time. Along each of the four normals the
// projections of both overlap from one fraction of the motion to another, and the boxes overlap when all four do. So
// the centre of a is a ray against four slabs. Source: D. Eberly, "Intersection of Convex Objects: The Method of
// Separating Axes", 2001, with intervals for the fractions. The bounds are derived in docs/numerics.md, section 14.
#pragma once

#include "lanes/distance/box_distance2.hpp"
#include "lanes/rays/box_rays.hpp"
#include "lanes/rays/moving_stage.hpp"
#include "table/ray_batch2.hpp"

namespace lockstep::LOCKSTEP_ISA {

inline Vec2 motions_of(const detail::MovingQuery2* queries) {
  Vec2 m;
  load_pairs([=](int i) { return queries[i].motion; }, m.x, m.y);
  return m;
}

/// True for exactly one of a motion and its opposite, unless the motion is 0.
inline Mask is_backward(const Vec2& m) { return (m.x < Real(0)) | ((m.x == Real(0)) & (m.y < Real(0))); }

/// W boxes, in the world.
struct PlacedBox2 {
  Vec2 center, turn, half;

  PlacedBox2() = default;
  template <class RecordOf>
  explicit PlacedBox2(const RecordOf& record) {
    load_pairs([&](int i) { return record(i)->row[0]; }, center.x, center.y);
    load_pairs([&](int i) { return record(i)->row[1] + 2; }, half.x, half.y);
    load_pairs([&](int i) { return record(i)->precise; }, turn.x, turn.y);
  }
  Mask good() const { return (half.x >= Real(0)) & (half.y >= Real(0)); }
  BoxCore2 at(const Vec2& place) const { return {place, {turn, left_of(turn)}, {half.x, half.y}, Real(0)}; }
};

inline PlacedBox2 select(Mask m, const PlacedBox2& p, const PlacedBox2& q) {
  PlacedBox2 box;
  box.center = select(m, p.center, q.center), box.turn = select(m, p.turn, q.turn),
  box.half = select(m, p.half, q.half);
  return box;
}

/// In units of the last place of |o|_1 and all half extents: the errors of places along an axis of a box, and of the
/// extents of both.
inline constexpr Number both_boxes_bound = 32 * roundoff;

/// The difference of two boxes, which the centre of the first one passes, and the depth of the centre in it at the
/// start.
struct BoxSlabs2 {
  LaneRaysOf<Vec2> rays;  // norms include the lengths of both boxes
  SlabRays slab[4];
  Vec2 against[4];
  Mask good;

  BoxSlabs2(const PlacedBox2& a, const PlacedBox2& b, const Vec2& motion)
      : rays(a.center - b.center, motion), good(a.good() & b.good()) {
    rays.origin_norm = rays.origin_norm + (norm_1(a.half) + norm_1(b.half));
    // By the angle between the two: the extents of one along the axes of the other.
    const Real cos = abs(dot(a.turn, b.turn)), sin = abs(cross(a.turn, b.turn));
    const auto reach = [&](const Vec2& half) { return Vec2{half.x * cos + half.y * sin, half.x * sin + half.y * cos}; };
    const Vec2 along_a = a.half + reach(b.half), along_b = b.half + reach(a.half);
    const Real half[4] = {along_a.x, along_a.y, along_b.x, along_b.y};
    const Vec2 axis[4] = {a.turn, left_of(a.turn), b.turn, left_of(b.turn)};
    const Real place_error = rays.origin_norm * Real(both_boxes_bound), error = motion_error(rays);
    for (int k = 0; k < 4; ++k) {
      const AlongAxis along(rays, axis[k]);
      slab[k] = along.slab(half[k], place_error, error);
      against[k] = flip_sign(axis[k], -along.by);
    }
  }

  /// Pairs that overlap from the start: their shortest translation out of each other is along one of the axes. `gap`
  /// becomes their signed distance along it, below 0. (Without motion the two have no order.)
  void add_overlaps(LaneHitsOf<Vec2>& hits, Real& gap) const {
    Real widest = abs(slab[0].below) - slab[0].half;
    Vec2 normal = flip_sign(against[0], slab[0].below);
    for (int k = 1; k < 4; ++k) {
      const Real g = abs(slab[k].below) - slab[k].half;
      normal = select(g > widest, flip_sign(against[k], slab[k].below), normal), widest = max(g, widest);
    }
    const Mask inside =
        (good & rays.finite()) & ((widest + slab[0].place_error < Real(0)) & (rays.motion_norm > Real(0)));
    hits.lower = select(inside, Real(0), hits.lower), hits.upper = select(inside, Real(0), hits.upper);
    hits.normal = select(inside, normal, hits.normal), gap = select(inside, widest, gap);
    hits.missed = hits.missed & (!inside), hits.hit = hits.hit | inside;
  }
};

/// The point of b nearest to a, which is `gap` (0 or less) away from b along n, as distance kernels compute it.
inline Vec2 nearest_on_b(const BoxCore2& a, const BoxCore2& b, const Vec2& n, const Real& gap, Mask lanes) {
  const auto off = [&](const BoxCore2& box) { return min(abs(dot(n, box.axis[0])), abs(dot(n, box.axis[1]))); };
  const Mask face_of_b = off(b) < off(a);
  const Vec2 shift = n * gap;
  const Vec2 from = select(face_of_b, nearest_of(b, a.support(-n, lanes) - shift), b.support(n, lanes));
  return nearest_of(b, nearest_of(a, from + shift) - shift);
}

/// (a, b) and (b, a) become the same ray: the one whose motion is not negative.
template <bool at_positions>
int move_boxes(const detail::MovingBatch2& batch, int k, int open) {
  const detail::MovingQuery2* const queries = batch.queries + k;
  PlacedBox2 a([=](int i) { return queries[i].a; }), b([=](int i) { return queries[i].b; });
  Vec2 base = b.center;
  if constexpr (at_positions) {  // relative to the centre of b
    PlacesOfPairs<detail::MovingBatch2> places(batch, k);
    const OriginOf<Vec2> origin = places.origin(b.center);
    a.center = a.center - origin, b.center = no_shift<Vec2>(), base = in_world(origin, places.b());
  }
  const Vec2 m = motions_of(queries);
  const Mask backward = is_backward(m);
  const Real sign = select(backward, Real(-1), Real(1));
  const BoxSlabs2 slabs(select(backward, b, a), select(backward, a, b), flip_sign(m, sign));
  LaneHitsOf<Vec2> hits = slab_hits(slabs.rays, slabs.slab, slabs.against, slabs.good);
  Real gap = 0;
  if (any((!hits.missed) & (hits.upper < Real(0)))) slabs.add_overlaps(hits, gap);
  hits.normal = flip_sign(hits.normal, sign);
  hits.point = base;
  if (batch.out.points != nullptr) {
    const Vec2 none = no_shift<Vec2>();
    const BoxCore2 moved = a.at((a.center - b.center) + m * hits.lower);
    hits.point = base + nearest_on_b(moved, b.at(none), hits.normal, gap, hits.hit);
  }
  return store_hits<2>(hits, hits.point, k, batch.count, batch.out, open);
}

}  // namespace lockstep::LOCKSTEP_ISA
