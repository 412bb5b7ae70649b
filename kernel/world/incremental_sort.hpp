// Incremental sorting: restores the k-d order of a world a few objects at a time, so that no single call pays for all.
//
// The new order is computed beside the world, in slices, with the algorithm of Places::sort, and the numbers are copied
// in that order. Then the world adopts both at once and refits its boxes. A call that writes the numbers of all objects
// writes them in the new order. Changes of the world in the meantime are harmless: moved objects end up slightly away
// from their sorted place, removed objects are dropped, and objects that were inserted or changed their block come
// last.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/line_vector.hpp"
#include "lockstep/world.hpp"
#include "table/world_batch.hpp"
#include "world/kd_order.hpp"

namespace lockstep::detail {

class ChangedBlocks;

class IncrementalSort {
 public:
  IncrementalSort() = default;
  ~IncrementalSort() = default;
  IncrementalSort(const IncrementalSort&) {}  ///< a copy of a world starts anew
  IncrementalSort(IncrementalSort&&) noexcept = default;
  IncrementalSort& operator=(const IncrementalSort&) { return *this = IncrementalSort(); }
  IncrementalSort& operator=(IncrementalSort&&) noexcept = default;

  /// Called by an operation that changes `changes` objects. If the order has degraded, it spends a budget of `each` per
  /// change on sorting; one unit is about one memory access. `changed` is null if the caller is about to write the
  /// numbers of all objects.
  void step(World::Store& store, std::size_t changes, std::size_t each, ChangedBlocks* changed,
            const WorldKernels& kernels);
  /// Records that an object's numbers have changed.
  void note_moved(const World::Store& store, std::uint32_t index);
  /// Records that an object was inserted, changed its block, or was removed.
  void note_put(std::uint32_t index);
  void note_removed(std::uint32_t index, const RawLineVector<std::uint32_t>& position);
  /// Called when all boxes are up to date.
  void after_refit(World::Store& store);
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  /// Ranges that are left to split: one for each class, and one for each time that the largest world is halved.
  static constexpr std::size_t most_open = 64;
  enum class Phase { cut, count, move };
  /// A range that is to be split at its median, and the progress of the split.
  struct Range {
    std::size_t begin, end;
    bool in_other;  // which of the two buffers holds it
    Phase phase = Phase::cut;
    std::size_t cursor = begin;  // within the phase
    MedianSplit cut = {};
    CutCounts counts = {};
    std::size_t before = 0, behind = 0;  // the next write positions
  };
  /// Memory for `count` elements, in small pages: the system may need long to find a large page.
  struct Elements {
    explicit Elements(std::size_t count)
        : numbers(new float[3 * count]),
          index(new std::uint32_t[count]),
          objects{{numbers.get(), numbers.get() + count, numbers.get() + 2 * count}, index.get()} {}

    std::unique_ptr<float[]> numbers;
    std::unique_ptr<std::uint32_t[]> index;
    PlacedObjects objects;
  };
  struct Progress {
    std::size_t positions = 0, gathered = 0;  // positions of the world; those with objects become elements
    Bounds3 box = empty_bounds;               // of the elements
    double share = 0;                         // of space for one block: objects with longer sides come last
    std::size_t count = 0, classified = 0, moved = 0;
    bool is_one_class = false, is_in_ranges = false, is_sorted = false, has_numbers = false;
    std::array<std::size_t, share_classes> starts = {};
    std::size_t pitch = 0;  // of the numbers
  };
  struct Work : Progress {
    explicit Work(std::size_t of_world) : room(of_world), memory(of_world), other(of_world) {}

    std::size_t room;        // positions of the largest world that it has room for
    Elements memory, other;  // indexed by position
    std::vector<std::uint8_t> classes;
    RawLineVector<float> numbers;
    std::vector<Range> open;                       // ranges left to split; the last one is next
    RawLineVector<std::uint32_t> order, position;  // the new ones of the world
    std::vector<std::uint32_t> late;               // objects that were put elsewhere since
  };

  void begin(const World::Store& store, bool with_numbers);
  /// Memory for a sort of this world, from the last sort if possible.
  [[nodiscard]] std::unique_ptr<Work> memory_for(const World::Store& store, bool with_numbers);
  /// Each step continues for about `budget` and returns the cost it spent.
  std::size_t advance(const World::Store& store, std::size_t budget, const SplitKernels& kernels);
  std::size_t copy_positions(const World::Store& store, std::size_t budget);
  std::size_t make_room(std::size_t size, std::size_t budget);
  std::size_t gather(const World::Store& store, std::size_t budget);
  std::size_t classify(const World::Store& store, std::size_t budget);
  std::size_t sort_by_class(std::size_t budget);
  std::size_t halve(Range& range, std::size_t budget, const SplitKernels& kernels);
  std::size_t cut(Range& range, const SplitKernels& kernels);
  static void partition_offsets(Range& range);
  void push_parts(const Range& range);
  std::size_t finish(const World::Store& store, const Range& range, const SplitKernels& kernels);
  void emit(const World::Store& store, std::uint32_t index);
  [[nodiscard]] bool is_emitted(std::uint32_t index) const;
  void copy_numbers(const World::Store& store, std::uint32_t index);
  void emit_late(const World::Store& store, const SplitKernels& kernels);
  void adopt_order(World::Store& store, const WorldKernels& kernels);
  void adopt_numbers(World::Store& store);

  [[nodiscard]] const PlacedObjects& objects(bool in_other) const {
    return in_other ? work_->other.objects : work_->memory.objects;
  }

  std::unique_ptr<Work> work_;   // null unless a sort is in progress
  std::unique_ptr<Work> spare_;  // memory for the next sort, in worlds that change with a Scratch
  std::size_t changes_ = 0;      // since the last check of the order
  bool adopted_order_ = false;   // in this call
};

}  // namespace lockstep::detail
