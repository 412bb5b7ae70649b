// A convex polygon in each lane: its vertices lie untouched in memory; a direction is turned to them, and a vertex
// back.
//
// Polygons of up to `max_packed` vertices are copied, once per block, so that vertex j of all lanes lies side by side:
// a support is then a plain loop over j. The vertices of larger ones are scanned W at a time for one lane after the
// other. Both ways choose the same vertex: the first of those that lie farthest.
#pragma once

#include <initializer_list>

#include "lanes/registers/vec2.hpp"
#include "table/records2.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// Room for the vertices of one polygon per lane, lane by lane.
struct PolygonScratch {
  static constexpr std::uint32_t max_packed = Real::width == 1 || is_double ? 0 : 64;
  alignas(64) Number coordinate[2][(max_packed + 1) * Real::width];
};

/// Where the vertices of a polygon lie, and how many (detail::Outline).
struct PolygonVertices {
  const float* x;       // then y, `stride` after it; then the same of the low parts
  std::uint32_t count;  // padded to `stride` with copies of the first

  explicit PolygonVertices(const detail::ShapeRef2& polygon) {
    const detail::PolygonAt at = detail::polygon_at(*polygon.record);
    x = detail::outline_of(polygon.vertices, at) + detail::vertex_unit;
    count = at.count;
  }
  PolygonVertices() = default;

  [[nodiscard]] std::uint32_t stride() const { return detail::padded2(count); }
  /// W vertices from i on; what lies behind them in memory, where there are fewer.
  [[nodiscard]] Vec2 from(std::uint32_t i) const {
    const auto coordinate = [&](unsigned axis) {
      const float* const high = x + axis * stride() + i;
      return is_double ? Real::load(high) + Real::load(high + 2 * stride()) : Real::load(high);
    };
    return {coordinate(0), coordinate(1)};
  }
  /// One coordinate of one vertex.
  [[nodiscard]] Number at(unsigned axis, std::uint32_t i) const {
    const float* const high = x + axis * stride() + i;
    return is_double ? Number{*high} + Number{high[2 * stride()]} : Number{*high};
  }
};

struct Polygon {
  PolygonVertices lane[Real::width];
  const PolygonScratch* packed = nullptr;  // if all lanes' polygons fit
  std::uint32_t packed_count = 0;
  Vec2 offset;  // where the first vertex lies
  Vec2 turn;
  Vec2 center;
  Real extent;
  Real slack;  // how far a vertex may lie from the true one, in each coordinate
  Real scale = 1;

  void scale_by(Real s) {
    center = center * s;
    extent = extent * s;
    slack = slack * s;
    scale = s;
  }

  Vec2 support(const Vec2& v, Mask active) const {
    const Vec2 local = turned_back(turn, v) * unscaled_direction(scale);
    const Vec2 p = packed != nullptr ? farthest_packed(local) : farthest_scanned(local, active);
    return (offset + turned(turn, p)) * scale;
  }

  /// Copies the vertices to `scratch` if there is room for them.
  void pack(PolygonScratch& scratch) {
    std::uint32_t most = 0;
    for (const PolygonVertices& p : lane) most = p.count > most ? p.count : most;
    if (most > PolygonScratch::max_packed) return;
    packed = &scratch;
    packed_count = most;
    for (std::uint32_t first = 0; first < most; first += 8) {
      for (unsigned axis = 0; axis < 2; ++axis) {
        // A polygon that has ended repeats its first vertices.
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

 private:
  struct Farthest {
    Vec2 point;
    Real along;

    Farthest(const Vec2& p, const Vec2& v) : point(p), along(dot(v, p)) {}
    void take(const Farthest& other) {
      const Mask better = other.along > along;
      point = select(better, other.point, point);
      along = select(better, other.along, along);
    }
  };

  Vec2 packed_vertex(std::uint32_t j) const {
    const auto at = [&](unsigned axis) { return Real::load(packed->coordinate[axis] + j * Real::width); };
    return {at(0), at(1)};
  }

  Vec2 farthest_packed(const Vec2& v) const {
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

  Vec2 farthest_scanned(const Vec2& v, Mask active) const {
    Number vx[Real::width], vy[Real::width], px[Real::width] = {}, py[Real::width] = {};
    v.x.store(vx), v.y.store(vy);
    for (unsigned left = bits(active); left != 0; left &= left - 1) {
      const int i = __builtin_ctz(left);
      const std::uint32_t best = scan(lane[i], {Real(vx[i]), Real(vy[i])});
      px[i] = lane[i].at(0, best), py[i] = lane[i].at(1, best);
    }
    return {Real::load(px), Real::load(py)};
  }

  /// The vertex with the largest v . vertex, the first of several. The last register may reach beyond the vertices.
  static std::uint32_t scan(const PolygonVertices& polygon, const Vec2& v) {
    Real best = -__builtin_inff();
    Index at = Index::count_from(0);
    for (std::uint32_t i = 0; i < polygon.count; i += Real::width) {
      const auto left = static_cast<int>(polygon.count - i);
      const Real next = dot(v, polygon.from(i));
      const Mask better = first_lanes(left < Real::width ? left : Real::width) & (next > best);
      best = select(better, next, best);
      at = select(better, Index::count_from(i), at);
    }
    return index_of_max(best, at);
  }
};

}  // namespace lockstep::LOCKSTEP_ISA
