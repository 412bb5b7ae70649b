#include "pair_line.hpp"

#include <utility>

#include "pair_words.hpp"

namespace lockstep::oracle {

namespace {

AnyShape read(Reader& in) {
  const std::string_view kind = in.kind();
  if (kind == "point") return Point{in.vector()};
  if (kind == "sphere") return Sphere{.center = in.vector(), .radius = in.scalar()};
  if (kind == "aabb") return Aabb{.min = in.vector(), .max = in.vector()};
  if (kind == "obb") return Box{.center = in.vector(), .rotation = in.rotation(), .half_extents = in.vector()};
  if (kind == "capsule") return Capsule{.p0 = in.vector(), .p1 = in.vector(), .radius = in.scalar()};
  if (kind == "ellipsoid") return Ellipsoid{.center = in.vector(), .rotation = in.rotation(), .radii = in.vector()};
  if (kind == "cylinder") return Cylinder{.p0 = in.vector(), .p1 = in.vector(), .radius = in.scalar()};
  if (kind == "cone") return Cone{.base = in.vector(), .apex = in.vector(), .radius = in.scalar()};
  if (kind == "hull") {
    const auto count = in.number<unsigned>();
    if (count == 0) refuse("a hull needs at least one vertex", kind);
    HullShape hull;
    for (unsigned i = 0; i < count; ++i) hull.vertices.push_back(in.vector());
    return hull;
  }
  if (kind == "rhull" || kind == "hull_at") {
    PlacedHull hull;
    const auto count = kind == "rhull" ? in.number<unsigned>() : 0;
    if (kind == "hull_at") hull.pose = {.position = in.vector(), .rotation = in.rotation()};
    hull.radius = in.scalar();
    hull.vertices.resize(kind == "rhull" ? count : in.number<unsigned>());
    if (hull.vertices.empty()) refuse("a hull needs at least one vertex", kind);
    for (Vec3& vertex : hull.vertices) vertex = in.vector();
    return hull;
  }
  if (kind == "frustum8") {
    Corners8 volume;
    for (Vec3& corner : volume.corners) corner = in.vector();
    return volume;
  }
  if (kind == "frustumvp01" || kind == "frustumvp11") {
    MatrixVolume volume;
    volume.range = kind == "frustumvp01" ? DepthRange::zero_to_one : DepthRange::minus_one_to_one;
    for (float& number : volume.row_major) number = in.scalar();
    return volume;
  }
  if (kind == "transformed") {
    TransformedBox box;
    for (float& number : box.row_major) number = in.scalar();
    box.min = in.vector(), box.max = in.vector();
    return box;
  }
  refuse("unknown shape", kind);
}

struct ToText {
  std::string operator()(const Point& s) const { return (Writer("point") << s.position).text(); }
  std::string operator()(const Sphere& s) const { return (Writer("sphere") << s.center << s.radius).text(); }
  std::string operator()(const Aabb& s) const { return (Writer("aabb") << s.min << s.max).text(); }
  std::string operator()(const Box& s) const {
    return (Writer("obb") << s.center << s.rotation << s.half_extents).text();
  }
  std::string operator()(const Capsule& s) const { return (Writer("capsule") << s.p0 << s.p1 << s.radius).text(); }
  std::string operator()(const Ellipsoid& s) const {
    return (Writer("ellipsoid") << s.center << s.rotation << s.radii).text();
  }
  std::string operator()(const Cylinder& s) const { return (Writer("cylinder") << s.p0 << s.p1 << s.radius).text(); }
  std::string operator()(const Cone& s) const { return (Writer("cone") << s.base << s.apex << s.radius).text(); }
  std::string operator()(const HullShape& s) const {
    return Writer("hull " + std::to_string(s.vertices.size())).each(s.vertices).text();
  }
  std::string operator()(const PlacedHull& s) const {
    const std::string count = std::to_string(s.vertices.size());
    if (s.is_unmoved()) return (Writer("rhull " + count) << s.radius).each(s.vertices).text();
    Writer out("hull_at");
    out << s.pose.position << s.pose.rotation << s.radius;
    return Writer(out.text() + " " + count).each(s.vertices).text();
  }
  std::string operator()(const Corners8& s) const { return Writer("frustum8").each(s.corners).text(); }
  std::string operator()(const MatrixVolume& s) const {
    return Writer(s.range == DepthRange::zero_to_one ? "frustumvp01" : "frustumvp11").each(s.row_major).text();
  }
  std::string operator()(const TransformedBox& s) const {
    return (Writer("transformed").each(s.row_major) << s.min << s.max).text();
  }
};

}  // namespace

std::string to_text(const AnyShape& shape) { return std::visit(ToText{}, shape); }

std::string to_pair_line(std::string_view id, const AnyShape& a, const AnyShape& b) {
  return std::string(id) + " | " + to_text(a) + " | " + to_text(b);
}

AnyShape parse_shape(std::string_view text) {
  Reader in(text);
  AnyShape shape = read(in);
  in.finish();
  return shape;
}

PairLine parse_pair_line(std::string_view line) {
  const std::array<std::string_view, 3> fields = pair_fields(line);
  return {std::string(fields[0]), parse_shape(fields[1]), parse_shape(fields[2])};
}

}  // namespace lockstep::oracle
