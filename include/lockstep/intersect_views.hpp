// Overlap tests of objects in the caller's own arrays (structure of arrays, zero copy): spheres, AABBs, oriented boxes
// (OBB) and capsules, object i of one view against object i of the other, or one object against many.
//
//   std::vector<lockstep::Verdict> verdicts(a.count);
//   lockstep::intersect(a, b, verdicts);                                    // a, b: lockstep::BoxView, say
//   lockstep::intersect(lockstep::Sphere{.radius = 2}, balls, verdicts);    // one against many
#pragma once

#include <span>

#include <lockstep/export.hpp>
#include <lockstep/intersect.hpp>
#include <lockstep/shapes.hpp>
#include <lockstep/shapes2.hpp>
#include <lockstep/views.hpp>

namespace lockstep {

// Writes verdicts[i] = the verdict on object i of `first` and object i of `second`, for all i, or on `one` and object i
// of `many`. The verdicts are those that `intersect` gives for shapes of a set, with the same proofs (types.hpp,
// docs/numerics.md, section 12). Without a set, a list or a copy if numbers lie side by side (a stride of 4 bytes);
// other strides are gathered a tile at a time. `Method::gjk` decides every pair as the pair lists of intersect.hpp do;
// that is slow here, and good for comparisons.
//
// Contract of all functions:
//
// Complexity: O(objects).
// Allocates: nothing.
// Throws: `InvalidInput` before any verdict is written if the views differ in count from each other or from `verdicts`,
// if a stream is null or shares memory with `verdicts`, or if the forced instruction set cannot run here. With
// `Check::inputs` every number is checked in the same pass, so an invalid one (the first of `first`, or else of
// `second`) may be reported after verdicts were written. With `Check::none` objects with NaN or infinity are
// `touching`; one with a negative length gets any answer.
// Threads: tiles run in the caller's TBB arena or `options.executor`. Same bits for every thread count and instruction
// set. Thread-safe while no thread changes the arrays.
//
// Source of the algorithms: balls by the squares of distance and radii; boxes by 15 axes (4 in the plane): S.
// Gottschalk, M. Lin, D. Manocha, "OBBTree", 1996; capsules by the nearest points of segments: C. Ericson, "Real-Time
// Collision Detection", 2005, 5.1.9. Every answer has a bound on its rounding; double decides all that the bound
// leaves open.

LOCKSTEP_API void intersect(const SphereView& first, const SphereView& second, std::span<Verdict> verdicts,
                            const IntersectOptions& options = {});
LOCKSTEP_API void intersect(const AabbView& first, const AabbView& second, std::span<Verdict> verdicts,
                            const IntersectOptions& options = {});
LOCKSTEP_API void intersect(const BoxView& first, const BoxView& second, std::span<Verdict> verdicts,
                            const IntersectOptions& options = {});
LOCKSTEP_API void intersect(const CapsuleView& first, const CapsuleView& second, std::span<Verdict> verdicts,
                            const IntersectOptions& options = {});

LOCKSTEP_API void intersect(const Sphere& one, const SphereView& many, std::span<Verdict> verdicts,
                            const IntersectOptions& options = {});
LOCKSTEP_API void intersect(const Aabb& one, const AabbView& many, std::span<Verdict> verdicts,
                            const IntersectOptions& options = {});
LOCKSTEP_API void intersect(const Box& one, const BoxView& many, std::span<Verdict> verdicts,
                            const IntersectOptions& options = {});
LOCKSTEP_API void intersect(const Capsule& one, const CapsuleView& many, std::span<Verdict> verdicts,
                            const IntersectOptions& options = {});

// In the plane.

LOCKSTEP_API void intersect(const CircleView& first, const CircleView& second, std::span<Verdict> verdicts,
                            const IntersectOptions& options = {});
LOCKSTEP_API void intersect(const Aabb2View& first, const Aabb2View& second, std::span<Verdict> verdicts,
                            const IntersectOptions& options = {});
LOCKSTEP_API void intersect(const Box2View& first, const Box2View& second, std::span<Verdict> verdicts,
                            const IntersectOptions& options = {});
LOCKSTEP_API void intersect(const Capsule2View& first, const Capsule2View& second, std::span<Verdict> verdicts,
                            const IntersectOptions& options = {});

LOCKSTEP_API void intersect(const Circle2& one, const CircleView& many, std::span<Verdict> verdicts,
                            const IntersectOptions& options = {});
LOCKSTEP_API void intersect(const Aabb2& one, const Aabb2View& many, std::span<Verdict> verdicts,
                            const IntersectOptions& options = {});
LOCKSTEP_API void intersect(const Box2& one, const Box2View& many, std::span<Verdict> verdicts,
                            const IntersectOptions& options = {});
LOCKSTEP_API void intersect(const Capsule2& one, const Capsule2View& many, std::span<Verdict> verdicts,
                            const IntersectOptions& options = {});

}  // namespace lockstep
