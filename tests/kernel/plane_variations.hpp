// Shapes of the plane changed in ways that are exact in float32.
#pragma once

#include <optional>

#include "plane_generate.hpp"

namespace lockstep::test {

/// All lengths times 2^exponent, which is exact while they stay in range.
oracle::AnyShape2 scaled(const oracle::AnyShape2& shape, int exponent);

/// Coordinates and lengths rounded to multiples of 2^-12, so that sums of a few of them are exact.
oracle::AnyShape2 snapped(const oracle::AnyShape2& shape);

/// The second coordinate with the other sign: what turned left turns right.
oracle::AnyShape2 mirrored(const oracle::AnyShape2& shape);

/// Turned left by a right angle. Empty for a slice: no float is a quarter turn more than another.
std::optional<oracle::AnyShape2> turned_left(const oracle::AnyShape2& shape);

/// A larger one, which contains the whole shape.
oracle::AnyShape2 grown(const oracle::AnyShape2& shape, oracle::Rng& rng);

/// The same set of points with more vertices: shuffled and repeated.
oracle::AnyShape2 with_more_vertices(const oracle::PolygonShape2& polygon, oracle::Rng& rng);

/// Whether all numbers are the same.
bool is_same(const oracle::AnyShape2& a, const oracle::AnyShape2& b);

}  // namespace lockstep::test
