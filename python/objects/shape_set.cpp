// The class lockstep.ShapeSet.
#include <pybind11/stl.h>

#include <algorithm>
#include <cmath>

#include "objects/kinds.hpp"
#include "objects/set_binding.hpp"

namespace lockstep::python {

static void check_shapes(const Shapes& shapes, const HullInstances& kind, std::size_t count) {
  ShapeSet trial;
  const std::uint32_t spot = trial.add(Point{});
  const std::uint32_t mesh = trial.add_mesh(ConvexHull{shapes.mesh(kind.mesh)}, Check::none);
  each("shape", count, [&](std::size_t i) {
    HullInstance instance = kind(i);
    instance.mesh = mesh;
    trial.set(spot, instance);
  });
}

static void prepare(const Shapes& shapes, const HullInstances& kind) {
  if (kind.mesh >= shapes.meshes()) {
    throw InvalidInput("mesh = " + std::to_string(kind.mesh) + ": is out of range, the set has " +
                       std::to_string(shapes.meshes()));
  }
  if (kind.rotation.is_exact()) return;
  for (const Vec3& v : shapes.mesh(kind.mesh)) kind.reach = std::max(kind.reach, std::hypot(double{v.x}, v.y, v.z));
}

namespace {

constexpr const char* count_note =
    "\n\nVectors are arrays (N, 3), rotations (N, 4) in the order x, y, z, w, numbers (N,), with any strides; a "
    "vector\n"
    "(3,) or a number stands for all. Positions of float64 stay as they are (`place`), sizes are rounded up to "
    "float32.\n"
    "Returns the indices, an array (N,) of uint32. Raises ValueError that names the shape, the field and its value,\n"
    "and adds none then.";
constexpr const char* set_note =
    "\n\nReplaces the shapes `index`, an array (N,) of uint32; the other arguments are those of the adder. Raises\n"
    "ValueError for a hole, an index out of range, a hull or a volume and a bad number, and changes nothing then. The\n"
    "position of a placed shape stays: float32 must hold the numbers.";

std::uint32_t add_hull(Shapes& shapes, const py::object& vertices, std::optional<double> given_radius, Check check) {
  std::optional<float> radius;
  if (given_radius) radius = size_rounded_up(*given_radius);
  const bool is_literal = py::isinstance<py::list>(vertices) || py::isinstance<py::tuple>(vertices);
  const Floats points = Floats::vectors(vertices, "vertices", 3, is_literal ? Rounding::refused : Rounding::nearest);
  const Vec3d position = points.is_exact() ? Vec3d{} : points.exact3(0);
  std::vector<Vec3> own(points.count());
  double error = 0;
  for (std::size_t i = 0; i < own.size(); ++i) {
    const Way way(position, points.exact3(i));
    own[i] = nearest_floats(way.by);
    error = std::max(error, way.error);
  }
  if (error > 0) radius = grown(radius.value_or(0), error);
  const KeptHull hull{std::make_shared<const std::vector<Vec3>>(std::move(own)), radius};
  const Changing changing(shapes.users());
  return unlocked([&] {
    check_positions("vertex", Positions{{&position, 1}}, check == Check::inputs ? 1 : 0);
    const std::uint32_t index = shapes.add_hull(hull, check);
    if (!points.is_exact()) shapes.place(index, position, Check::none);
    return index;
  });
}

std::uint32_t add_mesh(Shapes& shapes, const py::object& vertices, Check check) {
  std::vector<Vec3> mesh = vertices_of(vertices, "vertices");
  const Changing changing(shapes.users());
  return unlocked([&] { return shapes.add_mesh(std::move(mesh), check); });
}

template <class Other>
std::uint32_t add_mesh_of(Shapes& shapes, const Other& other, std::uint32_t mesh) {
  std::vector<Vec3> vertices = mesh_of(other, mesh);
  const Changing changing(shapes.users());
  return unlocked([&] { return shapes.add_mesh(std::move(vertices), Check::none); });
}

std::uint32_t add_volume(Shapes& shapes, const Volume& volume, Check check) {
  const Changing changing(shapes.users());
  return shapes.add_volume(volume.shared_from_this(), check);
}

std::string in_words(const Shapes& shapes) {
  const Reading reading(shapes.users());
  std::string words = counted_shapes(shapes, "ShapeSet");
  if (shapes.meshes() > 0) words += ", " + std::to_string(shapes.meshes()) + " meshes";
  return words + ">";
}

using ShapesClass = py::class_<Shapes>;

template <class Kind, class... Arguments, class... Names>
void bind_one(ShapesClass& shapes, const char* kind, const std::string& summary, const Names&... names) {
  bind_kind<Kind, Arguments...>(shapes, kind, summary + count_note, summary + set_note, names...);
}

void bind_kinds(ShapesClass& shapes) {
  using Array = py::object;
  const auto arg = [](const char* name) { return py::arg(name); };
  bind_one<Points, Array>(shapes, "points", "Points.", arg("position"));
  bind_one<Spheres, Array, Array>(shapes, "spheres", "All points within `radius` of `center`.", arg("center"),
                                  arg("radius"));
  bind_one<Aabbs, Array, Array>(shapes, "aabbs", "Axis-aligned boxes, min <= max.", arg("min"), arg("max"));
  bind_one<Boxes, Array, Array, Array>(shapes, "boxes",
                                       "Oriented boxes: center + rotate(rotation, p), |p| <= half_extents.",
                                       arg("center"), arg("rotation"), arg("half_extents"));
  bind_one<Capsules, Array, Array, Array>(shapes, "capsules",
                                          "All points within `radius` of the segment from p0 to p1.", arg("p0"),
                                          arg("p1"), arg("radius"));
  bind_one<Ellipsoids, Array, Array, Array>(shapes, "ellipsoids",
                                            "The unit ball stretched to `radii`, turned and moved.", arg("center"),
                                            arg("rotation"), arg("radii"));
  bind_one<Cylinders, Array, Array, Array>(shapes, "cylinders", "Flat-ended, of `radius` about the axis from p0 to p1.",
                                           arg("p0"), arg("p1"), arg("radius"));
  bind_one<Cones, Array, Array, Array>(shapes, "cones", "The hull of a disc of `radius` about `base`, and of `apex`.",
                                       arg("base"), arg("apex"), arg("radius"));
  bind_one<HullInstances, std::uint32_t, Array, Array, Array>(
      shapes, "hull_instances",
      "A mesh where `position` and `rotation` take it, and all points within `radius` of that.", arg("mesh"),
      arg("position"), arg("rotation"), py::arg("radius") = 0);
}

void bind_hulls(ShapesClass& shapes) {
  shapes.def(
      "add_hull", add_hull, py::arg("vertices"), py::arg("radius") = py::none(), py::kw_only(),
      py::arg("check") = Check::inputs,
      "The convex hull of `vertices`, an array (N, 3), N > 0; with `radius` a RoundedHull, and if float32 does not "
      "hold\n"
      "the vertices of an array: at the first vertex, with what rounding takes from the others as radius. Returns the\n"
      "index. Raises ValueError for a bad number.");
  shapes.def(
      "add_mesh", add_mesh, py::arg("vertices"), py::kw_only(), py::arg("check") = Check::inputs,
      "Keeps vertices, an array (N, 3) of float32, for `add_hull_instances`, and returns the number of the mesh.");
  shapes.def("add_mesh", add_mesh_of<Shapes>, py::arg("other"), py::arg("mesh"), mesh_of_text);
  shapes.def("add_mesh", add_mesh_of<Bodies>, py::arg("other"), py::arg("mesh"), mesh_of_text);
  shapes.def("add_volume", add_volume, py::arg("volume"), py::kw_only(), py::arg("check") = Check::inputs,
             "A ConvexVolume whose far side is not infinite. Returns the index.");
}

}  // namespace

void bind_shape_set(py::module_& module) {
  ShapesClass shapes(
      module, "ShapeSet",
      "Shapes by index, of any kind, for pair lists, culling, rays and overlap passes.\n\n"
      "`len` is one more than the largest index, free slots included. Pickles hold what was added, and are read by\n"
      "the version of lockstep that wrote them. While a call of another thread uses the set, adding,\n"
      "setting, placing and removing raise RuntimeError.");
  shapes.def(py::init<>());
  bind_kinds(shapes);
  bind_hulls(shapes);
  shapes.def(
      "place", place_all<Shapes>, py::arg("index"), py::arg("position"), py::kw_only(),
      py::arg("check") = Check::inputs,
      "Moves a shape, or the shapes of an array (N,), to positions (N, 3) of float64, to which their own numbers\n"
      "are added, exactly. `intersect`, `distance`, `contacts`, casts, rays, `overlap`, `cull` and worlds answer\n"
      "about the float64 numbers. Raises ValueError for a shape that is not there and for a bad number, and moves "
      "none\n"
      "then.");
  bind_questions(shapes, "The ShapeKind of a shape. Raises ValueError if there is no such shape.");
  shapes.def("__repr__", in_words);
  bind_pickles(shapes, "ShapeSet");
}

}  // namespace lockstep::python
