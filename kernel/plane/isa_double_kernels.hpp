// The kernels of the plane in double lanes. Included by isa_<name>_plane_double.cpp.
#pragma once

#define LOCKSTEP_DOUBLE 1
#include "decide_again.hpp"
#include "plane/within.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// An order of the shapes of one kind that depends on nothing but their numbers, so that the verdict on (a, b) is that on
/// (b, a). Below zero: a comes first; zero: they are the same.
template <ShapeKind2 K>
int compare2(const ShapeRef2& a, const ShapeRef2& b) {
  int order = 0;
  const auto by = [&order](const void* p, const void* q, std::size_t bytes) {
    if (order == 0) order = __builtin_memcmp(p, q, bytes);
  };
  by(a.record->row, b.record->row, sizeof a.record->row);
  if (K != ShapeKind2::polygon) {
    by(a.record->fine, b.record->fine, sizeof a.record->fine);
    return order;
  }
  // Where a polygon's vertices lie in its set says nothing about the polygon.
  const detail::PolygonAt at_a = detail::polygon_at(*a.record), at_b = detail::polygon_at(*b.record);
  by(a.record->fine, b.record->fine, 2 * sizeof a.record->fine[0]);
  by(&at_a.count, &at_b.count, sizeof at_a.count);
  by(detail::outline_of(a.vertices, at_a), detail::outline_of(b.vertices, at_b),
     (detail::vertex_unit + std::size_t{4} * detail::padded2(at_a.count)) * sizeof(float));
  return order;
}

template <ShapeKind2 A, ShapeKind2 B>
constexpr auto decide_pairs2 = decide_again<PairOf2<A, B>, compare2<A>>;

template <ShapeKind2 A, ShapeKind2 B>
constexpr auto decide_within2 = decide_margin_again<Within2<A, B>, compare2<A>>;

extern const detail::PlaneDoubleTable plane_table;
using enum ShapeKind2;
const detail::PlaneDoubleTable plane_table = {
    .decide_pairs = {{decide_pairs2<circle, circle>, decide_pairs2<circle, capsule>, decide_pairs2<circle, box>,
                      decide_pairs2<circle, ellipse>, decide_pairs2<circle, slice>, decide_pairs2<circle, polygon>},
                     {nullptr, decide_pairs2<capsule, capsule>, decide_pairs2<capsule, box>,
                      decide_pairs2<capsule, ellipse>, decide_pairs2<capsule, slice>, decide_pairs2<capsule, polygon>},
                     {nullptr, nullptr, decide_pairs2<box, box>, decide_pairs2<box, ellipse>, decide_pairs2<box, slice>,
                      decide_pairs2<box, polygon>},
                     {nullptr, nullptr, nullptr, decide_pairs2<ellipse, ellipse>, decide_pairs2<ellipse, slice>,
                      decide_pairs2<ellipse, polygon>},
                     {nullptr, nullptr, nullptr, nullptr, decide_pairs2<slice, slice>, decide_pairs2<slice, polygon>},
                     {nullptr, nullptr, nullptr, nullptr, nullptr, decide_pairs2<polygon, polygon>}},
    .decide_within = {{decide_within2<circle, circle>, decide_within2<circle, capsule>, decide_within2<circle, box>,
                       decide_within2<circle, ellipse>, decide_within2<circle, slice>, decide_within2<circle, polygon>},
                      {nullptr, decide_within2<capsule, capsule>, decide_within2<capsule, box>,
                       decide_within2<capsule, ellipse>, decide_within2<capsule, slice>,
                       decide_within2<capsule, polygon>},
                      {nullptr, nullptr, decide_within2<box, box>, decide_within2<box, ellipse>,
                       decide_within2<box, slice>, decide_within2<box, polygon>},
                      {nullptr, nullptr, nullptr, decide_within2<ellipse, ellipse>, decide_within2<ellipse, slice>,
                       decide_within2<ellipse, polygon>},
                      {nullptr, nullptr, nullptr, nullptr, decide_within2<slice, slice>,
                       decide_within2<slice, polygon>},
                      {nullptr, nullptr, nullptr, nullptr, nullptr, decide_within2<polygon, polygon>}},
};

}  // namespace lockstep::LOCKSTEP_ISA
