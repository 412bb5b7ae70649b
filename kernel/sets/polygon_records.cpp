// Polygons as records (records2.hpp): stores their vertices once, and their placement with each move.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>

#include "base/float_environment.hpp"
#include "base/rounded_up.hpp"
#include "base/vector2.hpp"
#include "lockstep/sets.hpp"
#include "sets/exact_vertices.hpp"
#include "sets/polygon_layout.hpp"
#include "sets/shape_checks2.hpp"
#include "sets/shape_store2.hpp"
#include "sets/turn.hpp"

namespace lockstep {

using detail::Outline;
using detail::PolygonAt;
using detail::Record2;

namespace {

using Point2 = math::Vector2<double>;

Point2 widen(const float (&v)[2]) { return {v[0], v[1]}; }
double norm_1(const Point2& p) { return std::abs(p.x) + std::abs(p.y); }
double norm_max(const Point2& p) { return std::max(std::abs(p.x), std::abs(p.y)); }
Point2 turned(const detail::Turn& turn, const Point2& p) {
  return {turn.cos * p.x - turn.sin * p.y, turn.sin * p.x + turn.cos * p.y};
}

/// Relative to the first vertex; exact unless the exponents of the two differ by more than 29.
Point2 relative(std::span<const Vec2> vertices, std::size_t i) {
  return {double{vertices[i].x} - vertices[0].x, double{vertices[i].y} - vertices[0].y};
}

void store_coordinate(float* high, std::size_t stride, std::span<const Vec2> vertices, double Point2::*coordinate) {
  float* const low = high + 2 * stride;
  for (std::size_t i = 0; i < stride; ++i) {
    const double x = i < vertices.size() ? relative(vertices, i).*coordinate : 0;
    high[i] = static_cast<float>(x);
    low[i] = static_cast<float>(x - high[i]);
  }
}

bool is_exact(const float* high, std::size_t stride, std::span<const Vec2> vertices) {
  const float* const low = high + 2 * stride;
  for (std::size_t i = 0; i < vertices.size(); ++i)
    if (!detail::is_exact_difference(vertices[i].x, vertices[0].x, high[i], low[i]) ||
        !detail::is_exact_difference(vertices[i].y, vertices[0].y, high[stride + i], low[stride + i]))
      return false;
  return true;
}

/// The middle of the range of one coordinate, relative to the first vertex.
double middle_of(std::span<const Vec2> vertices, double Point2::*coordinate) {
  double low = 0, high = 0;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const double x = relative(vertices, i).*coordinate;
    low = std::min(low, x), high = std::max(high, x);
  }
  return 0.5 * (low + high);
}

/// The outline of the vertices alone, without a placement.
Outline outline_of(std::span<const Vec2> vertices) {
  Outline outline{};
  outline.origin[0] = vertices[0].x, outline.origin[1] = vertices[0].y;
  outline.middle[0] = static_cast<float>(middle_of(vertices, &Point2::x));
  outline.middle[1] = static_cast<float>(middle_of(vertices, &Point2::y));
  double squared_radius = 0, reach = 0, sum = 0;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const Point2 v = relative(vertices, i), from_middle = v - widen(outline.middle);
    squared_radius = std::max(squared_radius, dot(from_middle, from_middle));
    reach = std::max(reach, norm_1(v));
    sum += norm_1(v);  // detects NaN, which max may or may not propagate
  }
  outline.reach = detail::rounded_up(reach);
  // Vertices beyond max_coordinate may be infinite as floats although their doubles are finite.
  const bool is_finite = std::isfinite(sum) && std::isfinite(outline.reach);
  outline.radius = is_finite ? detail::rounded_up(std::sqrt(squared_radius)) : std::numeric_limits<float>::quiet_NaN();
  return outline;
}

/// The record of a polygon at the place in its outline, rotated by an angle. Section 10 of docs/numerics.md derives the
/// slacks.
Record2 make_record(const Outline& outline, float angle, PolygonAt polygon) {
  const detail::Turn turn = detail::turn_of(angle);
  const bool is_turned = turn.sin != 0;
  const Point2 origin = widen(outline.origin), anchor = widen(outline.position) + turned(turn, origin);
  const Point2 middle = turned(turn, widen(outline.middle));
  Record2 record{{{static_cast<float>(anchor.x), static_cast<float>(anchor.y), 0, outline.radius},
                  {static_cast<float>(middle.x), static_cast<float>(middle.y), static_cast<float>(turn.cos),
                   static_cast<float>(turn.sin)}},
                 {turn.cos, turn.sin, detail::pack(polygon), 0}};
  const double reach = is_turned ? outline.reach : 0, lengths = norm_1(origin) + reach;
  const double of_anchor = norm_max(anchor - Point2{record.row[0][0], record.row[0][1]}) + 0x1p-52 * norm_max(anchor);
  record.row[0][2] = detail::rounded_up(of_anchor + 20 * 0x1p-24 * reach + 0x1p-47 * lengths);
  record.precise[3] = 0x1p-47 * lengths;
  return detail::valid_if(detail::all_finite({anchor.x, anchor.y, turn.cos, outline.radius}), record);
}

