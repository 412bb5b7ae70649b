// The class lockstep.ShapeSet2.
#include "objects/kinds2.hpp"
#include "objects/set_binding.hpp"

namespace lockstep::python {
namespace {

constexpr const char* count_note =
    "\n\nVectors are arrays (N, 2) of float32, angles (N,) in radians, counter-clockwise, other numbers (N,), with "
    "any\n"
    "strides; a vector (2,) or a number stands for all. Returns the indices, an array (N,) of uint32. Raises "
    "ValueError\n"
    "that names the shape, the field and its value, and adds none then.";
constexpr const char* set_note =
    "\n\nReplaces the shapes `index`, an array (N,) of uint32; the other arguments are those of the adder. Raises\n"
    "ValueError for a hole, an index out of range, a polygon and a bad number, and changes nothing then.";

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

std::uint32_t add_polygon(Shapes2& shapes, const py::object& vertices, const py::object& position,
                          const py::object& angle, Check check) {
  const Floats list = Floats::vectors(vertices, "vertices", 2);
  std::vector<Vec2> points;
  points.reserve(list.count());
  for (std::size_t i = 0; i < list.count(); ++i) points.push_back(list.vec2(i));
  const Places2 place(position, angle);
  if (place.count() != 1) throw py::value_error("position and angle are those of one polygon");
  const KeptPolygon polygon{std::make_shared<const std::vector<Vec2>>(std::move(points)), place.position.vec2(0),
                            place.angle.number(0)};
  const Changing changing(shapes.users());
  return unlocked([&] { return shapes.add_polygon(polygon, check); });
}

/// Places all polygons or none: those that were placed go back.
void place_all(Shapes2& shapes, const py::object& index, const py::object& position, const py::object& angle,
               Check check) {
  const List<std::uint32_t> list = index_list(index, "index");
  const std::span<const std::uint32_t> indices = list.span();
  const Places2 places(position, angle);
  check_named(places.count(), indices.size(), "shapes");
  const Changing changing(shapes.users());
  unlocked([&] {
    std::vector<KeptPolygon> before;
    before.reserve(indices.size());
    for (const std::uint32_t polygon : indices) before.push_back(shapes.polygon(polygon));
    const std::size_t step = places.count() == 1 ? 0 : 1;
    std::size_t done = 0;
    try {
      each("polygon", indices.size(), [&](std::size_t i) {
        shapes.place(indices[i], places.position.vec2(i * step), places.angle.number(i * step), check);
        ++done;
      });
    } catch (...) {
      while (done-- > 0) shapes.place(indices[done], before[done].position, before[done].angle, Check::none);
      throw;
    }
  });
}

void bind_polygons(ShapesClass& shapes) {
  shapes.def("add_polygon", add_polygon, py::arg("vertices"), py::arg("position") = py::make_tuple(0, 0),
             py::arg("angle") = 0, py::kw_only(), py::arg("check") = Check::inputs,
             "The convex hull of `vertices`, an array (N, 2) of float32, N > 0, in any order, turned by `angle` "
             "(radians)\n"
             "and moved by `position` (2,). Returns the index. Raises ValueError for a bad number.");
  shapes.def("place", place_all, py::arg("index"), py::arg("position"), py::arg("angle"), py::kw_only(),
             py::arg("check") = Check::inputs,
             "Moves the polygons `index`, an array (N,) of uint32, to other positions (N, 2) and angles (N,). Raises\n"
             "ValueError for what is no polygon and for a bad number, and moves none then.");
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
