// Random pairs of the plane for tests: ordinary ones, pairs at a chosen gap from contact, and inputs that are hard for
// other libraries.
//
//   Rng rng(seed);
//   auto [a, b] = near_contact_pair(rng, Kind2::slice, Kind2::polygon, 1e-6);
//
// The same seed gives the same pairs with every compiler and standard library.
#pragma once

#include <utility>

#include "generate.hpp"
#include "plane_shape.hpp"

namespace lockstep::oracle {

using ShapePair2 = std::pair<AnyShape2, AnyShape2>;

/// Shapes of about unit size, near the origin; about half of the pairs overlap. One in eight has angles of many turns.
[[nodiscard]] ShapePair2 random_pair(Rng& rng, Kind2 a, Kind2 b);

/// A pair whose signed distance is `gap` up to the rounding of its coordinates; the sizes are about one.
[[nodiscard]] ShapePair2 near_contact_pair(Rng& rng, Kind2 a, Kind2 b, double gap);

/// A pair of that category (generate.hpp), at a random offset or nearly in contact. In the plane:
///
/// far         the coordinates are up to a million and the sizes 10^-4 to one; or a polygon lies far from the origin of
///             its own space
/// flat        extents, radii and half angles of zero, half angles of a quarter turn; polygons of one vertex, of
///             collinear and of repeated ones
/// thin        needles: aspect ratios up to 1:10^4, half angles down to 10^-4
/// lattice     small integers and no angle, so that edges and vertices meet exactly; or the floats nearest to quarter
///             turns, so that they just do not
/// coincident  concentric, or one shape twice
[[nodiscard]] ShapePair2 hard_pair(Rng& rng, Kind2 a, Kind2 b, Hardness hardness);

/// The second shape moved the shortest way until they have the requested gap, up to the rounding of its coordinates.
[[nodiscard]] ShapePair2 brought_near(const AnyShape2& a, const AnyShape2& b, double gap);

/// The shape moved, in double, rounded to float.
[[nodiscard]] AnyShape2 moved(const AnyShape2& shape, double x, double y);

/// A polygon of `vertices` points in a circle or near its rim: scanning it takes more than one register at every width.
[[nodiscard]] AnyShape2 polygon_of(Rng& rng, int vertices, const Vec2& center);

}  // namespace lockstep::oracle
