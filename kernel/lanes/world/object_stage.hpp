// The last stage of culling a world: the objects of leaves that planes cut, and of blocks that one plane cuts. Both
// wait in queues by the number of these planes: batches make branches predictable and leave time to prefetch.
#pragma once

#include "lanes/cull/cull_stages.hpp"
#include "lanes/world/cut_leaf.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::WorldCullBatch;

/// Calls test(i) for each of `count` nodes, prefetch(i) some nodes earlier.
template <class Prefetch, class Test>
void test_prefetched(int count, const Prefetch& prefetch, const Test& test) {
  constexpr int ahead = 10;
  for (int i = 0; i < ahead && i < count; ++i) prefetch(i);
  for (int i = 0; i < count; ++i) {
    if (i + ahead < count) prefetch(i + ahead);
    test(i);
  }
}

template <bool Exact, class Loader>
class ObjectStage {
  static constexpr int leaves = detail::leaves_of_block;

 public:
  ObjectStage(const Loader& loader, const Planes& planes, const WorldCullBatch& batch,
              ResolveInDouble<detail::StreamBatch>* in_double)
      : loader_(loader), batch_(batch), in_double_(in_double), leaf_test_(loader, planes) {}

  /// Whether all contents of a box inside all planes are visible.
  [[nodiscard]] bool planes_prove() const { return leaf_test_.planes_prove; }

  /// One plane cuts the block: testing its objects is faster than testing the boxes of its leaves.
  void add_block(const CutNode& block) {
    cut_once_.node[cut_once_.count++] = block;
    if (cut_once_.count == CutNodes::enough) test_blocks();
  }
  /// A block has at most four leaves, so the caller may add those of four blocks before it calls test_queues.
  void add_leaf(const CutNode& leaf) {
    const int cuts = count_of(leaf.cut_by);
    CutNodes& queue = queue_[cuts < queues ? cuts : 0];
    queue.node[queue.count++] = leaf;
  }
  /// Tests the queues of leaves that have at least `enough` entries.
  void test_queues(int enough) {
    if (queue_[0].count >= enough) test_queue<0>();
    if (queue_[1].count >= enough) test_queue<1>();
    if (queue_[2].count >= enough) test_queue<2>();
    if (queue_[3].count >= enough) test_queue<3>();
  }
  void finish() {
    test_blocks();
    test_queues(0);
    resolve_undecided();
  }

 private:
  [[gnu::flatten, gnu::noinline]] void test_blocks() {
    const auto first_leaf = [&](int i) {
      const CutNode& block = cut_once_.node[i];
      return CutNode{block.number * leaves, block.cut_by, block.bound};
    };
    test_prefetched(
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
    if (batch_.open != nullptr) {
      batch_.open[word] = kept;
    } else if (unclear != 0) {
      undecided_.append_bits(static_cast<std::uint32_t>(word * 64), unclear);
      resolve_if_full();
    }
  }

  template <int Cuts>
  [[gnu::flatten, gnu::noinline]] void test_queue() {
    CutNodes& queue = queue_[Cuts];
    test_prefetched(
        queue.count, [&](int i) { leaf_test_.template prefetch<Cuts>(queue.node[i]); },
        [&](int i) { test_leaf<Cuts>(queue.node[i]); });
    queue.count = 0;
  }
  template <int Cuts>
  void test_leaf(const CutNode& leaf) {
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
    resolve_if_full();
  }

  void resolve_if_full() {
    if (undecided_.count >= static_cast<int>(enough_open)) resolve_undecided();
  }
  [[gnu::noinline]] void resolve_undecided() {
    resolve(loader_, undecided_, in_double_);
    undecided_.count = 0;
  }

  static constexpr int queues = 4;

  const Loader& loader_;
  const WorldCullBatch& batch_;
  ResolveInDouble<detail::StreamBatch>* in_double_;
  const CutLeafTest<Exact, Loader> leaf_test_;
  CutNodes cut_once_;       // blocks
  CutNodes queue_[queues];  // of leaves that one, two or three planes cut; queue 0: of all others
  CullSubset undecided_;    // objects of all blocks, for the stages that follow the planes
};

}  // namespace lockstep::LOCKSTEP_ISA
