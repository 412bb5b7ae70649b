// cast and cast_rays: for pairs of sets, bodies and triangles, and for a whole mesh.
#include <array>

#include "arrays/errors.hpp"
#include "arrays/floats.hpp"
#include "calls/measures.hpp"
#include "calls/motions.hpp"

namespace lockstep::python {
namespace {

template <class Dimension>
typename Dimension::Casts spans_of(const Measures<CastNames>& result) {
  using Vector = typename Dimension::VectorD;
  return {span_of<Interval>(result.intervals), span_of<Vector>(result.points), span_of<Vector>(result.normals)};
}
BodyCastOutput spans_of(const Measures<BodyCastNames>& result) {
  return {span_of<Interval>(result.intervals), span_of<Vec3d>(result.points), span_of<Vec3d>(result.normals),
          span_of<Pair>(result.which)};
}
MeshCastOutput spans_of(const Measures<MeshCastNames>& result) {
  return {span_of<Interval>(result.intervals), span_of<std::uint32_t>(result.which), span_of<Vec3d>(result.points),
          span_of<Vec3d>(result.normals)};
}

template <class Dimension>
Measures<CastNames> cast_of(const typename Dimension::Shapes& first, const typename Dimension::Shapes& second,
                            const py::object& pairs, const py::object& motions, const py::object& out, bool points,
                            bool normals, double tolerance, Check check, const IsaName& isa,
                            bool ignore_start_contact) {
  const List<Pair> list = pair_list(pairs);
  const auto result = measures_for<CastNames>(out, {points, normals}, list.span().size(), {Dimension::dimensions});
  const auto spans = spans_of<Dimension>(result);
  const CastOptions options{tolerance, check, isa_option(isa), executor_here(), ignore_start_contact};
  with_motions<Dimension>(motions, [&](const auto& span) {
    const Reading reading_first(first.users()), reading_second(second.users());
    unlocked([&] {
      if (check == Check::none) check_range(list.span(), first.set().size(), second.set().size());
      lockstep::cast(first.set(), second.set(), list.span(), span, spans, options);
    });
  });
  return result;
}

/// Translations, (N, 3).
List<Vec3> translation_list(const py::object& motions) {
  static constexpr std::array<py::ssize_t, 1> shape = {3};
  return {float_list(motions, "motions", shape, "(N, 3): bodies and what meets triangles do not turn")};
}

Measures<CastNames> cast_at_triangles(const Shapes& shapes, const Triangles& mesh, const py::object& pairs,
                                      const py::object& motions, const py::object& out, bool points, bool normals,
                                      double tolerance, Check check, const IsaName& isa, bool ignore_start_contact) {
  const List<Pair> list = pair_list(pairs);
  const List<Vec3> translations = translation_list(motions);
  const auto result = measures_for<CastNames>(out, {points, normals}, list.span().size(), {3});
  const CastOutput spans = spans_of<Space>(result);
  const CastOptions options{tolerance, check, isa_option(isa), executor_here(), ignore_start_contact};
  const Reading reading(shapes.users());
  unlocked([&] {
    if (check == Check::none) check_range(list.span(), shapes.set().size(), mesh.set().size());
    lockstep::cast(shapes.set(), mesh.set(), list.span(), translations.span(), spans, options);
  });
  return result;
}

/// `First` are shapes or bodies.
template <class First>
Measures<BodyCastNames> cast_of_bodies(const First& first, const Bodies& second, const py::object& pairs,
                                       const py::object& motions, const py::object& out, bool points, bool normals,
                                       bool parts, double tolerance, Check check, const IsaName& isa,
                                       bool ignore_start_contact) {
  const List<Pair> list = pair_list(pairs);
  const List<Vec3> translations = translation_list(motions);
  const auto result = measures_for<BodyCastNames>(out, {points, normals, parts}, list.span().size(), {3}, {2});
  const BodyCastOutput spans = spans_of(result);
  const CastOptions options{tolerance, check, isa_option(isa), executor_here(), ignore_start_contact};
  const Reading reading_first(first.users()), reading_second(second.users());
  unlocked([&] {
    if (check == Check::none) check_range(list.span(), first.set().size(), second.set().size());
    lockstep::cast(first.set(), second.set(), list.span(), translations.span(), spans, options);
  });
  return result;
}

Measures<MeshCastNames> cast_at_mesh(const Shapes& shapes, const Triangles& mesh, const py::object& out,
                                     const py::object& shape_list, const py::object& motions, bool points, bool normals,
                                     bool triangles, double tolerance, Check check, const IsaName& isa,
                                     bool ignore_start_contact) {
  const List<std::uint32_t> list = index_list(shape_list, "list");
  const List<Vec3> translations = translation_list(motions);
  const auto result = measures_for<MeshCastNames>(out, {points, normals, triangles}, list.span().size(), {3});
  const MeshCastOutput spans = spans_of(result);
  const CastOptions options{tolerance, check, isa_option(isa), executor_here(), ignore_start_contact};
  const Reading reading(shapes.users());
  unlocked([&] {
    if (check == Check::none) check_range(list.span(), shapes.set().size());
    lockstep::cast(shapes.set(), mesh.set(), list.span(), translations.span(), spans, options);
  });
  return result;
}

/// `Target` are shapes or triangles.
template <class Dimension, class Target>
Measures<CastNames> cast_rays_of(const py::object& rays, const Target& target, const py::object& pairs,
                                 const py::object& out, bool points, bool normals, double tolerance, Check check,
                                 const IsaName& isa, bool ignore_start_contact, const Place& origin) {
  const auto ray_span = ray_list<Dimension>(rays);
  const List<Pair> list = pair_list(pairs);
  const auto result = measures_for<CastNames>(out, {points, normals}, list.span().size(), {Dimension::dimensions});
  const auto spans = spans_of<Dimension>(result);
  const CastOptions options{tolerance,          check, isa_option(isa), executor_here(), ignore_start_contact,
                            position_of(origin)};
  const Reading reading(target.users());
  unlocked([&] {
    if (check == Check::none) check_range(list.span(), ray_span.span().size(), target.set().size());
    lockstep::cast_rays(ray_span.span(), target.set(), list.span(), spans, options);
  });
  return result;
}

Measures<BodyCastNames> cast_rays_at_bodies(const py::object& rays, const Bodies& bodies, const py::object& pairs,
                                            const py::object& out, bool points, bool normals, bool parts,
                                            double tolerance, Check check, const IsaName& isa,
                                            bool ignore_start_contact) {
  const List<Ray> ray_span = ray_list<Space>(rays);
  const List<Pair> list = pair_list(pairs);
  const auto result = measures_for<BodyCastNames>(out, {points, normals, parts}, list.span().size(), {3}, {2});
  const BodyCastOutput spans = spans_of(result);
  const CastOptions options{tolerance, check, isa_option(isa), executor_here(), ignore_start_contact};
  const Reading reading(bodies.users());
  unlocked([&] {
    if (check == Check::none) check_range(list.span(), ray_span.span().size(), bodies.set().size());
    lockstep::cast_rays(ray_span.span(), bodies.set(), list.span(), spans, options);
  });
  return result;
}

Measures<MeshCastNames> cast_rays_at_mesh(const py::object& rays, const Triangles& mesh, const py::object& out,
                                          bool points, bool normals, bool triangles, double tolerance, Check check,
                                          const IsaName& isa, bool ignore_start_contact) {
  const List<Ray> list = ray_list<Space>(rays);
  const auto result = measures_for<MeshCastNames>(out, {points, normals, triangles}, list.span().size(), {3});
  const MeshCastOutput spans = spans_of(result);
  const CastOptions options{tolerance, check, isa_option(isa), executor_here(), ignore_start_contact};
  unlocked([&] { lockstep::cast_rays(list.span(), mesh.set(), spans, options); });
  return result;
}

py::arg at(const char* name) { return py::arg(name); }

void bind_cast_outputs(py::module_& module) {
  bind_measures<CastNames>(
      module,
      "Of each pair: `fractions` float64 (N, 2), intervals of the motion that hold the first contact,\n"
      "[0, 0] of shapes that overlap from the start, infinite of those that miss; `points` (N, 3) on\n"
      "b and `normals` (N, 3), unit, from b to a, or None; of the plane (N, 2). Made by hand it is an `out`.");
  bind_measures<BodyCastNames>(
      module, "A CastOutput of bodies, and `parts` uint32 (N, 2), which two meet first; no_part where none do.");
  bind_measures<MeshCastNames>(module,
                               "A CastOutput of shapes or rays and a whole mesh, one for each, and `triangles` uint32 "
                               "(N,), which is met first,\n"
                               "or no_triangle.");
}

void bind_cast(py::module_& module) {
  const auto pairs = [&](const auto& function, const char* first, const char* second, const char* text) {
    module.def("cast", function, at(first), at(second), at("pairs"), at("motions"), none("out"), py::kw_only(),
               no("points"), no("normals"), tolerance_argument(), check_argument(), none("isa"),
               no("ignore_start_contact"), text);
  };
  const auto bodies = [&](const auto& function, const char* text) {
    module.def("cast", function, at("first"), at("second"), at("pairs"), at("motions"), none("out"), py::kw_only(),
               no("points"), no("normals"), no("parts"), tolerance_argument(), check_argument(), none("isa"),
               no("ignore_start_contact"), text);
  };
  pairs(&cast_of<Space>, "first", "second",
        "Shape a of `first` moves by motions[i] while shape b of `second` rests: when do they meet? `pairs` is uint32\n"
        "(N, 2), `motions` float32 (N, 3), or (N, 3, 3) of by, turn (axis times radians) and about (a point). Returns\n"
        "a CastOutput: `out`, whose arrays are written, or a new one. Raises ValueError for a bad index, motion or\n"
        "option, and writes nothing then.");
  pairs(&cast_of<Plane>, "first", "second",
        "The same of shapes of the plane: `motions` (N, 2), or (N, 5) of by, turn (radians, counter-clockwise) and\n"
        "about.");
  pairs(&cast_at_triangles, "shapes", "mesh", "The same of pairs of a shape that moves and a triangle. No turns.");
  bodies(&cast_of_bodies<Bodies>, "The same of pairs of bodies. Returns a BodyCastOutput. No turns.");
  bodies(&cast_of_bodies<Shapes>, "The same of pairs of a shape that moves and a body that rests. No turns.");
  module.def("cast", cast_at_mesh, at("shapes"), at("mesh"), none("out"), py::kw_only(), at("list"), at("motions"),
             no("points"), no("normals"), no("triangles"), tolerance_argument(), check_argument(), none("isa"),
             no("ignore_start_contact"),
             "When does each shape of `list`, uint32 (N,), moved by motions[i], (N, 3), first meet the whole mesh?\n"
             "Returns a MeshCastOutput.");
}

void bind_cast_rays(py::module_& module) {
  const auto pairs = [&](const auto& function, const char* target, const char* text) {
    module.def("cast_rays", function, at("rays"), at(target), at("pairs"), none("out"), py::kw_only(), no("points"),
               no("normals"), tolerance_argument(), check_argument(), none("isa"), no("ignore_start_contact"),
               py::arg("origin") = Place(), text);
  };
  pairs(&cast_rays_of<Space, Shapes>, "shapes",
        "The same of rays: float32 (N, 2, 3) of origin and motion; a pair is a ray and a shape. `origin`, three "
        "float64,\n"
        "is added to the origin of each ray, exactly: for rays of a sensor among shapes at double positions.");
  pairs(&cast_rays_of<Plane, Shapes2>, "shapes", "The same of rays (N, 2, 2) of the plane; the z of `origin` is 0.");
  pairs(&cast_rays_of<Space, Triangles>, "mesh", "The same of pairs of a ray and a triangle.");
  module.def("cast_rays", cast_rays_at_bodies, at("rays"), at("bodies"), at("pairs"), none("out"), py::kw_only(),
             no("points"), no("normals"), no("parts"), tolerance_argument(), check_argument(), none("isa"),
             no("ignore_start_contact"), "The same of pairs of a ray and a body. Returns a BodyCastOutput.");
  module.def("cast_rays", cast_rays_at_mesh, at("rays"), at("mesh"), py::kw_only(), none("out"), no("points"),
             no("normals"), no("triangles"), tolerance_argument(), check_argument(), none("isa"),
             no("ignore_start_contact"),
             "Which triangle of the whole mesh does each ray hit first? Returns a MeshCastOutput.");
}

}  // namespace

template <class Dimension>
List<typename Dimension::Ray> ray_list(py::handle value) {
  static constexpr std::array<py::ssize_t, 2> shape = {2, Dimension::dimensions};
  return {float_list(value, "rays", shape, Dimension::rays)};
}
template List<Ray> ray_list<Space>(py::handle);
template List<Ray2> ray_list<Plane>(py::handle);

void bind_casts(py::module_& module) {
  module.attr("no_part") = no_part;
  bind_cast_outputs(module);
  bind_cast(module);
  bind_cast_rays(module);
}

}  // namespace lockstep::python
