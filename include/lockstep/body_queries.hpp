// Compound bodies (several convex parts each) in pair lists: signed distance and penetration depth, shape cast, ray
// cast (time of impact), contact manifolds. Each query gives for bodies what `distance`, `cast` and `contacts` give for
// shapes, by their parts.
//
//   std::vector<lockstep::Pair> pairs = {{hammer, table}};             // bodies of a BodySet
//   std::vector<lockstep::Interval> distances(pairs.size());
//   std::vector<lockstep::Pair> parts(pairs.size());
//   lockstep::distance(bodies, bodies, pairs, {.distances = distances, .parts = parts});
//   if (distances[0].lower > 0) ...                     // apart; parts[0].a of the hammer, parts[0].b of the table
//
// Contract of all functions:
//
// Complexity: O(parts of a * parts of b) box tests for each pair at worst, fewer where groups of eight parts are far
// from each other; and one query of shapes for each two parts whose boxes overlap or leave the answer open.
// Allocates: nothing (`contacts`: see there).
// Threads: batches of pairs run in the caller's TBB arena or `options.executor`. Same bits for every thread count,
// instruction set and order of the list. Thread-safe while no thread changes the sets.
#pragma once

#include <cstdint>
#include <span>

#include <lockstep/body_set.hpp>
#include <lockstep/cast.hpp>
#include <lockstep/contacts.hpp>
#include <lockstep/distance.hpp>
#include <lockstep/export.hpp>
#include <lockstep/invalid_input.hpp>
#include <lockstep/shape_set.hpp>
#include <lockstep/types.hpp>

