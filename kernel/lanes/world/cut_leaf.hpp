// The objects of a leaf of a block that some planes cut. Only these planes are tested, and of boxes only the corner
// that a plane needs: one plane reads half of the numbers.
#pragma once

#include "lanes/cull/object_loaders.hpp"
#include "lanes/cull/plane_stage.hpp"
#include "lanes/world/box_test.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// A block, or a leaf of one, that is outside no plane and cut by some.
struct CutNode {
  int number;
  PlaneSet cut_by;
  float bound;

  [[nodiscard]] bool is_cut_once() const { return cut_by != 0 && (cut_by & (cut_by - 1)) == 0; }
};

/// Nodes with the same next step: batches make its branches predictable.
struct CutNodes {
  static constexpr int enough = 96;

  CutNode node[enough + detail::world_fanout];
  int count = 0;
};

/// The objects of a leaf against the planes that cut it.
template <bool Exact, class Loader>
struct CutLeafTest {
  using Object = decltype(std::declval<const Loader&>().from(0));
  static constexpr int size = static_cast<int>(detail::world_leaf), registers = size / Real::width;
  static constexpr int line = 16;  // floats of a cache line

  /// The farthest points of W objects by a plane, as streams: the same corner of every box.
  struct FarPoints {
    const Plane* plane;
    const float* stream[3];
  };
  struct Words {
    unsigned kept;
    Mask unclear[registers];

    [[nodiscard]] unsigned unclear_bits() const {
      unsigned all = 0;
      for (int k = 0; k < registers; ++k) all |= bits(unclear[k]) << k * Real::width;
      return all;
    }
  };

  const Loader& loader;
  const bool planes_prove;  // false: objects inside all planes need not be inside the volume
  FarPoints far[VolumeData::max_planes];

  CutLeafTest(const Loader& of, const Planes& planes)
      : loader(of), planes_prove(!Exact || of.batch.volume->planes_are_exact) {
    for (int i = 0; i < planes.count; ++i) {
      far[i].plane = &planes.plane[i];
      for (int axis = 0; axis < 3; ++axis)
        far[i].stream[axis] = of.batch.stream[axis + (Object::round ? 0 : 3 * planes.plane[i].sign[axis])];
    }
  }

  /// Tests the objects of a leaf, cut by `Cuts` planes; 0: the number is known at run time.
  template <int Cuts>
  [[nodiscard]] Words words_of(const CutNode& leaf) const {
    const int first = leaf.number * size;
    const Vec origin = broadcast(loader.batch.volume->anchor);
    // With a single cutting plane, an object that is not outside is visible, whatever its size.
    constexpr bool by_size = Exact && Cuts != 1;
    Reach reach[registers];
    for (int k = 0; k < registers; ++k) reach[k] = {Real(__builtin_inff()), Real(__builtin_inff())};
    PlaneSet left = leaf.cut_by;
    const int cuts = Cuts != 0 ? Cuts : count_of(left);
#pragma GCC unroll 4
    for (int i = 0; i < cuts; ++i, left &= left - 1) {
      const FarPoints& at = far[__builtin_ctz(left)];
      for (int k = 0; k < registers; ++k) {
        const auto read = [&](int axis) { return Real::load(at.stream[axis] + first + k * Real::width); };
        const Real inside = at.plane->at(Vec{read(0), read(1), read(2)} - origin);
        if constexpr (by_size) reach[k].second = min(reach[k].second, max(reach[k].least, inside));
        reach[k].least = min(reach[k].least, inside);
      }
    }
    Words words = decide<by_size>(first, reach, leaf.bound);
    // The probe pays for objects that three planes cut: most are as large as the volume there. Most objects that two
    // planes cut are clear by now, and the probe of a ball takes two square roots.
    if constexpr (by_size && Cuts != 2 && !Object::round)
      if (planes_prove) probe(leaf, words);
    return words;
  }

  /// Prefetches the numbers that the tests of leaves read: these runs are too short for the hardware prefetcher.
  template <int Cuts>
  void prefetch(const CutNode& leaf, int leaves = 1) const {
    constexpr bool by_one_corner = Cuts == 1 && !Object::round;
    const float* const* const streams = by_one_corner ? far[__builtin_ctz(leaf.cut_by)].stream : loader.batch.stream;
    constexpr int count = by_one_corner ? 3 : Object::round ? 4 : 6;
    for (int s = 0; s < count; ++s)
      for (int q = 0; q < leaves; ++q) __builtin_prefetch(streams[s] + (leaf.number + q) * size);
  }

 private:
  template <bool BySize>
  [[nodiscard]] Words decide(int first, Reach (&reach)[registers], Real bound) const {
    Words words{0, {}};
    for (int k = 0; k < registers; ++k) {
      const Object object = loader.from(first + k * Real::width);
      if constexpr (Object::round)
        reach[k].least = reach[k].least + object.radius, reach[k].second = reach[k].second + object.radius;
      const Mask culled = reach[k].least + bound < Real(0);
      const Mask visible =
          planes_prove ? PlaneTest<BySize, Loader>::is_visible(object, reach[k], bound) : first_lanes(0);
      words.kept |= bits(!culled) << k * Real::width;
      words.unclear[k] = !(culled | visible);
    }
    return words;
  }

  /// Clears objects that have a point inside the cutting planes: the point is inside the other planes anyway.
  void probe(const CutNode& leaf, Words& words) const {
    for (int k = 0; k < registers; ++k) {
      const Vec point = loader.from(leaf.number * size + k * Real::width).probe(*loader.batch.volume);
      Real depth = __builtin_inff();
      for (PlaneSet left = leaf.cut_by; left != 0; left &= left - 1)
        depth = min(depth, far[__builtin_ctz(left)].plane->at(point));
      words.unclear[k] = words.unclear[k] & !(depth > Real(leaf.bound));
    }
  }
};

}  // namespace lockstep::LOCKSTEP_ISA
