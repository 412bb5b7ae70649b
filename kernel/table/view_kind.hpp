// The layout of the objects of a view as streams of floats, and the kernels that read any of them. Plain data, as in
// pair_batch.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lockstep::detail {

/// The kinds of views, in the order of the tables. The first `culled_kinds` can be culled.
enum class ViewKind : std::uint8_t {
  spheres,
  aabbs,
  boxes,
  transformed_boxes,
  capsules,
  circles,
  aabbs2,
  boxes2,
  capsules2
};
inline constexpr std::size_t culled_kinds = 4, view_kinds = 9;

/// The streams of a view, in this order: coordinates, ending with the low and the high corners of boxes; a quaternion
/// xyzw, or an angle; lengths.
struct ViewNumbers {
  std::size_t coordinates, axes_of_corners = 0;  // the number of low ones, and of high ones
  bool has_rotation = false, has_angle = false;
  std::size_t lengths = 0;

  [[nodiscard]] constexpr std::size_t first_length() const {
    return coordinates + (has_rotation ? 4U : 0U) + (has_angle ? 1U : 0U);
  }
  [[nodiscard]] constexpr std::size_t count() const { return first_length() + lengths; }
};

constexpr ViewNumbers numbers_of(ViewKind kind) {
  switch (kind) {
    case ViewKind::spheres: return {.coordinates = 3, .lengths = 1};
    case ViewKind::aabbs: return {.coordinates = 6, .axes_of_corners = 3};
    case ViewKind::boxes: return {.coordinates = 3, .has_rotation = true, .lengths = 3};
    case ViewKind::transformed_boxes: return {.coordinates = 18, .axes_of_corners = 3};  // by rows, then the box
    case ViewKind::capsules: return {.coordinates = 6, .lengths = 1};
    case ViewKind::circles: return {.coordinates = 2, .lengths = 1};
    case ViewKind::aabbs2: return {.coordinates = 4, .axes_of_corners = 2};
    case ViewKind::boxes2: return {.coordinates = 2, .has_angle = true, .lengths = 2};
    case ViewKind::capsules2: return {.coordinates = 4, .lengths = 1};
  }
  return {};
}

constexpr std::size_t stream_count(ViewKind kind) { return numbers_of(kind).count(); }

/// Transposes structures to streams: float k of row i, four floats that lie i * stride bytes after `first`, goes to
/// out[k][i]. Copies of the last row fill up the next 64.
using SplitRows = void(const float* first, std::ptrdiff_t stride, int count, float* const (&out)[4]);
/// The index of the first invalid object from `first` to `end`; `end` if all are valid. Streams are readable by whole
/// 64 objects from `first` on.
using FirstBad = int(const float* const* stream, int first, int end);
/// A coordinate of objects at double positions, and where it goes, relative to an anchor.
struct PlacedCoordinates {
  const double* position;
  std::ptrdiff_t stride;
  float anchor;
  const float* own;  // null: 0
  float* at;
  int count;
};

struct StreamKernels {
  SplitRows* split_rows;
  FirstBad* first_bad[view_kinds];
  bool (*place)(const PlacedCoordinates&);  // false: check all numbers
};

}  // namespace lockstep::detail
