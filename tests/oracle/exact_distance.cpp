#include "exact_distance.hpp"

#include <algorithm>
#include <climits>
#include <cmath>
#include <optional>
#include <utility>

namespace lockstep::oracle {

namespace {

/// For two distances on one side, squared.
bool is_less(const ExactDistance& a, const ExactDistance& b) { return a.squared * b.divisor < b.squared * a.divisor; }

ExactDistance depth_of(const Vector<Integer>& normal, const Integer& offset) {
  return {offset == 0 ? 0 : -1, offset * offset, dot(normal, normal)};
}

Corner<Integer> furthest_corner(const Difference<Integer>& d, const Vector<Integer>& direction) {
  return corner_of(d, furthest(d.p, direction), furthest(d.q, -direction));
}

/// The depth by the surface that double found: its facets are as deep as bounds in double prove or, for those that may
/// be the nearest, as deep as their planes, and the cores end at the plane of the nearest. Empty if any of that fails.
std::optional<ExactDistance> confirmed(const ExactPair& pair, const Bracket& bracket) {
  std::optional<ExactDistance> nearest;
  Vector<Integer> direction;
  Integer offset;
  // Not a structured binding: clang 14 lets no lambda capture one.
  const auto& surface = *bracket.surface;
  const auto& polytope = surface.polytope;
  const auto& bounds = surface.bounds;
  for (std::size_t k = 0; k < bounds.size(); ++k) {
    if (bounds[k] >= 0 && bounds[k] >= -bracket.lower) continue;
    const auto at = [&](std::size_t i) {
      const Corner<double>& corner = polytope.corners[polytope.facets[k].corner[i]];
      return corner_of(pair.cores, corner.i, corner.j).at;
    };
    const Vector<Integer> a = at(0), normal = cross(at(1) - a, at(2) - a);
    const Integer height = dot(normal, a);
    if (height <= 0) return std::nullopt;
    const ExactDistance depth = depth_of(normal, height);
    if (nearest && !is_less(depth, *nearest)) continue;
    nearest = depth, direction = normal, offset = height;
  }
  if (!nearest || dot(furthest_corner(pair.cores, direction).at, direction) != offset) return std::nullopt;
  return nearest;
}

/// The cores meet in a point of the simplex.
ExactDistance searched_depth(const ExactPair& pair, const Nearest<Integer>& simplex) {
  const auto support = [&](const Vector<Integer>& n) { return furthest_corner(pair.cores, n); };
  std::vector<Corner<Integer>> corners(simplex.corner.begin(), simplex.corner.begin() + std::ptrdiff_t(simplex.size));
  if (flat_normal(corners, support, 0)) return {};
  Polytope<Integer> polytope(std::move(corners), 0);
  expand(polytope, support, INT_MAX);
  std::optional<ExactDistance> nearest;
  for (const Facet<Integer>& facet : polytope.facets) {
    if (!facet.is_final) continue;
    ExactDistance depth = depth_of(facet.normal, facet.offset);
    if (!nearest || is_less(depth, *nearest)) nearest = std::move(depth);
  }
  return *nearest;
}

double rounded(const Rational& number) { return number.convert_to<double>(); }

Rational rational(const Integer& number) { return Rational(boost::multiprecision::cpp_int(number)); }

}  // namespace

ExactDistance exact_distance(const ExactPair& pair, const Bracket& bracket) {
  if (bracket.surface)
    if (std::optional<ExactDistance> depth = confirmed(pair, bracket)) return *std::move(depth);
  const Nearest<Integer> nearest = exact_nearest(pair, bracket.nearest);
  const Integer squared = dot(nearest.v, nearest.v);
  if (nearest.size < 4 && squared != 0) return {1, squared, nearest.total * nearest.total};
  return searched_depth(pair, nearest);
}

int compare(const ExactPair& pair, const ExactDistance& distance, double bound) {
  const int exponent = bound == 0 ? pair.exponent : std::min(pair.exponent, lowest_exponent(bound));
  const auto finer = static_cast<unsigned>(pair.exponent - exponent);
  const Integer threshold = scaled(bound, exponent) * pair.denominator + (pair.radius << finer);
  if (distance.side != threshold.sign()) return distance.side - threshold.sign();
  const Integer found = distance.squared << (2 * finer), sought = threshold * threshold * distance.divisor;
  return distance.side * found.compare(sought);
}

double to_double(const ExactPair& pair, const ExactDistance& distance) {
  Rational unit = 1 / rational(pair.denominator);
  const boost::multiprecision::cpp_int power = boost::multiprecision::cpp_int(1)
                                               << static_cast<unsigned>(std::abs(pair.exponent));
  unit = pair.exponent >= 0 ? Rational(unit * power) : Rational(unit / power);
  const Rational radius = rational(pair.radius) * unit;
  const Rational squared = rational(distance.squared) * unit * unit / rational(distance.divisor);
  const double sum = std::sqrt(rounded(squared)) + rounded(radius);
  // d - r = (d^2 - r^2) / (d + r) keeps all digits where d and r are nearly equal.
  return distance.side > 0 ? rounded(squared - radius * radius) / sum : -sum;
}

}  // namespace lockstep::oracle
