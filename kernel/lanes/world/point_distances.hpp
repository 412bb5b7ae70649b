// Bounds of the distances from a point to the boxes and objects of a world. Double lanes, and if need be exact
// arithmetic, decide the cases that the bounds leave open (kernel/world/nearness.hpp).
#pragma once

#include "lanes/registers/vec.hpp"
#include "table/world_batch.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::ViewKind;

/// Upper bounds of rounding errors: of a square of a distance, or a distance, relative to it; of underflow in a
/// square, and in its root (docs/numerics.md).
inline constexpr Number distance_square_bound = 0x1p-20F, lost_square = 0x1p-120F, lost_distance = 0x1p-60F;

/// The square of the distance from the point to the box between `low` and `high`, 0 inside.
inline Real square_to_box(const Vec& point, const Vec& low, const Vec& high) {
  const auto gap = [](Real p, Real l, Real h) { return max(max(l - p, p - h), Real(0)); };
  const Vec gaps{gap(point.x, low.x, high.x), gap(point.y, low.y, high.y), gap(point.z, low.z, high.z)};
  return dot(gaps, gaps);
}

inline Vec load_vec(const float* const* stream, std::size_t at) {
  return {Real::load(stream[0] + at), Real::load(stream[1] + at), Real::load(stream[2] + at)};
}

/// The square of the distance from the point to W boxes, or to the centres of W balls.
template <ViewKind K>
Real square_to_core(const float* const* stream, std::size_t at, const Vec& point) {
  if constexpr (K == ViewKind::aabbs) {
    return square_to_box(point, load_vec(stream, at), load_vec(stream + 3, at));
  } else {
    const Vec offset = load_vec(stream, at) - point;
    return dot(offset, offset);
  }
}
/// The radius around this core.
template <ViewKind K>
Real radius_around(const float* const* stream, std::size_t at) {
  if constexpr (K == ViewKind::aabbs)
    return 0;
  else
    return Real::load(stream[3] + at);
}

/// Lower bounds of the squares of the distances to sixteen boxes.
inline void put_squares(const detail::OuterBoxes& boxes, std::size_t first, const Vec& point,
                        float (&squares)[detail::world_fanout]) {
  for (std::size_t i = 0; i < detail::world_fanout; i += Real::width) {
    const Real square = square_to_core<ViewKind::aabbs>(boxes.stream, first + i, point);
    (square * Real(1 - distance_square_bound) - Real(lost_square)).store(squares + i);
  }
}

[[gnu::flatten]] inline void squares_to_boxes(const detail::OuterBoxes& boxes, std::size_t first, const Vec3& point,
                                              float (&squares)[detail::world_fanout]) {
  put_squares(boxes, first, broadcast(point), squares);
}

template <ViewKind K>
[[gnu::flatten]] detail::WithinWords within_reach(const float* const* stream, std::size_t first, const Vec3& point,
                                                  float reach) {
  const Vec p = broadcast(point);
  detail::WithinWords words{0, 0};
  for (std::size_t bit = 0; bit < detail::world_block; bit += Real::width) {
    const Real square = square_to_core<K>(stream, first + bit, p);
    const Real limit = radius_around<K>(stream, first + bit) + Real(reach), limit_square = limit * limit;
    const Mask maybe = square <= limit_square * Real(1 + distance_square_bound) + Real(lost_square);
    const Mask surely = square * Real(1 + distance_square_bound) + Real(lost_square) <= limit_square;
    words.maybe |= std::uint64_t{bits(maybe)} << bit;
    words.surely |= std::uint64_t{bits(surely)} << bit;
  }
  return words;
}

template <ViewKind K>
[[gnu::flatten]] std::uint64_t distances_to(const float* const* stream, std::size_t first, const Vec3& point,
                                            float reach, detail::DistanceBounds& out) {
  const Vec p = broadcast(point);
  std::uint64_t maybe = 0;
  for (std::size_t bit = 0; bit < detail::world_block; bit += Real::width) {
    const Real core = sqrt(square_to_core<K>(stream, first + bit, p));
    const Real radius = radius_around<K>(stream, first + bit);
    const Real distance = core - radius, error = (core + radius) * Real(distance_square_bound) + Real(lost_distance);
    const Real lower = distance - error;
    lower.store(out.lower + bit);
    max(distance + error, Real(0)).store(out.upper + bit);
    maybe |= std::uint64_t{bits(lower <= Real(reach))} << bit;
  }
  return maybe;
}

}  // namespace lockstep::LOCKSTEP_ISA
