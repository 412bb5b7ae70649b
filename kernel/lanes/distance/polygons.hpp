// The polygons that EPA grows in the plane, one in each lane. Corners are support points of the difference, and each
// starts an edge. A new corner splits one edge, so the edges stay one closed loop, and each step costs all lanes the
// same.
//
// The proof (docs/numerics.md, section 13): if the origin lies to the left of all edges of a closed loop, the loop
// winds around it, and each ray from the origin meets an edge. So the disc around the origin whose radius is the
// distance of the nearest edge lies in the hull of the corners.
//
// Source: G. van den Bergen, "Proximity queries and penetration depth computation on 3D game objects", 2001, and
// include/lockstep/reference/epa2.hpp.
#pragma once

#include <cstdint>

#include "lanes/closed_forms/round_pair.hpp"
#include "lanes/distance/lane_points.hpp"
#include "lanes/distance/nearest_simplex2.hpp"
#include "lanes/gjk/certify.hpp"

namespace lockstep::LOCKSTEP_ISA {

using Corner2 = CornerOf<Vec2>;

/// One edge in each lane, counter-clockwise.
struct LaneEdges {
  Corner2 from, to;

  [[nodiscard]] Vec2 outward() const {
    const Vec2 n = right_of(to.w - from.w);
    return n * (Real(1) / sqrt(dot(n, n)));
  }
  /// The distance of the origin from the lines.
  [[nodiscard]] Real distance() const { return dot(outward(), from.w); }
  /// A lower bound of the distance of the true lines, for all true corners.
  [[nodiscard]] Real proven(const Real& slack) const {
    const Vec2 n = outward();
    const Real bound = dot(n, from.w) - (slack * Real(2) + Real(vertex_bound)) * norm_1(n);
    return bound - abs(bound) * Real(16 * roundoff);
  }
  /// The position along the edge, from 0 to 1, of the point nearest to p.
  [[nodiscard]] Real share_of(const Vec2& p) const {
    const Vec2 e = to.w - from.w;
    return clamp(dot(p - from.w, e) / dot(e, e), Real(0), Real(1));
  }
};

struct LanePolygons {
  static constexpr int max_corners = 128, width = Real::width;

  // Row i has corner i of all lanes, and the edge that it starts.
  LanePoints2 point[max_corners], on_a[max_corners];
  LanePoints2 normal[max_corners];        // unit, outwards
  double distance[max_corners][width];    // infinite in lanes without such a corner
  double proven[max_corners][width];      // the same
  std::uint8_t next[max_corners][width];  // the corner that ends the edge
  int corners = 0;                        // of the lane that has most

  /// One edge of each lane, by number.
  struct EdgeIndices {
    int edge[width];
  };

  /// Starts from triangles with these corners, in the order given.
  void open(const Corner2 (&triangle)[3], const Real& slack) {
    for (int i = 0; i < 3; ++i) {
      point[i] = LanePoints2(triangle[i].w), on_a[i] = LanePoints2(triangle[i].on_a);
      for (std::uint8_t& end : next[i]) end = static_cast<std::uint8_t>((i + 1) % 3);
      measure(i, {triangle[i], triangle[(i + 1) % 3]}, slack);
    }
    corners = 3;
  }

  [[nodiscard]] LaneEdges edges(const EdgeIndices& indices) const {
    LanePoints2 from, from_a, to, to_a;
    for (int lane = 0; lane < width; ++lane) {
      const int i = indices.edge[lane], k = next[i][lane];
      from.set(lane, point[i].at(lane)), from_a.set(lane, on_a[i].at(lane));
      to.set(lane, point[k].at(lane)), to_a.set(lane, on_a[k].at(lane));
    }
    return {{from.load(), from_a.load()}, {to.load(), to_a.load()}};
  }
  /// The edges that start at corner `row`, in lanes that have one.
  [[nodiscard]] LaneEdges edges_of_row(int row) const {
    EdgeIndices indices;
    for (int lane = 0; lane < width; ++lane) indices.edge[lane] = distance[row][lane] < __builtin_inf() ? row : 0;
    return edges(indices);
  }

  /// The edge whose line is nearest to the origin; the first one on ties.
  [[nodiscard]] EdgeIndices nearest() const {
    Real least = __builtin_inf(), at = 0;
    for (int i = 0; i < corners; ++i) {
      const Real d = Real::load(distance[i]);
      at = select(d < least, Real(static_cast<Number>(i)), at), least = min(d, least);
    }
    double number[width];
    at.store(number);
    EdgeIndices indices;
    for (int lane = 0; lane < width; ++lane) indices.edge[lane] = static_cast<int>(number[lane]);
    return indices;
  }

  /// In the lanes of `live`, splits the edge in two with the new corner between them. There has to be room.
  void split(const EdgeIndices& at, const LaneEdges& old, const Corner2& corner, const Real& slack, unsigned live) {
    const int row = corners++;
    point[row] = LanePoints2(corner.w), on_a[row] = LanePoints2(corner.on_a);
    measure(row, {corner, old.to}, slack);
    double first[width], first_proven[width];
    const LaneEdges before{old.from, corner};
    const LanePoints2 first_normal(before.outward());
    before.distance().store(first), before.proven(slack).store(first_proven);
    for (int lane = 0; lane < width; ++lane) {
      const int i = at.edge[lane];
      if ((live >> lane & 1U) == 0) {
        distance[row][lane] = proven[row][lane] = __builtin_inf();
        continue;
      }
      next[row][lane] = next[i][lane], next[i][lane] = static_cast<std::uint8_t>(row);
      normal[i].set(lane, first_normal.at(lane));
      distance[i][lane] = first[lane], proven[i][lane] = first_proven[lane];
    }
  }

  /// The disc of this radius around the origin lies in the true difference. Negative or zero if nothing is proven.
  [[nodiscard]] Real proven_radius() const {
    Real least = __builtin_inf();
    for (int i = 0; i < corners; ++i) {
      const Real p = Real::load(proven[i]);
      least = select(p > Real(0), min(p, least), Real(-1));  // NaN proves nothing; a negative value stays
    }
    return least;
  }

 private:
  void measure(int row, const LaneEdges& edges, const Real& slack) {
    normal[row] = LanePoints2(edges.outward()), edges.distance().store(distance[row]),
    edges.proven(slack).store(proven[row]);
  }
};

}  // namespace lockstep::LOCKSTEP_ISA
