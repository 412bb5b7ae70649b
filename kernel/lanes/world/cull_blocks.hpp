// Frustum culling of a world by traversal of a wide BVH, sixteen boxes at a time: boxes around 256 blocks or sixteen
// blocks first, then boxes around blocks, then boxes around the leaves of blocks. The contents of a box inside a
// plane skip this plane: leaves, and the objects of those that stay open, are tested against the planes that cut
// them alone, mostly two. A result for a box is the result that the stages of culling would find for each of its
// objects (docs/numerics.md). Objects that planes leave open go to the later stages in one list for all blocks.
#pragma once

#include "lanes/cull/cull_stages.hpp"
#include "lanes/world/cut_leaf.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::WorldCullBatch;

/// Computes the words of a batch. Cut nodes wait in queues across boxes, so that there is always something to
/// prefetch.
template <bool Exact, class Loader>
class BlockStage {
  static constexpr int fanout = detail::world_fanout, leaves = detail::leaves_of_block;
  static constexpr int blocks_at_once = fanout / leaves;
  static constexpr std::uint64_t leaf_word = 0xffff;

 public:
  BlockStage(const Loader& loader, const WorldCullBatch& batch, ResolveInDouble<detail::StreamBatch>* in_double)
      : loader_(loader), batch_(batch), in_double_(in_double) {}

  /// Writes the words of all blocks.
  void run() {
    const int words = (batch_.count + 63) / 64, top = static_cast<int>(batch_.levels) - 1;
    for (int i = 0; i < words; ++i) batch_.visible[i] = 0;
    for (int i = 0; i < words && batch_.open != nullptr; ++i) batch_.open[i] = 0;
    const int of_top = 64 << 4 * top, boxes = (batch_.count + of_top - 1) / of_top;
    for (int first = 0; first < boxes; first += fanout) {
      const int count = boxes - first < fanout ? boxes - first : fanout;
      if (top == 2)
        visit<2>(first, count, test_.all());
      else
        visit<1>(first, count, test_.all());
    }
    test_inner_nodes();
    test_blocks();
    while (blocks_ != 0) test_leaf_boxes();
    test_objects(0);
    resolve_undecided();
  }

 private:
  /// Tests sixteen boxes of a level and traverses their contents.
  template <int Level>
  void visit(int first, int count, PlaneSet asked) {
    const BoxWords words = test_(batch_.boxes[Level], first, asked);
    const unsigned boxes = (2U << (count - 1)) - 1,
                   inside = leaf_test_.planes_prove ? words.inside & ~words.outside & boxes : 0;
    for (unsigned left = inside; left != 0; left &= left - 1) fill(first + __builtin_ctz(left), Level);
    for (unsigned left = ~(words.outside | inside) & boxes; left != 0; left &= left - 1) {
      const int i = __builtin_ctz(left), box = first + i;
      const CutNode node{box, words.cut_by(i), words.bound[i]};
      if constexpr (Level == 2)
        visit_below<1>(node);
      else if constexpr (Level == 1)
        inner_nodes_.node[inner_nodes_.count++] = node;
      else
        add_block(node);
    }
    if (Level == 1 && inner_nodes_.count >= CutNodes::enough) test_inner_nodes();
  }
  /// Tests the children of a box.
  template <int Level>
  void visit_below(const CutNode& box) {
    const int of_below = 64 << 4 * Level, end = (batch_.count + of_below - 1) / of_below, below = box.number * fanout;
    visit<Level>(below, end - below < fanout ? end - below : fanout, box.cut_by);
  }
  /// Tests the children of the boxes around sixteen blocks in the queue.
  void test_inner_nodes() {
    const auto prefetch = [&](int i) {
      for (const float* stream : batch_.boxes[0].stream)
        __builtin_prefetch(stream + inner_nodes_.node[i].number * fanout);
    };
    test_each(inner_nodes_.count, prefetch, [&](int i) {
      note_seen(inner_nodes_.node[i].number);
      visit_below<0>(inner_nodes_.node[i]);
    });
    inner_nodes_.count = 0;
  }
  /// All contents of a box are visible.
  void fill(int box, int level) {
    const int words = (batch_.count + 63) / 64, end = (box + 1) << 4 * level;
    for (int i = box << 4 * level; i < end && i < words; ++i) batch_.visible[i] = ~std::uint64_t{0};
    for (int i = box << 4 * level; i < end && i < words; i += fanout) note_seen(i / fanout);
  }
  /// Notes that some of sixteen blocks may be visible.
  void note_seen(int node) { batch_.seen[node / 64] |= std::uint64_t{1} << node % 64; }

