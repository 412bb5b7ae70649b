// A convex hull in each lane.
//
// Hulls of up to `max_packed` vertices are copied, once per block, so that vertex j of all lanes lies side by side: a
// support is then a plain loop over j. Where all lanes have the same vertices (instances), one copy serves block after
// block. Vertices of larger hulls stay in memory and are scanned W at a time for one lane after the other. Gathering
// the lanes' vertices in every step is slower at every size. Both ways choose the same vertex: the first of those that
// lie farthest.
#pragma once

#include <initializer_list>

#include "lanes/gjk/difference.hpp"
#include "lanes/shapes/hull_vertices.hpp"
#include "lanes/shapes/zonotope.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// Room for the vertices of one hull per lane, lane by lane.
struct HullScratch {
  static constexpr std::uint32_t max_packed = Real::width == 1 || is_double ? 0 : 64;
  const float* shared = nullptr;  // the vertices that all lanes have, if they all have the same
  alignas(64) Number coordinate[3][(max_packed + 1) * Real::width];
};

/// How the hulls of W lanes are turned and rounded, where they are placed; elsewhere the rest means nothing.
struct Placed {
  Mask lanes;
  bool any = false;  // placed lanes
  Vec axis[3];
  Real radius = 0;

  Vec to_local(const Vec& v) const { return select(lanes, {dot(axis[0], v), dot(axis[1], v), dot(axis[2], v)}, v); }
  Vec to_world(const Vec& p) const { return select(lanes, axis[0] * p.x + axis[1] * p.y + axis[2] * p.z, p); }
  /// p, moved along v by the radius.
  Vec swept(const Vec& p, const Vec& v) const {
    return select(lanes & (radius > Real(0)), p + with_length(v, radius), p);
  }
};

struct Hull {
  HullVertices lane[Real::width];
  const HullScratch* packed = nullptr;  // if all lanes' hulls fit
  std::uint32_t packed_count = 0;
  Placed placed;
  Vec offset;   // where the first vertex lies
  Vec center;   // of the bounding box
  Real extent;  // the largest half extent of the bounding box
  Real slack;   // how far a vertex may lie from the true one, in each coordinate
  Real scale = 1;

  void scale_by(Real s) {
    center = center * s;
    extent = extent * s;
    slack = slack * s;
    placed.radius = placed.radius * s;
    scale = s;
  }

  Vec support(const Vec& v, Mask active) const {
    if (placed.any) [[unlikely]]
      return placed_support(v, active);
    return (offset + farthest(v * unscaled_direction(scale), active)) * scale;
  }

  /// Copies the vertices to `scratch` if there is room for them.
  void pack(HullScratch& scratch) {
    std::uint32_t most = 0;
    for (const HullVertices& h : lane) most = h.count > most ? h.count : most;
    if (most > HullScratch::max_packed) return;
    bool shared = lane[0].x == lane[Real::width - 1].x;  // all lanes have the same vertices
    if (shared)
      for (const HullVertices& h : lane) shared = shared && h.x == lane[0].x;
    packed = &scratch;
    packed_count = most;
    if (shared && scratch.shared == lane[0].x) return;
    scratch.shared = shared ? lane[0].x : nullptr;
    if (shared)
      spread(scratch);
    else
      transpose(scratch);
  }

 private:
  /// Not inlined: hulls that stand where their vertices say would pay for the registers.
  [[gnu::noinline, gnu::flatten]] Vec placed_support(const Vec& v, Mask active) const {
    const Vec p = placed.to_world(farthest(placed.to_local(v) * unscaled_direction(scale), active));
    return placed.swept((offset + p) * scale, v);
  }

  /// The vertices of the one hull of all lanes.
  void spread(HullScratch& scratch) const {
    for (unsigned axis = 0; axis < 3; ++axis) {
      Number* out = scratch.coordinate[axis];
      for (std::uint32_t j = 0; j < packed_count; ++j, out += Real::width) Real(lane[0].at(axis, j)).store(out);
    }
  }

  void transpose(HullScratch& scratch) const {
    for (std::uint32_t first = 0; first < packed_count; first += 8) {
      for (unsigned axis = 0; axis < 3; ++axis) {
        // A hull that has ended repeats its first vertices.
        const auto row = [&](int i) {
          return lane[i].x + axis * lane[i].stride() + (first < lane[i].stride() ? first : 0);
        };
        Quad quad[2];
        load_rows(row, quad);
        Number* out = scratch.coordinate[axis] + first * Real::width;
        for (const Quad& q : quad)
          for (const Real& x : {q.x, q.y, q.z, q.w}) x.store(out), out += Real::width;
      }
    }
  }

  Vec farthest(const Vec& v, Mask active) const {
    return packed != nullptr ? farthest_packed(v) : farthest_scanned(v, active);
  }

  Vec packed_vertex(std::uint32_t j) const {
    const auto at = [&](unsigned axis) { return Real::load(packed->coordinate[axis] + j * Real::width); };
    return {at(0), at(1), at(2)};
  }

  Vec farthest_packed(const Vec& v) const {
    // Two halves side by side: one alone would wait for each comparison in turn.
    const std::uint32_t middle = packed_count / 2;
    Farthest low{packed_vertex(0), v}, high{packed_vertex(middle), v};
    for (std::uint32_t j = 1; j < middle; ++j) {
      low.take(Farthest(packed_vertex(j), v));
      high.take(Farthest(packed_vertex(middle + j), v));
    }
    if (packed_count % 2 == 1) high.take(Farthest(packed_vertex(packed_count - 1), v));
    low.take(high);
    return low.point;
  }

  struct Farthest {
    Vec point;
    Real along;

    Farthest(const Vec& p, const Vec& v) : point(p), along(dot(v, p)) {}
    void take(const Farthest& other) {
      const Mask better = other.along > along;
      point = select(better, other.point, point);
      along = select(better, other.along, along);
    }
  };

  Vec farthest_scanned(const Vec& v, Mask active) const {
    Number vx[Real::width], vy[Real::width], vz[Real::width];
    Number px[Real::width] = {}, py[Real::width] = {}, pz[Real::width] = {};
    v.x.store(vx), v.y.store(vy), v.z.store(vz);
    for (unsigned left = bits(active); left != 0; left &= left - 1) {
      const int i = __builtin_ctz(left);
      const std::uint32_t best = scan(lane[i], {Real(vx[i]), Real(vy[i]), Real(vz[i])});
      px[i] = lane[i].at(0, best), py[i] = lane[i].at(1, best), pz[i] = lane[i].at(2, best);
    }
    return {Real::load(px), Real::load(py), Real::load(pz)};
  }

  /// The vertex with the largest v . vertex, the first of several.
  static std::uint32_t scan(const HullVertices& hull, const Vec& v) {
    Real best = dot(v, hull.from(0));
    Index at = Index::count_from(0);
    for (std::uint32_t i = Real::width; i < hull.count; i += Real::width) {
      const Real next = dot(v, hull.from(i));
      const Mask better = next > best;
      best = select(better, next, best);
      at = select(better, Index::count_from(i), at);
    }
    return index_of_max(best, at);
  }
};

template <class A>
auto difference(const A& a, const Hull& b) {
  if constexpr (requires { zonotope(a); })
    return Difference(zonotope(a), b);
  else
    return Difference(a, b);
}

}  // namespace lockstep::LOCKSTEP_ISA
