// Objects of a world go back to the order of the curve a few at a time, so that no call waits for all of them.
//
// The order is made beside the world, in slices, as sort_along_curve makes it, and the numbers in this order; then the
// world takes both at once, and its boxes are refitted. A call that writes the numbers of all objects writes them in
// the new order. What happens to the world meanwhile does no harm: objects that have moved come to lie a little beside
// their place, those that were removed are left out, and those that came or changed their block come last.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "base/line_vector.hpp"
#include "lockstep/world.hpp"
#include "table/world_batch.hpp"
#include "world/curve_order.hpp"

namespace lockstep::detail {

class ChangedBlocks;
class CurveGrid;

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
  using Element = std::uint64_t;  // a key of a cell in the high half, a position in the low one
  enum class Phase { bound, key, first_digit, second_digit, third_digit, hand_out, hand_out_all };
  /// Elements that are sorted by a grid of their own.
  struct Range {
    std::size_t first, count;
    bool in_other = false;  // of the two arrays
    Phase phase = Phase::bound;
    std::size_t cursor = 0;  // of the phase
    CurveBox box = {};
    double share = std::numeric_limits<double>::infinity();  // objects with longer sides come last
  };
  struct Work {
    std::unique_ptr<Element[]> elements, other;
    std::size_t positions, gathered = 0, count = 0;  // of the world, which become elements
    bool is_sorted = false, has_numbers = false;
    std::size_t pitch = 0;  // of the numbers
    RawLineVector<float> numbers;
    std::vector<Range> open;  // each is in the one before
    std::array<std::array<std::uint32_t, 2048>, 3> starts;
    RawLineVector<std::uint32_t> order, position;  // that the world will have
    std::vector<std::uint32_t> late;               // that were put somewhere since
  };

  void begin(const World::Store& store, bool with_numbers);
  /// Each goes on for about `budget` and returns what it took.
  std::size_t advance(const World::Store& store, std::size_t budget);
  std::size_t copy_positions(const World::Store& store, std::size_t budget);
  std::size_t make_room(std::size_t budget);
  std::size_t gather(const World::Store& store, std::size_t budget);
  std::size_t bound(const World::Store& store, Range& range, std::size_t budget);
  std::size_t put_keys(const World::Store& store, Range& range, std::size_t budget);
  std::size_t sort_few(const World::Store& store, Range& range);
  std::size_t sort_digit(Range& range, std::size_t budget);
  std::size_t hand_out(const World::Store& store, Range& range, std::size_t budget);
  void hand_out(const World::Store& store, std::uint32_t index);
  [[nodiscard]] bool is_handed_out(std::uint32_t index) const;
  void copy_numbers(const World::Store& store, std::uint32_t index);
  void hand_out_late(const World::Store& store);
  void take_order(World::Store& store, const WorldKernels& kernels);
  void take_numbers(World::Store& store);

  [[nodiscard]] Element* elements_of(const Range& range, bool other = false) {
    return (range.in_other != other ? work_->other : work_->elements).get() + range.first;
  }
  [[nodiscard]] static Element with_key(const World::Store& store, const Range& range, const CurveGrid& grid,
                                        Element element);

  std::unique_ptr<Work> work_;  // while there is something to sort
  std::size_t changes_ = 0;     // since somebody looked
  bool took_order_ = false;     // in this call
};

}  // namespace lockstep::detail
