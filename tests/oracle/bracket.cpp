#include "bracket.hpp"

#include <algorithm>
#include <cmath>

namespace lockstep::oracle {

namespace {

constexpr double unit = 0x1p-53, infinity = std::numeric_limits<double>::infinity();

/// Below the error of corners, a polytope would only grow splinters.
double tolerance_of(const ScaledPair& pair) { return 8 * (pair.error + 8 * unit * pair.size); }

void bracket_depth(const ScaledPair& pair, Bracket& bracket) {
  const Difference<double>& d = pair.cores;
  const auto support = [&](const Vector<double>& n) { return corner_of(d, furthest(d.p, n), furthest(d.q, -n)); };
  const auto widen = [&](const Vector<double>& n) { bracket.lower = std::max(bracket.lower, least_along(pair, n)); };
  const Nearest<double>& nearest = bracket.nearest;
  std::vector<Corner<double>> corners(nearest.corner.begin(), nearest.corner.begin() + std::ptrdiff_t(nearest.size));
  if (const auto normal = flat_normal(corners, support, tolerance_of(pair))) {
    widen(*normal), widen(-*normal);
    return;
  }
  Polytope<double> polytope(std::move(corners), tolerance_of(pair));
  constexpr int steps = 200;
  expand(polytope, support, steps);
  for (const Facet<double>& facet : polytope.facets)
    if (facet.is_final) widen(-facet.normal);
  const auto is_outward = [&](const Polytope<double>& grown, const Facet<double>& facet) {
    return is_outward_in_double(grown, facet, pair.error, pair.size);
  };
  bracket.surface.emplace(std::move(polytope), pair.error, pair.size, is_outward);
  bracket.upper = std::min(bracket.upper, bracket.surface->upper());
}

}  // namespace

bool is_outward_in_double(const Polytope<double>& polytope, const Facet<double>& facet, double error, double size) {
  const auto at = [&](std::size_t k) -> const Vector<double>& { return polytope.corners[facet.corner[k]].at; };
  return dot(at(0), cross(at(1), at(2))) > determinant_bound(error, size);
}

/// A lower bound on the distance of all points along the normal, which bounds the distance from the origin as well,
/// however wrong the normal is. As in `least_along`.
double distance_bound(const Polytope<double>& polytope, const Facet<double>& facet, double error, double size) {
  const auto at = [&](std::size_t k) -> const Vector<double>& { return polytope.corners[facet.corner[k]].at; };
  const Vector<double>& normal = facet.normal;
  const double scale = std::max({std::abs(normal.x), std::abs(normal.y), std::abs(normal.z)});
  if (!(scale > 0x1p-500 && scale < 0x1p500)) return 0;
  const Vector<double> n{normal.x / scale, normal.y / scale, normal.z / scale};
  const double one_norm = std::abs(n.x) + std::abs(n.y) + std::abs(n.z);
  const double least = std::min({dot(n, at(0)), dot(n, at(1)), dot(n, at(2))});
  const double bound = (least - one_norm * (error + 16 * unit * size)) / std::sqrt(dot(n, n));
  return std::max(bound - 32 * unit * std::abs(bound), 0.0);
}

double Surface::upper() const {
  const double least = *std::min_element(bounds.begin(), bounds.end());
  return least >= 0 ? -least : infinity;
}

Bracket bracket_of(const RoundedPair& pair) {
  const std::optional<ScaledPair> scaled = scaled_pair(pair, {0, 0, 0});
  Bracket bracket;
  if (!scaled) return bracket;
  constexpr int steps = 64;
  bracket.nearest = nearest_to_origin(scaled->cores, {}, steps);
  drop_unweighted(bracket.nearest);
  bracket.lower = least_along(*scaled, bracket.nearest.v);
  bracket.upper = furthest_of(*scaled, bracket.nearest);
  if (!(bracket.lower > 0)) bracket_depth(*scaled, bracket);
  bracket.lower /= scaled->scale, bracket.upper /= scaled->scale;
  if (bracket.surface)
    for (double& bound : bracket.surface->bounds) bound /= scaled->scale;
  return bracket;
}

}  // namespace lockstep::oracle
