// first_hits, any_hits and all_hits: of shapes, of the objects of a World, of triangles.
#include "calls/bits.hpp"
#include "calls/hits.hpp"
#include "objects/kept_world.hpp"

namespace lockstep::python {
namespace {

/// Worlds have `Parts`: whether these are wanted.
template <class Of, class Objects, class... Parts>
Hits first_hits_of(const py::object& rays, const Objects& objects, const py::object& out, bool points, bool normals,
                   double tolerance, const py::object& masks, const py::object& groups, Check check, const IsaName& isa,
                   const Place& origin, Parts... parts) {
  const auto list = ray_list<Of>(rays);
  const Reading reading(objects.users());
  const Filter filter(masks, list.span().size(), groups, objects.set().size());
  const Hits result = arrays_for<Of>(out, points, normals, list.span().size(), parts...);
  const auto spans = spans_of<Of>(result);
  const RayOptions options{tolerance,       Touching::overlap, filter.spans(), check,
                           isa_option(isa), executor_here(),   false,          position_of(origin)};
  unlocked([&] { lockstep::first_hits(list.span(), objects.set(), spans, options); });
  return result;
}

template <class Of, class Objects>
py::array any_hits_of(const py::object& rays, const Objects& objects, const py::object& out, double tolerance,
                      Touching touching, const py::object& masks, const py::object& groups, Check check,
                      const IsaName& isa, const Place& origin) {
  const auto list = ray_list<Of>(rays);
  const Reading reading(objects.users());
  const Filter filter(masks, list.span().size(), groups, objects.set().size());
  const py::array hits = output(out, "out", dtype<bool>(), {length(list.span().size())});
  const std::span<bool> span = span_of<bool>(hits);
  const RayOptions options{tolerance,       touching,        filter.spans(), check,
                           isa_option(isa), executor_here(), false,          position_of(origin)};
  unlocked([&] {
    std::vector<std::uint64_t> words(mask_words(span.size()));
    lockstep::any_hits(list.span(), objects.set(), words, options);
    write_bools(words, span);
  });
  return hits;
}

template <class Of, class Objects>
py::tuple all_hits_of(const py::object& rays, const Objects& objects, double tolerance, Touching touching,
                      const py::object& masks, const py::object& groups, Check check, const IsaName& isa,
                      const Place& origin) {
  const auto list = ray_list<Of>(rays);
  const Reading reading(objects.users());
  const Filter filter(masks, list.span().size(), groups, objects.set().size());
  const RayOptions options{tolerance,       touching,        filter.spans(), check,
                           isa_option(isa), executor_here(), false,          position_of(origin)};
  return hit_arrays(unlocked([&] { return lockstep::all_hits(list.span(), objects.set(), options); }));
}

void bind_ray_output(py::module_& module) {
  py::class_<Hits> output(
      module, "RayHits",
      "Of each ray: `shapes` uint32 (N,), the first that it hits, or no_shape; `fractions` float64\n"
      "(N, 2) of its motion, infinite of a miss; `points` (N, 3) on that shape and `normals` (N, 3),\n"
      "unit, from the shape to the ray, or None; `parts` uint32 (N,): of a body in a World the number\n"
      "of the part, else 0, or no_shape, or None. Made by hand it is an `out`.");
  output.def(py::init<py::object, py::object, py::object, py::object, py::object>(), py::arg("shapes") = py::none(),
             py::arg("fractions") = py::none(), py::arg("points") = py::none(), py::arg("normals") = py::none(),
             py::arg("parts") = py::none());
  output.def_readonly("shapes", &Hits::shapes);
  output.def_readonly("fractions", &Hits::fractions);
  output.def_readonly("points", &Hits::points);
  output.def_readonly("normals", &Hits::normals);
  output.def_readonly("parts", &Hits::parts);
  output.def_property_readonly("lower", [](const Hits& self) { return end_of(self.fractions, 0); });
  output.def_property_readonly("upper", [](const Hits& self) { return end_of(self.fractions, 1); });
}

/// A placeholder for an argument whose default is false.
template <class>
struct Flag {
  using type = bool;
};

template <class Objects, class Of = Space, class... Argument>
void bind_hits(py::module_& module, const char* objects, const char* first_text, const char* any_text,
               const Argument&... parts) {
  module.def("first_hits", first_hits_of<Of, Objects, typename Flag<Argument>::type...>, py::arg("rays"),
             py::arg(objects), py::arg("out") = py::none(), py::kw_only(), py::arg("points") = false,
             py::arg("normals") = false, py::arg("tolerance") = 0.0, py::arg("masks") = py::none(),
             py::arg("groups") = py::none(), py::arg("check") = Check::inputs, py::arg("isa") = py::none(),
             py::arg("origin") = Place(), parts..., first_text);
  module.def("any_hits", any_hits_of<Of, Objects>, py::arg("rays"), py::arg(objects), py::arg("out") = py::none(),
             py::kw_only(), py::arg("tolerance") = 0.0, py::arg("touching") = Touching::overlap,
             py::arg("masks") = py::none(), py::arg("groups") = py::none(), py::arg("check") = Check::inputs,
             py::arg("isa") = py::none(), py::arg("origin") = Place(), any_text);
}

template <class Objects, class Of = Space>
void bind_all_hits(py::module_& module, const char* objects, const char* text) {
  module.def("all_hits", all_hits_of<Of, Objects>, py::arg("rays"), py::arg(objects), py::kw_only(),
             py::arg("tolerance") = 0.0, py::arg("touching") = Touching::overlap, py::arg("masks") = py::none(),
             py::arg("groups") = py::none(), py::arg("check") = Check::inputs, py::arg("isa") = py::none(),
             py::arg("origin") = Place(), text);
}

}  // namespace

void bind_rays(py::module_& module) {
  module.attr("no_shape") = no_shape;
  bind_ray_output(module);
  bind_hits<Shapes>(
      module, "shapes",
      "Which shape of the set does each ray hit first? `rays` is float32 (N, 2, 3) of origin and motion. `origin`,\n"
      "three float64, is added to the origin of each, exactly: for a sensor among shapes at double positions. Ray i "
      "is\n"
      "asked about shape j only if masks[i] & groups[j] is not 0 (uint32 (N,) and (len(shapes),); None: all bits).\n"
      "Returns a RayHits: `out`, whose arrays are written, or a new one. Raises ValueError for a bad ray or option.",
      "Does anything stand in the way of each ray? bool (N,); `touching` decides what is not proven.");
  bind_hits<KeptWorld>(module, "world",
                       "The same of the objects of a World, with the same answers, without a look at all of them.\n"
                       "`parts`: which part of a body is told as well.",
                       "The same of the objects of a World.", no("parts"));
  bind_hits<KeptWorld2, Plane>(module, "world",
                               "The same of a World2: `rays` is float32 (N, 2, 2), points and normals are (N, 2).",
                               "The same of the objects of a World2.");
  bind_hits<Triangles>(module, "mesh",
                       "The same of the triangles of a mesh, whose numbers are in `shapes`: many times as fast as "
                       "cast_rays.",
                       "The same of the triangles of a mesh.");
  bind_all_hits<Shapes>(
      module, "shapes",
      "All shapes of the set that each ray hits, in rising order of lower ends, then upper ones, then indices. A "
      "tuple\n"
      "(indptr, indices, fractions) of int64 (N + 1,), uint32 (M,) and float64 (M, 2): those of ray i are\n"
      "indices[indptr[i] : indptr[i + 1]], and so are their fractions. `touching` says whether hits that are not\n"
      "proven, whose upper ends are infinite, are listed.");
  bind_all_hits<KeptWorld>(module, "world", "The same of the objects of a World, without a look at all of them.");
  bind_all_hits<Triangles>(module, "mesh", "The same of the triangles of a mesh: all that each ray goes through.");
  bind_all_hits<KeptWorld2, Plane>(module, "world", "The same of a World2: `rays` is float32 (N, 2, 2).");
}

}  // namespace lockstep::python
