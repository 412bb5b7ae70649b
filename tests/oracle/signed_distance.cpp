// Judges of intervals that claim to contain a signed distance.
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>

#include "exact_distance.hpp"
#include "oracle.hpp"
#include "smooth_bracket.hpp"
#include "smooth_search.hpp"

namespace lockstep::oracle {

namespace {

thread_local std::size_t exact_count = 0;

/// The ends of an interval against the signed distance of a pair whose cores have corners. Exact numbers decide cases
/// that double cannot.
class CoreJudge {
 public:
  CoreJudge(const AnyShape& a, const AnyShape& b) : a_(a), b_(b), rounded_(a, b, 0), bracket_(bracket_of(rounded_)) {}

  /// The sign of the signed distance less the bound.
  int against(double bound) {
    // The sum of the radii is wrong by 2^-50 of itself, this one by two units more.
    const double threshold = bound + rounded_.radius, slack = 0x1p-48 * (std::abs(bound) + rounded_.radius);
    if (bracket_.lower > threshold + slack) return 1;
    if (bracket_.upper < threshold - slack) return -1;
    measure();
    return compare(*pair_, *distance_, bound);
  }

  double in_double() {
    measure();
    return to_double(*pair_, *distance_);
  }

 private:
  const AnyShape &a_, &b_;
  RoundedPair rounded_;
  Bracket bracket_;
  std::optional<ExactPair> pair_;
  std::optional<ExactDistance> distance_;

  void measure() {
    if (distance_) return;
    count_exact_decision();
    pair_ = exact_pair(a_, b_, 0, {0, 0, 0});
    distance_ = exact_distance(*pair_, bracket_);
  }
};

/// The radii that remain when a pair shrinks to its cores; the depth of round shapes is computed that way, because a
/// rounded surface has many nearest points.
AnyShape without_radius(AnyShape shape) {
  if (auto* sphere = std::get_if<Sphere>(&shape)) sphere->radius = 0;
  if (auto* capsule = std::get_if<Capsule>(&shape)) capsule->radius = 0;
  if (auto* hull = std::get_if<PlacedHull>(&shape)) hull->radius = 0;
  return shape;
}

std::optional<End> false_smooth_end(const AnyShape& a, const AnyShape& b, double lower, double upper) {
  require_shape(a), require_shape(b);
  const AnyShape first = without_radius(a), second = without_radius(b);
  const SmoothQuestion cores{first, second};
  const SmoothBracket bracket = smooth_bracket(cores);
  const Real radius = Real(radius_of(a)) + Real(radius_of(b)), unit = unit_of(cores);
  const auto threshold = [&](double end) { return Real((Real(end) + radius) * unit); };
  const auto truth = [&](double end) { return decide_smooth({a, b, end}); };
  const bool has_lower = !std::isinf(lower), has_upper = !std::isinf(upper);
  if (has_lower && bracket.upper < threshold(lower)) return End::lower;
  if (has_upper && bracket.lower > threshold(upper)) return End::upper;
  if (has_lower && lower >= 0 && bracket.lower < threshold(lower) && truth(lower) == Truth::overlapping)
    return End::lower;
  if (has_upper && upper >= 0 && bracket.upper > threshold(upper) && truth(upper) == Truth::separated)
    return End::upper;
  return std::nullopt;
}

/// An ellipsoid that is a ball has a core.
AnyShape plain(const AnyShape& shape) {
  const auto* ellipsoid = std::get_if<Ellipsoid>(&shape);
  if (ellipsoid == nullptr) return shape;
  const auto& [x, y, z] = ellipsoid->radii;
  return x == y && y == z ? AnyShape(Sphere{ellipsoid->center, x}) : shape;
}

}  // namespace

std::optional<End> false_end(const AnyShape& a, const AnyShape& b, double lower, double upper) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const AnyShape first = plain(a), second = plain(b);
  if (!(lower < infinity)) return End::lower;
  if (!(upper > -infinity)) return End::upper;
  if (is_smooth(first) || is_smooth(second)) return false_smooth_end(first, second, lower, upper);
  CoreJudge judge(first, second);
  if (lower > -infinity && judge.against(lower) < 0) return End::lower;
  if (upper < infinity && judge.against(upper) > 0) return End::upper;
  return std::nullopt;
}

bool holds(const AnyShape& a, const AnyShape& b, double lower, double upper) {
  if (is_smooth(plain(a)) || is_smooth(plain(b)))
    throw std::invalid_argument("what holds the distance of a smooth shape can only be refuted");
  return !false_end(a, b, lower, upper);
}

bool refutes(const AnyShape& a, const AnyShape& b, double lower, double upper) {
  return false_end(a, b, lower, upper).has_value();
}

std::optional<double> signed_distance(const AnyShape& a, const AnyShape& b) {
  if (is_smooth(a) || is_smooth(b)) return smooth_distance(a, b);
  return CoreJudge(a, b).in_double();
}

std::size_t exact_decisions() { return exact_count; }

void count_exact_decision() { ++exact_count; }

}  // namespace lockstep::oracle
