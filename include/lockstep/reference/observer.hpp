// The observer of a GJK search: it sees every step, in order (for visualisation, tests and teaching).
//
//   std::vector<Step<Vector<float>>> steps;
//   bool hit = intersect(a, b, [&](const Step<Vector<float>>& step) { steps.push_back(step); });
//
// A step is one support point and its consequence. The observer is called once for each, as soon as the continuation of
// the search is known; the last one gives the reason for its end. The letters are those of gjk.hpp: A is the point just
// found, B, C and D are the retained ones. The tables there give the rule that excludes each of the other regions: that
// of the triangle if two points were retained before, that of the tetrahedron if three.
//
// Complexity: O(1) for each step.
// Allocates: nothing.
// Throws: only exceptions of the observer.
// Threads: safe.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <lockstep/reference/support.hpp>

namespace lockstep::reference {

/// The part of the simplex whose region held the origin, and which is therefore kept: a set of corners, a bit for each.
enum class Region : std::uint8_t { none = 0, a = 1, ab = 3, ac = 5, abc = 7, ad = 9, adb = 11, acd = 13, abcd = 15 };

constexpr Region operator|(Region p, Region q) noexcept {
  return static_cast<Region>(static_cast<unsigned>(p) | static_cast<unsigned>(q));
}

/// Whether this corner is one of the region's. 0 is A, 1 is B, and so on.
constexpr bool has_corner(Region region, std::size_t corner) noexcept {
  return (static_cast<unsigned>(region) >> corner & 1U) != 0;
}

/// The reason for the end of a search. Only `separated` is a no.
enum class End : std::uint8_t {
  goes_on,    ///< it did not end
  separated,  ///< even the furthest point does not reach the origin: all of A - B lies behind a plane (a line)
  enclosed,   ///< the simplex encloses the origin
  gave_up,    ///< the iteration cap was reached: a conservative yes
};

/// The corners of a simplex, at most four.
template <class V>
class Corners {
 public:
  template <std::same_as<V>... Points>
  constexpr Corners(const Points&... points) : point_{points...}, count_(sizeof...(points)) {}

  constexpr void push_back(const V& point) { point_[count_++] = point; }

  [[nodiscard]] constexpr std::size_t size() const noexcept { return count_; }
  constexpr const V& operator[](std::size_t i) const noexcept { return point_[i]; }
  [[nodiscard]] constexpr const V* begin() const noexcept { return point_.data(); }
  [[nodiscard]] constexpr const V* end() const noexcept { return point_.data() + count_; }

 private:
  std::array<V, 4> point_;
  std::size_t count_;
};

template <class V>
struct Step {
  int number;         ///< from 0 on; steps 0 and 1 find the first two points
  V direction;        ///< v, to the origin
  V on_a, on_b;       ///< the furthest point of shape a along v, and that of shape b against it
  V found;            ///< A, which is on_a - on_b
  Corners<V> before;  ///< retained until now: B, C, D
  Corners<V> after;   ///< retained now, if the search goes on: B, C, D of the next step. All, if it is enclosed
  Region region;      ///< the kept corners, of A and of `before`; `none` if separated
  End end;
};

/// A callable for each step of a search among vectors of type V.
template <class F, class V>
concept Observer = requires(F& watcher, const Step<V>& step) {
  watcher(step);
};

template <class F, class V>
inline constexpr bool never_throws = std::is_nothrow_invocable_v<F&, const Step<V>&>;

/// The default observer, which does nothing.
struct Unobserved {
  template <class V>
  constexpr void operator()(const Step<V>&) const noexcept {}
};

template <class V>
struct SupportPoints {
  V on_a, on_b, difference;
};

template <class A, class B>
constexpr auto support_points(const MinkowskiDifference<A, B>& shape, const VectorOf<A>& direction) noexcept {
  const VectorOf<A> on_a = shape.a.support(direction), on_b = shape.b.support(-direction);
  return SupportPoints<VectorOf<A>>{on_a, on_b, on_a - on_b};
}

/// For a set that is not a difference: as the difference of itself and the origin.
template <class Shape>
constexpr auto support_points(const Shape& shape, const VectorOf<Shape>& direction) noexcept {
  const VectorOf<Shape> found = shape.support(direction);
  return SupportPoints<VectorOf<Shape>>{found, {}, found};
}

/// The link between a search and its observer. The search calls the support mapping through it, and reports the
/// consequence; a step is passed on when the next begins or the search ends.
template <class Shape, class Watcher>
class Steps {
 public:
  using V = VectorOf<Shape>;

  constexpr Steps(const Shape& shape, Watcher& watcher) noexcept : shape_(shape), watcher_(watcher) {}

  constexpr V support(const V& direction) noexcept(quiet) {
    if (step_.number >= 0) watcher_(std::as_const(step_));
    const auto [on_a, on_b, found] = support_points(shape_, direction);
    step_ = {step_.number + 1, direction, on_a, on_b, found, step_.after, step_.after, Region::none, End::goes_on};
    return found;
  }

  constexpr void kept(Region region, const Corners<V>& after) noexcept {
    step_.region = region;
    step_.after = after;
  }

  constexpr bool separated() noexcept(quiet) { return ended(End::separated, false); }

  constexpr bool enclosed() noexcept(quiet) {
    step_.after = Corners<V>{step_.found};
    for (const V& point : step_.before) step_.after.push_back(point);
    step_.region = step_.before.size() == 2 ? Region::abc : Region::abcd;
    return ended(End::enclosed, true);
  }

  constexpr bool gave_up() noexcept(quiet) { return ended(End::gave_up, true); }

 private:
  static constexpr bool quiet = never_throws<Watcher, V>;

  constexpr bool ended(End why, bool answer) noexcept(quiet) {
    step_.end = why;
    watcher_(std::as_const(step_));
    return answer;
  }

  const Shape& shape_;
  Watcher& watcher_;
  Step<V> step_{-1, {}, {}, {}, {}, {}, {}, Region::none, End::goes_on};
};

/// Without an observer only the support mapping and the answers remain.
template <class Shape>
class Steps<Shape, Unobserved> {
 public:
  using V = VectorOf<Shape>;

  constexpr Steps(const Shape& shape, Unobserved&) noexcept : shape_(shape) {}

  constexpr V support(const V& direction) noexcept { return shape_.support(direction); }
  constexpr void kept(Region, const Corners<V>&) noexcept {}
  constexpr bool separated() noexcept { return false; }
  constexpr bool enclosed() noexcept { return true; }
  constexpr bool gave_up() noexcept { return true; }

 private:
  const Shape& shape_;
};

}  // namespace lockstep::reference
