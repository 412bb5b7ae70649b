// The point of a simplex that is nearest to the origin O: the subproblem of each step of the distance form of GJK
// (distance.hpp), by signed volumes.
//
// THE ANSWER is a part of the simplex (some of its corners) and a positive weight for each of them. The weights add up
// to one, and the mean of the corners by these weights is the point. Every corner is a difference p - q of a point p of
// A and a point q of B, so the same weights give the two points of A and B that lie nearest to each other.
//
// BY SIGNED VOLUMES. Split the simplex at O, or at the foot of O in its plane, into parts that have O in place of one
// corner each. The weight of a corner is the volume (area, length) of the part that lacks it, as a share of the whole:
//
//              c                 weight of a = OBC / ABC      OBC is negative if O lies beyond the side BC; then the
//            .' '.               weight of b = OCA / ABC      nearest point lies on a side that O is beyond, and the
//          .' .O. '.             weight of c = OAB / ABC      question is asked again of those, with one corner less.
//        .'.'     '.'.
//       a -----------  b
//
// If several sides give a point, the nearest wins. If the simplex is degenerate (a triangle whose corners lie in a
// line), all volumes are zero: no weight is positive, so all sides are tried. If O lies on the simplex up to rounding,
// the signs are noise: a caller without progress tries again with `Sides::all`.
//
// THE DIRECTION. `point` is the mean of the corners: certainly a point of the simplex, but near contact the corners
// cancel, and the direction of the rest is noise. The normal of a triangle (in the plane: of a segment) does not
// cancel, so `v` is the same point found along the normal; in space, for a segment, it is at least perpendicular to it.
// Distances are taken from `point`, directions from `v`.
//
// IN FLOATING POINT the volumes of a triangle in space are products of four coordinates: in float these should stay
// between about 1e-9 and 1e9. NaN is never positive, and never nearer: the answer is then some part of the simplex.
//
// Complexity: O(1).
// Allocates: nothing.
// Throws: nothing.
// Threads: safe.
//
// Sources: M. Montanari, N. Petrinic, E. Barbieri, "Improving the GJK algorithm for faster and more reliable distance
// queries between two convex objects", 2017, for signed volumes; C. Ericson, "Real-Time Collision Detection", 2005,
// 5.1, for going through the sides that O is beyond.
#pragma once

#include <array>
#include <cstddef>

#include <lockstep/reference/vector.hpp>

namespace lockstep::reference {

/// The corners of a simplex, in the first elements: at most four in space, three in the plane.
template <class V>
using Points = std::array<V, 4>;

/// The sides to try: those that the signs of the volumes say O is beyond, or all, which costs more.
enum class Sides : bool { beyond, all };

template <class V>
struct Nearest {
  using T = typename V::Scalar;

