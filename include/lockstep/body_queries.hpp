// Bodies of several convex parts in distances, contacts and casts: what `distance`, `contacts` and `cast` say of
// shapes, of bodies, by their parts.
//
//   std::vector<lockstep::Pair> pairs = {{hammer, table}};             // bodies of a BodySet
//   std::vector<lockstep::Interval> distances(pairs.size());
//   std::vector<lockstep::Pair> parts(pairs.size());
//   lockstep::distance(bodies, bodies, pairs, {.distances = distances, .parts = parts});
//   if (distances[0].lower > 0) ...                     // apart; parts[0].a of the hammer, parts[0].b of the table
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

/// Where no part is named.
inline constexpr std::uint32_t no_part = 0xffffffffU;

/// What is wanted of each pair of bodies; a span that is empty is not written.
struct BodyDistanceOutput {
  std::span<Interval> distances;         ///< one for each pair
  std::span<WitnessPoints> points = {};  ///< one for each pair, or none: of the parts that are named
  std::span<Vec3d> normals = {};         ///< the same
  std::span<Pair> parts = {};            ///< the same: the number of the part of body a, and of that of body b
};

/// Answers out.distances[i] = the least signed distance of any part of body pairs[i].a of `first` and any part of body
/// pairs[i].b of `second`, for all i, in input order. Of bodies that are apart that is their distance, exactly; of
/// others the depth of the two parts that are deepest in each other. (To move these apart may not part the bodies: see
/// `Separation`.)
///
/// An interval is proven to hold the truth: from the least `lower` of any two parts to the least `upper`. (Where boxes
/// around two parts prove more than a tolerance or a round shape let `distance` say, `lower` is what they prove.) The
/// parts that are named are the two with the least `lower`; of several as near, those whose larger number is least,
/// then those whose smaller one is. Points and normal are those that `distance` has for the two.
///
/// Shapes are compared as `parts()` has them. Both sets may be the same. The answers are the same bits for every thread
/// count, instruction set and order of the list; that of (b, a) is that of (a, b) with points and parts exchanged and
/// the normal reversed (but where the boxes around their parts are the same numbers, so that they have no order). A
/// removed body, with `Check::none`, is infinitely far away; a part that is not made of valid numbers leaves the
/// interval without a lower end. Where bodies are proven to be farther apart than `no_farther_than` they are answered
/// by that alone; points and normal are NaN then, and parts `no_part`.
///
/// O(parts of a * parts of b) comparisons of boxes at worst, fewer where groups of eight parts are far from each other.
/// As many measurements as there are parts whose boxes meet or are no farther from each other than the bodies. Nothing
/// is allocated. Runs some pairs at a time in the caller's TBB arena. Thread-safe as long as nobody changes the sets.
///
/// Throws `InvalidInput` as `distance` of shapes does, with bodies in place of shapes.
LOCKSTEP_API void distance(const BodySet& first, const BodySet& second, std::span<const Pair> pairs,
                           const BodyDistanceOutput& out, const DistanceOptions& options = {});

/// The same of shapes and bodies: a character and a building. A shape is its own part 0.
LOCKSTEP_API void distance(const ShapeSet& first, const BodySet& second, std::span<const Pair> pairs,
                           const BodyDistanceOutput& out, const DistanceOptions& options = {});

/// What is wanted of each pair; a span that is empty is not written.
struct BodyCastOutput {
  std::span<Interval> fractions;  ///< one for each pair, as CastOutput has them
  std::span<Vec3d> points = {};   ///< one for each pair, or none: on the part of b that is named
  std::span<Vec3d> normals = {};  ///< the same: of the parts that are named
  std::span<Pair> parts = {};     ///< the same: the parts that meet first; no_part where none do
};

