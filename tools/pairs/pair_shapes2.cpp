#include "pairs/pair_shapes2.hpp"

#include <utility>

#include "text/checks.hpp"
#include "text/error.hpp"

namespace lockstep::tools {
namespace {

Vec2 read_vector(Fields& fields) {
  const float x = fields.take_number();
  return {x, fields.take_number()};
}

Vec2 read_lengths(Fields& fields, std::string_view what) {
  const float x = fields.take_non_negative(what);
  return {x, fields.take_non_negative(what)};
}

float read_angle(Fields& fields) {
  const std::size_t field = fields.number();
  const float angle = fields.take_number();
  if (auto problem = angle_problem(angle)) Fields::fail(field, std::move(*problem));
  return angle;
}

float read_half_angle(Fields& fields) {
  const std::size_t field = fields.number();
  const float angle = fields.take_number();
  if (auto problem = half_angle_problem(angle)) Fields::fail(field, std::move(*problem));
  return angle;
}

PlaneShape read_circle(Fields& fields) {
  Circle2 circle{read_vector(fields)};
  circle.radius = fields.take_non_negative("the radius");
  return circle;
}

PlaneShape read_capsule(Fields& fields) {
  Capsule2 capsule{read_vector(fields), {}};
  capsule.p1 = read_vector(fields);
  capsule.radius = fields.take_non_negative("the radius");
  return capsule;
}

PlaneShape read_box(Fields& fields) {
  return Box2{read_vector(fields), read_angle(fields), read_lengths(fields, "the half extent")};
}

PlaneShape read_ellipse(Fields& fields) {
  return Ellipse2{read_vector(fields), read_angle(fields), read_lengths(fields, "the radius")};
}

PlaneShape read_slice(Fields& fields) {
  return Slice2{read_vector(fields), read_angle(fields), read_half_angle(fields),
                fields.take_non_negative("the radius")};
}

void read_vertices(Fields& fields, std::vector<Vec2>& vertices) {
  constexpr std::size_t numbers_each = 2;
  vertices.resize(fields.take_count(numbers_each));
  for (Vec2& vertex : vertices) vertex = read_vector(fields);
}

PlaneShape read_polygon(Fields& fields) {
  PlacedPolygon polygon;
  read_vertices(fields, polygon.vertices);
  return polygon;
}

PlaneShape read_polygon_at(Fields& fields) {
  PlacedPolygon polygon{{}, read_vector(fields)};
  polygon.angle = read_angle(fields);
  read_vertices(fields, polygon.vertices);
  return polygon;
}

struct ShapeReader {
  std::string_view name;
  PlaneShape (*read)(Fields&);
};
constexpr ShapeReader readers[] = {
    {"circle2d", read_circle},         {"capsule2d", read_capsule}, {"box2d", read_box},
    {"ellipse2d", read_ellipse},       {"slice2d", read_slice},     {"polygon2d", read_polygon},
    {"polygon2d_at", read_polygon_at},
};

}  // namespace

std::optional<PlaneShape> read_plane_shape(std::string_view name, Fields& fields) {
  for (const ShapeReader& reader : readers)
    if (reader.name == name) return reader.read(fields);
  return std::nullopt;
}

std::string plane_shape_names() {
  std::string names;
  for (const ShapeReader& reader : readers) names += concat(" ", reader.name);
  return names;
}

}  // namespace lockstep::tools
