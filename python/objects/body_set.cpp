// The class lockstep.BodySet.
#include <variant>

#include "arrays/errors.hpp"
#include "objects/bodies.hpp"
#include "objects/kinds.hpp"
#include "objects/set_binding.hpp"

namespace lockstep::python {
namespace {

/// An array of vertices, or one and a radius.
KeptHull hull_of(const py::object& value) {
  if (!py::isinstance<py::tuple>(value) || py::len(value) != 2)
    return {std::make_shared<const std::vector<Vec3>>(vertices_of(value, "parts")), {}};
  const py::tuple rounded(value);
  return {std::make_shared<const std::vector<Vec3>>(vertices_of(rounded[0], "parts")),
          size_rounded_up(rounded[1].cast<double>())};
}

bool is_hull(py::handle value) {
  if (!py::isinstance<py::tuple>(value) || py::len(value) != 2) return py::isinstance<py::array>(value);
  const py::tuple rounded = py::reinterpret_borrow<py::tuple>(value);
  const py::object vertices = rounded[0];
  return py::isinstance<py::array>(vertices);
}

template <std::size_t Number = 0>
GivenPart part_of(py::handle value, std::size_t number) {
  if constexpr (Number == std::variant_size_v<KeptPart>) {
    if (is_hull(value)) return hull_of(py::reinterpret_borrow<py::object>(value));
    throw py::type_error(
        "parts[" + std::to_string(number) + "] is a " + type_name(value) +
        "; expected a Sphere, Box, Capsule, Ellipsoid, Cylinder, Cone, HullInstance or Aabb, or an array "
        "of a hull's vertices (N, 3), or a tuple of one and a radius");
  } else {
    using Shape = std::variant_alternative_t<Number, KeptPart>;
    if (py::isinstance<Shape>(value)) return KeptPart(value.cast<Shape>());
    return part_of<Number + 1>(value, number);
  }
}

std::vector<GivenPart> parts_of(const py::sequence& parts) {
  std::vector<GivenPart> list;
  for (const py::handle part : parts) list.push_back(part_of(part, list.size()));
  return list;
}

std::uint32_t add_mesh(Bodies& bodies, const py::object& vertices, Check check) {
  std::vector<Vec3> mesh = vertices_of(vertices, "vertices");
  const Changing changing(bodies.users());
  return unlocked([&] { return bodies.add_mesh(std::move(mesh), check); });
}

template <class Other>
std::uint32_t add_mesh_of(Bodies& bodies, const Other& other, std::uint32_t mesh) {
  std::vector<Vec3> vertices = mesh_of(other, mesh);
  const Changing changing(bodies.users());
  return unlocked([&] { return bodies.add_mesh(std::move(vertices), Check::none); });
}

/// Tests the bodies in another set before they are added.
void check_bodies(const Bodies& bodies, const std::vector<GivenPart>& parts, const Poses& poses, std::size_t count) {
  auto [trial, renumbered] = bodies.trial(parts);
  std::uint32_t body = 0;
  each("body", count, [&, &trial = trial, &renumbered = renumbered](std::size_t i) {
    i == 0 ? void(body = trial.add(renumbered, poses(i))) : trial.move(body, poses(i));
  });
}

py::array add_all(Bodies& bodies, const py::sequence& sequence, const py::object& position, const py::object& rotation,
                  Check check) {
  const std::vector<GivenPart> parts = parts_of(sequence);
  const Poses poses(position, rotation);
  const std::size_t count = poses.count();
  py::array_t<std::uint32_t> indices(length(count));
  std::uint32_t* const out = indices.mutable_data();
  const Changing changing(bodies.users());
  unlocked([&] {
    if (check == Check::inputs) check_bodies(bodies, parts, poses, count);
    if (check == Check::inputs && poses.is_placed()) check_positions("body", poses, count);
    const Parts kept = bodies.keep(parts);
    for (std::size_t i = 0; i < count; ++i) {
      out[i] = bodies.add(kept, poses(i), Check::none);
      if (poses.is_placed()) bodies.place(out[i], poses.position(i), Check::none);
    }
  });
  return indices;
}

/// Moves all bodies or none: those that were moved go back.
void move_all(Bodies& bodies, const py::object& index, const py::object& position, const py::object& rotation,
              Check check) {
  const List<std::uint32_t> list = index_list(index, "index");
  const std::span<const std::uint32_t> indices = list.span();
  Poses poses(position, rotation);
  require_floats(poses, "move");
  check_named(poses.count(), indices.size(), "bodies");
  const Changing changing(bodies.users());
  unlocked([&] {
    std::vector<Pose> before;
    before.reserve(indices.size());
    for (const std::uint32_t body : indices) before.push_back(bodies.set().pose(body));
    const std::size_t step = poses.count() == 1 ? 0 : 1;
    std::size_t done = 0;
    try {
      each("body", indices.size(), [&](std::size_t i) {
        bodies.move(indices[i], poses(i * step), check);
        ++done;
      });
    } catch (...) {
      while (done-- > 0) bodies.move(indices[done], before[done], Check::none);
      throw;
    }
  });
}

void remove_all(Bodies& bodies, const py::object& index) {
  const List<std::uint32_t> list = one_or_many(index);
  const Changing changing(bodies.users());
  check_removable(list.span(), "body", [&](std::uint32_t body) { (void)bodies.set().pose(body); });
  for (const std::uint32_t body : list.span()) bodies.remove(body);
}

py::tuple pose_of(const Bodies& bodies, std::uint32_t body) {
  const Reading reading(bodies.users());
  const Pose& pose = bodies.set().pose(body);
  return py::make_tuple(py::make_tuple(pose.position.x, pose.position.y, pose.position.z),
                        py::make_tuple(pose.rotation.x, pose.rotation.y, pose.rotation.z, pose.rotation.w));
}

/// Bodies and parts (N, 2) of the numbers that a pass reports.
py::array owners_of(const Bodies& bodies, const py::object& index) {
  const List<std::uint32_t> list = index_list(index, "index");
  const py::array owners = new_array(py::dtype::of<std::uint32_t>(), {length(list.span().size()), 2});
  const std::span<PartName> span = span_of<PartName>(owners);
  const Reading reading(bodies.users());
  for (std::size_t i = 0; i < span.size(); ++i) span[i] = bodies.set().owner(list.span()[i]);
  return owners;
}

std::string in_words(const Bodies& bodies) {
  const Reading reading(bodies.users());
  std::string words = "<lockstep.BodySet of " + std::to_string(bodies.set().size() - bodies.free_slots()) +
                      " bodies, " + std::to_string(bodies.set().parts().size() - bodies.set().parts().free_slots()) +
                      " parts";
  if (bodies.free_slots() > 0) words += ", " + std::to_string(bodies.free_slots()) + " free slots";
  if (bodies.meshes() > 0) words += ", " + std::to_string(bodies.meshes()) + " meshes";
  return words + ">";
}

using BodiesClass = py::class_<Bodies>;

void bind_changes(BodiesClass& bodies) {
  const py::tuple origin = py::make_tuple(0, 0, 0), unturned = py::make_tuple(0, 0, 0, 1);
  bodies.def(
      "add_mesh", add_mesh, py::arg("vertices"), py::kw_only(), py::arg("check") = Check::inputs,
      "Keeps vertices, an array (N, 3) of float32, for parts that are a HullInstance, and returns the number of\n"
      "the mesh.");
  bodies.def("add_mesh", add_mesh_of<Bodies>, py::arg("other"), py::arg("mesh"), mesh_of_text);
  bodies.def("add_mesh", add_mesh_of<Shapes>, py::arg("other"), py::arg("mesh"), mesh_of_text);
  bodies.def(
      "add", add_all, py::arg("parts"), py::arg("position") = origin, py::arg("rotation") = unturned, py::kw_only(),
      py::arg("check") = Check::inputs,
      "Bodies of the same parts, a list of Sphere, Box, Capsule, Ellipsoid, Cylinder, Cone, HullInstance and Aabb,\n"
      "of arrays (N, 3) of float32, the vertices of a hull, and of tuples of one and a radius, in the body's own\n"
      "space: one for each `position` (N, 3), which may be float64, and `rotation` (N, 4) in the order x, y, z, w,\n"
      "or one alone. Returns the indices, an array (N,) of uint32. Raises ValueError that names the body, the\n"
      "part, the field and its value, and adds none then.");
  bodies.def("move", move_all, py::arg("index"), py::arg("position"), py::arg("rotation"), py::kw_only(),
             py::arg("check") = Check::inputs,
             "Brings the bodies `index`, an array (N,) of uint32, where `position` (N, 3) and `rotation` (N, 4) take\n"
             "them; a vector stands for all. Raises ValueError for a bad index or number, and moves none then.");
  bodies.def("place", place_all<Bodies>, py::arg("index"), py::arg("position"), py::kw_only(),
             py::arg("check") = Check::inputs,
             "Moves a body, or the bodies of an array (N,), to positions (N, 3) of float64, to which the places of\n"
             "their parts are added, exactly, as ShapeSet.place. Raises ValueError for a body that is not there and\n"
             "for a bad number, and moves none then.");
  bodies.def(
      "remove", remove_all, py::arg("index"),
      "Makes a body, or all bodies of an array (N,) of uint32, free slots, which later ones fill, the last first.\n"
      "Raises ValueError if there is no such body, and removes none then.");
  bodies.def(
      "clear",
      [](Bodies& self) {
        const Changing changing(self.users());
        self.clear();
      },
      "Removes all bodies, free slots and meshes.");
}

void bind_body_questions(BodiesClass& bodies) {
  bodies.def("pose", pose_of, py::arg("body"), "(position, rotation) of a body. Raises ValueError if it is not there.");
  bodies.def(
      "part_count", [](const Bodies& self, std::uint32_t body) { return ask(self, &BodySet::part_count, body); },
      py::arg("body"), "How many parts a body has. Raises ValueError if there is no such body.");
  bodies.def("owner", owners_of, py::arg("index"),
             "Of the numbers (N,) of parts that a pass with BodyPairs.parts reports: uint32 (N, 2), the body, and the\n"
             "part's number in it. Raises ValueError for what is no part.");
  bodies.def("__len__", [](const Bodies& self) { return ask(self, &BodySet::size); });
  bodies.def("__contains__",
             [](const Bodies& self, std::uint32_t body) { return ask(self, &BodySet::contains, body); });
  bodies.def_property_readonly("free_slots", &Bodies::free_slots, "The number of free slots.");
}

}  // namespace

void bind_body_set(py::module_& module) {
  BodiesClass bodies(
      module, "BodySet",
      "Bodies of several convex parts that move as one, by index.\n\n"
      "`len` is one more than the largest index, free slots included. Each part is a shape of the world,\n"
      "rounded to float32 once. Pickles hold what was added, and are read by the version of lockstep\n"
      "that wrote them. While a call of another thread uses the set, changes raise RuntimeError.");
  bodies.def(py::init<>());
  bind_changes(bodies);
  bind_body_questions(bodies);
  bodies.def("__repr__", in_words);
  bind_pickles(bodies, "BodySet");
}

}  // namespace lockstep::python
