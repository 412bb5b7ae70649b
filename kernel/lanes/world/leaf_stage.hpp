// The second stage of culling a world: boxes around the leaves of blocks that several planes cut.
#pragma once

#include "lanes/world/object_stage.hpp"

namespace lockstep::LOCKSTEP_ISA {

template <class Objects>
class LeafStage {
  static constexpr int fanout = detail::world_fanout, leaves = detail::leaves_of_block;
  static constexpr int blocks_at_once = fanout / leaves;
  static constexpr std::uint64_t leaf_word = 0xffff;

 public:
  LeafStage(const BoxTest& test, const WorldCullBatch& batch, Objects& objects)
      : test_(test), batch_(batch), objects_(objects) {}

  void add(const CutNode& block) {
    const float* const boxes = boxes_of(block);
    __builtin_prefetch(boxes), __builtin_prefetch(boxes + detail::leaf_box_floats - 1);
    queue_[count_++] = block;
    if (count_ == 2 * fanout) test_first();
  }
  void finish() {
    while (count_ != 0) test_first();
  }

 private:
  [[nodiscard]] const float* boxes_of(const CutNode& block) const {
    return batch_.leaf_boxes + block.number * static_cast<int>(detail::leaf_box_floats);
  }
  /// Tests the leaves of the first sixteen blocks in the queue, four blocks at a time, while those of the next ones are
  /// being fetched. All boxes are packed before any is tested: loads of freshly packed pieces would wait, because store
  /// forwarding fails.
  [[gnu::flatten, gnu::noinline]] void test_first() {
    float box[leaves][6][fanout];
    const int count = count_ < fanout ? count_ : fanout;
    const int packed = (count + blocks_at_once - 1) / blocks_at_once * blocks_at_once;
    for (int i = 0; i < packed; ++i) {
      const float* const from = boxes_of(queue_[i < count ? i : count - 1]);
      for (int s = 0; s < 6; ++s)
        __builtin_memcpy(box[i / blocks_at_once][s] + i % blocks_at_once * leaves, from + s * leaves,
                         leaves * sizeof(float));
    }
    for (int first = 0; first < count; first += blocks_at_once)
      test_leaves(queue_ + first, count - first < blocks_at_once ? count - first : blocks_at_once,
                  box[first / blocks_at_once]);
    count_ -= count;
    for (int i = 0; i < count_; ++i) queue_[i] = queue_[count + i];
  }
  void test_leaves(const CutNode* block, int count, const float (&box)[6][fanout]) {
    PlaneSet asked = 0;
    for (int b = 0; b < count; ++b) asked |= block[b].cut_by;
    const BoxWords words = test_({{box[0], box[1], box[2], box[3], box[4], box[5]}}, 0, asked);
    const unsigned in_use = (1U << count * leaves) - 1;
    for (unsigned left = ~words.outside & in_use; left != 0; left &= left - 1) {
      const int i = __builtin_ctz(left);
      const CutNode& of = block[i / leaves];
      const PlaneSet cut_by = words.cut_by(i) & of.cut_by;
      if (cut_by == 0 && objects_.planes_prove())
        batch_.visible[of.number] |= leaf_word << i % leaves * 16;
      else
        objects_.add_leaf({of.number * leaves + i % leaves, cut_by, words.bound[i]});
    }
    objects_.test_queues(CutNodes::enough);
  }

  const BoxTest& test_;
  const WorldCullBatch& batch_;
  Objects& objects_;
  CutNode queue_[2 * fanout];
  int count_ = 0;
};

}  // namespace lockstep::LOCKSTEP_ISA
