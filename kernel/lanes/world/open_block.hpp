// The objects of a block that some planes cut: these planes alone are asked, and of boxes the corner alone that they
// ask for, so that of a block that one plane cuts, as most are, half of the numbers are read.
#pragma once

#include "lanes/cull/object_loaders.hpp"
#include "lanes/cull/plane_stage.hpp"
#include "lanes/world/box_test.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// A block that no plane has outside and some plane cuts.
struct OpenBlock {
  int number;
  PlaneSet cut_by;
  float bound;

  [[nodiscard]] bool is_cut_once() const { return cut_by != 0 && (cut_by & (cut_by - 1)) == 0; }
};

struct OpenBlockList {
  OpenBlock block[detail::world_fanout * detail::world_fanout];
  int count = 0;
};

/// Those that one plane cuts, and those that several cut: what is to be done for either is foreseen.
struct OpenBlocks {
  OpenBlockList by_one, by_several;

  void add(const OpenBlock& block) {
    OpenBlockList& list = block.is_cut_once() ? by_one : by_several;
    list.block[list.count++] = block;
  }
};

/// The objects of a block against the planes that cut it.
template <bool Exact, class Loader>
struct OpenBlockTest {
  using Object = decltype(std::declval<const Loader&>().from(0));
  static constexpr int registers = Real::width == 1 ? 1 : 4, line = 16;  // floats of a line of the caches

  const Loader& loader;
  const Planes& planes;

  /// The farthest points of W objects by a plane, as the streams have them: the same corner of every box.
  struct FarPoints {
    const Plane* plane;
    const float* stream[3];
  };

  [[nodiscard]] FarPoints far_points(const Plane& plane) const {
    FarPoints far{&plane, {}};
    for (int axis = 0; axis < 3; ++axis)
      far.stream[axis] = loader.batch.stream[axis + (Object::round ? 0 : 3 * plane.sign[axis])];
    return far;
  }

  /// Of its objects.
  template <bool CutOnce>
  [[nodiscard]] PlaneWords words_of(const OpenBlock& block) const {
    const int first = block.number * 64;
    if constexpr (CutOnce) {
      const FarPoints far = far_points(planes.plane[__builtin_ctz(block.cut_by)]);
      return words<false>(first, &far, 1, block.bound);
    }
    FarPoints far[VolumeData::max_planes];
    int count = 0;
    for (PlaneSet left = block.cut_by; left != 0; left &= left - 1)
      far[count++] = far_points(planes.plane[__builtin_ctz(left)]);
    return words<Exact>(first, far, count, block.bound);
  }

  /// Asks for what will be read of a block: its runs are too short for the caches to foresee.
  template <bool CutOnce>
  void prefetch(const OpenBlock& block) const {
    constexpr bool by_one_corner = CutOnce && !Object::round;
    const FarPoints far = far_points(planes.plane[by_one_corner ? __builtin_ctz(block.cut_by) : 0]);
    const float* const* const streams = by_one_corner ? far.stream : loader.batch.stream;
    constexpr int count = by_one_corner ? 3 : Object::round ? 4 : 6;
    for (int s = 0; s < count; ++s)
      for (int i = 0; i < 64; i += line) __builtin_prefetch(streams[s] + block.number * 64 + i);
  }

 private:
  /// Where but one plane cuts the block, an object that it does not have outside is seen, and its size says nothing.
  template <bool BySize>
  [[nodiscard]] PlaneWords words(int first, const FarPoints* far, int count, float object_bound) const {
    const Vec origin = broadcast(loader.batch.volume->anchor);
    const Real bound = object_bound;
    PlaneWords words{0, 0};
    for (int bit = 0; bit < 64; bit += registers * Real::width) {
      const auto at = [&](int k) { return first + bit + k * Real::width; };
      Reach reach[registers];
      for (int k = 0; k < registers; ++k) reach[k] = {Real(__builtin_inff()), Real(__builtin_inff())};
      for (int i = 0; i < count; ++i)
#pragma GCC unroll 4
        for (int k = 0; k < registers; ++k) {
          const auto read = [&](int axis) { return Real::load(far[i].stream[axis] + at(k)); };
          const Real inside = far[i].plane->at(Vec{read(0), read(1), read(2)} - origin);
          if constexpr (BySize) reach[k].second = min(reach[k].second, max(reach[k].least, inside));
          reach[k].least = min(reach[k].least, inside);
        }
#pragma GCC unroll 4
      for (int k = 0; k < registers; ++k) {
        const Object object = loader.from(at(k));
        if constexpr (Object::round)
          reach[k].least = reach[k].least + object.radius, reach[k].second = reach[k].second + object.radius;
        const Mask culled = reach[k].least + bound < Real(0);
        const Mask visible = PlaneTest<BySize, Loader>::is_visible(object, reach[k], bound);
        words.kept |= std::uint64_t{bits(!culled)} << (bit + k * Real::width);
        words.unclear |= std::uint64_t{bits(!(culled | visible))} << (bit + k * Real::width);
      }
    }
    return words;
  }
};

}  // namespace lockstep::LOCKSTEP_ISA