namespace lockstep {

/// Stands for a part if no part is named.
inline constexpr std::uint32_t no_part = 0xffffffffU;

/// Outputs of `distance` for each pair of bodies. Empty spans are not written.
struct BodyDistanceOutput {
  std::span<Interval> distances;         ///< one for each pair
  std::span<WitnessPoints> points = {};  ///< one for each pair, or empty: of the parts that are named
  std::span<Vec3d> normals = {};         ///< the same
  std::span<Pair> parts = {};            ///< the same: the number of the part of body a, and of the part of body b
};

/// Writes out.distances[i] = the least signed distance between a part of body pairs[i].a of `first` and a part of body
/// pairs[i].b of `second`, for all i, in input order. If the bodies are apart, this is their exact distance. Otherwise
/// it is the depth of the two parts that are deepest in each other. (Moving these two apart may not separate the
/// bodies: see `Separation`.)
///
/// Each interval is proven to hold the truth: from the least `lower` of any two parts to the least `upper`. (If the
/// boxes around two parts prove a larger `lower` than `distance` does, because of its tolerance or a round shape, that
/// one counts.) The named parts are the two with the least `lower`; ties go to the least larger part number, then to
/// the least smaller one. Points and normal are those of `distance` for these two.
///
/// Shapes are compared as `parts()` has them. Both sets may be the same. The answer for (b, a) is that for (a, b) with
/// points and parts exchanged and the normal reversed, unless the boxes around their parts are identical, so that they
/// have no order. With `Check::none` a removed body is infinitely far away, and a part with invalid numbers leaves the
/// interval without a lower end. Bodies that are proven to be farther apart than `no_farther_than` get only that bound:
/// points and normal are NaN, parts are `no_part`.
///
/// Complexity, Allocates, Threads: see top; parts are measured if their boxes overlap or are no farther apart than the
/// bodies.
/// Throws: `InvalidInput` as `distance` of shapes does, with bodies in place of shapes.
LOCKSTEP_API void distance(const BodySet& first, const BodySet& second, std::span<const Pair> pairs,
                           const BodyDistanceOutput& out, const DistanceOptions& options = {});

/// The same for shapes against bodies: a character and a building. A shape is its own part 0.
LOCKSTEP_API void distance(const ShapeSet& first, const BodySet& second, std::span<const Pair> pairs,
                           const BodyDistanceOutput& out, const DistanceOptions& options = {});

/// Outputs of `cast` and `cast_rays` for each pair. Empty spans are not written.
struct BodyCastOutput {
  std::span<Interval> fractions;  ///< one for each pair, as in CastOutput
  std::span<Vec3d> points = {};   ///< one for each pair, or empty: on the named part of b
  std::span<Vec3d> normals = {};  ///< the same: of the named parts
  std::span<Pair> parts = {};     ///< the same: the parts that meet first, or no_part
};

/// Shape cast of bodies (time of impact): body pairs[i].a of `first` moves by motions[i], on a straight line and
/// without turning, while body pairs[i].b of `second` rests. Writes out.fractions[i] = [lower, upper] of the motion,
/// for all i, in input order, as `cast` of shapes defines it. No two parts are in contact before `lower`, and some two
/// have been by `upper`. Both ends are infinite if all parts are proven to miss each other.
///
/// The named parts are those with the least `lower`; ties go as for `distance`. Point and normal are theirs. If two
/// parts pass very close without a proof, they may be named although others are proven to meet later.
///
/// (b, a) moved by -m has the fractions of (a, b) moved by m, with parts exchanged and the normal reversed (with the
/// same exception as for `distance`). With `Check::none` a removed body is never met, an invalid motion gives [0,
/// infinity], and an invalid part gives 0 for the lower end.
///
/// Complexity, Allocates, Threads: see top; parts are cast if their boxes may meet before the bodies do.
/// Throws: `InvalidInput` as `cast` of shapes does, with bodies in place of shapes.
LOCKSTEP_API void cast(const BodySet& first, const BodySet& second, std::span<const Pair> pairs,
                       std::span<const Vec3> motions, const BodyCastOutput& out, const CastOptions& options = {});

/// The same for shapes that move and bodies that rest. A shape is its own part 0.
LOCKSTEP_API void cast(const ShapeSet& first, const BodySet& second, std::span<const Pair> pairs,
                       std::span<const Vec3> motions, const BodyCastOutput& out, const CastOptions& options = {});

/// Ray casts: pairs[i].a is a ray, pairs[i].b a body; parts[i].a is 0. The contract is that of `cast`.
LOCKSTEP_API void cast_rays(std::span<const Ray> rays, const BodySet& bodies, std::span<const Pair> pairs,
                            const BodyCastOutput& out, const CastOptions& options = {});

/// The contact manifold of two parts of a pair of bodies.
struct BodyManifold {
  std::uint32_t pair = 0;                ///< index in the list
  std::uint32_t part_a = 0, part_b = 0;  ///< numbers of the parts
  Manifold manifold;                     ///< as `contacts` gives it for the two
  friend bool operator==(const BodyManifold&, const BodyManifold&) = default;
};

/// The result of `contacts`. A caller that ignores it may take part of the manifolds for all of them.
struct [[nodiscard("tells how many manifolds there are, and whether `out` holds them all")]] BodyContactResult {
  std::uint64_t manifolds = 0;  ///< number of manifolds, whatever fits in the buffer
  bool complete = true;         ///< false: `out` was too short and holds the first of them
};

/// Contact manifolds of bodies pairs[i].a of `first` and pairs[i].b of `second`, for all i: one for each two parts that
/// are in contact, which are those for which `contacts` gives a manifold that is not empty. They are ordered by pair,
/// then by part of a, then by part of b.
///
/// The manifolds of (b, a) are those of (a, b) in another order, with a and b exchanged and the normal reversed (unless
/// parts are identical). With `Check::none` a removed body touches nothing, and an invalid part touches all others at
/// one point, which is NaN.
///
/// Complexity, Threads: see top.
/// Allocates: up to 60 bytes for each two parts whose boxes come near each other, and at most 2.5 MB more.
/// Throws: `InvalidInput` before anything is written if `out` shares memory with `pairs`, if the forced instruction set
/// cannot run here or, with `Check::inputs`, if an index is out of range or of a removed body, or the margin is
/// negative or NaN; `std::bad_alloc` before anything is written.
LOCKSTEP_API BodyContactResult contacts(const BodySet& first, const BodySet& second, std::span<const Pair> pairs,
                                        std::span<BodyManifold> out, const ContactOptions& options = {});

/// The same for shapes against bodies. A shape is its own part 0.
LOCKSTEP_API BodyContactResult contacts(const ShapeSet& first, const BodySet& second, std::span<const Pair> pairs,
                                        std::span<BodyManifold> out, const ContactOptions& options = {});

}  // namespace lockstep
