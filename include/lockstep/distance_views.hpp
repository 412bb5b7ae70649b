// Signed distance and penetration depth of objects in the caller's own arrays (structure of arrays, zero copy): object
// i of one view from object i of the other, or one object from many.
//
//   std::vector<lockstep::Interval> distances(a.count);
//   lockstep::distance(a, b, {distances});                                    // a, b: lockstep::CapsuleView, say
//   lockstep::distance(lockstep::Sphere{.radius = 2}, balls, {distances});    // one against many
#pragma once

#include <lockstep/distance.hpp>
#include <lockstep/export.hpp>
#include <lockstep/shapes.hpp>
#include <lockstep/shapes2.hpp>
#include <lockstep/views.hpp>

namespace lockstep {

// Writes out.distances[i] = the signed distance of object i of `first` and object i of `second`, for all i, or that of
// `one` and object i of `many`; points and normals as well, if there are spans for them. The answers have the bits that
// `distance` gives for shapes of a set with the same options, with the same proofs (distance.hpp).
//
// Without a set, a list or a copy if numbers lie side by side (a stride of 4 bytes); other strides are gathered a tile
// at a time. Distances alone of spheres, aligned boxes and capsules are read in place. Oriented boxes, shapes of the
// plane, points and normals, and `no_farther_than` go through records on the stack, at the cost of a pair list.
//
// Contract of all functions:
//
// Complexity: O(objects).
// Allocates: nothing.
// Throws: `InvalidInput` before anything is written if the views differ in count from each other or from a span of
// `out` (an empty one is not written, except for distances), if a stream is null, if a span shares memory with another
// or with a stream, if an option is negative or NaN, or if the forced instruction set cannot run here. With
// `Check::inputs` every number is checked in the same pass, so an invalid one (the first of `first`, or else of
// `second`) may be reported after answers were written. With `Check::none` objects with NaN or infinity have intervals
// without ends; one with a negative length gets any answer.
// Threads: tiles run in the caller's TBB arena or `options.executor`. Same bits for every thread count and instruction
// set. Thread-safe while no thread changes the arrays.
//
// Source of the algorithms: as in distance.hpp.

LOCKSTEP_API void distance(const SphereView& first, const SphereView& second, const DistanceOutput& out,
                           const DistanceOptions& options = {});
LOCKSTEP_API void distance(const AabbView& first, const AabbView& second, const DistanceOutput& out,
                           const DistanceOptions& options = {});
LOCKSTEP_API void distance(const BoxView& first, const BoxView& second, const DistanceOutput& out,
                           const DistanceOptions& options = {});
LOCKSTEP_API void distance(const CapsuleView& first, const CapsuleView& second, const DistanceOutput& out,
                           const DistanceOptions& options = {});

LOCKSTEP_API void distance(const Sphere& one, const SphereView& many, const DistanceOutput& out,
                           const DistanceOptions& options = {});
LOCKSTEP_API void distance(const Aabb& one, const AabbView& many, const DistanceOutput& out,
                           const DistanceOptions& options = {});
LOCKSTEP_API void distance(const Box& one, const BoxView& many, const DistanceOutput& out,
                           const DistanceOptions& options = {});
LOCKSTEP_API void distance(const Capsule& one, const CapsuleView& many, const DistanceOutput& out,
                           const DistanceOptions& options = {});

// In the plane.

LOCKSTEP_API void distance(const CircleView& first, const CircleView& second, const DistanceOutput2& out,
                           const DistanceOptions& options = {});
LOCKSTEP_API void distance(const Box2View& first, const Box2View& second, const DistanceOutput2& out,
                           const DistanceOptions& options = {});
LOCKSTEP_API void distance(const Capsule2View& first, const Capsule2View& second, const DistanceOutput2& out,
                           const DistanceOptions& options = {});

LOCKSTEP_API void distance(const Circle2& one, const CircleView& many, const DistanceOutput2& out,
                           const DistanceOptions& options = {});
LOCKSTEP_API void distance(const Box2& one, const Box2View& many, const DistanceOutput2& out,
                           const DistanceOptions& options = {});
LOCKSTEP_API void distance(const Capsule2& one, const Capsule2View& many, const DistanceOutput2& out,
                           const DistanceOptions& options = {});

}  // namespace lockstep
