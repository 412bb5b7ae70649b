// The distance of the origin from a convex set of the plane, by its support mapping alone and in any precision: two
// numbers with the signed distance between them, which converge until the caller is satisfied.
//
// Each direction v with its support point w bounds the signed distance d from below: no point of the set is farther
// along v than w, so d >= -v.w / |v|. Points of the set bound it from above. While no direction separates, those that
// could form an arc: w rules out all directions but those that have it behind them. Bisecting the arc ends with a
// direction that separates, with an empty arc (three points around the origin), or with the origin on the boundary.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include <lockstep/reference/vector2.hpp>

namespace lockstep::oracle {

using reference::Vector2;

/// The signed distance lies between the two.
template <class T>
struct Bracket {
  T lower, upper;
};

template <class T>
T length_of(const Vector2<T>& v) {
  using std::sqrt;
  return sqrt(dot(v, v));
}

/// The point of a segment that is nearest to the origin.
template <class T>
Vector2<T> nearest_of_segment(const Vector2<T>& a, const Vector2<T>& b) {
  const Vector2<T> along = b - a;
  const T squared = dot(along, along);
  const T part = -dot(a, along);
  if (!(part > 0)) return a;
  if (part >= squared) return b;
  return a + along * T(part / squared);
}

/// `Body` has `support(v)`; its points are of size one, and wrong by less than `noise`.
template <class T, class Body>
class Measure {
 public:
  Measure(const Body& body, const T& noise, const T& accuracy) : body_(body), noise_(noise), accuracy_(accuracy) {}

  /// Refines until `enough(bracket)`, until both ends are equal within the accuracy, or for this many steps.
  template <class Enough>
  Bracket<T> refine(int steps, const Enough& enough) {
    const auto goes_on = [&] { return steps-- > 0 && !is_final_ && upper_ - lower_ > accuracy_ && !enough(bracket()); };
    first_point();
    while (goes_on() && polygon_.empty()) narrow_arc();
    while (goes_on()) grow_polygon();
    return bracket();
  }

  [[nodiscard]] Bracket<T> bracket() const { return {lower_ - 2 * noise_, upper_ + 2 * noise_}; }
  /// The direction from the origin that proves the lower end: away from the set if they are separated, else the
  /// shortest way out of it.
  [[nodiscard]] const Vector2<T>& direction() const { return direction_; }

 private:
  Vector2<T> point_along(const Vector2<T>& v) {
    const Vector2<T> w = body_.support(v);
    const T bound = -dot(v, w) / length_of(v);
    if (bound > lower_) lower_ = bound, direction_ = v;
    return w;
  }

  /// A direction without symmetry, which shapes might share.
  void first_point() {
    first_ = last_ = point_along({T(0.8125), T(0.4375)});
    upper_ = length_of(first_);
    from_ = left_of(first_), to_ = -from_;
  }

  /// Halves the arc in every second step; in the others it takes the direction that would end the search if the set
  /// were just the points that bound the arc.
  void narrow_arc() {
    const Vector2<T> nearest = nearest_of_segment(first_, last_);
    Vector2<T> v = -nearest;
    halve_ = !halve_;
    if (!halve_ || !(cross(from_, v) > 0 && cross(v, to_) > 0)) v = middle_of_arc(v);
    const Vector2<T> w = point_along(v);
    const bool separates = dot(v, w) < 0, is_right_of_v = cross(v, w) < 0;
    const Vector2<T> first = first_, last = last_;
    if (is_right_of_v)
      first_ = w, from_ = separates ? v : left_of(w);
    else
      last_ = w, to_ = separates ? v : -left_of(w);
    separated_ = separated_ || separates;
    upper_ = std::min(upper_, length_of(nearest_of_segment(first_, last_)));
    if (!separated_ && !(cross(from_, to_) > 0)) enclose({last, first, w});
  }

  [[nodiscard]] Vector2<T> middle_of_arc(const Vector2<T>& otherwise) const {
    const Vector2<T> sum = shortened(from_) + shortened(to_);
    return sum.x == 0 && sum.y == 0 ? otherwise : sum;
  }

  /// Scaled to a largest coordinate of one.
  static Vector2<T> shortened(const Vector2<T>& v) {
    using std::abs;
    const T x = abs(v.x), y = abs(v.y), largest = x > y ? x : y;
    return largest > 0 ? Vector2<T>{v.x / largest, v.y / largest} : v;
  }

  struct Corner2 {
    Vector2<T> at;
    T depth;  // a lower bound on the depth of the origin inside the edge that starts here
  };

  static bool is_same(const Vector2<T>& a, const Vector2<T>& b) { return a.x == b.x && a.y == b.y; }

  [[nodiscard]] const Vector2<T>& corner(std::size_t i) const { return polygon_[i % polygon_.size()].at; }

  void measure_edge(std::size_t i) {
    const Vector2<T>&from = corner(i), &to = corner(i + 1);
    polygon_[i % polygon_.size()].depth = (cross(from, to) - noise_) / length_of(to - from);
  }

  /// The points run around the origin, counter-clockwise; some may be the same.
  void enclose(const std::array<Vector2<T>, 3>& points) {
    for (const Vector2<T>& p : points)
      if (polygon_.empty() || !is_same(polygon_.back().at, p)) polygon_.push_back({p, T(0)});
    if (polygon_.size() > 1 && is_same(polygon_.front().at, polygon_.back().at)) polygon_.pop_back();
    for (std::size_t i = 0; i < polygon_.size(); ++i) measure_edge(i);
    bound_by_polygon();
  }

  /// The set contains the polygon, so the origin is at least as deep in it.
  void bound_by_polygon() {
    const auto nearest = std::min_element(polygon_.begin(), polygon_.end(),
                                          [](const Corner2& a, const Corner2& b) { return a.depth < b.depth; });
    nearest_edge_ = static_cast<std::size_t>(nearest - polygon_.begin());
    upper_ = std::min(upper_, T(-nearest->depth));
  }

  /// Pushes the edge that is nearest to the origin outwards as far as the set reaches (an expanding polytope).
  void grow_polygon() {
    const std::size_t i = nearest_edge_;
    const Vector2<T> from = corner(i), to = corner(i + 1);
    const Vector2<T> w = point_along(-left_of(to - from));
    is_final_ = is_same(w, from) || is_same(w, to);  // nothing lies beyond: the edge is one of the set
    if (is_final_) return;
    polygon_.insert(polygon_.begin() + static_cast<std::ptrdiff_t>(i) + 1, {w, T(0)});
    measure_edge(i), measure_edge(i + 1);
    bound_by_polygon();
  }

  const Body& body_;
  T noise_, accuracy_;
  T lower_{-4}, upper_{4};
  Vector2<T> direction_{T(1), T(0)};
  Vector2<T> from_, to_;     // the remaining arc of directions, counter-clockwise
  Vector2<T> first_, last_;  // points of the set: first_ bounds the arc at from_, last_ at to_
  bool halve_ = true, separated_ = false, is_final_ = false;
  std::vector<Corner2> polygon_;  // around the origin, if it is in the set
  std::size_t nearest_edge_ = 0;
};

}  // namespace lockstep::oracle
