// The signed distance of a pair with an ellipsoid, a cylinder or a cone, between two bounds: double finds directions,
// points and surfaces, numbers of a hundred digits confirm them.
#pragma once

#include "smooth.hpp"
#include "support.hpp"

namespace lockstep::oracle {

/// In units of 1 / unit_of(question). Either end may be infinite.
///
/// lower: the bound that the best direction proves. upper: for a gap the distance of a point of the difference; for a
/// depth that of a closed surface of such points, a polytope that grew where it was nearest.
///
/// For overlapping pairs the two ends are mostly less than 1e-11 of the size apart, and 1e-8 if double lost track of
/// the smallest facets. If a whole ring of directions is the shortest way out, the polytope does not follow it, and the
/// upper end is off by 1e-4 or so. For gaps they are as far apart as the search in double left them: `decide_smooth`
/// knows more.
struct SmoothBracket {
  Real lower, upper;
};

[[nodiscard]] SmoothBracket smooth_bracket(const SmoothQuestion& question);

}  // namespace lockstep::oracle
