// Overlap test on pair lists (narrow phase): boolean GJK and separating axes, with proven verdicts. Which of these
// pairs of convex shapes overlap?
//
//   std::vector<lockstep::Pair> pairs = {{ball, crate}};
//   std::vector<lockstep::Verdict> verdicts(pairs.size());
//   lockstep::intersect(shapes, shapes, pairs, verdicts);
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include <lockstep/executor.hpp>
#include <lockstep/export.hpp>
#include <lockstep/invalid_input.hpp>
#include <lockstep/isa.hpp>
#include <lockstep/shape_set.hpp>
#include <lockstep/types.hpp>

namespace lockstep {

/// `automatic` takes a closed form where one is faster than GJK (spheres, capsules, boxes); `gjk` never does.
enum class Method : std::uint8_t { automatic, gjk };

struct IntersectOptions {
  Method method = Method::automatic;
  Check check = Check::inputs;  ///< pair indices; the shapes were checked when they were added
  std::optional<Isa> isa = {};  ///< forces an instruction set that `supported_isas` lists; empty: `default_isa()`
  Executor executor = {};       ///< runs the parts; empty: TBB
};

/// Writes verdicts[i] = the verdict on shape pairs[i].a of `first` and shape pairs[i].b of `second`, for all i, in
/// input order. Both sets may be the same.
///
/// Complexity: O(pairs) for all kinds but hulls, whose vertices are scanned once for each iteration (at most 32).
/// Allocates: nothing.
/// Throws: `InvalidInput` before any verdict is written if the spans differ in length, if `verdicts` shares memory with
/// `pairs`, if the forced instruction set cannot run here or, with `Check::inputs`, if an index is out of range or of a
/// removed shape. With `Check::none` an index out of range is undefined, and a removed shape is `separated` from all
/// others.
/// Threads: tiles of pairs run in the caller's TBB arena or `options.executor`. Same bits for every thread count and
/// instruction set. Thread-safe while no thread changes the sets.
///
/// Source of the algorithm: E. Gilbert, D. Johnson, S. Keerthi, "A fast procedure for computing the distance between
/// complex objects in three-dimensional space", 1988, in the boolean form that include/lockstep/reference/gjk.hpp
/// teaches; S. Gottschalk, M. Lin, D. Manocha, "OBBTree", 1996, for boxes; C. Ericson, "Real-Time Collision Detection",
/// 2005, 5.1, for segments.
LOCKSTEP_API void intersect(const ShapeSet& first, const ShapeSet& second, std::span<const Pair> pairs,
                            std::span<Verdict> verdicts, const IntersectOptions& options = {});

}  // namespace lockstep
