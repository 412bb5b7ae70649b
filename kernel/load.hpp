// From records to lanes: W shapes of one kind, relative to an origin in world space.
#pragma once

#include "hull.hpp"
#include "records.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::Record;
using detail::RecordKind;

/// The first N rows of the records of W shapes.
template <unsigned N>
struct Rows {
  Quad row[N];

  /// record(i) is the one of lane i.
  template <class RecordOf>
  explicit Rows(const RecordOf& record) {
    load_rows([&](int i) { return &record(i)->row[0][0]; }, row);
  }
};

inline Vec xyz(const Quad& q) { return {q.x, q.y, q.z}; }

// Each shape is made relative to `origin`, a point of world space: the anchor of one of the pair. Subtracting it first
// keeps small shapes far from the origin exact.

inline Zonotope<0> load_ball(const Rows<1>& r, const Vec& origin) {
  return {xyz(r.row[0]) - origin, {}, {}, r.row[0].w, r.row[0].w};
}

inline Zonotope<1> load_capsule(const Rows<2>& r, const Vec& origin) {
  const Vec p0 = xyz(r.row[0]) - origin, p1 = xyz(r.row[1]) - origin;
  const Vec half = (p1 - p0) * Real(0.5F);
  const Real radius = r.row[0].w;
  return {(p0 + p1) * Real(0.5F), {}, {half}, radius, norm_max(half) + radius};
}

inline AlignedBox load_aabb(const Rows<2>& r, const Vec& origin) {
  return aligned_box(xyz(r.row[0]) - origin, xyz(r.row[1]) - origin);
}

inline OrientedBox load_box(const Rows<4>& r, const Vec& origin) {
  return {xyz(r.row[0]) - origin,
          {xyz(r.row[1]), xyz(r.row[2]), xyz(r.row[3])},
          {r.row[1].w, r.row[2].w, r.row[3].w},
          r.row[0].w};
}

/// The vertex array that hulls refer to, and room for the vertices of a block of them.
struct HullMemory {
  const float* vertices;
  HullScratch* scratch;  // null: not worth it
};

template <class RecordOf>
Hull load_hull(const Rows<4>& r, const RecordOf& record, const Vec& origin, const HullMemory& memory) {
  Hull hull;
  for (int i = 0; i < Real::width; ++i) hull.lane[i] = vertices_of(*record(i), memory.vertices);
  hull.offset = xyz(r.row[0]) - origin;
  hull.center = xyz(r.row[1]) + hull.offset;
  hull.extent = norm_max(xyz(r.row[2]));
  hull.slack = r.row[0].w;
  if (memory.scratch != nullptr) hull.pack(*memory.scratch);
  return hull;
}

inline constexpr bool is_box(RecordKind k) { return k == RecordKind::aabb || k == RecordKind::box; }

/// The rows that a kind fills.
template <RecordKind K>
using RowsOf = Rows<K == RecordKind::ball                               ? 1U
                    : K == RecordKind::aabb || K == RecordKind::capsule ? 2U
                                                                        : 4U>;

/// W shapes of kind K. Each has a `zonotope` or is a hull.
template <RecordKind K, class RecordOf>
auto load(const RowsOf<K>& rows, const RecordOf& record, const Vec& origin, const HullMemory& memory) {
  if constexpr (K == RecordKind::ball)
    return load_ball(rows, origin);
  else if constexpr (K == RecordKind::aabb)
    return load_aabb(rows, origin);
  else if constexpr (K == RecordKind::box)
    return load_box(rows, origin);
  else if constexpr (K == RecordKind::capsule)
    return load_capsule(rows, origin);
  else
    return load_hull(rows, record, origin, memory);
}

/// Bounding boxes of W shapes; of hulls without a look at their vertices.
template <RecordKind K>
AlignedBox load_bounds(const RowsOf<K>& rows, const Vec& origin) {
  if constexpr (K == RecordKind::hull) {
    const Real slack = rows.row[0].w;
    const Vec half = xyz(rows.row[2]) + Vec{slack, slack, slack};
    return {xyz(rows.row[1]) + (xyz(rows.row[0]) - origin), half, norm_max(half)};
  } else {
    return bounding_box(zonotope(load<K>(rows, nullptr, origin, {nullptr, nullptr})));
  }
}

/// W boxes of either kind, with axes.
template <RecordKind K>
OrientedBox load_oriented(const RowsOf<K>& rows, const Vec& origin) {
  if constexpr (K == RecordKind::aabb)
    return oriented(load_aabb(rows, origin));
  else
    return load_box(rows, origin);
}

}  // namespace lockstep::LOCKSTEP_ISA
