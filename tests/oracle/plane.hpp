// The oracle in the plane: do two shapes meet, how far apart are they, how deep do they lie in each other?
//
//   Truth truth = decide(Circle2{{0, 0}, 1}, Box2{{2, 0}, 0, {1, 1}});   // Truth::contact
//
// An angle means exactly what its float says. Its cosine and sine are no rational numbers, so shapes are measured in
// numbers of two hundred digits (plane_measure.hpp): the sign of a signed distance is certain, and `contact` means that
// it is less than 1e-120 of the size of the pair. Circles, capsules, and boxes and polygons that are not turned are
// rational; their contacts are decided without any rounding, as prisms, balls and capsules of space.
#pragma once

#include <optional>

#include <lockstep/reference/vector2.hpp>

#include "oracle.hpp"
#include "plane_shape.hpp"

namespace lockstep::oracle {

/// Throws `std::invalid_argument` if a number is not finite, a length is negative or a polygon has no vertex.
[[nodiscard]] Truth decide(const AnyShape2& a, const AnyShape2& b);

/// The same without the quick bounds in double, to check those.
[[nodiscard]] Truth decide_exactly(const AnyShape2& a, const AnyShape2& b);

/// The same by numbers of many digits, rational or not, to check the two against each other.
[[nodiscard]] Truth decide_in_many_digits(const AnyShape2& a, const AnyShape2& b);

/// The truth once one shape is grown by `margin` or, if that is negative, once the shapes are moved apart by -`margin`
/// in the direction that separates them soonest: separated if their signed distance is larger than `margin`.
[[nodiscard]] Truth decide_at(const AnyShape2& a, const AnyShape2& b, double margin);

/// Whether the shapes have a common point at some fraction of the motion of the first between two, as in space.
[[nodiscard]] bool meet_between(const AnyShape2& a, const AnyShape2& b, const Vec2& motion, double from, double to);

/// The gap or, negative, the depth: the shortest way out. To the nearest double (or to 1e-40 of the size of the pair);
/// empty for two overlapping shapes with so many equally short ways out that none is proven to be the shortest.
[[nodiscard]] std::optional<double> signed_distance(const AnyShape2& a, const AnyShape2& b);

/// The end of [lower, upper] that is false, as in space (oracle.hpp). An end is returned only if it is proven false,
/// and not if a search through many equally short ways out does not end.
[[nodiscard]] std::optional<End> false_end(const AnyShape2& a, const AnyShape2& b, double lower, double upper);

/// The distance of the two and its direction, in double: with the second moved by t along `direction`, a unit vector,
/// their signed distance is `distance` + t, as long as they are separated or only just meet.
struct Parting {
  reference::Vector2<double> direction;
  double distance;
};
[[nodiscard]] Parting parting(const AnyShape2& a, const AnyShape2& b);

/// A bound on every term in the sums that give the points of a shape, relative to an anchor; cancelled terms count.
[[nodiscard]] double reach_from(const Vec2& anchor, const AnyShape2& shape);

/// The largest coordinate of a point of the shape.
[[nodiscard]] double largest_coordinate(const AnyShape2& shape);

}  // namespace lockstep::oracle
