// contacts: manifolds as arrays of structures, of pairs, of bodies and of a whole mesh.
#include <algorithm>

#include "calls/calls.hpp"

namespace lockstep::python {
namespace {

/// `Second` are shapes of the same world, or triangles.
template <class Dimension, class Second>
py::array contacts_of(const typename Dimension::Shapes& first, const Second& second, const py::object& pairs,
                      const py::object& out, float margin, Check check, const IsaName& isa) {
  using Manifold = typename Dimension::Manifold;
  const List<Pair> list = pair_list(pairs);
  const py::array manifolds = output(out, "out", manifold_dtype<Manifold>(), {length(list.span().size())});
  const std::span<Manifold> span = span_of<Manifold>(manifolds);
  const ContactOptions options{margin, check, isa_option(isa), executor_here()};
  const Reading reading_first(first.users()), reading_second(second.users());
  unlocked([&] {
    if (check == Check::none) check_range(list.span(), first.set().size(), second.set().size());
    lockstep::contacts(first.set(), second.set(), list.span(), span, options);
  });
  return manifolds;
}

py::dtype body_manifold_dtype() {
  const py::object count = dtype<std::uint32_t>();
  return structure({{"pair", count, offsetof(BodyManifold, pair)},
                    {"part_a", count, offsetof(BodyManifold, part_a)},
                    {"part_b", count, offsetof(BodyManifold, part_b)},
                    {"manifold", manifold_dtype(), offsetof(BodyManifold, manifold)}},
                   sizeof(BodyManifold));
}

/// The number of written results, and the number of all.
struct Found {
  std::uint64_t count = 0;
  bool complete = true;
};

/// The results of contacts of bodies, or with a whole mesh: as many as there are.
struct BodyContacts : Found {
  py::object manifolds;
};
struct MeshFound : Found {
  py::object pairs, manifolds;
};

/// Runs until all results have room, or once into the caller's arrays. `run(room)` writes and returns the numbers that
/// it found.
template <class Run>
void run_until_complete(bool given, std::size_t room, const Run& run) {
  for (Found found = run(room); !given && found.count > room; found = run(room)) {
    room = static_cast<std::size_t>(found.count);
  }
}

std::size_t rows_of(const py::object& out, std::size_t otherwise) {
  if (!py::isinstance<py::array>(out)) return otherwise;
  const auto array = py::reinterpret_borrow<py::array>(out);
  return array.ndim() == 0 ? 0 : static_cast<std::size_t>(array.shape(0));
}

py::object first_rows(const py::object& array, const Found& found, std::size_t room) {
  return array[py::slice(0, length(std::min<std::size_t>(found.count, room)), 1)];
}

/// `First` are shapes or bodies.
template <class First>
BodyContacts contacts_of_bodies(const First& first, const Bodies& second, const py::object& pairs,
                                const py::object& out, float margin, Check check, const IsaName& isa) {
  const List<Pair> list = pair_list(pairs);
  const ContactOptions options{margin, check, isa_option(isa), executor_here()};
  const Reading reading_first(first.users()), reading_second(second.users());
  BodyContacts result;
  const auto run = [&](std::size_t room) {
    const py::array manifolds = output(out, "out", body_manifold_dtype(), {length(room)});
    const std::span<BodyManifold> span = span_of<BodyManifold>(manifolds);
    const BodyContactResult found = unlocked([&] {
      if (check == Check::none) check_range(list.span(), first.set().size(), second.set().size());
      return lockstep::contacts(first.set(), second.set(), list.span(), span, options);
    });
    result.count = found.manifolds;
    result.complete = found.manifolds <= room;
    result.manifolds = first_rows(manifolds, result, room);
    return Found(result);
  };
  run_until_complete(!out.is_none(), rows_of(out, list.span().size() + 16), run);
  return result;
}

MeshFound contacts_with_mesh(const Shapes& shapes, const Triangles& mesh, const py::object& pairs_out,
                             const py::object& manifolds_out, const py::object& shape_list, float margin, Check check,
                             const IsaName& isa) {
  if (pairs_out.is_none() != manifolds_out.is_none()) {
    throw py::value_error("pairs_out and manifolds_out are given both, or none");
  }
  const List<std::uint32_t> list = index_list(shape_list, "list");
  const ContactOptions options{margin, check, isa_option(isa), executor_here()};
  const Reading reading(shapes.users());
  MeshFound result;
  const auto run = [&](std::size_t room) {
    const py::array pairs = output(pairs_out, "pairs_out", dtype<std::uint32_t>(), {length(room), 2});
    const py::array manifolds = output(manifolds_out, "manifolds_out", manifold_dtype(), {length(room)});
    const MeshContactOutput spans{span_of<Pair>(pairs), span_of<Manifold>(manifolds)};
    const MeshContacts found = unlocked([&] {
      if (check == Check::none) check_range(list.span(), shapes.set().size());
      return lockstep::contacts(shapes.set(), mesh.set(), list.span(), spans, options);
    });
    result.count = found.pairs;
    result.complete = found.pairs <= room;
    result.pairs = first_rows(pairs, result, room);
    result.manifolds = first_rows(manifolds, result, room);
    return Found(result);
  };
  run_until_complete(!pairs_out.is_none(), rows_of(pairs_out, 4 * list.span().size() + 16), run);
  return result;
}

template <class Result>
void bind_found(py::class_<Result>& result, const char* type) {
  result.def_readonly("complete", &Result::complete, "False if the output was too short; it holds the first ones.");
  result.def_readonly("manifolds", &Result::manifolds);
  result.def("__len__", [](const Result& self) { return self.count; });
  result.def("__repr__", [type = std::string(type)](const Result& self) {
    return "<lockstep." + type + " of " + std::to_string(self.count) + (self.complete ? ">" : ", cut>");
  });
}

void bind_results(py::module_& module) {
  module.attr("manifold_dtype") = manifold_dtype();
  module.attr("manifold2_dtype") = manifold_dtype<Manifold2>();
  module.attr("body_manifold_dtype") = body_manifold_dtype();
  py::class_<BodyContacts> bodies(
      module, "BodyContacts",
      "How bodies touch: `manifolds` (K,) of body_manifold_dtype, in the order of pairs and parts: `pair`, which one\n"
      "of the list, `part_a`, `part_b`, and `manifold`.");
  bind_found(bodies, "BodyContacts");
  py::class_<MeshFound> mesh(module, "MeshContacts",
                             "How shapes touch a mesh: `pairs` uint32 (K, 2), a shape and a triangle, and `manifolds` "
                             "(K,) of manifold_dtype.");
  mesh.def_readonly("pairs", &MeshFound::pairs);
  bind_found(mesh, "MeshContacts");
}

template <class Function>
void bind_contacts_of(py::module_& module, const Function& function, const char* first, const char* second,
                      const char* text) {
  module.def("contacts", function, py::arg(first), py::arg(second), py::arg("pairs"), py::arg("out") = py::none(),
             py::kw_only(), py::arg("margin") = 0.0F, py::arg("check") = Check::inputs, py::arg("isa") = py::none(),
             text);
}

}  // namespace

void bind_contacts(py::module_& module) {
  bind_results(module);
  bind_contacts_of(
      module, &contacts_of<Space, Shapes>, "first", "second",
      "Where do the shapes of each pair touch, or will soon? An array (N,) of manifold_dtype: `distance` (`lower`,\n"
      "`upper`), `normal` from b to a, `count` of points, and `points` (4,), the deepest first, with `a`, `b`,\n"
      "`separation`, `feature_a`, `feature_b`. Those from `count` on are zero. Shapes up to `margin` apart count.\n"
      "Raises ValueError for a bad index or option, and writes nothing then.");
  bind_contacts_of(module, &contacts_of<Plane, Shapes2>, "first", "second",
                   "The same of shapes of the plane: an array (N,) of manifold2_dtype, of up to two `points`.");
  bind_contacts_of(module, &contacts_of<Space, Triangles>, "shapes", "mesh",
                   "The same of pairs of a shape and a triangle.");
  bind_contacts_of(
      module, &contacts_of_bodies<Bodies>, "first", "second",
      "Where do the parts of each pair of bodies touch? Returns a BodyContacts of all that do; `out`, an array "
      "(K,) of\n"
      "body_manifold_dtype, is written as far as it goes if it is given.");
  bind_contacts_of(module, &contacts_of_bodies<Shapes>, "first", "second",
                   "The same of pairs of a shape and a body. A shape is its own part 0.");
  module.def(
      "contacts", contacts_with_mesh, py::arg("shapes"), py::arg("mesh"), py::kw_only(),
      py::arg("pairs_out") = py::none(), py::arg("manifolds_out") = py::none(), py::arg("list"),
      py::arg("margin") = 0.0F, py::arg("check") = Check::inputs, py::arg("isa") = py::none(),
      "All triangles of the mesh that shapes of `list`, uint32 (N,), touch. Returns a MeshContacts; `pairs_out`,\n"
      "uint32 (K, 2), and `manifolds_out`, (K,) of manifold_dtype, are written as far as they go if given.");
}

}  // namespace lockstep::python
