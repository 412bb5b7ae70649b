// The signed distance of two cores in double, between two bounds that account for every rounding error.
#pragma once

#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "expanding.hpp"
#include "filter.hpp"

namespace lockstep::oracle {

// For facets whose corners have coordinates up to a size, each wrong by at most an error:
/// The outer side faces away from the origin, proven in double.
[[nodiscard]] bool is_outward_in_double(const Polytope<double>& polytope, const Facet<double>& facet, double error,
                                        double size);

/// A lower bound on the distance of every point from the origin.
[[nodiscard]] double distance_bound(const Polytope<double>& polytope, const Facet<double>& facet, double error,
                                    double size);

/// A closed surface of facets whose corners are points of a convex set, each coordinate wrong by at most an error. If
/// the outer sides of all of them face away from the origin, every ray from the origin meets one: the origin is in the
/// set, at least as deep as the nearest point of a facet.
struct Surface {
  Polytope<double> polytope;
  /// The least distance of each facet from the origin; minus infinity for a facet whose inner side may face away.
  std::vector<double> bounds;

  /// `is_outward(polytope, facet)` proves that the outer side of a facet faces away from the origin.
  template <class IsOutward>
  Surface(Polytope<double> grown, double error, double size, const IsOutward& is_outward) : polytope(std::move(grown)) {
    for (const Facet<double>& facet : polytope.facets)
      bounds.push_back(is_outward(polytope, facet) ? distance_bound(polytope, facet, error, size)
                                                   : -std::numeric_limits<double>::infinity());
  }

  /// The bound on minus the depth of the origin in the set; infinity if the surface may not enclose it.
  [[nodiscard]] double upper() const;
};

/// lower <= signed distance of the cores <= upper, and the places of both.
struct Bracket {
  double lower = -std::numeric_limits<double>::infinity(), upper = std::numeric_limits<double>::infinity();
  Nearest<double> nearest;         ///< no corners if double was of no use
  std::optional<Surface> surface;  ///< if the cores may overlap
};

[[nodiscard]] Bracket bracket_of(const RoundedPair& pair);

}  // namespace lockstep::oracle
