// The class lockstep.ShapeSet.
#include <algorithm>
#include <functional>
#include <type_traits>

#include <pybind11/stl.h>

#include "arrays/enums.hpp"
#include "arrays/outputs.hpp"
#include "objects/kinds.hpp"
#include "objects/objects.hpp"
#include "objects/shapes.hpp"

#include <lockstep/version.hpp>

namespace lockstep::python {
namespace {

constexpr const char* count_note =
    "\n\nVectors are arrays (N, 3) of float32, rotations (N, 4) in the order x, y, z, w, numbers (N,), with any "
    "strides; a\n"
    "vector (3,) or a number stands for all. Returns the indices, an array (N,) of uint32. Raises ValueError that "
    "names\n"
    "the shape, the field and its value, and adds none then.";
constexpr const char* set_note =
    "\n\nReplaces the shapes `index`, an array (N,) of uint32; the other arguments are those of the adder. Raises\n"
    "ValueError for a hole, an index out of range, a hull or a volume and a bad number, and changes nothing then.";

/// Calls `what(i)` for all shapes, so that an error names the one.
template <class What>
void each(std::size_t count, const What& what) {
  for (std::size_t i = 0; i < count; ++i) {
    try {
      what(i);
    } catch (const InvalidInput& error) {
      throw InvalidInput("shape " + std::to_string(i) + " of " + std::to_string(count) + ": " + error.what());
    }
  }
}

/// Tries shapes in another set before they are added.
template <class Kind>
void check_shapes(const Shapes&, const Kind& kind, std::size_t count) {
  ShapeSet trial;
  const std::uint32_t spot = trial.add(Point{});
  each(count, [&](std::size_t i) { trial.set(spot, kind(i)); });
}

void check_shapes(const Shapes& shapes, const HullInstances& kind, std::size_t count) {
  ShapeSet trial;
  const std::uint32_t spot = trial.add(Point{});
  const std::uint32_t mesh = trial.add_mesh(ConvexHull{shapes.mesh(kind.mesh)}, Check::none);
  each(count, [&](std::size_t i) {
    HullInstance instance = kind(i);
    instance.mesh = mesh;
    trial.set(spot, instance);
  });
}

/// What even unchecked calls look at.
template <class Kind>
void check_mesh(const Shapes&, const Kind&) {}

void check_mesh(const Shapes& shapes, const HullInstances& kind) {
  if (kind.mesh >= shapes.meshes()) {
    throw InvalidInput("mesh = " + std::to_string(kind.mesh) + ": is out of range, the set has " +
                       std::to_string(shapes.meshes()));
  }
}

/// Room for more shapes, with slack, so that adding many times costs no more than adding once.
void make_room(Shapes& shapes, std::size_t more) {
  const std::size_t size = shapes.set().size(), holes = shapes.set().holes();
  if (more > holes) shapes.reserve(std::max(size + more - holes, std::min(2 * size, std::size_t{0xffffffff})), 0);
}

template <class Kind>
py::array add_all(Shapes& shapes, const Kind& kind, Check check) {
  const std::size_t count = kind.count();
  py::array_t<std::uint32_t> indices(length(count));
  std::uint32_t* const out = indices.mutable_data();
  const Changing changing(shapes.users());
  unlocked([&] {
    check_mesh(shapes, kind);
    if (check == Check::inputs) check_shapes(shapes, kind, count);
    make_room(shapes, count);
    for (std::size_t i = 0; i < count; ++i) {
      const auto shape = kind(i);
      out[i] = shapes.add(shape, shape, Check::none);
    }
  });
  return indices;
}

bool has_vertices(ShapeKind kind) {
  return kind == ShapeKind::hull || kind == ShapeKind::rounded_hull || kind == ShapeKind::volume;
}

/// Throws InvalidInput unless all of these may be replaced.
void check_replaceable(const ShapeSet& set, std::span<const std::uint32_t> indices) {
  for (const std::uint32_t index : indices) {
    if (has_vertices(set.kind(index))) {
      throw InvalidInput("shape " + std::to_string(index) + " is a " + std::string(name(set.kind(index))) +
                         ", which cannot be replaced: remove it and add another");
    }
  }
}

template <class Kind>
void set_all(Shapes& shapes, py::handle index, const Kind& kind, Check check) {
  const List<std::uint32_t> list = index_list(index, "index");
  const std::span<const std::uint32_t> indices = list.span();
  if (kind.count() != indices.size() && kind.count() != 1) {
    throw py::value_error("index is of " + std::to_string(indices.size()) + " shapes, the arrays are of " +
                          std::to_string(kind.count()));
  }
  const Changing changing(shapes.users());
  unlocked([&] {
    check_replaceable(shapes.set(), indices);
    check_mesh(shapes, kind);
    if (check == Check::inputs) check_shapes(shapes, kind, kind.count());
    const std::size_t step = kind.count() == 1 ? 0 : 1;
    for (std::size_t i = 0; i < indices.size(); ++i) shapes.set(indices[i], kind(i * step), Check::none);
  });
}

std::vector<Vec3> vertices_of(py::handle value) {
  const Floats vertices = Floats::vectors(value, "vertices", 3);
  std::vector<Vec3> result;
  result.reserve(vertices.count());
  for (std::size_t i = 0; i < vertices.count(); ++i) result.push_back(vertices.vec3(i));
  return result;
}

std::uint32_t add_hull(Shapes& shapes, const py::object& vertices, std::optional<float> radius, Check check) {
  const KeptHull hull{std::make_shared<const std::vector<Vec3>>(vertices_of(vertices)), radius};
  const Changing changing(shapes.users());
  return unlocked([&] { return shapes.add_hull(hull, check); });
}

std::uint32_t add_mesh(Shapes& shapes, const py::object& vertices, Check check) {
  std::vector<Vec3> mesh = vertices_of(vertices);
  const Changing changing(shapes.users());
  return unlocked([&] { return shapes.add_mesh(std::move(mesh), check); });
}

std::uint32_t add_volume(Shapes& shapes, const KeptVolume& volume, Check check) {
  const Changing changing(shapes.users());
  return shapes.add_volume(volume, check);
}

void remove(Shapes& shapes, const py::object& index) {
  const bool one = py::isinstance<py::int_>(index);
  const List<std::uint32_t> list = one ? index_list(py::make_tuple(index), "index") : index_list(index, "index");
  std::vector<std::uint32_t> sorted(list.span().begin(), list.span().end());
  std::sort(sorted.begin(), sorted.end());
  const Changing changing(shapes.users());
  for (const std::uint32_t shape : sorted) (void)shapes.set().kind(shape);  // throws where there is none
  if (const auto twice = std::adjacent_find(sorted.begin(), sorted.end()); twice != sorted.end()) {
    throw InvalidInput("index names shape " + std::to_string(*twice) + " twice");
  }
  for (const std::uint32_t shape : list.span()) shapes.remove(shape);
}

void clear(Shapes& shapes) {
  const Changing changing(shapes.users());
  shapes.clear();
}

std::string in_words(const Shapes& shapes) {
  const Reading reading(shapes.users());
  const std::size_t holes = shapes.set().holes(), meshes = shapes.meshes();
  std::string words = "<lockstep.ShapeSet of " + std::to_string(shapes.set().size() - holes) + " shapes";
  if (holes > 0) words += ", " + std::to_string(holes) + " holes";
  if (meshes > 0) words += ", " + std::to_string(meshes) + " meshes";
  return words + ">";
}

py::tuple pickled(const Shapes& shapes) {
  const Reading reading(shapes.users());
  const std::string bytes = unlocked([&] { return shapes.bytes(); });
  return py::make_tuple(LOCKSTEP_VERSION, py::bytes(bytes));
}

std::unique_ptr<Shapes> unpickled(const py::tuple& state) {
  return Shapes::from_bytes(pickled_bytes(state, "ShapeSet"));
}

using ShapesClass = py::class_<Shapes>;

/// The adder and the setter of one kind, whose constructor takes `Arguments`.
template <class Kind, class... Arguments, class... Names>
void bind_kind(ShapesClass& shapes, const std::string& kind, const char* summary, const Names&... names) {
  shapes.def(
      ("add_" + kind).c_str(),
      [](Shapes& self, const Arguments&... arguments, Check check) { return add_all(self, Kind(arguments...), check); },
      names..., py::kw_only(), py::arg("check") = Check::inputs, (summary + std::string(count_note)).c_str());
  shapes.def(("set_" + kind).c_str(),
             [](Shapes& self, const py::object& index, const Arguments&... arguments, Check check) {
               set_all(self, index, Kind(arguments...), check);
             },
             py::arg("index"), names..., py::kw_only(), py::arg("check") = Check::inputs,
             (summary + std::string(set_note)).c_str());
}

void bind_kinds(ShapesClass& shapes) {
  using Array = py::object;
  const auto arg = [](const char* name) { return py::arg(name); };
  bind_kind<Points, Array>(shapes, "points", "Points.", arg("position"));
  bind_kind<Spheres, Array, Array>(shapes, "spheres", "All points within `radius` of `center`.", arg("center"),
                                   arg("radius"));
  bind_kind<Aabbs, Array, Array>(shapes, "aabbs", "Axis-aligned boxes, min <= max.", arg("min"), arg("max"));
  bind_kind<Boxes, Array, Array, Array>(shapes, "boxes",
                                        "Oriented boxes: center + rotate(rotation, p), |p| <= half_extents.",
                                        arg("center"), arg("rotation"), arg("half_extents"));
  bind_kind<Capsules, Array, Array, Array>(shapes, "capsules",
                                           "All points within `radius` of the segment from p0 to p1.", arg("p0"),
                                           arg("p1"), arg("radius"));
  bind_kind<Ellipsoids, Array, Array, Array>(shapes, "ellipsoids",
                                             "The unit ball stretched to `radii`, turned and moved.", arg("center"),
                                             arg("rotation"), arg("radii"));
  bind_kind<Cylinders, Array, Array, Array>(shapes, "cylinders",
                                            "Flat-ended, of `radius` about the axis from p0 to p1.", arg("p0"),
                                            arg("p1"), arg("radius"));
  bind_kind<Cones, Array, Array, Array>(shapes, "cones", "The hull of a disc of `radius` about `base`, and of `apex`.",
                                        arg("base"), arg("apex"), arg("radius"));
  bind_kind<HullInstances, std::uint32_t, Array, Array, Array>(
      shapes, "hull_instances",
      "A mesh where `position` and `rotation` take it, and all points within `radius` of that.", arg("mesh"),
      arg("position"), arg("rotation"), py::arg("radius") = 0);
}

void bind_hulls(ShapesClass& shapes) {
  shapes.def(
      "add_hull", add_hull, py::arg("vertices"), py::arg("radius") = py::none(), py::kw_only(),
      py::arg("check") = Check::inputs,
      "The convex hull of `vertices`, an array (N, 3) of float32, N > 0; with `radius` a RoundedHull. Returns the\n"
      "index. Raises ValueError for a bad number.");
  shapes.def(
      "add_mesh", add_mesh, py::arg("vertices"), py::kw_only(), py::arg("check") = Check::inputs,
      "Keeps vertices, an array (N, 3) of float32, for `add_hull_instances`, and returns the number of the mesh.");
  shapes.def("add_volume", add_volume, py::arg("volume"), py::kw_only(), py::arg("check") = Check::inputs,
             "A ConvexVolume whose far side is not infinite. Returns the index.");
}

/// What a member function of the set says.
template <class Member, class... Arguments>
auto ask(const Shapes& shapes, const Member& member, const Arguments&... arguments) {
  const Reading reading(shapes.users());
  return std::invoke(member, shapes.set(), arguments...);
}

void bind_rest(ShapesClass& shapes) {
  shapes.def(
      "remove", remove, py::arg("index"),
      "Makes a shape, or all shapes of an array (N,) of uint32, holes, which later adders fill, the last first.\n"
      "Raises ValueError if there is no such shape, and removes none then.");
  shapes.def("clear", clear, "Removes all shapes, holes and meshes.");
  shapes.def(
      "kind", [](const Shapes& self, std::uint32_t index) { return ask(self, &ShapeSet::kind, index); },
      py::arg("index"), "The ShapeKind of a shape. Raises ValueError if there is no such shape.");
  shapes.def("__len__", [](const Shapes& self) { return ask(self, &ShapeSet::size); });
  shapes.def("__contains__",
             [](const Shapes& self, std::uint32_t index) { return ask(self, &ShapeSet::contains, index); });
  shapes.def_property_readonly(
      "holes", [](const Shapes& self) { return ask(self, &ShapeSet::holes); }, "How many holes there are.");
  shapes.def("__repr__", in_words);
  shapes.def(py::pickle(&pickled, &unpickled));
}

}  // namespace

void bind_shape_set(py::module_& module) {
  ShapesClass shapes(
      module, "ShapeSet",
      "Shapes by index, of any kind, for pair lists, culling, rays and overlap passes.\n\n"
      "`len` is one more than the largest index, holes included. Pickles hold what was added, and are read by\n"
      "the version of lockstep that wrote them. While a call of another thread uses the set, adding, setting\n"
      "and removing raise RuntimeError.");
  shapes.def(py::init<>());
  bind_kinds(shapes);
  bind_hulls(shapes);
  bind_rest(shapes);
}

}  // namespace lockstep::python
