// The edge or the corner of W polygons of the plane that faces their partners. A polygon has vertices in any order and
// no edges. The edge runs from the farthest vertex in the direction that falls off the least, and contains all vertices
// on its line. Takes three passes over all vertices, with vertex j of all lanes side by side.
//
// Source: gift wrapping, R. Jarvis, "On the identification of the convex hull of a finite set of points in the plane",
// 1973.
#pragma once

#include "lanes/shapes/load2.hpp"
#include "polygons/edge.hpp"

namespace lockstep::LOCKSTEP_ISA {

using LaneFrame2 = detail::ContactFrame2<Real>;
using LaneEdge = detail::ContactEdge<Real>;

/// The vertices of W polygons in the coordinates of a contact, with y along the direction that their edges face.
class FramedVertices {
 public:
  template <class ShapeOf>
  FramedVertices(const Polygon& polygon, const ShapeOf& shape, const LaneFrame2& frame, double towards)
      : vertices_(polygon.vertices),
        x_(turned_back(polygon.turn, frame.x)),
        y_(turned_back(polygon.turn, frame.normal) * Real(towards)),
        offset_{dot(polygon.offset, frame.x), dot(polygon.offset, frame.normal) * Real(towards)} {
    Quad outline[1];  // the first row of a detail::Outline
    load_rows([&](int i) { return detail::outline_of(shape(i).vertices, detail::polygon_at(*shape(i).record)); },
              outline);
    weld_tolerance_ = Real(0x1p-21) * polygon.extent + Real(0x1p-22) * norm_1(zw(outline[0]));
    for (const PolygonVertices& p : vertices_.lane) most_ = p.count > most_ ? p.count : most_;
    if (most_ <= few) load(0, kept_);
  }

  /// The tolerance: vertices this close are equal, and vertices this close to a line lie on it.
  [[nodiscard]] const Real& weld_tolerance() const { return weld_tolerance_; }

  /// Calls take(vertex, number) for every vertex. Past its last vertex, a polygon repeats earlier ones.
  template <class Take>
  void each(const Take& take) const {
    Vec2 block[few];
    for (std::uint32_t first = 0; first < most_; first += few) {
      if (most_ > few) load(first, block);
      Real number = static_cast<Number>(first & 0x1ffffffU);  // masked, so that the numbers of edges are exact
      for (const Vec2& vertex : most_ > few ? block : kept_) take(vertex, number), number = number + Real(1);
    }
  }

 private:
  static constexpr std::uint32_t few = PolygonVertices::padding;

  /// Past its end, a polygon repeats its first vertices.
  void load(std::uint32_t first, Vec2 (&out)[few]) const {
    Quad high[2][2], low[2][2];
    for (unsigned axis = 0; axis < 2; ++axis) {
      const auto at = [&](int i, unsigned part) {
        const PolygonVertices& p = vertices_.lane[i];
        return p.x + (axis + 2 * part) * p.stride() + (first < p.stride() ? first : 0);
      };
      load_rows([&](int i) { return at(i, 0); }, high[axis]);
      load_rows([&](int i) { return at(i, 1); }, low[axis]);
    }
    const auto member = [](const Quad& q, unsigned k) { return k == 0 ? q.x : k == 1 ? q.y : k == 2 ? q.z : q.w; };
    for (unsigned k = 0; k < few; ++k) {
      const auto coordinate = [&](unsigned axis) {
        return member(high[axis][k / 4], k % 4) + member(low[axis][k / 4], k % 4);
      };
      const Vec2 v{coordinate(0), coordinate(1)};
      out[k] = offset_ + Vec2{dot(x_, v), dot(y_, v)};
    }
  }

  const LaneVertices<Vec2, PolygonVertices>& vertices_;
  Vec2 x_, y_, offset_;
  Real weld_tolerance_;
  std::uint32_t most_ = 0;
  Vec2 kept_[few];  // all vertices, if there are no more than these
};

/// A vertex and its number.
struct LaneVertex {
  Vec2 at;
  Real number;
  void put(Mask m, const Vec2& vertex, const Real& its_number) {
    at = select(m, vertex, at), number = select(m, its_number, number);
  }
};

/// The flattest edge that faces upwards, or the top corner.
inline LaneEdge top_edge(const FramedVertices& vertices) {
  const Real infinite = static_cast<Number>(__builtin_inf());
  LaneVertex top{{Real(0), -infinite}, Real(0)};
  vertices.each([&](const Vec2& v, const Real& number) { top.put(v.y > top.at.y, v, number); });

  Real slope = -detail::flat_tangent;
  Vec2 along = {Real(0), Real(0)};
  vertices.each([&](const Vec2& v, const Real& /*number*/) {
    const Vec2 off = v - top.at;
    const Real aside = abs(off.x), rises = off.y / aside;
    const Mask flatter = (aside > vertices.weld_tolerance()) & (rises > slope);
    slope = select(flatter, rises, slope), along = select(flatter, off, along);
  });
  LaneEdge edge;
  edge.is_edge = slope > Real(-detail::flat_tangent);

  along = flip_sign(along, along.x) * (Real(1) / select(edge.is_edge, sqrt(dot(along, along)), Real(1)));
  Real from = infinite, to = -infinite;
  LaneVertex left = top, right = top;
  vertices.each([&](const Vec2& v, const Real& number) {
    const Vec2 off = v - top.at;
    const Real t = dot(off, along);
    const Mask on_line = edge.is_edge & (abs(cross(along, off)) <= vertices.weld_tolerance());
    const Mask before = on_line & (t < from), behind = on_line & (t > to);
    from = select(before, t, from), left.put(before, v, number);
    to = select(behind, t, to), right.put(behind, v, number);
  });
  edge.x[0] = left.at.x, edge.y[0] = left.at.y, edge.number[0] = left.number;
  edge.x[1] = right.at.x, edge.y[1] = right.at.y, edge.number[1] = right.number;
  return edge;
}

template <class ShapeOf>
LaneEdge edge_of(const Polygon& polygon, const ShapeOf& shape, const LaneFrame2& frame, double towards) {
  LaneEdge edge = top_edge(FramedVertices(polygon, shape, frame, towards));
  for (int k = 0; k < 2; ++k) edge.y[k] = edge.y[k] * Real(towards);
  edge.name();
  return edge;
}

}  // namespace lockstep::LOCKSTEP_ISA
