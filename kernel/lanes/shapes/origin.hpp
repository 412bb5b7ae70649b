// The point that the numbers of a shape are made relative to: the anchor of another shape, or of a volume. If a set
// keeps double positions (ShapeSet::place), the gap between two positions is added, and the sum is rounded once. Shapes
// of the plane have positions of space with z = 0.
#pragma once

#include <type_traits>

#include "lanes/registers/vec.hpp"
#include "lanes/registers/vec2.hpp"
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

/// The sum, rounded: off by 2^-53 of itself, and 2^-103, even if most of it cancels. Source: J. R. Shewchuk, "Adaptive
/// precision floating-point arithmetic and fast robust geometric predicates", 1997, GROW-EXPANSION.
template <std::size_t terms>
double rounded_sum(const double (&term)[terms]) {
  double part[terms];  // which do not overlap, the smallest first
  int parts = 0;
  for (double x : term) {
    int kept = 0;
    for (int k = 0; k < parts; ++k) {
      const TwoSum sum(x, part[k]);
      if (sum.low != 0) part[kept++] = sum.low;
      x = sum.high;
    }
    part[kept++] = x, parts = kept;
  }
  TwoSum sum(part[--parts], 0);
  while (parts > 0 && sum.low == 0) sum = TwoSum(sum.high, part[--parts]);
  while (parts > 0) sum.low += part[--parts];
  return sum.high + sum.low;
}

/// The positions of W shapes a and b, and the rounded differences. A volume stands at its anchor: the difference to
/// that is small, while that of a shape's own numbers and the anchor would cancel with a position.
struct PositionGap {
  const Vec3d *a[Real::width], *b[Real::width];
  const detail::LowPosition *low_a[Real::width], *low_b[Real::width];  // null if both are 0
  double between[3][Real::width];
  Vec3d anchor;  // of a volume,
  bool to_volume;
};

/// The difference along an axis of two positions, with their low parts, and of two numbers.
[[gnu::noinline]] inline double whole_gap(const PositionGap& gap, int i, double Vec3d::*axis, double a, double b) {
  const detail::LowPosition &p = *gap.low_a[i], &q = *gap.low_b[i];
  return rounded_sum(
      {gap.a[i]->*axis, -(gap.b[i]->*axis), p.middle.*axis, -(q.middle.*axis), p.last.*axis, -(q.last.*axis), a, -b});
}
/// The difference of the positions. Two parts of each are enough unless they cancel, as they are off by 2^-104.
inline double rounded_gap(const PositionGap& gap, int i, double Vec3d::*axis) {
  const double p = gap.a[i]->*axis, q = gap.b[i]->*axis;
  const TwoSum high(p, -q);
  const double sum = high.high + (high.low + (gap.low_a[i]->middle.*axis - gap.low_b[i]->middle.*axis));
  if (__builtin_fabs(sum) > 0x1p-40 * (__builtin_fabs(p) + __builtin_fabs(q))) [[likely]]
    return sum;
  return whole_gap(gap, i, axis, 0, 0);
}
inline bool has_low_parts(const PositionGap& gap, int i) { return gap.low_a[i] != nullptr; }

// Calls with copies of their arguments: an address that is taken here, where few calls come, would keep the numbers of
// all others in memory.

inline constexpr double Vec3d::*axis_numbers[] = {&Vec3d::x, &Vec3d::y, &Vec3d::z};

template <class Shape>  // of space or of the plane
const detail::LowPosition& low_part_of(const Shape& shape) {
  static constexpr detail::LowPosition none{};
  return shape.low_position == nullptr ? none : *shape.low_position;
}

template <class ShapeOfA, class ShapeOfB>
[[gnu::noinline]] void put_gap(PositionGap& gap, ShapeOfA a, ShapeOfB b) {
  static constexpr Vec3d at_origin{0, 0, 0};
  for (int i = 0; i < Real::width; ++i) {
    const auto of_a = a(i);
    const auto of_b = b(i);
    const Vec3d &p = of_a.position == nullptr ? at_origin : *of_a.position,
                &q = of_b.position == nullptr ? at_origin : *of_b.position;
    gap.a[i] = &p, gap.b[i] = &q;
    const bool has_low = of_a.low_position != nullptr || of_b.low_position != nullptr;
    gap.low_a[i] = has_low ? &low_part_of(of_a) : nullptr, gap.low_b[i] = has_low ? &low_part_of(of_b) : nullptr;
    for (int axis = 0; axis < 3; ++axis)
      gap.between[axis][i] = has_low_parts(gap, i) ? rounded_gap(gap, i, axis_numbers[axis])
                                                   : p.*axis_numbers[axis] - q.*axis_numbers[axis];
  }
  gap.to_volume = false;
}

/// The numbers of W vectors in memory.
struct LaneNumbers {
  Number at[3][Real::width];

  LaneNumbers() = default;
  explicit LaneNumbers(const Vec& v) { v.x.store(at[0]), v.y.store(at[1]), v.z.store(at[2]); }
  [[nodiscard]] Vec load() const { return {Real::load(at[0]), Real::load(at[1]), Real::load(at[2])}; }
};

/// A shape at a position, for each lane the same.
struct ShapeAt {
  const Vec3d* position;
  detail::ShapeRef operator()(int) const {
    detail::ShapeRef shape{};
    shape.position = position;
    return shape;
  }
};

