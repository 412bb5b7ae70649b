// Objects side by side in arrays that the caller owns: how far is object i of the one from object i of the other, or
// how deep in it?
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

// Answers out.distances[i] = the signed distance of object i of `first` and object i of `second`, for all i, or that of
// `one` and object i of `many`; points and normals as well, if there are spans for them. No set, no list, no copy where
// numbers lie side by side (a stride of 4 bytes); others are copied a tile at a time. O(objects); allocates nothing.
// Runs tiles in the caller's TBB arena. The answers are the bits that `distance` gives for shapes of a set with the
// same options, with the same promises (distance.hpp); so they are the same for every thread count and instruction set.
// Thread-safe as long as nobody changes the arrays.
//
// Distances alone of spheres, aligned boxes and capsules are read where they lie. Oriented boxes, shapes of the plane,
// points and normals, and `no_farther_than` go through records on the stack, which costs what a list of pairs does.
//
// Throws `InvalidInput` before anything is written if the views differ in count from each other or from a span of `out`
// (an empty one is not written, but for distances), if a stream is null, if a span shares memory with another or with a
// stream, if an option is negative or NaN, or if the forced instruction set cannot run here. With `Check::inputs` every
// number is looked at in the same pass, so a bad one (the first of `first`, or else of `second`) may be reported after
// answers were written. With `Check::none` nothing is known of objects of NaN and infinity; one with a negative length
// gets any answer.
//
// Source of the algorithms: as those of distance.hpp.

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