/// Body pairs[i].a of `first` moves by motions[i], on a straight line and without turning, while body pairs[i].b of
/// `second` rests: out.fractions[i] = [lower, upper] of the motion, for all i, in input order, with the meaning that
/// `cast` of shapes gives them. No two parts are in contact before `lower`, and some two have been by `upper`; both are
/// infinite if all parts are proven to miss each other.
///
/// The parts that are named are those with the least `lower`, of several those that `distance` would name; the point
/// and the normal are theirs. Some of two that pass very close may be named, and not be proven to meet, where others
/// are, later.
///
/// The answers are the same bits for every thread count, instruction set and order of the list; (b, a) moved by -m has
/// the fractions of (a, b) moved by m, the parts exchanged and the normal reversed (with the same exception). A removed
/// body, with `Check::none`, is never met; a motion that is not made of valid numbers has [0, infinity], and a part
/// that is not leaves 0 for the lower end.
///
/// Cost as of `distance`; parts are looked at that boxes let meet before the bodies do. Nothing is allocated. Throws
/// `InvalidInput` as `cast` of shapes does, with bodies in place of shapes.
LOCKSTEP_API void cast(const BodySet& first, const BodySet& second, std::span<const Pair> pairs,
                       std::span<const Vec3> motions, const BodyCastOutput& out, const CastOptions& options = {});

/// The same of shapes that move and bodies that rest. A shape is its own part 0.
LOCKSTEP_API void cast(const ShapeSet& first, const BodySet& second, std::span<const Pair> pairs,
                       std::span<const Vec3> motions, const BodyCastOutput& out, const CastOptions& options = {});

/// The same of rays: pairs[i].a is a ray, pairs[i].b a body; parts[i].a is 0.
LOCKSTEP_API void cast_rays(std::span<const Ray> rays, const BodySet& bodies, std::span<const Pair> pairs,
                            const BodyCastOutput& out, const CastOptions& options = {});

/// How two parts of a pair of bodies touch.
struct BodyManifold {
  std::uint32_t pair = 0;                ///< which one of the list
  std::uint32_t part_a = 0, part_b = 0;  ///< numbers of the parts
  Manifold manifold;                     ///< as `contacts` has it of the two
  friend bool operator==(const BodyManifold&, const BodyManifold&) = default;
};

/// What `contacts` of bodies says of its output: to ignore that is to take manifolds for all of them that may not be.
struct [[nodiscard("tells how many manifolds there are, and whether `out` holds them all")]] BodyContactResult {
  std::uint64_t manifolds = 0;  ///< how many there are, whatever the buffer holds
  bool complete = true;         ///< false: `out` was too short, and holds the first of them
};

/// Where bodies pairs[i].a of `first` and pairs[i].b of `second` touch, for all i: the manifolds of all their parts
/// that are in contact, which are those that `contacts` leaves not empty. In the order of pairs, then of the numbers of
/// the parts of a, then of b.
///
/// The same bits for every thread count, instruction set and order of the list; those of (b, a) are those of (a, b) in
/// another order, with a and b exchanged and the normal reversed (but for parts that are the same numbers). A removed
/// body, with `Check::none`, touches nothing; a part that is not made of valid numbers touches all others at one point,
/// which is NaN.
///
/// Cost as of `distance`. Allocates up to 60 bytes for every two parts whose boxes come near each other, and at most
/// 2.5 MB more. Runs in the caller's TBB arena. Thread-safe as long as nobody changes the sets.
///
/// Throws `InvalidInput` before anything is written if `out` shares memory with `pairs`, if the forced instruction set
/// cannot run here or, with `Check::inputs`, if an index is out of range or that of a body that was removed, or the
/// margin is negative or NaN; and `std::bad_alloc`, before anything is written.
LOCKSTEP_API BodyContactResult contacts(const BodySet& first, const BodySet& second, std::span<const Pair> pairs,
                                        std::span<BodyManifold> out, const ContactOptions& options = {});

/// The same of shapes and bodies. A shape is its own part 0.
LOCKSTEP_API BodyContactResult contacts(const ShapeSet& first, const BodySet& second, std::span<const Pair> pairs,
                                        std::span<BodyManifold> out, const ContactOptions& options = {});

}  // namespace lockstep
