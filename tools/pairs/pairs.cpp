#include "pairs/pairs.hpp"

#include <array>
#include <optional>
#include <span>
#include <utility>

#include "pairs/pair_fields.hpp"
#include "pairs/pair_lines.hpp"
#include "text/checks.hpp"
#include "text/error.hpp"
#include "text/names.hpp"

namespace lockstep::tools {
namespace {

PairShape read_point(Fields& fields) { return Point{fields.take_vector()}; }

PairShape read_sphere(Fields& fields) {
  Sphere sphere{fields.take_vector()};
  sphere.radius = fields.take_non_negative("the radius");
  return sphere;
}

PairShape read_aabb(Fields& fields) {
  Aabb box{fields.take_vector(), {}};
  const std::size_t field = fields.number();
  box.max = fields.take_vector();
  const float low[] = {box.min.x, box.min.y, box.min.z}, high[] = {box.max.x, box.max.y, box.max.z};
  for (std::size_t i = 0; i < 3; ++i)
    if (low[i] > high[i]) Fields::fail(field + i, concat("max ", high[i], " is below min ", low[i]));
  return box;
}

Quat read_rotation(Fields& fields) {
  const std::size_t field = fields.number();
  const Quat q{fields.take_number(), fields.take_number(), fields.take_number(), fields.take_number()};
  if (auto problem = rotation_problem(q)) Fields::fail(field, std::move(*problem));
  return q;
}

Vec3 read_lengths(Fields& fields, std::string_view what) {
  return {fields.take_non_negative(what), fields.take_non_negative(what), fields.take_non_negative(what)};
}

PairShape read_obb(Fields& fields) {
  return Box{fields.take_vector(), read_rotation(fields), read_lengths(fields, "the half extent")};
}

PairShape read_ellipsoid(Fields& fields) {
  return Ellipsoid{fields.take_vector(), read_rotation(fields), read_lengths(fields, "the radius")};
}

/// The other end of an axis.
Vec3 read_end(Fields& fields, const Vec3& start, std::string_view without_axis) {
  const std::size_t field = fields.number();
  const Vec3 end = fields.take_vector();
  if (end == start) Fields::fail(field, std::string(without_axis));
  return end;
}

PairShape read_cylinder(Fields& fields) {
  const Vec3 p0 = fields.take_vector();
  const Vec3 p1 = read_end(fields, p0, "the ends of a cylinder must not be the same point");
  return Cylinder{p0, p1, fields.take_non_negative("the radius")};
}

PairShape read_cone(Fields& fields) {
  const Vec3 base = fields.take_vector();
  const Vec3 apex = read_end(fields, base, "the apex of a cone must not be its base");
  return Cone{base, apex, fields.take_non_negative("the radius")};
}

PairShape read_capsule(Fields& fields) {
  Capsule capsule{fields.take_vector(), {}};
  capsule.p1 = fields.take_vector();
  capsule.radius = fields.take_non_negative("the radius");
  return capsule;
}

void read_vertices(Fields& fields, std::vector<Vec3>& vertices) {
  for (Vec3& vertex : vertices) vertex = fields.take_vector();
}

PairShape read_hull(Fields& fields) {
  std::vector<Vec3> vertices(fields.take_count());
  read_vertices(fields, vertices);
  return vertices;
}

PairShape read_rhull(Fields& fields) {
  PlacedHull hull;
  hull.vertices.resize(fields.take_count());
  hull.radius = fields.take_non_negative("the radius");
  read_vertices(fields, hull.vertices);
  return hull;
}

PairShape read_hull_at(Fields& fields) {
  PlacedHull hull;
  hull.pose.position = fields.take_vector();
  hull.pose.rotation = read_rotation(fields);
  hull.radius = fields.take_non_negative("the radius");
  hull.vertices.resize(fields.take_count());
  read_vertices(fields, hull.vertices);
  return hull;
}

PairShape read_frustum8(Fields& fields) {
  std::array<Vec3, 8> corners;
  for (Vec3& corner : corners) corner = fields.take_vector();
  return CornersVolume{corners};
}

PairShape read_frustumvp01(Fields& fields) { return MatrixVolume{fields.take_matrix(), DepthRange::zero_to_one}; }

PairShape read_frustumvp11(Fields& fields) { return MatrixVolume{fields.take_matrix(), DepthRange::minus_one_to_one}; }

PairShape read_frustumvp01d(Fields& fields) {
  return DoubleMatrixVolume{fields.take_matrix_of_doubles(), DepthRange::zero_to_one};
}

PairShape read_frustumvp11d(Fields& fields) {
  return DoubleMatrixVolume{fields.take_matrix_of_doubles(), DepthRange::minus_one_to_one};
}

PairShape read_planes(Fields& fields) {
  PlanesVolume volume{std::vector<HalfSpace>(fields.take_count(4, "half-spaces")),
                      ConvexVolume::from_corners(std::array<Vec3, 8>{})};
  for (HalfSpace& half : volume.planes) {
    half.normal = {fields.take_double(), fields.take_double(), fields.take_double()};
    half.offset = fields.take_double();
  }
  volume.volume = ConvexVolume::from_planes(volume.planes);
  return volume;
}

PairShape read_hull_of(Fields& fields) { return fields.take_hull_of_file(); }

PairShape read_mesh_shape(Fields& fields) { return MeshShape{fields.take_mesh_of_file()}; }

struct ShapeReader {
  std::string_view name;
  PairShape (*read)(Fields&);
};
constexpr ShapeReader readers[] = {
    {"point", read_point},
    {"sphere", read_sphere},
    {"aabb", read_aabb},
    {"obb", read_obb},
    {"capsule", read_capsule},
    {"ellipsoid", read_ellipsoid},
    {"cylinder", read_cylinder},
    {"cone", read_cone},
    {"hull", read_hull},
    {"rhull", read_rhull},
    {"hull_at", read_hull_at},
    {"frustum8", read_frustum8},
    {"frustumvp01", read_frustumvp01},
    {"frustumvp11", read_frustumvp11},
    {"frustumvp01d", read_frustumvp01d},
    {"frustumvp11d", read_frustumvp11d},
    {"planes", read_planes},
    {"hull_of", read_hull_of},
    {"mesh", read_mesh_shape},
};

/// The library's advice to its callers, reworded for authors of files, whose matrices are row by row.
std::string in_words_of_files(std::string text) {
  constexpr std::pair<std::string_view, std::string_view> words[] = {
      {"say MatrixOrder::column_major", "write them row by row"},
      {"the MatrixOrder that it is in", "its numbers row by row"}};
  for (const auto& [library, file] : words)
    if (const std::size_t at = text.find(library); at != std::string::npos) text.replace(at, library.size(), file);
  return text;
}

}  // namespace

EitherShape read_shape(Fields& fields) {
  const std::size_t field = fields.number();
  const std::string_view name = fields.take_word("a shape");
  for (const ShapeReader& reader : readers) {
    if (reader.name != name) continue;
    try {
      return reader.read(fields);
    } catch (const InvalidInput& error) {  // a singular matrix, for example: the shape as a whole is invalid
      Fields::fail(field, in_words_of_files(error.what()));
    }
  }
  if (std::optional<PlaneShape> shape = read_plane_shape(name, fields)) return *std::move(shape);
  std::string text = concat("\"", printable(name, 40), "\" is not a shape; shapes are");
  for (const ShapeReader& reader : readers) text += concat(" ", reader.name);
  Fields::fail(field, text + plane_shape_names());
}

namespace {

using EitherQuery = std::variant<PairQuery, PlaneQuery>;

// The names and contents of the columns behind the shapes, in space and in the plane.

std::string_view motion_words(const Motion& /*m*/) { return "`motion X Y Z`"; }
std::string_view motion_words(const Motion2& /*m*/) { return "`motion X Y`"; }
std::string_view turn_words(const Motion& /*m*/) { return "`turn TX TY TZ`"; }
std::string_view turn_words(const Motion2& /*m*/) { return "`turn T`"; }
std::string_view about_words(const Motion& /*m*/) { return "`about X Y Z`"; }
std::string_view about_words(const Motion2& /*m*/) { return "`about X Y`"; }
std::string_view no_motion(const Motion& /*m*/) { return "motion 0 0 0"; }
std::string_view no_motion(const Motion2& /*m*/) { return "motion 0 0"; }

void take(Fields& fields, Vec3& place) { place = fields.take_vector(); }
void take(Fields& fields, Vec2& place) { place.x = fields.take_number(), place.y = fields.take_number(); }
void take_turn(Fields& fields, Motion& motion) { motion.turn = fields.take_finite_vector(); }
void take_turn(Fields& fields, Motion2& motion) { motion.turn = fields.take_finite(); }

/// The column behind the motion, if there is one.
template <class AnyMotion>
void read_turn(Fields& fields, AnyMotion& motion) {
  if (!fields.at_bar()) return;
  fields.take_bar();
  const std::size_t field = fields.number();
  if (fields.take_word("a turn") != "turn")
    Fields::fail(field, concat("behind the motion only ", turn_words(motion), ", maybe with ", about_words(motion),
                               ", may stand"));
  take_turn(fields, motion);
  if (fields.at_end()) return;
  const std::size_t next = fields.number();
  if (fields.take_word(about_words(motion)) != "about")
    Fields::fail(next, concat("behind a turn only ", about_words(motion), " may stand, the point that it is about"));
  take(fields, motion.about);
}

/// The columns behind the shapes, if there are any.
template <class AnyMotion>
std::optional<AnyMotion> read_motion(Fields& fields) {
  if (!fields.at_bar()) return std::nullopt;
  fields.take_bar();
  const std::size_t field = fields.number();
  const std::string_view word = fields.take_word("a motion");
  AnyMotion motion;
  if (word == "turn")
    Fields::fail(field, concat("a turn stands behind a motion: write `| ", no_motion(motion),
                               " | turn ...` of a shape that only turns"));
  if (word != "motion") Fields::fail(field, concat("behind the shapes only ", motion_words(motion), " may stand"));
  take(fields, motion.by);
  read_turn(fields, motion);
  return motion;
}

EitherQuery read_query(Fields& fields, std::size_t number) {
  const std::string_view id = fields.take_word("the id");
  fields.take_bar();
  const std::size_t first_field = fields.number();
  EitherShape first = read_shape(fields);
  fields.take_bar();
  const std::size_t second_field = fields.number();
  EitherShape second = read_shape(fields);
  if (first.index() != second.index())
    Fields::fail(second_field, "a shape of the plane and one of space cannot be compared");
  const auto query = [&]<class Shape>(Shape& shape) -> EitherQuery {
    const auto motion = read_motion<MotionOf<Shape>>(fields);
    fields.take_end();
    return QueryOf<Shape>{number, id, first_field, second_field, std::move(shape), std::get<Shape>(std::move(second)),
                          motion};
  };
  return std::visit(query, first);
}

/// Throws `FieldError` for a line that is too long or not text.
void check_line(std::string_view line) {
  if (line.size() > max_line_bytes) Fields::fail(1, concat("the line is longer than ", max_line_bytes, " bytes"));
  if (const std::size_t nul = line.find('\0'); nul != std::string_view::npos)
    Fields::fail(Fields(line.substr(0, nul + 1)).left(), "a NUL byte: this is not a text file");
}

}  // namespace

void read_lines(std::string_view text, const LineHandler& line_handler, const ProblemHandler& problem,
                NamedMeshes* meshes) {
  if (const auto wrong = text_problem(text)) return problem({1, 1, concat("the file ", *wrong)});
  Lines lines(text);
  for (std::string_view line; lines.next(line);) {
    try {
      check_line(line);
      Fields fields(line.substr(0, line.find('#')), meshes);
      if (!fields.at_end()) line_handler(fields, lines.number());
    } catch (const FieldError& error) {
      problem({lines.number(), error.field, error.text});
    }
  }
}

void read_pairs(std::string_view text, const PairHandlers& handlers) {
  struct Hand {
    const PairHandlers& to;
    void operator()(const PairQuery& query) const { to.in_space(query); }
    void operator()(const PlaneQuery& query) const { to.in_plane(query); }
  };
  const auto hand = [&](Fields& fields, std::size_t line) { std::visit(Hand{handlers}, read_query(fields, line)); };
  read_lines(text, hand, handlers.problem, handlers.meshes);
}

}  // namespace lockstep::tools
