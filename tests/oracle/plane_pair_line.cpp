#include "plane_pair_line.hpp"

#include "pair_words.hpp"

namespace lockstep::oracle {

namespace {

AnyShape2 read_polygon(Reader& in, bool is_placed) {
  PolygonShape2 polygon;
  if (is_placed) polygon.position = in.vector2(), polygon.angle = in.scalar();
  const auto count = in.number<unsigned>();
  if (count == 0) refuse("a polygon needs at least one vertex", in.kind());
  for (unsigned i = 0; i < count; ++i) polygon.vertices.push_back(in.vector2());
  return polygon;
}

AnyShape2 read(Reader& in) {
  const std::string_view kind = in.kind();
  if (kind == "circle2d") return Circle2{.center = in.vector2(), .radius = in.scalar()};
  if (kind == "capsule2d") return Capsule2{.p0 = in.vector2(), .p1 = in.vector2(), .radius = in.scalar()};
  if (kind == "box2d") return Box2{.center = in.vector2(), .angle = in.scalar(), .half_extents = in.vector2()};
  if (kind == "ellipse2d") return Ellipse2{.center = in.vector2(), .angle = in.scalar(), .radii = in.vector2()};
  if (kind == "slice2d")
    return Slice2{.center = in.vector2(), .angle = in.scalar(), .half_angle = in.scalar(), .radius = in.scalar()};
  if (kind == "polygon2d" || kind == "polygon2d_at") return read_polygon(in, kind == "polygon2d_at");
  refuse("unknown shape", kind);
}

struct ToText {
  std::string operator()(const Circle2& s) const { return (Writer("circle2d") << s.center << s.radius).text(); }
  std::string operator()(const Capsule2& s) const { return (Writer("capsule2d") << s.p0 << s.p1 << s.radius).text(); }
  std::string operator()(const Box2& s) const {
    return (Writer("box2d") << s.center << s.angle << s.half_extents).text();
  }
  std::string operator()(const Ellipse2& s) const {
    return (Writer("ellipse2d") << s.center << s.angle << s.radii).text();
  }
  std::string operator()(const Slice2& s) const {
    return (Writer("slice2d") << s.center << s.angle << s.half_angle << s.radius).text();
  }
  std::string operator()(const PolygonShape2& s) const {
    const std::string count = " " + std::to_string(s.vertices.size());
    if (s.is_unmoved()) return Writer("polygon2d" + count).each(s.vertices).text();
    const std::string placed = (Writer("polygon2d_at") << s.position << s.angle).text();
    return Writer(placed + count).each(s.vertices).text();
  }
};

}  // namespace

std::string to_text(const AnyShape2& shape) { return std::visit(ToText{}, shape); }

std::string to_pair_line(std::string_view id, const AnyShape2& a, const AnyShape2& b) {
  return std::string(id) + " | " + to_text(a) + " | " + to_text(b);
}

AnyShape2 parse_plane_shape(std::string_view text) {
  Reader in(text);
  AnyShape2 shape = read(in);
  in.finish();
  return shape;
}

PlanePairLine parse_plane_pair_line(std::string_view line) {
  const std::array<std::string_view, 3> fields = pair_fields(line);
  return {std::string(fields[0]), parse_plane_shape(fields[1]), parse_plane_shape(fields[2])};
}

}  // namespace lockstep::oracle