template <class ShapeOfA>
[[gnu::noinline]] void put_gap_to_volume(PositionGap& gap, ShapeOfA a, Vec anchor) {
  const LaneNumbers numbers(anchor);
  gap.anchor = {numbers.at[0][0], numbers.at[1][0], numbers.at[2][0]};
  put_gap(gap, a, ShapeAt{&gap.anchor});
  gap.to_volume = true;
}

/// p - anchor and the gap from b to a, rounded once.
[[gnu::noinline]] inline Vec across_exactly(const PositionGap& gap, Vec p, Vec anchor) {
  const LaneNumbers from(anchor), to(p);
  LaneNumbers out;
  for (int axis = 0; axis < 3; ++axis)
    for (int i = 0; i < Real::width; ++i) {
      if (has_low_parts(gap, i)) {
        out.at[axis][i] = static_cast<Number>(whole_gap(gap, i, axis_numbers[axis], to.at[axis][i], from.at[axis][i]));
        continue;
      }
      const TwoSum between(gap.a[i]->*axis_numbers[axis], -(gap.b[i]->*axis_numbers[axis]));
      out.at[axis][i] = static_cast<Number>(rounded_sum(between, TwoSum(to.at[axis][i], -double{from.at[axis][i]})));
    }
  return out.load();
}

/// The same. Float lanes try double first, which is enough where the sum is above 2^-20 of its parts.
[[gnu::noinline]] inline Vec across(const PositionGap& gap, Vec p, Vec anchor) {
  if (gap.to_volume) anchor = {Real(0), Real(0), Real(0)};
  if constexpr (is_double) return across_exactly(gap, p, anchor);
  const LaneNumbers from(anchor), to(p);
  LaneNumbers between, sum;
  for (int axis = 0; axis < 3; ++axis)
    for (int i = 0; i < Real::width; ++i) {
      const double own = double{to.at[axis][i]} - double{from.at[axis][i]};
      between.at[axis][i] = static_cast<Number>(gap.between[axis][i]);
      sum.at[axis][i] = static_cast<Number>(gap.between[axis][i] + own);
    }
  const Vec found = sum.load(), parts = abs(between.load()) + abs(p - anchor), most = abs(found) * Real(0x1p20F);
  if (all((parts.x <= most.x) & (parts.y <= most.y) & (parts.z <= most.z))) [[likely]]
    return found;
  return across_exactly(gap, p, anchor);
}

inline const Vec& in_space(const Vec& v) { return v; }
inline Vec in_space(const Vec2& v) { return {v.x, v.y, Real(0)}; }
template <class V>
V out_of_space(const Vec& v) {
  if constexpr (std::is_same_v<V, Vec2>)
    return {v.x, v.y};
  else
    return v;
}

/// `V` is a vector of space or of the plane.
template <class V>
struct OriginOf {
  V anchor;
  const PositionGap* gap = nullptr;  // null: no set keeps positions

  friend V operator-(const V& p, const OriginOf& origin) {
    if (origin.gap != nullptr) [[unlikely]]
      return out_of_space<V>(across(*origin.gap, in_space(p), in_space(origin.anchor)));
    return p - origin.anchor;
  }
};
using Origin = OriginOf<Vec>;

/// The order of two shapes by their positions: negative if that of a comes first, zero if they are the same or none.
template <class Shape>
int compare_positions(const Shape& a, const Shape& b) {
  constexpr Vec3d at_origin{0, 0, 0};
  int order = 0;
  if (a.position != nullptr || b.position != nullptr)
    order = __builtin_memcmp(a.position == nullptr ? &at_origin : a.position,
                             b.position == nullptr ? &at_origin : b.position, sizeof(Vec3d));
  if (order == 0 && (a.low_position != nullptr || b.low_position != nullptr))
    order = __builtin_memcmp(&low_part_of(a), &low_part_of(b), sizeof(detail::LowPosition));
  return order;
}

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
  template <class V, class ShapeOfA, class ShapeOfB>
  OriginOf<V> origin(const V& anchor, const ShapeOfA& a, const ShapeOfB& b) {
    if (!have_positions(a) && !have_positions(b)) [[likely]]
      return {anchor};
    put_gap(gap_, a, b);
    return {anchor, &gap_};
  }
  /// The anchor of a volume, whose numbers are those of the world.
  template <class ShapeOfA>
  Origin origin(const Vec& anchor, const ShapeOfA& a) {
    if (!have_positions(a)) [[likely]]
      return {anchor};
    put_gap_to_volume(gap_, a, anchor);
    return {anchor, &gap_};
  }

 private:
  PositionGap gap_;
};

/// The anchor of b in the world, where answers are.
template <class V, class ShapeOfB>
V in_world(const OriginOf<V>& origin, const ShapeOfB& b) {
  if (origin.gap == nullptr) [[likely]]
    return origin.anchor;
  Number at[3][Real::width];
  for (int i = 0; i < Real::width; ++i) {
    const Vec3d* const position = b(i).position;
    at[0][i] = static_cast<Number>(position == nullptr ? 0 : position->x);
    at[1][i] = static_cast<Number>(position == nullptr ? 0 : position->y);
    at[2][i] = static_cast<Number>(position == nullptr ? 0 : position->z);
  }
  return origin.anchor + out_of_space<V>({Real::load(at[0]), Real::load(at[1]), Real::load(at[2])});
}

}  // namespace lockstep::LOCKSTEP_ISA
