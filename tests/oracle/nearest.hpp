// The point of a convex polytope that is nearest to the origin, by the distance algorithm of Gilbert, Johnson and
// Keerthi with Johnson's cofactors, on any number type. With integers every step is exact, so the search ends and its
// result is a proof; with double the result is a guess that a bound has to confirm.
//
// It shares nothing with the reference GJK that it judges but the idea of a support point.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include <lockstep/reference/vector.hpp>

namespace lockstep::oracle {

using reference::Vector;

/// The polytope { p - q } of two sets of points; neither may be empty.
template <class T>
struct Difference {
  std::vector<Vector<T>> p, q;
};

/// A vertex of the difference and the two points it comes from.
template <class T>
struct Corner {
  Vector<T> at;
  std::size_t i = 0, j = 0;
};

/// Up to four corners and the point of their hull that is nearest to the origin: v / total, with
/// v = sum of weight[k] * corner[k].at, all weights positive, total their sum.
template <class T>
struct Nearest {
  std::array<Corner<T>, 4> corner;
  std::array<T, 4> weight;
  std::size_t size = 0;
  Vector<T> v{};
  T total{};
};

template <class T>
Corner<T> corner_of(const Difference<T>& d, std::size_t i, std::size_t j) {
  return {d.p[i] - d.q[j], i, j};
}

template <class T>
std::size_t furthest(const std::vector<Vector<T>>& points, const Vector<T>& direction) {
  std::size_t best = 0;
  T most = dot(points[0], direction);
  for (std::size_t k = 1; k < points.size(); ++k) {
    T distance = dot(points[k], direction);
    if (distance > most) {
      most = distance;
      best = k;
    }
  }
  return best;
}

/// Johnson's cofactors of every subset of the corners, in the order of its bit mask: delta[s][k] is proportional to the
/// weight of corner k in the point of the affine hull of s that is nearest to the origin.
template <class T>
struct Cofactors {
  std::array<std::array<T, 4>, 16> delta;

  explicit Cofactors(const Nearest<T>& simplex) {
    std::array<std::array<T, 4>, 4> gram;
    for (std::size_t i = 0; i < simplex.size; ++i) {
      for (std::size_t j = 0; j <= i; ++j) gram[i][j] = gram[j][i] = dot(simplex.corner[i].at, simplex.corner[j].at);
    }
    for (unsigned s = 1; s < 1U << simplex.size; ++s) {
      for (std::size_t k = 0; k < simplex.size; ++k) {
        const unsigned rest = s & ~(1U << k);
        if (rest != s) delta[s][k] = rest == 0 ? T(1) : grown(gram, rest, k);
      }
    }
  }

 private:
  /// The cofactor of corner k when it joins the subset `rest`.
  T grown(const std::array<std::array<T, 4>, 4>& gram, unsigned rest, std::size_t k) const {
    const auto lowest = static_cast<std::size_t>(__builtin_ctz(rest));
    T sum(0);
    for (std::size_t i = 0; i < 4; ++i) {
      if ((rest >> i) & 1U) sum += delta[rest][i] * (gram[i][lowest] - gram[i][k]);
    }
    return sum;
  }
};

/// Reduces the corners to the face of their simplex on which the nearest point lies inside, and finds that point.
/// False (only possible with rounding) if no face qualifies.
template <class T>
bool reduce(Nearest<T>& simplex) {
  const Cofactors<T> cofactors(simplex);
  for (unsigned s = 1; s < 1U << simplex.size; ++s) {
    bool nearest = true;
    for (std::size_t k = 0; k < simplex.size && nearest; ++k) {
      const bool member = ((s >> k) & 1U) != 0;
      nearest = member ? cofactors.delta[s][k] > 0 : cofactors.delta[s | 1U << k][k] <= 0;
    }
    if (!nearest) continue;
    std::size_t size = 0;
    simplex.v = {T(0), T(0), T(0)};
    simplex.total = T(0);
    for (std::size_t k = 0; k < simplex.size; ++k) {
      if (((s >> k) & 1U) == 0) continue;
      simplex.corner[size] = simplex.corner[k];
      simplex.weight[size] = cofactors.delta[s][k];
      simplex.v = simplex.v + simplex.corner[size].at * simplex.weight[size];
      simplex.total += simplex.weight[size];
      ++size;
    }
    simplex.size = size;
    return true;
  }
  return false;
}

/// After a search in double, which may end with a corner that has no weight yet: if rounding left no face of the
/// simplex that is the nearest, or the search cycled.
inline void drop_unweighted(Nearest<double>& simplex) {
  if (!reduce(simplex)) --simplex.size;
}

template <class T>
bool contains(const Nearest<T>& simplex, const Corner<T>& corner) {
  for (std::size_t k = 0; k < simplex.size; ++k) {
    if (simplex.corner[k].i == corner.i && simplex.corner[k].j == corner.j) return true;
  }
  return false;
}

/// Starts from `simplex` (any corners of `d`, or none). Integers never reach a bound on the steps; double may.
template <class T>
Nearest<T> nearest_to_origin(const Difference<T>& d, Nearest<T> simplex, int steps) {
  if (simplex.size == 0) simplex.corner[simplex.size++] = corner_of(d, 0, 0);
  for (int step = 0; step < steps && reduce(simplex); ++step) {
    const Vector<T>& v = simplex.v;
    if (simplex.size == 4 || dot(v, v) == 0) break;  // the origin is in the polytope
    const Corner<T> next = corner_of(d, furthest(d.p, -v), furthest(d.q, v));
    // All corners kept are equally far along v. If the next corner is no nearer to the origin, no point is: this is the
    // nearest.
    if (dot(v, next.at) >= dot(v, simplex.corner[0].at) || contains(simplex, next)) break;
    simplex.corner[simplex.size++] = next;
  }
  return simplex;
}

}  // namespace lockstep::oracle
