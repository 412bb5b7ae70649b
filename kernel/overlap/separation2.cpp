#include "overlap/separation2.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "base/parallel.hpp"
#include "lockstep/reference/vector2.hpp"

namespace lockstep::detail {

namespace {

using Point2 = reference::Vector2<double>;

/// All points within `radius` of a box.
struct RoundBox {
  Point2 center;
  Point2 axis{1, 0};  // of the first half extent; the other one is to its left
  double half[2] = {0, 0};
  double radius = 0;

  [[nodiscard]] Point2 at(double x, double y) const { return center + axis * x + left_of(axis) * y; }
  [[nodiscard]] Point2 corner(unsigned k) const { return at(k & 1 ? half[0] : -half[0], k & 2 ? half[1] : -half[1]); }
  /// Half the range of the box along n.
  [[nodiscard]] double reach(const Point2& n) const {
    return std::abs(dot(n, axis)) * half[0] + std::abs(dot(n, left_of(axis))) * half[1];
  }
};

RoundBox circle_of(const Record2& r) { return {.center = {r.row[0][0], r.row[0][1]}, .radius = r.row[0][2]}; }

RoundBox capsule_of(const Record2& r) {
  const Point2 p0{r.row[0][0], r.row[0][1]}, p1{r.row[1][0], r.row[1][1]}, along = p1 - p0;
  const double length = std::sqrt(dot(along, along));
  RoundBox capsule{.center = (p0 + p1) * 0.5, .half = {0.5 * length, 0}, .radius = r.row[0][2]};
  if (length > 0) capsule.axis = along * (1 / length);
  return capsule;
}

RoundBox box_of(const Record2& r) {
  return {.center = {r.row[0][0], r.row[0][1]}, .axis = {r.fine[0], r.fine[1]}, .half = {r.row[1][2], r.row[1][3]}};
}

RoundBox round_box_of(const ShapeStore2& store, std::uint32_t index) {
  const Record2& record = store.records[index];
  if (store.kinds[index] == ShapeKind2::circle) return circle_of(record);
  return store.kinds[index] == ShapeKind2::capsule ? capsule_of(record) : box_of(record);
}

/// Before it is rounded.
struct Parting {
  Point2 direction{1, 0};
  double depth = 0;
};

/// The axis along which the way out of the boxes is shortest; negative if it shows them to be apart.
Parting part_by_axes(const RoundBox& a, const RoundBox& b) {
  const Point2 c = a.center - b.center;
  Parting best{.depth = std::numeric_limits<double>::infinity()};
  for (const Point2& n : {a.axis, left_of(a.axis), b.axis, left_of(b.axis)}) {
    const double at = dot(c, n), depth = a.reach(n) + b.reach(n) - std::abs(at);
    if (depth < best.depth) best = {n * std::copysign(1.0, at), depth};
  }
  return best;
}

/// The way from `box` to the nearest of its points that `p` has.
Point2 way_to(const Point2& p, const RoundBox& box) {
  const Point2 c = p - box.center, side = left_of(box.axis);
  const auto beyond = [](double x, double half) { return x - std::clamp(x, -half, half); };
  return box.axis * beyond(dot(c, box.axis), box.half[0]) + side * beyond(dot(c, side), box.half[1]);
}

/// From b to a, of boxes that are apart.
Point2 shortest_way(const RoundBox& a, const RoundBox& b) {
  Point2 nearest{std::numeric_limits<double>::infinity(), 0};
  const auto show = [&nearest](const Point2& way) {
    if (dot(way, way) < dot(nearest, nearest)) nearest = way;
  };
  for (unsigned k = 0; k < 4; ++k) show(way_to(a.corner(k), b)), show(-way_to(b.corner(k), a));
  return nearest;
}

Parting part(const RoundBox& a, const RoundBox& b) {
  Parting parting = part_by_axes(a, b);
  const double size = a.half[0] + a.half[1] + b.half[0] + b.half[1];
  if (parting.depth < 0) {
    const Point2 way = shortest_way(a, b);
    // The way between points that all but meet is rounding; the axis is not.
    if (const double length = std::sqrt(dot(way, way)); length > 0x1p-30 * size)
      parting = {way * (1 / length), -length};
  }
  parting.depth += a.radius + b.radius;
  return parting;
}

Separation separation_of(const ShapeStore2& first, std::uint32_t i, const ShapeStore2& second, std::uint32_t k) {
  const Parting parting = part(round_box_of(first, i), round_box_of(second, k));
  if (!std::isfinite(parting.depth)) return {{1, 0, 0}, 0};  // of what is no shape nothing is known
  return {{static_cast<float>(parting.direction.x), static_cast<float>(parting.direction.y), 0},
          static_cast<float>(parting.depth)};
}

}  // namespace

void check_separable(const ShapeStore2& store) {
  for (std::size_t i = 0; i < store.records.size(); ++i) {
    const ShapeKind2 kind = store.kinds[i];
    if (kind == ShapeKind2::circle || kind == ShapeKind2::capsule || kind == ShapeKind2::box || kind == hole2) continue;
    throw InvalidInput("separations: shape " + std::to_string(i) + " (" + std::string(name(kind)) +
                       ") has none, only circles, capsules and boxes do");
  }
}

void write_separations(const ShapeStore2& first, const ShapeStore2& second, std::optional<Isa> /*isa*/,
                       std::span<const Pair> pairs, Separation* to) {
  constexpr std::size_t at_a_time = 1024;
  for_each_range(pairs.size(), at_a_time, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) to[i] = separation_of(first, pairs[i].a, second, pairs[i].b);
  });
}

}  // namespace lockstep::detail
