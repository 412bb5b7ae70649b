// Groups of consecutive pairs that are asked about as one: do any two links of the arm collide, in each of these
// configurations?
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
  Executor executor = {};                 ///< who runs the parts; empty: TBB
};

// Group k is pairs[ends[k - 1]] up to and without pairs[ends[k]]; the first begins with pairs[0]. Ends do not fall, the
// last is the number of pairs, and groups may be empty. Allocates nothing. Runs parts in the caller's TBB arena; the
// result is the same bits for every thread count and instruction set, and what `intersect` of the same pairs says.
// Thread-safe as long as nobody changes the sets.
//
// Throws `InvalidInput` before anything is written as `intersect` does, and if the output has the wrong length, shares
// memory with `pairs` or `ends` or, with `Check::inputs`, if ends are not as above. (With `Check::none` that is
// undefined.)

/// Sets bit (k % 64) of any[k / 64] if a pair of group k overlaps, and clears it if none does; returns how many groups
/// that are. `any` holds exactly mask_words(ends.size()) words. O(pairs) at most: a group is left as soon as one of its
/// pairs overlaps, give or take the 64 that are asked about at a time. 64 groups run on one thread.
LOCKSTEP_API std::size_t any_overlap(const ShapeSet& first, const ShapeSet& second, std::span<const Pair> pairs,
                                     std::span<const std::size_t> ends, std::span<std::uint64_t> any,
                                     const GroupOptions& options = {});
LOCKSTEP_API std::size_t any_overlap(const ShapeSet2& first, const ShapeSet2& second, std::span<const Pair> pairs,
                                     std::span<const std::size_t> ends, std::span<std::uint64_t> any,
                                     const GroupOptions& options = {});

/// counts[k] = how many pairs of group k overlap; returns the sum. O(pairs).
LOCKSTEP_API std::size_t count_overlaps(const ShapeSet& first, const ShapeSet& second, std::span<const Pair> pairs,
                                        std::span<const std::size_t> ends, std::span<std::size_t> counts,
                                        const GroupOptions& options = {});
LOCKSTEP_API std::size_t count_overlaps(const ShapeSet2& first, const ShapeSet2& second, std::span<const Pair> pairs,
                                        std::span<const std::size_t> ends, std::span<std::size_t> counts,
                                        const GroupOptions& options = {});

}  // namespace lockstep
