// Pair events: which pairs have begun to overlap since the last frame, which still do, which have ended?
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

/// What has become of pairs from one frame to the next, each list in rising order of `a`, then `b`. All that there are
/// now have begun or stayed; all that there were have stayed or ended.
struct PairChanges {
  std::span<const Pair> began;   ///< there are now, and there were not
  std::span<const Pair> stayed;  ///< there are now, and there were
  std::span<const Pair> ended;   ///< there were, and there are no more
};

namespace detail {
struct PairEventsMemory;
}

/// Tells two lists of pairs apart, and remembers one from frame to frame.
///
/// A list is what an overlap pass writes with PairOrder::sorted (the default), of whatever objects: in rising order of
/// `a`, then `b`, each pair once. Two things are for you to see to:
///
/// - The list is complete. If OverlapResult::complete is false, the pairs that had no room would be taken for pairs
///   that ended: make room and run the pass again first.
/// - A number names the same object in both frames. If a shape was removed and another one has its number now, their
///   pairs are told as those of one object: they stay.
///
/// O(pairs of both frames) at the speed of memory, much less than the pass; runs in the caller's TBB arena, and the
/// lists are the same for every number of threads. Memory: up to 40 bytes for each pair of the longest list so far (and
/// half of that again while lists grow); lists that are no longer than that allocate nothing. One object serves one
/// thread at a time; several may run at once.
///
/// What is returned is valid until the next call of the same object. All calls throw `InvalidInput` if a list shares
/// memory with what was returned last or, with `Check::inputs`, if it is not in order; that and `std::bad_alloc` leave
/// the object as it was. With `Check::none` lists in disorder have changes of no use, and nothing worse.
///
/// Source of the algorithm: merging, D. Knuth, "The Art of Computer Programming", volume 3, 1973, 5.2.4.
class LOCKSTEP_API PairEvents {
 public:
  PairEvents();
  ~PairEvents();
  PairEvents(PairEvents&&) noexcept;
  PairEvents& operator=(PairEvents&&) noexcept;

  /// From the pairs of the last call of `update` to these, which are remembered for the next one. Before the first call
  /// there were none: all pairs begin.
  PairChanges update(std::span<const Pair> pairs, Check check = Check::inputs, const Executor& executor = {});

  /// From `before` to `now`, where you keep both lists. What `update` remembers stays as it is.
  PairChanges compare(std::span<const Pair> before, std::span<const Pair> now, Check check = Check::inputs,
                      const Executor& executor = {});

  /// As if `update` had not been called yet. Memory is kept.
  void forget() noexcept;

  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  std::unique_ptr<detail::PairEventsMemory> memory_;
};

}  // namespace lockstep