  void add_block(const CutNode& block) {
    if (block.is_cut_once()) {
      cut_once_.node[cut_once_.count++] = block;
      if (cut_once_.count == CutNodes::enough) test_blocks();
      return;
    }
    const float* const boxes = batch_.leaf_boxes + block.number * static_cast<int>(detail::leaf_box_floats);
    __builtin_prefetch(boxes), __builtin_prefetch(boxes + detail::leaf_box_floats - 1);
    block_[blocks_++] = block;
    if (blocks_ == 2 * fanout) test_leaf_boxes();
  }
  /// Tests the objects of the blocks that one plane cuts: this is faster than testing their leaves.
  [[gnu::flatten, gnu::noinline]] void test_blocks() {
    const auto first_leaf = [&](int i) {
      const CutNode& block = cut_once_.node[i];
      return CutNode{block.number * leaves, block.cut_by, block.bound};
    };
    test_each(
        cut_once_.count, [&](int i) { leaf_test_.template prefetch<1>(first_leaf(i), leaves); },
        [&](int i) { test_block(first_leaf(i)); });
    cut_once_.count = 0;
  }
  /// Tests the objects of a block that one plane cuts, from its first leaf on. Hardly any stay open.
  void test_block(CutNode leaf) {
    const int word = leaf.number / leaves;
    std::uint64_t kept = 0, unclear = 0;
    for (int q = 0; q < leaves; ++q, ++leaf.number) {
      const auto words = leaf_test_.template words_of<1>(leaf);
      kept |= std::uint64_t{words.kept} << q * 16, unclear |= std::uint64_t{words.unclear_bits()} << q * 16;
    }
    batch_.visible[word] = kept;
    if (batch_.open != nullptr)
      batch_.open[word] = kept;
    else if (unclear != 0)
      undecided_.append_bits(static_cast<std::uint32_t>(word * 64), unclear);
  }
  template <class Prefetch, class Test>
  void test_each(int count, const Prefetch& prefetch, const Test& test) {
    constexpr int ahead = 10;
    for (int i = 0; i < ahead && i < count; ++i) prefetch(i);
    for (int i = 0; i < count; ++i) {
      if (i + ahead < count) prefetch(i + ahead);
      test(i);
      if (undecided_.count >= static_cast<int>(enough_open)) resolve_undecided();
    }
  }
  [[gnu::noinline]] void resolve_undecided() {
    resolve(loader_, undecided_, in_double_);
    undecided_.count = 0;
  }
  /// Tests the leaves of the first blocks in the queue, four blocks at a time, while those of the next ones are
  /// being fetched. All boxes are packed before any is tested: loads of freshly packed pieces would wait, because
  /// store forwarding fails.
  [[gnu::flatten, gnu::noinline]] void test_leaf_boxes() {
    float box[leaves][6][fanout];
    const int count = blocks_ < fanout ? blocks_ : fanout;
    const int looked_at = (count + blocks_at_once - 1) / blocks_at_once * blocks_at_once;
    for (int i = 0; i < looked_at; ++i) {
      const CutNode& block = block_[i < count ? i : count - 1];
      const float* const from = batch_.leaf_boxes + block.number * static_cast<int>(detail::leaf_box_floats);
      for (int s = 0; s < 6; ++s)
        __builtin_memcpy(box[i / blocks_at_once][s] + i % blocks_at_once * leaves, from + s * leaves,
                         leaves * sizeof(float));
    }
    for (int first = 0; first < count; first += blocks_at_once)
      test_leaf_boxes_of(block_ + first, count - first < blocks_at_once ? count - first : blocks_at_once,
                         box[first / blocks_at_once]);
    blocks_ -= count;
    for (int i = 0; i < blocks_; ++i) block_[i] = block_[count + i];
  }
  void test_leaf_boxes_of(const CutNode* block, int count, const float (&box)[6][fanout]) {
    PlaneSet asked = 0;
    for (int b = 0; b < count; ++b) asked |= block[b].cut_by;
    const BoxWords words = test_({{box[0], box[1], box[2], box[3], box[4], box[5]}}, 0, asked);
    const unsigned in_use = (1U << count * leaves) - 1;
    for (unsigned left = ~words.outside & in_use; left != 0; left &= left - 1) {
      const int i = __builtin_ctz(left);
      const CutNode& of = block[i / leaves];
      const PlaneSet cut_by = words.cut_by(i) & of.cut_by;
      const int leaf = of.number * leaves + i % leaves;
      if (cut_by == 0 && leaf_test_.planes_prove)
        batch_.visible[of.number] |= leaf_word << i % leaves * 16;
      else
        add_leaf({leaf, cut_by, words.bound[i]});
    }
    test_objects(CutNodes::enough);
  }

