// Shapes changed in ways that are exact in float32, so that the truth changes in a known way or not at all.
#pragma once

#include <array>

#include "generate.hpp"
#include "shape.hpp"

namespace lockstep::test {

using oracle::AnyShape;
using oracle::Rng;

/// All lengths times 2^exponent, which is exact while they stay in range.
AnyShape scaled(const AnyShape& shape, int exponent);

/// Coordinates and lengths rounded to multiples of 2^-12, so that sums of a few of them are exact. Matrices stay.
AnyShape snapped(const AnyShape& shape);

/// The axes exchanged and mirrored: coordinate k becomes sign[k] times coordinate axis[k].
struct SignedAxes {
  std::array<std::size_t, 3> axis;
  std::array<float, 3> sign;
};

SignedAxes random_axes(Rng& rng);
AnyShape turned(const AnyShape& shape, const SignedAxes& to);

/// A larger one, which contains the whole shape.
AnyShape grown(const AnyShape& shape, Rng& rng);

/// The same set of points with more vertices: shuffled, repeated, and midpoints of two if they are exact.
AnyShape with_more_vertices(const oracle::HullShape& hull, Rng& rng);

/// A box in four forms: as given, with identity rotation, as a hull and as a volume. Empty if its middle is not a
/// float.
std::vector<AnyShape> same_boxes(const Aabb& box);

/// Two shapes whose union is the given one, cut in the middle of the box along x, of the capsule, or of the last edge
/// of a hull of four vertices. Empty if the middle is not a float.
std::vector<AnyShape> halves(const AnyShape& shape);

/// Whether all numbers are the same.
bool is_same(const AnyShape& a, const AnyShape& b);

}  // namespace lockstep::test
