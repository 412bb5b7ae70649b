// Culling a world: sixteen boxes at a time are held against the planes, first those around sixteen blocks, then those
// around blocks. What a box says of its objects is what the stages of culling would say of each (docs/numerics.md);
// objects of the other blocks go to these stages, which see one list of what planes leave open.
#pragma once

#include "lanes/cull/cull_stages.hpp"
#include "table/world_batch.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::WorldCullBatch;

/// The bound of a box, so many times, has room for those of the objects in it.
inline constexpr Number box_bounds = 8;

/// Of sixteen boxes, a bit for each.
struct BoxWords {
  unsigned outside, inside;
};

struct BoxTest {
  const VolumeData& volume;
  const Planes planes{volume};
  const Real shared_bound = bound_of(volume);
  bool may_be_inside;

  explicit BoxTest(const detail::CullBatch& batch)
      : volume(*batch.volume), may_be_inside(batch.stages != CullStages::exact || batch.volume->planes_are_exact) {}

  [[nodiscard]] BoxWords operator()(const detail::OuterBoxes& boxes, int first) const {
    const Vec origin = broadcast(volume.anchor);
    const auto vec = [&](int s, int at) {
      const auto read = [&](int k) { return Real::load(boxes.stream[k] + at); };
      return Vec{read(s), read(s + 1), read(s + 2)} - origin;
    };
    BoxWords words{0, 0};
    for (int bit = 0; bit < static_cast<int>(detail::world_fanout); bit += Real::width) {
      const AabbObject box(vec(0, first + bit), vec(3, first + bit));
      Real least = __builtin_inff(), most = __builtin_inff();
      for (int i = 0; i < planes.count; ++i) {
        const Range range = box.along(planes.plane[i]);
        least = min(least, range.least), most = min(most, range.most);
      }
      const Real bound = (box.lengths() * Real(plane_bound) + shared_bound) * Real(box_bounds);
      words.outside |= bits(!(most + bound >= Real(0))) << bit;  // or around nothing, where this is NaN
      words.inside |= bits(least - bound > Real(0)) << bit;
    }
    if (!may_be_inside) words.inside = 0;
    return words;
  }
};

/// use(i, is_inside, is_outside) for each box i of `count` from `first` on, up to sixteen.
template <class Use>
void for_each_box(const BoxTest& test, const detail::OuterBoxes& boxes, int first, int count, const Use& use) {
  const BoxWords words = test(boxes, first);
  for (int i = 0; i < count; ++i) use(first + i, (words.inside >> i & 1) != 0, (words.outside >> i & 1) != 0);
}

/// The words of blocks that are inside or outside; open(block) for each of the others.
template <class Open>
void test_blocks(const WorldCullBatch& batch, const Open& open) {
  constexpr int fanout = detail::world_fanout;
  const BoxTest test(batch);
  const int blocks = (batch.count + 63) / 64, groups = (blocks + fanout - 1) / fanout;
  const auto up_to = [&](int count) { return count < fanout ? count : fanout; };
  const auto test_block = [&](int block, bool inside, bool outside) {
    // if (!inside && !outside) open(block);
    if (inside | outside)
      batch.visible[block] = inside ? ~std::uint64_t{0} : 0;
    else
      open(block);
  };
  const auto test_group = [&](int group, bool inside, bool outside) {
    const int first = group * fanout, count = up_to(blocks - first);
    if (!(inside | outside)) return for_each_box(test, batch.blocks, first, count, test_block);
    for (int block = first; block < first + count; ++block) batch.visible[block] = inside ? ~std::uint64_t{0} : 0;
  };
  for (int first = 0; first < groups; first += fanout)
    for_each_box(test, batch.groups, first, up_to(groups - first), test_group);
}

/// Writes the words of all blocks, and calls unclear(first, bits) with those of each block's objects that planes leave
/// open.
template <bool Exact, class Loader, class Unclear>
[[gnu::flatten, gnu::noinline]] void block_stage(const Loader& loader, const WorldCullBatch& batch,
                                                 const Unclear& unclear) {
  const PlaneTest<Exact, Loader> test{loader};
  test_blocks(batch, [&](int block) {
    const int first = block * 64, left = batch.count - first;
    const PlaneWords words = test.word(first, left < 64 ? left : 64);
    batch.visible[block] = words.kept;
    unclear(first, words.unclear);
  });
  if (batch.count % 64 != 0) batch.visible[batch.count / 64] &= ~std::uint64_t{0} >> (64 - batch.count % 64);
}

template <bool Exact, ViewKind K>
void cull_open_blocks(const WorldCullBatch& batch, SettleInDouble<detail::StreamBatch>* in_double) {
  const StreamLoader<K> loader{batch};
  CullSubset open;
  block_stage<Exact>(loader, batch, [&](int first, std::uint64_t unclear) {
    open.append_bits(static_cast<std::uint32_t>(first), unclear);
    if (open.count < static_cast<int>(enough_open)) return;
    settle(loader, open, in_double);
    open.count = 0;
  });
  settle(loader, open, in_double);
}

template <ViewKind K>
void cull_blocks(const WorldCullBatch& batch, SettleInDouble<detail::StreamBatch>* in_double) {
  if (batch.stages == CullStages::exact)
    cull_open_blocks<true, K>(batch, in_double);
  else
    cull_open_blocks<false, K>(batch, in_double);
}

}  // namespace lockstep::LOCKSTEP_ISA
