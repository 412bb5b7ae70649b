// Overlap tests of groups of consecutive pairs, with one answer for each group (collision checking in motion planning):
// do any two links of the arm collide, in each of these configurations?
//
//   std::vector<std::size_t> ends = {40, 80, 120};  // of the groups: pairs[0 .. 39], pairs[40 .. 79], pairs[80 .. 119]
//   std::vector<std::uint64_t> collides(lockstep::mask_words(ends.size()));
//   std::size_t configurations = lockstep::any_overlap(links, links, pairs, ends, collides);
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include <lockstep/bitmask.hpp>
#include <lockstep/executor.hpp>
#include <lockstep/export.hpp>
#include <lockstep/intersect.hpp>
#include <lockstep/shape_set2.hpp>

namespace lockstep {

struct GroupOptions {
  Method method = Method::automatic;
  Touching touching = Touching::overlap;  ///< the default never loses a contact
  Check check = Check::inputs;            ///< pair indices and ends of groups
  std::optional<Isa> isa = {};            ///< forces an instruction set; empty: `default_isa()`
  Executor executor = {};                 ///< runs the parts; empty: TBB
};

// Group k is pairs[ends[k - 1]] up to and without pairs[ends[k]]; the first begins with pairs[0]. Ends must not fall,
// the last is the number of pairs, and groups may be empty. Verdicts are those of `intersect` for the same pairs.
//
// Contract of all functions:
//
// Complexity: O(pairs) at most.
// Allocates: nothing.
// Throws: `InvalidInput` before anything is written as `intersect` does, and if the output has the wrong length, shares
// memory with `pairs` or `ends` or, with `Check::inputs`, if ends are not as above. (With `Check::none` that is
// undefined.)
// Threads: parts run in the caller's TBB arena or `options.executor`. Same bits for every thread count and instruction
// set. Thread-safe while no thread changes the sets.

/// Sets bit (k % 64) of any[k / 64] if a pair of group k overlaps, and clears it if no pair does; returns the number of
/// set bits. `any` holds exactly mask_words(ends.size()) words. A group ends early, once one of its pairs overlaps
/// (pairs are tested 64 at a time). Each 64 groups run on one thread.
LOCKSTEP_API std::size_t any_overlap(const ShapeSet& first, const ShapeSet& second, std::span<const Pair> pairs,
                                     std::span<const std::size_t> ends, std::span<std::uint64_t> any,
                                     const GroupOptions& options = {});
LOCKSTEP_API std::size_t any_overlap(const ShapeSet2& first, const ShapeSet2& second, std::span<const Pair> pairs,
                                     std::span<const std::size_t> ends, std::span<std::uint64_t> any,
                                     const GroupOptions& options = {});

/// Writes counts[k] = the number of overlapping pairs of group k; returns the sum.
LOCKSTEP_API std::size_t count_overlaps(const ShapeSet& first, const ShapeSet& second, std::span<const Pair> pairs,
                                        std::span<const std::size_t> ends, std::span<std::size_t> counts,
                                        const GroupOptions& options = {});
LOCKSTEP_API std::size_t count_overlaps(const ShapeSet2& first, const ShapeSet2& second, std::span<const Pair> pairs,
                                        std::span<const std::size_t> ends, std::span<std::size_t> counts,
                                        const GroupOptions& options = {});

}  // namespace lockstep