  std::size_t count;                  ///< the number of corners of the part; all of the largest simplex: it encloses O
  std::array<std::size_t, 4> corner;  ///< their indices
  std::array<T, 4> weight;
  V point;    ///< the mean of these corners by their weights
  V v;        ///< the same point, with the better direction
  T squared;  ///< the square of its distance from O
};

/// The mean of these corners by their weights, which are given up to a common factor.
template <class V>
constexpr Nearest<V> weighted(const Points<V>& p, std::size_t count, const std::array<std::size_t, 4>& corner,
                              std::array<typename V::Scalar, 4> weight) noexcept {
  using T = typename V::Scalar;
  T sum = weight[0];
  for (std::size_t i = 1; i < count; ++i) sum = sum + weight[i];
  V point{};
  for (std::size_t i = 0; i < count; ++i) {
    weight[i] = weight[i] / sum;
    point = point + p[corner[i]] * weight[i];
  }
  return {count, corner, weight, point, point, dot(point, point)};
}

template <class V>
constexpr Nearest<V> nearest_of_point(const Points<V>& p, std::size_t i) noexcept {
  return {1, {i}, {typename V::Scalar(1)}, p[i], p[i], dot(p[i], p[i])};
}

/// The foot of O on the line through a and b. In space that line has no unique normal, but the component of the point
/// along the line is rounding error and can be removed. (If the line is long and near, that error would reach from one
/// side of O to the other.)
template <class T>
constexpr Vector<T> foot_on_line(const Vector<T>& a, const Vector<T>& b, const Vector<T>& point) noexcept {
  const Vector<T> ab = b - a;
  return point - ab * (dot(point, ab) / dot(ab, ab));
}

/// The weights are the lengths that O's foot splits the segment into.
template <class V>
constexpr Nearest<V> nearest_of_segment(const Points<V>& p, std::size_t i, std::size_t j) noexcept {
  using T = typename V::Scalar;
  const V& a = p[i];
  const V& b = p[j];
  const V ab = b - a;
  const T towards_b = -dot(a, ab), towards_a = dot(b, ab);
  if (!(towards_b > 0)) return nearest_of_point(p, i);
  if (!(towards_a > 0)) return nearest_of_point(p, j);
  Nearest<V> nearest = weighted(p, 2, {i, j}, {towards_a, towards_b});
  nearest.v = foot_on_line(a, b, nearest.point);
  return nearest;
}

template <class V>
constexpr const Nearest<V>& nearer(const Nearest<V>& x, const Nearest<V>& y) noexcept {
  return y.squared < x.squared ? y : x;
}

/// The nearest of `best` and the sides of a triangle: all, or those whose opposite corner has no positive weight.
template <class V>
constexpr Nearest<V> nearest_of_sides(const Points<V>& p, const std::array<std::size_t, 3>& corner,
                                      const std::array<typename V::Scalar, 3>& weight, Sides sides,
                                      Nearest<V> best = {}) noexcept {
  for (std::size_t k = 0; k < 3; ++k) {
    if (weight[k] > 0 && sides == Sides::beyond) continue;
    const Nearest<V> side = nearest_of_segment(p, corner[(k + 1) % 3], corner[(k + 2) % 3]);
    best = best.count == 0 ? side : nearer(best, side);
  }
  return best;
}

/// O is replaced by its foot in the plane. OBC and ABC have the same normal n, so n.(B x C) / n.n is their ratio; C - B
/// in place of C changes only the rounding, which is then that of an edge.
template <class T>
constexpr Nearest<Vector<T>> nearest_of_triangle(const Points<Vector<T>>& p, std::size_t i, std::size_t j,
                                                 std::size_t k, Sides sides = Sides::beyond) noexcept {
  const Vector<T>&a = p[i], &b = p[j], &c = p[k];
  const Vector<T> n = cross(b - a, c - a);
  const T obc = dot(n, cross(b, c - b)), oca = dot(n, cross(c, a - c)), oab = dot(n, cross(a, b - a));
  if (!(obc > 0 && oca > 0 && oab > 0)) return nearest_of_sides(p, {i, j, k}, {obc, oca, oab}, sides);
  Nearest<Vector<T>> nearest = weighted(p, 3, {i, j, k}, {obc, oca, oab});
  nearest.v = n * (dot(a, n) / dot(n, n));
  if (sides == Sides::all) return nearest_of_sides(p, {i, j, k}, {obc, oca, oab}, sides, nearest);
  return nearest;
}

/// O is enclosed if it lies on the inner side of every face, and nearer to it than the opposite corner; the ratio of
/// the two distances is that corner's weight. (In a flat tetrahedron the corner's distance is only rounding, and the
/// ratio is huge.) Otherwise the nearest point is on a face that O is beyond.
template <class T>
constexpr Nearest<Vector<T>> nearest_of_tetrahedron(const Points<Vector<T>>& p, Sides sides) noexcept {
  Nearest<Vector<T>> best{};
  std::array<T, 4> weight{};
  for (std::size_t k = 0; k < 4; ++k) {
    const std::size_t i = (k + 1) % 4, j = (k + 2) % 4, l = (k + 3) % 4;
    const Vector<T> n = cross(p[j] - p[i], p[l] - p[i]);
    const T of_corner = dot(n, p[k] - p[i]), of_origin = -dot(n, p[i]);
    weight[k] = of_origin / of_corner;
    if (weight[k] > 0 && weight[k] < 1 && sides == Sides::beyond) continue;
    const Nearest<Vector<T>> face = nearest_of_triangle(p, i, j, l, sides);
    best = best.count == 0 ? face : nearer(best, face);
  }
  if (best.count != 0) return best;
  return weighted(p, 4, {0, 1, 2, 3}, weight);
}

/// The point nearest to O of the simplex of the first `count` corners, 1 to 4.
template <class T>
constexpr Nearest<Vector<T>> nearest_of(const Points<Vector<T>>& p, std::size_t count, Sides sides) noexcept {
  if (count == 1) return nearest_of_point(p, 0);
  if (count == 2) return nearest_of_segment(p, 0, 1);
  if (count == 3) return nearest_of_triangle(p, 0, 1, 2, sides);
  return nearest_of_tetrahedron(p, sides);
}

}  // namespace lockstep::reference
