// The class lockstep.ShapeSet2.
#include <cmath>

#include "objects/kinds2.hpp"
#include "objects/set_binding.hpp"

namespace lockstep::python {
namespace {

constexpr const char* count_note =
    "\n\nVectors are arrays (N, 2), angles (N,) in radians, counter-clockwise, other numbers (N,), with any strides; "
    "a\n"
    "vector (2,) or a number stands for all. Positions of float64 stay as they are (`place`), sizes are rounded up to\n"
    "float32. Returns the indices, an array (N,) of uint32. Raises ValueError that names the shape, the field and its\n"
    "value, and adds none then.";
constexpr const char* set_note =
    "\n\nReplaces the shapes `index`, an array (N,) of uint32; the other arguments are those of the adder. Raises\n"
    "ValueError for a hole, an index out of range, a polygon and a bad number, and changes nothing then. The position\n"
    "of a placed shape stays: float32 must hold the numbers.";

using ShapesClass = py::class_<Shapes2>;

template <class Kind, class... Arguments, class... Names>
void bind_one(ShapesClass& shapes, const char* kind, const std::string& summary, const Names&... names) {
  bind_kind<Kind, Arguments...>(shapes, kind, summary + count_note, summary + set_note, names...);
}

void bind_kinds(ShapesClass& shapes) {
  using Array = py::object;
  const auto arg = [](const char* name) { return py::arg(name); };
  bind_one<Circles2, Array, Array>(shapes, "circles", "All points within `radius` of `center`.", arg("center"),
                                   arg("radius"));
  bind_one<Capsules2, Array, Array, Array>(shapes, "capsules",
                                           "All points within `radius` of the segment from p0 to p1.", arg("p0"),
                                           arg("p1"), arg("radius"));
  bind_one<Boxes2, Array, Array, Array>(shapes, "boxes",
                                        "Oriented boxes: center + turn(angle, p), |p| <= half_extents.", arg("center"),
                                        arg("angle"), arg("half_extents"));
  bind_one<Ellipses2, Array, Array, Array>(shapes, "ellipses",
                                           "The unit circle stretched to `radii`, turned by `angle` and moved.",
                                           arg("center"), arg("angle"), arg("radii"));
  bind_one<Slices2, Array, Array, Array, Array>(
      shapes, "slices",
      "All points within `radius` of `center` in directions that differ from `angle` by at most `half_angle` <= pi/2.",
      arg("center"), arg("angle"), arg("half_angle"), arg("radius"));
}

/// Where vertices of doubles stand, for checks: the first is a position.
struct FarVertices {
  const Floats& vertices;
  [[nodiscard]] Vec3d position(std::size_t i) const {
    const auto [x, y, z] = exact_in_space(vertices, i);
    const auto apart = [i](double c) { return i > 0 && std::abs(c) < 1 ? 0 : c; };
    return {apart(x), apart(y), z};
  }
};

/// Floats relative to the first vertex, whose hull holds the polygon.
std::vector<Vec2> vertices_around(const Floats& vertices) {
  std::vector<Vec2> around;
  for (std::size_t i = 0; i < vertices.count(); ++i) {
    const auto [left, right] = floats_around(vertices.exact(i, 0), vertices.exact(0, 0));
    const auto [low, high] = floats_around(vertices.exact(i, 1), vertices.exact(0, 1));
    around.push_back({left, low});
    if (left != right) around.push_back({right, low});
    if (low != high) around.push_back({left, high});
    if (left != right && low != high) around.push_back({right, high});
  }
  return around;
}

std::uint32_t add_polygon(Shapes2& shapes, const py::object& vertices, const py::object& position,
                          const py::object& angle, Check check) {
  const bool is_literal = py::isinstance<py::list>(vertices) || py::isinstance<py::tuple>(vertices);
  const Floats given = Floats::vectors(vertices, "vertices", 2, is_literal ? Rounding::refused : Rounding::nearest);
  const Poses2 pose(position, angle);
  if (pose.count() != 1) throw py::value_error("position and angle are those of one polygon");
  const bool is_far = !given.is_exact();
  if (is_far && (pose.is_placed() || !(pose.local(0) == Vec2{}) || pose.angle.number(0) != 0))
    throw py::value_error(
        "vertices: float32 does not hold them, so the first one is the polygon's position: give no other, and no "
        "angle");
  std::vector<Vec2> points;
  for (std::size_t i = 0; i < given.count() && !is_far; ++i) points.push_back(given.vec2(i));
  if (is_far) points = vertices_around(given);
  const Vec3d place = is_far ? exact_in_space(given, 0) : pose.position(0);
  const KeptPolygon polygon{std::make_shared<const std::vector<Vec2>>(std::move(points)), pose.local(0),
                            pose.angle.number(0)};
  const Changing changing(shapes.users());
  return unlocked([&] {
    const bool is_placed = is_far || pose.is_placed(), is_checked = check == Check::inputs;
    if (is_far) check_positions("vertex", FarVertices{given}, is_checked ? given.count() : 0);
    check_positions("position", Positions{{&place, 1}}, is_placed && is_checked ? 1 : 0);
    const std::uint32_t index = shapes.add_polygon(polygon, check);
    if (is_placed) shapes.place(index, place, Check::none);
    return index;
  });
}

/// Places all polygons or none. Where shapes have double positions, or floats do not hold these, polygons stand at such
/// positions.
void place_polygons(Shapes2& shapes, const py::object& index, const Poses2& poses, Check check) {
  const List<std::uint32_t> list = one_or_many(index);
  const std::span<const std::uint32_t> indices = list.span();
  check_named(poses.count(), indices.size(), "shapes");
  const Changing changing(shapes.users());
  unlocked([&] {
    for (const std::uint32_t polygon : indices) (void)shapes.polygon(polygon);
    const bool in_doubles = poses.is_placed() || shapes.has_positions();
    const auto own = [&](std::size_t i) { return in_doubles ? Vec2{} : poses.local(i); };
    if (check == Check::inputs) {
      if (in_doubles) check_positions("polygon", poses, poses.count());
      ShapeSet2 trial;
      const Vec2 point{};
      trial.add(Polygon2{{&point, 1}});
      each("polygon", poses.count(), [&](std::size_t i) { trial.place(0, own(i), poses.angle.number(i)); });
    }
    const std::size_t step = poses.count() == 1 ? 0 : 1;
    for (std::size_t i = 0; i < indices.size(); ++i) {
      if (in_doubles) shapes.place(indices[i], poses.position(i * step), Check::none);  // the first may lack memory
      shapes.place(indices[i], own(i * step), poses.angle.number(i * step), Check::none);
    }
  });
}

struct PlanePositions {
  const double* numbers;
  [[nodiscard]] Vec3d position(std::size_t i) const { return {numbers[2 * i], numbers[2 * i + 1], 0}; }
};

void place_all_in_plane(Shapes2& shapes, const py::object& index, const py::object& position, const py::object& angle,
                        Check check) {
  if (!angle.is_none()) return place_polygons(shapes, index, Poses2(position, angle), check);
  const Doubles numbers = vectors_of(position, "position", -1, 2);
  const PlanePositions places{numbers.data()};
  place_each(shapes, index, places, static_cast<std::size_t>(numbers.size()) / 2, check);
}

void bind_polygons(ShapesClass& shapes) {
  shapes.def(
      "add_polygon", add_polygon, py::arg("vertices"), py::arg("position") = py::make_tuple(0, 0), py::arg("angle") = 0,
      py::kw_only(), py::arg("check") = Check::inputs,
      "The convex hull of `vertices`, an array (N, 2), N > 0, in any order, turned by `angle` (radians) and moved\n"
      "by `position` (2,). A position of float64 stays as it is, and so does the first of vertices that float32\n"
      "does not hold: the hull of the floats around the others holds the polygon, which then has no position or\n"
      "angle. Returns the index. Raises ValueError for a bad number.");
  shapes.def(
      "place", place_all_in_plane, py::arg("index"), py::arg("position"), py::arg("angle") = py::none(), py::kw_only(),
      py::arg("check") = Check::inputs,
      "Moves a shape, or the shapes of an array (N,), to positions (N, 2) of float64, to which their own numbers\n"
      "are added, exactly, as ShapeSet.place. With angles (N,), moves polygons to these positions and angles.\n"
      "Raises ValueError for a shape that is not there, an angle of another shape and a bad number, and moves none\n"
      "then.");
}

}  // namespace

void bind_shape_set2(py::module_& module) {
  ShapesClass shapes(
      module, "ShapeSet2",
      "Shapes of the plane by index, of any kind, for pair lists and overlap passes.\n\n"
      "`len` is one more than the largest index, free slots included. Pickles hold what was added, and are read by\n"
      "the version of lockstep that wrote them. While a call of another thread uses the set, adding, setting,\n"
      "placing and removing raise RuntimeError.");
  shapes.def(py::init<>());
  bind_kinds(shapes);
  bind_polygons(shapes);
  bind_questions(shapes, "The ShapeKind2 of a shape. Raises ValueError if there is no such shape.");
  shapes.def("__repr__", [](const Shapes2& self) {
    const Reading reading(self.users());
    return counted_shapes(self, "ShapeSet2") + ">";
  });
  bind_pickles(shapes, "ShapeSet2");
}

}  // namespace lockstep::python
