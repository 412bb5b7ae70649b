// Overlap test on pair lists (narrow phase): boolean GJK and separating axes, with proven verdicts. Which of these
// pairs of convex shapes overlap?
//
//   std::vector<lockstep::Pair> pairs = {{ball, crate}};
//   std::vector<lockstep::Verdict> verdicts(pairs.size());
//   lockstep::intersect(shapes, shapes, pairs, verdicts);
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include <lockstep/config.hpp>
#include <lockstep/sets.hpp>
#include <lockstep/shapes.hpp>
#include <lockstep/types.hpp>
#include <lockstep/views.hpp>

namespace lockstep {

/// `automatic` takes a closed form where one is faster than GJK (spheres, capsules, boxes); `gjk` never does.
enum class Method : std::uint8_t { automatic, gjk };

struct IntersectOptions {
  Method method = Method::automatic;
  Check check = Check::inputs;  ///< pair indices; the shapes were checked when they were added
  std::optional<Isa> isa = {};  ///< forces an instruction set that `supported_isas` lists; empty: `default_isa()`
  Executor executor = {};       ///< runs the parts; empty: TBB
};

/// What can stand second in the pairs of `intersect` if shapes of `A` stand first: shapes of space or of the plane, or
/// the triangles of a mesh.
template <class B, class A>
concept PairsWith = (OneOf<A, ShapeSet, ShapeSet2> && std::same_as<A, B>) ||
                    (std::same_as<A, ShapeSet> && std::same_as<B, TriangleMesh>);

/// Writes verdicts[i] = the verdict on shape pairs[i].a of `first` and shape (or triangle) pairs[i].b of `second`, for
/// all i, in input order. Both sets may be the same.
///
/// Two circles of the plane get the verdict of two spheres at z = 0; boxes of the plane are compared by their 4 axes,
/// circles and capsules with all of these by a closed form. A triangle is answered, to the bit, as a ConvexHull with
/// these three vertices in this order.
///
/// Complexity: O(pairs) for all kinds but hulls, whose vertices are scanned once for each iteration (at most 32), and
/// polygons, whose vertices are scanned once for each step of GJK; three steps decide nearly all pairs of these.
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
template <class A, PairsWith<A> B>
LOCKSTEP_API void intersect(const A& first, const B& second, std::span<const Pair> pairs, std::span<Verdict> verdicts,
                            const IntersectOptions& options = {});

// ---- Groups of pairs ----
//
// Overlap tests of groups of consecutive pairs, with one answer for each group (collision checking in motion planning):
// do any two links of the arm collide, in each of these configurations?
//
//   std::vector<std::size_t> ends = {40, 80, 120};  // of the groups: pairs[0 .. 39], pairs[40 .. 79], pairs[80 .. 119]
//   std::vector<std::uint64_t> collides(lockstep::mask_words(ends.size()));
//   std::size_t configurations = lockstep::any_overlap(links, links, pairs, ends, collides);

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
template <OneOf<ShapeSet, ShapeSet2> T>
LOCKSTEP_API std::size_t any_overlap(const T& first, const T& second, std::span<const Pair> pairs,
                                     std::span<const std::size_t> ends, std::span<std::uint64_t> any,
                                     const GroupOptions& options = {});

/// Writes counts[k] = the number of overlapping pairs of group k; returns the sum.
template <OneOf<ShapeSet, ShapeSet2> T>
LOCKSTEP_API std::size_t count_overlaps(const T& first, const T& second, std::span<const Pair> pairs,
                                        std::span<const std::size_t> ends, std::span<std::size_t> counts,
                                        const GroupOptions& options = {});

// ---- Views ----
//
// Overlap tests of objects in the caller's own arrays (structure of arrays, zero copy): spheres, AABBs, oriented boxes
// (OBB) and capsules, object i of one view against object i of the other, or one object against many.
//
//   std::vector<lockstep::Verdict> verdicts(a.count);
//   lockstep::intersect(a, b, verdicts);                                    // a, b: lockstep::BoxView, say
//   lockstep::intersect(lockstep::Sphere{.radius = 2}, balls, verdicts);    // one against many

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

/// The views that `intersect` compares.
template <class T>
concept IntersectViews =
    OneOf<T, SphereView, AabbView, BoxView, CapsuleView, CircleView, Aabb2View, Box2View, Capsule2View>;

template <IntersectViews View>
LOCKSTEP_API void intersect(const View& first, const View& second, std::span<Verdict> verdicts,
                            const IntersectOptions& options = {});
template <IntersectViews View>
LOCKSTEP_API void intersect(const typename View::Shape& one, const View& many, std::span<Verdict> verdicts,
                            const IntersectOptions& options = {});

}  // namespace lockstep