  void add_leaf(const CutNode& leaf) {
    const int cuts = count_of(leaf.cut_by);
    CutNodes& list = list_[cuts < lists ? cuts : 0];
    list.node[list.count++] = leaf;
  }
  /// Tests the queues of leaves that have at least `enough` entries.
  void test_objects(int enough) {
    if (list_[0].count >= enough) test_list<0>();
    if (list_[1].count >= enough) test_list<1>();
    if (list_[2].count >= enough) test_list<2>();
    if (list_[3].count >= enough) test_list<3>();
  }
  template <int Cuts>
  [[gnu::flatten, gnu::noinline]] void test_list() {
    CutNodes& list = list_[Cuts];
    test_each(
        list.count, [&](int i) { leaf_test_.template prefetch<Cuts>(list.node[i]); },
        [&](int i) { test_objects_of<Cuts>(list.node[i]); });
    list.count = 0;
  }
  template <int Cuts>
  void test_objects_of(const CutNode& leaf) {
    const auto words = leaf_test_.template words_of<Cuts>(leaf);
    const int word = leaf.number / leaves, at = leaf.number % leaves * 16;
    batch_.visible[word] |= std::uint64_t{words.kept} << at;
    if (batch_.open != nullptr) {
      batch_.open[word] |= std::uint64_t{words.kept} << at;
      return;
    }
    for (int k = 0; k < leaf_test_.registers; ++k)
      undecided_.append(Index::count_from(static_cast<std::uint32_t>(word * 64 + at + k * Real::width)),
                        words.unclear[k]);
  }

  static constexpr int lists = 4;

  const Loader& loader_;
  const WorldCullBatch& batch_;
  ResolveInDouble<detail::StreamBatch>* in_double_;
  const BoxTest test_{*batch_.volume, batch_.open != nullptr};
  const CutLeafTest<Exact, Loader> leaf_test_{loader_, test_.planes};
  CutNodes inner_nodes_;  // boxes around sixteen blocks
  CutNodes cut_once_;     // blocks that one plane cuts
  CutNode block_[2 * fanout];
  int blocks_ = 0;
  CutNodes list_[lists];  // of leaves that one, two or three planes cut; list 0: of all others
  CullSubset undecided_;
};

template <bool Exact, ViewKind K>
[[gnu::flatten]] void cull_open_blocks(const WorldCullBatch& batch, ResolveInDouble<detail::StreamBatch>* in_double) {
  const StreamLoader<K> loader{batch};
  BlockStage<Exact, StreamLoader<K>>(loader, batch, in_double).run();
}

template <ViewKind K>
void cull_blocks(const WorldCullBatch& batch, ResolveInDouble<detail::StreamBatch>* in_double) {
  if (batch.stages == CullStages::exact)
    cull_open_blocks<true, K>(batch, in_double);
  else
    cull_open_blocks<false, K>(batch, in_double);
}

}  // namespace lockstep::LOCKSTEP_ISA
