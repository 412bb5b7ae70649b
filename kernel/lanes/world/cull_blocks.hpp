// Frustum culling of a world by traversal of a wide BVH, sixteen boxes at a time, in stages that hand on what planes
// cut:
//
//   NodeStage    boxes around 256 blocks, around sixteen, around one     -> a block that one plane cuts: ObjectStage
//                                                                        -> a block that more planes cut: LeafStage
//   LeafStage    boxes around the four leaves of a block                 -> a leaf that planes cut: ObjectStage
//   ObjectStage  sixteen objects of a leaf against the planes that cut it -> undecided ones, in one list for all blocks
//   resolve      the later stages of culling (lanes/cull/cull_stages.hpp)
//
// What is outside a plane is dropped; what is inside all planes is visible as a whole. The contents of a box inside a
// plane skip this plane: mostly two are left. A result for a box is the result that the stages of culling would find
// for each of its objects (docs/numerics.md).
#pragma once

#include "lanes/world/leaf_stage.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// The first stage: the boxes of two or three levels. Nodes that planes cut wait in a queue across boxes, so that there
/// is always something to prefetch.
template <class Objects>
class NodeStage {
  static constexpr int fanout = detail::world_fanout;

 public:
  NodeStage(const BoxTest& test, const WorldCullBatch& batch, LeafStage<Objects>& leaves, Objects& objects)
      : test_(test), batch_(batch), leaves_(leaves), objects_(objects) {}

  void run() {
    const int top = static_cast<int>(batch_.levels) - 1, of_top = 64 << 4 * top,
              boxes = (batch_.count + of_top - 1) / of_top;
    for (int first = 0; first < boxes; first += fanout) {
      const int count = boxes - first < fanout ? boxes - first : fanout;
      if (top == 2)
        visit<2>(first, count, test_.all());
      else
        visit<1>(first, count, test_.all());
    }
    test_queue();
  }

 private:
  /// Tests sixteen boxes of a level and traverses their contents.
  template <int Level>
  void visit(int first, int count, PlaneSet asked) {
    const BoxWords words = test_(batch_.boxes[Level], first, asked);
    const unsigned boxes = (2U << (count - 1)) - 1,
                   inside = objects_.planes_prove() ? words.inside & ~words.outside & boxes : 0;
    for (unsigned left = inside; left != 0; left &= left - 1) fill(first + __builtin_ctz(left), Level);
    for (unsigned left = ~(words.outside | inside) & boxes; left != 0; left &= left - 1) {
      const int i = __builtin_ctz(left), box = first + i;
      const CutNode node{box, words.cut_by(i), words.bound[i]};
      if constexpr (Level == 2)
        visit_below<1>(node);
      else if constexpr (Level == 1)
        queue_.node[queue_.count++] = node;
      else if (node.is_cut_once())
        objects_.add_block(node);
      else
        leaves_.add(node);
    }
    if (Level == 1 && queue_.count >= CutNodes::enough) test_queue();
  }
  /// Tests the children of a box.
  template <int Level>
  void visit_below(const CutNode& box) {
    const int of_below = 64 << 4 * Level, end = (batch_.count + of_below - 1) / of_below, below = box.number * fanout;
    visit<Level>(below, end - below < fanout ? end - below : fanout, box.cut_by);
  }
  /// Tests the children of the boxes around sixteen blocks in the queue.
  void test_queue() {
    const auto prefetch = [&](int i) {
      for (const float* stream : batch_.boxes[0].stream) __builtin_prefetch(stream + queue_.node[i].number * fanout);
    };
    test_prefetched(queue_.count, prefetch, [&](int i) {
      note_seen(queue_.node[i].number);
      visit_below<0>(queue_.node[i]);
    });
    queue_.count = 0;
  }
  /// All contents of a box are visible.
  void fill(int box, int level) {
    const int words = (batch_.count + 63) / 64, end = (box + 1) << 4 * level;
    for (int i = box << 4 * level; i < end && i < words; ++i) batch_.visible[i] = ~std::uint64_t{0};
    for (int i = box << 4 * level; i < end && i < words; i += fanout) note_seen(i / fanout);
  }
  /// Notes that some of sixteen blocks may be visible.
  void note_seen(int node) { batch_.seen[node / 64] |= std::uint64_t{1} << node % 64; }

  const BoxTest& test_;
  const WorldCullBatch& batch_;
  LeafStage<Objects>& leaves_;
  Objects& objects_;
  CutNodes queue_;  // boxes around sixteen blocks
};

/// Writes the words of all blocks of a batch.
template <bool Exact, ViewKind K>
[[gnu::flatten]] void cull_open_blocks(const WorldCullBatch& batch, ResolveInDouble<detail::StreamBatch>* in_double) {
  const int words = (batch.count + 63) / 64;
  for (int i = 0; i < words; ++i) batch.visible[i] = 0;
  for (int i = 0; i < words && batch.open != nullptr; ++i) batch.open[i] = 0;
  using Objects = ObjectStage<Exact, StreamLoader<K>>;
  const StreamLoader<K> loader{batch};
  const BoxTest test{*batch.volume, batch.open != nullptr};
  Objects objects(loader, test.planes, batch, in_double);
  LeafStage<Objects> leaves(test, batch, objects);
  NodeStage<Objects>(test, batch, leaves, objects).run();
  leaves.finish();
  objects.finish();
}

template <ViewKind K>
void cull_blocks(const WorldCullBatch& batch, ResolveInDouble<detail::StreamBatch>* in_double) {
  if (batch.stages == CullStages::exact)
    cull_open_blocks<true, K>(batch, in_double);
  else
    cull_open_blocks<false, K>(batch, in_double);
}

}  // namespace lockstep::LOCKSTEP_ISA