/// Stores the outline and the vertices of a polygon.
void lay_out_polygon(const Outline& outline, std::span<const Vec2> vertices, float* head) {
  const std::size_t stride = detail::padded2(static_cast<std::uint32_t>(vertices.size()));
  std::memcpy(head, &outline, sizeof outline);
  store_coordinate(head + detail::vertex_unit, stride, vertices, &Point2::x);
  store_coordinate(head + detail::vertex_unit + stride, stride, vertices, &Point2::y);
  if (!is_exact(head + detail::vertex_unit, stride, vertices))
    detail::mark_inexact(head + detail::vertex_unit + 2 * stride);
}

void check_place(const Vec2& position, float angle) {
  detail::check_vec2(position, "polygon.position");
  detail::check_angle(angle, "polygon.angle");
}

void check(const Polygon2& polygon) {
  for (std::size_t i = 0; i < polygon.vertices.size(); ++i) {
    const Vec2& v = polygon.vertices[i];
    if (!detail::is_valid_coordinate(v.x) || !detail::is_valid_coordinate(v.y))
      detail::check_vec2(v, "polygon.vertices[" + std::to_string(i) + "]");
  }
  check_place(polygon.position, polygon.angle);
}

}  // namespace

void detail::MadePolygon::place(const ShapesView& shapes, std::uint32_t index, int dropped) {
  const auto flattened = [&](const Vec3d& p) {
    const double number[3] = {p.x, p.y, p.z};
    return Vec3d{number[(dropped + 1) % 3], number[(dropped + 2) % 3], 0};
  };
  has_position = shapes.positions != nullptr;
  if (has_position) position = flattened(shapes.positions[index]);
  if (shapes.low_positions == nullptr) return;
  const auto& [middle, last] = shapes.low_positions[index];
  low_position = {flattened(middle), flattened(last)};
}

void detail::MadePolygon::make(std::span<const Vec2> corners) {
  const Outline outline = lockstep::outline_of(corners);
  lay_out_polygon(outline, corners, vertices.data());
  record = lockstep::make_record(outline, 0, PolygonAt{0, static_cast<std::uint32_t>(corners.size())});
}

std::uint32_t ShapeSet2::add(const Polygon2& shape, Check checking) {
  const detail::FloatEnvironment standard;
  const std::span<const Vec2> vertices = shape.vertices;
  if (vertices.empty()) throw InvalidInput("polygon.vertices: empty, a polygon has at least one vertex");
  if (vertices.size() > detail::most_vertices2) detail::throw_too_many_vertices2();
  if (checking == Check::inputs) check(shape);

  const auto count = static_cast<std::uint32_t>(vertices.size());
  store_->make_room(detail::polygon_units(count));
  const PolygonAt polygon{store_->take_vertices(detail::polygon_units(count)), count};
  float* const head = store_->vertices.data() + std::size_t{polygon.at} * detail::vertex_unit;
  Outline outline = outline_of(vertices);
  outline.position[0] = shape.position.x, outline.position[1] = shape.position.y;
  lay_out_polygon(outline, vertices, head);
  return store_->append(make_record(outline, shape.angle, polygon), ShapeKind2::polygon);
}

void ShapeSet2::place(std::uint32_t index, const Vec2& position, float angle, Check checking) {
  const detail::FloatEnvironment standard;
  if (checking == Check::inputs) check_place(position, angle);
  store_->require(index);
  if (store_->kinds[index] != ShapeKind2::polygon)
    throw InvalidInput("shape set: shape " + std::to_string(index) +
                       " is no polygon: give a position without an angle");
  const PolygonAt polygon = detail::polygon_at(store_->records[index]);
  float* const head = store_->vertices.data() + std::size_t{polygon.at} * detail::vertex_unit;
  Outline outline;
  std::memcpy(&outline, head, sizeof outline);
  outline.position[0] = position.x, outline.position[1] = position.y;
  std::memcpy(head, &outline, sizeof outline);
  store_->records[index] = make_record(outline, angle, polygon);
}

}  // namespace lockstep
