// Contact events (begin, stay, end) from the overlapping pairs of consecutive frames: which pairs have begun to overlap
// since the last frame, which still do, which have ended?
//
//   lockstep::PairEvents events;                                      // keeps the pairs of the last frame
//   const lockstep::OverlapResult found = pass.run(balls, {.pairs = pairs});         // overlap.hpp; every frame
//   const lockstep::PairChanges changes = events.update(std::span(pairs).first(found.pairs));
//   for (const lockstep::Pair& pair : changes.began) ...
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include <lockstep/executor.hpp>
#include <lockstep/export.hpp>
#include <lockstep/invalid_input.hpp>
#include <lockstep/types.hpp>

namespace lockstep {

/// The changes of pairs from one frame to the next, each list in rising order of `a`, then `b`. The pairs of now have
/// begun or stayed; the pairs of before have stayed or ended.
struct PairChanges {
  std::span<const Pair> began;   ///< in the new list only
  std::span<const Pair> stayed;  ///< in both lists
  std::span<const Pair> ended;   ///< in the old list only
};

namespace detail {
struct PairEventsMemory;
}

/// Compares two sorted lists of pairs, and remembers one from frame to frame.
///
/// A list is the output of an overlap pass with PairOrder::sorted (the default), for any objects: in rising order of
/// `a`, then `b`, each pair once. The caller ensures two things:
///
/// - The list is complete. If OverlapResult::complete is false, the pairs without room would count as ended: make room
///   and run the pass again first.
/// - A number names the same object in both frames. If a shape was removed and its number given to another, their pairs
///   count as those of one object: they stay.
///
/// What a call returns is valid until the next call of the same object. The contract of all calls:
///
/// Complexity: O(pairs of both frames) at the speed of memory, much less than the pass.
/// Allocates: up to 40 bytes for each pair of the longest list so far (and half of that again while lists grow);
/// nothing if lists are no longer than that.
/// Throws: `InvalidInput` if a list shares memory with the last result or, with `Check::inputs`, if it is not in order;
/// `std::bad_alloc`. Strong guarantee: both leave the object as it was. With `Check::none` unsorted lists give useless
/// changes, and do no other harm.
/// Threads: runs in the caller's TBB arena or `executor`. The same for every thread count. One object serves one thread
/// at a time; several may run at once.
///
/// Source of the algorithm: merging, D. Knuth, "The Art of Computer Programming", volume 3, 1973, 5.2.4.
class LOCKSTEP_API PairEvents {
 public:
  PairEvents();
  ~PairEvents();
  PairEvents(PairEvents&&) noexcept;
  PairEvents& operator=(PairEvents&&) noexcept;

  /// The changes from the pairs of the last call of `update` to these, which are remembered for the next one. Before
  /// the first call there were none: all pairs begin.
  PairChanges update(std::span<const Pair> pairs, Check check = Check::inputs, const Executor& executor = {});

  /// The changes from `before` to `now`, if the caller keeps both lists. The pairs that `update` remembers stay as they
  /// are.
  PairChanges compare(std::span<const Pair> before, std::span<const Pair> now, Check check = Check::inputs,
                      const Executor& executor = {});

  /// Returns to the state before the first `update`. O(1); keeps its memory, throws nothing.
  void forget() noexcept;

  /// The memory that the object keeps, in bytes.
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  std::unique_ptr<detail::PairEventsMemory> memory_;
};

}  // namespace lockstep
