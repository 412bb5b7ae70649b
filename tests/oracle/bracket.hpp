// The signed distance of two cores in double, between two bounds on which every rounding error is accounted for.
#pragma once

#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "expanding.hpp"
#include "filter.hpp"

namespace lockstep::oracle {

// Of facets whose corners have coordinates up to a size, each wrong by at most an error:
/// That one turns its outer side away from the origin, proven in double.
[[nodiscard]] bool is_outward_in_double(const Polytope<double>& polytope, const Facet<double>& facet, double error,
                                        double size);

/// Every point of one is at least so far from the origin.
[[nodiscard]] double distance_bound(const Polytope<double>& polytope, const Facet<double>& facet, double error,
                                    double size);

/// A closed surface of facets whose corners are points of a convex set, each coordinate wrong by at most an error. If
/// all of them turn their outer sides away from the origin, every ray from the origin meets one: the origin is in the
/// set, no less deep than the nearest point of a facet.
struct Surface {
  Polytope<double> polytope;
  /// How far every point of a facet is from the origin, at least; minus infinity for a facet that might turn its inner
  /// side.
  std::vector<double> bounds;

  /// `is_outward(polytope, facet)` proves that a facet turns its outer side away from the origin.
  template <class IsOutward>
  Surface(Polytope<double> grown, double error, double size, const IsOutward& is_outward) : polytope(std::move(grown)) {
    for (const Facet<double>& facet : polytope.facets)
      bounds.push_back(is_outward(polytope, facet) ? distance_bound(polytope, facet, error, size)
                                                   : -std::numeric_limits<double>::infinity());
  }

  /// Minus the depth of the origin in the set, at most; infinity if the surface might not enclose it.
  [[nodiscard]] double upper() const;
};

/// lower <= signed distance of the cores <= upper, and where they were found.
struct Bracket {
  double lower = -std::numeric_limits<double>::infinity(), upper = std::numeric_limits<double>::infinity();
  Nearest<double> nearest;         ///< no corners where double was of no use
  std::optional<Surface> surface;  ///< if the cores may overlap
};

[[nodiscard]] Bracket bracket_of(const RoundedPair& pair);

}  // namespace lockstep::oracle
