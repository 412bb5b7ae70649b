// Culling a world: sixteen boxes at a time are held against the planes, first those around sixteen blocks, then those
// around blocks. A plane that a box lies inside of is done with for all that the box holds: what goes down to blocks,
// and to the objects of those that stay open, are the planes that cut them, mostly one. What a box says of its objects
// is what the stages of culling would say of each (docs/numerics.md); what planes leave open goes to the later ones of
// these stages, which see one list of all blocks.
#pragma once

#include "lanes/cull/cull_stages.hpp"
#include "lanes/world/open_block.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::WorldCullBatch;

/// Of the last block of a batch, where it is no whole one: those that are objects.
inline std::uint64_t bits_of_last(const WorldCullBatch& batch) {
  return ~std::uint64_t{0} >> (64 - static_cast<unsigned>(batch.count) % 64) % 64;
}

/// Writes the words of the blocks of sixteen groups that are inside or outside, and lists the others. Unless
/// `planes_prove`, what is inside all planes need not be inside the volume.
inline void test_groups(const BoxTest& test, const WorldCullBatch& batch, int first_group, bool planes_prove,
                        OpenBlocks& open) {
  constexpr int fanout = detail::world_fanout;
  const int blocks = (batch.count + 63) / 64, groups = (blocks + fanout - 1) / fanout;
  const auto write = [&](int first, int end, unsigned inside) {
    for (int i = first; i < end; ++i) batch.visible[i] = -std::uint64_t{inside >> (i - first) & 1};
  };
  const BoxWords of_groups = test(batch.groups, first_group, test.all());
  for (int g = 0; g < fanout && first_group + g < groups; ++g) {
    const int first = (first_group + g) * fanout, end = first + fanout < blocks ? first + fanout : blocks;
    const bool outside = (of_groups.outside >> g & 1) != 0,
               inside = planes_prove && (of_groups.inside_all >> g & 1) != 0;
    if (outside | inside) {
      const std::uint64_t word = inside ? ~std::uint64_t{0} : 0;
      if (end - first == fanout)
        for (int i = 0; i < fanout; ++i) batch.visible[first + i] = word;  // as whole registers
      else
        write(first, end, inside ? ~0U : 0U);
      continue;
    }
    const BoxWords words = test(batch.blocks, first, of_groups.cut_by(g));
    const unsigned inside_all = planes_prove ? words.inside_all : 0;
    write(first, end, inside_all);
    for (unsigned left = ~(words.outside | inside_all) & ((2U << (end - first - 1)) - 1); left != 0; left &= left - 1) {
      const int i = __builtin_ctz(left);
      open.add({first + i, words.cut_by(i), words.bound[i]});
    }
  }
}

/// Writes the words of blocks that are open, and calls unclear(first, bits) with those of each block's objects that
/// planes leave open.
template <bool CutOnce, class BlockTest, class Unclear>
void test_blocks(const BlockTest& test, const OpenBlockList& open, const WorldCullBatch& batch, bool planes_prove,
                 const Unclear& unclear) {
  constexpr int ahead = 4;
  const int whole = batch.count / 64;
  for (int i = 0; i < open.count; ++i) {
    if (i + ahead < open.count) test.template prefetch<CutOnce>(open.block[i + ahead]);
    const OpenBlock& block = open.block[i];
    const PlaneWords words = test.template words_of<CutOnce>(block);
    const std::uint64_t objects = block.number < whole ? ~std::uint64_t{0} : bits_of_last(batch);
    batch.visible[block.number] = words.kept;
    unclear(block.number * 64, (planes_prove ? words.unclear : words.kept) & objects);
  }
}

/// Writes the words of all blocks, and calls unclear(first, bits) as above.
template <bool Exact, class Loader, class Unclear>
[[gnu::flatten, gnu::noinline]] void block_stage(const Loader& loader, const WorldCullBatch& batch,
                                                 const Unclear& unclear) {
  const BoxTest test(*batch.volume);
  const OpenBlockTest<Exact, Loader> test_block{loader, test.planes};
  const bool planes_prove = !Exact || batch.volume->planes_are_exact;
  for (int group = 0; group * BoxTest::fanout * 64 < batch.count; group += BoxTest::fanout) {
    OpenBlocks open;
    test_groups(test, batch, group, planes_prove, open);
    test_blocks<true>(test_block, open.by_one, batch, planes_prove, unclear);
    test_blocks<false>(test_block, open.by_several, batch, planes_prove, unclear);
  }
  if (batch.count % 64 != 0) batch.visible[batch.count / 64] &= bits_of_last(batch);
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
