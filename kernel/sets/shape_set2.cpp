// Converts shapes of the plane to records (records2.hpp), except polygons (polygon_records.cpp). Everything that is
// rounded here is first computed in double.
#include "lockstep/sets.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/float_environment.hpp"
#include "base/rounded_up.hpp"
#include "sets/shape_checks2.hpp"
#include "sets/shape_records2.hpp"
#include "sets/shape_store2.hpp"
#include "sets/turn.hpp"

namespace lockstep {

using detail::Record2;
using detail::ShapeStore2;
using detail::spread_of;
using detail::Turn;
using detail::turn_of;

namespace {

using detail::all_finite;
using detail::make_record;
using detail::rounded_up;
using detail::valid_if;

void write_row(float (&row)[4], const double (&numbers)[4]) {
  for (int i = 0; i < 4; ++i) row[i] = static_cast<float>(numbers[i]);
}

/// Writes row 1, and the doubles that it was rounded from.
void write_precise(Record2& record, const double (&numbers)[4]) {
  write_row(record.row[1], numbers);
  std::copy_n(numbers, 4, record.precise);
}

Record2 make_record(const Ellipse2& e) {
  const Vec2& r = e.radii;
  const auto [cos, sin] = turn_of(e.angle);
  Record2 record{{{e.center.x, e.center.y, 0, rounded_up(std::max(r.x, r.y))}, {}}, {}};
  write_precise(record, {cos * r.x, sin * r.x, -sin * r.y, cos * r.y});
  return valid_if(all_finite({e.center.x, e.center.y, cos, r.x, r.y}) && r.x >= 0 && r.y >= 0, record);
}

Record2 make_record(const Slice2& s) {
  const Turn turn = turn_of(s.angle), spread = spread_of(s.half_angle);
  // The extent, measured from the point half a radius ahead of the centre: the centre is half a radius away, and the
  // ends of the arc may be farther.
  const double extent = s.radius * std::max(0.5, std::sqrt(std::max(0.0, 1.25 - spread.cos)));
  Record2 record{{{s.center.x, s.center.y, s.radius, rounded_up(extent)}, {}}, {}};
  write_precise(record, {turn.cos, turn.sin, spread.cos, spread.sin});
  const bool is_slice = s.radius >= 0 && s.half_angle >= 0 && s.half_angle <= detail::quarter_turn;
  return valid_if(all_finite({s.center.x, s.center.y, turn.cos, spread.cos, s.radius}) && is_slice, record);
}

void check(const Circle2& c) {
  detail::check_vec2(c.center, "circle.center");
  detail::check_length(c.radius, "circle.radius");
}

void check(const Capsule2& c) {
  detail::check_vec2(c.p0, "capsule.p0");
  detail::check_vec2(c.p1, "capsule.p1");
  detail::check_length(c.radius, "capsule.radius");
}

void check(const Box2& box) {
  detail::check_vec2(box.center, "box.center");
  detail::check_angle(box.angle, "box.angle");
  detail::check_length(box.half_extents.x, "box.half_extents.x");
  detail::check_length(box.half_extents.y, "box.half_extents.y");
}

void check(const Ellipse2& e) {
  detail::check_vec2(e.center, "ellipse.center");
  detail::check_angle(e.angle, "ellipse.angle");
  detail::check_length(e.radii.x, "ellipse.radii.x");
  detail::check_length(e.radii.y, "ellipse.radii.y");
}

void check(const Slice2& s) {
  detail::check_vec2(s.center, "slice.center");
  detail::check_angle(s.angle, "slice.angle");
  detail::check_half_angle(s.half_angle, "slice.half_angle");
  detail::check_length(s.radius, "slice.radius");
}

}  // namespace

Record2 detail::make_record(const Circle2& c) {
  const Record2 record{{{c.center.x, c.center.y, c.radius, 0}, {}}, {}};
  return valid_if(all_finite({c.center.x, c.center.y, c.radius}) && c.radius >= 0, record);
}

Record2 detail::make_record(const Capsule2& c) {
  const Record2 record{{{c.p0.x, c.p0.y, c.radius, 0}, {c.p1.x, c.p1.y, 0, 0}}, {}};
  return valid_if(all_finite({c.p0.x, c.p0.y, c.p1.x, c.p1.y, c.radius}) && c.radius >= 0, record);
}

Record2 detail::make_record(const Box2& box) {
  const Vec2& h = box.half_extents;
  const auto [cos, sin] = turn_of(box.angle);
  const double diagonal = std::sqrt(double{h.x} * h.x + double{h.y} * h.y);
  Record2 record{{{box.center.x, box.center.y, 0, rounded_up(diagonal)}, {}}, {}};
  write_row(record.row[1], {cos, sin, h.x, h.y});
  record.precise[0] = cos, record.precise[1] = sin;
  return valid_if(all_finite({box.center.x, box.center.y, cos, h.x, h.y}) && h.x >= 0 && h.y >= 0, record);
}

std::string_view name(ShapeKind2 kind) noexcept {
  switch (kind) {
    case ShapeKind2::circle: return "circle";
    case ShapeKind2::capsule: return "capsule";
    case ShapeKind2::box: return "box";
    case ShapeKind2::ellipse: return "ellipse";
    case ShapeKind2::slice: return "slice";
    case ShapeKind2::polygon: return "polygon";
  }
  return "unknown";
}

ShapeSet2::ShapeSet2() : store_(std::make_unique<ShapeStore2>()) {}
ShapeSet2::~ShapeSet2() = default;
ShapeSet2::ShapeSet2(const ShapeSet2& other) : store_(std::make_unique<ShapeStore2>(*other.store_)) {}
ShapeSet2::ShapeSet2(ShapeSet2&&) noexcept = default;
ShapeSet2& ShapeSet2::operator=(const ShapeSet2& other) {
  if (this != &other) store_ = std::make_unique<ShapeStore2>(*other.store_);
  return *this;
}
ShapeSet2& ShapeSet2::operator=(ShapeSet2&&) noexcept = default;

namespace {

template <class Shape>
std::uint32_t append(ShapeStore2& store, const Shape& shape, ShapeKind2 kind, Check checking) {
  const detail::FloatEnvironment standard;
  if (checking == Check::inputs) check(shape);
  return store.append(make_record(shape), kind);
}

template <class Shape>
void replace(ShapeStore2& store, std::uint32_t index, const Shape& shape, ShapeKind2 kind, Check checking) {
  const detail::FloatEnvironment standard;
  if (checking == Check::inputs) check(shape);
  store.require(index);
  if (store.kinds[index] == ShapeKind2::polygon)
    throw InvalidInput("shape set: shape " + std::to_string(index) + " is a polygon, which only place can move");
  store.replace(index, make_record(shape), kind);
}

}  // namespace

#define LOCKSTEP_SIMPLE_KIND(Type, kind)                                        \
  std::uint32_t ShapeSet2::add(const Type& shape, Check checking) {             \
    return append(*store_, shape, ShapeKind2::kind, checking);                  \
  }                                                                             \
  void ShapeSet2::set(std::uint32_t index, const Type& shape, Check checking) { \
    replace(*store_, index, shape, ShapeKind2::kind, checking);                 \
  }
LOCKSTEP_SIMPLE_KIND(Circle2, circle)
LOCKSTEP_SIMPLE_KIND(Capsule2, capsule)
LOCKSTEP_SIMPLE_KIND(Box2, box)
LOCKSTEP_SIMPLE_KIND(Ellipse2, ellipse)
LOCKSTEP_SIMPLE_KIND(Slice2, slice)
#undef LOCKSTEP_SIMPLE_KIND

void ShapeSet2::reserve(std::size_t shapes, std::size_t vertices) {
  if (shapes > detail::most_shapes2) throw InvalidInput("shape set: more than 2^32 - 1 shapes");
  if (vertices > detail::most_vertices2) detail::throw_too_many_vertices2();
  store_->records.reserve(shapes);
  store_->kinds.reserve(shapes);
  store_->vertices.reserve(4 * vertices);
}

void ShapeSet2::clear() noexcept {
  store_->records.clear();
  store_->kinds.clear();
  store_->vertices.clear();
  store_->positions.clear();
  store_->count_of_kind = {};
  store_->free_vertices.clear();
  store_->free_list.clear();
}

void ShapeSet2::place(std::uint32_t index, const Vec2d& position, Check checking) {
  if (checking == Check::inputs) detail::check_position({position.x, position.y, 0}, "position");
  store_->place(index, position);
}

void ShapeSet2::remove(std::uint32_t index) { store_->remove(index); }

std::size_t ShapeSet2::size() const noexcept { return store_->records.size(); }

std::size_t ShapeSet2::free_slots() const noexcept { return store_->free_slots(); }

bool ShapeSet2::contains(std::uint32_t index) const noexcept {
  return index < store_->records.size() && store_->kinds[index] != detail::free_slot2;
}

ShapeKind2 ShapeSet2::kind(std::uint32_t index) const {
  store_->require(index);
  return store_->kinds[index];
}

}  // namespace lockstep
