#include "smooth_bracket.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "bracket.hpp"
#include "smooth_search.hpp"

namespace lockstep::oracle {

namespace {

/// A lower bound on every point of the body along the direction.
template <class T>
T least_along(const Body<T>& body, const Vector<T>& v) {
  using std::sqrt;
  return dot(body.support(-v), v) / T(sqrt(dot(v, v)));
}

double largest(const Vector<double>& p) { return std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)}); }

Vector<double> rounded(const Vector<Real>& p) {
  return {p.x.convert_to<double>(), p.y.convert_to<double>(), p.z.convert_to<double>()};
}

class Bracketing {
 public:
  explicit Bracketing(const SmoothQuestion& question)
      : rough_(question, unit_of(question)), body_(question, unit_of(question)) {}

  SmoothBracket bracket() {
    Search<double> found = search<double>(rough_, 0, 100, 1e-14, 1e-300, false);
    drop_unweighted(found.nearest);
    directions_ = found.along;
    raise_lower(found.point());
    take_point(found.nearest);
    // Double loses track of the smallest facets now and then. Larger ones it can distinguish.
    for (const double tolerance : {0x1p-44, 0x1p-36, 0x1p-28})
      if (!(bracket_.lower > 0 || bracket_.upper - bracket_.lower < 16 * tolerance))
        measure_depth(found.nearest, tolerance);
    return bracket_;
  }

 private:
  Body<double> rough_;
  Body<Real> body_;
  std::vector<Vector<double>> directions_;
  SmoothBracket bracket_{-std::numeric_limits<Real>::infinity(), std::numeric_limits<Real>::infinity()};

  /// A point of the body, near the corner that double found. Along the normal of a face, rounding chooses the point of
  /// it, and double another one: then the direction leans a little from the middle of the face to the corner.
  [[nodiscard]] Vector<Real> exact_corner(const Corner<double>& corner) const {
    const Vector<double>& v = directions_[corner.i];
    const Vector<Real> n = widen(v * (1 / std::sqrt(dot(v, v)))), at = widen(corner.at);
    const Vector<Real> little{Real(3e-12), Real(-2e-12), Real(1e-12)};
    const Vector<Real> found = body_.support(widen(v)), step = found - at;
    if (!(dot(step, step) > Real(1e-16))) return found;
    const Vector<Real> middle = (body_.support(n + little) + body_.support(n - little)) * Real(0.5);
    return body_.support(n + (at - middle) * Real(1e-12));
  }

  void raise_lower(const Vector<double>& v) {
    if (!(largest(v) > 0 && largest(v) < 0x1p500)) return;
    bracket_.lower = std::max(bracket_.lower, Real(least_along(body_, widen(v)) - nothing()));
  }

  /// A convex combination is a point of the body, whatever its weights.
  void take_point(const Nearest<double>& nearest) {
    Vector<Real> point{Real(0), Real(0), Real(0)};
    Real total = 0;
    for (std::size_t k = 0; k < nearest.size; ++k) {
      if (!(nearest.weight[k] > 0)) return;
      point = point + exact_corner(nearest.corner[k]) * Real(nearest.weight[k]);
      total += Real(nearest.weight[k]);
    }
    bracket_.upper = Real(sqrt(dot(point, point)) / total + nothing());
  }

  void measure_depth(const Nearest<double>& nearest, double tolerance) {
    const auto support = [&](const Vector<double>& n) {
      directions_.push_back(n);
      return Corner<double>{rough_.support(n), directions_.size() - 1, 0};
    };
    std::vector<Corner<double>> corners(nearest.corner.begin(), nearest.corner.begin() + std::ptrdiff_t(nearest.size));
    if (const auto normal = flat_normal(corners, support, tolerance)) {
      raise_lower(*normal), raise_lower(-*normal);
      return;
    }
    Polytope<double> polytope(std::move(corners), tolerance);
    constexpr int steps = 300;
    expand(polytope, support, steps);
    raise_lower(climbed(-best_normal(polytope)));
    drop_upper(std::move(polytope));
  }

  /// Uphill from a direction by random steps, which get shorter if none leads up: at an edge of the body the error of a
  /// facet's normal is the error of the result.
  [[nodiscard]] Vector<double> climbed(Vector<double> v) const {
    constexpr int patience = 16;
    std::mt19937_64 rng(1);
    const auto random = [&] { return std::ldexp(static_cast<double>(rng() >> 11), -52) - 1; };
    double most = least_along(rough_, v);
    int failed = 0;
    for (double step = 0x1p-6; step > 0x1p-54; failed > patience ? (step /= 2, failed = 0) : ++failed) {
      v = v * (1 / std::sqrt(dot(v, v)));
      const double x = random(), y = random();
      const Vector<double> next = v + Vector<double>{x, y, random()} * step;
      const double least = least_along(rough_, next);
      if (least > most) v = next, most = least, failed = -patience;
    }
    return v;
  }

  /// The normal of the facet in whose direction the body ends soonest.
  [[nodiscard]] Vector<double> best_normal(const Polytope<double>& polytope) const {
    const Facet<double>* best = nullptr;
    double most = 0;
    for (const Facet<double>& facet : polytope.facets) {
      if (!(largest(facet.normal) > 0)) continue;
      const double least = least_along(rough_, -facet.normal);
      if (best == nullptr || least > most) best = &facet, most = least;
    }
    return best == nullptr ? Vector<double>{1, 0, 0} : best->normal;
  }

  /// By the corners in a hundred digits, rounded once.
  void drop_upper(Polytope<double> polytope) {
    std::vector<Vector<Real>> exact(polytope.corners.size());
    std::vector<bool> is_known(exact.size());
    double size = 0;
    for (const Facet<double>& facet : polytope.facets) {
      for (const std::size_t k : facet.corner) {
        if (is_known[k]) continue;
        is_known[k] = true;
        exact[k] = exact_corner(polytope.corners[k]);
        polytope.corners[k].at = rounded(exact[k]);
        size = std::max(size, largest(polytope.corners[k].at));
      }
    }
    // The error of rounding to a subnormal number is less than the allowance of the last term.
    const double error = 0x1p-52 * size + 0x1p-1000;
    const auto is_outward = [&](const Polytope<double>& grown, const Facet<double>& facet) {
      const auto& [i, j, k] = facet.corner;
      return is_outward_in_double(grown, facet, error, size) || dot(exact[i], cross(exact[j], exact[k])) > nothing();
    };
    const Surface surface(std::move(polytope), error, size, is_outward);
    if (surface.upper() <= 0) bracket_.upper = std::min(bracket_.upper, Real(surface.upper()));
  }
};

}  // namespace

SmoothBracket smooth_bracket(const SmoothQuestion& question) {
  require_shape(question.a), require_shape(question.b);
  return Bracketing(question).bracket();
}

}  // namespace lockstep::oracle
