// The point that the numbers of a shape are made relative to: the anchor of another shape, or of a volume. If a set
// keeps double positions (ShapeSet::place), the gap between two positions is added on the way, with one rounding.
#pragma once

#include "lanes/registers/vec.hpp"
#include "table/records.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// The sum of two doubles, and what rounding takes from it. Source: D. E. Knuth, "The Art of Computer Programming",
/// volume 2, 4.2.2.
struct TwoSum {
  double high, low;

  TwoSum(double a, double b) : high(a + b) {
    const double of_b = high - a;
    low = (a - (high - of_b)) + (b - of_b);
  }
};

/// a + b, rounded: off by 2^-53 of itself, and 3 * 2^-106, even if most of the two cancels. Source: M. Joldes, J.-M.
/// Muller, V. Popescu, "Tight and rigorous error bounds for basic building blocks of double-word arithmetic", 2017,
/// algorithm 6.
inline double rounded_sum(const TwoSum& a, const TwoSum& b) {
  const TwoSum high(a.high, b.high), low(a.low, b.low);
  const TwoSum sum(high.high, high.low + low.high);
  return sum.high + (low.low + sum.low);
}

/// From the positions of W shapes b to those of W shapes a, exactly.
struct PositionGap {
  double high[3][Real::width], low[3][Real::width];
};

// Both functions are calls with copies of their arguments: an address that is taken here, where few calls come, would
// keep the numbers of all others in memory.

template <class ShapeOfA, class ShapeOfB>
[[gnu::noinline]] void put_gap(PositionGap& gap, ShapeOfA a, ShapeOfB b) {
  constexpr Vec3d at_origin{0, 0, 0};
  for (int i = 0; i < Real::width; ++i) {
    const Vec3d *of_a = a(i).position, *of_b = b(i).position;
    const Vec3d &to = of_a == nullptr ? at_origin : *of_a, &from = of_b == nullptr ? at_origin : *of_b;
    const TwoSum x(to.x, -from.x), y(to.y, -from.y), z(to.z, -from.z);
    gap.high[0][i] = x.high, gap.high[1][i] = y.high, gap.high[2][i] = z.high;
    gap.low[0][i] = x.low, gap.low[1][i] = y.low, gap.low[2][i] = z.low;
  }
}

/// p - anchor and the gap, rounded once.
[[gnu::noinline]] inline Vec across(const PositionGap& gap, Vec p, Vec anchor) {
  Number from[3][Real::width], to[3][Real::width];
  anchor.x.store(from[0]), anchor.y.store(from[1]), anchor.z.store(from[2]);
  p.x.store(to[0]), p.y.store(to[1]), p.z.store(to[2]);
  for (int axis = 0; axis < 3; ++axis)
    for (int i = 0; i < Real::width; ++i) {
      const TwoSum own(double{to[axis][i]}, -double{from[axis][i]});
      TwoSum between = own;
      between.high = gap.high[axis][i], between.low = gap.low[axis][i];
      to[axis][i] = static_cast<Number>(rounded_sum(between, own));
    }
  return {Real::load(to[0]), Real::load(to[1]), Real::load(to[2])};
}

struct Origin {
  Vec anchor;
  const PositionGap* gap = nullptr;  // null: no set keeps positions

  friend Vec operator-(const Vec& p, const Origin& origin) {
    if (origin.gap != nullptr) [[unlikely]]
      return across(*origin.gap, p, origin.anchor);
    return p - origin.anchor;
  }
};

/// Whether W shapes have positions, if it is known without a look at one.
template <class ShapeOf>
bool have_positions(const ShapeOf& shape) {
  if constexpr (requires { shape.has_positions(); })
    return shape.has_positions();
  else
    return shape(0).position != nullptr;
}

/// The positions of W pairs of shapes a(i) and b(i), if a set keeps them. Then all lanes of one of the two have some.
class PairPositions {
 public:
  /// The anchor of b, for numbers of a.
  template <class ShapeOfA, class ShapeOfB>
  Origin origin(const Vec& anchor, const ShapeOfA& a, const ShapeOfB& b) {
    if (!have_positions(a) & !have_positions(b)) [[likely]]
      return {anchor};
    put_gap(gap_, a, b);
    return {anchor, &gap_};
  }
  /// The anchor of a volume, whose numbers are those of the world.
  template <class ShapeOfA>
  Origin origin(const Vec& anchor, const ShapeOfA& a) {
    return origin(anchor, a, [](int) { return detail::ShapeRef{}; });
  }

 private:
  PositionGap gap_;
};

/// The anchor of b in the world, where answers are.
template <class ShapeOfB>
Vec in_world(const Origin& origin, const ShapeOfB& b) {
  if (origin.gap == nullptr) [[likely]]
    return origin.anchor;
  Number at[3][Real::width];
  for (int i = 0; i < Real::width; ++i) {
    const Vec3d* const position = b(i).position;
    at[0][i] = static_cast<Number>(position == nullptr ? 0 : position->x);
    at[1][i] = static_cast<Number>(position == nullptr ? 0 : position->y);
    at[2][i] = static_cast<Number>(position == nullptr ? 0 : position->z);
  }
  return origin.anchor + Vec{Real::load(at[0]), Real::load(at[1]), Real::load(at[2])};
}

}  // namespace lockstep::LOCKSTEP_ISA
