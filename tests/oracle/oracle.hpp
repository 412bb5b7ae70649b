// The exact oracle: do two shapes meet, decided without any rounding. For tests, and for lockstep pairs --exact.
//
//   using namespace lockstep::oracle;
//   Truth truth = decide(lockstep::Sphere{{0, 0, 0}, 1}, lockstep::Point{{1, 0, 0}});   // Truth::contact
//
// Shapes are closed sets given exactly by their float32 numbers; a quaternion means the rotation of q/|q|, a matrix the
// corners that follow from its exact inverse. Pairs with an ellipsoid, a cylinder or a cone are certified in numbers of
// a hundred digits instead (smooth.hpp); there `contact` means that neither certificate was found.
#pragma once

#include <iosfwd>
#include <optional>

#include "shape.hpp"

namespace lockstep::oracle {

/// separated    the shapes have no point in common.
/// contact      they have, but an arbitrarily small translation of one can part them: their signed distance is zero.
/// overlapping  they have, and after every small enough translation they still have.
///
/// In other words, A - B does not contain the origin, has it on its boundary, has it in its interior. For shapes with
/// interior `overlapping` says that the interiors meet. For flat ones it says that they cross: a segment through a
/// triangle overlaps it, two coplanar triangles are never more than in contact, a point in a ball overlaps it.
///
/// A verdict of the library is right if it is `separated` only for separated, `overlapping` only for contact and
/// overlapping; `touching` is never false.
enum class Truth { separated, contact, overlapping };

std::ostream& operator<<(std::ostream& out, Truth truth);

/// Whether a verdict is false.
[[nodiscard]] constexpr bool is_false(Verdict verdict, Truth truth) {
  return (verdict == Verdict::separated && truth != Truth::separated) ||
         (verdict == Verdict::overlapping && truth == Truth::separated);
}

/// Throws `std::invalid_argument` for invalid shapes (see core.hpp) and for matrices without a bounded volume.
[[nodiscard]] Truth decide(const AnyShape& a, const AnyShape& b);

/// The same without the quick bounds in double, to check those.
[[nodiscard]] Truth decide_exactly(const AnyShape& a, const AnyShape& b);

/// The truth once one shape is grown by `margin` (>= 0): `separated` means that the gap is larger than `margin`.
[[nodiscard]] Truth decide_grown(const AnyShape& a, const AnyShape& b, double margin);

/// True only if the shapes still meet after every translation by up to depth / sqrt(3); false only if some translation
/// by `depth` separates them.
[[nodiscard]] bool deeper_than(const AnyShape& a, const AnyShape& b, double depth);

/// Whether the shapes have a common point once the first has moved by `fraction` times `motion`, a product that is not
/// rounded either. With a smooth shape, true means that no proof of the contrary was found.
[[nodiscard]] bool meet_after(const AnyShape& a, const AnyShape& b, const Vec3& motion, double fraction);

/// The same at some fraction of the motion between two.
[[nodiscard]] bool meet_between(const AnyShape& a, const AnyShape& b, const Vec3& motion, double from, double to);

/// The signed distance, correctly rounded up to a few units in the last place: the gap, or minus the depth, which is
/// the length of the shortest translation after which the two are no more than in contact. With a smooth shape, for
/// separated ones only.
[[nodiscard]] std::optional<double> signed_distance(const AnyShape& a, const AnyShape& b);

/// Of an interval.
enum class End { lower, upper };

std::ostream& operator<<(std::ostream& out, End end);

/// The end of [lower, upper] that is false: a lower one above the signed distance, or an upper one below it (if two are
/// false, the lower). Nothing if the interval contains the signed distance. A lower end of minus infinity and an upper
/// one of infinity claim nothing; NaN is always false.
///
/// Decided without any rounding, unless one of the two is an ellipsoid of different radii, a cylinder or a cone. For
/// those an end is returned only if it is proven false in numbers of a hundred digits:
/// - ends from 0 on, which are about gaps, as by `decide_grown`: down to 1e-39 of the size;
/// - an upper end below 0, if a direction is found in which a smaller step separates the two: from the normals of a
///   polytope that grows inside the difference, and uphill from there;
/// - a lower end below 0, if the surface of that polytope, all of whose corners are points of the difference, is
///   farther from the origin.
/// Ends below 0 that are false by more than 1e-8 of the size are refuted, nearly always, and mostly those that are
/// false by more than 1e-11. But if a whole ring of directions is the shortest way out, as from the axis of a cylinder,
/// lower ends have to be false by 1e-4 or so; and those of shapes so thin that double cannot distinguish their
/// difference from a flat one are never refuted.
[[nodiscard]] std::optional<End> false_end(const AnyShape& a, const AnyShape& b, double lower, double upper);

/// No end is false. Throws `std::invalid_argument` if the absence of a proof says nothing, see `false_end`.
[[nodiscard]] bool holds(const AnyShape& a, const AnyShape& b, double lower, double upper);

/// An end is proven false. For all shapes.
[[nodiscard]] bool refutes(const AnyShape& a, const AnyShape& b, double lower, double upper);

/// The number of decisions that needed exact arithmetic, in this thread; rigorous bounds in double decided the rest.
[[nodiscard]] std::size_t exact_decisions();

}  // namespace lockstep::oracle
