// Objects of a world go back to the order of halves a few at a time, so that no call waits for all of them.
//
// The order is made beside the world, in slices, as Places::sort makes it, and the numbers in this order; then the
// world takes both at once, and its boxes are refitted. A call that writes the numbers of all objects writes them in
// the new order. What happens to the world meanwhile does no harm: objects that have moved come to lie a little beside
// their place, those that were removed are left out, and those that came or changed their block come last.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/line_vector.hpp"
#include "lockstep/world.hpp"
#include "table/world_batch.hpp"
#include "world/halves_order.hpp"
#include "world/share_classes.hpp"

namespace lockstep::detail {

class ChangedBlocks;

class GradualSort {
 public:
  GradualSort() = default;
  ~GradualSort() = default;
  GradualSort(const GradualSort&) {}  ///< who copies a world begins anew
  GradualSort(GradualSort&&) noexcept = default;
  GradualSort& operator=(const GradualSort&) { return *this = GradualSort(); }
  GradualSort& operator=(GradualSort&&) noexcept = default;

  /// For a call that changes so many objects: if they are badly sorted, sorts some, for so much each; one is about an
  /// access to memory. If the call is about to write the numbers of all objects, `changed` is null.
  void step(World::Store& store, std::size_t changes, std::size_t each, ChangedBlocks* changed,
            const WorldKernels& kernels);
  /// An object has other numbers.
  void note_moved(const World::Store& store, std::uint32_t index);
  /// An object came or changed its block, or went.
  void note_put(std::uint32_t index);
  void note_removed(std::uint32_t index, const RawLineVector<std::uint32_t>& position);
  /// Once all boxes are as they are to be.
  void after_refit(World::Store& store);
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  enum class Phase { cut, count, move };
  /// Elements that are to be halved, and how far that is.
  struct Range {
    std::size_t begin, end;
    bool in_other;  // of the two memories
    Phase phase = Phase::cut;
    std::size_t cursor = begin;  // of the phase
    HalvesCut cut = {};
    CutCounts counts = {};
    std::size_t before = 0, behind = 0;  // where the next ones go
  };
  /// For so many elements, in small pages: the system may take long to find a large one.
  struct Elements {
    explicit Elements(std::size_t count)
        : numbers(new float[3 * count]),
          index(new std::uint32_t[count]),
          objects{{numbers.get(), numbers.get() + count, numbers.get() + 2 * count}, index.get()} {}

    std::unique_ptr<float[]> numbers;
    std::unique_ptr<std::uint32_t[]> index;
    PlacedObjects objects;
  };
  struct Work {
    explicit Work(std::size_t of_world) : positions(of_world), memory(of_world), other(of_world) {}

    std::size_t positions, gathered = 0;  // of the world;
    Elements memory, other;               // those with objects are elements: indices are positions
    CurveBox box;                         // around the elements
    double share = 0;                     // of a block: objects with longer sides come last
    std::size_t count = 0, classified = 0, moved = 0;
    std::vector<std::uint8_t> classes;
    bool is_one_class = false, is_in_ranges = false, is_sorted = false, has_numbers = false;
    std::array<std::size_t, share_classes> starts = {};
    std::size_t pitch = 0;  // of the numbers
    RawLineVector<float> numbers;
    std::vector<Range> open;                       // the last one is the next
    RawLineVector<std::uint32_t> order, position;  // that the world will have
    std::vector<std::uint32_t> late;               // that were put somewhere since
  };

  void begin(const World::Store& store, bool with_numbers);
  /// Each goes on for about `budget` and returns what it took.
  std::size_t advance(const World::Store& store, std::size_t budget, const HalvesKernels& kernels);
  std::size_t copy_positions(const World::Store& store, std::size_t budget);
  std::size_t make_room(std::size_t budget);
  std::size_t gather(const World::Store& store, std::size_t budget);
  std::size_t classify(const World::Store& store, std::size_t budget);
  std::size_t sort_by_class(std::size_t budget);
  std::size_t halve(Range& range, std::size_t budget, const HalvesKernels& kernels);
  std::size_t cut(Range& range, const HalvesKernels& kernels);
  static void share_out(Range& range);
  void put_halves(const Range& range);
  std::size_t finish(const World::Store& store, const Range& range, const HalvesKernels& kernels);
  void hand_out(const World::Store& store, std::uint32_t index);
  [[nodiscard]] bool is_handed_out(std::uint32_t index) const;
  void copy_numbers(const World::Store& store, std::uint32_t index);
  void hand_out_late(const World::Store& store, const HalvesKernels& kernels);
  void take_order(World::Store& store, const WorldKernels& kernels);
  void take_numbers(World::Store& store);

  [[nodiscard]] const PlacedObjects& objects(bool in_other) const {
    return in_other ? work_->other.objects : work_->memory.objects;
  }

  std::unique_ptr<Work> work_;  // while there is something to sort
  std::size_t changes_ = 0;     // since somebody looked
  bool took_order_ = false;     // in this call
};

}  // namespace lockstep::detail
