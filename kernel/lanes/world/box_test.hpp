// Boxes of a kept world against the planes of a volume, sixteen at a time: each plane's result for all contents of a
// box.
#pragma once

#include "lanes/cull/cull_objects.hpp"
#include "table/world_batch.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// Factors of the bound of a box: times `box_bounds` it has room for the bounds of the objects and shapes in the box;
/// times `object_bounds` it is at least the bound of any object in the box.
inline constexpr Number box_bounds = 8, object_bounds = 2;

/// A bit for each plane of a volume.
using PlaneSet = unsigned;

inline int count_of(PlaneSet planes) {
  if constexpr (Real::width != 1) return __builtin_popcount(planes);
  int count = 0;  // scalar lanes have no instruction, and the compiler would call a function
  for (; planes != 0; planes &= planes - 1) ++count;
  return count;
}

/// Results for sixteen boxes, a bit for each. `outside`: outside a plane. `inside`: inside all tested planes.
struct BoxWords {
  unsigned outside = 0, inside = 0;
  float bound[detail::world_fanout];  // for the contents of the box
  float cut[detail::world_fanout];    // a sum of powers of two

  /// The planes that box i is not inside of.
  [[nodiscard]] PlaneSet cut_by(int i) const { return static_cast<PlaneSet>(static_cast<int>(cut[i])); }
};

struct BoxTest {
  static constexpr int fanout = detail::world_fanout, registers = fanout / Real::width;

  const VolumeData& volume;
  const Planes planes{volume};
  const Real shared_bound = bound_of(volume);
  const Number below_bounds;  // for the contents of a box

  BoxTest(const VolumeData& of, bool of_shapes) : volume(of), below_bounds(of_shapes ? box_bounds : object_bounds) {}

  [[nodiscard]] PlaneSet all() const { return (1U << planes.count) - 1; }

  /// Sixteen boxes from `first` on, against the planes `asked`.
  [[nodiscard]] BoxWords operator()(const detail::OuterBoxes& boxes, int first, PlaneSet asked) const {
    const Vec origin = broadcast(volume.anchor);
    BoxWords words;
    AabbObject box[registers];
    Real room[registers], most[registers], cut[registers];
    for (int k = 0; k < registers; ++k) {
      const auto read = [&](int s) { return Real::load(boxes.stream[s] + first + k * Real::width); };
      box[k] = AabbObject(Vec{read(0), read(1), read(2)} - origin, Vec{read(3), read(4), read(5)} - origin);
      const Real bound = box[k].lengths() * Real(plane_bound) + shared_bound;
      (bound * Real(below_bounds)).store(words.bound + k * Real::width);
      room[k] = bound * Real(box_bounds), most[k] = __builtin_inff(), cut[k] = 0;
    }
    for (PlaneSet left = asked; left != 0; left &= left - 1) {
      const int plane = __builtin_ctz(left);
      for (int k = 0; k < registers; ++k) {
        const Range range = box[k].along(planes.plane[plane]);
        most[k] = min(most[k], range.most);
        const Mask inside = range.least - room[k] > Real(0);
        cut[k] = cut[k] + select(inside, Real(0), Real(static_cast<float>(1U << plane)));
      }
    }
    for (int k = 0; k < registers; ++k) {
      const int at = k * Real::width;
      // An empty box has a low corner above its high one; the sum of an unbounded box is infinite or NaN.
      words.outside |= bits((most[k] + room[k] < Real(0)) | (box[k].x[0] > box[k].x[1])) << at;
      words.inside |= bits(cut[k] == Real(0)) << at;
      cut[k].store(words.cut + at);
    }
    return words;
  }
};

}  // namespace lockstep::LOCKSTEP_ISA
