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

/// Whether a verdict is wrong.
[[nodiscard]] constexpr bool is_false(Verdict verdict, Truth truth) {
  return (verdict == Verdict::separated && truth != Truth::separated) ||
         (verdict == Verdict::overlapping && truth == Truth::separated);
}

/// Throws `std::invalid_argument` for shapes that are none (see core.hpp) and for matrices without a bounded volume.
[[nodiscard]] Truth decide(const AnyShape& a, const AnyShape& b);

/// The same without the quick bounds in double: to check those.
[[nodiscard]] Truth decide_exactly(const AnyShape& a, const AnyShape& b);

/// The truth once one shape is grown by `margin` (>= 0): `separated` means that the gap is larger than `margin`.
[[nodiscard]] Truth decide_grown(const AnyShape& a, const AnyShape& b, double margin);

/// True only if the shapes still meet after every translation by up to depth / sqrt(3); false only if some translation
/// by `depth` parts them.
[[nodiscard]] bool deeper_than(const AnyShape& a, const AnyShape& b, double depth);

/// The signed distance, correctly rounded up to a few units in the last place, if it follows from the distance of the
/// cores: always for separated shapes, and for overlapping ones as long as the cores (centers, segments) stay apart.
/// With a smooth shape, for separated ones only.
[[nodiscard]] std::optional<double> signed_distance(const AnyShape& a, const AnyShape& b);

/// How many decisions needed exact arithmetic, in this thread; the rest were settled by rigorous bounds in double.
[[nodiscard]] std::size_t exact_decisions();

}  // namespace lockstep::oracle
